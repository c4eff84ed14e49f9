//! Pass `pair_file` of the device: what was found, filed under both bodies of each pair, by buckets.

use crate::gpu::shader::{FIXED, PARTNERS, Source};

/// The kernel.
pub const PAIR_FILE: Source =
    Source { name: "pair_file", parts: &[FIXED, PARTNERS, include_str!("../../shaders/broad/pair_file.wgsl")] };
