//! The engine on the GPU, beside the engine on the CPU and beside itself. Needs an adapter; software Vulkan will do.

mod energy;
mod frames;
mod health;
mod insertion;
mod lockstep;
mod packings;
mod pages;

mod same_bits;
mod status;

use packstone::device::GpuOptions;
use packstone::scene::Scene;
use packstone::sim::{Backend, Options, Simulation};

/// A run on the GPU, or the reason why not; never a skip.
pub fn on_gpu(scene: Scene, options: GpuOptions) -> Simulation {
    let options = Options { backend: Backend::Gpu(options), ..Options::default() };
    Simulation::new(scene, options).unwrap_or_else(|error| panic!("{error}"))
}

/// The same on the CPU.
pub fn on_cpu(scene: Scene) -> Simulation {
    Simulation::new(scene, Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// A scene from its text.
pub fn parsed(text: &str) -> Scene {
    Scene::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"))
}

/// A scene of the tests or of the examples.
pub fn loaded(path: &str) -> Scene {
    Scene::load(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap_or_else(|error| panic!("{error}"))
}

/// Grains of three shapes that come in fast, one after the other, and soon lie on each other.
pub fn rain() -> Scene {
    let text = include_str!("../scenes/rain.toml")
        .replace("until = 0.08", "until = 0.012")
        .replace("min = [-0.018, -0.018, 0.04]", "min = [-0.018, -0.018, 0.02]")
        .replace("velocity = [0, 0, -0.3]", "velocity = [0, 0, -2]");
    parsed(&text)
}

/// A ball of 1 cm above a floor; `material` is the rest of its material's table, `body` of the ball's.
pub fn ball(simulation: &str, material: &str, body: &str) -> String {
    format!(
        "[simulation]\nsteps = 1000\ngravity = [0, 0, -9.81]\n{simulation}\n[[material]]\nname = \"m\"\ndensity = 2500\n\
         {material}\n[[shape]]\nname = \"ball\"\nmaterial = \"m\"\ntype = \"sphere\"\nradius = 0.01\n[[wall]]\n\
         name = \"floor\"\nmaterial = \"m\"\ntype = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n[[body]]\n\
         shape = \"ball\"\n{body}\n"
    )
}
