//! The verification runs of Feng and Tan (2021) on both back ends: single precision must not cost energy.

use packstone::engine::{GpuOptions, Simulation};
use packstone::scene::Scene;

use super::{loaded, on_cpu, on_gpu};

/// Steps of a run, and steps between two looks.
const STEPS: u64 = 20_000;
const LOOK: u64 = 20;

/// Largest change of the total energy outside contacts, as a share of its start.
fn energy_error(mut run: Simulation) -> (f64, u64) {
    let start = run.energies().total();
    let mut worst = 0.0f64;
    for _ in 0..STEPS / LOOK {
        let report = run.stretch(LOOK).expect("steps").report;
        if report.counts.contacts + report.counts.wall_contacts == 0 {
            worst = worst.max((report.energies.total() / start - 1.0).abs());
        }
    }
    (worst, run.report().counts.ended)
}

fn compare(name: &str, energy_return: bool) {
    let scene = || -> Scene {
        let mut scene = loaded(&format!("examples/scenes/{name}.toml"));
        scene.simulation.energy_return = energy_return;
        scene
    };
    let (gpu, ended) = energy_error(on_gpu(scene(), GpuOptions::default()));
    let (cpu, expected) = energy_error(on_cpu(scene()));
    println!("{name}, energy returned: {energy_return}: gpu {gpu:.2e} ({ended} contacts), cpu {cpu:.2e} ({expected})");
    assert!(ended >= 10 && expected >= 10, "too few collisions: {ended}, {expected}");
    // Trajectories part after some collisions, so the errors are of the same kind, not the same.
    assert!(gpu < 1.5 * cpu + 2e-5, "{gpu:e} on the GPU, {cpu:e} on the processor");
}

#[test]
fn polyhedra_keep_their_energy_in_single_precision() {
    compare("verification-polyhedra", false);
    compare("verification-polyhedra", true);
}

#[test]
fn superquadrics_keep_their_energy_in_single_precision() {
    compare("verification-superquadrics", false);
    compare("verification-superquadrics", true);
}
