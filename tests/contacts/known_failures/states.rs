//! Contacts lost, invented, or not told from touch.

use super::*;

/// mujoco_warp 1546: a real 8 cm contact vanished when both bodies stood at y = 1.
#[test]
fn translated_pair() {
    let mut failures = Failures::default();
    let mut rng = seeded(1546);
    for k in 0..VARIATIONS {
        let (a, b) = (cuboid(0.5, 0.5, 0.5), if k % 2 == 0 { cuboid(0.25, 0.25, 0.25) } else { cylinder(0.25, 0.25) });
        let aside = vector(&mut rng) * DVec3::new(0.2, 0.2, 0.0);
        let scene = Scene::of(&a, &b, aside + DVec3::Z * 0.67, DQuat::IDENTITY);
        let expected = (0.08, DVec3::Z, aside + DVec3::Z * 0.46);
        check_answer(&scene, &scene.detect(), expected, &format!("{k} at the origin"), &mut failures);
        for shift in [DVec3::Y, DVec3::Y * 1e3, direction(&mut rng) * (1e4 * scene.smaller())] {
            let moved = scene.moved(DQuat::IDENTITY, shift);
            let expected = (expected.0, expected.1, expected.2 + shift);
            check_answer(&moved, &moved.detect(), expected, &format!("{k} at {shift}"), &mut failures);
        }
    }
}

/// mujoco_warp 1526: contact dropped when the origin lies on a face of the GJK tetrahedron.
#[test]
fn origin_on_face() {
    let mut failures = Failures::default();
    let (mut rng, mut judge) = (seeded(1526), Oracle::default());
    let solids = [
        solid(Polyhedron::regular_tetrahedron(2.0)),
        solid(Polyhedron::regular_octahedron(1.0)),
        cuboid(1.0, 1.0, 1.0),
        solid(Polyhedron::square_pyramid(2.0, 1.0)),
    ];
    for k in 0..4 * VARIATIONS {
        let (a, b) = (&solids[rng.random_range(0..4)], &solids[rng.random_range(0..4)]);
        // Dyadic shifts put the origin onto faces, edges and corners of simplices exactly.
        let shift = (vector(&mut rng) * 4.0).round() / 8.0;
        let scene = Scene::of(a, b, shift, DQuat::IDENTITY);
        let contact = check_settled(&mut judge, &scene, &format!("{k} at {shift}"), &mut failures);
        // Each of the solids holds a ball of radius 0.25 about its origin.
        let surely_overlapping = shift.length() < 0.5;
        failures.unless(!surely_overlapping || contact.overlap > 0.0, || format!("{k} at {shift}: contact lost"));
    }
}

/// openral 215: EPA started from a two-vertex simplex that does not hold the origin.
#[test]
fn two_vertex_seed() {
    let mut failures = Failures::default();
    let (mut rng, mut judge) = (seeded(215), Oracle::default());
    for k in 0..2 * VARIATIONS {
        // The line of centres runs through two opposite vertices: GJK meets the origin with two points in hand.
        let shape = match k % 3 {
            0 => solid(Polyhedron::regular_octahedron(1.0)),
            1 => cuboid(0.5, 0.5, 0.5),
            _ => ellipsoid(1.0, 1.0, 1.0),
        };
        let axis = if k % 3 == 1 { DVec3::ONE.normalize() } else { DVec3::X };
        let depth = log_uniform(&mut rng, 1e-9, 0.4);
        let scene = Scene::of(&shape, &shape, DVec3::ZERO, DQuat::IDENTITY).with_width(axis, depth);
        let scene = scene.moved(some_turn(&mut rng), DVec3::ZERO);
        let contact = check_settled(&mut judge, &scene, &format!("{k} depth {depth:e}"), &mut failures);
        failures.unless(contact.overlap > 0.0, || format!("{k}: depth {depth:e} lost"));
    }
}

/// mujoco 3383: 103 of 3,000 separated pairs called touching, a flat tetrahedron was accepted.
#[test]
fn false_enclosure() {
    let mut failures = Failures::default();
    let pairs = [
        ("polyhedron", "polyhedron"),
        ("cylinder", "cylinder"),
        ("ellipsoid", "polyhedron"),
        ("capsule", "polyhedron"),
        ("superquadric", "cylinder"),
    ];
    for families in pairs {
        let mut rng = seeded(3383);
        for k in 0..200 {
            let (a, b) = (random_shape(families.0, &mut rng), random_shape(families.1, &mut rng));
            for _ in 0..100 {
                let scene = Scene::of(&a, &b, DVec3::ZERO, some_turn(&mut rng));
                let gap = log_uniform(&mut rng, 1e-6, 1.0) * scene.smaller();
                // A gap along one direction is a gap.
                let scene = scene.with_width(direction(&mut rng), -gap);
                let overlap = scene.detect().overlap;
                failures.above(overlap, -gap * (1.0 - 1e-6), format!("{families:?} {k}"), "gap lost");
            }
        }
    }
}

