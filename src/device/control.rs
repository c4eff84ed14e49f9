//! The control block: the few numbers that passes share and the host reads once per batch.
//!
//! On the device it is an array of atomic words; their names here become constants of every kernel, in capitals.

use super::life::WordLife;

/// A word of the control block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Word {
    /// Bodies.
    Bodies,
    /// Bits of [`StatusFlag`]: once set, all passes of the batch do nothing.
    Status,
    /// The body or pair that the first trouble names.
    FirstOffender,
    /// Steps done in this batch.
    Step,
    /// Candidate pairs.
    Pairs,
    /// 1 in a step in which the list of pairs is made anew.
    Rebuild,
    /// Rebuilds since the start of the batch.
    Rebuilds,
    /// Number of materials.
    Materials,
    /// Number of surfaces of walls.
    Surfaces,
    /// Room for candidate pairs.
    PairCapacity,
    /// Pairs that `penetrate` has to solve.
    Meeting,
    /// Room for (body, cell) entries.
    EntryCapacity,
    /// (body, cell) entries that are needed.
    Entries,
    /// Room for pairs found.
    FoundCapacity,
    /// Pairs found; where there is no room for all, an upper bound, as repeats are then counted too.
    Found,
    /// Places for cells, a power of two.
    Places,
    /// A bit for each size level with a body on it.
    Levels,
    /// Room for links of bodies with walls.
    WallCapacity,
    /// Links of bodies with walls.
    WallLinks,
    /// Largest overlap of the last step: the bits of a float, which order as the floats do.
    LargestOverlap,
    /// Largest overlap of any step of the batch.
    LargestOverlapEver,
    /// Half the skin, in units of length: the bits of a float.
    HalfSkin,
    /// Largest overlap of the step before.
    LastLargestOverlap,
    /// How far points of moving walls may have gone since the list of pairs was made: the bits of a float.
    WallDisplacement,
    /// Speed of the walls, turning aside: the bits of a float.
    WallSpeed,
    /// Angle that walls turn by in a step: the bits of a float.
    WallTurn,
    /// Distance of the furthest body from the origin, where walls turn: the bits of a float.
    Reach,
    /// 1 where gaps are measured, not only proven.
    GapWanted,
    /// Links of bodies with walls before the last rebuild.
    WallLinksBefore,
    /// Workgroups of the scan over links with walls.
    WallBlocks,
    /// Candidate pairs of the list before.
    OldPairs,
    /// Cells of size level 0 have an edge of two to this power, in units of position.
    CellShift,
    /// Room for bodies.
    BodyCapacity,
    /// Pairs that `separate` has to look at.
    Unproven,
    /// Pairs that need a contact point.
    Touches,
    /// Pairs of a page of records.
    PagePairs,
    /// Pages of records.
    Pages,
    /// Largest overlap of this step as a share of a half-thickness: the bits of a float.
    LargestShare,
    /// The same of any step of the batch.
    LargestShareEver,
    /// The share at which a batch ends early: the bits of a float; 0 where no batch does.
    ShareLimit,
    /// 1 where a body is too fast for the next step.
    Overspeed,
}

impl Word {
    /// All of them, in order.
    pub const ALL: &[Self] = &[
        Self::Bodies,
        Self::Status,
        Self::FirstOffender,
        Self::Step,
        Self::Pairs,
        Self::Rebuild,
        Self::Rebuilds,
        Self::Materials,
        Self::Surfaces,
        Self::PairCapacity,
        Self::Meeting,
        Self::EntryCapacity,
        Self::Entries,
        Self::FoundCapacity,
        Self::Found,
        Self::Places,
        Self::Levels,
        Self::WallCapacity,
        Self::WallLinks,
        Self::LargestOverlap,
        Self::LargestOverlapEver,
        Self::HalfSkin,
        Self::LastLargestOverlap,
        Self::WallDisplacement,
        Self::WallSpeed,
        Self::WallTurn,
        Self::Reach,
        Self::GapWanted,
        Self::WallLinksBefore,
        Self::WallBlocks,
        Self::OldPairs,
        Self::CellShift,
        Self::BodyCapacity,
        Self::Unproven,
        Self::Touches,
        Self::PagePairs,
        Self::Pages,
        Self::LargestShare,
        Self::LargestShareEver,
        Self::ShareLimit,
        Self::Overspeed,
    ];

