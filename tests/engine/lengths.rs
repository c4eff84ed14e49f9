//! The range of lengths: within it contacts do not depend on the unit of length, beyond it they are refused.

use crate::common::{FAMILIES, direction, random_shape, seeded, turn};
use glam::{DQuat, DVec3};
use packstone::geometry::{Cylinder, HalfSpace, LARGEST_LENGTH, Polyhedron, Pose, SMALLEST_LENGTH, Shape, Sphere};
use packstone::narrow::{Body, Contact, Detector, Minkowski, Status, WarmStart};
use packstone::studies::classical::{Method, detector};
use packstone::studies::pairs::Lines;
use rand::RngExt;

/// The largest power of two that shapes of about a metre may be multiplied by, so that all lengths stay in range; and the
/// other way. Scaling by a power of two changes no digit.
const POWER: i32 = 96;

fn contact(shapes: [&Shape; 2], poses: [Pose; 2], scale: f64) -> Contact {
    let shapes = shapes.map(|shape| shape.scaled(scale).expect("in range"));
    let body = |k: usize| Body {
        shape: &shapes[k],
        pose: Pose { position: poses[k].position * scale, orientation: poses[k].orientation },
    };
    Minkowski::default().detect(&body(0), &body(1), &mut WarmStart::default()).expect("treated")
}

#[test]
fn contacts_do_not_depend_on_the_unit_of_length() {
    let mut rng = seeded(30);
    let others = FAMILIES.into_iter().chain(["halfspace"]);
    for (a, b) in FAMILIES.into_iter().flat_map(|a| others.clone().map(move |b| (a, b))) {
        for _ in 0..20 {
            let shapes = [random_shape(a, &mut rng), random_shape(b, &mut rng)];
            let away = direction(&mut rng) * rng.random_range(0.1..2.0);
            let poses = [Pose::new(DVec3::ZERO, turn(&mut rng)), Pose::new(away, turn(&mut rng))];
            let [one, other] = [&shapes[0], &shapes[1]];
            let plain = contact([one, other], poses, 1.0);
            for power in [-POWER, -40, 40, POWER] {
                let scale = 2f64.powi(power);
                let found = contact([one, other], poses, scale);
                let error = (found.overlap / scale - plain.overlap).abs();
                assert!(error < 1e-9, "{a} {b} at 2^{power}: {} m for {} m", found.overlap / scale, plain.overlap);
                assert!(found.status == plain.status || plain.status != Status::Ok, "{a} {b} at 2^{power}: {found:?}");
                let near = found.normal.dot(plain.normal);
                assert!(near > 1.0 - 1e-6 || !plain.unique, "{a} {b} at 2^{power}: {} {}", found.normal, plain.normal);
            }
        }
    }
}

#[test]
fn shapes_beyond_the_range_are_refused() {
    for length in [1.01 * LARGEST_LENGTH, 1e70, 1e160, 0.99 * SMALLEST_LENGTH, 1e-160, 5e-324] {
        let told = Sphere::new(length).expect_err("out of range").to_string();
        assert!(told.contains("give one from 1e-30 to 1e30"), "{told}");
        assert!(Cylinder::new(1.0, length).is_err() && Polyhedron::cuboid(DVec3::splat(length)).is_err());
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|corner| corner * length);
        assert!(Polyhedron::from_vertices(&corners).is_err());
    }
    assert!(HalfSpace::new(DVec3::Z, -1e31).is_err());
    let ball = Shape::Sphere(Sphere::new(1e20).expect("in range"));
    assert!(ball.scaled(1e20).is_err());
    assert!(Sphere::new(LARGEST_LENGTH).is_ok() && Sphere::new(SMALLEST_LENGTH).is_ok());
}

#[test]
fn bodies_beyond_the_range_are_refused_by_every_detector() {
    let cube = Shape::Polyhedron(Polyhedron::cuboid(DVec3::ONE).expect("a cube"));
    let body = |x: f64| Body { shape: &cube, pose: Pose { position: DVec3::X * x, orientation: DQuat::IDENTITY } };
    for method in [Method::Minkowski, Method::GjkTd, Method::Cundall, Method::Nezami] {
        let mut detector = detector(method);
        for x in [1.01e30, -1e70, 1e160, f64::INFINITY, f64::NAN] {
            let told =
                detector.detect(&body(0.0), &body(x), &mut WarmStart::default()).expect_err("too far").to_string();
            assert!(told.contains("beyond 1e30 m"), "{told}");
            assert!(detector.detect(&body(x), &body(0.0), &mut WarmStart::default()).is_err());
        }
    }
}

#[test]
fn pairs_beyond_the_range_are_refused() {
    let body = |radius: &str, x: &str| {
        format!(
            r#"{{"shape": {{"type": "sphere", "radius": {radius}}}, "position": [{x}, 0, 0], "orientation": [1, 0, 0, 0]}}"#
        )
    };
    let told = |radius: &str, x: &str| {
        let (a, b) = (body(radius, "0"), body("1", x));
        let line = format!(r#"{{"id": "i", "family": "f", "a": {a}, "b": {b}, "size": 1}}"#);
        let read = Lines::new(line.as_bytes()).next().expect("a line").expect("bytes can be read").pair;
        read.map_or_else(|error| error.to_string(), |_| String::new())
    };
    assert_eq!(told("1", "1.5"), "");
    assert!(told("1e71", "1.5").contains("shape of \"a\": radius is 1e71"), "{}", told("1e71", "1.5"));
    assert!(told("1", "1e160").contains("position of \"b\" is beyond 1e30 m"), "{}", told("1", "1e160"));
}