/// mujoco_warp 1511: a progress test of 1e-15 in single precision left an error of 7 mm.
#[test]
fn stall_one_ulp() {
    let mut failures = Failures::default();
    let (mut rng, mut judge) = (seeded(1511), Oracle::default());
    for k in 0..2 * VARIATIONS {
        let families = [("polyhedron", "polyhedron"), ("ellipsoid", "cylinder")][k % 2];
        let (a, b) = (random_shape(families.0, &mut rng), random_shape(families.1, &mut rng));
        let dir = direction(&mut rng);
        let scene = Scene::of(&a, &b, DVec3::ZERO, turn(&mut rng));
        let width = log_uniform(&mut rng, 1e-14, 1e-2) * scene.smaller();
        // Progress is measured in shares of the bodies, so no size is too small or too large.
        let factor = log_uniform(&mut rng, 1e-4, 1e1);
        for sign in [1.0, -1.0] {
            let scene = scene.clone().with_width(dir, sign * width).scaled(factor);
            let _ = check_settled(&mut judge, &scene, &format!("{k} width {:e}", sign * width), &mut failures);
        }
    }
}

/// rapier 305: a cylinder falls through a floor of 100 by 0.1.
#[test]
fn thin_floor() {
    let mut failures = Failures::default();
    let mut rng = seeded(305);
    let floor = cuboid(50.0, 50.0, 0.05);
    for k in 0..VARIATIONS {
        let (radius, half) = (rng.random_range(0.2..1.0), rng.random_range(0.2..1.0));
        let can = cylinder(radius, half);
        let lies = k % 2 == 0;
        let (height, stand) = if lies { (radius, DQuat::from_rotation_x(FRAC_PI_2)) } else { (half, DQuat::IDENTITY) };
        let depth = log_uniform(&mut rng, 1e-9, 0.09);
        let place = vector(&mut rng) * DVec3::new(48.0, 48.0, 0.0);
        let scene = Scene::of(&floor, &can, place + DVec3::Z * (0.05 + height - depth), stand);
        let expected = (depth, DVec3::Z, place + DVec3::Z * (0.05 - 0.5 * depth));
        check_answer(&scene, &scene.detect(), expected, &format!("{k} depth {depth:e}"), &mut failures);
    }
}

/// fcl 495: GJK says touching, EPA says separated.
#[test]
fn touch_disagreement() {
    let mut failures = Failures::default();
    let mut rng = seeded(495);
    for k in 0..VARIATIONS {
        let families = [("polyhedron", "polyhedron"), ("cylinder", "polyhedron"), ("ellipsoid", "ellipsoid")][k % 3];
        let (a, b) = (random_shape(families.0, &mut rng), random_shape(families.1, &mut rng));
        let dir = direction(&mut rng);
        let start = Scene::of(&a, &b, DVec3::ZERO, turn(&mut rng)).with_width(dir, 0.0);
        // Moved by its own overlap along its normal, the pair touches exactly.
        let first = start.detect();
        let touching = start.with_b_shifted(first.normal * first.overlap);
        let size = start.smaller();
        let noise = 1e-13 * start.larger() + if touching.is_flat() { 0.0 } else { 1e-11 * size };
        failures.above(touching.detect().overlap.abs(), noise, k, "no touch after moving into touch");
        for step in [1e-15, 1e-12, 1e-9, 1e-6] {
            for sign in [1.0, -1.0] {
                let moved = touching.with_b_shifted(first.normal * (sign * step * size));
                let (overlap, name) = (moved.detect().overlap, format!("{k} step {:e}", sign * step));
                // Apart the gap is the step; inside, corners and edges may have a shorter way out than back.
                failures.above(overlap, -sign * step * size + noise, &name, "overlap above the step");
                let least = if sign > 0.0 { -step * size } else { 0.0 };
                failures.above(least - overlap, noise, &name, "overlap below what the step leaves");
            }
        }
    }
}

/// Jolt: no direction to start from when the centres coincide.
#[test]
fn coincident_centres() {
    let mut failures = Failures::default();
    let (mut rng, mut judge) = (seeded(99), Oracle::default());
    for k in 0..2 * VARIATIONS {
        let pairs = crate::common::family_pairs();
        let families = pairs[rng.random_range(0..pairs.len() - crate::common::FAMILIES.len())];
        let (a, b) = (random_shape(families.0, &mut rng), random_shape(families.1, &mut rng));
        let b = if k % 2 == 0 { a.clone() } else { b };
        let scene = Scene::of(&a, &b, DVec3::ZERO, some_turn(&mut rng));
        let name = format!("{k} {families:?}");
        // Concentric round bodies have a whole family of equal minima, whose bounds close only so far.
        let contact = check_bounded(&mut judge, &scene, &name, &mut failures);
        let open = (contact.upper - contact.lower) / scene.smaller();
        failures.above(open, 1e-4, &name, "bounds apart");
        failures.unless(contact.overlap > 0.0, || format!("{name}: no contact"));
        failures.unless(contact == scene.detect(), || format!("{name}: not the same answer twice"));
        if let (Shape::Sphere(p), Shape::Sphere(q)) = (&a, &b) {
            failures.above((contact.overlap - p.radius() - q.radius()).abs(), 1e-15, &name, "overlap error");
        }
    }
}
