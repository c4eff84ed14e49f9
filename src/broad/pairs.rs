//! Passes `pair_count`, `pair_scan`, `pair_write`: candidate pairs (i, j), i < j, in ascending order, each once; and for
//! every body the list of its pairs.
//!
//! Each body collects the partners that it is the finder of (see `grid.rs`) from the cells it touches, sorts them, drops
//! repeats (two bodies often share several cells), and keeps those whose oriented boxes touch. Pairs whose finder is the
//! first body are then in order as they are; the others, between levels, are sorted by their first body. Both are merged.

use rayon::prelude::*;

use super::bounds::WorldBox;
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

/// What the bodies of one chunk have found.
#[derive(Clone, Debug, Default)]
struct Found {
    /// Partners of larger index, body by body, ascending.
    partners: Vec<u32>,
    /// Where each body's partners end.
    ends: Vec<u32>,
    /// Candidates of one body.
    near: Vec<u32>,
    /// Entries looked at.
    visits: u64,
    /// Different pairs of which the oriented boxes were tested.
    tested: u64,
}

/// Candidate pairs and the buffers to find them.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    found: Vec<Found>,
    live: usize,
    /// Pairs found from their second body: key first body, value second.
    reversed: CountingSort,
    pub list: Vec<[u32; 2]>,
    links: CountingSort<Link>,
    /// How many partners the chunks before each have found.
    starts: Vec<usize>,
    /// Entries looked at.
    pub visits: u64,
    /// Different pairs of which the oriented boxes were tested.
    pub tested: u64,
}

/// Finds the partners of one body after the other.
struct Finder<'a, S> {
    grid: &'a Grid,
    boxes: &'a [WorldBox],
    skip: &'a S,
}

impl<S: Fn(u32, u32) -> bool + Sync> Finder<'_, S> {
    /// Bodies in the cells of `body`, of its level and larger index or of coarser levels, near enough for a close look.
    fn collect(&self, body: u32, out: &mut Found) {
        let own = &self.grid.reaches[body as usize];
        out.near.clear();
        let mut look = |cell: u32, level: u32, from: u32| {
            for &other in self.grid.bodies_in(cell).iter().rev() {
                if other < from {
                    break;
                }
                out.visits += 1;
                let reach = &self.grid.reaches[other as usize];
                // Cells of several levels may be filed in one place.
                if own.near(reach) && reach.level == level {
                    out.near.push(other);
                }
            }
        };
        self.grid.cells_of(body as usize).for_each(|cell| look(cell, own.level, body + 1));
        let mut coarser = self.grid.levels & (u32::MAX << own.level << 1);
        while coarser != 0 {
            let level = coarser.trailing_zeros();
            let bounds = &self.boxes[body as usize];
            self.grid.lattices[level as usize].touched(bounds, own, |cell| look(cell, level, 0));
            coarser &= coarser - 1;
        }
    }

    fn find(&self, body: u32, out: &mut Found, reversed: &mut Vec<u64>) {
        self.collect(body, out);
        out.near.sort_unstable();
        out.near.dedup();
        out.tested += out.near.len() as u64;
        let own = &self.boxes[body as usize];
        for &other in &out.near {
            let (first, second) = (body.min(other), body.max(other));
            if (self.skip)(first, second) || !own.overlaps(&self.boxes[other as usize]) {
                continue;
            }
            if other > body {
                out.partners.push(other);
            } else {
                reversed.push(packed(other, body));
            }
        }
        out.ends.push(out.partners.len() as u32);
    }
}

impl Pairs {
    /// Makes the list anew.
    pub fn build(
        &mut self,
        grid: &Grid,
        boxes: &[WorldBox],
        skip: &(impl Fn(u32, u32) -> bool + Sync),
    ) -> Result<(), BroadError> {
        self.pair_count(&Finder { grid, boxes, skip });
        if grid.levels.count_ones() > 1 {
            self.reversed.sort(boxes.len(), u32::MAX, "pairs of different size levels")?;
        } else {
            self.reversed.clear(boxes.len());
        }
        self.pair_write(boxes.len())?;
        self.link(boxes.len())
    }

