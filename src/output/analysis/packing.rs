//! How densely grains lie.

use std::collections::HashMap;

use glam::{DVec3, IVec3};
use serde::Serialize;

use super::bed::{Bed, even_point};
use crate::engine::Snapshot;
use crate::geometry::outside;
use crate::scene::Scene;

/// The middle of the bed, as shares of its height: clear of the floor's layering and of the loose top.
pub(super) const MIDDLE: [f64; 2] = [0.15, 0.65];
/// Grains below which nothing is told of the middle.
const FEW: usize = 20;
/// Points by which the core is measured.
const POINTS: u32 = 200_000;

/// The density of a bed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Packing {
    /// Volume of the loose grains of the bed [m3]: without those in the air above it.
    pub grain_volume: f64,
    /// Volume that walls leave free from the lowest to the highest point of the bed [m3].
    pub bed_volume: f64,
    /// The first over the second.
    pub whole: f64,
    /// The middle of the bed; none with few grains.
    pub middle: Option<Middle>,
}

/// The middle half of a bed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Middle {
    /// Volume of grains in it over the volume that walls leave free.
    pub fraction: f64,
    /// The same where it is further than the mean diameter of the grains from all walls; none if there is no such place.
    pub away_from_walls: Option<f64>,
    /// Contacts of a grain with its centre in the middle, with grains and walls, on average.
    pub coordination: f64,
    /// Such grains.
    pub grains: usize,
    /// Heights between which it is [m].
    pub heights: [f64; 2],
}

impl Packing {
    /// Measures the grains of a scene at a time [s]; none without grains that move.
    pub fn of(scene: &Scene, grains: &Snapshot, time: f64) -> Option<Self> {
        Bed::new(scene, grains, time)?.packing()
    }
}

impl Bed<'_> {
    /// The density; none where walls leave no volume.
    pub fn packing(&self) -> Option<Packing> {
        let grain_volume = self.solid_volume(self.low.z, self.high.z);
        let bed_volume = self.free_volume(self.low.z, self.high.z);
        let whole = grain_volume / bed_volume;
        whole.is_finite().then(|| Packing { grain_volume, bed_volume, whole, middle: self.middle() })
    }

    /// Heights between which the middle is [m].
    pub fn middle_heights(&self) -> [f64; 2] {
        MIDDLE.map(|share| self.low.z + share * (self.high.z - self.low.z))
    }

    fn middle(&self) -> Option<Middle> {
        let heights @ [low, high] = self.middle_heights();
        let inside: Vec<usize> =
            self.loose.iter().copied().filter(|grain| (low..high).contains(&self.height(*grain))).collect();
        let free = self.free_volume(low, high);
        if self.loose.len() < FEW || inside.is_empty() || free <= 0.0 {
            return None;
        }
        let touching: f64 = inside.iter().map(|grain| f64::from(self.grains.coordination[*grain])).sum();
        Some(Middle {
            fraction: self.solid_volume(low, high) / free,
            away_from_walls: self.core(heights),
            coordination: touching / inside.len() as f64,
            grains: inside.len(),
            heights,
        })
    }

    /// The share of grains among the points between two heights that are far from walls.
    fn core(&self, [low, high]: [f64; 2]) -> Option<f64> {
        let mean = self.loose.iter().map(|grain| diameter(self.volume(*grain))).sum::<f64>() / self.loose.len() as f64;
        let grid = Grid::new(self);
        let (from, to) = (self.low.with_z(low), self.high.with_z(high));
        let (mut far, mut solid) = (0u32, 0u32);
        for point in (0..POINTS).map(|k| self.world(from + (to - from) * even_point(k))) {
            if self.clearance(point) >= mean {
                far += 1;
                solid += u32::from(grid.holds(point));
            }
        }
        // Fewer points tell too little.
        (far >= POINTS / 100).then(|| f64::from(solid) / f64::from(far))
    }
}

/// Diameter of the ball of a volume [m].
pub(super) fn diameter(volume: f64) -> f64 {
    (6.0 * volume / std::f64::consts::PI).cbrt()
}

/// Grains by the cells that their centres are in.
struct Grid<'a> {
    bed: &'a Bed<'a>,
    cell: f64,
    lists: HashMap<IVec3, Vec<usize>>,
}

impl<'a> Grid<'a> {
    fn new(bed: &'a Bed<'a>) -> Self {
        let radius = |grain: usize| bed.species[bed.grains.shapes[grain]].radius * bed.grains.scales[grain];
        let cell = (0..bed.grains.len()).map(radius).fold(0.0, f64::max);
        let mut lists: HashMap<IVec3, Vec<usize>> = HashMap::new();
        for grain in 0..bed.grains.len() {
            lists.entry((bed.grains.positions[grain] / cell).floor().as_ivec3()).or_default().push(grain);
        }
        Self { bed, cell, lists }
    }

    /// Whether a point is in a grain.
    fn holds(&self, point: DVec3) -> bool {
        let cell = (point / self.cell).floor().as_ivec3();
        let near = (0..27).map(|k| cell + IVec3::new(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1));
        near.filter_map(|cell| self.lists.get(&cell)).flatten().any(|grain| self.is_in(*grain, point))
    }

    fn is_in(&self, grain: usize, point: DVec3) -> bool {
        let all = self.bed.grains;
        let own = all.orientations[grain].inverse() * (point - all.positions[grain]) / all.scales[grain];
        let radius = self.bed.species[all.shapes[grain]].radius;
        own.length() <= radius && outside(&self.bed.scene.shapes[all.shapes[grain]].shape, own) <= 0.0
    }
}
