//! What only a comparison of both back ends wants to know of a run.

use super::ParticleTypes;
use crate::geometry::Pose;
use crate::motion::drag::Slowed;

/// What only a comparison wants to know of a run on a GPU.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watched {
    /// Questions about places for new grains in this step, in order.
    pub trials: Vec<Trial>,
    /// How far walls have gone since the last rebuild [m].
    pub walls_gone: f64,
    /// What drag has done since the batch began.
    pub slowed: Slowed,
}

/// Poses that were tried for new grains, and what the device said.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    /// Grains that were there.
    pub present: usize,
    /// All kinds at that time.
    pub kinds: ParticleTypes,
    /// Kind and pose of each try.
    pub attempts: Vec<(u32, Pose)>,
    /// Whether it is blocked.
    pub blocked: Vec<bool>,
}
