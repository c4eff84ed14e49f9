//! Where a body is and how it is turned.

use glam::{DQuat, DVec3};

/// A rigid placement: a point `x` of the body's own frame stands at `orientation * x + position`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Pose {
    /// World position of the origin of the body's frame [m].
    pub position: DVec3,
    /// Unit quaternion from the body's frame to the world.
    pub orientation: DQuat,
}

impl Pose {
    /// At the world's origin, not turned.
    pub const IDENTITY: Self = Self { position: DVec3::ZERO, orientation: DQuat::IDENTITY };

    /// A pose; the quaternion is normalised.
    pub fn new(position: DVec3, orientation: DQuat) -> Self {
        Self { position, orientation: orientation.normalize() }
    }

    /// Not turned, at `position` [m].
    pub fn at(position: DVec3) -> Self {
        Self { position, orientation: DQuat::IDENTITY }
    }

    /// World position of the point `local` of the body's frame.
    pub fn apply(&self, local: DVec3) -> DVec3 {
        self.orientation * local + self.position
    }
}
