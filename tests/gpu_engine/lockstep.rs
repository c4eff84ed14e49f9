//! Both back ends in lock-step on the example scenes; and that the comparison notices what is wrong.

use packstone::engine::GpuOptions;
use packstone::engine::compare::Comparison;
use packstone::engine::lockstep::Lockstep;

use packstone::scene::Scene;

use super::{loaded, rain};

fn lockstep(scene: &Scene) -> Lockstep {
    Lockstep::new(scene, GpuOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares `steps` steps, each after `every` unwatched ones; returns how many contacts were compared.
fn compared(scene: &Scene, steps: usize, every: u64) -> usize {
    let mut both = lockstep(scene);
    let path = scene.source.path().display();
    let mut contacts = 0;
    for _ in 0..steps {
        both.skip(every).expect("steps");
        for found in both.step(|_, _| {}).expect("a step") {
            assert_eq!(found.offenders, 0, "{path}, step {:?}: {found:?}", both.progress());
            contacts += if found.quantity == "force" { found.elements } else { 0 };
        }
    }
    contacts
}

#[test]
fn example_scenes_agree_in_every_pass() {
    assert!(compared(&loaded("examples/scenes/bouncing-ball.toml"), 6, 700) > 0);
    assert!(compared(&loaded("examples/scenes/verification-polyhedra.toml"), 10, 150) > 0);
    assert!(compared(&loaded("examples/scenes/verification-superquadrics.toml"), 6, 150) > 0);
    assert!(compared(&loaded("examples/scenes/quickstart.toml"), 12, 400) > 100);
    assert!(compared(&loaded("examples/scenes/settling-polyhedra.toml"), 5, 100) > 0);
    assert!(compared(&rain(), 20, 60) > 100);
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
