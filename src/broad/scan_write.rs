//! Pass `scan_write` of the device's scan: every element becomes the sum of all before it.

use super::scan_sums::scan_sums;
use crate::gpu::shader::{SCAN, Source};

/// The kernel.
pub const SCAN_WRITE: Source =
    Source { name: "scan_write", parts: &[SCAN, include_str!("../../shaders/broad/scan_write.wgsl")] };

/// What it computes, given the sums of all blocks of `block` elements before each block.
pub fn scan_write(values: &mut [u32], sums: &[u32], block: usize) {
    for (chunk, before) in values.chunks_mut(block).zip(sums) {
        let _ = scan_sums(chunk);
        chunk.iter_mut().for_each(|x| *x = x.wrapping_add(*before));
    }
}
