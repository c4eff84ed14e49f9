//! What the small passes of the device compute, in plain Rust: tests hold the kernels against these. The CPU engine has no need of
//! them.

use super::schema::constants::NOT_IN_OLD_LIST;

/// What it computes: sums of `block` elements each; the last may be shorter.
pub fn scan_blocks(values: &[u32], block: usize) -> Vec<u32> {
    values.chunks(block).map(|chunk| chunk.iter().fold(0, |sum: u32, x| sum.wrapping_add(*x))).collect()
}

/// What it computes: every element replaced by the sum of all before it. Returns the sum of all.
pub fn scan_sums(values: &mut [u32]) -> u32 {
    let mut before = 0u32;
    for value in values {
        before = before.wrapping_add(std::mem::replace(value, before));
    }
    before
}

/// What it computes, given the sums of all blocks of `block` elements before each block.
pub fn scan_write(values: &mut [u32], sums: &[u32], block: usize) {
    for (chunk, before) in values.chunks_mut(block).zip(sums) {
        let _ = scan_sums(chunk);
        chunk.iter_mut().for_each(|x| *x = x.wrapping_add(*before));
    }
}

/// What it computes: for each new pair its index in the old list, or [`NOT_IN_OLD_LIST`]. Both lists ascend.
pub fn from_old(old: &[[u32; 2]], new: &[[u32; 2]]) -> Vec<u32> {
    new.iter().map(|pair| old.binary_search(pair).map_or(NOT_IN_OLD_LIST, |index| index as u32)).collect()
}

/// Pairs, where the links of each body begin, and the links.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// The pairs, ascending, each once.
    pub pairs: Vec<[u32; 2]>,
    /// Where the links of each body begin, and the last end.
    pub link_starts: Vec<u32>,
    /// Twice the pair, plus the side of the body; ascending for each body.
    pub links: Vec<u32>,
}

/// What the passes from `pair_file` to `pair_write` compute, in plain words.
pub fn lists_of(found: &[[u32; 2]], bodies: usize) -> Lists {
    let mut pairs = found.to_vec();
    pairs.sort_unstable();
    pairs.dedup();
    let mut of_body = vec![Vec::new(); bodies];
    for (index, [i, j]) in (0u32..).zip(&pairs) {
        of_body[*i as usize].push(index << 1);
        of_body[*j as usize].push(index << 1 | 1);
    }
    let mut lists = Lists { pairs, link_starts: vec![0], ..Lists::default() };
    for links in of_body {
        lists.links.extend(links);
        lists.link_starts.push(lists.links.len() as u32);
    }
    lists
}
