//! The contact solver alone, one thread, cold start and warm: beside parry3d-f64 in the same run; and cylinders beside
//! spheres. The classical detectors are timed by `packstone reproduce detectors`.
//!
//! `cargo bench --bench contact [-- NAME]`, NAME being one of P5, cube, P16, V400, cylinders.

mod cylinders;
mod parry;
mod warm;

use std::time::Instant;

/// Every figure is the best of this many rounds, taken in turns with what it is compared with.
const ROUNDS: usize = 40;

fn main() {
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let wanted = |name: &str| only.as_ref().is_none_or(|only| only == name);
    parry::compare(&wanted);
    warm::compare(&wanted);
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
