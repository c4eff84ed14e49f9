//! Claims that hold on either back end, and runs on the one that is asked for.

use packstone::device::GpuOptions;
use packstone::scene::{Scene, SceneBuilder};
use packstone::sim::{Backend, Options, Simulation};

/// The GPU with its usual options. Where no adapter answers a run on it fails: a GPU test never skips in silence.
pub fn gpu() -> Backend {
    Backend::Gpu(GpuOptions::default())
}

/// What differs between the back ends in a claim that is the same on both, such as a step or a tolerance.
pub fn either<T>(backend: Backend, cpu: T, gpu: T) -> T {
    match backend {
        Backend::Cpu => cpu,
        Backend::Gpu(_) => gpu,
    }
}

/// The same claim on the CPU, then on the GPU; a failure shows below which of them it was.
pub fn on_both(claim: impl Fn(Backend)) {
    for backend in [Backend::Cpu, gpu()] {
        println!("on the {}:", either(backend, "CPU", "GPU"));
        claim(backend);
    }
}

/// A scene that must be good.
#[track_caller]
pub fn built(builder: &SceneBuilder) -> Scene {
    builder.build().unwrap_or_else(|error| panic!("{error}\n{}", builder.to_toml()))
}

/// A run of a scene that must be good, with one thread.
#[track_caller]
pub fn started(builder: &SceneBuilder, backend: Backend) -> Simulation {
    Simulation::new(built(builder), Options { threads: Some(1), backend }).unwrap_or_else(|error| panic!("{error}"))
}

/// Why a scene is refused, by the reader or by the engine.
#[track_caller]
pub fn refused(builder: &SceneBuilder) -> String {
    let scene = match builder.build() {
        Ok(scene) => scene,
        Err(error) => return error.to_string(),
    };
    Simulation::new(scene, Options::threads(1)).map(|_| ()).expect_err("this scene must be refused").to_string()
}
