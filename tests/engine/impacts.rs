//! The energy error of single impacts, and how it falls with the time step.
//!
//! Long runs cannot show an order: their trajectories part after a few collisions. Here two polyhedra meet once, from a few
//! hundred random starts, and the same starts are run with shorter and shorter steps.

use glam::{DQuat, DVec3};
use packstone::scene::{Scene, TimeStep};
use packstone::sim::{Options, Simulation};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

/// The step of Feng and Tan (2021) [s]; it is halved three times.
const STEP: f64 = 1.25e-5;
/// Simulated time of an impact [s]: enough to meet and to part again; a start that needs longer is left out.
const DURATION: f64 = 0.03;

/// Two of the verification's polyhedra, turned at random, that fly and spin into each other.
fn impact(seed: u64, finer: u64) -> Scene {
    let path = format!("{}/examples/scenes/verification-polyhedra.toml", env!("CARGO_MANIFEST_DIR"));
    let mut scene = Scene::load(path).expect("a good scene");
    scene.simulation.gravity = DVec3::ZERO;
    scene.simulation.time_step = TimeStep::Fixed(STEP / finer as f64);
    scene.bodies.truncate(2);
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut side = |size: f64| rng.random_range(-size..size);
    let mut turn = || DQuat::from_xyzw(side(1.0), side(1.0), side(1.0), side(1.0)).normalize();
    let turns = [turn(), turn()];
    let offset = DVec3::new(side(0.05), side(0.05), 0.0);
    let spins = [DVec3::new(side(5.0), side(5.0), side(5.0)), DVec3::new(side(5.0), side(5.0), side(5.0))];
    for (k, body) in scene.bodies.iter_mut().enumerate() {
        let sign = if k == 0 { 1.0 } else { -1.0 };
        // Bounding spheres of 0.13 m and 0.15 m: they start apart, and in the middle of the box.
        body.position = DVec3::new(0.0, 0.0, 0.4 + sign * 0.14) + offset * (0.5 * sign);
        body.orientation = turns[k];
        body.velocity = DVec3::new(0.0, 0.0, -6.0 * sign);
        body.angular_velocity = spins[k];
    }
    scene
}

/// Change of the energy as a share of its start; none where the two have missed each other or have not parted.
fn error(seed: u64, finer: u64) -> Option<f64> {
    let mut run = Simulation::new(impact(seed, finer), Options::threads(1)).expect("a good start");
    let start = run.energies().total();
    let report = run.step((DURATION / STEP).round() as u64 * finer).expect("good steps");
    let apart = report.counts.contacts + report.counts.wall_contacts == 0;
    (apart && report.counts.ended > 0).then(|| (report.energies.total() / start - 1.0).abs())
}

/// The mean error of so many impacts falls with the first power of the step.
fn errors_fall_with_the_step(starts: u64) {
    let finer = [1u64, 2, 4, 8];
    // Runs within a loop of rayon, as users have them: each has threads of its own.
    let errors: Vec<Vec<f64>> = (0..starts)
        .into_par_iter()
        .filter_map(|seed| finer.iter().map(|&finer| error(seed, finer)).collect::<Option<Vec<f64>>>())
        .collect();
    assert!(errors.len() > starts as usize / 2, "only {} impacts", errors.len());
    let mean = |k: usize| errors.iter().map(|list| list[k]).sum::<f64>() / errors.len() as f64;
    let points: Vec<(f64, f64)> = (0..finer.len()).map(|k| ((STEP / finer[k] as f64).ln(), mean(k).ln())).collect();
    for (k, (x, y)) in points.iter().enumerate() {
        let order = if k > 0 { (points[k - 1].1 - y) / (points[k - 1].0 - x) } else { f64::NAN };
        println!("step {:.4e} s: mean error {:.3e}, order {order:.2}, {} impacts", x.exp(), y.exp(), errors.len());
    }
    // Least squares of the logarithms: the slope is the order.
    let middle = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / points.len() as f64;
    let (x, y) = (middle(|p| p.0), middle(|p| p.1));
    let order = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>()
        / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>();
    println!("order by fit: {order:.2}");
    assert!((0.85..1.15).contains(&order), "the error falls with the power {order} of the step");
}

/// The first hundred of the starts.
#[test]
fn the_error_of_an_impact_falls_with_the_step() {
    errors_fall_with_the_step(100);
}

#[test]
#[ignore = "slow: run with ./test.sh --slow"]
fn the_error_of_four_hundred_impacts_falls_with_the_step() {
    errors_fall_with_the_step(400);
}
