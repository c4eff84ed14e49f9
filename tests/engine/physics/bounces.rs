//! Free flight and impacts of a ball.

use glam::DVec3;
use packstone::scene::builder::Body;
use packstone::sim::Backend;

use super::{MASS, above, balls, elastic, floor, material};
use crate::common::backends::{either, on_both, started};

#[test]
fn free_fall() {
    let ball = Body::new("ball", above(10.0)).velocity(DVec3::new(1.0, 2.0, 3.0));
    let mut run = started(&balls(1e-5, elastic()).add(ball), Backend::Cpu);
    let _ = run.step(1000).expect("falls");
    let (t, seen) = (run.time(), run.snapshot());
    let expected = DVec3::new(t, 2.0 * t, 10.0 + 3.0 * t - 0.5 * 9.81 * t * t);
    assert!(seen.positions[0].distance(expected) < 1e-12, "{} is not {expected}", seen.positions[0]);
    assert!(seen.velocities[0].distance(DVec3::new(1.0, 2.0, 3.0 - 9.81 * t)) < 1e-12);
}

#[test]
fn an_elastic_ball_comes_back_to_its_height() {
    on_both(|backend| {
        // A look every 0.04 ms on the CPU and every 1 ms on the GPU, at the top of which the ball is 1.2 um lower.
        let (step, look, height, allowed) = either(backend, (2e-6, 20, 0.06, 1e-5), (5e-5, 20, 0.02, 2e-4));
        let start = DVec3::new(0.3, -0.2, height);
        let mut run = started(&balls(step, elastic()).add(floor()).add(Body::new("ball", start)), backend);
        let mut highest = 0.0f64;
        // Fall, impact and rise, and a little more.
        let fall = (2.0 * (height - 0.01) / 9.81).sqrt();
        while run.time() < 2.3 * fall {
            let _ = run.step(look).expect("bounces");
            if run.report().counts.ended > 0 {
                highest = highest.max(run.snapshot().positions[0].z);
            }
        }
        assert_eq!(run.report().counts.ended, 1, "it bounces once");
        assert!((highest - height).abs() < allowed, "rose to {highest} m instead of {height} m");
        let off = run.snapshot().positions[0].truncate().distance(start.truncate());
        assert!(off < 1e-12, "it left its line by {off:e} m");
    });
}

#[test]
fn a_collision_lasts_half_a_period_of_its_spring() {
    let ball = Body::new("ball", above(0.010_000_1)).velocity(DVec3::NEG_Z);
    let mut run = started(&balls(1e-7, elastic()).gravity(DVec3::ZERO).add(floor()).add(ball), Backend::Cpu);
    let mut steps = 0;
    for _ in 0..20_000 {
        steps += run.step(1).expect("a step").counts.wall_contacts;
    }
    let expected = std::f64::consts::PI * (MASS / 1e5).sqrt();
    let seen = steps as f64 * 1e-7;
    assert!((seen - expected).abs() < 5e-3 * expected, "{seen} s, not {expected} s");
}

/// Of a ball at a wall, and of two balls, for linear springs and for Hertz's.
#[test]
fn restitution_is_what_was_asked_for() {
    on_both(|backend| {
        let exponents = either(backend, &[1.0, 1.5][..], &[1.0][..]);
        let restitutions = either(backend, &[0.1, 0.3, 0.5, 0.7, 0.9, 1.0][..], &[0.2, 0.5, 0.9][..]);
        let (step, steps) = either(backend, (1e-6, 20_000), (1e-5, 200));
        for &exponent in exponents {
            for &restitution in restitutions {
                let stiffness = if exponent == 1.0 { 1e5 } else { 1e7 };
                let law = material(stiffness, restitution, 0.0).exponent(exponent);
                let scene = balls(step, law)
                    .gravity(DVec3::ZERO)
                    .add(floor())
                    .add(Body::new("ball", above(0.010_001)).velocity(DVec3::NEG_Z))
                    .add(Body::new("ball", DVec3::new(1.0, 0.0, 0.5)).velocity(DVec3::X))
                    .add(Body::new("ball", DVec3::new(1.020_001, 0.0, 0.5)));
                let mut run = started(&scene, backend);
                let _ = run.step(steps).expect("collides");
                let v = &run.snapshot().velocities;
                let (wall, pair) = (v[0].z, v[2].x - v[1].x);
                for seen in [wall, pair] {
                    assert!((seen - restitution).abs() < 0.01, "m = {exponent}, e = {restitution}: {seen}");
                }
            }
        }
    });
}
