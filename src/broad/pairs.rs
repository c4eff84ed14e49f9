//! Passes `pair_count`, `pair_scan`, `pair_write`: candidate pairs (i, j), i < j, in ascending order, each once; and
//! for every body the list of its pairs.
//!
//! Each slot collects the partners that it is the finder of (see `grid.rs`) from the cells it touches, sorts them,
//! drops repeats (two bodies often share several cells), and keeps those whose oriented boxes touch: `pair_count`. The
//! pairs so found are sorted by their first body: `pair_scan`. Each body then sorts its few partners into the list:
//! `pair_write`.

use rayon::prelude::*;

use super::grid::Grid;
use super::sort::{Chunk, CountingSort, for_each_part, packed};
use super::{BroadError, chunk_size};

/// A candidate pair as one of its bodies sees it: which pair, and on which side of it the body is. Orders by pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Link(u32);

impl Link {
    /// Index of the pair.
    #[inline]
    pub fn pair(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// 0 if the body is the first of the pair, 1 if it is the second.
    #[inline]
    pub fn side(self) -> usize {
        (self.0 & 1) as usize
    }
}

impl From<u32> for Link {
    /// The index of the pair, doubled, plus the side.
    fn from(packed: u32) -> Self {
        Self(packed)
    }
}

/// What the search of one chunk of slots needs and counts.
#[derive(Clone, Debug, Default)]
struct Search {
    /// Candidates of one slot.
    near: Vec<u32>,
    /// Entries looked at.
    visits: u64,
    /// Different pairs of which the oriented boxes were tested.
    tested: u64,
}

/// Candidate pairs and the buffers to find them.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    searches: Vec<Search>,
    /// Second bodies by first body.
    found: CountingSort,
    /// The pairs, ascending.
    pub list: Vec<[u32; 2]>,
    links: CountingSort<Link>,
    /// Entries looked at.
    pub visits: u64,
    /// Different pairs of which the oriented boxes were tested.
    pub tested: u64,
}

/// Finds the partners of one slot after the other.
struct Finder<'a, S> {
    grid: &'a Grid,
    skip: &'a S,
}

impl<S: Fn(u32, u32) -> bool + Sync> Finder<'_, S> {
    /// Slots in the cells of `slot`, behind it on its level or on coarser levels, near enough for a close look.
    /// They are the first of `search.near`; returns how many.
    fn collect(&self, slot: u32, search: &mut Search) -> usize {
        let own = &self.grid.reaches[slot as usize];
        let mut count = 0;
        let mut look = |cell: u32, level: u32, from: u32| {
            let filed = self.grid.slots_in(cell);
            let behind = &filed[filed.iter().rposition(|other| *other < from).map_or(0, |last| last + 1)..];
            search.visits += behind.len() as u64;
            if search.near.len() < count + behind.len() {
                search.near.resize(2 * (count + behind.len()), 0);
            }
            for &other in behind {
                let reach = &self.grid.reaches[other as usize];
                // Written in any case and counted if near: no branch. Cells of several levels may share a place.
                search.near[count] = other;
                count += usize::from(own.near(reach) & (reach.level == level));
            }
        };
        self.grid.cells_of(slot as usize).for_each(|cell| look(cell, own.level, slot + 1));
        let mut coarser = self.grid.levels & (u32::MAX << own.level << 1);
        while coarser != 0 {
            let level = coarser.trailing_zeros();
            let bounds = &self.grid.boxes[slot as usize];
            self.grid.lattices[level as usize].touched(bounds, own, |cell| look(cell, level, 0));
            coarser &= coarser - 1;
        }
        distinct(&mut search.near[..count])
    }

    /// Writes the pairs that `slot` finds, packed.
    fn find(&self, slot: u32, search: &mut Search, found: &mut Vec<u64>) {
        let count = self.collect(slot, search);
        search.tested += count as u64;
        let (bodies, boxes, reaches) = (self.grid.body_from_slot(), &self.grid.boxes, &self.grid.reaches);
        let (body, own, round) = (bodies[slot as usize], &boxes[slot as usize], reaches[slot as usize].holds_ball);
        for &near in &search.near[..count] {
            let other = bodies[near as usize];
            let (first, second) = (body.min(other), body.max(other));
            let (other, both_round) = (&boxes[near as usize], round && reaches[near as usize].holds_ball);
            if (both_round || own.overlaps(other)) && !(self.skip)(first, second) {
                found.push(packed(first, second));
            }
        }
    }
}

