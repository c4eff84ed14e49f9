//! A box that rocks on a face: its contact point moves as evenly as it turns.

use glam::{DQuat, DVec3};
use packstone::geometry::{HalfSpace, Shape};

use super::run::{Case, Found, run_both};
use crate::common::{Scene, cuboid, placed};

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

/// A box rocking through `angles` about an axis, on a box or on a wall.
struct Rocking {
    axis: DVec3,
    on_wall: bool,
    cases: Vec<Case>,
    found: Vec<Found>,
}

impl Rocking {
    /// About several axes, all in one batch.
    fn all(angles: &[f64], depth: usize) -> Vec<Self> {
        let axes = [DVec3::X, DVec3::Y, DVec3::new(0.6, 0.8, 0.0)];
        let ways: Vec<(DVec3, bool)> = axes.iter().flat_map(|axis| [(*axis, false), (*axis, true)]).collect();
        let case = |(axis, on_wall): (DVec3, bool), angle: f64| {
            Case::new(&format!("tilt {angle:e} about {axis}"), &tilted(axis, angle, on_wall), depth)
        };
        let cases: Vec<Case> = ways.iter().flat_map(|way| angles.iter().map(|angle| case(*way, *angle))).collect();
        let found = run_both(&cases);
        let count = angles.len();
        let part = |(k, (axis, on_wall)): (usize, &(DVec3, bool))| Self {
            axis: *axis,
            on_wall: *on_wall,
            cases: cases[k * count..][..count].to_vec(),
            found: found[k * count..][..count].to_vec(),
        };
        ways.iter().enumerate().map(part).collect()
    }

    /// The largest move from one angle to the next [m].
    fn largest_move(&self) -> f64 {
        let largest = self.found.windows(2).map(|two| two[0].point.distance(two[1].point)).fold(0.0, f64::max);
        println!("about {}, on a wall {}: largest move {largest:.2e}", self.axis, self.on_wall);
        largest
    }
}

#[test]
fn the_deepest_feature_fades_in_and_out() {
    // From flat to an edge in turns of the same ratio: features fade with the logarithm of their height.
    const RATIO: f64 = 1.05;
    let angles: Vec<f64> = (0..280).map(|k| 1e-8 * RATIO.powi(k)).collect();
    for rocking in Rocking::all(&angles, 0) {
        let largest = rocking.largest_move();
        // At most 0.6 of the share of the turn, over a lever of half the face; where the band begins, the rounding of
        // heights adds as much again.
        assert!(largest < 1.5 * (RATIO - 1.0) * HALF.x, "about {}: a jump of {largest}", rocking.axis);
        for (case, found) in rocking.cases.iter().zip(&rocking.found).rev().take(20) {
            let off = found.point.distance(case.answer.point);
            assert!(off < 1e-5, "{}: off by {off:e}", case.id);
        }
        let flat = Case::new("flat", &tilted(rocking.axis, 0.0, rocking.on_wall), 0);
        let off = rocking.found[0].point.distance(flat.answer.point);
        assert!(off < 1e-5, "nearly flat: off by {off:e}");
    }
}

#[test]
fn a_deep_patch_moves_as_evenly_as_the_box_turns() {
    const STEP: f64 = 1e-5;
    let angles: Vec<f64> = (-200..=200).map(|k| f64::from(k) * STEP).collect();
    for rocking in Rocking::all(&angles, 1) {
        let largest = rocking.largest_move();
        // The face's far edge leaves the patch while it rises by the overlap.
        assert!(largest < 3.0 * HALF.x * 2.0 * HALF.x * STEP / OVERLAP, "about {}: {largest}", rocking.axis);
        for (case, found) in rocking.cases.iter().zip(&rocking.found) {
            let off = found.point.distance(case.answer.point);
            // The device's band starts at 5e-7 of the size: at 5e-4 of this overlap.
            assert!(off < 2e-3, "{}: off by {off:e}", case.id);
            let off = found.patch.difference(&case.answer.patch);
            assert!(off < 2e-3, "{}: patch off by {off:e}", case.id);
        }
    }
}
