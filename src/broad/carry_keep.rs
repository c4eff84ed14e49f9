//! Pass `carry_keep` of the device: records of pairs put aside, before `carry` moves them.

use crate::gpu::shader::{FIXED, PAGE, Source};

/// The kernel.
pub const CARRY_KEEP: Source =
    Source { name: "carry_keep", parts: &[FIXED, PAGE, include_str!("../../shaders/broad/carry_keep.wgsl")] };