impl Pairs {
    /// Makes the list anew.
    pub fn build(&mut self, grid: &Grid, skip: &(impl Fn(u32, u32) -> bool + Sync)) -> Result<(), BroadError> {
        let bodies = grid.boxes.len();
        self.pair_count(&Finder { grid, skip });
        // A link has a bit for the side beside the index of the pair.
        let (count, limit) = (self.found.len(), u64::from(u32::MAX >> 1));
        if count > limit {
            return Err(BroadError::TooMany { what: "candidate pairs", count, limit });
        }
        self.found.sort(bodies, u32::MAX, "candidate pairs")?;
        self.pair_write(bodies);
        self.link(bodies)
    }

    /// Takes a list made elsewhere.
    pub fn adopt(&mut self, list: Vec<[u32; 2]>, bodies: usize) -> Result<(), BroadError> {
        self.list = list;
        self.link(bodies)
    }

    /// Finds all pairs, chunk by chunk.
    fn pair_count(&mut self, finder: &Finder<'_, impl Fn(u32, u32) -> bool + Sync>) {
        let count = finder.grid.boxes.len();
        let size = chunk_size(count);
        self.searches.resize_with(count.div_ceil(size), Search::default);
        let search = |(index, (search, found)): (usize, (&mut Search, &mut Chunk))| {
            (search.visits, search.tested) = (0, 0);
            for slot in index * size..((index + 1) * size).min(count) {
                finder.find(slot as u32, search, &mut found.raw);
            }
        };
        let found = self.found.chunks_to_fill(count.div_ceil(size));
        self.searches.par_iter_mut().zip(found).enumerate().for_each(search);
        self.visits = self.searches.iter().map(|search| search.visits).sum();
        self.tested = self.searches.iter().map(|search| search.tested).sum();
    }

    /// Lists the pairs of each body with its partners in order.
    fn pair_write(&mut self, bodies: usize) {
        let size = chunk_size(bodies);
        self.list.resize(self.found.values().len(), [0; 2]);
        let found = &self.found;
        let cut = |chunk: usize| (found.values_before((chunk * size).min(bodies)), 0);
        let leaf = |chunk: usize, mut list: &mut [[u32; 2]], _: &mut [()]| {
            for body in chunk * size..((chunk + 1) * size).min(bodies) {
                let partners = found.values_of(body);
                let (own, rest) = std::mem::take(&mut list).split_at_mut(partners.len());
                own.iter_mut().zip(partners).for_each(|(pair, partner)| *pair = [body as u32, *partner]);
                own.sort_unstable_by_key(|pair| pair[1]);
                list = rest;
            }
        };
        for_each_part(0..bodies.div_ceil(size), (&mut self.list, &mut []), &cut, &leaf);
    }

    /// Lists the pairs of every body.
    fn link(&mut self, bodies: usize) -> Result<(), BroadError> {
        let size = chunk_size(self.list.len());
        let fill = |(index, (chunk, pairs)): (usize, (&mut Chunk, &[[u32; 2]]))| {
            for (k, [i, j]) in pairs.iter().enumerate() {
                let pair = (index * size + k) as u32;
                chunk.raw.extend([packed(*i, pair << 1), packed(*j, pair << 1 | 1)]);
            }
        };
        let chunks = self.links.chunks_to_fill(self.list.len().div_ceil(size));
        chunks.par_iter_mut().zip(self.list.par_chunks(size)).enumerate().for_each(fill);
        self.links.sort(bodies, u32::MAX, "links of bodies to pairs")
    }

    /// The pairs of a body, ascending.
    pub fn links_of(&self, body: usize) -> &[Link] {
        self.links.values_of(body)
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> usize {
        let searches = self.searches.iter().map(|search| 4 * search.near.capacity()).sum::<usize>();
        8 * self.list.capacity() + searches + self.found.bytes() + self.links.bytes()
    }
}

/// Sorts a list and moves its different members to the front; returns how many there are.
fn distinct(list: &mut [u32]) -> usize {
    list.sort_unstable();
    let mut count = usize::from(!list.is_empty());
    for k in 1..list.len() {
        if list[k] != list[count - 1] {
            list[count] = list[k];
            count += 1;
        }
    }
    count
}
