//! How a bed changes from frame to frame: its height, the slope of its surface, what has passed a height.

use serde::Serialize;

use super::bed::Bed;
use super::surface::{FreeSurface, SurfaceKind};
use crate::engine::Snapshot;
use crate::scene::Scene;

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
    /// Highest point of a grain that touches another or a wall [m]; none where none touches anything.
    pub top: Option<f64>,
    /// Angle of the free surface with the horizontal [degrees]; none where no surface can be fitted.
    pub slope_degrees: Option<f64>,
    /// What the free surface is like.
    pub surface: Option<SurfaceKind>,
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
        let surface = FreeSurface::of(&bed, &held);
        Some(Self {
            step,
            time,
            grains: bed.loose.len(),
            center: moment / total,
            top: held.iter().map(reach).reduce(f64::max),
            slope_degrees: surface.map(|surface| surface.slope.to_degrees()),
            surface: surface.map(|surface| surface.kind),
            mass_below: height.map(below),
        })
    }
}
