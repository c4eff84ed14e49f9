//! Failures that other engines have had, in single precision: seeded variations around each pose, judged by code that
//! shares nothing with the kernels.

use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec3};
use packstone::geometry::Polyhedron;
use packstone::narrow::Status;
use packstone::studies::oracle::{Oracle, Precision};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::{TRUSTED, answers};
use crate::common::{
    Failures, Scene, cuboid, cylinder, direction, ellipsoid, log_uniform, random_hull, seeded, solid, sphere, turn,
};

/// Seeded variations of each pose.
const VARIATIONS: usize = 200;

/// The judge finds no fault with any answer, as it stands and 1e4 sizes away, and no answer is unconverged.
fn check(name: &str, seed: u64, pose: impl Fn(&mut Pcg64) -> Scene) {
    let mut rng = seeded(seed);
    let scenes: Vec<Scene> = (0..VARIATIONS)
        .flat_map(|_| {
            let scene = pose(&mut rng).moved(turn(&mut rng), DVec3::ZERO);
            let far = scene.moved(DQuat::IDENTITY, direction(&mut rng) * (1e4 * scene.smaller()));
            [scene, far]
        })
        .collect();
    let found = answers(&TRUSTED, &scenes.iter().collect::<Vec<_>>());
    let (mut judge, mut failures) = (Oracle::default(), Failures::default());
    for (k, (scene, contact)) in scenes.iter().zip(&found).enumerate() {
        let faults = judge.judge_as(Precision::Single, &scene.a.body(), &scene.b.body(), contact).faults;
        failures.unless(faults.is_empty(), || format!("{name} {k}: {faults:?} for {contact:?}"));
        failures.unless(contact.status == Status::Ok, || format!("{name} {k}: {}", contact.status.name()));
    }
}

/// An overlap or a gap, as a share of the size.
fn share(rng: &mut Pcg64) -> f64 {
    let size = log_uniform(rng, 1e-5, 0.1);
    if rng.random_bool(0.5) { size } else { -size }
}

#[test]
fn size_ratio_of_ten_thousand() {
    check("size ratio", 1, |rng| {
        let grain = random_hull(rng).scaled(1e-4).expect("a positive factor");
        let dir = direction(rng);
        let overlap = share(rng) * 1e-4;
        Scene::of(&random_hull(rng), &grain, DVec3::ZERO, turn(rng)).with_width(dir, overlap)
    });
}

#[test]
fn stacked_cubes() {
    check("stacked cubes", 2, |rng| {
        let aside = DVec3::new(rng.random_range(-0.9..0.9), rng.random_range(-0.9..0.9), 0.0);
        let spin = DQuat::from_rotation_z(f64::from(rng.random_range(0..4)) * FRAC_PI_2);
        let up = DVec3::Z * (2.0 - share(rng));
        Scene::of(&cuboid(1.0, 1.0, 1.0), &cuboid(1.0, 1.0, 1.0), aside + up, spin)
    });
}

#[test]
fn coincident_centres() {
    check("coincident cubes", 3, |rng| Scene::of(&cuboid(1.0, 0.7, 0.5), &random_hull(rng), DVec3::ZERO, turn(rng)));
    check("coincident eggs", 4, |rng| {
        Scene::of(&ellipsoid(1.0, 0.7, 0.3), &sphere(log_uniform(rng, 0.2, 2.0)), DVec3::ZERO, turn(rng))
    });
}

#[test]
fn thin_floor() {
    check("thin floor", 5, |rng| {
        let floor = cuboid(100.0, 100.0, 0.1);
        let aside = DVec3::new(rng.random_range(-90.0..90.0), rng.random_range(-90.0..90.0), 0.0);
        let overlap = share(rng) * 0.05;
        Scene::of(&floor, &random_hull(rng), aside, turn(rng)).with_width(DVec3::Z, overlap)
    });
}

#[test]
fn exact_and_nearly_parallel_faces() {
    check("parallel prisms", 6, |rng| {
        let prism = solid(Polyhedron::octagonal_prism(1.0, 1.0));
        let tilt = DQuat::from_axis_angle(direction(rng), log_uniform(rng, 1e-9, 1e-3));
        let tilt = if rng.random_bool(0.5) { DQuat::IDENTITY } else { tilt };
        let aside = DVec3::new(rng.random_range(-0.9..0.9), rng.random_range(-0.9..0.9), 0.0);
        let overlap = share(rng);
        Scene::of(&prism, &prism, aside, tilt).with_width(DVec3::Z, overlap)
    });
}

#[test]
fn thin_discs_and_rods() {
    check("discs and rods", 7, |rng| {
        let shapes = [cylinder(1.0, 0.025), cylinder(0.02, 1.0)];
        let (a, b) = (&shapes[rng.random_range(0..2)], &shapes[rng.random_range(0..2)]);
        let dir = direction(rng);
        let overlap = share(rng) * 0.1;
        Scene::of(a, b, DVec3::ZERO, turn(rng)).with_width(dir, overlap)
    });
}
