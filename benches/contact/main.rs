//! The contact solver alone, one thread, cold start: beside parry3d-f64 in the same run, and beside the classical
//! detectors on the nine situations of Descantes, Tricoire and Richard (2019), their table 2; and cylinders beside
//! spheres.
//!
//! `cargo bench --bench contact [-- NAME]`, NAME being one of P5, cube, P16, V400, descantes,
//! cylinders.

mod cylinders;
mod descantes;
mod parry;

use std::time::Instant;

/// Every figure is the best of this many rounds, taken in turns with what it is compared with.
const ROUNDS: usize = 40;

fn main() {
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let wanted = |name: &str| only.as_ref().is_none_or(|only| only == name);
    parry::compare(&wanted);
    if wanted("descantes") {
        descantes::table();
    }
    if wanted("cylinders") {
        cylinders::table();
    }
}

/// Least time of the tasks over all rounds [s], each round running all of them in turn.
fn best_times<const N: usize>(mut tasks: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..ROUNDS {
        for (task, best) in tasks.iter_mut().zip(&mut best) {
            let start = Instant::now();
            task();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best
}
