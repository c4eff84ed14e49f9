//! Both back ends in lock-step on the example scenes; and that the comparison notices what is wrong.

use packstone::engine::GpuOptions;
use packstone::engine::compare::Comparison;
use packstone::engine::lockstep::Lockstep;

use packstone::scene::Scene;

use super::{loaded, rain};

fn lockstep(scene: &Scene) -> Lockstep {
    Lockstep::new(scene, GpuOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Most steps that are compared before a scene counts as one without contacts.
const MOST: usize = 400;

/// Compares steps, each after `every` unwatched ones, until so many contacts have been compared.
fn compared(scene: &Scene, every: u64, wanted: usize) {
    let mut both = lockstep(scene);
    let path = scene.source.path().display();
    let (mut contacts, mut steps) = (0, 0);
    while contacts < wanted {
        assert!(steps < MOST, "{path}: {contacts} contacts only in {steps} steps");
        both.skip(every).expect("steps");
        for found in both.step(|_, _| {}).expect("a step") {
            assert_eq!(found.offenders, 0, "{path}, step {:?}: {found:?}", both.progress());
            // Normals are compared where both sides touch; forces of grains are summed in any case.
            contacts += if found.quantity == "normal" { found.elements } else { 0 };
        }
        steps += 1;
    }
    println!("{path}: {contacts} contacts compared in {steps} steps, up to {:?}", both.progress());
}

#[test]
fn example_scenes_agree_in_every_pass() {
    // The ball's fall takes 60,000 steps: it is watched from just before the floor, at the speed that it has there.
    let mut ball = loaded("examples/scenes/bouncing-ball.toml");
    (ball.bodies[0].position.z, ball.bodies[0].velocity.z) = (0.0502, -3.13);
    compared(&ball, 5, 5);
    compared(&loaded("examples/scenes/verification-polyhedra.toml"), 30, 5);
    compared(&loaded("examples/scenes/verification-superquadrics.toml"), 30, 5);
    compared(&loaded("examples/scenes/quickstart.toml"), 300, 100);
    compared(&loaded("examples/scenes/settling-polyhedra.toml"), 150, 5);
    compared(&rain(), 60, 100);
}

/// What is reported when the result of a pass is meddled with.
fn reported(pass: &'static str, meddle: impl Fn(&mut packstone::engine::Simulation)) -> Vec<Comparison> {
    let mut both = lockstep(&rain());
    both.skip(900).expect("steps");
    let change = |at: &'static str, run: &mut packstone::engine::Simulation| {
        if at == pass {
            meddle(run);
        }
    };
    both.step(change).expect("a step").into_iter().filter(|found| found.pass == pass && found.offenders > 0).collect()
}

#[test]
fn a_changed_result_is_reported_where_it_is() {
    let moved = reported("drift", |run| run.meddle_with_body(3, 1e-6));
    assert!(moved.iter().any(|found| found.quantity == "position" && found.offenders == 1), "{moved:?}");
    let first = moved[0].first.clone().unwrap_or_default();
    assert!(first.starts_with("grain 3:"), "{first}");
    let kicked = reported("kick", |run| run.meddle_with_body(2, 1e-6));
    assert!(kicked.iter().any(|found| found.quantity == "velocity"), "{kicked:?}");
    let pressed = reported("contacts", |run| run.meddle_with_contacts(1.02));
    assert!(pressed.iter().any(|found| found.quantity == "force"), "{pressed:?}");
    let summed = reported("gather", |run| run.meddle_with_body(1, 1e-6));
    assert!(summed.iter().any(|found| found.quantity == "force"), "{summed:?}");
}
