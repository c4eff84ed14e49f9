//! Cylinder pairs in the axisymmetric framework and by the Minkowski overlap, beside sphere pairs, in the same run.
//!
//! Feng, Han and Owen say of their framework that a cylinder contact costs about ten sphere contacts.

use glam::{DQuat, DVec3};
use packstone::geometry::{Cylinder, Pose, Shape, Sphere};
use packstone::narrow::axisymmetric::{AxialCylinder, FACTOR, Scheme, check, contact};
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::hint::black_box;

use crate::best_times;

const PAIRS: usize = 1000;

/// Prints ns per pair, and the ratio to a sphere pair.
pub fn table() {
    println!(
        "\ncylinder pairs beside sphere pairs [ns per pair, and times a sphere pair]; all overlap unless named apart"
    );
    println!(
        "{:>6} {:>8} {:>14} {:>14} {:>14} {:>14} {:>14} {:>14}",
        "H/D", "sphere", "check, apart", "check", "edges", "8 layers", "minkowski", "GJK alone"
    );
    for aspect in [0.025, 0.5, 1.0, 5.0, 10.0, 50.0] {
        row(aspect);
    }
}

fn random_unit(rng: &mut Pcg64) -> DVec3 {
    loop {
        let v = DVec3::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
        if v.length_squared() > 1e-4 && v.length_squared() < 1.0 {
            return v.normalize();
        }
    }
}

/// Poses of the second body of a pair: overlapping by up to 5 % of the radius, as in a packing, and apart by as much.
fn poses(shape: &Shape, rng: &mut Pcg64, detector: &mut Minkowski) -> [Vec<[Pose; 2]>; 2] {
    let Shape::Cylinder(cylinder) = shape else { return Default::default() };
    let [mut meeting, mut apart] = [Vec::new(), Vec::new()];
    while meeting.len() < PAIRS {
        let turn = |rng: &mut Pcg64| DQuat::from_rotation_arc(DVec3::Z, random_unit(rng));
        let first = Pose::new(DVec3::ZERO, turn(rng));
        let reach = shape.bounding_radius();
        let second = Pose::new(random_unit(rng) * rng.random_range(0.0..2.0 * reach), turn(rng));
        let [a, b] = [first, second].map(|pose| Body { shape, pose });
        let Ok(found) = detector.detect(&a, &b, &mut WarmStart::default()) else { continue };
        let small = cylinder.radius().min(cylinder.half_height());
        let moved = |depth: f64| {
            let position = second.position + found.normal * (found.overlap - depth);
            [first, Pose::new(position, second.orientation)]
        };
        let depth = rng.random_range(0.001..0.05) * small;
        meeting.push(moved(depth));
        apart.push(moved(-depth));
    }
    [meeting, apart]
}

fn row(aspect: f64) {
    let mut rng = Pcg64::seed_from_u64(1);
    let cylinder = Cylinder::new(1.0, aspect).expect("a positive size");
    let (shape, ball) = (Shape::Cylinder(cylinder), Shape::Sphere(Sphere::new(1.0).expect("a positive size")));
    let mut detector = Minkowski::default();
    let [meeting, apart] = poses(&shape, &mut rng, &mut detector);
    let axial = |pairs: &[[Pose; 2]]| -> Vec<[AxialCylinder; 2]> {
        pairs.iter().map(|pair| pair.map(|pose| AxialCylinder::new(&cylinder, &pose))).collect()
    };
    let (meeting_axial, apart_axial) = (axial(&meeting), axial(&apart));
    let spheres: Vec<[Pose; 2]> =
        (0..PAIRS).map(|_| [DVec3::ZERO, random_unit(&mut rng) * 1.97].map(Pose::at)).collect();
    let detect = |shape: &Shape, pairs: &[[Pose; 2]], detector: &mut Minkowski| {
        for pair in pairs {
            let [a, b] = pair.map(|pose| Body { shape, pose });
            let _ = black_box(detector.detect(black_box(&a), black_box(&b), &mut WarmStart::default()));
        }
    };
    let framework = |scheme: Scheme| {
        let pairs = &meeting_axial;
        move || {
            for [a, b] in pairs {
                black_box(contact(black_box(a), black_box(b), scheme, FACTOR));
            }
        }
    };
    let checks = |pairs: &[[AxialCylinder; 2]]| {
        for [a, b] in pairs {
            let _ = black_box(check(black_box(a), black_box(b)));
        }
    };
    let (mut on_spheres, mut on_cylinders, mut alone) = (detector.clone(), detector.clone(), detector);
    let times = best_times([
        &mut || detect(&ball, &spheres, &mut on_spheres),
        &mut || checks(&apart_axial),
        &mut || checks(&meeting_axial),
        &mut framework(Scheme::Edges),
        &mut framework(Scheme::Layers(8)),
        &mut || detect(&shape, &meeting, &mut on_cylinders),
        &mut || {
            for pair in &meeting {
                let [a, b] = pair.map(|pose| Body { shape: &shape, pose });
                let _ = black_box(alone.overlapping(black_box(&a), black_box(&b), &mut WarmStart::default()));
            }
        },
    ]);
    let ns = times.map(|time| time * 1e9 / PAIRS as f64);
    print!("{aspect:>6} {:>8.1}", ns[0]);
    ns[1..].iter().for_each(|time| print!(" {:>7.0} {:>5.1}x", time, time / ns[0]));
    println!();
}
