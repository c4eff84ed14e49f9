//! Contacts by elastic constants: Hertz' and Mindlin's closed forms, for any two bodies.

use std::f64::consts::FRAC_PI_2;

use glam::DVec3;
use packstone::scene::SceneBuilder;
use packstone::scene::builder::{Body, Lattice, Material, Shape, Wall};

use super::{above, floor};
use crate::common::backends::{either, on_both, started};

const YOUNG: f64 = 1e8;
const POISSON: f64 = 0.3;
const DENSITY: f64 = 2500.0;

fn solid(restitution: f64, friction: f64) -> Material {
    Material::new("m").density(DENSITY).young(YOUNG).poisson(POISSON).restitution(restitution).friction(friction)
}

fn volume(radius: f64) -> f64 {
    4.0 / 3.0 * std::f64::consts::PI * radius.powi(3)
}

/// The overlap at which 4/3 E* sqrt(R*) d^1.5 bears a force [N].
fn hertz_overlap(force: f64, radius: f64) -> f64 {
    let plane = 0.5 * YOUNG / (1.0 - POISSON * POISSON);
    (0.75 * force / (plane * radius.sqrt())).powf(2.0 / 3.0)
}

/// A body at rest on a fixed one, or on the floor, is in it as deep as Hertz says: small and large spheres on each other, a cube by the
/// radius of the sphere of its volume.
#[test]
fn grains_of_any_size_rest_at_the_overlap_of_hertz() {
    on_both(|backend| {
        let (small, large) = (0.002, 0.006);
        let scene = SceneBuilder::new()
            .steps(100_000)
            .time_step(either(backend, 1e-6, 2e-6))
            .gravity(DVec3::NEG_Z * 9.81)
            .start_overlap(0.01)
            .path("test.toml")
            .add(solid(0.3, 0.0))
            .add(Shape::sphere("small", "m", small))
            .add(Shape::sphere("large", "m", large))
            .add(Shape::cuboid("cube", "m", DVec3::splat(0.003)))
            .add(floor())
            .add(Body::new("large", above(large)).fixed(true))
            .add(Body::new("small", above(2.0 * large + small)))
            .add(Body::new("large", DVec3::new(0.05, 0.0, large)))
            .add(Body::new("cube", DVec3::new(0.1, 0.0, 0.003)));
        let mut run = started(&scene, backend);
        let _ = run.step(either(backend, 20_000, 10_000)).expect("comes to rest");
        let weight = |volume: f64| 9.81 * DENSITY * volume;
        let of_cube = (0.75 / std::f64::consts::PI * 0.006f64.powi(3)).cbrt();
        let expected = [
            hertz_overlap(weight(volume(small)), small * large / (small + large)),
            hertz_overlap(weight(volume(large)), large),
            hertz_overlap(weight(0.006f64.powi(3)), of_cube),
        ];
        let contacts = run.contact_network();
        assert_eq!(contacts.len(), 3);
        for (contact, expected) in contacts.iter().zip(expected) {
            let off = (contact.overlap / expected - 1.0).abs();
            assert!(off < either(backend, 1e-6, 5e-3), "{:e} m, not {expected:e} m", contact.overlap);
        }
    });
}

/// With the curvature of surfaces, R* is that of the place: an ellipsoid of revolution at its pole, 1/R* = c/a^2, and at its equator,
/// (1/a + a/c^2) / 2; a dice of exponents 8 on its flat top, ten times the radius of its volume; lying capsules and cylinders, 2 r;
/// those that stand, the radius of their volume or of their cap.
#[test]
fn by_curvature_grains_rest_at_the_overlap_of_the_place() {
    on_both(|backend| {
        let (a, c) = (0.003, 0.005);
        let mut scene = SceneBuilder::new()
            .steps(100_000)
            .time_step(either(backend, 1e-6, 2e-6))
            .gravity(DVec3::NEG_Z * 9.81)
            .start_overlap(0.01)
            .path("test.toml")
            .add(solid(0.3, 0.0).contact_radius("curvature"))
            .add(Shape::ellipsoid("egg", "m", DVec3::new(a, a, c)))
            .add(Shape::superquadric("dice", "m", DVec3::splat(a), [8.0, 8.0]))
            .add(Shape::capsule("capsule", "m", a, c))
            .add(Shape::cylinder("can", "m", a, c))
            .add(floor());
        let places = [
            ("egg", c, 0.0, a * a / c),
            ("egg", a, FRAC_PI_2, 2.0 / (1.0 / a + a / (c * c))),
            ("dice", a, 0.0, f64::INFINITY),
            ("capsule", a, FRAC_PI_2, 2.0 * a),
            ("capsule", a + c, 0.0, a),
            ("can", a, FRAC_PI_2, 2.0 * a),
            ("can", c, 0.0, 0.0),
        ];
        for (k, (shape, height, angle, _)) in places.into_iter().enumerate() {
            scene = scene.add(Body::new(shape, DVec3::new(0.05 * k as f64, 0.0, height)).turned(DVec3::X, angle));
        }
        let mut run = started(&scene, backend);
        let _ = run.step(either(backend, 20_000, 10_000)).expect("comes to rest");
        let contacts = run.contact_network();
        assert_eq!(contacts.len(), places.len());
        for (k, (contact, (shape, _, angle, radius))) in contacts.iter().zip(places).enumerate() {
            let kind = run.kinds().get(run.grains().kinds[k]);
            let of_volume = kind.shape.contact_radius();
            let radius = if radius == 0.0 { of_volume } else { radius.min(10.0 * of_volume) };
            let expected = hertz_overlap(9.81 * kind.inertia.mass, radius);
            let off = (contact.overlap / expected - 1.0).abs();
            let at = format!("{shape} at {angle}");
            assert!(off < either(backend, 1e-5, 1e-2), "{at}: {:e} m, not {expected:e} m", contact.overlap);
        }
    });
}

