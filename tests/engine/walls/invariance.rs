//! Turning and shifting wall and grain together changes nothing; neither does scaling.

use super::*;
use crate::common::{FAMILIES, Failures, seeded, turn, vector};

fn moved_wall(surface: &Surface, by: &Pose) -> Surface {
    let rest = Pose::new(by.apply(surface.rest.position), by.orientation * surface.rest.orientation);
    Surface { rest, ..surface.clone() }
}

#[test]
fn rigid_motions_change_nothing() {
    let mut failures = Failures::default();
    for (k, site) in sites().iter().enumerate() {
        let mut rng = seeded(5000 + k as u64);
        let mut compared = 0;
        for j in 0..600 {
            let Some((shape, pose)) = random_touch(site, FAMILIES[j % 6], &mut rng) else { continue };
            let by = Pose::new(vector(&mut rng) * 30.0, turn(&mut rng));
            let there = Pose::new(by.apply(pose.position), by.orientation * pose.orientation);
            let here = touches(&site.surface, &shape, pose);
            let mut other = touches(&moved_wall(&site.surface, &by), &shape, there);
            let name = format!("{} {j}", site.name);
            // Evenly spread starts start elsewhere, so the order round the axis is that of the frame, which turns along.
            other.sort_by_key(|contact| contact.slot);
            let mut sorted = here.clone();
            sorted.sort_by_key(|contact| contact.slot);
            failures.unless(sorted.len() == other.len(), || format!("{name}: {sorted:?} {other:?}"));
            for (p, q) in sorted.iter().zip(&other) {
                compared += 1;
                failures.above((p.overlap - q.overlap).abs(), 2e-11, &name, "overlap");
                failures.above((by.orientation * p.normal).distance(q.normal), 2e-5, &name, "normal");
                failures.above(by.apply(p.point).distance(q.point), 2e-4, &name, "point");
            }
        }
        failures.unless(compared > 150, || format!("{}: only {compared}", site.name));
    }
}

/// Millimetres or kilometres.
#[test]
fn scale_changes_nothing() {
    let mut failures = Failures::default();
    let mut rng = seeded(5100);
    let site = &sites()[4];
    for j in 0..600 {
        let Some((shape, pose)) = random_touch(site, FAMILIES[j % 6], &mut rng) else { continue };
        let factor = [1e-4, 1e3][j % 2];
        let large = shape.scaled(factor).expect("a positive factor");
        let there = Pose { position: pose.position * factor, ..pose };
        let (here, other) = (
            touches(&site.surface, &shape, pose),
            touches(&cone(4.0 * factor, 12.0 * factor, 8.0 * factor), &large, there),
        );
        failures.unless(here.len() == other.len(), || format!("{j}: {here:?} {other:?}"));
        for (p, q) in here.iter().zip(&other) {
            failures.above((p.overlap - q.overlap / factor).abs(), 2e-11, j, "overlap");
            failures.above(p.normal.distance(q.normal), 2e-5, j, "normal");
        }
    }
}
