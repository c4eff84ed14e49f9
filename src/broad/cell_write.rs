//! Pass `cell_write` on the device: bodies filed under their places. On the processor it is part of `grid.rs`.

use crate::gpu::shader::{FIXED, Source};

/// The kernel.
pub const CELL_WRITE: Source =
    Source { name: "cell_write", parts: &[FIXED, include_str!("../../shaders/broad/cell_write.wgsl")] };
