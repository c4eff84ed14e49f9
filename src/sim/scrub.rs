//! Whether arrays and words live as long as they say: between steps, all that is not declared as state is overwritten, and the run
//! must go on as if nothing had happened.

use super::{Backend, Options, Simulation};
use crate::device::GpuOptions;
use crate::engine::kill_scenes;
use crate::scene::Scene;

fn on_gpu(text: &str, page: Option<usize>) -> Simulation {
    let scene = Scene::parse(text, "scene.toml").unwrap_or_else(|error| panic!("{error}"));
    let backend = Backend::Gpu(GpuOptions { page, ..GpuOptions::default() });
    Simulation::new(scene, Options { backend, ..Options::default() }).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn what_is_not_state_is_made_before_it_is_read() {
    const STEPS: u64 = 240;
    for (name, page) in [("balls", None), ("mixture", Some(64)), ("drum", None), ("insertion", None)] {
        let case = kill_scenes::cases().into_iter().find(|case| case.name == name).expect("a case");
        let (mut whole, mut scrubbed) = (on_gpu(&case.text, page), on_gpu(&case.text, page));
        let report = whole.step(STEPS).expect("steps");
        assert!(
            report.energies.flows.dissipated_damping > 0.0 && report.counts.rebuilds > 3,
            "{name}: nothing happens: {report:?}"
        );
        let mut steps = 0;
        while scrubbed.steps_done() < STEPS {
            steps = steps % 7 + 1;
            let _ = scrubbed.step(steps.min(STEPS - scrubbed.steps_done())).expect("steps");
            scrubbed.device.as_ref().expect("a GPU").scrub();
        }
        assert_eq!(scrubbed.report(), report, "{name}");
        assert!(scrubbed.state_bytes().expect("bytes") == whole.state_bytes().expect("bytes"), "{name}");
    }
}
