//! Random pairs against the explicit Minkowski difference and against a dense search over directions.

use std::f64::consts::TAU;

use glam::DVec2;
use packstone::narrow::Status;
use packstone::studies::planar::{Difference, PlanarBody, PlanarKind, PlanarPose, PlanarShape, Polygon};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::{checked, random_polygon, random_pose, random_shape, seeded, width};

/// Pairs of polygons.
const POLYGON_PAIRS: usize = 150_000;
/// Pairs with a curved side.
const CURVED_PAIRS: usize = 20_000;

#[test]
fn polygons_against_the_explicit_difference() {
    let mut rng = seeded(11);
    let (mut overlaps, mut gaps, mut worst, mut worst_normal) = (0, 0, 0.0_f64, 0.0_f64);
    let mut kinds = [0; 3];
    let mut steps = [0.0; 3];
    for _ in 0..POLYGON_PAIRS {
        let (p, q) = (random_polygon(&mut rng), random_polygon(&mut rng));
        let (a, b) = (
            PlanarBody { shape: &p, pose: random_pose(&mut rng, 1.3) },
            PlanarBody { shape: &q, pose: random_pose(&mut rng, 1.3) },
        );
        let found = checked(&a, &b, 1e-14);
        let difference = Difference::new(&a, &b, 0);
        let (closest, overlap) = (difference.closest(), difference.overlap());
        let size = p.bounding_radius().min(q.bounding_radius());
        assert_eq!(found.state(size), difference.state(), "{found:?}");
        worst = worst.max((found.overlap - overlap).abs());
        assert_eq!(found.status, Status::Ok);
        // The direction of the closest point is sure only where that point is alone and not too near to the origin.
        if found.unique && overlap.abs() > 1e-3 {
            worst_normal = worst_normal.max(found.normal.distance(closest.normalize() * overlap.signum()));
        }
        overlaps += usize::from(overlap > 0.0);
        gaps += usize::from(overlap < 0.0);
        steps[usize::from(overlap > 0.0)] += f64::from(found.gjk_iterations);
        steps[2] += f64::from(found.epa_iterations);
        kinds[match found.kind {
            PlanarKind::VertexVertex => 0,
            PlanarKind::VertexEdge => 1,
            PlanarKind::EdgeEdge | PlanarKind::Smooth => 2,
        }] += 1;
        assert!(found.kind != PlanarKind::VertexVertex || overlap < 1e-9, "{found:?}");
    }
    let [apart, together, looks] = [steps[0] / gaps as f64, steps[1] / overlaps as f64, steps[2] / overlaps as f64];
    println!(
        "polygons: overlap off by {worst:e}, normal by {worst_normal:e}; {overlaps} overlap, {gaps} apart, {kinds:?}"
    );
    println!("GJK updates {apart:.2} apart, {together:.2} overlapping, EPA looks {looks:.2}");
    assert!(apart < 4.0 && together < 5.0 && looks < 4.0, "{apart} {together} {looks}");
    assert!(worst < 4e-15 && worst_normal < 2e-12, "{worst:e} {worst_normal:e}");
    assert!(overlaps > POLYGON_PAIRS / 5 && gaps > POLYGON_PAIRS / 5 && kinds[0] > 1000 && kinds[1] > 10_000);
}

/// A polygon with corners on a grid of whole numbers: many edges of two such polygons are parallel.
fn grid_polygon(rng: &mut Pcg64, scale: f64) -> PlanarShape {
    loop {
        let mut whole = || f64::from(rng.random_range(0..5)) * scale;
        let points: Vec<DVec2> = (0..6).map(|_| DVec2::new(whole(), whole())).collect();
        if let Ok(polygon) = Polygon::new(&points) {
            return PlanarShape::Polygon(polygon);
        }
    }
}

#[test]
fn polygons_on_a_grid() {
    let mut rng = seeded(16);
    let (mut worst, mut touches, mut parallel, mut tied) = (0.0_f64, 0, 0, 0);
    for k in 0..60_000 {
        // Sizes alike, and 1 : 1024; powers of two keep the grid exact.
        let scale = if k % 2 == 0 { 1.0 } else { 1.0 / 1024.0 };
        let (p, q) = (grid_polygon(&mut rng, 1.0), grid_polygon(&mut rng, scale));
        let place = DVec2::new(f64::from(rng.random_range(-4..5)), f64::from(rng.random_range(-4..5)));
        let a = PlanarBody { shape: &p, pose: PlanarPose::IDENTITY };
        let b = PlanarBody { shape: &q, pose: PlanarPose::at(place) };
        let found = checked(&a, &b, 1e-14);
        let difference = Difference::new(&a, &b, 0);
        worst = worst.max((found.overlap - difference.overlap()).abs());
        assert!((found.overlap - difference.overlap()).abs() < 4e-15, "{a:?} {b:?} {found:?}");
        touches += usize::from(difference.overlap().abs() < 1e-14);
        parallel += usize::from(found.kind == PlanarKind::EdgeEdge);
        tied += usize::from(!found.unique);
    }
    println!("grid: overlap off by {worst:e}, {touches} touch, {parallel} e-e, {tied} tied");
    assert!(touches > 2000 && parallel > 5000 && tied > 500, "{touches} {parallel} {tied}");
}

