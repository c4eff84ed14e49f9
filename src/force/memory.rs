//! What a contact remembers from one step to the next.

use glam::DVec3;

/// The history of a contact: its friction spring and the account of its energy. The default is a contact that has just
/// begun. It fills whole lines of the cache: beds of balls wait for these more than for anything else.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ContactMemory {
    /// Normal at the last step, from A to B.
    pub normal: DVec3,
    /// Stretch of the tangential spring, from A to B [m].
    pub spring: DVec3,
    /// From the centres of A and B to the contact point, at the last step [m].
    pub arms: [DVec3; 2],
    /// Forces on B along the normal at the last step: from the overlap, from damping [N].
    pub pushes: [f64; 2],
    /// Force on B from friction at the last step [N].
    pub friction: DVec3,
    /// Torque on B at the last step beside that of the forces, from the spread of the contact [N m].
    pub couple: DVec3,
    /// Energy w of the overlap at the last step [J].
    pub elastic: f64,
    /// Energy of the tangential spring at the last step [J].
    pub tangential: f64,
    /// Energy that the steps so far have made out of nothing and that is still to be given back; 0 where damped [J].
    pub owed: f64,
    /// The bodies touched in the last step.
    pub touching: bool,
}

const _: () = assert!(size_of::<ContactMemory>() == 192);

impl ContactMemory {
    /// Force on B at the last step [N].
    #[inline]
    pub fn force(&self) -> DVec3 {
        self.normal * (self.pushes[0] + self.pushes[1]) + self.friction
    }
}
