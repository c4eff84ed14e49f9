//! `packstone run` and `packstone resume`: a scene, from its start or from its last checkpoint.

mod drive;
mod final_outputs;
mod folder;
mod lock;
mod progress;
mod saved;
mod schedule;
mod series;
mod snapshots;
mod summary;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::verbosity::threads;
use super::{Backend, CommandError, Outcome, Verbosity, print_text};
use crate::device::GpuOptions;
use crate::engine::EngineError;
use crate::health::Health;
use crate::output::frames::{changed_since, is_edited, is_run_of, kept_scene};
use crate::scene::Scene;
use crate::sim;
use crate::sim::{Options, Simulation};
use drive::Drive;
use final_outputs::FinalOutputs;
use folder::Folder;
pub(super) use snapshots::check_names;

/// What `packstone run` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone run examples/scenes/quickstart.toml            results in the folder quickstart
  packstone run hopper.toml -o try-2 --threads 4           results in the folder try-2
  packstone run hopper.toml --steps 1000                   only the first thousand steps
  packstone run hopper.toml --backend gpu                  on the GPU; packstone info lists what there is
  packstone resume hopper                                  goes on to the end that the scene gives

The folder holds series.csv (energies and counts over time), snapshots/*.csv (all grains, as [[particles]] reads them, and
all contacts), vtk/*.pvd (the same for ParaView, if the scene has vtk = true), run.json (what made them), checkpoint.bin (all that is needed to go on), scene.toml (the scene as it was read), inputs
(copies of the scene and of the meshes and particle lists that it names) and summary.json (the outcome).
[output] of the scene says how often they are written.

The line that begins with trust tells whether the run has noticed anything that makes its results doubtful: deep overlaps, grains behind
walls, an account of energy that does not add up. An impossible state ends the run with exit code 1, a checkpoint and a
summary; with --strict, warnings end with exit code 3.

The last line is the hash of the final state. It depends on the scene and the back end only, not on the number of threads
nor on whether the run was stopped and resumed.")]
pub struct RunArgs {
    /// The scene file
    #[arg(value_name = "SCENE")]
    pub scene: PathBuf,
    /// Where the scene is run
    #[arg(long, value_enum, default_value = "auto")]
    pub backend: Backend,
    /// Stop after this many steps, whatever the scene says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Threads; all cores when left out
    #[arg(long, value_name = "T", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// Folder for the results; the name of the scene file without its ending when left out
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Replace another run that is in the folder
    #[arg(long)]
    pub force: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
    /// Fail with exit code 3 where the run has warnings; see the line "trust:" of the summary
    #[arg(long)]
    pub strict: bool,
}

/// What `packstone resume` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone resume quickstart                   goes on to the end that the scene gives
  packstone resume quickstart --steps 5000      takes 5000 more steps, also beyond that end
  packstone resume quickstart --backend cpu     goes on with a run of the GPU on the CPU

Where it was before, the result is the same, bit by bit, as that of a run that was never stopped. Rows and snapshots from after the
checkpoint are removed first. The scene and the files that it names (meshes, particle lists) are part of the checkpoint: what
was changed since is told and not used. A run that was stopped after its last step gets its summary, picture and plots.")]
pub struct ResumeArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Take this many more steps instead of going to the end that the scene gives
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Threads; all cores when left out
    #[arg(long, value_name = "T", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// Where it goes on; auto is where it was before
    #[arg(long, value_enum, default_value = "auto")]
    pub backend: Backend,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
    /// Fail with exit code 3 where the run has warnings; see the line "trust:" of the summary
    #[arg(long)]
    pub strict: bool,
}

/// Runs the scene that `args` name.
pub(super) fn run(args: &RunArgs, verbosity: Verbosity) -> Result<Outcome, CommandError> {
    let scene = Scene::load(&args.scene)?;
    check_names(&scene)?;
    let root = args.output.clone().unwrap_or_else(|| default_folder(&args.scene));
    Folder::check_for_a_new_run(&root, &scene, args.force)?;
    let warnings = scene.warnings();
    let chosen = args.backend.of_a_run(&scene);
    let simulation = start(scene, options(args.threads, chosen))?;
    let folder = Folder::for_a_new_run(&root, simulation.scene(), args.force)?;
    warnings.iter().chain(&simulation.foreseen()).for_each(|warning| log::warn!("{warning}"));
    let told = Told { strict: args.strict, ..Told::new(args.json, verbosity) };
    told.text(&format!("backend: {}\n", where_it_runs(&simulation, args.backend)));
    let end = args.steps.unwrap_or(simulation.planned_steps());
    Drive::from_the_start(simulation, folder)?.to(end, told)
}

/// Goes on with the run that `args` name.
pub(super) fn resume(args: &ResumeArgs, verbosity: Verbosity) -> Result<Outcome, CommandError> {
    let folder = Folder::of_a_run(&args.folder)?;
    let told = Told { strict: args.strict, ..Told::new(args.json, verbosity) };
    let chosen = |was_on_gpu: bool| match (args.backend, was_on_gpu) {
        (Backend::Gpu, _) | (Backend::Auto, true) => sim::Backend::Gpu(GpuOptions::default()),
        (Backend::Cpu, _) | (Backend::Auto, false) => sim::Backend::Cpu,
    };
    let (simulation, account) =
        saved::load(&folder.checkpoint(), |was_on_gpu| options(args.threads, chosen(was_on_gpu)))?;
    tell_changes(&simulation, &folder);
    let done = simulation.steps_done();
    let end = args.steps.map_or(simulation.planned_steps(), |more| done.saturating_add(more));
    if done >= end && !FinalOutputs::is_complete(&simulation, &folder) {
        told.text(&format!(
            "all {done} steps are done; what was missing of the summary, picture and plots is made now\n"
        ));
        summary::write(&simulation, &account, &folder, told)?;
        return Ok(Outcome::Fine);
    }
    if done >= end {
        let (hash, root) = (simulation.state_hash(), folder.root().display());
        told.text(&format!(
            "all {done} steps are done; to go on, give a number of steps: packstone resume {root} --steps N\n\
             {}\nstate hash: {hash:016x}\n",
            simulation.health().trust()
        ));
        return Ok(told.outcome(simulation.health()));
    }
    Drive::from_a_checkpoint(simulation, account, folder)?.to(end, told)
}

/// Has a scene run to its end in a folder, as part of other work: a run that is complete there is left as it is, one that
/// was stopped goes on, another one is replaced. Nothing but progress is told.
pub(crate) fn complete(scene: Scene, root: &Path, options: Options, quiet: bool) -> Result<Outcome, CommandError> {
    let told = Told { words: Words::None, quiet, strict: false };
    if let Ok(folder) = Folder::of_a_run(root)
        && is_run_of(root, &scene)
    {
        if summary::tells_the_end(&folder) {
            return Ok(Outcome::Fine);
        }
        let (simulation, account) = saved::load(&folder.checkpoint(), |_| options)?;
        let end = simulation.planned_steps();
        if simulation.steps_done() >= end {
            // Its last row and frame were written before its checkpoint.
            summary::write(&simulation, &account, &folder, told)?;
            return Ok(Outcome::Fine);
        }
        return Drive::from_a_checkpoint(simulation, account, folder)?.to(end, told);
    }
    let simulation = start(scene, options)?;
    let end = simulation.planned_steps();
    let folder = Folder::for_a_new_run(root, simulation.scene(), true)?;
    Drive::from_the_start(simulation, folder)?.to(end, told)
}

/// Tells what was changed since the run began and is not used: the scene and the files that it names, as they were, are
/// part of the checkpoint.
fn tell_changes(run: &Simulation, folder: &Folder) {
    let (root, kept) = (folder.root(), kept_scene(folder.root()));
    if is_edited(root, run.scene()) {
        log::warn!(
            "{scene} was edited since the run began; it goes on with the scene as it was ({kept}). Pictures by packstone \
             render use the [camera] of the edited one; for all else, start a new run: packstone run {scene} -o FOLDER",
            scene = folder.scene().display(),
            kept = kept.display()
        );
    }
    for path in changed_since(run.scene()) {
        log::warn!("{} was changed since the run began; the run goes on with the file as it was", path.display());
    }
}

/// What a run tells when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// A summary for people.
    Text,
    /// The same for programs.
    Json,
    /// Nothing.
    None,
}

/// What a run tells on standard output, and whether it shows progress.
#[derive(Clone, Copy, Debug)]
struct Told {
    words: Words,
    quiet: bool,
    /// Whether warnings are a failure.
    strict: bool,
}

impl Told {
    fn new(json: bool, verbosity: Verbosity) -> Self {
        Self { words: if json { Words::Json } else { Words::Text }, quiet: verbosity.quiet, strict: false }
    }

    /// How a run ended that has taken its steps.
    fn outcome(self, health: &Health) -> Outcome {
        if self.strict && !health.is_good() { Outcome::Doubtful } else { Outcome::Fine }
    }

    /// Tells people.
    fn text(self, text: &str) {
        if self.words == Words::Text && !self.quiet {
            print_text(text);
        }
    }

    /// Tells programs.
    fn json(self, json: &str) {
        if self.words == Words::Json {
            print_text(json);
        }
    }
}

fn options(threads: Option<NonZeroUsize>, backend: sim::Backend) -> Options {
    Options { threads: threads.map(NonZeroUsize::get), backend }
}

/// One line that tells where the steps are computed, and who chose it.
fn where_it_runs(run: &Simulation, asked: Backend) -> String {
    let place = match run.adapter() {
        Some(adapter) => format!("gpu, {} ({})", adapter.name, adapter.api),
        None => format!("cpu, {} threads", run.threads()),
    };
    if asked == Backend::Auto { format!("{place} (chosen by auto; packstone info tells why)") } else { place }
}

/// The name of the scene file without its ending, in the current folder.
fn default_folder(scene: &Path) -> PathBuf {
    scene.file_stem().map_or_else(|| PathBuf::from("run"), PathBuf::from)
}

/// The run at its start. It remembers the full path of its scene, so that it can be resumed from another folder; errors
/// name the path that was given.
fn start(scene: Scene, options: Options) -> Result<Simulation, EngineError> {
    let full = std::path::absolute(scene.source.path()).unwrap_or_else(|_| scene.source.path().to_path_buf());
    let same = Scene::parse_with(scene.source.text(), full, scene.source.inputs().clone())?;
    Simulation::new(same, options).map_err(|error| Simulation::new(scene, options).err().unwrap_or(error))
}