/// Corners of edge `k` of a placed polygon.
fn edge(body: &PlanarBody, k: usize) -> [DVec2; 2] {
    let corners = body.outline(0);
    [corners[k], corners[(k + 1) % corners.len()]]
}

#[test]
fn polygons_with_parallel_edges() {
    let mut rng = seeded(13);
    let (mut worst, mut deep) = (0.0_f64, 0);
    for _ in 0..30_000 {
        let (p, q) = (random_polygon(&mut rng), random_polygon(&mut rng));
        let (PlanarShape::Polygon(polygon_a), PlanarShape::Polygon(polygon_b)) = (&p, &q) else { continue };
        let (i, j) = (rng.random_range(0..polygon_a.corners().len()), rng.random_range(0..polygon_b.corners().len()));
        let (a, normal) = (PlanarBody { shape: &p, pose: PlanarPose::IDENTITY }, polygon_a.normals()[i]);
        // B's edge is laid against A's, somewhere along it, a little inside or outside.
        let angle = (-normal).to_angle() - polygon_b.normals()[j].to_angle();
        let turned = PlanarBody { shape: &q, pose: PlanarPose::new(DVec2::ZERO, angle) };
        let ([a0, a1], [b0, b1]) = (edge(&a, i), edge(&turned, j));
        let depth = 10.0_f64.powf(rng.random_range(-9.0..-4.0)) * if rng.random_bool(0.5) { 1.0 } else { -1.0 };
        let slide = rng.random_range(0.0..1.0);
        let place = a0.lerp(a1, slide) - b0.lerp(b1, rng.random_range(0.0..1.0)) - normal * depth;
        let b = PlanarBody { shape: &q, pose: PlanarPose::new(place, angle) };
        let found = checked(&a, &b, 1e-13);
        // Near an end of the shared length, or of a short edge, another edge may be nearer than this one.
        let along = normal.perp();
        let range = |ends: [DVec2; 2]| {
            let [s, t] = ends.map(|p| p.dot(along));
            (s.min(t), s.max(t))
        };
        let ((low_a, high_a), (low_b, high_b)) = (range([a0, a1]), range(edge(&b, j)));
        let (low, high) = (low_a.max(low_b), high_a.min(high_b));
        if high - low < 1e-2 || found.normal.distance(normal) > 1e-6 {
            continue;
        }
        deep += 1;
        assert_eq!(found.kind, PlanarKind::EdgeEdge, "{found:?}");
        assert!((found.overlap - depth).abs() < 1e-14, "{depth:e} {found:?}");
        worst = worst.max((found.point.dot(along) - 0.5 * (low + high)).abs());
    }
    println!("parallel edges: {deep}, the point off by {worst:e}");
    assert!(deep > 29_500 && worst < 1e-13, "{deep} {worst:e}");
}

/// The least support width by a dense search and golden sections around the best directions: as exact as the width is
/// flat, and from no more than the bodies' supports.
fn searched_width(a: &PlanarBody, b: &PlanarBody) -> f64 {
    const STEPS: usize = 1440;
    let angle = |k: usize| TAU * k as f64 / STEPS as f64;
    let at = |angle: f64| width(a, b, DVec2::from_angle(angle));
    let widths: Vec<f64> = (0..STEPS).map(|k| at(angle(k))).collect();
    let is_low = |k: &usize| {
        let (before, after) = (widths[(k + STEPS - 1) % STEPS], widths[(k + 1) % STEPS]);
        widths[*k] <= before && widths[*k] <= after
    };
    let lows = (0..STEPS).filter(is_low).map(|k| golden(at, angle(k) - angle(1), angle(k) + angle(1)));
    lows.fold(f64::INFINITY, f64::min)
}

fn golden(at: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let share = 0.5 * (5.0_f64.sqrt() - 1.0);
    for _ in 0..80 {
        let (p, q) = (high - share * (high - low), low + share * (high - low));
        if at(p) < at(q) { high = q } else { low = p }
    }
    at(0.5 * (low + high))
}

/// A pair of which at least one is curved.
fn curved_pair(rng: &mut Pcg64) -> [PlanarShape; 2] {
    loop {
        let pair = [random_shape(rng), random_shape(rng)];
        if pair.iter().any(|shape| !matches!(shape, PlanarShape::Polygon(_))) {
            return pair;
        }
    }
}

