//! Whole steps of settled polyhedra, beside rapier3d in the same run.
//!
//! `cargo bench --bench step [-- BED] [-- N]`: of the beds boxes and prisms the one named, with N grains (10,000 when left
//! out). Rounds of both engines take turns, and the best round of each counts: whatever else the machine does, it does
//! to both.
//!
//! The two do not compute the same. rapier3d solves impulses of contact manifolds in f32 with long steps, Packstone forces
//! of exact overlaps in f64 with short ones; the ratio tells what a step of each costs, not what a second costs.

mod rapier;

use std::time::Instant;

use packstone::sim::{Options, Simulation};
use packstone::studies::bench::{Bed, State};
use rapier::World;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Rounds of each engine.
const ROUNDS: usize = 7;
/// Steps of a round of Packstone.
const STEPS: u64 = 40;
/// Steps of a round of rapier3d.
const RAPIER_STEPS: u64 = 10;
/// Steps of Packstone before the first round: seams between tiles close.
const WARM_UP: u64 = 500;
/// The same of rapier3d, whose steps are longer.
const RAPIER_WARM_UP: u64 = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let count = args.iter().find_map(|arg| arg.parse().ok()).unwrap_or(10_000);
    println!("Settled beds, sleeping off. Particle-steps in a second, best of {ROUNDS} rounds in turn.\n");
    println!("| bed | N | threads | Packstone | rapier3d | ratio | contacts of a grain | the same, rapier3d |");
    println!("|---|---|---|---|---|---|---|---|");
    for name in ["boxes", "prisms"] {
        if args.iter().any(|arg| arg.parse::<usize>().is_err() && arg != name) {
            continue;
        }
        let bed = Bed::named(name).ok_or("there is no such bed")?;
        for threads in [1, 2] {
            row(bed, count, &ThreadPoolBuilder::new().num_threads(threads).build()?)?;
        }
    }
    Ok(())
}

fn row(bed: &Bed, count: usize, pool: &ThreadPool) -> Result<(), Box<dyn std::error::Error>> {
    let scene = bed.scene(State::Settled, count)?;
    let mut world = World::new(&scene);
    let mut run = Simulation::new(scene, Options::threads(pool.current_num_threads()))?;
    let mut counts = run.run_steps(WARM_UP)?.report.counts;
    pool.install(|| (0..RAPIER_WARM_UP).for_each(|_| world.step()));
    let (mut best, mut best_rapier) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        counts = run.run_steps(STEPS)?.report.counts;
        best = best.min(begun.elapsed().as_secs_f64() / STEPS as f64);
        let begun = Instant::now();
        pool.install(|| (0..RAPIER_STEPS).for_each(|_| world.step()));
        best_rapier = best_rapier.min(begun.elapsed().as_secs_f64() / RAPIER_STEPS as f64);
    }
    let n = count as f64;
    println!(
        "| {} | {count} | {} | {:.3e} | {:.3e} | {:.2} | {:.2} | {:.2} |",
        bed.name,
        pool.current_num_threads(),
        n / best,
        n / best_rapier,
        best_rapier / best,
        (2 * counts.contacts + counts.wall_contacts) as f64 / n,
        2.0 * world.active_pairs() as f64 / n,
    );
    Ok(())
}
