//! The pass `drift`: half a kick, then a whole step of free motion.

use glam::DVec3;

use super::{angular_velocity, is_isotropic, turned};
use crate::force::gather::Load;
use crate::geometry::Pose;
use crate::motion::Motion;

/// Mass and principal moments of a body [kg], [kg m2]; infinite for a body that does not move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia {
    /// Mass [kg].
    pub mass: f64,
    /// Principal moments of inertia [kg m2].
    pub moments: DVec3,
}

/// Half a kick by the forces at the start of the step, then motion without forces for the whole of `dt` [s].
#[inline]
pub fn drift(pose: &mut Pose, motion: &mut Motion, load: &Load, inertia: &Inertia, gravity: DVec3, dt: f64) {
    super::kick::kick(motion, load, inertia, gravity, dt);
    pose.position += motion.velocity * dt;
    pose.orientation = turned(pose.orientation, motion.momentum, inertia.moments, dt);
}

/// Energy of a step's turning that no contact sees [J]; L is the angular momentum, T the torque, w0 and w1 are the angular
/// velocities before and after the free turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TurnEnergy {
    /// A free turn is right to second order only, which leaves its energy not quite the same: L (w1 - w0) / 2. It swings, and
    /// does not add up.
    pub free: f64,
    /// Contacts book the work of the first half kick with the angular velocity after the turn, not before: -T dt (w1 - w0) / 2.
    /// It adds up. Bodies whose errors are taken back have it in their account, else it counts as work of patches, which
    /// holds all of the step's error of damped contacts.
    pub booked: f64,
}

/// The same, and the energy that no contact sees.
#[inline]
pub fn drift_and_error(
    pose: &mut Pose,
    motion: &mut Motion,
    load: &Load,
    inertia: &Inertia,
    gravity: DVec3,
    dt: f64,
) -> TurnEnergy {
    let before = pose.orientation;
    drift(pose, motion, load, inertia, gravity, dt);
    if is_isotropic(inertia.moments) {
        return TurnEnergy::default();
    }
    let [old, new] = [before, pose.orientation].map(|turn| angular_velocity(turn, motion.momentum, inertia.moments));
    let change = new - old;
    TurnEnergy { free: 0.5 * motion.momentum.dot(change), booked: -0.5 * dt * load.torque.dot(change) }
}
