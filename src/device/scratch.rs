//! Memory that several arrays use in turn: what a rebuild needs only while it lasts, and what is only of use after it.
//!
//! No kernel has two arrays of the same memory at once.

use super::buffer::Array;
use super::pages::Pages;
use super::{Gpu, GpuError};

/// What others than the broad phase want to use of each block, when it does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lent {
    /// Free outside of a rebuild, and within it from the list of pairs on [words].
    pub first: usize,
    /// Free outside of a rebuild, and within it from the list of pairs on.
    pub second: Share,
}

/// What is wanted of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// For arrays in one piece [words].
    pub whole: usize,
    /// For records of pairs, page by page [words per pair].
    pub per_pair: usize,
}

/// Memory for arrays in one piece, and for records of pairs: the first page shares the piece, the others have one each.
#[derive(Debug)]
pub struct Block {
    whole: Array<u32>,
    more: Vec<Array<u32>>,
}

impl Block {
    /// A block with the capacity for both uses.
    pub fn new(gpu: &Gpu, name: &'static str, pages: &Pages, share: Share) -> Result<Self, GpuError> {
        let mut words = pages.all().map(|page| page.count as usize * share.per_pair);
        let whole = Array::zeros(gpu, name, words.next().unwrap_or(0).max(share.whole))?;
        let more = words.filter(|words| *words > 0).map(|words| Array::zeros(gpu, name, words));
        Ok(Self { whole, more: more.collect::<Result<_, _>>()? })
    }

    /// The piece for arrays that have no pages.
    pub fn whole(&self) -> &Array<u32> {
        &self.whole
    }

    /// The memory of all pages, in order.
    pub fn parts(&self) -> impl Iterator<Item = &Array<u32>> {
        std::iter::once(&self.whole).chain(&self.more)
    }

    fn bytes(&self) -> u64 {
        self.parts().map(Array::bytes).sum()
    }
}

/// The blocks.
#[derive(Debug)]
pub struct Scratch {
    /// Bodies in cells, then pairs found.
    pub first: Array<u32>,
    /// Bodies by cells, then partners, then records put aside; what searches leave to each other in between rebuilds.
    pub second: Block,
    /// Buckets.
    pub third: Array<u32>,
    /// Chains of pairs found, then places in the old list.
    pub fourth: Array<u32>,
}

impl Scratch {
    /// Blocks of at least so many words, and as many as others want.
    pub fn new(gpu: &Gpu, words: [usize; 4], pages: &Pages, lent: Lent) -> Result<Self, GpuError> {
        let [first, second, third, fourth] = words;
        let share = Share { whole: second.max(lent.second.whole), ..lent.second };
        Ok(Self {
            first: Array::zeros(gpu, "lists of a rebuild", first.max(lent.first))?,
            second: Block::new(gpu, "lists of a rebuild, records put aside, or searches", pages, share)?,
            third: Array::zeros(gpu, "buckets", third)?,
            fourth: Array::zeros(gpu, "chains of pairs found, or places in the old list", fourth)?,
        })
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> u64 {
        self.first.bytes() + self.second.bytes() + self.third.bytes() + self.fourth.bytes()
    }
}
