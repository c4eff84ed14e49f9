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

/// The same, and the energy that no contact sees [J]. A free turn is right to second order only, which leaves its energy not
/// quite the same; and contacts book the work of the first half kick with the angular velocity after the turn, not before.
/// With L the angular momentum, T the torque and w0, w1 the two angular velocities, both together are
/// L (w1 - w0) / 2 - T dt (w1 - w0) / 2.
#[inline]
pub fn drift_and_error(
    pose: &mut Pose,
    motion: &mut Motion,
    load: &Load,
    inertia: &Inertia,
    gravity: DVec3,
    dt: f64,
) -> f64 {
    let before = pose.orientation;
    drift(pose, motion, load, inertia, gravity, dt);
    if is_isotropic(inertia.moments) {
        return 0.0;
    }
    let [old, new] = [before, pose.orientation].map(|turn| angular_velocity(turn, motion.momentum, inertia.moments));
    0.5 * (motion.momentum - load.torque * dt).dot(new - old)
}
