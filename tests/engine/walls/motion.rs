//! Positions of moving walls by formula, velocities by finite differences of the positions.

use std::f64::consts::TAU;

use packstone::scene::{Oscillation, Rotation};
use packstone::walls::Displacement;

use super::*;
use crate::common::{Failures, direction, seeded, sphere, vector};

fn random_motion(rng: &mut Pcg64) -> WallMotion {
    let oscillation = Oscillation {
        amplitude: vector(rng) * 0.1,
        frequency: rng.random_range(0.5..5.0),
        phase: rng.random_range(0.0..TAU),
    };
    let rotation = Rotation { axis: direction(rng), center: vector(rng), rate: rng.random_range(-4.0..4.0) };
    WallMotion {
        velocity: vector(rng),
        oscillation: rng.random_bool(0.7).then_some(oscillation),
        rotation: rng.random_bool(0.7).then_some(rotation),
        start: 0.5,
        stop: 2.5,
    }
}

#[test]
fn velocities_are_those_of_the_positions() {
    let (mut rng, mut failures) = (seeded(1), Failures::default());
    for k in 0..2000 {
        let (motion, point) = (random_motion(&mut rng), vector(&mut rng) * 3.0);
        let t = rng.random_range(-1.0..4.0);
        if [motion.start, motion.stop].iter().any(|edge| (t - *edge).abs() < 1e-3) {
            continue;
        }
        let (step, at) = (1e-5, |t: f64| Displacement::at(&motion, t).pose.apply(point));
        let slope = (at(t + step) - at(t - step)) / (2.0 * step);
        let now = Displacement::at(&motion, t);
        failures.above(now.velocity_at(now.pose.apply(point)).distance(slope), 2e-6, k, "velocity");
        let moves = (motion.start..motion.stop).contains(&t);
        failures.unless(moves || slope == DVec3::ZERO, || format!("{k}: moves at {t}"));
        failures.unless(!moves || slope.length() > 1e-3, || format!("{k}: rests at {t}"));
    }
}

#[test]
fn a_wall_turns_about_its_centre_and_then_shifts() {
    let motion = WallMotion {
        velocity: DVec3::new(1.0, 0.0, 0.0),
        oscillation: Some(Oscillation { amplitude: DVec3::Z, frequency: 0.25, phase: 0.0 }),
        rotation: Some(Rotation { axis: DVec3::Z, center: DVec3::X, rate: TAU / 4.0 }),
        start: 1.0,
        stop: 3.0,
    };
    // After one second a quarter turn about (1, 0, 0), a shift of 1 along x and of a whole amplitude along z.
    let now = Displacement::at(&motion, 2.0);
    close(now.pose.apply(DVec3::new(2.0, 0.0, 0.0)), DVec3::new(2.0, 1.0, 1.0), 1e-15);
    close(now.velocity_at(DVec3::new(2.0, 1.0, 1.0)), DVec3::new(1.0 - TAU / 4.0, 0.0, 0.0), 1e-15);
    assert_eq!(Displacement::at(&motion, 0.7).pose, Pose::IDENTITY);
    assert_eq!(Displacement::at(&motion, 0.7).velocity_at(DVec3::ONE), DVec3::ZERO);
    let (end, later) = (Displacement::at(&motion, 3.0), Displacement::at(&motion, 9.0));
    assert_eq!(end, later);
    close(end.pose.apply(DVec3::new(2.0, 0.0, 0.0)), DVec3::new(2.0, 0.0, 0.0), 1e-15);
}

/// A drum that turns about its axis: the same overlap at any time, and matter that goes past.
#[test]
fn a_turning_drum_drags() {
    let mut drum = wall(WallGeometry::Cylinder {
        base: DVec3::new(0.0, -1.0, 0.5),
        axis: DVec3::Y,
        radius: 1.0,
        height: Some(2.0),
        side: Side::Inside,
    });
    drum.motion.rotation = Some(Rotation { axis: DVec3::Y, center: DVec3::new(0.0, 7.0, 0.5), rate: 2.0 });
    let drum = surfaces(&[drum]).remove(0);
    let (shape, mut warm, mut found) = (sphere(0.1), WallWarm::default(), WallContacts::default());
    for step in 0..200 {
        let body = Body { shape: &shape, pose: Pose::at(DVec3::new(0.0, 0.3, -0.41)) };
        let at = drum.at(0.01 * f64::from(step));
        WallDetector::default().contacts(&drum, &at, &body, &mut warm, &mut found).expect("a finite grain");
        let contact = found.first().expect("a contact");
        assert_eq!((found.len(), contact.slot), (1, 0));
        near(contact.overlap, 0.01, 1e-14);
        close(contact.normal, -DVec3::Z, 1e-13);
        close(contact.velocity, DVec3::new(-2.0 * 1.005, 0.0, 0.0), 1e-13);
    }
}
