//! How well elastic grains keep their energy: gases of 64 grains over many steps and seeds, and single bounces.
//!
//! `cargo run --release --example elastic_energy -- --steps 1000000 --seeds 10`; `--backend gpu` for the GPU, `--only cubes` for one
//! kind of grains, `--bounces 1000` for single bounces instead, `--hertz` for gases by elastic constants with `contact_radius` and
//! `energy_return` either way.

mod measure;

use clap::Parser;
use measure::{Course, GRAINS, bounces, course, gas, hertz_gas, restitutions};
use packstone::device::GpuOptions;
use packstone::sim::Backend;

/// How well elastic grains keep their energy.
#[derive(Parser)]
struct Arguments {
    /// Steps of each gas.
    #[arg(long, default_value_t = 60_000)]
    steps: u64,
    /// Gases of each kind of grains.
    #[arg(long, default_value_t = 2)]
    seeds: u64,
    /// Steps between two looks.
    #[arg(long, default_value_t = 50)]
    every: u64,
    /// Single bounces of each kind, instead of gases.
    #[arg(long)]
    bounces: Option<usize>,
    /// Gases of smooth grains by Hertz' law, with both radii, and with and without return of the energy error.
    #[arg(long)]
    hertz: bool,
    /// Steps of these gases, as a share of the critical one.
    #[arg(long, default_value_t = 0.1)]
    safety: f64,
    /// One kind of grains.
    #[arg(long)]
    only: Option<String>,
    /// cpu or gpu.
    #[arg(long, default_value = "cpu")]
    backend: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let backend = match arguments.backend.as_str() {
        "cpu" => Backend::Cpu,
        "gpu" => Backend::Gpu(GpuOptions::default()),
        other => return Err(format!("--backend {other}: cpu or gpu").into()),
    };
    let wanted = |name: &str| arguments.only.as_deref().is_none_or(|only| only == name);
    if let Some(count) = arguments.bounces {
        println!(
            "| grains | bounces | mean restitution - 1 | scatter | least | largest |\n| --- | --- | --- | --- | --- | --- |"
        );
        for grain in GRAINS.iter().filter(|grain| wanted(grain.name)) {
            let found = restitutions(&bounces(grain, count, 1), backend)?;
            let mean = found.iter().sum::<f64>() / found.len() as f64;
            let scatter = (found.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / found.len() as f64).sqrt();
            let [least, most] = [found.iter().copied().fold(2.0, f64::min), found.iter().copied().fold(0.0, f64::max)];
            let name = grain.name;
            println!(
                "| {name} | {} | {:+.1e} | {scatter:.1e} | {:+.1e} | {:+.1e} |",
                found.len(),
                mean - 1.0,
                least - 1.0,
                most - 1.0
            );
        }
        return Ok(());
    }
    if arguments.hertz {
        return hertz(&arguments, backend);
    }
    println!(
        "| grains | seed | contacts ended | end | largest, no contact | largest | beyond 1e-4 | second half less first | rotation over translation |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for grain in GRAINS.iter().filter(|grain| wanted(grain.name)) {
        for seed in 1..=arguments.seeds {
            let it = course(&gas(grain, seed), backend, arguments.steps, arguments.every)?;
            println!(
                "| {} | {seed} | {} | {:+.1e} | {:.1e} | {:.1e} | {:.3} % | {:+.1e} | {:.3} |",
                grain.name,
                it.ended,
                it.end,
                it.largest_free,
                it.largest,
                100.0 * it.beyond,
                it.trend,
                it.equipartition
            );
        }
    }
    Ok(())
}

/// The worst of all seeds.
fn hertz(arguments: &Arguments, backend: Backend) -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| grains | contact_radius | energy_return | seeds | contacts ended | at the end | between contacts | at any instant | \
         second half less first, mean of seeds |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    );
    let wanted = |name: &str| match &arguments.only {
        Some(only) => only == name,
        None => ["ellipsoids", "superquadrics", "capsules", "cylinders"].contains(&name),
    };
    for grain in GRAINS.iter().filter(|grain| wanted(grain.name)) {
        for (radius, returned) in [("volume", true), ("volume", false), ("curvature", true), ("curvature", false)] {
            let mut worst = Course::default();
            for seed in 1..=arguments.seeds {
                let gas = hertz_gas(grain, seed, radius, returned).safety(arguments.safety);
                let it = course(&gas, backend, arguments.steps, arguments.every)?;
                worst.end = worst.end.max(it.end.abs());
                worst.largest_free = worst.largest_free.max(it.largest_free);
                worst.largest = worst.largest.max(it.largest);
                worst.trend += it.trend / arguments.seeds as f64;
                worst.ended += it.ended;
            }
            println!(
                "| {} | {radius} | {returned} | {} | {} | {:.1e} | {:.1e} | {:.1e} | {:+.1e} |",
                grain.name, arguments.seeds, worst.ended, worst.end, worst.largest_free, worst.largest, worst.trend
            );
        }
    }
    Ok(())
}
