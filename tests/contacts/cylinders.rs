//! The axisymmetric framework for cylinders against GJK, closed forms, quadrature and its own theorems.

use std::f64::consts::PI;

use glam::{DQuat, DVec2, DVec3};
use packstone::geometry::{Cylinder, HalfSpace, Polyhedron, Pose, Shape};
use packstone::narrow::axisymmetric::{
    Arrangement, AxialCylinder, Edges, FACTOR, Lie, Scheme, Section, SphereCase, check, contact, edges,
    halfspace_contact, layered, lever_arm, normal_through, point_on_normal, sphere_contact,
};
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

/// Aspect ratios H/D of the published packings, and one between.
const ASPECTS: [f64; 6] = [0.025, 0.5, 1.0, 5.0, 10.0, 50.0];

/// Unit radius and the given H/D.
fn cylinder(aspect: f64, radius: f64) -> Cylinder {
    Cylinder::new(radius, aspect * radius).expect("a positive size")
}

fn random_unit(rng: &mut Pcg64) -> DVec3 {
    loop {
        let v = DVec3::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
        if v.length_squared() > 1e-4 && v.length_squared() < 1.0 {
            return v.normalize();
        }
    }
}

/// Half the poses anyhow, half with axes near parallel or near square, where formulas are weakest.
fn random_axis(rng: &mut Pcg64, to: DVec3) -> DVec3 {
    let v = random_unit(rng);
    let slight = 10f64.powf(rng.random_range(-9.0..-0.5));
    match rng.random_range(0..4) {
        0 => (to + v * slight).normalize(),
        1 => (v - to * to.dot(v) * (1.0 - slight)).normalize(),
        _ => v,
    }
}

fn body_turn(axis: DVec3) -> DQuat {
    DQuat::from_rotation_arc(DVec3::Z, axis)
}

/// A pair that overlaps about as often as not: the second is set off along a random direction by a share of the distance
/// at which the two would surely be clear of each other along it.
fn random_pair(rng: &mut Pcg64, shapes: [Cylinder; 2], most: f64) -> [AxialCylinder; 2] {
    let first = random_unit(rng);
    let axes = [first, random_axis(rng, first)];
    let place = |axis: DVec3, at: DVec3| Pose::new(at, body_turn(axis));
    let origin = random_unit(rng) * rng.random_range(0.0..10.0);
    let a = AxialCylinder::new(&shapes[0], &place(axes[0], origin));
    let b = AxialCylinder::new(&shapes[1], &place(axes[1], origin));
    let away = random_unit(rng);
    // Often along an axis or square to it: thin plates and rods would seldom meet otherwise.
    let away = match rng.random_range(0..4) {
        0 => (a.axis + away * 0.1).normalize(),
        1 => (away - a.axis * a.axis.dot(away)).normalize(),
        _ => away,
    };
    let along = rng.random_range(0.0..most) * (a.reach(away) + b.reach(away));
    let aside = random_unit(rng) * rng.random_range(0.0..0.5) * (shapes[0].radius() + shapes[1].radius());
    [a, AxialCylinder { center: origin + away * along + aside, ..b }]
}

/// State of the checks against GJK over `count` poses: (overlapping, apart, in the band of touch).
fn compare_states(shapes: [Cylinder; 2], count: u64, seed: u64) -> [u64; 3] {
    const CHUNK: u64 = 10_000;
    let solids = shapes.map(Shape::Cylinder);
    let chunks = (0..count.div_ceil(CHUNK)).into_par_iter();
    let counts = chunks.map(|chunk| {
        let mut rng = Pcg64::seed_from_u64(seed * 1_000_003 + chunk);
        let mut detector = Minkowski::default();
        let mut counts = [0; 3];
        for _ in 0..CHUNK {
            let pair = random_pair(&mut rng, shapes, 1.3);
            let found = check(&pair[0], &pair[1]).overlapping();
            let bodies =
                [0, 1].map(|k| Body { shape: &solids[k], pose: Pose::new(pair[k].center, body_turn(pair[k].axis)) });
            let mut warm = WarmStart::default();
            let truth = detector.overlapping(&bodies[0], &bodies[1], &mut warm).expect("cylinders are known");
            if found != truth {
                let full = detector.detect(&bodies[0], &bodies[1], &mut WarmStart::default()).expect("known");
                let size = pair[0].bounding_radius().max(pair[1].bounding_radius());
                assert!(
                    full.overlap.abs() <= 1e-9 * size,
                    "{pair:?}: check says {found}, GJK {truth}, overlap {:e} of the size",
                    full.overlap / size
                );
                counts[2] += 1;
            } else {
                counts[usize::from(!truth)] += 1;
            }
        }
        counts
    });
    counts.reduce(|| [0; 3], |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]])
}

