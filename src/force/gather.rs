//! The pass `gather`: the sum of a body's contacts, and what contacts have come to together; always in the same order.

use glam::DVec3;

use super::{ContactFlows, ContactForces};

/// Force and torque on a body [N], [N m].
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Load {
    /// Force [N].
    pub force: DVec3,
    /// Torque about the centre of mass [N m].
    pub torque: DVec3,
    /// Work of the first half kick's torque on the turning that contacts do not book, until the flows take it [J]; see
    /// `src/motion/drift.rs`.
    pub turn_work: f64,
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

/// What came of some contacts together, summed in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactSums {
    /// Contacts.
    pub contacts: usize,
    /// Contacts whose overlap is only bounded.
    pub unconverged: usize,
    /// Contacts that ended in this step.
    pub ended: u64,
    /// Largest overlap [m].
    pub largest_overlap: f64,
    /// Where their energy has gone.
    pub flows: ContactFlows,
}

impl ContactSums {
    /// Adds a contact that was found, with its overlap [m].
    #[inline]
    pub fn add_found(&mut self, overlap: f64, unconverged: bool) {
        self.contacts += 1;
        self.unconverged += usize::from(unconverged);
        self.largest_overlap = self.largest_overlap.max(overlap);
    }

    /// Adds what a contact did, or what was left to do when it ended.
    #[inline]
    pub fn add_forces(&mut self, forces: &ContactForces) {
        self.ended += u64::from(forces.ended);
        self.flows += forces.flows;
    }
}
