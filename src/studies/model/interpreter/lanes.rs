//! Lanes of a workgroup: which of them are at work, and the values that they have.

use std::rc::Rc;

/// Lanes of a workgroup at most: what every device has to offer.
pub const MOST_LANES: usize = 256;

/// Some lanes of a workgroup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mask([u64; MOST_LANES / 64]);

impl Mask {
    /// No lane.
    pub const NONE: Self = Self([0; MOST_LANES / 64]);

    /// The first `count` lanes.
    pub fn first(count: usize) -> Self {
        Self::of((0..count).map(|_| true))
    }

    /// The lanes for which an item is true.
    pub fn of(flags: impl IntoIterator<Item = bool>) -> Self {
        let mut mask = Self::NONE;
        flags
            .into_iter()
            .enumerate()
            .filter(|(_, flag)| *flag)
            .for_each(|(lane, _)| mask.0[lane / 64] |= 1 << (lane % 64));
        mask
    }

    /// Whether no lane is in it.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Lanes of both.
    pub fn and(self, other: Self) -> Self {
        self.with(other, |p, q| p & q)
    }

    /// Lanes of either.
    pub fn or(self, other: Self) -> Self {
        self.with(other, |p, q| p | q)
    }

    /// Lanes of this one that are not of the other.
    pub fn without(self, other: Self) -> Self {
        self.with(other, |p, q| p & !q)
    }

    /// Whether a lane is in it.
    pub fn contains(self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// The lanes, ascending.
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| Bits(bits).map(move |bit| 64 * word + bit))
    }

    /// How many lanes of a wave are in it; waves are of 32 lanes or of 64.
    pub fn count_in(self, wave: usize, width: usize) -> u32 {
        let first = wave * width;
        let bits = self.0[first / 64] >> (first % 64);
        (if width == 64 { bits } else { bits & ((1 << width) - 1) }).count_ones()
    }

    fn with(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|k| combine(self.0[k], other.0[k])))
    }
}

/// Places of the bits that are set, ascending.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let lowest = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

/// Words of all lanes: word `w` of lane `l` is at `w * lanes + l`. A lane that is not at work has any value.
pub type Words = Rc<Vec<u32>>;

/// What an expression gives.
#[derive(Clone, Debug)]
pub struct Value {
    /// The number of the load that it has to wait for; 0 where there is none.
    pub load: u32,
    /// What it is.
    pub content: Content,
}

/// A number, vector, matrix or record in all lanes, or a place.
#[derive(Clone, Debug)]
pub enum Content {
    /// Numbers.
    Words(Words),
    /// A place.
    Pointer(Pointer),
}

/// A place in memory, one for each lane.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// Which memory.
    pub root: Root,
    /// Words from its start.
    pub offset: Offset,
    /// Whether an index of it is known only at run time.
    pub is_computed: bool,
}

/// Words from the start of a memory.
#[derive(Clone, Debug)]
pub enum Offset {
    /// The same for all lanes.
    Same(u32),
    /// One for each lane.
    Each(Words),
}

/// A memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// An array that is bound, by its number.
    Array(usize),
    /// A variable of each lane by itself.
    Own(usize),
    /// A variable that the workgroup shares.
    Shared(usize),
}

impl Value {
    /// Numbers that wait for nothing.
    pub fn ready(words: Vec<u32>) -> Self {
        Self { load: 0, content: Content::Words(Rc::new(words)) }
    }

    /// Numbers that have to wait for a load.
    pub fn after(load: u32, words: Words) -> Self {
        Self { load, content: Content::Words(words) }
    }

    /// The same words in all lanes.
    pub fn splat(lanes: usize, words: &[u32]) -> Self {
        Self::ready(words.iter().flat_map(|word| std::iter::repeat_n(*word, lanes)).collect())
    }

    /// A place.
    pub fn at(root: Root) -> Self {
        let pointer = Pointer { root, offset: Offset::Same(0), is_computed: false };
        Self { load: 0, content: Content::Pointer(pointer) }
    }
}

impl Offset {
    /// That of a lane.
    pub fn of(&self, lane: usize) -> usize {
        match self {
            Self::Same(offset) => *offset as usize,
            Self::Each(offsets) => offsets[lane] as usize,
        }
    }

    /// Some words further on.
    pub fn plus(&self, words: u32) -> Self {
        match self {
            Self::Same(offset) => Self::Same(offset.wrapping_add(words)),
            Self::Each(offsets) => {
                Self::Each(Rc::new(offsets.iter().map(|offset| offset.wrapping_add(words)).collect()))
            }
        }
    }

    /// By a number of strides for each lane further on.
    pub fn plus_each(&self, index: &[u32], stride: u32) -> Self {
        let shifted = |(lane, index): (usize, &u32)| (self.of(lane) as u32).wrapping_add(index.wrapping_mul(stride));
        Self::Each(Rc::new(index.iter().enumerate().map(shifted).collect()))
    }
}

/// Applies a function to each word.
pub fn map(a: &[u32], f: impl Fn(u32) -> u32) -> Vec<u32> {
    a.iter().map(|x| f(*x)).collect()
}

/// Applies a function to words of two values, one of which may be a scalar beside a vector.
pub fn map2(lanes: usize, a: &[u32], b: &[u32], f: impl Fn(u32, u32) -> u32) -> Vec<u32> {
    if a.len() == b.len() {
        return a.iter().zip(b).map(|(x, y)| f(*x, *y)).collect();
    }
    let mut out = Vec::with_capacity(a.len().max(b.len()));
    if a.len() > b.len() {
        a.chunks(lanes).for_each(|part| out.extend(part.iter().zip(b).map(|(x, y)| f(*x, *y))));
    } else {
        b.chunks(lanes).for_each(|part| out.extend(a.iter().zip(part).map(|(x, y)| f(*x, *y))));
    }
    out
}

/// Applies a function to words of three values, of which the last two may be scalars beside a vector.
pub fn map3(lanes: usize, [a, b, c]: [&[u32]; 3], f: impl Fn(u32, u32, u32) -> u32) -> Vec<u32> {
    let at = |words: &[u32], k: usize| if words.len() == a.len() { words[k] } else { words[k % lanes] };
    (0..a.len()).map(|k| f(a[k], at(b, k), at(c, k))).collect()
}

/// The words of one lane.
pub fn lane_words<'a>(lanes: usize, words: &'a [u32], lane: usize) -> impl Iterator<Item = u32> + 'a {
    words.iter().skip(lane).step_by(lanes).copied()
}

/// Makes words of all lanes from a function of each lane, which gives `count` words.
pub fn by_lane(lanes: usize, count: usize, f: impl Fn(usize, &mut [u32])) -> Vec<u32> {
    let (mut out, mut own) = (vec![0; count * lanes], vec![0; count]);
    for lane in 0..lanes {
        f(lane, &mut own);
        own.iter().enumerate().for_each(|(word, value)| out[word * lanes + lane] = *value);
    }
    out
}