/// The checks against GJK on so many pairs of each of ten combinations of aspect ratios.
fn checks_agree_with_gjk(pairs: u64) {
    let mut cases: Vec<([f64; 2], f64)> = ASPECTS.iter().map(|&aspect| ([aspect, aspect], 1.0)).collect();
    cases.extend([([0.5, 10.0], 1.0), ([0.025, 50.0], 0.3), ([1.0, 0.025], 4.0), ([5.0, 0.5], 0.05)]);
    for (k, (aspects, second)) in cases.into_iter().enumerate() {
        let shapes = [cylinder(aspects[0], 1.0), cylinder(aspects[1], second)];
        let [overlapping, apart, touching] = compare_states(shapes, pairs, k as u64);
        println!("H/D {aspects:?}: {overlapping} overlapping, {apart} apart, {touching} in the band");
        assert!(overlapping.min(apart) > pairs / 10, "{aspects:?}: the poses do not try both states");
        assert!(touching < 10 + pairs * 9 / 100_000, "{aspects:?}: {touching} within the band of touch");
    }
}

/// All combinations of aspect ratios, with the first 20,000 of the million pairs.
#[test]
fn the_checks_agree_with_gjk() {
    checks_agree_with_gjk(20_000);
}

#[test]
#[ignore = "slow: run with ./test.sh --slow"]
fn the_checks_agree_with_gjk_on_a_million_pairs_of_each_aspect() {
    checks_agree_with_gjk(1_000_000);
}

/// Area shared by two rectangles in the profile plane: the first about the origin with half sides (w1, h1), the second
/// turned and moved as the arrangement says, with half sides (w2, h2). Clipped corner by corner.
fn rectangles_area(pair: &Arrangement, w1: f64, w2: f64) -> f64 {
    let (across, along) = (DVec2::new(pair.cos, -pair.sin), DVec2::new(pair.sin, pair.cos));
    let center = DVec2::new(pair.y, pair.z);
    let corner = |s: f64, t: f64| center + across * (s * w2) + along * (t * pair.h2);
    let mut polygon = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    for (n, most) in [(DVec2::X, w1), (-DVec2::X, w1), (DVec2::Y, pair.h1), (-DVec2::Y, pair.h1)] {
        let mut kept = Vec::new();
        for (k, &p) in polygon.iter().enumerate() {
            let q = polygon[(k + 1) % polygon.len()];
            let (a, b) = (n.dot(p) - most, n.dot(q) - most);
            if a <= 0.0 {
                kept.push(p);
            }
            if (a < 0.0) != (b < 0.0) && a != b {
                kept.push(p.lerp(q, a / (a - b)));
            }
        }
        polygon = kept;
    }
    let twice: f64 = (0..polygon.len()).map(|k| polygon[k].perp_dot(polygon[(k + 1) % polygon.len()])).sum();
    0.5 * twice.abs()
}

