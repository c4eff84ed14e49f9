//! Energy of elastic impacts: the two verification runs of Feng and Tan (2021).

use glam::{DQuat, DVec3};
use packstone::bodies::{Shape, Superquadric};
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
    let mut worst = 0.0f64;
    for _ in 0..steps {
        let report = run.step(1).expect("a good step");
        if report.counts.contacts + report.counts.wall_contacts == 0 {
            worst = worst.max((report.energies.total() - start).abs() / start);
        }
    }
    (worst, run.report().counts.ended as u32)
}

/// Errors of five starts.
fn errors(name: &str, finer: u64, energy_return: bool, change: impl Fn(&mut Scene) + Sync) -> Vec<(f64, u32)> {
    let seeds = (0..5u64).into_par_iter();
    seeds
        .map(|seed| {
            let mut scene = scene(name, seed, finer, energy_return);
            change(&mut scene);
            energy_error(scene, 100_000 * finer)
        })
        .collect()
}

fn report(what: &str, errors: &[(f64, u32)]) -> (f64, f64) {
    let worst = errors.iter().map(|(error, _)| *error).fold(0.0, f64::max);
    let mean = errors.iter().map(|(error, _)| *error).sum::<f64>() / errors.len() as f64;
    let contacts: Vec<u32> = errors.iter().map(|(_, contacts)| *contacts).collect();
    println!("{what}: energy error worst {worst:.2e}, mean {mean:.2e}; collisions {contacts:?}");
    (worst, mean)
}

#[test]
fn polyhedra_keep_their_energy() {
    let plain = errors("verification-polyhedra", 1, false, |_| {});
    let returned = errors("verification-polyhedra", 1, true, |_| {});
    let finer = errors("verification-polyhedra", 4, false, |_| {});
    let (worst, mean) = report("polyhedra, plain", &plain);
    let (worst_returned, _) = report("polyhedra, energy returned", &returned);
    let (_, mean_finer) = report("polyhedra, plain, quarter step", &finer);
    assert!(worst < 3e-3, "worse than the paper: {worst:e}");
    assert!(worst_returned < 1e-4, "{worst_returned:e}");
    // Normals jump between facets, so the error is of first order in the step.
    let ratio = mean / mean_finer;
    assert!((2.0..9.0).contains(&ratio), "a quarter of the step divides the error by {ratio}");
    assert!(plain.iter().all(|(_, collisions)| *collisions >= 40), "{plain:?}");
}

#[test]
fn superquadrics_keep_their_energy() {
    let plain = errors("verification-superquadrics", 1, false, |_| {});
    let returned = errors("verification-superquadrics", 1, true, |_| {});
    let analytic = errors("verification-superquadrics", 1, false, |scene| {
        for (shape, (radii, n1, n2)) in scene.shapes.iter_mut().zip([
            (DVec3::new(1.5, 0.4, 3.0), 3.0, 10.0),
            (DVec3::new(2.0, 1.0, 1.0), 2.0, 10.0),
            (DVec3::new(2.0, 1.0, 1.5), 3.0, 5.0),
        ]) {
            let body = Superquadric::new(radii * 0.075, n1, n2).expect("a good shape");
            shape.shape = Shape::Superquadric(body);
        }
    });
    let (worst, _) = report("superquadrics of 400 vertices, plain", &plain);
    let (worst_returned, _) = report("superquadrics of 400 vertices, energy returned", &returned);
    let (worst_analytic, _) = report("superquadrics by formula, plain", &analytic);
    assert!(worst < 2e-3, "worse than the paper: {worst:e}");
    assert!(worst_returned < 1e-4, "{worst_returned:e}");
    assert!(worst_analytic < 2e-4, "not ten times better than the paper: {worst_analytic:e}");
}
