//! Memory that several arrays use in turn: what a rebuild needs only while it lasts, and what is only of use after it.
//!
//! No kernel has two arrays of the same memory at once.

use super::buffer::Array;
use super::{Gpu, GpuError};

/// What others than the broad phase want to use of each block, when it does not [words].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lent {
    /// Free outside of a rebuild, and within it from the list of pairs on.
    pub first: usize,
    /// Free outside of a rebuild, and within it from the list of pairs on.
    pub second: usize,
    /// Free outside of a rebuild.
    pub third: usize,
}

/// The blocks.
#[derive(Debug)]
pub struct Scratch {
    /// Bodies in cells, then pairs found; contacts in between rebuilds.
    pub first: Array<u32>,
    /// Bodies by cells, then partners, then records put aside.
    pub second: Array<u32>,
    /// Buckets; the pairs that meet in between rebuilds.
    pub third: Array<u32>,
    /// Chains of pairs found, then places in the old list.
    pub fourth: Array<u32>,
}

impl Scratch {
    /// Blocks of at least so many words, and as many as others want.
    pub fn new(gpu: &Gpu, words: [usize; 4], lent: Lent) -> Result<Self, GpuError> {
        let [first, second, third, fourth] = words;
        Ok(Self {
            first: Array::zeros(gpu, "lists of a rebuild, or contacts", first.max(lent.first))?,
            second: Array::zeros(gpu, "lists of a rebuild, or records put aside", second.max(lent.second))?,
            third: Array::zeros(gpu, "buckets, or pairs that meet", third.max(lent.third))?,
            fourth: Array::zeros(gpu, "chains of pairs found, or places in the old list", fourth)?,
        })
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> u64 {
        self.first.bytes() + self.second.bytes() + self.third.bytes() + self.fourth.bytes()
    }
}