#[test]
fn curved_bodies_against_a_dense_search() {
    let mut rng = seeded(12);
    let (mut overlaps, mut worst, mut open, mut slope) = (0, 0.0_f64, 0, 0.0_f64);
    for _ in 0..CURVED_PAIRS {
        let [p, q] = curved_pair(&mut rng);
        let (a, b) = (
            PlanarBody { shape: &p, pose: random_pose(&mut rng, 1.2) },
            PlanarBody { shape: &q, pose: random_pose(&mut rng, 1.2) },
        );
        let found = checked(&a, &b, 1e-12);
        let expected = searched_width(&a, &b);
        worst = worst.max((found.overlap - expected).abs());
        assert!((found.overlap - expected).abs() < 1e-12, "{expected} {a:?} {b:?} {found:?}");
        assert_eq!(found.kind, PlanarKind::Smooth);
        open += usize::from(found.status != Status::Ok);
        overlaps += usize::from(found.overlap > 0.0);
        if !matches!((&p, &q), (PlanarShape::Polygon(_), _) | (_, PlanarShape::Polygon(_))) {
            // At a smooth minimum the two support points stand one over the other.
            let aside = (a.support(found.normal) - b.support(-found.normal)).dot(found.normal.perp());
            slope = slope.max(aside.abs());
        }
    }
    println!("curved: overlap off by {worst:e}, slope {slope:e}, {open} open bounds, {overlaps} overlap");
    assert!(slope < 1e-13, "{slope:e}");
    assert!(open == 0 && overlaps > CURVED_PAIRS / 4 && overlaps < CURVED_PAIRS * 9 / 10);
}

#[test]
fn needles_and_unequal_sizes() {
    let mut rng = seeded(14);
    let (mut open, mut widest, mut looks) = (0, 0.0_f64, 0);
    for _ in 0..20_000 {
        let needle = |rng: &mut Pcg64| {
            let size = 10.0_f64.powf(rng.random_range(-3.0..0.0));
            super::ellipse(size, size * 10.0_f64.powf(rng.random_range(-3.0..0.0)))
        };
        let (p, q) = (needle(&mut rng), if rng.random_bool(0.5) { needle(&mut rng) } else { random_polygon(&mut rng) });
        let larger = p.bounding_radius().max(q.bounding_radius());
        let (a, b) = (
            PlanarBody { shape: &p, pose: random_pose(&mut rng, 0.7 * larger) },
            PlanarBody { shape: &q, pose: random_pose(&mut rng, 0.7 * larger) },
        );
        let found = checked(&a, &b, 1e-9 * larger);
        // The bounds are the proof: EPA's from below, the width at the normal from above.
        widest = widest.max((found.upper - found.lower) / larger);
        open += usize::from(found.status != Status::Ok);
        looks = looks.max(found.epa_iterations + found.gjk_iterations);
    }
    println!("needles: bounds {widest:e} apart, {open} open, at most {looks} steps");
    assert!(open == 0 && widest < 2e-11, "{open} {widest:e}");
}

#[test]
fn nearly_round_bodies_with_nearly_the_same_centre() {
    let mut rng = seeded(15);
    let (mut worst, mut widest) = (0.0_f64, 0.0_f64);
    for k in 0..6000 {
        let unround = 10.0_f64.powi(-(k % 12));
        let egg = |rng: &mut Pcg64| super::ellipse(1.0, 1.0 + unround * rng.random_range(-0.9..0.9));
        let (p, q) = (egg(&mut rng), if rng.random_bool(0.5) { egg(&mut rng) } else { super::disc(0.5) });
        let a = PlanarBody { shape: &p, pose: random_pose(&mut rng, 1.0) };
        let offset = DVec2::from_angle(rng.random_range(0.0..TAU)) * 10.0_f64.powf(rng.random_range(-14.0..0.0));
        let b = PlanarBody { shape: &q, pose: PlanarPose::new(a.pose.position + offset, rng.random_range(0.0..TAU)) };
        let found = checked(&a, &b, 1e-14);
        assert_eq!(found.status, Status::Ok);
        let expected = searched_width(&a, &b);
        assert!(found.lower <= expected + 1e-14, "{expected}: {found:?}");
        worst = worst.max((found.overlap - expected).abs());
        widest = widest.max(found.upper - found.lower);
    }
    println!("nearly round: overlap off by {worst:e}, bounds {widest:e} apart");
    // Two directions may be as good as each other to EPA's tolerance of 1e-12 of the size, which is near 2.
    assert!(worst < 4e-12 && widest < 8e-12, "{worst:e} {widest:e}");
}
