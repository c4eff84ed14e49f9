//! Resistance to rolling and twisting.

use glam::DVec3;
use packstone::scene::SceneBuilder;
use packstone::scene::builder::{Body, Lattice, Material, Shape, Table, Wall};
use packstone::sim::Backend;

use super::{MASS, RADIUS, above, balls, brick, floor, material};
use crate::common::backends::{either, on_both, started};

const GRAVITY: f64 = 9.81;

fn rough(rolling: f64, twisting: f64) -> Material {
    material(1e5, 0.5, 0.5).rolling_friction(rolling).twisting_friction(twisting)
}

/// A scene in which a ball may lie in the floor.
fn settled(material: Material) -> SceneBuilder {
    balls(1e-5, material).set("simulation.start_overlap", 0.01)
}

/// A ball at rest on the floor, in its weight's overlap.
fn lying() -> Body {
    Body::new("ball", above(RADIUS - MASS * GRAVITY / 1e5))
}

/// A ball that rolls: the moment mu R m g takes its speed by mu g / (1 + 2/5), and it stays where it has come to rest.
#[test]
fn a_rolling_ball_comes_to_rest() {
    on_both(|backend| {
        let (speed, friction) = (0.1, 0.05);
        let ball = lying().velocity(DVec3::X * speed).angular_velocity(DVec3::Y * (speed / RADIUS));
        let mut run = started(&settled(rough(friction, 0.0)).add(floor()).add(ball), backend);
        let before = run.energies().balance();
        let slowing = friction * GRAVITY / 1.4;
        let (stops, way) = (speed / slowing, 0.5 * speed * speed / slowing);
        let mut last = 0.0;
        for _ in 0..(stops / 1e-3) as usize + 30 {
            let _ = run.step(100).expect("rolls");
            let (time, place) = (run.time(), run.snapshot().positions[0].x);
            // It never rolls back by more than its spring gives way: the limit over the stiffness.
            let elastic = RADIUS * MASS * GRAVITY / (2.25 * 1e5 * friction * RADIUS);
            assert!(place > last - elastic, "at {place} m after {last} m, at {time} s");
            last = place;
        }
        assert!((last / way - 1.0).abs() < 0.02, "{last} m, not {way} m");
        let speed_left = run.snapshot().velocities[0].length();
        assert!(speed_left < 1e-3 * speed, "{speed_left} m/s");
        let energies = run.energies();
        let kinetic = 0.7 * MASS * speed * speed;
        assert!((energies.flows.dissipated_rolling / kinetic - 1.0).abs() < 0.02, "{energies:?}");
        let off = (energies.balance() - before).abs() / kinetic;
        assert!(off < either(backend, 1e-6, 1e-4), "the account is off by {off:e}");
    });
}

/// A ball that spins about the normal: the moment mu R m g takes its spin by mu g / (2/5 R); without it, it spins on.
#[test]
fn a_spinning_ball_is_twisted_to_rest() {
    on_both(|backend| {
        for friction in [0.02, 0.0] {
            let spin = 5.0;
            let ball = lying().angular_velocity(DVec3::Z * spin);
            let mut run = started(&settled(rough(0.0, friction)).add(floor()).add(ball), backend);
            let rate = friction * GRAVITY / (0.4 * RADIUS);
            let _ = run.step(5000).expect("spins");
            let left = run.snapshot().angular_velocities[0].z;
            let expected = spin - rate * run.time();
            assert!((left / expected - 1.0).abs() < 5e-3, "{left} rad/s, not {expected} rad/s");
            let _ = run.step(25_000).expect("spins");
            let (left, expected) = (run.snapshot().angular_velocities[0].z, if friction > 0.0 { 0.0 } else { spin });
            assert!((left - expected).abs() < 2e-3 * spin, "{left} rad/s at last");
        }
    });
}

