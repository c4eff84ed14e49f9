//! Closest points and crossings of ellipses (appendices 1 and 2 of Feng, Han and Owen) against plain searches, and the
//! sections and checks of cylinders against both.

use std::f64::consts::TAU;

use glam::{DVec2, DVec3};
use packstone::narrow::axisymmetric::{Arrangement, AxialCylinder, Ellipse, Section, check};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

const ELLIPSES: u64 = 100_000;

/// Ellipses of every kind: round, flat, centred, on an axis, the origin in and out, and right on the curve.
fn random_ellipse(rng: &mut Pcg64) -> Ellipse {
    let a = 10f64.powf(rng.random_range(-1.0..1.0));
    let b = a * match rng.random_range(0..5) {
        0 => 1.0,
        1 => 1.0 + rng.random_range(-1e-9..1e-9),
        2 => 10f64.powf(rng.random_range(-6.0..0.0)),
        _ => rng.random_range(0.1..1.0),
    };
    let radii = if rng.random() { DVec2::new(a, b) } else { DVec2::new(b, a) };
    let free = DVec2::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
    let center = match rng.random_range(0..8) {
        0 => DVec2::ZERO,
        1 => DVec2::new(free.x * a, 0.0),
        2 => DVec2::new(0.0, free.y * a),
        3 => free * radii,
        4 => -radii * DVec2::from_angle(rng.random_range(0.0..TAU)),
        5 => free * a * 1e-9,
        _ => free * a * 3.0,
    };
    Ellipse { center, radii }
}

fn each_ellipse(seed: u64, count: u64, judge: impl Fn(Ellipse, &mut Pcg64) + Sync) {
    (0..count).into_par_iter().for_each(|k| {
        let mut rng = Pcg64::seed_from_u64(seed * 1_000_003 + k);
        let ellipse = random_ellipse(&mut rng);
        judge(ellipse, &mut rng);
    });
}

fn lengths(ellipse: &Ellipse) -> f64 {
    ellipse.center.length() + ellipse.radii.max_element()
}

/// How far a point is off the curve: the ellipse's equation, times its shortest radius [m].
fn off(ellipse: &Ellipse, p: DVec2) -> f64 {
    (((p - ellipse.center) / ellipse.radii).length() - 1.0).abs() * ellipse.radii.min_element()
}

#[test]
fn quartic_and_newton_find_the_closest_point() {
    each_ellipse(1, ELLIPSES, |ellipse, _| {
        let (quartic, newton) = (ellipse.closest_to_origin(), ellipse.closest_to_origin_by_newton());
        let tiny = 1e-14 * lengths(&ellipse);
        assert!(off(&ellipse, quartic) < tiny && off(&ellipse, newton) < tiny, "{ellipse:?}: {quartic} {newton}");
        assert!((quartic.length() - newton.length()).abs() < tiny, "{ellipse:?}: {quartic} {newton}");
    });
}

#[test]
fn no_point_of_a_dense_walk_is_closer() {
    const STEPS: u32 = 2000;
    each_ellipse(2, 20_000, |ellipse, _| {
        let found = ellipse.closest_to_origin().length();
        let walk = (0..STEPS).map(|k| ellipse.point(TAU * f64::from(k) / f64::from(STEPS)).length());
        let least = walk.fold(f64::INFINITY, f64::min);
        // The walk passes the closest point at half a step at most.
        let step = TAU / f64::from(STEPS) * ellipse.radii.max_element();
        assert!(found <= least + 1e-14 * lengths(&ellipse), "{ellipse:?}: {found}, a walk finds {least}");
        assert!(least <= found + 0.5 * step, "{ellipse:?}: {found}, a walk finds {least} only");
    });
}

#[test]
fn flat_discs_and_points_have_closest_points() {
    let flat = Ellipse { center: DVec2::new(0.5, 0.3), radii: DVec2::new(1.0, 0.0) };
    let point = Ellipse { center: DVec2::new(0.5, 0.3), radii: DVec2::ZERO };
    for (ellipse, expected) in [(flat, DVec2::new(0.0, 0.3)), (point, point.center)] {
        assert!(ellipse.closest_to_origin().distance(expected) < 1e-15);
        assert!(ellipse.closest_to_origin_by_newton().distance(expected) < 1e-15);
    }
    let ring = Ellipse { center: DVec2::ZERO, radii: DVec2::ONE };
    assert!((ring.closest_to_origin().length() - 1.0).abs() < 1e-15);
}

