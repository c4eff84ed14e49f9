//! The bed: the loose grains between their lowest and their highest point, and the space that walls leave them.

use glam::DVec3;

use super::species::Species;
use crate::engine::Snapshot;
use crate::output::{across, wall_ends};
use crate::scene::{Scene, Side, WallGeometry};
use crate::walls::{Surface, SurfacePose, surfaces};

/// Points by which a volume is measured.
const POINTS: u32 = 20_000;
/// Grains in the air do not belong to the bed: no more than this share of all lies above an empty layer ...
const FEW_ABOVE: f64 = 0.1;
/// ... that is at least so many mean diameters high.
const EMPTY_LAYER: f64 = 0.5;

/// The grains of a scene at one time, with what is needed to measure them. In the bed's own coordinates z is up.
pub(super) struct Bed<'a> {
    pub scene: &'a Scene,
    pub grains: &'a Snapshot,
    pub species: Vec<Species>,
    /// Grains that move.
    pub loose: Vec<usize>,
    /// Unit vectors of the bed's coordinates: two sideways, one against gravity.
    pub frame: [DVec3; 3],
    /// Lowest and highest corner of the bed, without grains in the air, and sideways of the containers too, in the bed's coordinates [m].
    pub low: DVec3,
    pub high: DVec3,
    walls: Vec<(Surface, SurfacePose)>,
}

impl<'a> Bed<'a> {
    /// The bed of a scene at a time [s]; none without grains that move. Without gravity, up is z.
    pub fn new(scene: &'a Scene, grains: &'a Snapshot, time: f64) -> Option<Self> {
        let species: Option<Vec<Species>> = scene.shapes.iter().map(Species::new).collect();
        let loose: Vec<usize> = (0..grains.len()).filter(|grain| !grains.fixed[*grain]).collect();
        if loose.is_empty() {
            return None;
        }
        let up = (-scene.simulation.gravity).try_normalize().unwrap_or(DVec3::Z);
        let (side, ahead) = across(up);
        let walls = surfaces(&scene.walls).into_iter().map(|surface| {
            let at = surface.at(time);
            (surface, at)
        });
        let mut bed = Self {
            scene,
            grains,
            species: species?,
            loose,
            frame: [side, ahead, up],
            low: DVec3::INFINITY,
            high: DVec3::NEG_INFINITY,
            walls: walls.collect(),
        };
        bed.find_ends(time);
        Some(bed)
    }

    /// A point of the world in the bed's coordinates.
    pub fn local(&self, point: DVec3) -> DVec3 {
        DVec3::from_array(self.frame.map(|axis| point.dot(axis)))
    }

    /// A point of the bed's coordinates in the world.
    pub fn world(&self, point: DVec3) -> DVec3 {
        self.frame[0] * point.x + self.frame[1] * point.y + self.frame[2] * point.z
    }

    /// How far a grain reaches along a direction of the world, from the world's origin [m].
    pub fn reach(&self, grain: usize, direction: DVec3) -> f64 {
        let (turn, scale) = (self.grains.orientations[grain], self.grains.scales[grain]);
        let shape = &self.scene.shapes[self.grains.shapes[grain]].shape;
        let own = turn.inverse() * direction;
        self.grains.positions[grain].dot(direction) + scale * shape.support(own).dot(own)
    }

    /// Volume of a grain [m3].
    pub fn volume(&self, grain: usize) -> f64 {
        self.species[self.grains.shapes[grain]].volume * self.grains.scales[grain].powi(3)
    }

    /// Height of a grain's centre of mass [m].
    pub fn height(&self, grain: usize) -> f64 {
        self.grains.centers[grain].dot(self.frame[2])
    }

    /// The grains of the bed: those that touch something, where most do, without the few above an empty layer.
    fn lying(&self) -> Vec<usize> {
        let touching = self.loose.iter().copied().filter(|grain| self.grains.coordination[*grain] > 0);
        let mut lying: Vec<usize> = touching.collect();
        if 2 * lying.len() < self.loose.len() {
            lying.clone_from(&self.loose);
        }
        let up = self.frame[2];
        lying.sort_by(|a, b| self.reach(*a, -up).total_cmp(&self.reach(*b, -up)).reverse());
        let volume = lying.iter().map(|grain| self.volume(*grain)).sum::<f64>() / lying.len() as f64;
        let layer = EMPTY_LAYER * (6.0 * volume / std::f64::consts::PI).cbrt();
        let mut top = f64::NEG_INFINITY;
        for (count, grain) in lying.iter().enumerate() {
            let few_above = (lying.len() - count) as f64 <= FEW_ABOVE * lying.len() as f64;
            if few_above && -self.reach(*grain, -up) > top + layer {
                lying.truncate(count);
                break;
            }
            top = top.max(self.reach(*grain, up));
        }
        lying
    }

    fn find_ends(&mut self, time: f64) {
        let reach =
            |grain: &usize, sign: f64| DVec3::from_array(self.frame.map(|axis| sign * self.reach(*grain, sign * axis)));
        let lying = self.lying();
        let low = lying.iter().map(|grain| reach(grain, -1.0)).fold(DVec3::INFINITY, DVec3::min);
        let high = lying.iter().map(|grain| reach(grain, 1.0)).fold(DVec3::NEG_INFINITY, DVec3::max);
        let (mut wide_low, mut wide_high) = (low, high);
        let containers = self.scene.walls.iter().filter(|wall| !is_rod(&wall.geometry));
        for end in containers.flat_map(|wall| wall_ends(wall, time)) {
            let (point, half) = (self.local(end.center), DVec3::from_array(self.frame.map(|axis| end.reach(axis))));
            (wide_low, wide_high) = (wide_low.min(point - half), wide_high.max(point + half));
        }
        self.low = wide_low.with_z(low.z);
        self.high = wide_high.with_z(high.z);
    }

    /// Distance of a point of the world from the nearest wall that it has at least [m]; below 0 inside of one.
    pub fn clearance(&self, point: DVec3) -> f64 {
        self.walls.iter().map(|(surface, at)| surface.distance_bound(at, point)).fold(f64::INFINITY, f64::min)
    }

    /// Volume that walls leave free between two heights [m3], by evenly spread points.
    pub fn free_volume(&self, low: f64, high: f64) -> f64 {
        let (from, to) = (self.low.with_z(low), self.high.with_z(high));
        let free = (0..POINTS).filter(|k| self.clearance(self.world(from + (to - from) * even_point(*k))) >= 0.0);
        (to - from).element_product() * free.count() as f64 / f64::from(POINTS)
    }
}

/// The k-th point of a sequence that fills the unit cube evenly: multiples of powers of the root of g^4 = g + 1.
pub(super) fn even_point(k: u32) -> DVec3 {
    const ROOT: f64 = 1.220_744_084_605_759_5;
    let steps = DVec3::new(ROOT.recip(), ROOT.powi(-2), ROOT.powi(-3));
    (DVec3::splat(0.5) + steps * f64::from(k + 1)).fract()
}

/// Whether grains are around a wall, not in it.
fn is_rod(geometry: &WallGeometry) -> bool {
    matches!(geometry, WallGeometry::Cylinder { side: Side::Outside, .. })
}
