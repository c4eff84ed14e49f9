//! Which pairs of bodies may touch: the broad phase.
//!
//! The passes, in the order of the data: `bounds` (oriented boxes in the world, grown by half the skin), `cell_count`,
//! `cell_scan`, `cell_write` (bodies filed by the cells that their boxes touch, on levels by size), `pair_count`,
//! `pair_scan`, `pair_write` (candidate pairs in ascending order, with touching boxes) and `remap` (histories of contacts
//! to the new list). They run only when `needs_rebuild` says that a body may have left its box.
//!
//! All results are the same bits for any number of threads: lists are made by counting, scanning and writing.
//!
//! ```
//! use glam::DVec3;
//! use packstone::geometry::{Pose, Shape, Sphere};
//! use packstone::broad::{BroadPhase, LocalBox, bounds};
//!
//! let grain = Shape::Sphere(Sphere::new(0.5)?);
//! let local = LocalBox::of(&grain).ok_or("a finite shape")?;
//! let poses: Vec<Pose> = (0..4).map(|k| Pose::at(DVec3::X * 1.01 * f64::from(k))).collect();
//!
//! let skin = 0.05; // gaps up to this are in the list
//! let mut boxes = Vec::new();
//! bounds(&poses, |_| local, skin, &mut boxes);
//! let mut broad = BroadPhase::default();
//! let report = broad.rebuild(&boxes, |_, _| false)?;
//!
//! assert_eq!(broad.pairs(), [[0, 1], [1, 2], [2, 3]]);
//! let links: Vec<_> = broad.contacts_of(2).iter().map(|link| (link.pair(), link.side())).collect();
//! assert_eq!(links, [(1, 1), (2, 0)]);
//! assert_eq!(report.pairs, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod displacement;
mod error;
mod grid;
mod pairs;
mod raster;
mod remap;
mod sort;

pub use bounds::{LocalBox, WorldBox, bounds};
pub use displacement::{needs_rebuild, surface_displacement};
pub use error::BroadError;
pub(crate) use grid::measure;
pub use pairs::Link;
pub(crate) use raster::BLOCK_BITS;
pub use remap::{Remapped, remap};

use rayon::prelude::*;

use grid::Grid;
use pairs::Pairs;

/// How much work a rebuild was.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BroadReport {
    /// Bodies.
    pub bodies: usize,
    /// Size levels with bodies on them.
    pub levels: u32,
    /// Places of the table that cells are filed in.
    pub cells: usize,
    /// (body, cell) entries.
    pub entries: u64,
    /// Entries looked at by bodies in search of partners; a pair that shares several cells counts several times.
    pub visits: u64,
    /// Different pairs with near balls and upright boxes: candidates before the filter by oriented boxes.
    pub tested: u64,
    /// Pairs in the list: candidates after the filter, and after `skip`.
    pub pairs: usize,
    /// Memory held [bytes].
    pub bytes: usize,
}

/// The list of candidate pairs, with all buffers that a rebuild needs. Once warm, a rebuild allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    grid: Grid,
    pairs: Pairs,
    previous: Vec<[u32; 2]>,
    bodies: usize,
}

impl BroadPhase {
    /// Makes the list of all pairs (i, j), i < j, whose boxes touch and for which `skip(i, j)` is false.
    ///
    /// On an error, [`Self::pairs`] and [`Self::contacts_of`] are empty if there are too many pairs, and else as
    /// before.
    pub fn rebuild(
        &mut self,
        boxes: &[WorldBox],
        skip: impl Fn(u32, u32) -> bool + Sync,
    ) -> Result<BroadReport, BroadError> {
        check(boxes)?;
        std::mem::swap(&mut self.previous, &mut self.pairs.list);
        let built = self.grid.build(boxes).and_then(|()| self.pairs.build(&self.grid, &skip));
        if let Err(error) = built {
            *self = Self::default();
            return Err(error);
        }
        self.bodies = boxes.len();
        Ok(self.report())
    }

    /// Takes a list made elsewhere for `bodies` bodies: pairs (i, j), i < j, ascending.
    pub(crate) fn adopt(&mut self, list: Vec<[u32; 2]>, bodies: usize) -> Result<(), BroadError> {
        self.bodies = bodies;
        self.pairs.adopt(list, bodies)
    }

    /// Candidate pairs, ascending.
    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs.list
    }

    /// The pairs of the rebuild before the last, ascending.
    pub fn previous_pairs(&self) -> &[[u32; 2]] {
        &self.previous
    }

    /// The pairs of a body, ascending by pair; none for a body that the last rebuild did not know.
    pub fn contacts_of(&self, body: usize) -> &[Link] {
        if body < self.bodies { self.pairs.links_of(body) } else { &[] }
    }

    /// Moves histories of contacts from the list before the last rebuild to the present one; see [`remap()`].
    pub fn remap<T: Clone + Default + Send + Sync>(&self, old: &[T], new: &mut Vec<T>) -> Remapped {
        remap(&self.previous, old, &self.pairs.list, new)
    }

    fn report(&self) -> BroadReport {
        BroadReport {
            bodies: self.bodies,
            levels: self.grid.levels.count_ones(),
            cells: self.grid.places(),
            entries: self.grid.entries(),
            visits: self.pairs.visits,
            tested: self.pairs.tested,
            pairs: self.pairs.list.len(),
            bytes: self.bytes(),
        }
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> usize {
        self.grid.bytes() + self.pairs.bytes() + 8 * self.previous.capacity()
    }
}

/// Refuses boxes that are not finite or have negative lengths, naming the first.
fn check(boxes: &[WorldBox]) -> Result<(), BroadError> {
    let limit = u64::from(u32::MAX);
    if boxes.len() as u64 > limit {
        return Err(BroadError::TooMany { what: "bodies", count: boxes.len() as u64, limit });
    }
    let good = |b: &WorldBox| b.is_finite() && b.half.min_element() >= 0.0 && b.radius >= 0.0;
    let Some(bad) = boxes.par_iter().with_min_len(1024).position_first(|b| !good(b)) else { return Ok(()) };
    let body = bad as u32;
    Err(if boxes[bad].is_finite() { BroadError::Negative { body } } else { BroadError::NotFinite { body } })
}

/// Elements per parallel chunk of `count`: by the count alone, so that no result can depend on the threads. Enough
/// chunks for many threads, and large enough to sort well.
fn chunk_size(count: usize) -> usize {
    (count / 128).clamp(64, 4096)
}
