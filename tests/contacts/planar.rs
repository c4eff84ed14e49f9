//! Contacts in the plane: closed forms, the explicit Minkowski difference, rigid motions, scaling and the gradient.

mod closed_forms;
mod invariance;
mod searched;

use glam::DVec2;
use packstone::studies::planar::{Disc, Ellipse, PlanarBody, PlanarContact, PlanarPose, PlanarShape, Polygon, contact};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn seeded(seed: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed)
}

fn polygon(points: &[(f64, f64)]) -> PlanarShape {
    let points: Vec<DVec2> = points.iter().map(|&(x, y)| DVec2::new(x, y)).collect();
    PlanarShape::Polygon(Polygon::new(&points).expect("a polygon"))
}

fn rectangle(x: f64, y: f64) -> PlanarShape {
    PlanarShape::Polygon(Polygon::rectangle(DVec2::new(x, y)).expect("a rectangle"))
}

fn disc(radius: f64) -> PlanarShape {
    PlanarShape::Disc(Disc::new(radius).expect("a disc"))
}

fn ellipse(x: f64, y: f64) -> PlanarShape {
    PlanarShape::Ellipse(Ellipse::new(DVec2::new(x, y)).expect("an ellipse"))
}

fn at(shape: &PlanarShape, x: f64, y: f64, angle: f64) -> PlanarBody<'_> {
    PlanarBody { shape, pose: PlanarPose::new(DVec2::new(x, y), angle) }
}

/// The hull of 3 to 12 points of a box of random sides, of bounding radius near 1.
fn random_polygon(rng: &mut Pcg64) -> PlanarShape {
    let slender = rng.random_range(0.1..1.0);
    let count = rng.random_range(3..13);
    loop {
        let point = |rng: &mut Pcg64| DVec2::new(rng.random_range(-1.0..1.0), slender * rng.random_range(-1.0..1.0));
        let points: Vec<DVec2> = (0..count).map(|_| point(rng)).collect();
        if let Ok(polygon) = Polygon::new(&points) {
            return PlanarShape::Polygon(polygon);
        }
    }
}

/// A polygon, a disc or an ellipse.
fn random_shape(rng: &mut Pcg64) -> PlanarShape {
    match rng.random_range(0..4) {
        0 => disc(rng.random_range(0.2..1.0)),
        1 | 2 => ellipse(rng.random_range(0.1..1.0), rng.random_range(0.1..1.0)),
        _ => random_polygon(rng),
    }
}

fn random_pose(rng: &mut Pcg64, reach: f64) -> PlanarPose {
    let mut along = || rng.random_range(-reach..reach);
    PlanarPose::new(DVec2::new(along(), along()), along() * 3.2 / reach)
}

/// The support width of two bodies along `n`: no overlap is larger.
fn width(a: &PlanarBody, b: &PlanarBody, n: DVec2) -> f64 {
    n.dot(a.support(n) - b.support(-n))
}

/// What holds for every answer: finite, unit normal, ordered bounds, points on the support lines and on the bodies.
fn check_form(a: &PlanarBody, b: &PlanarBody, found: &PlanarContact, tolerance: f64) {
    let numbers = [found.overlap, found.lower, found.upper, found.point.x, found.point.y, found.normal.x];
    assert!(numbers.iter().all(|x| x.is_finite()), "{found:?}");
    assert!((found.normal.length() - 1.0).abs() < 1e-15);
    assert!(found.lower <= found.overlap && found.overlap <= found.upper, "{found:?}");
    assert!((width(a, b, found.normal) - found.overlap).abs() <= tolerance, "{found:?}");
    assert!((found.c1 - found.c2).distance(found.normal * found.overlap) <= tolerance);
    assert!(found.point.distance((found.c1 + found.c2) * 0.5) <= tolerance);
    assert!(distance_to(a, found.c1) <= tolerance, "c1 off A by {:e}: {found:?}", distance_to(a, found.c1));
    assert!(distance_to(b, found.c2) <= tolerance, "c2 off B by {:e}: {found:?}", distance_to(b, found.c2));
}

/// A measure of how far a point is outside a body [m]: by the edges, by the radius, or by the ellipse's equation.
fn distance_to(body: &PlanarBody, p: DVec2) -> f64 {
    let local = DVec2::from_angle(-body.pose.angle).rotate(p - body.pose.position);
    match body.shape {
        PlanarShape::Polygon(polygon) => {
            let heights = polygon.normals().iter().zip(polygon.corners()).map(|(n, corner)| n.dot(local - *corner));
            heights.fold(0.0, f64::max)
        }
        PlanarShape::Disc(disc) => (local.length() - disc.radius()).max(0.0),
        PlanarShape::Ellipse(ellipse) => {
            ((local / ellipse.radii()).length() - 1.0).max(0.0) * ellipse.radii().min_element()
        }
    }
}

/// The answer, checked for its form.
fn checked(a: &PlanarBody, b: &PlanarBody, tolerance: f64) -> PlanarContact {
    let found = contact(a, b);
    check_form(a, b, &found, tolerance);
    found
}
