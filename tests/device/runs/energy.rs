//! The verification runs of Feng and Tan (2021), and prisms in a tube, on both back ends: single precision must not cost
//! energy.

use packstone::device::GpuOptions;
use packstone::scene::Scene;
use packstone::sim::Simulation;

use super::{loaded, on_cpu, on_gpu, parsed};

/// Steps of a run, and steps between two looks.
const STEPS: u64 = 20_000;
const LOOK: u64 = 20;

/// Largest change of the total energy outside contacts, as a share of its start.
fn energy_error(mut run: Simulation) -> (f64, u64) {
    let start = run.energies().total();
    let mut worst = 0.0f64;
    for _ in 0..STEPS / LOOK {
        let report = run.run_steps(LOOK).expect("steps").report;
        if report.counts.contacts + report.counts.wall_contacts == 0 {
            worst = worst.max((report.energies.total() / start - 1.0).abs());
        }
    }
    (worst, run.report().counts.ended)
}

/// A verification run.
fn verification(name: &str, energy_return: bool) {
    let mut scene = loaded(&format!("examples/scenes/{name}.toml"));
    scene.simulation.energy_return = energy_return;
    compare(name, &scene);
}

/// The errors on both back ends, which must be alike; returns that on the GPU.
fn compare(name: &str, scene: &Scene) -> f64 {
    let energy_return = scene.simulation.energy_return;
    let (gpu, ended) = energy_error(on_gpu(scene.clone(), GpuOptions::default()));
    let (cpu, expected) = energy_error(on_cpu(scene.clone()));
    println!("{name}, energy returned: {energy_return}: gpu {gpu:.2e} ({ended} contacts), cpu {cpu:.2e} ({expected})");
    assert!(ended >= 10 && expected >= 10, "too few collisions: {ended}, {expected}");
    // Trajectories part after some collisions, so the errors are of the same kind, not the same.
    assert!(gpu < 1.5 * cpu + 2e-5, "{gpu:e} on the GPU, {cpu:e} on the CPU");
    gpu
}

/// With the energy errors of time steps taken back, as scenes have it by default.
#[test]
fn polyhedra_keep_their_energy_in_single_precision() {
    verification("verification-polyhedra", true);
}

/// With the energy errors of time steps taken back, as scenes have it by default.
#[test]
fn superquadrics_keep_their_energy_in_single_precision() {
    verification("verification-superquadrics", true);
}

/// The same with velocity Verlet alone.
#[test]
#[ignore = "slow: run with ./test.sh --slow"]
fn plain_steps_keep_energy_in_single_precision() {
    verification("verification-polyhedra", false);
    verification("verification-superquadrics", false);
}

/// Hexagonal prisms that bounce in a tube, each at its own place along it; contacts become one and two while they touch.
fn prisms_in_a_tube() -> Scene {
    let mut text = "[simulation]\nsteps = 20000\ntime_step = 2e-6\ngravity = [0, 0, 0]\n[[material]]\nname = \"m\"\n\
        density = 2500\nstiffness = 4e3\nrestitution = 1\nfriction = 0\n[[shape]]\nname = \"nut\"\nmaterial = \"m\"\n\
        type = \"prism\"\nsides = 6\nradius = 0.0045\nheight = 0.007\n[[wall]]\nname = \"tube\"\nmaterial = \"m\"\n\
        type = \"cylinder\"\nbase = [0, 0, 0]\naxis = [0, 0, 1]\nradius = 0.02\nside = \"inside\"\n"
        .to_owned();
    for k in 1..=8 {
        let turn = glam::DQuat::from_axis_angle(glam::DVec3::new(0.6, 0.64, 0.48), 0.04 * f64::from(k).powf(1.5));
        text += &format!(
            "[[body]]\nshape = \"nut\"\nposition = [0, 0.001, {}]\norientation = [{}, {}, {}, {}]\n\
             velocity = [0.8, 0.3, 0]\nangular_velocity = [3, 1, {}]\n",
            0.02 * f64::from(k),
            turn.w,
            turn.x,
            turn.y,
            turn.z,
            10 * k
        );
    }
    parsed(&text)
}

#[test]
fn prisms_in_a_tube_keep_their_energy_in_single_precision() {
    let error = compare("prisms in a tube", &prisms_in_a_tube());
    assert!(error < 1e-4, "{error:e}");
}
