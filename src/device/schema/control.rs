//! The control block: the few numbers that passes share and the host reads once per batch.
//!
//! On the device it is an array of atomic words; their names here become constants of every kernel, in capitals. Each word says with
//! its name how long what it says is of use, by which checkpoints and larger arrays go.

use super::records::GpuContact;
use crate::device::life::WordLife;

macro_rules! words {
    ($($(#[$doc:meta])* $word:ident: $life:ident,)*) => {
        /// A word of the control block.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum Word {
            $($(#[$doc])* $word,)*
        }

        impl Word {
            /// All of them, in order.
            pub const ALL: &[Self] = &[$(Self::$word),*];

            /// How long what it says is of use.
            pub const fn life(self) -> WordLife {
                match self {
                    $(Self::$word => WordLife::$life,)*
                }
            }
        }
    };
}

words! {
    /// Bodies.
    Bodies: State,
    /// Bits of [`StatusFlag`]: once set, all passes of the batch do nothing.
    Status: Batch,
    /// The body or pair that the first trouble names.
    FirstOffender: Batch,
    /// Steps done in this batch.
    Step: Batch,
    /// Candidate pairs.
    Pairs: State,
    /// 1 in a step in which the list of pairs is made anew.
    Rebuild: State,
    /// Rebuilds since the start of the batch.
    Rebuilds: Batch,
    /// Number of materials.
    Materials: Scene,
    /// Number of surfaces of walls.
    Surfaces: Scene,
    /// Capacity for candidate pairs.
    PairCapacity: Scene,
    /// Capacity for (body, cell) entries.
    EntryCapacity: Scene,
    /// (body, cell) entries that are needed.
    Entries: Step,
    /// Capacity for pairs found.
    FoundCapacity: Scene,
    /// Pairs found; where they exceed the capacity, an upper bound, as repeats are then counted too.
    Found: Step,
    /// Places for cells, a power of two.
    Places: Scene,
    /// A bit for each size level with a body on it.
    Levels: Scene,
    /// Capacity for links of bodies with walls.
    WallCapacity: Scene,
    /// Links of bodies with walls.
    WallLinks: State,
    /// Largest overlap of the last step: the bits of a float, which order as the floats do.
    LargestOverlap: Zero,
    /// Largest overlap of any step of the batch.
    LargestOverlapEver: Batch,
    /// Half the skin, in units of length: the bits of a float.
    HalfSkin: Scene,
    /// Largest overlap of the step before.
    LastLargestOverlap: Step,
    /// How far points of moving walls may have gone since the list of pairs was made: the bits of a float.
    WallDisplacement: State,
    /// Speed of the walls, turning aside: the bits of a float.
    WallSpeed: Batch,
    /// Angle that walls turn by in a step: the bits of a float.
    WallTurn: Batch,
    /// Distance of the furthest body from the origin, where walls turn: the bits of a float.
    Reach: Zero,
    /// Largest gap across which bodies are held that have touched, and across which others pull at each other, in units of length:
    /// the bits of floats. Only kernels of cohesive scenes read them.
    Range: Scene,
    RangeUntouched: Scene,
    /// 1 where gaps are measured, not only proven.
    GapWanted: Scene,
    /// 1 where pairs apart are listed with the contacts, and bounds are kept: for those who want an answer for every pair.
    AllWanted: Scene,
    /// Links of bodies with walls before the last rebuild.
    WallLinksBefore: Step,
    /// Workgroups of the scan over links with walls.
    WallBlocks: Scene,
    /// The same over places for cells.
    PlaceBlocks: Scene,
    /// The same over starts of links.
    LinkBlocks: Scene,
    /// The same over buckets.
    BucketBlocks: Scene,
    /// Candidate pairs of the list before.
    OldPairs: Step,
    /// Cells of size level 0 have an edge of two to this power, in units of position.
    CellShift: Scene,
    /// Capacity for bodies.
    BodyCapacity: Scene,
    /// Links of grains in tubes and cones, clear of their ends, that may touch.
    ToTubes: Zero,
    /// Links of grains at ends of tubes and cones, and at rods, that may touch.
    ToEnds: Zero,
    /// Pairs of a page of records.
    PagePairs: Scene,
    /// Pages of records.
    Pages: Scene,
    /// Largest overlap of this step as a share of a half-thickness: the bits of a float.
    LargestShare: Zero,
    /// The same of any step of the batch.
    LargestShareEver: Batch,
    /// The share at which a batch ends early: the bits of a float; 0 where no batch does.
    ShareLimit: Batch,
    /// 1 where a body is too fast for the next step.
    Overspeed: Batch,
}

macro_rules! list_words {
    ($($(#[$doc:meta])* $word:ident,)*) => {
        /// A word before the contacts of a page. All are 0 at the end of a step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum ListWord {
            $($(#[$doc])* $word,)*
        }

        impl ListWord {
            /// All of them, in order.
            const ALL: &[Self] = &[$(Self::$word),*];
        }
    };
}

list_words! {
    /// Contacts listed.
    Listed,
    /// Of these, those that `separate` has to look at.
    ToSeparate,
    /// Those that `penetrate` has to solve.
    ToPenetrate,
    /// Those that need a contact point.
    ToPatch,
    /// Largest overlap: the bits of a float, which order as the floats do.
    DeepestOverlap,
    /// Largest overlap as a share of a half-thickness: the bits of a float.
    DeepestShare,
}

impl ListWord {
    /// Words before the contacts: as many as a contact has.
    pub const COUNT: usize = size_of::<GpuContact>() / 4;
}

macro_rules! flags {
    ($($(#[$doc:meta])* $flag:ident = $bit:literal,)*) => {
        /// What stops a batch: bits of the word `Status`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum StatusFlag {
            $($(#[$doc])* $flag = $bit,)*
        }

        impl StatusFlag {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$flag),*];
        }
    };
}

flags! {
    /// More (body, cell) entries than the capacity.
    EntriesFull = 1,
    /// More pairs found than the capacity.
    FoundFull = 2,
    /// More candidate pairs than the capacity.
    PairsFull = 4,
    /// More links with walls than the capacity.
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

impl Word {
    /// Words in the block, with some to spare.
    pub const COUNT: usize = 64;

    /// The words of the state, in order.
    pub fn of_the_state() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|word| word.life() == WordLife::State)
    }
}

impl StatusFlag {
    /// Those that larger arrays cure: the step then goes on.
    pub const CAPACITY: u32 =
        Self::EntriesFull as u32 | Self::FoundFull as u32 | Self::PairsFull as u32 | Self::WallsFull as u32;
}

/// `Bodies` as `BODIES`, `PairCapacity` as `PAIR_CAPACITY`.
pub(crate) fn capitals(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_uppercase());
    }
    out
}

/// The words and flags as text for kernels: `const PAIRS: u32 = 4u;` and so on.
pub fn wgsl() -> String {
    let words = Word::ALL.iter().map(|word| (capitals(&format!("{word:?}")), *word as u32));
    let flags = StatusFlag::ALL.iter().map(|bit| (capitals(&format!("{bit:?}")), *bit as u32));
    let listed = ListWord::ALL.iter().map(|word| (capitals(&format!("{word:?}")), *word as u32));
    let sizes = [("LIST_WORDS", ListWord::COUNT), ("CONTROL_ROWS", Word::COUNT / 4)];
    let sizes = sizes.map(|(name, value)| (name.to_string(), value as u32));
    words
        .chain(flags)
        .chain(listed)
        .chain(sizes)
        .map(|(name, value)| format!("const {name}: u32 = {value}u;\n"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fit_the_block_and_flags_are_single_bits() {
        assert!(Word::ALL.len() <= Word::COUNT && ListWord::ALL.len() <= ListWord::COUNT);
        assert!(StatusFlag::ALL.iter().all(|flag| (*flag as u32).is_power_of_two()));
        assert!(wgsl().contains("const PAIR_CAPACITY: u32 = 9u;\n"));
    }
}