    /// Words in the block, with some to spare.
    pub const COUNT: usize = 64;

    /// How long what it says is of use.
    pub const fn life(self) -> WordLife {
        match self {
            Self::Bodies | Self::Pairs | Self::WallLinks | Self::Rebuild | Self::WallDisplacement => WordLife::State,
            Self::Status
            | Self::FirstOffender
            | Self::Step
            | Self::Rebuilds
            | Self::LargestOverlapEver
            | Self::LargestShareEver
            | Self::ShareLimit
            | Self::Overspeed
            | Self::WallSpeed
            | Self::WallTurn => WordLife::Batch,
            Self::Meeting
            | Self::Unproven
            | Self::Touches
            | Self::LargestOverlap
            | Self::LargestShare
            | Self::Reach => WordLife::Zero,
            Self::Entries | Self::Found | Self::OldPairs | Self::WallLinksBefore | Self::LastLargestOverlap => {
                WordLife::Step
            }
            Self::Materials
            | Self::Surfaces
            | Self::PairCapacity
            | Self::EntryCapacity
            | Self::FoundCapacity
            | Self::Places
            | Self::Levels
            | Self::WallCapacity
            | Self::HalfSkin
            | Self::GapWanted
            | Self::WallBlocks
            | Self::CellShift
            | Self::BodyCapacity
            | Self::PagePairs
            | Self::Pages => WordLife::Scene,
        }
    }

    /// The words of the state, in order.
    pub fn of_the_state() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|word| word.life() == WordLife::State)
    }
}

/// What can go wrong on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum StatusFlag {
    /// No room for all (body, cell) entries.
    EntriesFull = 1,
    /// No room for all pairs found.
    FoundFull = 2,
    /// No room for all candidate pairs.
    PairsFull = 4,
    /// No room for all links with walls.
    WallsFull = 8,
    /// A body is too fast to be followed.
    TooFast = 16,
    /// A state is not finite.
    NotFinite = 32,
    /// A body has left the map of positions.
    OffTheMap = 64,
    /// The list of pairs is out of date. A step with the passes of a rebuild takes the bit back and goes on; one without them
    /// ends here, in its middle, and whatever step with these passes comes next finishes it.
    Outdated = 128,
    /// An overlap or a body is beyond what a run may go on with. It is set at the end of a step, which is whole.
    Unsound = 256,
}

impl StatusFlag {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::EntriesFull,
        Self::FoundFull,
        Self::PairsFull,
        Self::WallsFull,
        Self::TooFast,
        Self::NotFinite,
        Self::OffTheMap,
        Self::Outdated,
        Self::Unsound,
    ];
    /// Those that more room cures: the step goes on with larger arrays.
    pub const CAPACITY: u32 = 15;
}

/// `Bodies` as `BODIES`, `PairCapacity` as `PAIR_CAPACITY`.
fn capitals(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_uppercase());
    }
    out
}

/// The constants as text for kernels: `const PAIRS: u32 = 4u;` and so on.
pub fn prelude() -> String {
    let words = Word::ALL.iter().map(|word| (capitals(&format!("{word:?}")), *word as u32));
    let troubles = StatusFlag::ALL.iter().map(|bit| (capitals(&format!("{bit:?}")), *bit as u32));
    words.chain(troubles).map(|(name, value)| format!("const {name}: u32 = {value}u;\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_listed_in_their_order() {
        assert!(Word::ALL.iter().enumerate().all(|(place, word)| *word as usize == place));
        assert!(Word::ALL.len() <= Word::COUNT);
        assert!(prelude().contains("const PAIR_CAPACITY: u32 = 9u;\n"));
    }
}
