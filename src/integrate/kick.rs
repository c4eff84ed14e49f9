//! The pass `kick`: half a step's worth of force.

use glam::DVec3;

use super::drift::Inertia;
use crate::engine::Motion;
use crate::force::gather::Load;
use crate::gpu::shader::{FIXED, MATH, MOTION, POSE, SHAPES, STATE, Source};

/// The same on the GPU.
pub const KERNEL: Source = Source {
    name: "kick",
    parts: &[MATH, FIXED, POSE, SHAPES, STATE, include_str!("../../shaders/integrate/kick.wgsl"), MOTION],
};

/// Changes velocity and angular momentum by half of `dt` [s] times the forces.
#[inline]
pub fn kick(motion: &mut Motion, load: &Load, inertia: &Inertia, gravity: DVec3, dt: f64) {
    motion.velocity += (load.force * inertia.mass.recip() + gravity) * (0.5 * dt);
    motion.momentum += load.torque * (0.5 * dt);
}
