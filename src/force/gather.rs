//! The pass `gather`: the sum of a body's contacts, always in the same order.

use glam::DVec3;

use super::ContactForces;

/// Force and torque on a body [N], [N m].
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Load {
    /// Force [N].
    pub force: DVec3,
    /// Torque about the centre of mass [N m].
    pub torque: DVec3,
}

impl Load {
    /// Adds a contact in which the body is A (`side` 0) or B (`side` 1).
    pub fn add(&mut self, contact: &ContactForces, side: usize) {
        let (sign, arm) = if side == 0 { (-1.0, contact.arm_a) } else { (1.0, contact.arm_b) };
        let force = contact.force * sign;
        self.force += force;
        self.torque += arm.cross(force) + contact.couple * sign;
    }
}
