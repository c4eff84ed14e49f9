//! The motion of a body.

use glam::DVec3;

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Motion {
    /// Velocity of the centre of mass [m/s].
    pub velocity: DVec3,
    /// Angular momentum in the world [kg m2/s].
    pub momentum: DVec3,
}
