//! Pass `pair_carry` of the device: where in the old list each pair was.

use crate::gpu::shader::{FIXED, Source};

/// The kernel.
pub const PAIR_CARRY: Source =
    Source { name: "pair_carry", parts: &[FIXED, include_str!("../../shaders/broad/pair_carry.wgsl")] };

/// The number of a pair that was not in the old list.
pub const NONE: u32 = u32::MAX;

/// What it computes: for each new pair its index in the old list, or [`NONE`]. Both lists ascend.
pub fn from_old(old: &[[u32; 2]], new: &[[u32; 2]]) -> Vec<u32> {
    new.iter().map(|pair| old.binary_search(pair).map_or(NONE, |index| index as u32)).collect()
}
