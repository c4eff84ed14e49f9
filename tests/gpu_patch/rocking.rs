//! A box that rocks on a face: its contact point moves as evenly as it turns.

use glam::{DQuat, DVec3};
use packstone::bodies::{HalfSpace, Shape};

use crate::common::{Scene, cuboid, placed};
use crate::run::{Case, Found, run_both};

/// Half lengths of the box; its contact point moves between edges that are this far from the middle [m].
const HALF: DVec3 = DVec3::new(1.0, 0.8, 0.5);
/// How deep the lowest corner dips [m].
const OVERLAP: f64 = 1e-3;

/// The box turned by `angle` about `axis`, in a world that is turned as a whole, on a wider box or on a wall.
fn tilted(axis: DVec3, angle: f64, on_wall: bool) -> Scene {
    let floor = if on_wall {
        Shape::HalfSpace(HalfSpace::new(DVec3::Z, 0.25).expect("a wall"))
    } else {
        cuboid(3.0, 2.5, 0.25)
    };
    let on = placed(&cuboid(HALF.x, HALF.y, HALF.z), DVec3::ZERO, DQuat::from_axis_angle(axis, angle));
    let lowest = on.shape.support(on.pose.orientation.inverse() * DVec3::NEG_Z);
    let height = 0.25 - OVERLAP - (on.pose.orientation * lowest).z;
    let on = placed(&on.shape, DVec3::new(0.3, -0.2, height), on.pose.orientation);
    let world = DQuat::from_scaled_axis(DVec3::new(0.4, -1.1, 0.7));
    Scene { a: on, b: placed(&floor, DVec3::ZERO, DQuat::IDENTITY) }.moved(world, DVec3::new(2.0, -1.0, 0.5))
}

fn rock(axis: DVec3, angles: &[f64], depth: usize, on_wall: bool) -> (Vec<Case>, Vec<Found>) {
    let case = |angle: &f64| Case::new(&format!("tilt {angle:e}"), &tilted(axis, *angle, on_wall), depth);
    let cases: Vec<Case> = angles.iter().map(case).collect();
    let found = run_both(&cases);
    (cases, found)
}

fn axes() -> [DVec3; 3] {
    [DVec3::X, DVec3::Y, DVec3::new(0.6, 0.8, 0.0)]
}

#[test]
fn the_deepest_feature_fades_in_and_out() {
    // From flat to an edge in turns of the same ratio: features fade with the logarithm of their height.
    const RATIO: f64 = 1.05;
    let angles: Vec<f64> = (0..280).map(|k| 1e-8 * RATIO.powi(k)).collect();
    for axis in axes() {
        for on_wall in [false, true] {
            let (cases, found) = rock(axis, &angles, 0, on_wall);
            let largest = found.windows(2).map(|two| two[0].point.distance(two[1].point)).fold(0.0, f64::max);
            println!("about {axis}: largest move {largest:.2e}");
            // At most 1.5 times the range of the logarithm, over a lever of the whole face.
            assert!(largest < 1.2 * (RATIO - 1.0) * 2.0, "about {axis}: a jump of {largest}");
            for (case, found) in cases.iter().zip(&found).rev().take(20) {
                let off = found.point.distance(case.answer.point);
                assert!(off < 1e-4, "{}: off by {off:e}", case.id);
            }
            // Flat: the middle of the face.
            let flat = Case::new("flat", &tilted(axis, 0.0, on_wall), 0);
            let off = found[0].point.distance(flat.answer.point);
            assert!(off < 1e-4, "nearly flat: off by {off:e}");
        }
    }
}

#[test]
fn a_deep_patch_moves_as_evenly_as_the_box_turns() {
    const STEP: f64 = 1e-5;
    let angles: Vec<f64> = (-200..=200).map(|k| f64::from(k) * STEP).collect();
    for axis in axes() {
        for on_wall in [false, true] {
            let (cases, found) = rock(axis, &angles, 1, on_wall);
            let largest = found.windows(2).map(|two| two[0].point.distance(two[1].point)).fold(0.0, f64::max);
            println!("about {axis}: largest move {largest:.2e}");
            // The face's far edge leaves the patch while it rises by the overlap.
            assert!(largest < 3.0 * HALF.x * 2.0 * HALF.x * STEP / OVERLAP, "about {axis}: a jump of {largest}");
            for (case, found) in cases.iter().zip(&found) {
                let off = found.point.distance(case.answer.point);
                assert!(off < 2e-3, "{}: off by {off:e}", case.id);
            }
        }
    }
}
