//! The pass `kick`: half a step's worth of force.

use glam::DVec3;

use super::drift::Inertia;
use crate::force::gather::Load;
use crate::motion::Motion;

/// Changes velocity and angular momentum by half of `dt` [s] times the forces.
#[inline]
pub fn kick(motion: &mut Motion, load: &Load, inertia: &Inertia, gravity: DVec3, dt: f64) {
    motion.velocity += (load.force * inertia.mass.recip() + gravity) * (0.5 * dt);
    motion.momentum += load.torque * (0.5 * dt);
}
