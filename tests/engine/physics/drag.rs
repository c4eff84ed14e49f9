//! Drag and a speed limit, against closed forms.

use std::f64::consts::PI;

use glam::DVec3;
use packstone::scene::SceneBuilder;
use packstone::scene::builder::{Body, Lattice, Shape, Wall};
use packstone::sim::{Backend, Options, Simulation};

use super::{MASS, RADIUS, above, balls, elastic, material};
use crate::common::backends::{either, on_both, started};
use crate::common::folder::Folder;

/// Speed with which a ball moves along z after a while [m/s]: the way of many steps over their time.
fn steady_speed(scene: &SceneBuilder, backend: Backend) -> f64 {
    let mut run = started(&scene.clone().add(Body::new("ball", above(0.0))), backend);
    let mut height = |steps| {
        let _ = run.step(steps).expect("falls");
        (run.time(), run.snapshot().positions[0].z)
    };
    let (from, to) = (height(4000), height(1000));
    (to.1 - from.1) / (to.0 - from.0)
}

#[test]
fn a_ball_falls_at_its_terminal_velocity() {
    on_both(|backend| {
        let scene = balls(1e-4, elastic());
        // In steps of a hundredth of the relaxation time, the velocity is off by a twelfth of its square.
        let viscosity = MASS / (6.0 * PI * RADIUS * 0.01);
        let speed = steady_speed(&scene.clone().set("drag.viscosity", viscosity), backend);
        assert!((speed / (-9.81 * 0.01) - 1.0).abs() < 1e-5, "{speed} m/s of Stokes' drag");
        let speed = steady_speed(&scene.clone().set("drag.relaxation_time", 0.02), backend);
        assert!((speed / (-9.81 * 0.02) - 1.0).abs() < 1e-5, "{speed} m/s of a relaxation time");
        let oil = scene.set("drag.fluid_density", 900.0).set("drag.drag_coefficient", 47.0);
        let expected = -(2.0 * MASS * 9.81 / (900.0 * 47.0 * PI * RADIUS * RADIUS)).sqrt();
        let speed = steady_speed(&oil, backend);
        assert!((speed / expected - 1.0).abs() < 1e-5, "{speed} m/s, not {expected} m/s, of quadratic drag");
        // In a stream that rises as fast as the ball falls, it floats.
        let speed = steady_speed(&oil.set("drag.fluid_velocity", DVec3::Z * -expected), backend);
        assert!(speed.abs() < 1e-5 * expected.abs(), "{speed} m/s in a stream");
    });
}

#[test]
fn spins_fade_by_an_exponential() {
    on_both(|backend| {
        let inertia = 0.4 * MASS * RADIUS * RADIUS;
        let viscosity = inertia / (8.0 * PI * RADIUS.powi(3) * 0.03);
        let scene = balls(1e-4, elastic()).gravity(DVec3::ZERO);
        let spin = DVec3::new(30.0, -40.0, 20.0);
        for (key, value, expected) in [("drag.viscosity", viscosity, 0.03), ("drag.spin_relaxation_time", 0.05, 0.05)] {
            let ball = Body::new("ball", above(0.0)).angular_velocity(spin);
            let mut run = started(&scene.clone().set(key, value).add(ball), backend);
            let _ = run.step(600).expect("spins");
            let (found, left) = (run.snapshot().angular_velocities[0], spin * (-0.06f64 / expected).exp());
            assert!(found.distance(left) < either(backend, 1e-12, 1e-5) * left.length(), "{key}: {found}, not {left}");
        }
    });
}

