//! How densely grains lie.

use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde::Serialize;

use crate::engine::Simulation;

/// Slab of the bed that is measured, as shares of the height from the lowest to the highest grain: clear of the floor's
/// layering and of the loose top.
const SLAB: [f64; 2] = [0.15, 0.65];
/// Points by which the free volume of the slab is measured: good to about 0.2 %.
const POINTS: usize = 200_000;

/// The middle of a bed of grains.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Packing {
    /// Volume of the grains with their centres in the slab over the volume that the walls leave free in it.
    pub fraction: f64,
    /// Contacts of a grain in the slab, with grains and walls, on average.
    pub coordination: f64,
    /// Grains in the slab.
    pub grains: usize,
}

impl Packing {
    /// Measures a slab across gravity; none without gravity or with too few grains. Sideways the slab reaches as far as the
    /// grains do.
    pub fn of(run: &Simulation) -> Option<Self> {
        let up = -run.scene().simulation.gravity.try_normalize()?;
        let (side, ahead) = up.any_orthonormal_pair();
        let grains = run.grains();
        let loose: Vec<usize> = (0..grains.len()).filter(|&body| !grains.fixed[body]).collect();
        if loose.len() < 20 {
            return None;
        }
        let place = |body: usize| {
            let p = grains.poses[body].position;
            DVec3::new(p.dot(side), p.dot(ahead), p.dot(up))
        };
        let radius = |body: usize| run.kinds().get(grains.kinds[body]).radius;
        let ends = |sign: f64| {
            let reach = |body: &usize| (place(*body) + sign * radius(*body)) * sign;
            loose.iter().map(reach).fold(DVec3::NEG_INFINITY, DVec3::max) * sign
        };
        let (mut low, mut high) = (ends(-1.0), ends(1.0));
        let height = high.z - low.z;
        (low.z, high.z) = (low.z + SLAB[0] * height, low.z + SLAB[1] * height);
        let inside: Vec<usize> =
            loose.iter().copied().filter(|&body| (low.z..high.z).contains(&place(body).z)).collect();
        let solid: f64 = inside.iter().map(|&body| run.kinds().get(grains.kinds[body]).volume).sum();
        let mut rng = Pcg64::seed_from_u64(1);
        let free = (0..POINTS).filter(|_| {
            let mut share = || rng.random::<f64>();
            let p = low + (high - low) * DVec3::new(share(), share(), share());
            run.is_free(side * p.x + ahead * p.y + up * p.z)
        });
        let volume = (high - low).element_product() * free.count() as f64 / POINTS as f64;
        let contacts = run.snapshot().coordination;
        let touching: f64 = inside.iter().map(|&body| f64::from(contacts[body])).sum();
        (volume > 0.0 && !inside.is_empty()).then(|| Self {
            fraction: solid / volume,
            coordination: touching / inside.len() as f64,
            grains: inside.len(),
        })
    }
}
