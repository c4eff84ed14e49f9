//! Energy of elastic impacts: the two verification runs of Feng and Tan (2021), in full. `packstone reproduce verification`
//! writes the same figures to a report.

use packstone::engine::{EngineError, Options, Simulation};
use packstone::reproduce::verification::impacts::{COLLISIONS, Impacts, ROWS, Row, STEPS, follow};
use rayon::prelude::*;

/// Follows a start to its end.
fn impacts(row: &Row, start: u64) -> Impacts {
    let scene = row.start(start).expect("a good scene");
    let run = Simulation::new(scene, Options::threads(1)).expect("a good start");
    follow(run, STEPS, |_| Ok::<(), EngineError>(())).expect("good steps")
}

/// Worst and mean error of the five starts, each of which has as many collisions as the paper's run.
fn errors(row: &Row) -> (f64, f64) {
    let found: Vec<Impacts> = row.starts.into_par_iter().map(|start| impacts(row, start)).collect();
    let collisions: Vec<u64> = found.iter().map(|one| one.collisions).collect();
    assert!(found.iter().all(|one| one.all_met == Some(true)), "not all bodies collide with others");
    assert!(collisions.iter().all(|count| *count >= COLLISIONS), "too few collisions: {collisions:?}");
    let worst = found.iter().map(|one| one.error).fold(0.0, f64::max);
    let mean = found.iter().map(|one| one.error).sum::<f64>() / found.len() as f64;
    let (bodies, scheme) = (row.bodies, row.scheme());
    println!("{bodies}, {scheme}: energy error worst {worst:.2e}, mean {mean:.2e}; collisions {collisions:?}");
    (worst, mean)
}

#[test]
fn polyhedra_keep_their_energy() {
    let [_, _, _, _, plain, returned] = &ROWS;
    assert!(plain.bodies == "polyhedra" && !plain.returned && returned.bodies == "polyhedra" && returned.returned);
    let (worst, _) = errors(plain);
    let (worst_returned, _) = errors(returned);
    assert!(worst < 3e-3, "worse than the paper: {worst:e}");
    assert!(worst_returned < 1e-4, "{worst_returned:e}");
}

#[test]
fn superquadrics_keep_their_energy() {
    let [plain, returned, formula, formula_returned, ..] = &ROWS;
    assert!(!plain.formula && !returned.formula && formula.formula && formula_returned.formula);
    let (worst, mean) = errors(plain);
    let (worst_returned, _) = errors(returned);
    let (worst_formula, mean_formula) = errors(formula);
    let (worst_both, _) = errors(formula_returned);
    assert!(worst < 2e-3, "worse than the paper: {worst:e}");
    assert!(worst_returned < 1e-4, "{worst_returned:e}");
    assert!(worst_both < 1e-4, "{worst_both:e}");
    assert!(worst_formula < 2e-4, "not ten times better than the paper: {worst_formula:e}");
    assert!(mean_formula < 0.25 * mean, "the formula is not much better than the mesh: {mean_formula:e} and {mean:e}");
}
