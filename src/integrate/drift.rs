//! The pass `drift`: half a kick, then a whole step of free motion.

use glam::DVec3;

use super::turned;
use crate::bodies::Pose;
use crate::engine::Motion;
use crate::force::gather::Load;
use crate::gpu::shader::{FIXED, MATH, MOTION, POSE, SHAPES, STATE, Source};

/// The same on the GPU.
pub const KERNEL: Source = Source {
    name: "drift",
    parts: &[MATH, FIXED, POSE, SHAPES, STATE, include_str!("../../shaders/integrate/drift.wgsl"), MOTION],
};

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
