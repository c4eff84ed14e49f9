//! `packstone bench`: how fast a scene runs, and where the time goes.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::table::Table;
use super::{Backend, CommandError, Outcome, print_text};
use crate::engine::{Options, Simulation};
use crate::scene::Scene;

/// What `packstone bench` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone bench examples/scenes/quickstart.toml --warm-up 20000 --steps 500
  packstone bench hopper.toml --backend gpu --json

The scene runs for the steps of the warm-up, then for the steps that are measured as a whole, then for some steps in which
each pass is timed by itself: on a GPU by its own clock, where it has one. Times are those of this machine at this moment:
compare ratios within one sitting.")]
pub struct BenchArgs {
    /// The scene file
    #[arg(value_name = "SCENE")]
    pub scene: PathBuf,
    /// Where the scene is run
    #[arg(long, value_enum, default_value = "auto")]
    pub backend: Backend,
    /// Steps before the measurement
    #[arg(long, default_value_t = 1000)]
    pub warm_up: u64,
    /// Steps that are measured
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: u64,
    /// Threads; all cores when left out
    #[arg(long, value_name = "T")]
    pub threads: Option<std::num::NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Steps in which passes are timed by themselves.
const TIMED: u64 = 20;

/// Measures as `args` ask for.
pub(super) fn run(args: &BenchArgs) -> Result<Outcome, CommandError> {
    let scene = Scene::load(&args.scene)?;
    let backend = args.backend.of_a_run(&scene);
    let threads = args.threads.map(std::num::NonZeroUsize::get);
    let mut run = Simulation::new(scene, Options { threads, backend })?;
    let _ = run.stretch(args.warm_up)?;
    let tally = run.device_tally().map(|(tally, _)| tally);
    let begun = Instant::now();
    let stretch = run.stretch(args.steps)?;
    let seconds = begun.elapsed().as_secs_f64();
    let used = run.device_tally().zip(tally).map(|((now, bytes), before)| {
        let per_step = |count: u64| count as f64 / args.steps as f64;
        serde_json::json!({
            "dispatches_per_step": per_step(now.dispatches - before.dispatches),
            "host_reads_per_step": per_step(now.host_reads - before.host_reads),
            "bytes_read_per_step": per_step(now.bytes_read - before.bytes_read),
            "bytes": bytes,
            "bytes_per_particle": bytes as f64 / stretch.report.grains.max(1) as f64,
        })
    });
    let passes = run.time_passes(TIMED)?;
    run.fetch()?;
    let counts = stretch.report.counts;
    let contacts = counts.contacts + counts.wall_contacts;
    let row = serde_json::json!({
        "scene": args.scene.display().to_string(),
        "version": env!("CARGO_PKG_VERSION"),
        "backend": if run.adapter().is_some() { "gpu" } else { "cpu" },
        "adapter": run.adapter().map(|adapter| adapter.name.clone()),
        "threads": run.threads(),
        "particles": stretch.report.grains,
        "steps": args.steps,
        "seconds": seconds,
        "particle_steps_per_second": stretch.particle_steps as f64 / seconds,
        "contacts_per_second": contacts as f64 * args.steps as f64 / seconds,
        "candidate_pairs": counts.candidates,
        "contacts": contacts,
        "unsure": counts.unsure,
        "device": used,
        "seconds_per_step_by_pass": passes.iter().map(|(name, time)| (*name, time / TIMED as f64)).collect::<std::collections::BTreeMap<_, _>>(),
        "state_hash": format!("{:016x}", run.state_hash()),
    });
    if args.json {
        print_text(&format!("{row}\n"));
    } else {
        print_text(&text(&row, &passes));
    }
    Ok(Outcome::Fine)
}

fn text(row: &serde_json::Value, passes: &[(&'static str, f64)]) -> String {
    let number = |key: &str| row[key].as_f64().unwrap_or(0.0);
    let mut text = format!(
        "{} on {}{}: {} particles, {} contacts of {} candidates\n{:.3e} particle-steps/s, {:.3e} contacts/s\n",
        row["scene"].as_str().unwrap_or(""),
        row["backend"].as_str().unwrap_or(""),
        row["adapter"].as_str().map_or(String::new(), |name| format!(" ({name})")),
        row["particles"],
        row["contacts"],
        row["candidate_pairs"],
        number("particle_steps_per_second"),
        number("contacts_per_second"),
    );
    if let Some(device) = row["device"].as_object() {
        let of = |key: &str| device[key].as_f64().unwrap_or(0.0);
        text.push_str(&format!(
            "{:.1} dispatches, {:.3} reads by the host of {:.0} bytes a step; {:.0} bytes a particle on the device\n",
            of("dispatches_per_step"),
            of("host_reads_per_step"),
            of("bytes_read_per_step"),
            of("bytes_per_particle"),
        ));
    }
    let total: f64 = passes.iter().map(|(_, time)| time).sum();
    let mut table = Table::new(&["pass", "ms per step", "share"]);
    for (name, time) in passes {
        let share = format!("{:.0} %", 100.0 * time / total.max(1e-12));
        table.push(vec![(*name).into(), format!("{:.3}", 1e3 * time / TIMED as f64), share]);
    }
    text + &table.to_text()
}
