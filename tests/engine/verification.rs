//! Energy of elastic impacts: the two verification runs of Feng and Tan (2021), in full. `packstone reproduce verification`
//! writes the same figures to a report.

use packstone::cli::reproduce::verification::impacts::{Effort, Impacts, ROWS, Row, STARTS, chosen};
use packstone::engine::EngineError;
use packstone::sim::Backend;
use rayon::prelude::*;

/// Worst and mean error of five starts, each of which has as many collisions as the paper's run.
fn errors(row: &Row) -> (f64, f64) {
    let found: Vec<Impacts> =
        chosen(row, &Effort::in_full(Backend::Cpu), || Ok::<(), EngineError>(())).expect("good runs");
    assert_eq!(found.len(), STARTS, "too few starts have enough collisions");
    let collisions: Vec<u64> = found.iter().map(|one| one.collisions).collect();
    assert!(collisions.iter().all(|count| *count >= 85), "too few collisions: {collisions:?}");
    assert!(found.iter().all(|one| one.all_met == Some(true)), "not all bodies collide with others");
    let worst = found.iter().map(|one| one.error).fold(0.0, f64::max);
    let mean = found.iter().map(|one| one.error).sum::<f64>() / found.len() as f64;
    let (bodies, scheme) = (row.bodies, row.scheme());
    println!("{bodies}, {scheme}: energy error worst {worst:.2e}, mean {mean:.2e}; collisions {collisions:?}");
    (worst, mean)
}

/// Errors of some rows, on all cores.
fn all_errors(rows: &[Row]) -> Vec<(f64, f64)> {
    rows.par_iter().map(errors).collect()
}

#[test]
fn polyhedra_keep_their_energy() {
    let [_, _, _, _, plain, returned] = &ROWS;
    assert!(plain.bodies == "polyhedra" && !plain.returned && returned.bodies == "polyhedra" && returned.returned);
    let found = all_errors(&[*plain, *returned]);
    let [(worst, _), (worst_returned, _)] = [found[0], found[1]];
    assert!(worst < 3e-3, "worse than the paper: {worst:e}");
    assert!(worst_returned < 1e-4, "{worst_returned:e}");
}

#[test]
fn superquadrics_keep_their_energy() {
    let [plain, returned, formula, formula_returned, ..] = &ROWS;
    assert!(!plain.formula && !returned.formula && formula.formula && formula_returned.formula);
    let found = all_errors(&[*plain, *returned, *formula, *formula_returned]);
    let [(worst, mean), (worst_returned, _)] = [found[0], found[1]];
    let [(worst_formula, mean_formula), (worst_both, _)] = [found[2], found[3]];
    assert!(worst < 2e-3, "worse than the paper: {worst:e}");
    assert!(worst_returned < 1e-4, "{worst_returned:e}");
    assert!(worst_both < 1e-4, "{worst_both:e}");
    assert!(worst_formula < 2e-4, "not ten times better than the paper: {worst_formula:e}");
    assert!(mean_formula < 0.25 * mean, "the formula is not much better than the mesh: {mean_formula:e} and {mean:e}");
}
