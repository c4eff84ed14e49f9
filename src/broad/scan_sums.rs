//! Pass `scan_sums` of the device's scan: sums of blocks become sums of all blocks before.

use crate::gpu::shader::{SCAN, Source};

/// The kernel.
pub const SCAN_SUMS: Source =
    Source { name: "scan_sums", parts: &[SCAN, include_str!("../../shaders/broad/scan_sums.wgsl")] };

/// What it computes: every element replaced by the sum of all before it. Returns the sum of all.
pub fn scan_sums(values: &mut [u32]) -> u32 {
    let mut before = 0u32;
    for value in values {
        before = before.wrapping_add(std::mem::replace(value, before));
    }
    before
}
