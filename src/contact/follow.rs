//! The pass `follow` of the GPU: pairs in closed form, and pairs of which the direction of the last step proves the overlap
//! or the gap without a search. The processor does the same with what it remembers of a pair: `certificate.rs`.

use crate::gpu::narrow_sources::{CLOSED, NORMALS, PAIR};
use crate::gpu::shader::{CONTACT, FIXED, MATH, PAGE, POSE, SHAPES, Source};

/// The kernel; one invocation per candidate pair.
pub const KERNEL: Source = Source {
    name: "follow",
    parts: &[
        MATH,
        FIXED,
        POSE,
        SHAPES,
        CONTACT,
        PAIR,
        NORMALS,
        CLOSED,
        PAGE,
        include_str!("../../shaders/contact/follow.wgsl"),
    ],
};
