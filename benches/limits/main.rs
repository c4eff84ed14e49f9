//! What this machine can do at most: how fast it moves memory and how fast it multiplies and adds, on one thread and on all.
//!
//! `cargo bench --bench limits`. With the bytes and operations of a particle-step this tells how far an engine could go:
//! `docs/results/performance.md` has such a table. Best of several rounds each.

use std::hint::black_box;
use std::time::Instant;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Numbers in each array of the memory test: far more than any cache holds.
const COUNT: usize = 1 << 25;
/// Rounds of each measurement; the best counts.
const ROUNDS: usize = 9;
/// Multiply-adds of each lane in a round.
const REPEATS: usize = 4_000_000;
/// Independent sums of a thread, each as wide as the widest registers: enough to hide the latency of one operation.
const SUMS: usize = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let most = std::thread::available_parallelism()?.get();
    println!("| threads | copy [GB/s] | triad [GB/s] | f32 [GFLOP/s] | f64 [GFLOP/s] |");
    println!("| ---: | ---: | ---: | ---: | ---: |");
    for threads in [1, most] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        let [copy, triad] = memory(&pool);
        let (single, double) = (peak_f32(&pool), peak_f64(&pool));
        println!("| {threads} | {copy:.1} | {triad:.1} | {single:.0} | {double:.0} |");
    }
    Ok(())
}

/// Least time of the rounds [s].
fn best(pool: &ThreadPool, mut task: impl FnMut() + Send) -> f64 {
    pool.install(|| {
        let timed = |_| {
            let begun = Instant::now();
            task();
            begun.elapsed().as_secs_f64()
        };
        (0..ROUNDS).map(timed).fold(f64::INFINITY, f64::min)
    })
}

/// Copy and triad (a = b + s c) of f64 [GB/s]. What is written is counted once, as is usual.
fn memory(pool: &ThreadPool) -> [f64; 2] {
    let (mut a, b, c) = (vec![0.0_f64; COUNT], vec![1.5_f64; COUNT], vec![2.5_f64; COUNT]);
    let chunk = COUNT / (8 * pool.current_num_threads());
    let copy = best(pool, || a.par_chunks_mut(chunk).zip(b.par_chunks(chunk)).for_each(|(a, b)| a.copy_from_slice(b)));
    let triad = best(pool, || {
        let parts = a.par_chunks_mut(chunk).zip(b.par_chunks(chunk)).zip(c.par_chunks(chunk));
        parts.for_each(|((a, b), c)| a.iter_mut().zip(b).zip(c).for_each(|((a, b), c)| *a = b + 0.5 * c));
    });
    black_box(&a);
    let bytes = (COUNT * size_of::<f64>()) as f64;
    [2.0 * bytes / copy * 1e-9, 3.0 * bytes / triad * 1e-9]
}

/// A function that measures multiply-adds of one float type, with a register full of `$lanes` of them [GFLOP/s].
macro_rules! peak {
    ($name:ident, $float:ty, $lanes:literal) => {
        fn $name(pool: &ThreadPool) -> f64 {
            let threads = pool.current_num_threads();
            let work = |seed: usize| {
                let mut sums = [[seed as $float; $lanes]; SUMS];
                let (scale, add) = (black_box(0.999 as $float), black_box(0.25 as $float));
                for _ in 0..REPEATS {
                    for sum in &mut sums {
                        for lane in sum {
                            *lane = lane.mul_add(scale, add);
                        }
                    }
                }
                black_box(sums);
            };
            let time = best(pool, || (0..threads).into_par_iter().with_max_len(1).for_each(work));
            (2 * REPEATS * SUMS * $lanes * threads) as f64 / time * 1e-9
        }
    };
}

peak!(peak_f32, f32, 16);
peak!(peak_f64, f64, 8);
