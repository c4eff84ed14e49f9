//! The gradient of the overlap: the normal for shifts, the lever arm for turns.

use super::*;

/// Step of the finite differences, as a share of the smaller body or in [rad].
const STEP: f64 = 1e-5;
/// Normals that turn by more than this within a step [rad] mark a kink or a tight bend.
const BEND: f64 = 2e-3;

/// Contacts at a point of two features that stay the same nearby; parallel features have no gradient under turns.
fn is_point(contact: &Contact) -> bool {
    !matches!(contact.kind, Kind::FaceFace | Kind::EdgeFace | Kind::ParallelEdges)
}

/// The contacts one step back and one step ahead, where neither the features nor the normal change much.
fn around(scene: &Scene, contact: &Contact, step: impl Fn(f64) -> Scene) -> Option<[Contact; 2]> {
    let sides = [step(-1.0).detect(), step(1.0).detect()];
    let smooth = |side: &Contact| {
        let same_point = side.point.distance(contact.point) < BEND * scene.smaller();
        side.kind == contact.kind && side.unique && angle(side.normal, contact.normal) < BEND && same_point
    };
    sides.iter().all(smooth).then_some(sides)
}

/// Runs `check` on the smooth contacts of every pair of families, of which there must be enough.
fn on_smooth_contacts(seed: u64, check: impl Fn(&Scene, &Contact, DVec3, &str, &mut Failures) -> bool) {
    let mut failures = Failures::default();
    for (k, families) in family_pairs().into_iter().enumerate() {
        let mut rng = seeded(seed + k as u64);
        let mut checked = [0, 0];
        for j in 0..SCENES {
            let scene = random_scene(families, &mut rng);
            let (contact, way) = (scene.detect(), direction(&mut rng));
            if contact.unique && is_point(&contact) && contact.overlap.abs() > 1e-3 * scene.smaller() {
                let done = check(&scene, &contact, way, &format!("{families:?} {j}"), &mut failures);
                checked[usize::from(contact.overlap > 0.0)] += usize::from(done);
            }
        }
        // Overlapping and apart, both.
        failures.unless(checked.iter().all(|c| *c >= SCENES / 10), || format!("{families:?}: only {checked:?}"));
    }
}

#[test]
fn the_gradient_by_position_is_minus_the_normal() {
    on_smooth_contacts(300, |scene, contact, way, name, failures| {
        let step = STEP * scene.smaller();
        let Some([back, ahead]) = around(scene, contact, |s| scene.with_b_shifted(way * (s * step))) else {
            return false;
        };
        let slope = (ahead.overlap - back.overlap) / (2.0 * step);
        failures.above((slope + contact.normal.dot(way)).abs(), 2e-6, name, "gradient error");
        true
    });
}

/// Turning B about its origin by a small angle around w moves its point c2 by w x (c2 - x_B), and the overlap grows
/// by minus the part of that along n.
#[test]
fn the_gradient_by_turn_is_the_lever_arm() {
    on_smooth_contacts(400, |scene, contact, axis, name, failures| {
        let Some([back, ahead]) = around(scene, contact, |s| scene.with_b_turned(axis * (s * STEP))) else {
            return false;
        };
        let slope = (ahead.overlap - back.overlap) / (2.0 * STEP);
        let arm = contact.c2 - scene.b.pose.position;
        let expected = -arm.cross(contact.normal).dot(axis);
        let size = scene.b.shape.bounding_radius();
        failures.above((slope - expected).abs(), 1e-5 * size, name, "turning gradient error");
        true
    });
}

/// The overlap is the least of functions that are linear in the place of B, hence concave: no step, however large,
/// leads above the tangent plane that the normal spans. This holds at kinks too.
#[test]
fn the_normal_bounds_every_step() {
    let mut failures = Failures::default();
    for (k, families) in family_pairs().into_iter().enumerate() {
        let mut rng = seeded(500 + k as u64);
        for j in 0..SCENES {
            let scene = random_scene(families, &mut rng);
            let (contact, size) = (scene.detect(), scene.smaller());
            for _ in 0..4 {
                let shift = direction(&mut rng) * (size * log_uniform(&mut rng, 1e-9, 1.0));
                let (there, tangent) =
                    (scene.with_b_shifted(shift).detect().overlap, contact.overlap - contact.normal.dot(shift));
                let allowed = 2.0 * noise(&scene);
                failures.above(there - tangent, allowed, format!("{families:?} {j} by {shift}"), "above the tangent");
            }
        }
    }
}
