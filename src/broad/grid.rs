//! Passes `cell_count`, `cell_scan`, `cell_write`: every body filed under the cells that its oriented box touches.
//!
//! **Cells.** The edge of a body's cells follows from the *middle* extent of its box. The longest would be absurd for
//! a rod (at H/D = 50 thousands of rods would share a cell), the shortest for a disc (which would fill thousands of
//! cells). Elongation enlarges it a little, flatness shrinks it a little; see [`measure`]. A body touches 4 to 30
//! cells.
//!
//! **Levels.** Bodies are binned by that measure in factors of two. A body is filed on its own level only. It looks for
//! partners on its own level and on all coarser ones, where it touches few cells; never on finer ones, where it could
//! touch millions. So each pair has one finder, the body of the finer level, of equal ones the smaller slot.
//!
//! **Slots.** Bodies are first put in the order of the cells of their middles, by the same sort, and boxes copied in
//! that order. Neighbours in space are then neighbours in memory however the bodies are numbered.
//!
//! **Memory.** Cells of all levels are filed in one table by a hash of level and place, with about as many places as
//! there are (body, cell) entries: memory follows the number of bodies and never the size of the domain. A grain that
//! flies off to 1e4 m, or to 1e300 m, costs one entry or a few. Cells that meet in one place of the table only cause
//! more tests. Blocks of 4 x 4 x 4 cells are hashed as one, so that neighbours in space are mostly neighbours in
//! memory.
//!
//! **Why not a tree.** The upright box of a diagonal rod is mostly empty, so a tree of those has many false partners,
//! and a tree of oriented boxes is built level after level. Counting, scanning and writing map to compute passes as
//! they are, and give the same bits for any number of threads. (No tree was measured.)

use glam::DVec3;
use rayon::prelude::*;

use super::bounds::{Reach, WorldBox};
use super::raster::Lattice;
use super::sort::{Chunk, CountingSort, packed, unpacked};
use super::{BroadError, chunk_size};

/// Edge of a cell as a multiple of the measure of a body in the middle of its level; times hardly change from 1 to
/// 1.75.
const EDGE: f64 = 1.5;
/// Levels at most. A body smaller than the largest by more than 2^31 is treated as one that is not.
const LEVELS: u32 = 32;
/// A body is not longer than this many of its measures: bounds the number of its cells.
const MOST_CELLS_ALONG: f64 = 64.0;
/// A body is not wider than this many of its measures.
const MOST_CELLS_ACROSS: f64 = 8.0;
/// Places of the table per entry.
const PLACES_PER_ENTRY: u64 = 1;

/// The length that decides a body's level [m], from half the lengths of its box: the middle length b of the box, of
/// a <= b <= c, times (c/b)^(1/4), as a rod in small cells has too many of them, times (a/b)^(1/8), as large cells hold
/// too many discs.
pub(crate) fn measure(half: DVec3) -> f64 {
    let (long, short) = (half.max_element(), half.min_element());
    // The middle of three, without rounding.
    let middle = half.x.max(half.y).min(half.x.min(half.y).max(half.z));
    if middle <= 0.0 {
        return 2.0 * long / MOST_CELLS_ALONG;
    }
    let ideal = middle * (long / middle).sqrt().sqrt() * (short / middle).sqrt().sqrt().sqrt();
    2.0 * ideal.max(long / MOST_CELLS_ALONG).max(middle / MOST_CELLS_ACROSS)
}

/// All bodies, in the order of their places, filed by cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    /// Bodies by the cell of their middle: `homes.values()` gives `body_from_slot`.
    homes: CountingSort,
    /// Boxes of all slots.
    pub boxes: Vec<WorldBox>,
    /// Balls, upright boxes and levels of all slots.
    pub reaches: Vec<Reach>,
    /// Where each slot's entries end, counted within its chunk.
    entry_ends: Vec<u32>,
    table: CountingSort,
    mask: u32,
    /// The cells of each level.
    pub lattices: Vec<Lattice>,
    /// A bit for each level with a body on it.
    pub levels: u32,
    chunk: usize,
}

impl Grid {
    /// Files all bodies.
    pub fn build(&mut self, boxes: &[WorldBox]) -> Result<(), BroadError> {
        self.chunk = chunk_size(boxes.len());
        let least = self.choose_cells(boxes);
        self.choose_slots(boxes, least)?;
        self.cell_count();
        let places = (self.table.len() * PLACES_PER_ENTRY).next_power_of_two().clamp(64, 1 << 31);
        self.mask = (places - 1) as u32;
        self.table.sort(places as usize, self.mask, "entries of bodies in cells")
    }

