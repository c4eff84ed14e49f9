//! Both measures over random pairs at depths of a packing.

use glam::DVec3;
use packstone::narrow::Minkowski;
use packstone::narrow::axisymmetric::Scheme;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

use crate::pairs::{Compared, cylinder, sunk};

const PAIRS: u64 = 100_000;
const CHUNK: u64 = 1000;

/// Prints quantiles per aspect ratio and scheme, as rows of a markdown table.
pub fn table() {
    println!(
        "| H/D | scheme | overlap ratio 5 % | 50 % | 95 % | angle 50 % [°] | 95 % | 99 % | largest | over 45° [%] | no region |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for aspect in [0.025, 0.5, 1.0, 5.0, 10.0, 50.0] {
        for (name, scheme) in [("edges", Scheme::Edges), ("16 layers", Scheme::Layers(16))] {
            row(aspect, name, scheme);
        }
    }
}

fn row(aspect: f64, name: &str, scheme: Scheme) {
    let chunks = (0..PAIRS / CHUNK).into_par_iter();
    let found: Vec<[f64; 2]> = chunks.flat_map_iter(|chunk| compare(aspect, scheme, chunk)).collect();
    let mut ratios: Vec<f64> = found.iter().map(|row| row[0]).collect();
    let mut angles: Vec<f64> = found.iter().map(|row| row[1]).collect();
    ratios.sort_by(f64::total_cmp);
    angles.sort_by(f64::total_cmp);
    let at = |sorted: &[f64], share: f64| sorted[(share * (sorted.len() - 1) as f64) as usize];
    let wide = angles.iter().filter(|angle| **angle > 45.0).count() as f64 / angles.len() as f64;
    println!(
        "| {aspect} | {name} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} | {:.1} | {:.0} | {:.3} | {} |",
        at(&ratios, 0.05),
        at(&ratios, 0.5),
        at(&ratios, 0.95),
        at(&angles, 0.5),
        at(&angles, 0.95),
        at(&angles, 0.99),
        at(&angles, 1.0),
        100.0 * wide,
        PAIRS as usize - found.len()
    );
}

fn random_unit(rng: &mut Pcg64) -> DVec3 {
    loop {
        let v = DVec3::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
        if v.length_squared() > 1e-4 && v.length_squared() < 1.0 {
            return v.normalize();
        }
    }
}

/// Ratio and angle [degrees] of one chunk of random pairs, 0.1 % to 5 % of the smaller of radius and half height deep.
fn compare(aspect: f64, scheme: Scheme, chunk: u64) -> Vec<[f64; 2]> {
    let mut rng = Pcg64::seed_from_u64(chunk);
    let mut detector = Minkowski::default();
    let reach = 2.0 * aspect.hypot(1.0);
    let mut found = Vec::new();
    for _ in 0..CHUNK {
        let center = random_unit(&mut rng) * rng.random_range(0.0..reach);
        let loose = [
            cylinder(1.0, aspect, random_unit(&mut rng), DVec3::ZERO),
            cylinder(1.0, aspect, random_unit(&mut rng), center),
        ];
        let depth = rng.random_range(0.001..0.05) * aspect.min(1.0);
        let both = sunk(&loose, depth, &mut detector).and_then(|pair| Compared::new(&pair, scheme, &mut detector));
        found.extend(both.map(|both| [both.ratio(), both.angle().to_degrees()]));
    }
    found
}
