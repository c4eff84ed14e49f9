//! Pass `prepare` of the device: counters to zero, and the list of pairs so far put aside.

use crate::gpu::shader::{FIXED, Source};

/// The kernel.
pub const PREPARE: Source =
    Source { name: "prepare", parts: &[FIXED, include_str!("../../shaders/broad/prepare.wgsl")] };
