//! Pairs whose contact is known in closed form.

use std::f64::consts::{FRAC_PI_4, PI};

use glam::DVec2;
use packstone::narrow::{State, Status};
use packstone::studies::planar::{PlanarKind, PlanarShape, contact, traced_contact};
use rand::RngExt;

use super::{at, checked, disc, ellipse, polygon, random_polygon, rectangle, seeded};

#[test]
fn disc_on_disc() {
    let mut rng = seeded(1);
    for _ in 0..1000 {
        let (r, s) = (rng.random_range(0.1..2.0), rng.random_range(0.1..2.0));
        let (a, b) = (disc(r), disc(s));
        let place = DVec2::from_angle(rng.random_range(-PI..PI)) * rng.random_range(0.01..5.0);
        let found = checked(&at(&a, 0.0, 0.0, 0.3), &at(&b, place.x, place.y, -2.0), 1e-15 * 8.0);
        assert!((found.overlap - (r + s - place.length())).abs() < 4e-15);
        assert!(found.normal.distance(place.normalize()) < 1e-15);
        assert!(found.c1.distance(place.normalize() * r) < 4e-15);
        assert_eq!(found.kind, PlanarKind::Smooth);
    }
}

#[test]
fn disc_on_rectangle() {
    let (plate, ball) = (rectangle(4.0, 2.0), disc(0.5));
    let near = |x: f64, y: f64| checked(&at(&plate, 0.0, 0.0, 0.0), &at(&ball, x, y, 1.0), 1e-15);
    let above = near(0.7, 1.3);
    assert!((above.overlap - 0.2).abs() < 1e-15 && above.normal == DVec2::Y);
    assert!(above.c1.distance(DVec2::new(0.7, 1.0)) < 1e-15 && above.c2.distance(DVec2::new(0.7, 0.8)) < 1e-15);
    let corner = near(2.3, 1.4);
    assert!(corner.overlap.abs() < 1e-15 && corner.normal.distance(DVec2::new(0.6, 0.8)) < 1e-15);
    assert_eq!(corner.state(0.5), State::Touch);
    let inside = near(1.8, 0.1);
    assert!((inside.overlap - 0.7).abs() < 1e-15 && inside.normal == DVec2::X);
    let on_the_edge = near(-2.0, 0.3);
    assert!((on_the_edge.overlap - 0.5).abs() < 1e-15 && on_the_edge.normal == DVec2::NEG_X);
    let apart = near(5.0, 5.0);
    assert!((apart.overlap + 4.5).abs() < 1e-15 && apart.normal.distance(DVec2::new(0.6, 0.8)) < 1e-15);
}

#[test]
fn rectangles_side_by_side() {
    let mut rng = seeded(2);
    let (a, b) = (rectangle(4.0, 2.0), rectangle(2.0, 1.0));
    for _ in 0..2000 {
        let (x, y) = (rng.random_range(-4.0..4.0), rng.random_range(-2.5..2.5));
        let found = checked(&at(&a, 0.0, 0.0, 0.0), &at(&b, x, y, 0.0), 1e-14);
        let (over_x, over_y): (f64, f64) = (3.0 - x.abs(), 1.5 - y.abs());
        let expected = if over_x < 0.0 && over_y < 0.0 { -over_x.hypot(over_y) } else { over_x.min(over_y) };
        assert!((found.overlap - expected).abs() < 1e-14, "{x} {y}: {found:?}");
        if over_x < 0.0 && over_y < 0.0 {
            assert_eq!(found.kind, PlanarKind::VertexVertex);
            assert!(found.c1.distance(DVec2::new(2.0 * x.signum(), y.signum())) < 1e-14);
        } else {
            assert_eq!(found.kind, PlanarKind::EdgeEdge);
            let shared =
                |z: f64, half_a: f64, half_b: f64| 0.5 * ((z - half_b).max(-half_a) + (z + half_b).min(half_a));
            let across_y = over_y < over_x;
            let (got, middle) =
                if across_y { (found.point.x, shared(x, 2.0, 1.0)) } else { (found.point.y, shared(y, 1.0, 0.5)) };
            assert!((got - middle).abs() < 1e-14, "{x} {y}: {got} {middle}");
        }
    }
}

