//! `packstone validate`: both back ends in lock-step, pass by pass.

use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;

use super::{CommandError, Outcome, Verbosity, print_text};
use crate::common::table::Table;
use crate::device::Checks;
use crate::device::GpuOptions;
use crate::device::compare::Comparison;
use crate::device::lockstep::Lockstep;
use crate::engine::PassId;
use crate::scene::Scene;

/// What `packstone validate` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone validate examples/scenes/quickstart.toml                    20 steps compared, spread over the first 2000
  packstone validate hopper.toml --steps 100 --every 1                  the first hundred steps, each compared
  packstone validate hopper.toml --steps 50 --every 500 --checked       with kernels that check every index

The GPU runs the scene. In every step that is compared, each pass is also run on the CPU, in double precision and
from the very numbers that the GPU's pass began with. Differences are given as shares of what is allowed: lists, histories,
counts and new grains must be equal, overlaps within 2e-6 of the smaller and 5e-7 of the larger body and 1e-3 of the overlap, normals
within 1e-3 rad, motion within 2e-6 of itself. The exit code is 1 when anything is beyond that.")]
pub struct ValidateArgs {
    /// The scene file
    #[arg(value_name = "SCENE")]
    pub scene: PathBuf,
    /// Steps to compare
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: u64,
    /// Compare one step of so many; the others are taken by the GPU alone
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,
    /// Kernels check every index
    #[arg(long)]
    pub checked: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// One row of the table, over all steps.
#[derive(Default)]
struct Row {
    elements: usize,
    largest: f64,
    medians: Vec<f64>,
    offenders: usize,
    first: Option<String>,
}

/// Compares as `args` ask for.
pub(super) fn run(args: &ValidateArgs, verbosity: Verbosity) -> Result<Outcome, CommandError> {
    let scene = Scene::load(&args.scene)?;
    let checks = if args.checked { Checks::Checked } else { Checks::Trusted };
    let mut both = Lockstep::new(&scene, GpuOptions { checks, ..GpuOptions::default() })?;
    let mut rows: Vec<((&'static str, &'static str), Row)> = Vec::new();
    let bar = verbosity.bar(ProgressBar::new(args.steps));
    for number in 0..args.steps {
        // Every other step is one in which a grain comes in, where there is one among those to choose from.
        let most = args.every - 1;
        let ahead = if number % 2 == 1 { both.steps_to_insertion(most).unwrap_or(most) } else { most };
        both.skip(ahead)?;
        let (_, step) = both.progress();
        for comparison in both.step(|_, _| false)? {
            add(&mut rows, comparison, step);
        }
        both.skip(most - ahead)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    rows.sort_by_key(|((pass, _), _)| PassId::ALL.iter().position(|listed| listed.name() == *pass));
    let (grains, step) = both.progress();
    let offenders: usize = rows.iter().map(|(_, row)| row.offenders).sum();
    let outcome = if offenders == 0 { Outcome::Fine } else { Outcome::Faulty };
    if args.json {
        let all = serde_json::json!({
            "version": env!("CARGO_PKG_VERSION"), "scene": args.scene, "adapter": both.adapter(), "grains": grains,
            "steps_compared": args.steps, "last_step": step, "within_tolerance": offenders == 0,
            "passes": rows.iter().map(json_row).collect::<Vec<_>>(),
        });
        print_text(&format!("{all:#}\n"));
        return Ok(outcome);
    }
    let mut text = format!("{} on {}\n{}", args.scene.display(), both.adapter(), table(&rows).to_text());
    for ((pass, quantity), row) in &rows {
        if let Some(first) = &row.first {
            text.push_str(&format!("{pass}, {quantity}: {} beyond what is allowed, first {first}\n", row.offenders));
        }
    }
    let verdict = if offenders == 0 { "all within tolerance" } else { "NOT within tolerance" };
    text.push_str(&format!("{} steps compared up to step {step}, {grains} grains: {verdict}\n", args.steps));
    print_text(&text);
    Ok(outcome)
}

fn json_row(((pass, quantity), row): &((&'static str, &'static str), Row)) -> serde_json::Value {
    serde_json::json!({
        "pass": pass, "compared": quantity, "elements": row.elements, "largest_of_allowed": row.largest,
        "median_of_allowed": median(&row.medians), "beyond": row.offenders, "first": row.first,
    })
}

fn median(list: &[f64]) -> f64 {
    let mut sorted = list.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

fn add(rows: &mut Vec<((&'static str, &'static str), Row)>, found: Comparison, step: u64) {
    let key = (found.pass, found.quantity);
    let known = rows.iter().position(|(other, _)| *other == key);
    let index = known.unwrap_or_else(|| {
        rows.push((key, Row::default()));
        rows.len() - 1
    });
    let row = &mut rows[index].1;
    row.elements += found.elements;
    row.largest = row.largest.max(found.largest);
    row.medians.push(found.median);
    row.offenders += found.offenders;
    if let (None, Some(first)) = (&row.first, found.first) {
        row.first = Some(format!("in step {step}: {first}"));
    }
}

fn table(rows: &[((&'static str, &'static str), Row)]) -> Table {
    let mut table = Table::new(&["pass", "compared", "elements", "largest [allowed]", "median [allowed]", "beyond"]);
    for ((pass, quantity), row) in rows {
        table.push(vec![
            (*pass).into(),
            (*quantity).into(),
            row.elements.to_string(),
            format!("{:.2e}", row.largest),
            format!("{:.2e}", median(&row.medians)),
            row.offenders.to_string(),
        ]);
    }
    table
}
