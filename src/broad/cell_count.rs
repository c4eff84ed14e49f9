//! Pass `cell_count` on the device: bodies with the places of their cells, and how many bodies each place has. On the
//! processor it is part of `grid.rs`.

use crate::gpu::shader::{BOXES, CELLS, FIXED, POSE, Source};

/// The kernel.
pub const CELL_COUNT: Source = Source {
    name: "cell_count",
    parts: &[FIXED, POSE, BOXES, CELLS, include_str!("../../shaders/broad/cell_count.wgsl")],
};
