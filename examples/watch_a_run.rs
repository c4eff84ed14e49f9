//! A run that is watched, and stopped when the grains are at rest: `cargo run --release --example watch_a_run`.

use std::ops::ControlFlow;

use packstone::scene::Scene;
use packstone::sim::{Options, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = Scene::load("examples/scenes/box-packing.toml")?;
    let mut run = Simulation::new(scene, Options::default())?;
    let (end, poured) = (run.planned_steps(), 0.45);
    let mut peak = 0.0f64;

    // Called after every batch of steps; here a batch is a hundredth of the run.
    let report = run.drive(end, end / 100, |run, report| {
        let kinetic = report.energies.kinetic();
        peak = peak.max(kinetic);
        let highest = run.snapshot().positions.iter().map(|p| p.z).fold(0.0, f64::max);
        println!("{:.3} s: {} grains up to {highest:.3} m, {kinetic:.2e} J", report.time, report.grains);
        let at_rest = report.time > poured && kinetic < 1e-5 * peak;
        if at_rest { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;

    println!("{} contacts after {} steps", report.counts.contacts, report.step);
    assert_eq!(report.grains, 600);
    Ok(())
}
