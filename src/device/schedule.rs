//! The pass `schedule` of the GPU: how many workgroups the passes ahead need. The CPU knows its counts and has none.

/// Places in the array of arguments, in the order of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Slot {
    /// One invocation per body and one more, when the list of pairs is made anew.
    BodiesAnew,
    /// One per pair whose overlap is to be found.
    ToPenetrate,
    /// One per link of a body with a wall.
    WallLinks,
    /// One per link, old or new, when the lists are made anew.
    WallLinksAnew,
    /// One workgroup for each block of the scan over links, when the lists are made anew.
    WallBlocks,
    /// One workgroup, when the lists are made anew.
    OnceAnew,
    /// One per pair that a search has to look at.
    ToSeparate,
    /// One per pair that needs a contact point.
    ToPatch,
    /// One per pair of the first page; behind it are those of all other pages.
    Pairs,
}

impl Slot {
    /// Number of slots where there is one page.
    pub const COUNT: usize = 9;

    /// Where its arguments are [bytes].
    pub fn offset(self) -> u64 {
        16 * self as u64
    }

    /// Where the arguments for the pairs of a page are [bytes].
    pub fn of_page(page: usize) -> u64 {
        Self::Pairs.offset() + 16 * page as u64
    }
}