/// Grains of four shapes and many sizes with friction fall into a box: the account of energy closes.
#[test]
fn the_account_closes_with_elastic_constants() {
    for (spring, radius) in
        [("force", "volume"), ("elongation", "volume"), ("increments", "volume"), ("force", "curvature")]
    {
        let grains = |shape: &str, z: f64| {
            let origin = DVec3::new(-0.012, -0.012, z);
            let lattice = Lattice::new(shape, [3, 3, 1], DVec3::splat(0.012), origin).random_orientation();
            lattice.velocity(DVec3::new(0.3, -0.2, -1.0)).angular_velocity(DVec3::new(5.0, -8.0, 3.0))
        };
        let scene = SceneBuilder::new()
            .steps(100_000)
            .time_step(2e-6)
            .gravity(DVec3::NEG_Z * 9.81)
            .path("test.toml")
            .add(solid(0.6, 0.5).tangential_spring(spring).contact_radius(radius))
            .add(Shape::sphere("ball", "m", 0.004))
            .add(Shape::cuboid("cube", "m", DVec3::new(0.003, 0.0035, 0.0025)))
            .add(Shape::cylinder("can", "m", 0.003, 0.003))
            .add(Shape::ellipsoid("egg", "m", DVec3::new(0.004, 0.003, 0.005)))
            .add(Wall::container("m", DVec3::new(-0.02, -0.02, 0.0), DVec3::new(0.02, 0.02, 0.2)).open(["top"]))
            .add(grains("ball", 0.006))
            .add(grains("cube", 0.018))
            .add(grains("can", 0.030))
            .add(grains("egg", 0.042));
        let mut run = started(&scene, packstone::sim::Backend::Cpu);
        let start = run.report().energies;
        let total = start.balance();
        let end = run.step(25_000).expect("settles").energies;
        let flowed = start.translation + start.rotation + end.flows.dissipated_damping + end.flows.dissipated_friction;
        let off = (end.balance() - total).abs() / flowed;
        println!("{spring}, {radius}: {off:e} of {flowed:e} J, friction {:e} J", end.flows.dissipated_friction);
        assert!(off < 1e-9, "{spring}, {radius}: {off:e} of {flowed:e} J");
        assert!(end.flows.dissipated_friction > 0.0);
    }
}

/// Elastic polyhedra by their constants keep their energy, as those with a linear spring do.
#[test]
fn elastic_polyhedra_keep_their_energy() {
    let cube = |x: f64, v: f64| {
        Body::new("cube", DVec3::new(x, 0.001, 0.0))
            .velocity(DVec3::X * v)
            .angular_velocity(DVec3::new(3.0, 40.0, -20.0))
    };
    let scene = SceneBuilder::new()
        .steps(1_000_000)
        .time_step(2e-6)
        .gravity(DVec3::ZERO)
        .path("test.toml")
        .add(solid(1.0, 0.0))
        .add(Shape::cuboid("cube", "m", DVec3::new(0.005, 0.004, 0.003)))
        .add(Wall::container("m", DVec3::splat(-0.02), DVec3::splat(0.02)))
        .add(cube(-0.01, 1.0))
        .add(cube(0.01, -1.5));
    let mut run = started(&scene, packstone::sim::Backend::Cpu);
    let energy = |run: &packstone::sim::Simulation| {
        let energies = run.report().energies;
        energies.translation + energies.rotation
    };
    let (start, mut worst, mut ended) = (energy(&run), 0.0f64, 0);
    for _ in 0..6000 {
        let report = run.step(50).expect("goes on");
        ended = report.counts.ended;
        if report.counts.contacts + report.counts.wall_contacts == 0 {
            worst = worst.max((energy(&run) / start - 1.0).abs());
        }
        if ended >= 80 {
            break;
        }
    }
    println!("{ended} contacts ended, {worst:e}");
    assert!(ended >= 80 && worst < 1e-4, "{worst:e} after {ended} contacts");
}
