//! Grains filed by cells of space: which of them a new one could overlap, without a look at all of them.

use std::collections::{BTreeMap, HashMap};

use glam::DVec3;

use super::{Grains, ParticleType, ParticleTypes};

/// Grains from some number on, by size and place. Those of a level have radii within a factor of 2, and cells as wide as
/// the largest of them: a few large grains do not make the cells of many small ones large.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    levels: BTreeMap<i32, Level>,
    /// Grains up to this number are filed.
    next: usize,
}

#[derive(Debug)]
struct Level {
    /// Largest radius that a grain of this level can have, and width of its cells [m].
    size: f64,
    cells: HashMap<[i64; 3], Vec<u32>>,
    all: Vec<u32>,
}

impl Placed {
    /// Files nothing before grain `first`.
    pub fn starting_at(first: usize) -> Self {
        Self { levels: BTreeMap::new(), next: first }
    }

    /// Files the grains that have come since the last time.
    pub fn update(&mut self, grains: &Grains, kinds: &ParticleTypes) {
        for grain in self.next..grains.len() {
            let power = kinds.get(grains.kinds[grain]).radius.log2().ceil().clamp(-1000.0, 1000.0) as i32;
            let fresh = || Level { size: f64::from(power).exp2(), cells: HashMap::new(), all: Vec::new() };
            let level = self.levels.entry(power).or_insert_with(fresh);
            level.cells.entry(cell(grains.poses[grain].position, level.size)).or_default().push(grain as u32);
            level.all.push(grain as u32);
        }
        self.next = self.next.max(grains.len());
    }

    /// Whether `is_clear` holds for all filed grains that a grain of `kind` at `position` could overlap.
    pub fn all_near(&self, kind: &ParticleType, position: DVec3, mut is_clear: impl FnMut(usize) -> bool) -> bool {
        self.levels.values().all(|level| {
            let reach = DVec3::splat(kind.radius + level.size);
            let (from, to) = (cell(position - reach, level.size), cell(position + reach, level.size));
            let cells: f64 = (0..3).map(|axis| to[axis] as f64 - from[axis] as f64 + 1.0).product();
            // Small grains about a large one: there may be more cells than grains.
            if cells > level.all.len() as f64 {
                return level.all.iter().all(|grain| is_clear(*grain as usize));
            }
            let along = |axis: usize| from[axis]..=to[axis];
            let mut places = along(0).flat_map(|x| along(1).flat_map(move |y| along(2).map(move |z| [x, y, z])));
            places.all(|at| level.cells.get(&at).is_none_or(|list| list.iter().all(|grain| is_clear(*grain as usize))))
        })
    }
}

fn cell(point: DVec3, size: f64) -> [i64; 3] {
    (point / size).to_array().map(|coordinate| coordinate.floor() as i64)
}
