//! `packstone bench`: how fast beds and scenes run, and where the time goes.

mod model;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;
use clap::builder::ArgPredicate;

use super::files::refuse_overwriting;
use super::verbosity::threads;
use super::{Backend, CommandError, Outcome, Verbosity, cannot_write, print_text};
use crate::scene::Scene;
use crate::sim::Options;
use crate::studies::bench::{BEDS, Bed, Effort, Machine, Row, State, measure, report, rows_table, shares_table};

/// What `packstone bench` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone bench --scene boxes,prisms --n 1000,10000            two standard beds, loose, settling and settled
  packstone bench --scene boxes --state settled --backend gpu    on the GPU
  packstone bench --scene hopper.toml --warm-up 5000 --json      a scene of your own
  packstone bench --n 1000,10000,100000 --report speed.md        everything, in a file that can be sent to us
  packstone bench --model 7900xtx --scene boxes                  what a card that is not here would need, by a model

Beds: spheres, boxes, prisms (16 vertices), ellipsoids, capsules, discs, cylinders, rods (height / diameter 0.025, 1 and
50), superquadrics, meshes (of 400 vertices), sizes (prisms, 1 : 10).

A scene runs for the steps of the warm-up, then for the steps that are measured as a whole, then for some steps in which
each pass is timed by itself: on a GPU by its own clock, where it has one. Times are those of this machine at this moment:
compare ratios within one sitting.

With --model nothing is timed: one step of settled beds of 10,000 boxes, prisms and spheres (or of what --scene, --n and --state say)
is recorded on the GPU that is here, software will do, and its kernels are executed lane by lane. What they do, and the time it would
take on the card, for these grains and for 10^4, 10^5 and 10^6, are told with all that is assumed. Expect a factor of two.")]
pub struct BenchArgs {
    /// Standard beds by their names, or scene files; all beds when left out
    #[arg(long, value_name = "S", value_delimiter = ',')]
    #[arg(default_value_if("model", ArgPredicate::IsPresent, "boxes,prisms,spheres"))]
    pub scene: Vec<String>,
    /// Numbers of grains of beds
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1000,10000", value_parser = grains)]
    #[arg(default_value_if("model", ArgPredicate::IsPresent, "10000"))]
    pub n: Vec<NonZeroUsize>,
    /// How the grains of beds are; all three when left out
    #[arg(long, value_enum, value_name = "STATE", value_delimiter = ',')]
    #[arg(default_value_if("model", ArgPredicate::IsPresent, "settled"))]
    pub state: Vec<State>,
    /// Where the scene is run
    #[arg(long, value_enum, default_value = "auto", conflicts_with = "model")]
    pub backend: Backend,
    /// Steps before the measurement
    #[arg(long, value_name = "STEPS", default_value_t = 200)]
    pub warm_up: u64,
    /// Steps that are measured; when left out, enough for a million particle-steps, but 20 to 1000
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "model")]
    pub steps: Option<u64>,
    /// Threads; all cores when left out
    #[arg(long, value_name = "T", value_parser = threads, conflicts_with = "model")]
    pub threads: Option<NonZeroUsize>,
    /// Print JSON, one object in a line for each measurement
    #[arg(long)]
    pub json: bool,
    /// Write tables, the machine and all numbers to this file
    #[arg(long, value_name = "FILE", conflicts_with = "model")]
    pub report: Option<PathBuf>,
    /// Tell what a step would need on this card, by a model; `list` tells the cards
    #[arg(long, value_name = "CARD")]
    pub model: Option<String>,
    /// Registers of kernels for the model, as `cargo bench --bench isa` prints them; the table of this version when left out
    #[arg(long, value_name = "FILE", requires = "model")]
    pub registers: Option<PathBuf>,
}

/// Most grains of a bed: their list alone takes 2 GB.
const MOST_GRAINS: usize = 10_000_000;

/// Reads a number of grains.
fn grains(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|grains: &NonZeroUsize| grains.get() <= MOST_GRAINS);
    number.ok_or_else(|| format!("give a whole number from 1 to {MOST_GRAINS}"))
}

/// One scene to be measured.
struct Task {
    name: String,
    /// Of a bed: which, how and how large.
    bed: Option<(&'static Bed, State, usize)>,
}

/// Measures as `args` ask for.
pub(super) fn run(args: &BenchArgs, verbosity: Verbosity) -> Result<Outcome, CommandError> {
    if let Some(card) = &args.model {
        return model::run(args, card, verbosity);
    }
    let tasks = tasks(args)?;
    if let Some(path) = &args.report {
        let scenes: Vec<&String> = args.scene.iter().filter(|name| name.ends_with(".toml")).collect();
        refuse_overwriting(path, &scenes)?;
    }
    let mut rows = Vec::with_capacity(tasks.len());
    for (k, task) in tasks.iter().enumerate() {
        if !verbosity.quiet {
            eprintln!("{} of {}: {}", k + 1, tasks.len(), task.title());
        }
        let row = task.measured(args)?;
        if args.json {
            print_text(&format!("{}\n", serde_json::json!(row)));
        }
        rows.push(row);
    }
    if !args.json {
        print_text(&format!("{}\n{}", rows_table(&rows).to_text(), shares_table(&rows).to_text()));
    }
    if let Some(path) = &args.report {
        let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let command: Vec<String> = std::env::args().skip(1).collect();
        let command = format!("packstone {}", command.join(" "));
        std::fs::write(path, report(&rows, &Machine::here(), &command, &date)).map_err(cannot_write(path))?;
    }
    Ok(Outcome::Fine)
}

fn tasks(args: &BenchArgs) -> Result<Vec<Task>, CommandError> {
    let all: Vec<String> = BEDS.iter().map(|bed| bed.name.to_owned()).collect();
    let names = if args.scene.is_empty() { &all } else { &args.scene };
    let states = if args.state.is_empty() { &[State::Loose, State::Settling, State::Settled] } else { &args.state[..] };
    let mut tasks = Vec::new();
    for name in names {
        match Bed::named(name) {
            Some(bed) => tasks.extend(args.n.iter().flat_map(|n| {
                states.iter().map(|state| Task { name: name.clone(), bed: Some((bed, *state, n.get())) })
            })),
            None if name.ends_with(".toml") => tasks.push(Task { name: name.clone(), bed: None }),
            None => return Err(CommandError::NoBed { name: name.clone(), beds: all.join(", ") }),
        }
    }
    Ok(tasks)
}

impl Task {
    fn title(&self) -> String {
        self.bed.map_or_else(|| self.name.clone(), |(bed, state, n)| format!("{n} {}, {}", bed.name, state.name()))
    }

    fn scene(&self) -> Result<Scene, CommandError> {
        Ok(match self.bed {
            Some((bed, state, n)) => bed.scene(state, n)?,
            None => Scene::load(std::path::Path::new(&self.name))?,
        })
    }

    fn measured(&self, args: &BenchArgs) -> Result<Row, CommandError> {
        let scene = self.scene()?;
        let options = Options { threads: args.threads.map(NonZeroUsize::get), backend: args.backend.of_a_run(&scene) };
        let effort = Effort { warm_up: args.warm_up, steps: args.steps };
        Ok(measure((&self.name, self.bed.map(|(_, state, _)| state.name())), scene, options, effort)?)
    }
}