#[test]
fn vertices_and_edges_make_three_kinds_of_contact() {
    let (square, diamond) = (rectangle(2.0, 2.0), rectangle(2.0, 2.0));
    let base = at(&square, 0.0, 0.0, 0.0);
    let reach = 2.0_f64.sqrt();
    let corner_on_edge = checked(&base, &at(&diamond, 0.3, 0.9 + reach, FRAC_PI_4), 1e-15 * 4.0);
    assert_eq!(corner_on_edge.kind, PlanarKind::VertexEdge);
    assert!((corner_on_edge.overlap - 0.1).abs() < 1e-15 * 4.0);
    assert!(corner_on_edge.c2.distance(DVec2::new(0.3, 0.9)) < 1e-15 * 4.0);
    let edge_on_edge = checked(&base, &at(&square, 1.5, 1.9, 0.0), 1e-15 * 4.0);
    assert_eq!(edge_on_edge.kind, PlanarKind::EdgeEdge);
    assert!(edge_on_edge.point.distance(DVec2::new(0.75, 0.95)) < 1e-15 * 4.0);
    let corner_to_corner = checked(&base, &at(&square, 2.3, 2.4, 0.0), 1e-15 * 4.0);
    assert_eq!(corner_to_corner.kind, PlanarKind::VertexVertex);
    assert!((corner_to_corner.overlap + 0.5).abs() < 1e-15 * 4.0);
}

#[test]
fn touching_bodies() {
    let (square, ball, egg) = (rectangle(2.0, 2.0), disc(1.0), ellipse(1.0, 0.5));
    let corner = polygon(&[(0.0, 0.0), (2.0, 1.0), (1.0, 2.0)]);
    // Shape and place of B, and whether it meets corner to corner: pushed in along the normal, it then slides off.
    let cases: [(&PlanarShape, f64, f64, bool); 6] = [
        (&square, 2.0, 0.5, false),
        (&square, 2.0, 2.0, true),
        (&corner, 1.0, 1.0, true),
        (&corner, 0.3, 1.0, false),
        (&ball, 0.0, -2.0, false),
        (&egg, 0.2, 1.5, false),
    ];
    for (shape, x, y, at_corners) in cases {
        let found = checked(&at(&square, 0.0, 0.0, 0.0), &at(shape, x, y, 0.0), 1e-14);
        assert_eq!(found.state(0.5), State::Touch, "{shape:?}: {found:?}");
        for step in [1e-3, -1e-3] {
            let moved = found.normal * step + DVec2::new(x, y);
            let after = contact(&at(&square, 0.0, 0.0, 0.0), &at(shape, moved.x, moved.y, 0.0));
            let as_moved = (after.overlap + step).abs() < 1e-14;
            assert!(as_moved || at_corners && step < 0.0, "{shape:?} {step}: {after:?}");
        }
    }
}

#[test]
fn corners_just_apart_and_just_overlapping() {
    let mut rng = seeded(3);
    for _ in 0..20_000 {
        let (a, b) = (random_polygon(&mut rng), random_polygon(&mut rng));
        // The uppermost corner of A and the lowest one of B, with a gap from one of the order of rounding upward.
        let a_body = at(&a, 0.0, 0.0, rng.random_range(-PI..PI));
        let turned = at(&b, 0.0, 0.0, rng.random_range(-PI..PI));
        let gap = 10.0_f64.powf(rng.random_range(-17.0..-1.0)) * if rng.random_bool(0.5) { 1.0 } else { -1.0 };
        let place = a_body.support(DVec2::Y) - turned.support(DVec2::NEG_Y) + DVec2::Y * gap;
        let b_body = at(&b, place.x, place.y, turned.pose.angle);
        // Edges across the line between the corners may fade in: the contact points are then on them to 4e-8.
        let found = checked(&a_body, &b_body, 1e-7);
        let expected = packstone::studies::planar::Difference::new(&a_body, &b_body, 0).overlap();
        assert!((found.overlap - expected).abs() < 4e-15, "{gap:e}: {expected:e} {found:?}");
        assert!(gap < 0.0 || (found.overlap + gap).abs() < 4e-15, "{gap:e}: {found:?}");
    }
}

#[test]
fn coincident_centres() {
    let shapes = [rectangle(2.0, 1.0), rectangle(2.0, 2.0), disc(0.7), ellipse(2.0, 0.3), ellipse(0.9, 0.9)];
    for a in &shapes {
        for b in &shapes {
            for angle in [0.0, 0.4, FRAC_PI_4] {
                let (a, b) = (at(a, 3.0, 1.0, 0.0), at(b, 3.0, 1.0, angle));
                let found = checked(&a, &b, 1e-14);
                assert_eq!(found, contact(&a, &b), "the same at every call");
                let searched = (0..7200).map(|k| super::width(&a, &b, DVec2::from_angle(PI * f64::from(k) / 3600.0)));
                let least = searched.fold(f64::INFINITY, f64::min);
                assert!(found.overlap <= least + 1e-14 && found.overlap > least - 2e-3, "{least}: {found:?}");
                assert!(found.overlap > 0.0 && !found.unique);
            }
        }
    }
}

