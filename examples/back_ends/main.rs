//! Whole runs on both back ends, beside each other: what lock-step cannot show, because trajectories part after a few
//! collisions.
//!
//!     cargo run --release --example back_ends -- impacts          energies of the verification runs, five starts each
//!     cargo run --release --example back_ends -- impacts 20000    the same, shorter
//!     cargo run --release --example back_ends -- settling         2,000 grains at rest, three seeds each
//!
//! Both take long on software Vulkan: half an hour and more. Results are tables in Markdown, as in `docs/gpu.md`.

mod impacts;
mod settling;

use packstone::device::GpuOptions;
use packstone::engine::EngineError;
use packstone::scene::Scene;
use packstone::sim::{Backend, Options, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("impacts") => impacts::run(std::env::args().nth(2).map(|steps| steps.parse()).transpose()?),
        Some("settling") => settling::run(),
        _ => Err("give one of: impacts, settling".into()),
    }
}

/// The two back ends by name.
const BACK_ENDS: [&str; 2] = ["cpu", "gpu"];

/// A run of a scene on one of them.
fn start(scene: Scene, back_end: &str) -> Result<Simulation, EngineError> {
    let backend = if back_end == "gpu" { Backend::Gpu(GpuOptions::default()) } else { Backend::Cpu };
    Simulation::new(scene, Options { threads: None, backend })
}
