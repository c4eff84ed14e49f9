//! Damaged inputs by the million: scenes, meshes, particle lists, pair files. Each must be accepted, or refused with an error
//! of bounded length, in bounded time and memory. `tests/files/fuzz.rs` does a short round of the same.
//!
//! `cargo run --release --example fuzz -- --minutes 60 --seed 7 --target scene --keep findings`

mod mutate;
mod round;
mod targets;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;

/// Inputs of one target before the next has its turn.
const TURN: u64 = 500;

/// What to damage, and for how long.
#[derive(Parser)]
struct Args {
    /// Time to spend [min]
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// Where the random numbers begin: the same seed makes the same inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One kind of input instead of all
    #[arg(long)]
    target: Option<String>,
    /// Folder for inputs that were found to do harm
    #[arg(long, default_value = "fuzz-findings")]
    keep: PathBuf,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let targets = targets::all();
    let chosen: Vec<_> = targets.iter().filter(|t| args.target.as_deref().is_none_or(|name| name == t.name)).collect();
    if chosen.is_empty() {
        let names: Vec<_> = targets.iter().map(|target| target.name).collect();
        eprintln!("no such target: use one of {}", names.join(", "));
        return ExitCode::FAILURE;
    }
    let end = Instant::now() + Duration::from_secs_f64(60.0 * args.minutes);
    let mut tallies = vec![round::Tally::default(); chosen.len()];
    let watch = round::Watch::start(&args.keep);
    let mut turn = 0;
    while Instant::now() < end {
        for (target, tally) in chosen.iter().zip(&mut tallies) {
            let numbers = turn * TURN..(turn + 1) * TURN;
            round::run(target, args.seed, numbers, &watch, tally);
        }
        turn += 1;
    }
    for (target, tally) in chosen.iter().zip(&tallies) {
        println!("{:10} {tally}", target.name);
    }
    let harm: u64 = tallies.iter().map(|tally| tally.harmful).sum();
    if harm == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
