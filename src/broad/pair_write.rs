//! Pass `pair_write` on the device: pairs in ascending order, and the links of each body. On the processor it is part of
//! `pairs.rs`.

use crate::gpu::shader::{FIXED, PARTNERS, Source};

/// The kernel.
pub const PAIR_WRITE: Source =
    Source { name: "pair_write", parts: &[FIXED, PARTNERS, include_str!("../../shaders/broad/pair_write.wgsl")] };

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
