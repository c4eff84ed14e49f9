//! A bed of 2,000 polyhedra at rest: do the back ends build the same kind of packing?

use packstone::output::analysis::Packing;
use packstone::scene::Scene;
use packstone::sim::Simulation;

use crate::{BACK_ENDS, start};

const SEEDS: u64 = 3;

/// What is compared of a bed at rest.
struct Bed {
    fraction: f64,
    coordination: f64,
    /// Kinetic energy in the last tenth of the run (its geometric mean) over the largest at a report.
    rest: f64,
}

pub fn run() -> Result<(), Box<dyn std::error::Error>> {
    println!("| back end | seed | packing fraction | coordination number | kinetic energy, last tenth over peak |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let mut beds = Vec::new();
    for back_end in BACK_ENDS {
        for seed in 1..=SEEDS {
            // The seed turns the grains of the lattices, so it has to be in the text.
            let text = std::fs::read_to_string("examples/scenes/bed-2000.toml")?;
            let scene = Scene::parse(text.replace("seed = 1", &format!("seed = {seed}")), "bed-2000.toml")?;
            let bed = settle(start(scene, back_end)?)?;
            println!("| {back_end} | {seed} | {:.4} | {:.3} | {:.1e} |", bed.fraction, bed.coordination, bed.rest);
            beds.push((back_end, bed));
        }
    }
    compare(&beds, "packing fraction", |bed| bed.fraction);
    compare(&beds, "coordination number", |bed| bed.coordination);
    compare(&beds, "log10 of the kinetic rest", |bed| bed.rest.log10());
    Ok(())
}

fn settle(mut run: Simulation) -> Result<Bed, Box<dyn std::error::Error>> {
    let (mut peak, mut last, end) = (0.0f64, Vec::new(), run.planned_steps());
    while run.steps_done() < end {
        let report = run.run_steps((end - run.steps_done()).min(100))?.report;
        peak = peak.max(report.energies.kinetic());
        if report.step > end - end / 10 {
            last.push(report.energies.kinetic().ln());
        }
        if report.step % 1000 == 0 {
            eprintln!("step {} of {end}, kinetic energy {:.2e} J", report.step, report.energies.kinetic());
        }
    }
    run.fetch()?;
    let packing = Packing::of(run.scene(), &run.snapshot(), run.time());
    let middle = packing.and_then(|packing| packing.middle).ok_or("too few grains for a packing")?;
    let rest = (last.iter().sum::<f64>() / last.len() as f64).exp() / peak;
    Ok(Bed { fraction: middle.fraction, coordination: middle.coordination, rest })
}

/// The difference of the means, beside the spread over seeds.
fn compare(beds: &[(&str, Bed)], what: &str, number: impl Fn(&Bed) -> f64) {
    let of = |name: &str| -> Vec<f64> { beds.iter().filter(|(b, _)| *b == name).map(|(_, bed)| number(bed)).collect() };
    let [cpu, gpu] = BACK_ENDS.map(of);
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
    let spread = |list: &[f64]| {
        let most = list.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most - list.iter().copied().fold(f64::INFINITY, f64::min)
    };
    println!(
        "{what}: cpu {:.4} (spread {:.4}), gpu {:.4} (spread {:.4})",
        mean(&cpu),
        spread(&cpu),
        mean(&gpu),
        spread(&gpu)
    );
}
