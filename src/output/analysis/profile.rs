//! The bed by slabs across gravity.

use rayon::prelude::*;
use serde::Serialize;

use super::bed::Bed;
use super::stress::Stress;
use crate::engine::ContactRecord;

/// Slabs of a bed.
const SLABS: u32 = 20;

/// A slab of the bed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Slab {
    /// Heights between which it is, against gravity [m].
    pub heights: [f64; 2],
    /// Volume that walls leave free in it [m3].
    pub volume: f64,
    /// Volume of grains in it, cut where they reach beyond [m3].
    pub grain_volume: f64,
    /// The second over the first; 0 where nothing is free.
    pub fraction: f64,
    /// Grains with their centres in it.
    pub grains: usize,
    /// Contacts of one of those, on average; none without any.
    pub coordination: Option<f64>,
    /// Stress along gravity in it [Pa].
    pub vertical_stress: f64,
    /// Mean stress across gravity in it [Pa].
    pub lateral_stress: f64,
}

impl Bed<'_> {
    /// The bed in equal slabs from its lowest to its highest point.
    pub fn slabs(&self, contacts: &[ContactRecord]) -> Vec<Slab> {
        let height = |k: u32| self.low.z + (self.high.z - self.low.z) * f64::from(k) / f64::from(SLABS);
        (0..SLABS).into_par_iter().map(|k| self.slab([height(k), height(k + 1)], contacts)).collect()
    }

    fn slab(&self, heights: [f64; 2], contacts: &[ContactRecord]) -> Slab {
        let [low, high] = heights;
        let (volume, grain_volume) = (self.free_volume(low, high), self.solid_volume(low, high));
        let inside = self.loose.iter().filter(|grain| (low..high).contains(&self.height(**grain)));
        let inside: Vec<u32> = inside.map(|grain| self.grains.coordination[*grain]).collect();
        let touching = f64::from(inside.iter().sum::<u32>());
        let stress = Stress::between(self, contacts, heights, volume);
        Slab {
            heights,
            volume,
            grain_volume,
            fraction: if volume > 0.0 { grain_volume / volume } else { 0.0 },
            grains: inside.len(),
            coordination: (!inside.is_empty()).then(|| touching / inside.len() as f64),
            vertical_stress: stress.map_or(0.0, |stress| stress.vertical),
            lateral_stress: stress.map_or(0.0, |stress| stress.lateral),
        }
    }
}
