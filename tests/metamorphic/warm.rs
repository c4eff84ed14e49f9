//! Warm starts: faster, and never another answer.

use packstone::contact::Minkowski;

use super::*;

/// Positions along a slow way.
const STEPS: usize = 50;

/// A slow motion of B: shifts and turns by less than a hundredth of the size per step.
fn path(start: &Scene, rng: &mut rand_pcg::Pcg64) -> Vec<Scene> {
    let (way, spin) = (direction(rng) * (5e-3 * start.smaller()), direction(rng) * 5e-3);
    let at = |k: usize| start.with_b_shifted(way * k as f64).with_b_turned(spin * k as f64);
    (0..STEPS).map(at).collect()
}

/// A warm answer against a cold one.
fn check_same(scene: &Scene, warm: &Contact, cold: &Contact, name: &str, failures: &mut Failures) {
    let (size, larger) = (scene.smaller(), scene.larger());
    failures.above((warm.overlap - cold.overlap).abs(), 1e-12 * size.max(0.1 * larger), name, "overlap differs by");
    failures.unless(warm.status == Status::Ok, || format!("{name}: {}", warm.status.name()));
    if warm.unique && cold.unique {
        let play = 1e-13 * larger / cold.overlap.min(0.0).abs().max(1e-5 * size);
        failures.above(angle(warm.normal, cold.normal), 1e-7 + play, name, "normal differs by");
        failures.above(warm.point.distance(cold.point), (1e-7 + play) * size, name, "point differs by");
    }
}

#[test]
fn a_carried_start_gives_the_same_answers() {
    let mut failures = Failures::default();
    let mut detector = Minkowski::default();
    for (k, families) in family_pairs().into_iter().enumerate() {
        let mut rng = seeded(600 + k as u64);
        for j in 0..10 {
            let mut carried = WarmStart::default();
            for scene in path(&random_scene(families, &mut rng), &mut rng) {
                let warm = scene.detect_with(&mut detector, &mut carried);
                check_same(&scene, &warm, &scene.detect(), &format!("{families:?} {j}"), &mut failures);
            }
        }
    }
}

#[test]
fn a_carried_start_saves_iterations_for_polyhedra() {
    let mut rng = seeded(700);
    let mut detector = Minkowski::default();
    let work = |contact: &Contact| contact.gjk_iterations + contact.epa_iterations;
    let (mut warm, mut cold) = (0, 0);
    for _ in 0..SCENES {
        let mut carried = WarmStart::default();
        for scene in path(&random_scene(("polyhedron", "polyhedron"), &mut rng), &mut rng) {
            warm += work(&scene.detect_with(&mut detector, &mut carried));
            cold += work(&scene.detect());
        }
    }
    assert!(warm < cold, "{warm} iterations warm, {cold} cold");
}

#[test]
fn a_carried_start_saves_iterations_for_curved_bodies() {
    let mut rng = seeded(701);
    let mut detector = Minkowski::default();
    let work = |contact: &Contact| contact.gjk_iterations + contact.epa_iterations;
    for families in [("cylinder", "cylinder"), ("superquadric", "superquadric"), ("cylinder", "polyhedron")] {
        let (mut warm, mut cold) = (0, 0);
        for _ in 0..SCENES {
            let mut carried = WarmStart::default();
            for scene in path(&random_scene(families, &mut rng), &mut rng) {
                warm += work(&scene.detect_with(&mut detector, &mut carried));
                cold += work(&scene.detect());
            }
        }
        assert!(2 * warm < cold, "{families:?}: {warm} iterations warm, {cold} cold");
    }
}

/// What may be left in a warm start by mistake.
fn leftovers(other: WarmStart, rng: &mut rand_pcg::Pcg64) -> Vec<(&'static str, WarmStart)> {
    let axis = |axis: DVec3| WarmStart { axis: Some(axis), ..other };
    let numbers = |k: u32| WarmStart { simplex: [Some((k, k)); 4], ..other };
    vec![
        ("another pair's", other),
        ("a stale axis", axis(direction(rng))),
        ("a reversed axis", axis(-other.axis.unwrap_or(DVec3::Z))),
        ("a long axis", axis(direction(rng) * 1e200)),
        ("a tiny axis", axis(direction(rng) * 1e-200)),
        ("a zero axis", axis(DVec3::ZERO)),
        ("an axis that is no number", axis(DVec3::NAN)),
        ("an endless axis", axis(DVec3::X * f64::INFINITY)),
        ("one vertex four times", numbers(0)),
        ("numbers beyond the last vertex", numbers(u32::MAX)),
        ("numbers beyond a small solid", numbers(60)),
    ]
}

#[test]
fn a_wrong_start_gives_the_right_answer() {
    let mut failures = Failures::default();
    let mut detector = Minkowski::default();
    for (k, families) in family_pairs().into_iter().enumerate() {
        let mut rng = seeded(800 + k as u64);
        for j in 0..20 {
            let mut other = WarmStart::default();
            let stranger = random_scene(("polyhedron", "polyhedron"), &mut rng);
            let _ = stranger.detect_with(&mut detector, &mut other);
            let scene = random_scene(families, &mut rng);
            let cold = scene.detect();
            for (name, mut warm) in leftovers(other, &mut rng) {
                let contact = scene.detect_with(&mut detector, &mut warm);
                check_same(&scene, &contact, &cold, &format!("{families:?} {j} {name}"), &mut failures);
                let again = scene.detect_with(&mut detector, &mut warm);
                check_same(&scene, &again, &cold, &format!("{families:?} {j} {name}, again"), &mut failures);
            }
        }
    }
}
