//! Stops runs at random steps, saves, loads and goes on, and wants the state of a run that was not stopped, bit by bit.
//!
//!   cargo run --release --example kill_resume -- --pairs 1000 [--backend cpu|gpu] [--seed 1]

#[path = "../../tests/engine/kill_resume/harness.rs"]
mod harness;
#[path = "../../tests/engine/kill_resume/scenes.rs"]
mod scenes;

use std::process::ExitCode;

use harness::{Where, pairs};

/// The value of an option, if it is given.
fn option(name: &str) -> Option<String> {
    let mut words = std::env::args().skip_while(|word| word != name);
    words.nth(1)
}

fn main() -> ExitCode {
    let number = |name: &str, usual: u64| option(name).map_or(Ok(usual), |text| text.parse());
    let (Ok(count), Ok(seed)) = (number("--pairs", 100), number("--seed", 1)) else {
        eprintln!("--pairs and --seed are whole numbers");
        return ExitCode::FAILURE;
    };
    let places: &[Where] = match option("--backend").as_deref() {
        Some("cpu") => &[Where::Cpu],
        Some("gpu") => &[Where::Gpu],
        _ => &[Where::Cpu, Where::Gpu],
    };
    let mut good = true;
    for place in places {
        let share = count.div_ceil(places.len() as u64);
        let watch = |tally: &harness::Tally| eprintln!("{place:?}: {} of {share} pairs", tally.pairs);
        match pairs(&scenes::cases(), *place, share, seed, watch) {
            Ok(tally) => {
                tally.differences.iter().for_each(|difference| println!("{difference}"));
                let (differ, touch) = (tally.differences.len(), tally.in_contact);
                println!("{place:?}: {} pairs, {touch} stopped in contact, {differ} differ", tally.pairs);
                good &= differ == 0;
            }
            Err(error) => {
                println!("{error}");
                good = false;
            }
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
