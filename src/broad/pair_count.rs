//! Pass `pair_count` on the device: pairs found, in any order. On the processor it is part of `pairs.rs`.

use crate::gpu::shader::{BOXES, CELLS, FIXED, POSE, Source};

/// The kernel.
pub const PAIR_COUNT: Source = Source {
    name: "pair_count",
    parts: &[FIXED, POSE, BOXES, CELLS, include_str!("../../shaders/broad/pair_count.wgsl")],
};