/// Volume and x of the centroid by slices across x, in which both cylinders are rectangles: no circle, no ellipse, no
/// quartic. Equal steps of an angle, fine enough for 1e-6.
fn volume_by_slices(pair: &Arrangement, steps: usize) -> (f64, f64) {
    let (lo, hi) = ((-pair.r1).max(pair.d - pair.r2), pair.r1.min(pair.d + pair.r2));
    let (middle, half) = (0.5 * (lo + hi), 0.5 * (hi - lo));
    let (mut volume, mut moment) = (0.0, 0.0);
    for k in 0..steps {
        let t = PI * (k as f64 + 0.5) / steps as f64;
        let x = middle + half * t.cos();
        let chord = |r: f64, x: f64| (r * r - x * x).max(0.0).sqrt();
        let area = rectangles_area(pair, chord(pair.r1, x), chord(pair.r2, x - pair.d));
        let share = area * half * t.sin() * PI / steps as f64;
        volume += share;
        moment += x * share;
    }
    (volume, moment / volume)
}

/// Overlapping pairs of all aspects, sizes 1 : 3, seeded.
fn overlapping_pairs(count: usize, seed: u64) -> Vec<[AxialCylinder; 2]> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let shapes = [0, 1].map(|_| {
            let radius = 3f64.powf(rng.random_range(-0.5..0.5));
            cylinder(ASPECTS[rng.random_range(0..ASPECTS.len())], radius)
        });
        let pair = random_pair(&mut rng, shapes, 1.0);
        if check(&pair[0], &pair[1]).overlapping() {
            pairs.push(pair);
        }
    }
    pairs
}

fn at(radius: f64, half_height: f64, axis: DVec3, center: DVec3) -> AxialCylinder {
    AxialCylinder { radius, half_height, axis: axis.normalize(), center }
}

#[test]
fn four_numbers_lead_from_one_frame_to_the_other() {
    for [a, b] in overlapping_pairs(1000, 1) {
        let (pair, axes) = Arrangement::new(&a, &b);
        let size = a.bounding_radius() + b.bounding_radius();
        assert!(axes.x.cross(axes.y).distance(axes.z) < 1e-14 && axes.x.dot(b.axis).abs() < 1e-14);
        assert!((pair.cos - a.axis.dot(b.axis).abs()).abs() < 1e-14);
        assert!(axes.point(DVec3::new(pair.d, pair.y, pair.z)).distance(b.center) < 1e-13 * size);
        if let Some((s1, s2)) = pair.feet() {
            // The feet are on both axes and across both.
            let toward = if a.axis.dot(b.axis) < 0.0 { -b.axis } else { b.axis };
            let line = (b.center + toward * s2) - (a.center + a.axis * s1);
            let reach = (s1.abs() + s2.abs() + size) * 1e-13;
            assert!((line - axes.x * pair.d).length() < reach / pair.sin.min(1.0), "{pair:?}");
        }
        let swapped = pair.swapped();
        let (direct, back) = Arrangement::new(&b, &a);
        for (x, y) in [(swapped.d, direct.d), (swapped.sin, direct.sin), (swapped.z.abs(), direct.z.abs())] {
            assert!((x.abs() - y.abs()).abs() < 1e-12 * size, "{swapped:?} {direct:?}");
        }
        assert!(back.z.dot(b.axis) > 0.0);
        let p = DVec3::new(0.3, -0.2, 0.7);
        let there_and_back = swapped.from_swapped(pair.from_swapped(p));
        assert!(there_and_back.distance(p) < 1e-13 * size);
        // The swapped frame is the other cylinder's: its axis is z, its centre the origin.
        assert!(axes.point(pair.from_swapped(DVec3::ZERO)).distance(b.center) < 1e-13 * size);
        let up = axes.point(pair.from_swapped(DVec3::Z)) - b.center;
        assert!((up.dot(b.axis).abs() - 1.0).abs() < 1e-13);
    }
}

