//! The verification runs of Feng and Tan (2021), "The Minkowski overlap and the energy-conserving contact model for
//! discrete element modeling of convex nonspherical particles": does single precision cost energy?

use glam::{DQuat, DVec3};
use packstone::engine::Simulation;
use packstone::scene::Scene;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::{BACK_ENDS, start};

/// Steps of the paper's runs, unless told otherwise.
const STEPS: u64 = 100_000;
/// Steps between two looks at the energy; a batch of the GPU goes from look to look.
const LOOK: u64 = 20;
const STARTS: u64 = 5;

pub fn run(steps: Option<u64>) -> Result<(), Box<dyn std::error::Error>> {
    let steps = steps.unwrap_or(STEPS);
    println!("| scene | scheme | back end | energy error of each start | worst | contacts that ended |");
    println!("| --- | --- | --- | --- | ---: | --- |");
    for name in ["polyhedra", "superquadrics"] {
        for returned in [false, true] {
            for back_end in BACK_ENDS {
                let runs =
                    (0..STARTS).map(|number| energy_error(start(scene(name, number, returned)?, back_end)?, steps));
                let errors = runs.collect::<Result<Vec<_>, Box<dyn std::error::Error>>>()?;
                let listed: Vec<String> = errors.iter().map(|(error, _)| format!("{error:.1e}")).collect();
                let ended: Vec<String> = errors.iter().map(|(_, ended)| ended.to_string()).collect();
                let worst = errors.iter().map(|(error, _)| *error).fold(0.0, f64::max);
                let scheme = if returned { "energy returned" } else { "plain" };
                let (listed, ended) = (listed.join(", "), ended.join(", "));
                println!("| {name} | {scheme} | {back_end} | {listed} | {worst:.2e} | {ended} |");
            }
        }
    }
    Ok(())
}

/// The scene with its bodies turned and shifted a little by the start's number; start 0 is the scene itself.
fn scene(name: &str, number: u64, returned: bool) -> Result<Scene, Box<dyn std::error::Error>> {
    let mut scene = Scene::load(format!("examples/scenes/verification-{name}.toml"))?;
    let mut rng = Pcg64::seed_from_u64(number);
    for body in scene.bodies.iter_mut().filter(|_| number > 0) {
        let mut shift = || rng.random_range(-0.01..0.01);
        body.position += DVec3::new(shift(), shift(), 0.0);
        let axis = DVec3::new(shift(), shift(), shift()).normalize_or(DVec3::X);
        body.orientation = DQuat::from_axis_angle(axis, 3.0 * shift()) * body.orientation;
    }
    scene.simulation.energy_return = returned;
    Ok(scene)
}

/// Largest change of the total energy outside contacts, as a share of its start, and the number of contacts that ended.
fn energy_error(mut run: Simulation, steps: u64) -> Result<(f64, u64), Box<dyn std::error::Error>> {
    let first = run.energies().total();
    let mut worst = 0.0f64;
    for _ in 0..steps / LOOK {
        let report = run.stretch(LOOK)?.report;
        if report.counts.contacts + report.counts.wall_contacts == 0 {
            worst = worst.max((report.energies.total() / first - 1.0).abs());
        }
    }
    Ok((worst, run.report().counts.ended))
}
