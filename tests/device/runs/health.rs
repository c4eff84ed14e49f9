//! Impossible states end a run on the GPU after the same step as on the CPU, with the same grains named.

use packstone::device::GpuOptions;
use packstone::engine::EngineError;
use packstone::health::{Check, Finding, Level};
use packstone::sim::Simulation;

use super::{loaded, on_cpu, on_gpu, parsed};

/// Runs a scene to its end; the error that ended it before, and what was found of overlaps.
fn ended(mut run: Simulation) -> (Option<String>, u64, Option<Finding>) {
    let end = run.planned_steps();
    let error = loop {
        let left = end - run.steps_done();
        match run.run_steps(left.min(100)) {
            Err(error @ (EngineError::Unsound(_) | EngineError::TooFast { whole: true, .. })) => {
                break Some(error.to_string());
            }
            Err(error) => panic!("{error}"),
            Ok(_) if run.steps_done() == end => break None,
            Ok(_) => {}
        }
    };
    let found = run.health().findings().iter().find(|finding| finding.check == Check::Overlap);
    (error, run.steps_done(), found.cloned())
}

/// On both back ends: the same end.
#[track_caller]
fn ends_alike(scene: &str, words: &str) {
    let (expected, step, _) = ended(on_cpu(loaded(scene)));
    let (error, on_device, found) = ended(on_gpu(loaded(scene), GpuOptions::default()));
    let error = error.unwrap_or_default();
    assert!(
        error.contains(words) && expected.as_ref().is_some_and(|text| text.contains(words)),
        "{error} {expected:?}"
    );
    assert_eq!(on_device, step);
    let found = found.expect("an overlap");
    assert!(found.level == Level::Error && found.value > 1.0 && found.step == on_device, "{found:?}");
}

#[test]
fn discs_that_would_pass_through_each_other_end_the_run() {
    ends_alike("tests/defects/disc10.toml", "grains 0 and 1 overlap");
}

#[test]
fn balls_that_would_pass_through_each_other_end_the_run() {
    ends_alike("tests/defects/headon50.toml", "grains 0 and 1 overlap");
}

#[test]
fn a_piston_that_would_pass_through_the_floor_ends_the_run() {
    ends_alike("tests/defects/squeeze1.toml", " overlap");
}

#[test]
fn balls_that_would_leave_their_box_end_the_run() {
    ends_alike("tests/defects/espeed100.toml", " overlap");
}

#[test]
fn a_deep_impact_is_a_warning_and_the_run_goes_on() {
    let (expected, step, cpu) = ended(on_cpu(loaded("tests/defects/headon15.toml")));
    let (error, on_device, gpu) = ended(on_gpu(loaded("tests/defects/headon15.toml"), GpuOptions::default()));
    assert_eq!((expected, step, error, on_device), (None, 300, None, 300));
    let (cpu, gpu) = (cpu.expect("a warning"), gpu.expect("a warning"));
    assert_eq!((cpu.level, gpu.level, cpu.step), (Level::Warning, Level::Warning, gpu.step));
    assert!((cpu.value / gpu.value - 1.0).abs() < 1e-4, "{cpu:?} {gpu:?}");
}

/// The batch that ends early with a warning must not change what comes after it.
#[test]
fn a_warning_leaves_the_run_as_it_is() {
    let hash = |steps: u64| {
        let mut run = on_gpu(loaded("tests/defects/headon15.toml"), GpuOptions::default());
        for _ in 0..300 / steps {
            let _ = run.run_steps(steps).expect("a warning is no error");
        }
        run.fetch().expect("grains");
        assert_eq!((run.steps_done(), run.health().count(Level::Warning)), (300, 1));
        (run.state_hash(), run.energies().kinetic())
    };
    let (one_by_one, together) = (hash(1), hash(100));
    assert_eq!(one_by_one, together);
    let mut cpu = on_cpu(loaded("tests/defects/headon15.toml"));
    let kinetic = cpu.step(300).expect("a warning is no error").energies.kinetic();
    assert!((together.1 / kinetic - 1.0).abs() < 1e-5, "{} is not {kinetic}", together.1);
}

#[test]
fn a_grain_that_becomes_too_fast_ends_the_run_between_two_steps() {
    // A thin disc that falls in a field of 1e6 m/s2.
    let text = "[simulation]\nsteps = 1000\ntime_step = 1e-5\ngravity = [0, 0, -1e6]\n[[material]]\nname = \"m\"\ndensity = 2500\n\
                stiffness = 1e5\nrestitution = 0.5\nfriction = 0.3\n[[shape]]\nname = \"d\"\nmaterial = \"m\"\ntype = \"cylinder\"\n\
                radius = 0.02\nhalf_height = 0.001\n[[body]]\nshape = \"d\"\nposition = [0, 0, 1]\n";
    let (expected, step, _) = ended(on_cpu(parsed(text)));
    let (error, on_device, _) = ended(on_gpu(parsed(text), GpuOptions::default()));
    assert!(error.as_ref().is_some_and(|error| error.contains("grain 0 moves 0.5")), "{error:?}");
    // Half of a half-thickness in a step is 50 m/s: reached after 5 steps.
    assert_eq!((error, on_device, step), (expected, 5, 5));
}