#[test]
fn volumes_with_a_closed_form() {
    let close = |a: f64, b: f64, share: f64| assert!((a - b).abs() <= share * b, "{a} is not {b}");
    // Crossing at right angles on one line of centres: 16 r^3 / 3.
    let long = at(1.0, 5.0, DVec3::X, DVec3::new(0.2, 0.1, -0.3));
    let crossing = at(1.0, 5.0, DVec3::Y, DVec3::new(0.4, -0.5, -0.3));
    let (pair, _) = Arrangement::new(&long, &crossing);
    close(layered(&pair, 400).expect("overlap").volume, 16.0 / 3.0, 1e-5);
    close(edges(&pair).expect("overlap").1.volume, 16.0 / 3.0, 1e-12 + 2e-3);
    // Side by side: the lens of two circles, times the shared height; a prism, so one layer is exact.
    let (r1, r2, d) = (1.0f64, 0.7f64, 1.2f64);
    let lens = {
        let a1 = ((d * d + r1 * r1 - r2 * r2) / (2.0 * d * r1)).acos();
        let a2 = ((d * d + r2 * r2 - r1 * r1) / (2.0 * d * r2)).acos();
        r1 * r1 * (a1 - a1.sin() * a1.cos()) + r2 * r2 * (a2 - a2.sin() * a2.cos())
    };
    let beside = at(r2, 1.0, DVec3::Z, DVec3::new(0.0, d, 1.5));
    let (pair, _) = Arrangement::new(&at(r1, 2.0, DVec3::Z, DVec3::ZERO), &beside);
    close(layered(&pair, 1).expect("overlap").volume, lens * 1.5, 1e-13);
    // One inside the other: the whole of the inner one.
    let inner = at(0.3, 0.4, DVec3::new(1.0, 2.0, 3.0), DVec3::new(0.1, 0.2, 0.1));
    let (pair, _) = Arrangement::new(&inner, &at(2.0, 2.0, DVec3::Z, DVec3::ZERO));
    let whole = layered(&pair, 1).expect("overlap");
    close(whole.volume, inner.volume(), 1e-13);
    assert!(whole.centroid.length() < 1e-14);
    // On one axis: the narrower one's area times the shared height.
    let (pair, _) =
        Arrangement::new(&at(1.0, 1.0, DVec3::Z, DVec3::ZERO), &at(0.5, 1.0, -DVec3::Z, DVec3::new(0.0, 0.0, 1.9)));
    close(layered(&pair, 1).expect("overlap").volume, PI * 0.25 * 0.1, 1e-12);
}

#[test]
fn layers_converge_with_the_square_of_their_number() {
    let pairs = overlapping_pairs(400, 2);
    let counts = [8, 16, 32, 64, 128];
    let errors: Vec<[f64; 5]> = pairs
        .par_iter()
        .map(|[a, b]| {
            let (pair, _) = Arrangement::new(a, b);
            let (truth, _) = volume_by_slices(&pair, 4000);
            counts.map(|n| (layered(&pair, n).map_or(0.0, |region| region.volume) - truth).abs() / truth)
        })
        .collect();
    let mean = |k: usize| errors.iter().map(|e| e[k]).sum::<f64>() / errors.len() as f64;
    for (k, layers) in counts.iter().enumerate() {
        let worst = errors.iter().map(|e| e[k]).fold(0.0, f64::max);
        println!("{layers} layers: mean error {:.2e}, worst {worst:.2e}", mean(k));
    }
    for (k, layers) in counts.iter().enumerate().take(3) {
        let order = (mean(k) / mean(k + 1)).log2();
        assert!((1.8..2.6).contains(&order), "order {order} from {layers} layers");
    }
    assert!(errors.iter().all(|e| e[4] < 2e-3), "a volume does not converge");
}

#[test]
fn centroids_of_layers_are_those_of_slices() {
    for [a, b] in overlapping_pairs(200, 3) {
        let (pair, _) = Arrangement::new(&a, &b);
        let region = layered(&pair, 200).expect("overlapping");
        let (_, x) = volume_by_slices(&pair, 2000);
        let size = a.radius.min(b.radius);
        assert!((region.centroid.x - x).abs() < 2e-4 * size, "{pair:?}: {} and {x}", region.centroid.x);
        // Led by the other cylinder, it is the same point.
        let other = layered(&pair.swapped(), 200).expect("overlapping");
        let there = pair.from_swapped(other.centroid);
        let reach = region.leading.size().max_element();
        assert!(there.distance(region.centroid) < 2e-3 * reach, "{pair:?}: {there} and {}", region.centroid);
    }
}

