//! Exchange, rigid motion and scaling change nothing; the gradient of the overlap is minus the normal.

use std::f64::consts::PI;

use glam::DVec2;
use packstone::studies::planar::{Disc, Ellipse, PlanarBody, PlanarContact, PlanarPose, PlanarShape, Polygon, contact};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::{checked, random_pose, random_shape, seeded};

const PAIRS: usize = 20_000;

/// Seeded pairs with their contact; those whose normal is not unique are left out.
fn each_pair(seed: u64, mut visit: impl FnMut(&mut Pcg64, PlanarBody, PlanarBody, PlanarContact)) {
    let mut rng = seeded(seed);
    let mut visited = 0;
    for _ in 0..PAIRS {
        let (p, q) = (random_shape(&mut rng), random_shape(&mut rng));
        let (a, b) = (
            PlanarBody { shape: &p, pose: random_pose(&mut rng, 1.2) },
            PlanarBody { shape: &q, pose: random_pose(&mut rng, 1.2) },
        );
        let found = checked(&a, &b, 1e-12);
        if found.unique {
            visited += 1;
            visit(&mut rng, a, b, found);
        }
    }
    assert!(visited > PAIRS * 9 / 10);
}

/// The same contact, but for a motion and a share of the size.
fn assert_same(found: &PlanarContact, expected: &PlanarContact, turn: f64, shift: DVec2, noise: f64) {
    let turn = DVec2::from_angle(turn);
    assert!((found.overlap - expected.overlap).abs() < noise, "{expected:?} became {found:?}");
    assert_eq!(found.kind, expected.kind);
    // The direction of a gap between corners carries the noise of the coordinates over the length of the gap.
    if expected.overlap.abs() > 1e-3 {
        let (normal, point) = (turn.rotate(expected.normal), turn.rotate(expected.point) + shift);
        assert!(found.normal.distance(normal) < 2e3 * noise, "{expected:?} became {found:?}");
        assert!(found.point.distance(point) < 2e4 * noise, "{expected:?} became {found:?}");
    }
}

#[test]
fn exchanged_bodies() {
    each_pair(21, |_, a, b, found| {
        let swapped = contact(&b, &a);
        let back = PlanarContact { normal: -swapped.normal, c1: swapped.c2, c2: swapped.c1, ..swapped };
        assert_same(&back, &found, 0.0, DVec2::ZERO, 1e-13);
    });
}

#[test]
fn moved_bodies() {
    each_pair(22, |rng, a, b, found| {
        let reach = 10.0_f64.powf(rng.random_range(0.0..4.0));
        let shift = DVec2::from_angle(rng.random_range(-PI..PI)) * reach;
        let moved = |body: PlanarBody<'_>| PlanarPose::new(body.pose.position + shift, body.pose.angle);
        let (pose_a, pose_b) = (moved(a), moved(b));
        let after = contact(&PlanarBody { pose: pose_a, ..a }, &PlanarBody { pose: pose_b, ..b });
        assert_same(&after, &found, 0.0, shift, 1e-13 + 4.0 * f64::EPSILON * reach);
    });
}

#[test]
fn turned_bodies() {
    each_pair(23, |rng, a, b, found| {
        let angle = rng.random_range(-PI..PI);
        let turn = DVec2::from_angle(angle);
        let turned = |pose: PlanarPose| PlanarPose::new(turn.rotate(pose.position), pose.angle + angle);
        let after = contact(&PlanarBody { pose: turned(a.pose), ..a }, &PlanarBody { pose: turned(b.pose), ..b });
        assert_same(&after, &found, angle, DVec2::ZERO, 1e-13);
    });
}

#[test]
fn scaled_bodies() {
    let scaled = |shape: &PlanarShape, scale: f64| match shape {
        PlanarShape::Polygon(polygon) => {
            let points: Vec<DVec2> = polygon.corners().iter().map(|p| *p * scale).collect();
            PlanarShape::Polygon(Polygon::new(&points).expect("the polygon again"))
        }
        PlanarShape::Disc(disc) => PlanarShape::Disc(Disc::new(disc.radius() * scale).expect("a disc")),
        PlanarShape::Ellipse(egg) => PlanarShape::Ellipse(Ellipse::new(egg.radii() * scale).expect("an ellipse")),
    };
    each_pair(24, |rng, a, b, found| {
        let scale = 10.0_f64.powf(rng.random_range(-6.0..3.0));
        let (p, q) = (scaled(a.shape, scale), scaled(b.shape, scale));
        let placed = |pose: PlanarPose| PlanarPose::new(pose.position * scale, pose.angle);
        let (a, b) = (PlanarBody { shape: &p, pose: placed(a.pose) }, PlanarBody { shape: &q, pose: placed(b.pose) });
        let after = contact(&a, &b);
        let back = PlanarContact { overlap: after.overlap / scale, point: after.point / scale, ..after };
        assert_same(&back, &found, 0.0, DVec2::ZERO, 1e-13);
    });
}

#[test]
fn the_gradient_is_minus_the_normal() {
    let step = 1e-6;
    let mut compared = 0;
    each_pair(25, |_, a, b, found| {
        let overlap_at = |offset: DVec2| {
            let pose = PlanarPose::new(b.pose.position + offset, b.pose.angle);
            contact(&a, &PlanarBody { pose, ..b })
        };
        let around = [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y].map(|axis| overlap_at(axis * step));
        // Where the normal jumps, or turns fast because the bodies meet at corners, the difference is no derivative.
        if around.iter().any(|near| near.normal.distance(found.normal) > 1e-4) {
            return;
        }
        let slope = DVec2::new(around[0].overlap - around[1].overlap, around[2].overlap - around[3].overlap);
        let gradient = slope / (2.0 * step);
        assert!(gradient.distance(-found.normal) < 1e-7, "{gradient} {found:?}");
        compared += 1;
    });
    assert!(compared > PAIRS * 8 / 10, "{compared}");
}
