//! Warm starts: faster, and never another answer.

use packstone::geometry::{Polyhedron, Shape};
use packstone::narrow::Minkowski;

use super::*;
use crate::common::placed;

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

/// A motion of B like that in a bed: slow, to and fro along the line of centres so that contacts begin and end, with a
/// steady turn. `slowness` is how many steps a way of the size of the smaller body takes.
fn bed_path(start: &Scene, slowness: f64, rng: &mut rand_pcg::Pcg64) -> Vec<Scene> {
    let way = direction(rng) * (start.smaller() / slowness);
    let spin = direction(rng) / slowness;
    let back_and_forth = |k: usize| 40.0 * (k as f64 / 40.0).sin();
    (0..400).map(|k| start.with_b_shifted(way * back_and_forth(k)).with_b_turned(spin * k as f64)).collect()
}

#[test]
fn proofs_that_are_kept_give_the_same_contacts() {
    let mut failures = Failures::default();
    let (mut kept, mut met, mut kinds) = (0, 0, std::collections::BTreeSet::new());
    for (k, slowness) in [30.0, 300.0, 3e3, 3e5].into_iter().enumerate() {
        for patch_depth in [0.0, 1.0] {
            let mut detector = Minkowski::with_gap_limit(0.0);
            let mut cold = Minkowski::with_gap_limit(0.0);
            (detector.patch_depth, cold.patch_depth) = (patch_depth, patch_depth);
            let mut rng = seeded(900 + k as u64);
            for j in 0..60 {
                let mut carried = WarmStart::default();
                for scene in bed_path(&random_scene(("polyhedron", "polyhedron"), &mut rng), slowness, &mut rng) {
                    let warm = scene.detect_with(&mut detector, &mut carried);
                    let cold = scene.detect_with(&mut cold, &mut WarmStart::default());
                    let name = format!("{slowness} {patch_depth} {j}");
                    if cold.overlap > 0.0 && warm.overlap > 0.0 {
                        check_same(&scene, &warm, &cold, &name, &mut failures);
                        failures.above(
                            warm.patch.difference(&cold.patch),
                            1e-9 * scene.smaller(),
                            &name,
                            "patch differs by",
                        );
                        let follows = warm.gjk_iterations + warm.epa_iterations == 0;
                        kept += usize::from(follows);
                        met += 1;
                        if follows {
                            kinds.insert(warm.kind.name());
                        }
                    } else {
                        let depth = cold.overlap.max(warm.overlap);
                        failures.above(depth, 1e-12 * scene.larger(), &name, "one sees a gap, the other an overlap of");
                    }
                }
            }
        }
    }
    // Most of these overlap deeply; in a bed, `tests/bench.rs` sees that more are followed.
    assert!(8 * kept > met && met > 10_000, "{kept} of {met} contacts were followed");
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["edge-edge", "vertex-face"]);
}

/// A box that lies on another, rocks on it by less than its overlap and slides about: the deepest corner changes all the time.
#[test]
fn faces_on_faces_are_followed() {
    let mut failures = Failures::default();
    let (mut kept, mut rng) = (0, seeded(970));
    for j in 0..40 {
        let cuboid = |half| Shape::Polyhedron(Polyhedron::cuboid(half).expect("a box"));
        let (below, above) = (cuboid(DVec3::new(1.0, 0.8, 0.5)), cuboid(DVec3::new(0.6, 0.7, 0.4)));
        let mut detector = Minkowski::with_gap_limit(0.0);
        detector.patch_depth = f64::from(j % 2);
        let mut cold = detector.clone();
        let (mut carried, spin, way) = (WarmStart::default(), direction(&mut rng).z, direction(&mut rng) * 0.3);
        for k in 0..100 {
            let time = 0.1 * f64::from(k);
            let tilt = DQuat::from_scaled_axis(DVec3::new(time.sin(), (1.7 * time).cos(), 0.0) * 1e-3);
            let slid = DVec3::new(way.x * time.sin(), way.y * time.sin(), 0.899);
            let turned = tilt * DQuat::from_rotation_z(spin * time);
            let scene = Scene { a: placed(&below, DVec3::ZERO, DQuat::IDENTITY), b: placed(&above, slid, turned) };
            let warm = scene.detect_with(&mut detector, &mut carried);
            let again = scene.detect_with(&mut cold, &mut WarmStart::default());
            check_same(&scene, &warm, &again, &format!("{j} {k}"), &mut failures);
            failures.above(warm.patch.difference(&again.patch), 1e-9, format!("{j} {k}"), "patch differs by");
            kept += usize::from(warm.gjk_iterations + warm.epa_iterations == 0);
        }
    }
    assert!(kept > 2000, "{kept} of 4000 were followed");
}

#[test]
fn bodies_that_are_known_to_be_apart_are_apart() {
    let mut failures = Failures::default();
    let mut detector = Minkowski::with_gap_limit(0.0);
    for (k, families) in family_pairs().into_iter().enumerate() {
        let mut rng = seeded(950 + k as u64);
        for j in 0..10 {
            let mut carried = WarmStart::default();
            for scene in bed_path(&random_scene(families, &mut rng), 100.0, &mut rng) {
                let warm = scene.detect_with(&mut detector, &mut carried);
                if warm.overlap <= 0.0 {
                    let truth = scene.detect().overlap;
                    failures.above(
                        truth - warm.upper,
                        1e-12 * scene.larger(),
                        format!("{families:?} {j}"),
                        "gap below bound by",
                    );
                }
            }
        }
    }
}