#[test]
fn the_hull_of_the_edges_lies_within_the_region() {
    let mut shares: Vec<f64> = overlapping_pairs(4000, 4)
        .par_iter()
        .map(|[a, b]| {
            let (pair, _) = Arrangement::new(a, b);
            let (truth, _) = volume_by_slices(&pair, 600);
            let (found, region) = edges(&pair).expect("overlapping");
            // A lens is measured whole, though a base may cut off up to half of it.
            let slack = if found == Edges::Lens { 1.0 + 2e-3 } else { 1e-4 };
            assert!(region.volume <= truth * (1.0 + slack), "{pair:?}: {} of {truth}", region.volume);
            let exact = layered(&pair, 64).expect("overlapping");
            // Extents of a part cannot pass those of the whole; layers miss a little of the widest place.
            let most = if found == Edges::Lens { 2.1 } else { 1.05 };
            let beyond = region.leading.size() - exact.leading.size() * most;
            assert!(beyond.max_element() <= 1e-9, "{pair:?}: {:?} {:?}", region.leading, exact.leading);
            // Between two edges, volume and centroid are those that a general hull of their points has.
            if let Edges::Two(two) = found {
                let points = two.iter().flat_map(|edge| {
                    edge.section.outline(3).into_iter().map(|p| {
                        let p = p.extend(edge.section.z);
                        if edge.leading { p } else { pair.from_swapped(p) }
                    })
                });
                if let Ok(hull) = Polyhedron::from_vertices(&points.collect::<Vec<_>>()) {
                    let mass = Shape::Polyhedron(hull).mass_properties().expect("finite");
                    let size = a.bounding_radius().max(b.bounding_radius());
                    assert!((mass.volume - region.volume).abs() < 1e-6 * mass.volume, "{pair:?}: {mass:?} {region:?}");
                    assert!(mass.center.distance(region.centroid) < 1e-6 * size, "{pair:?}: {mass:?} {region:?}");
                }
            }
            region.volume / truth
        })
        .collect();
    shares.sort_by(f64::total_cmp);
    let at = |share: f64| shares[(share * (shares.len() - 1) as f64) as usize];
    println!("edge volume / true volume: 5 % {:.2}, median {:.2}, 95 % {:.2}", at(0.05), at(0.5), at(0.95));
    assert!(at(0.5) > 0.5, "the edges span less than half of the region: median {}", at(0.5));
}

#[test]
fn sections_of_other_planes_are_empty_and_areas_are_right() {
    let (pair, _) =
        Arrangement::new(&at(1.0, 1.0, DVec3::Z, DVec3::ZERO), &at(0.5, 3.0, DVec3::new(0.0, 1.0, 1.0), DVec3::ZERO));
    // A slanted cylinder through the middle: an ellipse of r2 by r2 / cos.
    let section = Section::new(&pair, 0.0);
    assert!((section.area - PI * 0.5 * 0.5 * 2f64.sqrt()).abs() < 1e-14);
    assert!(Section::new(&pair, 1.5).is_empty());
    let outline = section.outline(400);
    let twice: f64 = (0..outline.len()).map(|k| outline[k].perp_dot(outline[(k + 1) % outline.len()])).sum();
    assert!((0.5 * twice - section.area).abs() < 1e-4 * section.area, "{} {}", 0.5 * twice, section.area);
}

