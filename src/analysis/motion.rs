//! How a bed changes from frame to frame: its height, the slope of its surface, what has passed a height.

use glam::{DMat3, DVec3};
use serde::Serialize;

use super::bed::Bed;
use crate::engine::Snapshot;
use crate::scene::Scene;

/// Width of the columns whose highest grains make the surface, in mean diameters of grains.
const COLUMN: f64 = 2.0;
/// The surface is looked at over this share of the bed's width, around its middle: walls hold grains up.
const SHARE: f64 = 0.7;
/// Columns that a plane needs to be told from chance.
const FEW: usize = 6;

/// A bed at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BedState {
    /// Steps since the start of the run.
    pub step: u64,
    /// Simulated time [s].
    pub time: f64,
    /// Grains that move.
    pub grains: usize,
    /// Height of their common centre of mass, against gravity from the origin [m].
    pub center: f64,
    /// Highest point of a grain that touches another or a wall [m].
    pub top: f64,
    /// Angle of the surface with the horizontal [rad]; none where it is too small to tell.
    pub slope: Option<f64>,
    /// Mass of the grains whose centres are below the height that was asked for [kg].
    pub mass_below: Option<f64>,
}

impl BedState {
    /// The grains of a scene at a step and its time [s]; none without grains that move.
    pub fn of(scene: &Scene, grains: &Snapshot, (step, time): (u64, f64), height: Option<f64>) -> Option<Self> {
        let bed = Bed::new(scene, grains, time)?;
        let mass = |grain: usize| {
            let material = scene.shapes[grains.shapes[grain]].material;
            bed.volume(grain) * scene.materials[material].density
        };
        let total: f64 = bed.loose.iter().map(|grain| mass(*grain)).sum();
        let moment: f64 = bed.loose.iter().map(|grain| mass(*grain) * bed.height(*grain)).sum();
        let held: Vec<usize> = bed.loose.iter().copied().filter(|grain| grains.coordination[*grain] > 0).collect();
        let reach = |grain: &usize| bed.reach(*grain, bed.frame[2]);
        let below = |height: f64| {
            let grains = bed.loose.iter().filter(|grain| bed.height(**grain) < height);
            grains.fold(0.0, |sum, grain| sum + mass(*grain))
        };
        Some(Self {
            step,
            time,
            grains: bed.loose.len(),
            center: moment / total,
            top: held.iter().map(reach).fold(f64::NEG_INFINITY, f64::max),
            slope: slope(&bed, &held),
            mass_below: height.map(below),
        })
    }
}

/// The slope of the plane through the highest grains of columns of the bed [rad].
fn slope(bed: &Bed, held: &[usize]) -> Option<f64> {
    let volume: f64 = held.iter().map(|grain| bed.volume(*grain)).sum::<f64>() / held.len().max(1) as f64;
    let column = COLUMN * (6.0 * volume / std::f64::consts::PI).cbrt();
    let places: Vec<DVec3> = held.iter().map(|grain| bed.local(bed.grains.centers[*grain])).collect();
    let low = places.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let high = places.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
    let (middle, half) = (0.5 * (low + high), 0.5 * SHARE * (high - low));
    let mut highest = std::collections::BTreeMap::<(i64, i64), DVec3>::new();
    for place in places.into_iter().filter(|p| ((*p - middle).abs().truncate().cmple(half.truncate())).all()) {
        let key = ((place.x / column).floor() as i64, (place.y / column).floor() as i64);
        let best = highest.entry(key).or_insert(place);
        if place.z > best.z {
            *best = place;
        }
    }
    let points: Vec<DVec3> = highest.into_values().collect();
    let [x, y] = plane(&points)?;
    Some(x.hypot(y).atan())
}

/// Slopes along x and y of the plane nearest to points by their heights; none for points in a line.
fn plane(points: &[DVec3]) -> Option<[f64; 2]> {
    if points.len() < FEW {
        return None;
    }
    let mean = points.iter().sum::<DVec3>() / points.len() as f64;
    let (mut xx, mut xy, mut yy, mut xz, mut yz) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for d in points.iter().map(|point| *point - mean) {
        (xx, xy, yy, xz, yz) = (xx + d.x * d.x, xy + d.x * d.y, yy + d.y * d.y, xz + d.x * d.z, yz + d.y * d.z);
    }
    let matrix = DMat3::from_cols(DVec3::new(xx, xy, 0.0), DVec3::new(xy, yy, 0.0), DVec3::Z);
    // A narrow bed is one column wide: its slope across cannot be told and is taken for none.
    if matrix.determinant() < 1e-6 * (xx + yy).powi(2) {
        let [along, height] = if xx >= yy { [xx, xz] } else { [yy, yz] };
        let slope = (along > 0.0).then(|| height / along)?;
        return Some(if xx >= yy { [slope, 0.0] } else { [0.0, slope] });
    }
    let slopes = matrix.inverse() * DVec3::new(xz, yz, 0.0);
    Some([slopes.x, slopes.y])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_found() {
        let grid = |width: u32| -> Vec<DVec3> {
            let point = |k: u32| {
                let (x, y) = (f64::from(k / width), f64::from(k % width));
                DVec3::new(x, y, 0.3 * x - 0.2 * y + 5.0)
            };
            (0..30).map(point).collect()
        };
        let [x, y] = plane(&grid(5)).expect("a plane");
        assert!((x - 0.3).abs() < 1e-12 && (y + 0.2).abs() < 1e-12, "{x} {y}");
        let [x, y] = plane(&grid(1)).expect("a line");
        assert!((x - 0.3).abs() < 1e-12 && y == 0.0, "{x} {y}");
        assert!(plane(&grid(5)[..3]).is_none());
    }
}
