//! The gradient of the overlap by the grain's position is the normal; by its turn, the lever arm.

use packstone::narrow::{Cause, Status};

use super::*;
use crate::common::{FAMILIES, Failures, direction, seeded};

/// Seeded grains of each family at each site.
const GRAINS: usize = 150;
/// Step of the finite differences, as a share of the grain or in [rad].
const STEP: f64 = 1e-5;
/// Normals that turn by more than this within a step [rad], or points that move further, mark a kink or a tight bend.
const BEND: f64 = 2e-3;

/// The same contact with the grain elsewhere, unless it meets the wall with another part there.
fn moved(site: &Site, shape: &Shape, pose: Pose, contact: &WallContact, warm: &WallWarm) -> Option<f64> {
    let found = touches_with(&site.surface, shape, pose, &mut warm.clone());
    let same = found.into_iter().find(|other| other.slot == contact.slot)?;
    let size = shape.bounding_radius();
    let smooth = same.normal.distance(contact.normal) < BEND && same.c1.distance(contact.c1) < BEND * size;
    smooth.then_some(same.overlap)
}

fn check(seed: u64, test: impl Fn(&Site, &Shape, Pose, &WallContact, &WallWarm, DVec3) -> Option<(f64, f64)>) {
    let mut failures = Failures::default();
    for (k, site) in sites().iter().enumerate() {
        for (j, family) in FAMILIES.into_iter().enumerate() {
            let mut rng = seeded(seed + (10 * k + j) as u64);
            let (mut tried, mut checked) = (0, 0);
            for _ in 0..GRAINS {
                let Some((shape, pose)) = random_touch(site, family, &mut rng) else { continue };
                let mut warm = WallWarm::default();
                for contact in touches_with(&site.surface, &shape, pose, &mut warm) {
                    // At a kink of a rim the overlap follows two normals in parts.
                    let kink = contact.status == Status::Unsure(Cause::Local);
                    if contact.overlap < 1e-3 * shape.bounding_radius() || kink {
                        continue;
                    }
                    tried += 1;
                    let way = direction(&mut rng);
                    if let Some((error, allowed)) = test(site, &shape, pose, &contact, &warm, way) {
                        checked += 1;
                        let name = format!("{} {family} {error:e} {contact:?} {pose:?}", site.name);
                        failures.above(error, allowed, name, "gradient error");
                    }
                }
            }
            let enough = tried >= GRAINS / 10 && checked * 10 >= tried * 7;
            failures.unless(enough, || format!("{} {family}: {checked} of {tried}", site.name));
        }
    }
}

#[test]
fn the_gradient_of_the_overlap_by_position_is_the_normal() {
    check(2000, |site, shape, pose, contact, warm, way| {
        let step = STEP * shape.bounding_radius();
        let at = |s: f64| {
            let there = Pose { position: pose.position + way * (s * step), ..pose };
            moved(site, shape, there, contact, warm)
        };
        let slope = (at(1.0)? - at(-1.0)?) / (2.0 * step);
        Some(((slope - contact.normal.dot(way)).abs(), 4e-6))
    });
}

/// Turning the grain about its origin by a small angle around w moves its point c1 by w x (c1 - x).
#[test]
fn the_gradient_of_the_overlap_by_turn_is_the_lever_arm() {
    check(3000, |site, shape, pose, contact, warm, axis| {
        let at = |s: f64| {
            let by = DQuat::from_scaled_axis(axis * (s * STEP));
            moved(site, shape, Pose::new(pose.position, by * pose.orientation), contact, warm)
        };
        let slope = (at(1.0)? - at(-1.0)?) / (2.0 * STEP);
        let arm = contact.c1 - pose.position;
        Some(((slope - arm.cross(contact.normal).dot(axis)).abs(), 1e-5 * shape.bounding_radius()))
    });
}