#[test]
fn the_normal_meets_both_axes() {
    for (k, [a, b]) in overlapping_pairs(20_000, 5).into_iter().enumerate() {
        let size = a.bounding_radius().max(b.bounding_radius());
        let scheme = if k % 10 == 0 { Scheme::Layers(12) } else { Scheme::Edges };
        let (found, _) = contact(&a, &b, scheme, FACTOR).expect("overlapping");
        assert!((found.normal.length() - 1.0).abs() < 1e-14 && found.overlap > 0.0);
        for cylinder in [&a, &b] {
            let arm = lever_arm(cylinder, found.point, found.normal);
            assert!(arm < 1e-10 * size, "{a:?} {b:?}: {found:?} passes an axis at {:e} of the size", arm / size);
        }
        // The second theorem leads back: the line of this normal has this contact point on it.
        if let Some(foot) = point_on_normal(&a, &b, found.normal) {
            let along = (found.point - foot).cross(found.normal).length();
            let conditioning = a.axis.dot(found.normal.cross(b.axis)).abs();
            assert!(along * conditioning < 1e-9 * size, "{a:?} {b:?}: {found:?} is {along} off the line");
        }
    }
}

#[test]
fn coplanar_parallel_and_square_cylinders_have_plain_normals() {
    let upright = at(1.0, 2.0, DVec3::Z, DVec3::ZERO);
    let normal = |b: &AxialCylinder| contact(&upright, b, Scheme::Edges, FACTOR).expect("overlapping").0.normal;
    // Side by side.
    assert!(normal(&at(1.0, 2.0, DVec3::Z, DVec3::new(1.9, 0.0, 0.4))).distance(DVec3::X) < 1e-12);
    // Base on base, off the axis.
    assert!(normal(&at(1.0, 2.0, -DVec3::Z, DVec3::new(0.5, 0.0, 3.95))).distance(DVec3::Z) < 1e-12);
    // On one axis.
    assert!(normal(&at(0.7, 2.0, DVec3::Z, DVec3::new(0.0, 0.0, -3.9))).distance(-DVec3::Z) < 1e-12);
    // Square to each other and crossing in the middle: along the shortest line.
    assert!(normal(&at(1.0, 2.0, DVec3::X, DVec3::new(0.3, 1.9, -0.4))).distance(DVec3::Y) < 1e-12);
    // A rod end on into the side, axes in one plane: the side's normal.
    assert!(normal(&at(0.3, 2.0, DVec3::X, DVec3::new(2.9, 0.0, 0.5))).distance(DVec3::X) < 1e-12);
    // Two that are one: some unit vector, and no NaN.
    assert!((normal(&upright).length() - 1.0).abs() < 1e-14);
    assert!(normal_through(&upright, &upright, DVec3::ZERO).is_finite());
}

/// Two cylinders on fixed bearings, free to spin about their own axes, pushed by the normal force at their contact:
/// rotation energy after a thousand steps, as a share of force times size.
fn spin_energy(a: &AxialCylinder, b: &AxialCylinder, normal: DVec3, point: DVec3) -> f64 {
    let size = a.bounding_radius();
    let (force, dt) = (1.0, 1e-2);
    let mut spin = [0.0f64; 2];
    for _ in 0..1000 {
        for (k, (cylinder, push)) in [(a, -normal), (b, normal)].into_iter().enumerate() {
            let moment = (point - cylinder.center).cross(push * force).dot(cylinder.axis);
            let inertia = 0.5 * cylinder.radius * cylinder.radius;
            spin[k] += moment / inertia * dt;
        }
    }
    let energy = |k: usize, c: &AxialCylinder| 0.25 * c.radius * c.radius * spin[k] * spin[k];
    (energy(0, a) + energy(1, b)) / (force * size)
}

#[test]
fn a_spinning_pair_gains_no_energy_from_normal_forces() {
    let mut naive_gains = 0;
    let pairs = overlapping_pairs(2000, 6);
    for [a, b] in &pairs {
        let (found, _) = contact(a, b, Scheme::Edges, FACTOR).expect("overlapping");
        assert!(spin_energy(a, b, found.normal, found.point) < 1e-12, "{a:?} {b:?}");
        // From centre to centre, as for spheres: the contact does not change as the pair turns, so the gain goes on.
        let naive = (b.center - a.center).normalize_or(DVec3::X);
        naive_gains += usize::from(spin_energy(a, b, naive, found.point) > 1e-2);
    }
    assert!(naive_gains > pairs.len() / 2, "the test would pass a naive normal: {naive_gains}");
}

