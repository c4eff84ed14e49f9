//! Pass `pair_bucket` of the device: partners counted by buckets of each body, in which they are sorted.

use crate::gpu::shader::{FIXED, PARTNERS, Source};

/// The kernel.
pub const PAIR_BUCKET: Source =
    Source { name: "pair_bucket", parts: &[FIXED, PARTNERS, include_str!("../../shaders/broad/pair_bucket.wgsl")] };
