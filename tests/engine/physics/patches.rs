//! What a contact resists by its extent, each direction by its own.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DQuat, DVec3};
use packstone::scene::SceneBuilder;
use packstone::scene::builder::{Body, Shape};
use packstone::sim::{Backend, Simulation};

use super::{DENSITY, RADIUS, above, balls, floor, material};
use crate::common::backends::{either, on_both, started};

const GRAVITY: f64 = 9.81;
const STIFFNESS: f64 = 1e5;
const HALF_LENGTH: f64 = 1.5 * RADIUS;

/// The overlap of a cylinder's weight [m].
fn sunk() -> f64 {
    DENSITY * PI * RADIUS * RADIUS * 2.0 * HALF_LENGTH * GRAVITY / STIFFNESS
}

/// A cylinder that lies on the floor along x, in its weight's overlap.
fn lying(change: impl Fn(Body) -> Body) -> SceneBuilder {
    let body = Body::new("log", above(RADIUS - sunk())).orientation(DQuat::from_rotation_y(FRAC_PI_2));
    balls(1e-5, material(STIFFNESS, 0.5, 0.5))
        .set("simulation.start_overlap", 0.01)
        .add(Shape::cylinder("log", "m", RADIUS, HALF_LENGTH))
        .add(floor())
        .add(change(body))
}

/// The speed along y and the angular velocity about y of the one body.
fn motion(run: &Simulation) -> [f64; 2] {
    let snapshot = run.snapshot();
    [snapshot.velocities[0].y, snapshot.angular_velocities[0].y]
}

/// Its contact is a line, about which nothing holds it: it rolls on.
#[test]
fn a_lying_cylinder_rolls_on() {
    on_both(|backend| {
        // The contact point lies halfway in the overlap.
        let (speed, arm) = (0.1, RADIUS - 0.5 * sunk());
        let rolls = |body: Body| body.velocity(DVec3::Y * speed).angular_velocity(DVec3::NEG_X * (speed / arm));
        let mut run = started(&lying(rolls), backend);
        let _ = run.step(20_000).expect("rolls");
        let left = motion(&run)[0] / speed;
        assert!((left - 1.0).abs() < either(backend, 1e-6, 1e-4), "{left} of its speed after 0.2 s");
    });
}

/// Along the line it is stiff, and rocking dies away: as fast as on a face of the same length, and faster than it swings.
#[test]
fn a_lying_cylinder_does_not_rock() {
    on_both(|backend| {
        let rocks = |body: Body| body.angular_velocity(DVec3::Y * 1e-3);
        let mut run = started(&lying(rocks), backend);
        let _ = run.step(4000).expect("rocks");
        let left = motion(&run)[1].abs() / 1e-3;
        assert!(left < 1e-2, "{left} of its rocking after 0.04 s");
    });
}

/// A long brick on a small pedestal lies on a square, whichever way it lies: what both faces have in common counts.
#[test]
fn crossed_bricks_rock_alike_in_both_directions() {
    let half = DVec3::new(0.02, 0.005, 0.005);
    let crossed = |axis: DVec3| {
        let overlap = DENSITY * 8.0 * half.x * half.y * half.z * GRAVITY / STIFFNESS;
        let scene = balls(1e-5, material(STIFFNESS, 0.5, 0.5))
            .set("simulation.start_overlap", 0.01)
            .add(Shape::cuboid("brick", "m", half))
            .add(Body::new("brick", DVec3::ZERO).orientation(DQuat::from_rotation_z(FRAC_PI_2)).fixed(true))
            .add(Body::new("brick", above(2.0 * half.z - overlap)).angular_velocity(axis * 1e-3));
        let mut run = started(&scene, Backend::Cpu);
        let _ = run.step(2).expect("rocks");
        run.energies().flows.dissipated_damping
    };
    // The brick is easier to turn about its long axis; in the first steps the dashpot sees the same turning about both.
    let [about_x, about_y] = [DVec3::X, DVec3::Y].map(crossed);
    assert!(about_x > 0.0 && (about_y / about_x - 1.0).abs() < 0.1, "{about_x:e} and {about_y:e} J");
}