    /// Sets up the cells of all levels; returns the measure of the smallest body [m].
    fn choose_cells(&mut self, boxes: &[WorldBox]) -> f64 {
        let range = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
        let measures = boxes.par_iter().with_min_len(1024).map(|bounds| measure(bounds.half)).map(|m| (m, m));
        let (least, most) = measures.reduce(|| (f64::INFINITY, 0.0), range);
        // If nothing has a size, any cell will do.
        let most = if most > 0.0 { most } else { 1.0 };
        let least = least.clamp(most * (1.0 - f64::from(LEVELS)).exp2(), most);
        let edge = |level: u32| EDGE * least * f64::from(level).exp2();
        self.lattices.clear();
        self.lattices.extend((0..LEVELS).map(|level| Lattice::new(edge(level), level)));
        least
    }

    /// Puts the bodies in the order of the cells of their middles.
    fn choose_slots(&mut self, boxes: &[WorldBox], least: f64) -> Result<(), BroadError> {
        let level_of = |bounds: &WorldBox| level(measure(bounds.half) / least);
        let fill = |(index, (chunk, boxes)): (usize, (&mut Chunk, &[WorldBox]))| {
            let first = index * self.chunk;
            chunk.raw.extend(boxes.iter().enumerate().map(|(k, bounds)| {
                let home = self.lattices[level_of(bounds) as usize].home(bounds.center);
                packed(home, (first + k) as u32)
            }));
        };
        let chunks = self.homes.chunks_to_fill(boxes.len().div_ceil(self.chunk));
        chunks.par_iter_mut().zip(boxes.par_chunks(self.chunk)).enumerate().for_each(fill);
        let places = boxes.len().next_power_of_two().max(64);
        self.homes.sort(places, (places - 1) as u32, "bodies")?;
        let slots = self.homes.values().par_iter().with_min_len(1024);
        slots.clone().map(|body| boxes[*body as usize]).collect_into_vec(&mut self.boxes);
        let reach = |bounds: &WorldBox| Reach { level: level_of(bounds), ..Reach::new(bounds) };
        self.boxes.par_iter().with_min_len(1024).map(reach).collect_into_vec(&mut self.reaches);
        let bits = |reach: &Reach| 1u32 << reach.level;
        self.levels = self.reaches.par_iter().with_min_len(1024).map(bits).reduce(|| 0, |a, b| a | b);
        Ok(())
    }

    /// Lists the cells of each slot.
    fn cell_count(&mut self) {
        let count = self.boxes.len();
        self.entry_ends.resize(count, 0);
        let fill = |(index, (chunk, ends)): (usize, (&mut Chunk, &mut [u32]))| {
            let first = index * self.chunk;
            for (k, end) in ends.iter_mut().enumerate() {
                let (slot, reach) = (first + k, &self.reaches[first + k]);
                let lattice = &self.lattices[reach.level as usize];
                lattice.touched(&self.boxes[slot], reach, |cell| chunk.raw.push(packed(cell, slot as u32)));
                *end = chunk.raw.len() as u32;
            }
        };
        let chunks = self.table.chunks_to_fill(count.div_ceil(self.chunk));
        chunks.par_iter_mut().zip(self.entry_ends.par_chunks_mut(self.chunk)).enumerate().for_each(fill);
    }

    /// The body in each slot.
    pub fn body_from_slot(&self) -> &[u32] {
        self.homes.values()
    }

    /// The cells in which a slot is filed.
    pub fn cells_of(&self, slot: usize) -> impl Iterator<Item = u32> {
        let start = if slot.is_multiple_of(self.chunk) { 0 } else { self.entry_ends[slot - 1] };
        let entries = &self.table.filled()[slot / self.chunk].raw[start as usize..self.entry_ends[slot] as usize];
        entries.iter().map(|entry| unpacked(*entry).0)
    }

    /// The slots filed where `cell` is, in ascending order: all of that cell, and perhaps others.
    #[inline]
    pub fn slots_in(&self, cell: u32) -> &[u32] {
        self.table.values_of((cell & self.mask) as usize)
    }

    /// Number of (body, cell) entries.
    pub fn entries(&self) -> u64 {
        self.table.len()
    }

    /// Number of places for cells.
    pub fn places(&self) -> usize {
        self.mask as usize + 1
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> usize {
        let boxes = size_of::<WorldBox>() * self.boxes.capacity() + size_of::<Reach>() * self.reaches.capacity();
        boxes + self.homes.bytes() + 4 * self.entry_ends.capacity() + self.table.bytes()
    }
}

/// The level of a body that is `ratio` times the smallest: the nearest power of two on a scale of ratios, read from the
/// exponent of the number, which rounds nowhere.
fn level(ratio: f64) -> u32 {
    let biased = (ratio * std::f64::consts::SQRT_2).to_bits() >> 52;
    (biased.saturating_sub(1023) as u32).min(LEVELS - 1)
}
