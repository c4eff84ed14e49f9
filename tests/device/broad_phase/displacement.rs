//! When a rebuild is due.

use glam::{DQuat, DVec3};
use packstone::broad::surface_displacement;
use packstone::device::Checks;
use packstone::device::schedule::MOTION;
use packstone::device::schema::control::Word;
use packstone::device::schema::records::GpuPose;
use packstone::geometry::Pose;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::harness::{Broad, Device, usual};
use super::scenes::{Scene, cube, sphere, turn, vector};

fn is_due(broad: &Broad, poses: &[GpuPose]) -> bool {
    broad.poses.write(broad.gpu(), 0, poses);
    broad.set(Word::Rebuild, 0);
    broad.run(&[&broad.program(&MOTION[MOTION.len() - 1..], broad)]);
    broad.word(Word::Rebuild) == 1
}

/// Travels from far above to far below half the skin are told apart within the slack, wherever the body is and whichever way its
/// quaternion is written.
#[test]
fn lists_are_rebuilt_beyond_half_the_skin() {
    let rng = &mut Pcg64::seed_from_u64(94);
    let device = Device::new(Checks::Checked, 64);
    let mut seen = [0; 2];
    for round in 0..400 {
        let radius = 10f64.powf(rng.random_range(0.0..3.0));
        let half_skin = radius * 10f64.powf(rng.random_range(-5.0..-0.5));
        let far = vector(rng) * [1.0, 1e3, 1e6][round % 3];
        let mut scene = Scene {
            name: "one body of three",
            shapes: vec![cube(radius)],
            poses: vec![GpuPose::new(far, turn(rng), 0, 0); 3],
            skin: 2.0 * half_skin,
            at_least: 0,
        };
        let broad = device.broad(&scene, usual(3));
        broad.rebuild();
        assert!(!is_due(&broad, &scene.poses), "it has not moved");
        let size = half_skin * rng.random_range(0.9..1.1);
        let share: f64 = [0.0, 1.0, rng.random_range(0.0..1.0)][round / 3 % 3];
        let shift = vector(rng).normalize() * size * share;
        let angle = 2.0 * (0.5 * size * (1.0 - share) / radius).asin();
        let rotation = DQuat::from_axis_angle(vector(rng).normalize(), angle);
        let before = scene.poses[1];
        let sign = if round % 2 == 0 { 1.0 } else { -1.0 };
        scene.poses[1] = GpuPose::new(far + shift, rotation * before.orientation() * sign, 0, 0);
        let pose = |pose: &GpuPose| Pose::new(pose.position(), pose.orientation());
        let displacement = surface_displacement(&pose(&before), &pose(&scene.poses[1]), scene.shapes[0].levers());
        let slack = 1e-6 * half_skin + 1e-6 * radius;
        let due = is_due(&broad, &scene.poses);
        if displacement >= half_skin {
            assert!(due, "{displacement:e} of {half_skin:e} was not noticed");
        } else if displacement < half_skin - slack {
            assert!(!due, "{displacement:e} of {half_skin:e} was called too much");
        }
        seen[usize::from(due)] += 1;
    }
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}

#[test]
fn what_is_not_a_number_is_noticed() {
    let device = Device::new(Checks::Checked, 64);
    let mut scene = Scene {
        name: "two",
        shapes: vec![sphere(1.0)],
        poses: vec![GpuPose::new(DVec3::ZERO, DQuat::IDENTITY, 0, 0); 2],
        skin: 0.2,
        at_least: 0,
    };
    let broad = device.broad(&scene, usual(2));
    broad.rebuild();
    scene.poses[1].turn[0] = f32::NAN;
    assert!(is_due(&broad, &scene.poses));
}
