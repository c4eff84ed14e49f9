//! The grains as arrays: one entry each, in the order in which they came.

use crate::force::gather::Load;
use crate::geometry::Pose;
use crate::motion::Motion;

/// All grains.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Grains {
    /// A number for life.
    pub ids: Vec<u64>,
    /// Index of the shape with size and mass.
    pub kinds: Vec<u32>,
    /// True for a body that stays where it is.
    pub fixed: Vec<bool>,
    /// Centre of mass, and turn from the principal frame to the world.
    pub poses: Vec<Pose>,
    /// Velocity and angular momentum.
    pub motions: Vec<Motion>,
    /// Forces at the end of the last step.
    pub loads: Vec<Load>,
    /// Energy that steps have made out of nothing at each body, beside that of its contacts, and that contacts have left to
    /// it; still to be taken back [J].
    pub energy_errors: Vec<f64>,
    /// Poses at the last rebuild of the list of pairs.
    pub poses_at_rebuild: Vec<Pose>,
}

impl Grains {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> usize {
        let numbers = (self.ids.capacity() + self.energy_errors.capacity()) * 8
            + self.kinds.capacity() * 4
            + self.fixed.capacity();
        let poses = (self.poses.capacity() + self.poses_at_rebuild.capacity()) * size_of::<Pose>();
        numbers + poses + self.motions.capacity() * size_of::<Motion>() + self.loads.capacity() * size_of::<Load>()
    }

    /// Adds a grain and returns its place in the arrays.
    pub fn add(&mut self, kind: u32, fixed: bool, pose: Pose, motion: Motion) -> usize {
        self.ids.push(self.ids.last().map_or(0, |last| last + 1));
        self.kinds.push(kind);
        self.fixed.push(fixed);
        self.poses.push(pose);
        self.motions.push(motion);
        self.loads.push(Load::default());
        self.energy_errors.push(0.0);
        self.ids.len() - 1
    }
}