#[test]
fn shallow_contacts_have_the_minkowski_normal() {
    // As the region shrinks to the point of touch, the one normal that meets both axes there is the true one.
    let mut rng = Pcg64::seed_from_u64(7);
    let mut detector = Minkowski::default();
    let (mut tried, mut worst) = (0, 0.0f64);
    while tried < 500 {
        let shapes = [cylinder(1.5, 1.0), cylinder(0.8, 0.6)];
        let [a, b] = random_pair(&mut rng, shapes, 1.3);
        let solids = shapes.map(Shape::Cylinder);
        let body = |k: usize, c: &AxialCylinder| (Pose::new(c.center, body_turn(c.axis)), k);
        let mut detect = |a: &AxialCylinder, b: &AxialCylinder| {
            let [(pa, i), (pb, j)] = [body(0, a), body(1, b)];
            let (first, second) = (Body { shape: &solids[i], pose: pa }, Body { shape: &solids[j], pose: pb });
            detector.detect(&first, &second, &mut WarmStart::default()).expect("cylinders are known")
        };
        let whole = detect(&a, &b);
        let deep = 1e-6;
        let b = AxialCylinder { center: b.center + whole.normal * (whole.overlap - deep), ..b };
        let near = detect(&a, &b);
        let Some((found, _)) = contact(&a, &b, Scheme::Edges, FACTOR) else { continue };
        // Features that lie flat on each other leave the point, and so this normal, free.
        let flat = [&a, &b].iter().any(|c| near.normal.dot(c.axis).abs() > 0.98);
        if flat || near.overlap < 0.5 * deep || a.axis.cross(b.axis).length() < 0.2 {
            continue;
        }
        tried += 1;
        worst = worst.max(found.normal.angle_between(near.normal));
    }
    println!("largest angle to the Minkowski normal at a depth of 1e-6: {worst:.2e} rad");
    assert!(worst < 0.02, "{worst}");
}

#[test]
fn swapping_turning_moving_and_scaling_change_nothing() {
    let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -1.1, 2.0);
    for [a, b] in overlapping_pairs(2000, 8) {
        let (found, region) = contact(&a, &b, Scheme::Edges, FACTOR).expect("overlapping");
        let (swapped, _) = contact(&b, &a, Scheme::Edges, FACTOR).expect("overlapping");
        let size = a.bounding_radius().max(b.bounding_radius());
        assert!((found.overlap - swapped.overlap).abs() < 1e-7 * size, "{a:?} {b:?}: {found:?} {swapped:?}");
        assert!(found.point.distance(swapped.point) < 1e-7 * size, "{a:?} {b:?}: {found:?} {swapped:?}");
        let moved = |c: &AxialCylinder| AxialCylinder {
            radius: c.radius * 1e-3,
            half_height: c.half_height * 1e-3,
            axis: turn * -c.axis,
            center: turn * c.center * 1e-3 + DVec3::new(3.0, -2.0, 1.0),
        };
        let (other, _) = contact(&moved(&a), &moved(&b), Scheme::Edges, FACTOR).expect("overlapping");
        assert!((other.overlap * 1e3 - found.overlap).abs() < 1e-6 * size, "{a:?} {b:?}: {found:?} {other:?}");
        assert!(region.volume > 0.0);
    }
}