#[test]
fn parallel_edges_turning_through_zero() {
    // The contact point moves continuously while the upper plate turns from one side through parallel to the other.
    let (a, b) = (rectangle(4.0, 2.0), rectangle(2.0, 1.0));
    let sizes = (0..=600).map(|k| 1e-6 * 10.0_f64.powf(-f64::from(k) / 100.0));
    let angles: Vec<f64> = sizes.clone().map(|angle| -angle).chain(sizes.rev()).collect();
    let points = angles.iter().map(|angle| {
        let found = checked(&at(&a, 0.0, 0.0, 0.0), &at(&b, 0.5, 1.4, *angle), 1e-7);
        assert!((found.overlap - 0.1).abs() < 2e-6);
        found.point.x
    });
    let points: Vec<f64> = points.collect();
    let jump = points.windows(2).map(|ends| (ends[1] - ends[0]).abs()).fold(0.0, f64::max);
    assert!(jump < 0.02, "{jump}");
    // From one corner of the small plate over the middle to the other.
    let ends = [points[0], points[600], points[1201]];
    assert!(ends.iter().zip([1.5, 0.5, -0.5]).all(|(x, expected)| (x - expected).abs() < 1e-5), "{ends:?}");
}

#[test]
fn a_disc_meets_an_ellipse_on_its_axis() {
    let (egg, ball) = (ellipse(2.0, 1.0), disc(0.5));
    let end = checked(&at(&egg, 0.0, 0.0, 0.0), &at(&ball, 2.3, 0.0, 0.0), 1e-14);
    assert!((end.overlap - 0.2).abs() < 1e-14 && end.normal.distance(DVec2::X) < 1e-14);
    assert_eq!(end.status, Status::Ok);
    let side = checked(&at(&egg, 0.0, 0.0, 0.0), &at(&ball, 0.0, 1.75, 0.0), 1e-14);
    assert!((side.overlap + 0.25).abs() < 1e-14 && side.normal.distance(DVec2::Y) < 1e-14);
    // Beyond the centre of curvature b^2 / a = 1/2 the nearest point is not the end of the long axis.
    let deep = checked(&at(&egg, 0.0, 0.0, 0.0), &at(&ball, 0.6, 0.0, 0.0), 1e-14);
    let height = (1.0_f64 - 0.36 / 3.0).sqrt();
    assert!((deep.overlap - (height + 0.5)).abs() < 1e-14 && !deep.unique, "{deep:?}");
}

#[test]
fn a_trace_shows_the_steps() {
    let (square, triangle) = (rectangle(2.0, 2.0), polygon(&[(0.0, 0.0), (1.0, 0.2), (0.4, 1.0)]));
    let (a, b) = (at(&square, 0.0, 0.0, 0.1), at(&triangle, 0.6, 0.4, 0.0));
    let (found, trace) = traced_contact(&a, &b);
    assert_eq!(found, contact(&a, &b), "watching changes nothing");
    assert_eq!(trace.simplices.len(), found.gjk_iterations as usize);
    assert_eq!(trace.expansions.len(), found.epa_iterations as usize);
    let (last, before) = trace.expansions.split_last().expect("an overlap takes at least one look");
    assert!(!last.look.grows && before.iter().all(|step| step.look.grows));
    assert!((last.look.distance - found.overlap).abs() < 1e-15 * 8.0);
    for (step, next) in before.iter().zip(&trace.expansions[1..]) {
        assert_eq!(next.polygon.len(), step.polygon.len() + 1);
        assert!(next.polygon.contains(&step.look.support));
        assert!(next.look.distance >= step.look.distance);
    }
}

/// What the four configurations of `docs/planar.md` show: the contact moves from the left edge of the quadrilateral
/// to its lower one, stays there while the triangle turns parallel to it, and goes back.
#[test]
fn four_configurations_of_a_quadrilateral_and_a_triangle() {
    let quad = polygon(&[(0.0, 0.0), (2.1, 0.23), (1.9, 1.5), (-0.28, 1.5)]);
    let triangle = polygon(&[(0.0, 0.0), (-1.35, -0.5), (-0.35, -1.7)]);
    let (left, lower) = (DVec2::new(-1.5, -0.28).normalize(), DVec2::new(0.23, -2.1).normalize());
    let parallel = 0.23_f64.atan2(2.1) - 0.5_f64.atan2(1.35);
    let cases = [
        (0.335, 0.0, left, PlanarKind::VertexEdge),
        (0.41, 0.0, lower, PlanarKind::VertexEdge),
        (0.41, parallel, lower, PlanarKind::EdgeEdge),
        (0.41, parallel - 16.0_f64.to_radians(), left, PlanarKind::VertexEdge),
    ];
    for (x, angle, normal, kind) in cases {
        let found = checked(&at(&quad, 0.0, 0.0, 0.0), &at(&triangle, x, 0.46, angle), 1e-14);
        assert!(found.normal.distance(normal) < 1e-14 && found.kind == kind, "{found:?}");
        // The triangle's upper right corner is the deepest point, and the origin is a corner of both edges.
        assert!((found.overlap + normal.dot(DVec2::new(x, 0.46))).abs() < 1e-14);
        if kind == PlanarKind::VertexEdge {
            assert!(found.c2.distance(DVec2::new(x, 0.46)) < 1e-14);
        }
    }
}