/// On a slope, a ball stays up to the angle whose tangent is the coefficient, and rolls beyond.
#[test]
fn a_ball_on_a_slope_stays_up_to_its_coefficient() {
    for (slope, stays) in [(0.08_f64, true), (0.12, false)] {
        let gravity = DVec3::new(slope.atan().sin(), 0.0, -slope.atan().cos()) * GRAVITY;
        let scene = settled(rough(0.1, 0.0)).gravity(gravity).add(floor()).add(lying());
        let mut run = started(&scene, Backend::Cpu);
        let _ = run.step(20_000).expect("rolls or not");
        let (place, time) = (run.snapshot().positions[0].x, run.time());
        let free = 0.5 * (slope - 0.1) * slope.atan().cos() * GRAVITY / 1.4 * time * time;
        if stays {
            assert!(place < 1e-5, "it has rolled {place} m");
        } else {
            assert!((place / free - 1.0).abs() < 0.1, "{place} m, not {free} m");
        }
    }
}

/// A wall that turns does the work of the moments on it: a ball that is held by walls is spun up by twisting.
#[test]
fn a_turning_wall_does_the_work_of_moments() {
    on_both(|backend| {
        let turning =
            floor().set("rotation", Table::new().with("axis", DVec3::Z).with("rate", 4.0).with("center", DVec3::ZERO));
        let scene = settled(rough(0.1, 0.02)).add(turning).add(lying());
        let mut run = started(&scene, backend);
        let before = run.energies().balance();
        let energies = run.step(3000).expect("spins").energies;
        let spin = run.snapshot().angular_velocities[0].z;
        let expected = 0.02 * GRAVITY / (0.4 * RADIUS) * run.time();
        assert!((spin / expected - 1.0).abs() < 0.01, "{spin} rad/s, not {expected} rad/s");
        let off = (energies.balance() - before).abs() / energies.flows.wall_work;
        assert!(off < either(backend, 1e-4, 2e-3), "the account is off by {off:e}: {energies:?}");
    });
}

fn bed(material: Material) -> SceneBuilder {
    let container = Wall::container("m", DVec3::new(-0.05, -0.05, 0.0), DVec3::new(0.05, 0.05, 0.5));
    let layer = |shape: &str, height: f64| {
        Lattice::new(shape, [3, 3, 2], DVec3::splat(0.03), DVec3::new(-0.03, -0.03, height))
            .random_orientation()
            .velocity(DVec3::new(0.1, 0.05, -0.5))
    };
    balls(1e-5, material)
        .seed(4)
        .add(brick())
        .add(Shape::ellipsoid("egg", "m", DVec3::new(0.01, 0.008, 0.007)))
        .add(container)
        .add(layer("ball", 0.016))
        .add(layer("box", 0.076))
        .add(layer("egg", 0.136))
}

/// The account of a bed of three shapes closes: what is gone is in one of its flows.
#[test]
fn the_account_of_a_rolling_bed_closes() {
    let young = Material::new("m").density(2500.0).set("young", 5e6).set("poisson", 0.3).restitution(0.5).friction(0.5);
    let plain = material(1e5, 0.5, 0.5);
    let neck = Table::new().with("model", "jkr").with("energy", 0.5);
    let bridge = Table::new().with("model", "bridge").with("surface_tension", 0.5).with("volume", 1e-9);
    for material in
        [plain.clone(), young.clone(), plain.cohesion(bridge.with("angle_degrees", 20.0)), young.cohesion(neck)]
    {
        let scene = bed(material.rolling_friction(0.2).twisting_friction(0.1));
        let mut run = started(&scene, Backend::Cpu);
        let before = run.energies().balance();
        let energies = run.step(12_000).expect("falls").energies;
        let flows = energies.flows;
        let flowed = flows.dissipated_damping + flows.dissipated_friction + flows.dissipated_rolling;
        let off = (energies.balance() - before).abs() / flowed;
        println!("{off:e} of {flowed:e} J, rolling {:e} J", flows.dissipated_rolling);
        assert!(off < 1e-8 && flows.dissipated_rolling > 1e-3 * flowed, "{off:e}: {energies:?}");
    }
}
