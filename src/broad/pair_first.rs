//! Pass `pair_first` of the device: repeats marked, partners of each body counted.

use crate::gpu::shader::{FIXED, Source};

/// The kernel.
pub const PAIR_FIRST: Source =
    Source { name: "pair_first", parts: &[FIXED, include_str!("../../shaders/broad/pair_first.wgsl")] };
