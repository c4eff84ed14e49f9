//! Failures that other engines have had, each as a test with seeded variations around the pose.

mod depths;
mod places;
mod states;

use std::f64::consts::FRAC_PI_2;

use crate::common::{
    Failures, Scene, capsule, cuboid, cylinder, direction, ellipsoid, log_uniform, random_shape, seeded, solid, sphere,
    superquadric, turn, vector,
};
use glam::{DQuat, DVec3};
use packstone::geometry::polyhedron::spiral::golden_spiral;
use packstone::geometry::{Polyhedron, Shape, Superquadric};
use packstone::narrow::{Contact, Status};
use packstone::studies::oracle::{Oracle, angle};
use rand::RngExt;
use rand_pcg::Pcg64;

/// Seeded variations of each pose.
const VARIATIONS: usize = 200;

/// No turn, a quarter turn about x, or any turn.
fn some_turn(rng: &mut Pcg64) -> DQuat {
    match rng.random_range(0..3) {
        0 => DQuat::IDENTITY,
        1 => DQuat::from_rotation_x(FRAC_PI_2),
        _ => turn(rng),
    }
}

/// The judge finds no fault with the answer, and it is settled.
fn check_settled(judge: &mut Oracle, scene: &Scene, name: &str, failures: &mut Failures) -> Contact {
    let contact = check_bounded(judge, scene, name, failures);
    failures.unless(contact.status == Status::Ok, || format!("{name}: {}", contact.status.name()));
    contact
}

/// The judge finds no fault with the answer; it may be unconverged, but then its bounds hold.
fn check_bounded(judge: &mut Oracle, scene: &Scene, name: &str, failures: &mut Failures) -> Contact {
    let contact = scene.detect();
    let faults = judge.judge(&scene.a.body(), &scene.b.body(), &contact).faults;
    failures.unless(faults.is_empty(), || format!("{name}: {faults:?} for {contact:?}"));
    contact
}

/// Overlap, normal and point against known ones.
fn check_answer(scene: &Scene, contact: &Contact, expected: (f64, DVec3, DVec3), name: &str, failures: &mut Failures) {
    let size = scene.smaller();
    let rounding = 1e-13 * scene.larger() + 8.0 * f64::EPSILON * scene.reach();
    let (overlap, normal, point) = expected;
    let curved = if scene.is_flat() { 0.0 } else { 1e-11 * size };
    failures.above((contact.overlap - overlap).abs(), rounding + curved, name, "overlap error");
    failures.above(angle(contact.normal, normal), 1e-7 + 4.0 * rounding / size, name, "normal error");
    failures.above(contact.point.distance(point), 1e-7 * size + 4.0 * rounding, name, "point error");
}