/// Rough balls that fall into a box, in a viscous fluid that flows, with a limit for their speed.
fn bed() -> SceneBuilder {
    let balls = |z: f64| {
        Lattice::new("small", [3, 3, 3], DVec3::splat(0.012), DVec3::new(-0.012, -0.012, z))
            .velocity(DVec3::new(0.3, -0.2, -1.0))
            .angular_velocity(DVec3::new(5.0, -8.0, 3.0))
    };
    balls_in_a_fluid()
        .set("drag.speed_limit", 0.9)
        .add(Wall::container("m", DVec3::new(-0.02, -0.02, 0.0), DVec3::new(0.02, 0.02, 0.2)).open(["top"]))
        .add(balls(0.01))
}

fn balls_in_a_fluid() -> SceneBuilder {
    balls(1e-5, material(1e5, 0.6, 0.5))
        .add(Shape::sphere("small", "m", 0.005))
        .set("drag.viscosity", 0.02)
        .set("drag.fluid_density", 20.0)
        .set("drag.drag_coefficient", 0.44)
        .set("drag.fluid_velocity", DVec3::new(0.1, 0.0, 0.2))
        .set("drag.relaxation_time", 0.5)
}

#[test]
fn the_account_closes_with_drag() {
    let mut run = started(&bed(), Backend::Cpu);
    let start = run.report().energies;
    let report = run.step(10_000).expect("settles");
    let (end, flows) = (report.energies, report.energies.flows);
    let flowed = start.kinetic() + flows.dissipated_damping + flows.dissipated_friction + flows.dissipated_drag;
    let off = (end.balance() - start.balance()).abs() / flowed;
    println!("{off:e} of {flowed:e} J, drag {:e} J, {} cuts", flows.dissipated_drag, report.counts.speed_cuts);
    assert!(off < 1e-9, "{off:e} of {flowed:e} J");
    assert!(flows.dissipated_drag > 0.05 * flowed && report.counts.speed_cuts > 27, "{report:?}");
}

/// Stopped and gone on, a run with drag has the same bits, counts and flows; and both back ends book the same.
#[test]
fn drag_goes_on_bit_by_bit() {
    let mut drags = Vec::new();
    for backend in [Backend::Cpu, crate::common::backends::gpu()] {
        let folder = Folder::new(either(backend, "drag-cpu", "drag-gpu"));
        let file = folder.join("checkpoint.bin");
        let mut whole = started(&bed(), backend);
        let _ = whole.step(700).expect("steps");
        whole.save(&file).expect("is saved");
        let options = Options { threads: Some(1), backend };
        let mut resumed = Simulation::load(&file, options).unwrap_or_else(|error| panic!("{error}"));
        let (a, b) = (whole.step(500).expect("steps"), resumed.step(500).expect("steps"));
        assert_eq!(a, b, "reports");
        assert_eq!(resumed.state_hash(), whole.state_hash());
        drags.push((a.energies.flows.dissipated_drag, a.counts.speed_cuts));
    }
    let [(cpu, cuts), (gpu, others)] = drags[..] else { panic!("two back ends") };
    assert!((gpu / cpu - 1.0).abs() < 1e-4 && cuts.abs_diff(others) <= 2, "{drags:?}");
}

#[test]
fn a_limit_holds_whatever_pushes() {
    on_both(|backend| {
        let scene = balls(1e-4, elastic()).set("drag.speed_limit", 0.5).add(Body::new("ball", above(0.0)));
        let mut run = started(&scene, backend);
        let start = run.report().energies.balance();
        let report = run.step(1000).expect("falls");
        let speed = run.snapshot().velocities[0].length();
        // Cut to the limit at the start of the step, and a step of gravity more.
        assert!((speed - 0.5 - 9.81e-4).abs() < either(backend, 1e-12, 1e-6), "{speed} m/s");
        // The limit is reached after 0.5 / 9.81e-4 = 509.7 steps; each step from the one after that on begins above it.
        assert_eq!(report.counts.speed_cuts, 490);
        let energies = report.energies;
        let off = (energies.balance() - start).abs() / energies.flows.dissipated_drag;
        assert!(off < either(backend, 1e-12, 1e-5), "{off:e}: {energies:?}");
    });
}
