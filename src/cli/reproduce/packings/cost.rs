//! What a contact of two cylinders costs, in contacts of two spheres.

use std::hint::black_box;
use std::time::Instant;

use serde_json::json;

use super::{Bed, cylinders};
use crate::cli::reproduce::{Report, ReproduceError, Study};
use crate::common::table::Table;
use crate::engine::ContactPartner;
use crate::geometry::{Pose, Shape, Sphere};
use crate::narrow::axisymmetric::Axisymmetric;
use crate::narrow::{Body, Detector, Minkowski, WarmStart};

/// Contacts that are timed at most.
const PAIRS: usize = 4000;
/// Rounds of which the best counts.
const ROUNDS: usize = 15;

/// Two bodies in contact, now and a step later.
struct Pair {
    shapes: [Shape; 2],
    now: [Pose; 2],
    next: [Pose; 2],
}

/// Times the contacts of the packings at rest.
pub(super) fn measure(study: &Study, report: &mut Report, beds: &[Bed]) -> Result<(), ReproduceError> {
    report.heading("The cost of a contact");
    let mut table = Table::new(&[
        "contacts of",
        "new [ns]",
        "followed [ns]",
        "axisymmetric [ns]",
        "new",
        "followed",
        "axisymmetric",
    ]);
    let mut results = Vec::new();
    for ((_, name, _), bed) in cylinders::CASES.iter().zip(beds) {
        study.go_on()?;
        let pairs = touching(bed)?;
        let spheres = as_spheres(&pairs)?;
        if pairs.is_empty() {
            continue;
        }
        let mut minkowski = Minkowski::with_gap_limit(0.0);
        let sphere = cold(&mut minkowski, &spheres)?;
        let (new, followed) = (cold(&mut minkowski, &pairs)?, warm(&mut minkowski, &pairs)?);
        let classical = cold(&mut Axisymmetric::default(), &pairs)?;
        let times = [new, followed, classical];
        let shown = times.iter().map(|time| format!("{:.0}", time * 1e9));
        let ratios = times.iter().map(|time| format!("{:.1}", time / sphere));
        table.push(std::iter::once((*name).to_owned()).chain(shown).chain(ratios).collect());
        results.push(
            json!({ "case": name, "sphere": sphere, "new": new, "followed": followed, "axisymmetric": classical }),
        );
    }
    report.table(
        "One thread, the contacts of the packings at rest. New: nothing is known of the pair. Followed: the answer of the step \
         before is known, as in a run. The last three columns are the same in contacts of two spheres of the same volume, \
         overlapping as deeply, timed in the same run. The paper estimates 10 for its method.",
        &table,
    );
    report.result("cost", results)
}

/// Contacts of two cylinders in the last frame.
fn touching(bed: &Bed) -> Result<Vec<Pair>, ReproduceError> {
    let grains = &bed.last.grains;
    let place = |id: u64| grains.ids.binary_search(&id).ok();
    let dt = bed.folder.time_step();
    let mut pairs = Vec::new();
    for contact in &bed.last.contacts {
        let ContactPartner::Grain(other) = contact.partner else { continue };
        let (Some(a), Some(b)) = (place(contact.grain), place(other)) else { continue };
        let shape = |k: usize| bed.scene().shapes[grains.shapes[k]].shape.scaled(grains.scales[k]);
        let now = |k: usize| Pose::new(grains.positions[k], grains.orientations[k]);
        let next = |k: usize| {
            let turn = glam::DQuat::from_scaled_axis(grains.angular_velocities[k] * dt);
            Pose::new(grains.positions[k] + grains.velocities_of_origins[k] * dt, turn * grains.orientations[k])
        };
        pairs.push(Pair { shapes: [shape(a)?, shape(b)?], now: [now(a), now(b)], next: [next(a), next(b)] });
        if pairs.len() == PAIRS {
            break;
        }
    }
    Ok(pairs)
}

/// Spheres of the same volumes that overlap by a thousandth of their size.
fn as_spheres(pairs: &[Pair]) -> Result<Vec<Pair>, ReproduceError> {
    let mut spheres = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let radius = |shape: &Shape| {
            let Shape::Cylinder(cylinder) = shape else { return shape.bounding_radius() };
            (1.5 * cylinder.radius().powi(2) * cylinder.half_height()).cbrt()
        };
        let [a, b] = [radius(&pair.shapes[0]), radius(&pair.shapes[1])];
        let apart = (pair.now[1].position - pair.now[0].position).normalize_or(glam::DVec3::X) * (0.999 * (a + b));
        let mut now = pair.now;
        now[1].position = now[0].position + apart;
        let shapes = [Shape::Sphere(Sphere::new(a)?), Shape::Sphere(Sphere::new(b)?)];
        spheres.push(Pair { shapes, now, next: now });
    }
    Ok(spheres)
}

fn bodies<'p>(shapes: &'p [Shape; 2], poses: &[Pose; 2]) -> [Body<'p>; 2] {
    [Body { shape: &shapes[0], pose: poses[0] }, Body { shape: &shapes[1], pose: poses[1] }]
}

/// Mean time of a pair of which nothing is known [s].
fn cold(detector: &mut dyn Detector, pairs: &[Pair]) -> Result<f64, ReproduceError> {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        for pair in pairs {
            let [a, b] = bodies(&pair.shapes, &pair.now);
            let _ = black_box(detector.detect(&a, &b, &mut WarmStart::default())?);
        }
        best = best.min(begin.elapsed().as_secs_f64() / pairs.len() as f64);
    }
    Ok(best)
}

/// Mean time of a pair whose contact of a step before is known [s].
fn warm(detector: &mut dyn Detector, pairs: &[Pair]) -> Result<f64, ReproduceError> {
    let mut known = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let mut warm = WarmStart::default();
        let [a, b] = bodies(&pair.shapes, &pair.now);
        let _ = detector.detect(&a, &b, &mut warm)?;
        known.push(warm);
    }
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let mut known = known.clone();
        let begin = Instant::now();
        for (pair, warm) in pairs.iter().zip(&mut known) {
            let [a, b] = bodies(&pair.shapes, &pair.next);
            let _ = black_box(detector.detect(&a, &b, warm)?);
        }
        best = best.min(begin.elapsed().as_secs_f64() / pairs.len() as f64);
    }
    Ok(best)
}