#[test]
fn crossings_are_on_both_curves_and_none_is_missed() {
    const STEPS: u32 = 1440;
    let counts: Vec<usize> = (0..20_000u64)
        .into_par_iter()
        .map(|k| {
            let mut rng = Pcg64::seed_from_u64(3_000_003 + k);
            let ellipse = random_ellipse(&mut rng);
            let scale = lengths(&ellipse);
            let (nearest, furthest) = (ellipse.closest_to_origin().length(), scale);
            let radius = rng.random_range(0.9 * nearest..furthest).max(0.01 * scale);
            let found = ellipse.circle_crossings(radius);
            assert!(found.len() <= 4);
            for p in &found {
                assert!((p.length() - radius).abs() < 1e-12 * scale * scale / radius, "{ellipse:?} {radius}: {p}");
                assert!(off(&ellipse, *p) < 1e-14 * scale, "{ellipse:?} {radius}: {p}");
            }
            let angles: Vec<f64> = found.iter().map(|p| ((*p - ellipse.center) / ellipse.radii).to_angle()).collect();
            let step = TAU / f64::from(STEPS);
            let outside = |t: f64| ellipse.point(t).length() > radius * (1.0 + 1e-9);
            let inside = |t: f64| ellipse.point(t).length() < radius * (1.0 - 1e-9);
            for t in (0..STEPS).map(|k| step * f64::from(k)) {
                if (outside(t) && inside(t + step)) || (inside(t) && outside(t + step)) {
                    let between = |angle: &f64| (angle - t).rem_euclid(TAU) <= step;
                    assert!(angles.iter().any(between), "{ellipse:?} {radius}: none found from {t} to {}", t + step);
                }
            }
            found.len()
        })
        .collect();
    let share = |n: usize| counts.iter().filter(|count| **count == n).count();
    println!("crossings 0 to 4: {:?}", [share(0), share(1), share(2), share(3), share(4)]);
    assert!(share(0) > 100 && share(2) > 1000 && share(4) > 100, "not every number of crossings was tried");
}

fn random_unit(rng: &mut Pcg64) -> DVec3 {
    loop {
        let v = DVec3::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
        if v.length_squared() > 1e-4 && v.length_squared() < 1.0 {
            return v.normalize();
        }
    }
}

fn random_arrangement(rng: &mut Pcg64) -> Arrangement {
    let mut cylinder = |center: DVec3| AxialCylinder {
        radius: rng.random_range(0.3..1.0),
        half_height: rng.random_range(0.05..3.0),
        axis: random_unit(rng),
        center,
    };
    let (a, b) = (cylinder(DVec3::ZERO), cylinder(DVec3::ZERO));
    let away = random_unit(rng);
    let along = rng.random_range(0.0..1.2) * (a.reach(away) + b.reach(away));
    Arrangement::new(&a, &AxialCylinder { center: away * along, ..b }).0
}

/// The part of a convex polygon on the side of a line where `height` is not negative.
fn clipped(polygon: &[DVec2], height: impl Fn(DVec2) -> f64) -> Vec<DVec2> {
    let mut kept = Vec::new();
    for (k, &p) in polygon.iter().enumerate() {
        let q = polygon[(k + 1) % polygon.len()];
        let (a, b) = (height(p), height(q));
        if a >= 0.0 {
            kept.push(p);
        }
        if (a > 0.0) != (b > 0.0) && a != b {
            kept.push(p.lerp(q, a / (a - b)));
        }
    }
    kept
}

/// What circle and ellipse share, as a polygon: their crossings, and what of either curve lies in the other.
fn shared_polygon(ellipse: &Ellipse, radius: f64) -> Vec<DVec2> {
    const STEPS: u32 = 4000;
    let mut points = ellipse.circle_crossings(radius);
    for t in (0..STEPS).map(|k| TAU * f64::from(k) / f64::from(STEPS)) {
        let (on_ellipse, on_circle) = (ellipse.point(t), DVec2::from_angle(t) * radius);
        points.extend((on_ellipse.length() < radius).then_some(on_ellipse));
        points.extend((((on_circle - ellipse.center) / ellipse.radii).length() < 1.0).then_some(on_circle));
    }
    let middle = points.iter().sum::<DVec2>() / points.len().max(1) as f64;
    points.sort_by(|p, q| (p - middle).to_angle().total_cmp(&(q - middle).to_angle()));
    points
}