    /// Finds all pairs, chunk by chunk.
    fn pair_count(&mut self, finder: &Finder<'_, impl Fn(u32, u32) -> bool + Sync>) {
        let count = finder.boxes.len();
        let size = chunk_size(count);
        self.live = count.div_ceil(size);
        if self.found.len() < self.live {
            self.found.resize_with(self.live, Found::default);
        }
        let search = |(index, (found, reversed)): (usize, (&mut Found, &mut Chunk))| {
            (found.visits, found.tested) = (0, 0);
            found.partners.clear();
            found.ends.clear();
            for body in index * size..((index + 1) * size).min(count) {
                finder.find(body as u32, found, &mut reversed.raw);
            }
        };
        let reversed = self.reversed.chunks_to_fill(self.live);
        self.found[..self.live].par_iter_mut().zip(reversed).enumerate().for_each(search);
        self.visits = self.found[..self.live].iter().map(|found| found.visits).sum();
        self.tested = self.found[..self.live].iter().map(|found| found.tested).sum();
    }

    /// Where the chunks begin.
    fn pair_scan(&mut self) {
        self.starts.clear();
        let mut sum = 0;
        for found in &self.found[..self.live] {
            self.starts.push(sum);
            sum += found.partners.len();
        }
    }

    /// Merges the pairs of each body in both directions into the list.
    fn pair_write(&mut self, bodies: usize) -> Result<(), BroadError> {
        let size = chunk_size(bodies);
        let found = &self.found[..self.live];
        let total = found.iter().map(|found| found.partners.len() as u64).sum::<u64>() + self.reversed.len();
        // A link has a bit for the side beside the index of the pair.
        let limit = u64::from(u32::MAX >> 1);
        if total > limit {
            return Err(BroadError::TooMany { what: "candidate pairs", count: total, limit });
        }
        self.list.resize(total as usize, [0; 2]);
        self.pair_scan();
        let (found, starts, reversed) = (&self.found[..self.live], &self.starts, &self.reversed);
        let cut = |chunk: usize| (starts[chunk] + reversed.values_before((chunk * size).min(bodies)), 0);
        let leaf = |chunk: usize, list: &mut [[u32; 2]], _: &mut [()]| {
            let found = &found[chunk];
            let (mut start, mut at) = (0, 0);
            for (k, &end) in found.ends.iter().enumerate() {
                let body = chunk * size + k;
                let forward = &found.partners[start as usize..end as usize];
                let room = &mut list[at..];
                at += merge(body as u32, forward, reversed.values_of(body), room);
                start = end;
            }
        };
        for_each_part(0..self.live, (&mut self.list, &mut []), &cut, &leaf);
        Ok(())
    }

    /// Lists the pairs of every body.
    fn link(&mut self, bodies: usize) -> Result<(), BroadError> {
        let size = 4 * chunk_size(self.list.len());
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
        let of_found = |f: &Found| 4 * (f.partners.capacity() + f.ends.capacity() + f.near.capacity());
        let own = 8 * self.list.capacity() + self.found.iter().map(of_found).sum::<usize>();
        own + self.reversed.bytes() + self.links.bytes()
    }
}

/// Writes the pairs of `body` with partners from two ascending lists in ascending order; returns how many.
fn merge<'a>(body: u32, mut left: &'a [u32], mut right: &'a [u32], out: &mut [[u32; 2]]) -> usize {
    let count = left.len() + right.len();
    for place in &mut out[..count] {
        let from_left = match (left.first(), right.first()) {
            (Some(l), Some(r)) => l < r,
            (l, _) => l.is_some(),
        };
        let list = if from_left { &mut left } else { &mut right };
        if let Some((partner, rest)) = list.split_first() {
            *place = [body, *partner];
            *list = rest;
        }
    }
    count
}
