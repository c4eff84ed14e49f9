//! How well elastic grains keep their energy: gases of 64 grains over many steps and seeds, and single bounces.
//!
//! `cargo run --release --example elastic_energy -- --steps 1000000 --seeds 10`; `--backend gpu` for the GPU, `--only cubes` for one
//! kind of grains, `--bounces 1000` for single bounces instead.

mod measure;

use clap::Parser;
use measure::{GRAINS, bounces, course, gas, restitutions};
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
