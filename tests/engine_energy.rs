//! Energy of elastic impacts: the two verification runs of Feng and Tan (2021).

use glam::{DQuat, DVec3};
use packstone::engine::{Options, Simulation};
use packstone::scene::Scene;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

const ONE: Options = Options { threads: Some(1) };

/// The scene with its bodies turned and shifted a little by the seed, and its steps made `finer` times as short.
fn scene(name: &str, seed: u64, finer: u64, energy_return: bool) -> Scene {
    let path = format!("{}/examples/scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let mut scene = Scene::load(path).expect("a good scene");
    let mut rng = Pcg64::seed_from_u64(seed);
    for body in &mut scene.bodies {
        let mut shift = || rng.random_range(-0.01..0.01);
        body.position += DVec3::new(shift(), shift(), 0.0);
        let axis = DVec3::new(shift(), shift(), shift()).normalize_or(DVec3::X);
        if seed > 0 {
            body.orientation = DQuat::from_axis_angle(axis, 3.0 * shift()) * body.orientation;
        }
    }
    if let packstone::scene::TimeStep::Fixed(dt) = &mut scene.simulation.time_step {
        *dt /= finer as f64;
    }
    scene.simulation.energy_return = energy_return;
    scene
}

/// Largest change of the total energy outside contacts, as a share of its start, and the number of contacts that ended.
fn energy_error(scene: Scene, steps: u64) -> (f64, u32) {
    let mut run = Simulation::new(scene, ONE).expect("a good start");
    let start = run.energies().total();
    let (mut worst, mut ended, mut touching) = (0.0f64, 0, false);
    for _ in 0..steps {
        let report = run.step(1).expect("a good step");
        let now = report.counts.contacts + report.counts.wall_contacts > 0;
        ended += u32::from(touching && !now);
        touching = now;
        if !now {
            worst = worst.max((report.energies.total() - start).abs() / start);
        }
    }
    (worst, ended)
}

#[test]
fn probe() {
    for name in ["verification-polyhedra", "verification-superquadrics"] {
        let results: Vec<_> = (0..5u64)
            .into_par_iter()
            .map(|seed| {
                let plain = energy_error(scene(name, seed, 1, false), 100_000);
                let returned = energy_error(scene(name, seed, 1, true), 100_000);
                (seed, plain, returned)
            })
            .collect();
        for (seed, plain, returned) in results {
            println!(
                "{name} {seed}: plain {:.2e} ({} contacts), returned {:.2e} ({})",
                plain.0, plain.1, returned.0, returned.1
            );
        }
    }
}