#[test]
fn a_cylinder_on_a_wall() {
    let wall = HalfSpace::new(DVec3::Z, 0.0).expect("a wall");
    let on = |axis: DVec3, height: f64| {
        halfspace_contact(&at(1.0, 2.0, axis, DVec3::new(5.0, 6.0, height)), &wall, &Pose::IDENTITY)
    };
    let (lying, lie) = on(DVec3::X, 0.9).expect("overlap");
    assert_eq!(lie, Lie::Parallel);
    assert!((lying.overlap - 0.1).abs() < 1e-15 && lying.point.distance(DVec3::new(5.0, 6.0, -0.05)) < 1e-14);
    assert_eq!(lying.normal, -DVec3::Z);
    let (standing, lie) = on(-DVec3::Z, 1.9).expect("overlap");
    assert_eq!(lie, Lie::Perpendicular);
    assert!((standing.overlap - 0.1).abs() < 1e-15 && standing.point.distance(DVec3::new(5.0, 6.0, -0.05)) < 1e-14);
    let tilt = DVec3::new(1.0, 0.0, 1.0);
    let deep = 3.0 / 2f64.sqrt() - 0.02;
    let (leaning, lie) = on(tilt, deep).expect("overlap");
    assert_eq!(lie, Lie::Oblique);
    assert!((leaning.overlap - 0.02).abs() < 1e-14);
    // The lowest corner: down the axis by 2, then out by 1 to the side that leans down.
    assert!((leaning.point.x - (5.0 - 1.0 / 2f64.sqrt())).abs() < 0.02, "{leaning:?}");
    assert!(on(tilt, 3.0 / 2f64.sqrt() + 1e-9).is_none());
    // Between the cases, the point moves without a jump.
    let nearly = on(DVec3::new(1.0, 0.0, 1e-7), 0.9).expect("overlap").0;
    assert!(nearly.point.distance(lying.point) < 1e-4, "{nearly:?}");
}

#[test]
fn a_cylinder_and_a_sphere() {
    let cylinder = at(1.0, 2.0, DVec3::Z, DVec3::ZERO);
    let meet = |x: f64, z: f64, radius: f64| sphere_contact(&cylinder, DVec3::new(0.0, x, z), radius);
    let (top, case) = meet(0.2, 2.4, 0.5).expect("overlap");
    assert_eq!(case, SphereCase::Base);
    assert!((top.overlap - 0.1).abs() < 1e-14 && top.normal.distance(DVec3::Z) < 1e-14);
    let (side, case) = meet(1.4, -0.3, 0.5).expect("overlap");
    assert_eq!(case, SphereCase::Side);
    assert!((side.overlap - 0.1).abs() < 1e-14 && side.normal.distance(DVec3::Y) < 1e-14);
    let (corner, case) = meet(1.3, 2.3, 0.5).expect("overlap");
    assert_eq!(case, SphereCase::Corner);
    assert!(corner.normal.distance(DVec3::new(0.0, 1.0, 1.0).normalize()) < 1e-14, "{corner:?}");
    assert!((corner.overlap - (0.5 - 0.3 * 2f64.sqrt())).abs() < 1e-14);
    // A disc at the belt of a large sphere: both of its corners are inside.
    let coin = at(1.0, 0.1, DVec3::Z, DVec3::ZERO);
    let (belt, case) = sphere_contact(&coin, DVec3::new(5.8, 0.0, 0.0), 5.0).expect("overlap");
    assert_eq!(case, SphereCase::TwoCorners);
    assert!(belt.normal.distance(DVec3::X) < 1e-14 && (belt.overlap - 0.2).abs() < 1e-14);
    assert!(meet(1.4, 2.4, 0.5).is_none() && meet(0.0, 2.5, 0.5).is_none());
    let (inside, case) = meet(0.1, 1.2, 0.2).expect("overlap");
    assert_eq!((case, inside.normal), (SphereCase::Deep, DVec3::Z));
    // No force along the normal turns the cylinder about its axis or the sphere at all.
    let mut rng = Pcg64::seed_from_u64(9);
    for _ in 0..10_000 {
        let center = random_unit(&mut rng) * rng.random_range(0.0..3.0);
        let radius = rng.random_range(0.05..2.0);
        let apart = center - DVec3::new(0.0, 0.0, center.z.clamp(-2.0, 2.0));
        if let Some((found, _)) = sphere_contact(&cylinder, center, radius) {
            assert!(lever_arm(&cylinder, found.point, found.normal) < 1e-14);
            assert!((found.point - center).cross(found.normal).length() < 1e-14);
            assert!(found.overlap > 0.0 && found.normal.dot(apart) > -1e-14, "{center} {radius}: {found:?}");
        }
    }
}
