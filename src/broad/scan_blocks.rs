//! Pass `scan_blocks` of the device's scan: the sum of each block of an array.

use crate::gpu::shader::{SCAN, Source};

/// The kernel.
pub const SCAN_BLOCKS: Source =
    Source { name: "scan_blocks", parts: &[SCAN, include_str!("../../shaders/broad/scan_blocks.wgsl")] };

/// What it computes: sums of `block` elements each; the last may be shorter.
pub fn scan_blocks(values: &[u32], block: usize) -> Vec<u32> {
    values.chunks(block).map(|chunk| chunk.iter().fold(0, |sum: u32, x| sum.wrapping_add(*x))).collect()
}
