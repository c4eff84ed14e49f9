//! What cannot go on ends with an error that names the grain; what does not fit is refused.

use packstone::device::GpuOptions;
use packstone::engine::EngineError;
use packstone::sim::{Backend, Options, Simulation};

use super::{ball, on_gpu, parsed};

#[test]
fn a_grain_that_is_too_fast_is_named() {
    let material = "stiffness = 1e5\nrestitution = 0.5\nfriction = 0.3";
    let text = ball("time_step = 1e-5", material, "position = [0, 0, 0.5]\nvelocity = [600, 0, 0]");
    let error = on_gpu(parsed(&text), GpuOptions::default()).step(10).expect_err("too fast");
    assert!(matches!(error, EngineError::TooFast { id: 0, step: 0, .. }), "{error}");
}

#[test]
fn what_only_the_cpu_can_do_is_refused() {
    let material = "stiffness = 1e5\nrestitution = 0.5\nfriction = 0.3";
    let text =
        ball("time_step = 1e-5", material, "position = [0, 0, 0.5]") + "[contact]\ncylinders = \"axisymmetric\"\n";
    let options = Options { backend: Backend::Gpu(GpuOptions::default()), ..Options::default() };
    let error = Simulation::new(parsed(&text), options).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("axisymmetric") && error.contains("--backend cpu"), "{error}");
}
