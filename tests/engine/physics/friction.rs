//! Sliding, rolling, and walls that do work.

use glam::DVec3;
use packstone::scene::builder::{Body, Shape};
use packstone::sim::Backend;

use super::{MASS, above, balls, floor, material};
use crate::common::backends::{either, on_both, started};

/// A ball set down sliding: after t = 2 v / (7 mu g) it rolls, at 5/7 of its speed.
#[test]
fn a_sliding_ball_ends_up_rolling() {
    on_both(|backend| {
        let (step, steps, speed, friction) = either(backend, (5e-6, 40_000, 0.5, 0.2), (2e-5, 5000, 1.0, 0.5));
        let ball = Body::new("ball", above(0.01 - 0.9e-8)).velocity(DVec3::X * speed);
        let mut run = started(&balls(step, material(1e5, 0.5, friction)).add(floor()).add(ball), backend);
        let before = run.energies().balance();
        let _ = run.step(steps).expect("slides");
        let seen = run.snapshot();
        let (rolls, spin) = (seen.velocities[0].x, seen.angular_velocities[0].y);
        assert!((rolls / speed - 5.0 / 7.0).abs() < either(backend, 4e-3, 1e-2), "{rolls} m/s");
        assert!((spin * 0.01 / rolls - 1.0).abs() < either(backend, 3e-3, 2e-2), "{spin} rad/s at {rolls} m/s");
        // What friction took is the kinetic energy that is gone.
        let (after, lost) = (run.energies().balance(), run.energies().flows.dissipated_friction);
        assert!((after - before).abs() < 0.02 * lost, "balance {before} to {after}, lost by friction {lost}");
    });
}

#[test]
fn a_box_slides_to_a_stop() {
    let slab = Shape::cuboid("slab", "m", DVec3::new(0.02, 0.02, 0.005));
    let body = Body::new("slab", above(0.005)).velocity(DVec3::X * 0.4);
    let mut run = started(&balls(1e-5, material(1e6, 0.3, 0.3)).add(slab).add(floor()).add(body), Backend::Cpu);
    let before = run.energies().balance();
    let _ = run.step(40_000).expect("slides");
    let seen = run.snapshot();
    let expected = 0.4 * 0.4 / (2.0 * 0.3 * 9.81);
    assert!((seen.positions[0].x - expected).abs() < 0.02 * expected, "{} m, not {expected} m", seen.positions[0].x);
    assert!(seen.velocities[0].length() < 1e-4, "{}", seen.velocities[0]);
    let (after, lost) = (run.energies().balance(), run.energies().flows.dissipated_friction);
    assert!((after - before).abs() < 0.02 * lost, "balance {before} to {after}, lost by friction {lost}");
}

#[test]
fn a_wall_that_lifts_does_the_work() {
    on_both(|backend| {
        let (step, steps, off) = either(backend, (5e-6, 40_000, 1e-3), (1e-5, 4000, 1e-2));
        let lift = floor().velocity(DVec3::Z * 0.2);
        let scene = balls(step, material(1e5, 0.2, 0.3)).add(lift).add(Body::new("ball", above(0.01)));
        let mut run = started(&scene, backend);
        let before = run.energies().balance();
        let energies = run.step(steps).expect("rises").energies;
        let risen = 0.2 * run.time();
        let height = run.snapshot().positions[0].z;
        assert!((height - 0.01 - risen).abs() < 1e-4, "at {height} m, the floor at {risen} m");
        let gained = MASS * 9.81 * risen + 0.5 * MASS * 0.04;
        assert!(energies.flows.wall_work > gained, "{energies:?} {gained}");
        let error = (energies.balance() - before).abs();
        assert!(error < off * gained, "the account is off by {error:e} J of {gained:e} J");
    });
}
