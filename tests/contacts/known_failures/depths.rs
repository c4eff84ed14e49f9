//! Depths that are absurd, and buffers that run full.

use super::*;

/// reactphysics3d 2: a huge depth for cylinders and cones when EPA starts from a triangle.
#[test]
fn triangle_seed_depth() {
    let mut failures = Failures::default();
    let (mut rng, mut judge) = (seeded(2), Oracle::default());
    for k in 0..VARIATIONS {
        let can = cylinder(rng.random_range(0.3..1.0), rng.random_range(0.3..1.0));
        let b = match k % 3 {
            0 => cylinder(0.5, 0.5),
            // A cone is a superquadric of exponents 1 and 2 cut in half; the double cone has the same tip and rim.
            1 => superquadric(DVec3::new(0.5, 0.5, 0.8), 1.0, 2.0),
            _ => solid(Polyhedron::square_pyramid(1.0, 1.0)),
        };
        let scene = Scene::of(&can, &b, DVec3::ZERO, some_turn(&mut rng));
        let dir = if rng.random_bool(0.5) { DVec3::Z } else { direction(&mut rng) };
        let width = rng.random_range(0.01..0.5);
        let scene = scene.with_width(dir, width);
        let contact = check_settled(&mut judge, &scene, &format!("{k}"), &mut failures);
        let allowed = width + 1e-11 * scene.smaller();
        failures.above(contact.overlap, allowed, k, "depth above the support width");
    }
}

/// newton 3773: 58.8 m instead of 6 cm for a small cylinder on a triangle of 320 m.
#[test]
fn absurd_depth() {
    let mut failures = Failures::default();
    let mut rng = seeded(3773);
    let corners = [[-160.0, -100.0], [160.0, -100.0], [0.0, 180.0]];
    let slab: Vec<DVec3> = corners.iter().flat_map(|[x, y]| [0.0, -1.0].map(|z| DVec3::new(*x, *y, z))).collect();
    let slab = solid(Polyhedron::from_vertices(&slab));
    for k in 0..VARIATIONS {
        let small = if k % 2 == 0 { cylinder(0.05, 0.1) } else { cuboid(0.05, 0.05, 0.1) };
        let place = vector(&mut rng) * DVec3::new(40.0, 40.0, 0.0);
        let upright = k % 4 < 2;
        let stand = if upright { DQuat::IDENTITY } else { DQuat::from_rotation_y(FRAC_PI_2) };
        let height = if upright { 0.1 } else { 0.05 };
        let scene = Scene::of(&slab, &small, place + DVec3::Z * (height - 0.06), stand);
        let expected = (0.06, DVec3::Z, place - DVec3::Z * 0.03);
        check_answer(&scene, &scene.detect(), expected, &format!("{k} at {place}"), &mut failures);
        let swapped = scene.swapped();
        let expected = (0.06, -DVec3::Z, expected.2);
        check_answer(&swapped, &swapped.detect(), expected, &format!("{k} swapped"), &mut failures);
    }
}

/// Jolt PR 2108: 7.25 m instead of about 0 between a cylinder and a capsule, by a vertex that had been rejected.
#[test]
fn rejected_vertex() {
    let mut failures = Failures::default();
    let (mut rng, mut judge) = (seeded(2108), Oracle::default());
    for k in 0..VARIATIONS {
        let (can, pill) = (cylinder(1.0, rng.random_range(0.1..5.0)), capsule(0.5, rng.random_range(0.1..8.0)));
        let scene = Scene::of(&can, &pill, DVec3::ZERO, some_turn(&mut rng));
        let width = [0.0, 1e-12, -1e-12, 1e-8, -1e-8, 1e-4][k % 6];
        let dir = if k % 4 == 0 { DVec3::X } else { direction(&mut rng) };
        let scene = scene.with_width(dir, width);
        let contact = check_settled(&mut judge, &scene, &format!("{k} width {width:e}"), &mut failures);
        let apart = contact.c1.distance(contact.c2);
        failures.above((apart - contact.overlap.abs()).abs(), 1e-12, k, "witness points");
    }
}

/// The 400-vertex mesh of a superquadric, and a ball of 500 vertices.
fn fine_meshes() -> Vec<Shape> {
    let mesh = |radii: [f64; 3], n1, n2, count| {
        let body = Superquadric::new(DVec3::from_array(radii), n1, n2).expect("valid");
        solid(golden_spiral(&body, count))
    };
    vec![
        mesh([1.0, 1.0, 1.0], 2.0, 2.0, 500),
        mesh([2.0, 1.0, 1.5], 3.0, 5.0, 400),
        mesh([1.5, 0.4, 3.0], 3.0, 10.0, 400),
    ]
}

/// mjlab 962: 24 horizon edges overflow in ordinary scenes.
#[test]
fn horizon_full() {
    let mut failures = Failures::default();
    let (mut rng, mut judge) = (seeded(962), Oracle::default());
    let meshes = fine_meshes();
    for k in 0..VARIATIONS {
        let mesh = &meshes[k % 3];
        let other = if k % 2 == 0 { cuboid(0.7, 0.7, 0.7) } else { solid(Polyhedron::octagonal_prism(1.0, 1.0)) };
        let shift = direction(&mut rng) * log_uniform(&mut rng, 1e-9, 0.5);
        let scene = Scene::of(mesh, &other, shift, some_turn(&mut rng));
        let _ = check_bounded(&mut judge, &scene, &format!("{k} at {shift}"), &mut failures);
    }
}

/// openGJK-GPU: a full buffer of faces leaves a hole in the hull, silently.
#[test]
fn hull_hole() {
    let mut failures = Failures::default();
    let (mut rng, mut judge) = (seeded(77), Oracle::default());
    let meshes = fine_meshes();
    for k in 0..VARIATIONS {
        let mesh = &meshes[k % 3];
        // Nearly coincident: the difference of the two is as large and as fine as it gets around the origin.
        let shift = direction(&mut rng) * [0.0, 1e-12, 1e-6, 1e-2][k % 4];
        let spin = DQuat::from_scaled_axis(direction(&mut rng) * [0.0, 1e-6, 1.0][(k / 4) % 3]);
        let scene = Scene::of(mesh, mesh, shift, spin);
        let _ = check_bounded(&mut judge, &scene, &format!("{k} at {shift} turned {spin}"), &mut failures);
    }
}

/// lammps PR 4897: Newton's method fails for large exponents and size ratios.
#[test]
fn blocky_superquadric() {
    let mut failures = Failures::default();
    let (mut rng, mut judge) = (seeded(4897), Oracle::default());
    for k in 0..VARIATIONS {
        let mut blocky = |scale: f64| {
            let radii = (vector(&mut rng) * 0.4 + DVec3::splat(0.6)) * scale;
            superquadric(radii, rng.random_range(2.0..20.0), rng.random_range(2.0..20.0))
        };
        let (a, b) = (blocky(1.0), blocky([1.0, 1e-1, 1e-2, 1e-3][k % 4]));
        let scene = Scene::of(&a, &b, DVec3::ZERO, some_turn(&mut rng));
        let width = [-0.1, -1e-6, 1e-6, 0.1][(k / 4) % 4] * scene.smaller();
        let scene = scene.with_width(direction(&mut rng), width);
        let _ = check_bounded(&mut judge, &scene, &format!("{k} {a:?} {b:?}"), &mut failures);
    }
}