#[test]
fn sections_have_the_area_between_crossings() {
    let tried: usize = (0..4000u64)
        .into_par_iter()
        .map(|k| {
            let mut rng = Pcg64::seed_from_u64(4_000_003 + k);
            let pair = random_arrangement(&mut rng);
            let z = rng.random_range(-1.0..1.0) * pair.h1;
            if pair.cos < 0.05 {
                return 0;
            }
            let section = Section::new(&pair, z);
            // The other cylinder's side cuts this plane in an ellipse, its bases cut it in lines of constant y.
            let center = DVec2::new(pair.d, pair.y + (z - pair.z) * pair.sin / pair.cos);
            let ellipse = Ellipse { center, radii: DVec2::new(pair.r2, pair.r2 / pair.cos) };
            let along = |p: DVec2| pair.profile(p.y, z).y;
            let whole = shared_polygon(&ellipse, pair.r1);
            let cut = clipped(&clipped(&whole, |p| pair.h2 - along(p)), |p| pair.h2 + along(p));
            let twice: f64 = (0..cut.len()).map(|k| cut[k].perp_dot(cut[(k + 1) % cut.len()])).sum();
            let (area, size) = (0.5 * twice.abs(), pair.r1 * pair.r1.min(pair.r2));
            assert!((section.area - area).abs() < 1e-5 * size, "{pair:?} {z}: {} and {area}", section.area);
            usize::from(area > 0.01 * size)
        })
        .sum();
    println!("{tried} sections with an area");
    assert!(tried > 1000, "{tried}");
}

/// Distance from the leading axis of the other's base at z2 = `height`, and the height z1 of its closest point [m].
fn base_distance(pair: &Arrangement, height: f64) -> (f64, f64) {
    let center = DVec2::new(pair.d, pair.y + height * pair.sin);
    let ellipse = Ellipse { center, radii: DVec2::new(pair.r2, pair.r2 * pair.cos) };
    let around = ((DVec2::ZERO - center) / ellipse.radii).length() < 1.0;
    let closest = if around { DVec2::ZERO } else { ellipse.closest_to_origin() };
    // Across the axis of the other cylinder, y1 - y = cos y2 and z1 - z = -sin y2 + cos height.
    let y2 = (closest.y - center.y) / pair.cos;
    (closest.length(), pair.z + pair.cos * height - pair.sin * y2)
}

#[test]
fn the_published_distance_decides_as_the_checks_do() {
    let mut rng = Pcg64::seed_from_u64(5);
    let mut counts = [0; 2];
    for _ in 0..200_000 {
        let cylinder = |rng: &mut Pcg64, center: DVec3| AxialCylinder {
            radius: rng.random_range(0.3..1.0),
            half_height: rng.random_range(0.05..3.0),
            axis: random_unit(rng),
            center,
        };
        let a = cylinder(&mut rng, DVec3::ZERO);
        let center = random_unit(&mut rng) * rng.random_range(0.0..3.0);
        let b = cylinder(&mut rng, center);
        let (pair, _) = Arrangement::new(&a, &b);
        let Some((s1, s2)) = pair.feet() else { continue };
        if pair.cos < 1e-3 || pair.d.abs() >= pair.r1 + pair.r2 {
            continue;
        }
        // The bases that face the feet, each before the other cylinder as if that were infinitely long.
        let mut bases = Vec::new();
        if s2.abs() >= pair.h2 {
            bases.push((base_distance(&pair, pair.h2.copysign(s2)), pair.r1, pair.h1));
        }
        if s1.abs() >= pair.h1 {
            bases.push((base_distance(&pair.swapped(), pair.h1.copysign(s1)), pair.r2, pair.h2));
        }
        let within = bases.iter().all(|((_, z), _, half)| z.abs() < *half);
        let margin = bases.iter().map(|((distance, _), r, _)| (distance - r).abs()).fold(f64::INFINITY, f64::min);
        if bases.is_empty() || !within || margin < 1e-12 {
            continue;
        }
        let reached = bases.iter().any(|((distance, _), r, _)| distance < r);
        assert_eq!(check(&a, &b).overlapping(), reached, "{a:?} {b:?}: {bases:?}");
        counts[usize::from(reached)] += 1;
    }
    println!("bases within the other's height: {} apart, {} overlapping", counts[0], counts[1]);
    assert!(counts[0] > 1000 && counts[1] > 1000, "{counts:?}");
}
