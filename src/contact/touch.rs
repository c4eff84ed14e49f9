//! The pass `touch` of the GPU: contact points of polyhedra that meet with a corner, or with two edges that cross, before the
//! pass `patch` looks at the others. On the processor both are `patch.rs`.

use crate::gpu::shader::{CONTACT, FEATURES, FIGURES, FIXED, MATH, PAGE, PATCHES, PLACING, POSE, SHAPES, Source};

/// The kernel; one invocation per candidate pair.
pub const KERNEL: Source = Source {
    name: "touch",
    parts: &[
        MATH,
        FIXED,
        POSE,
        SHAPES,
        CONTACT,
        FIGURES,
        FEATURES,
        PATCHES,
        PLACING,
        PAGE,
        include_str!("../../shaders/contact/touch.wgsl"),
    ],
};
