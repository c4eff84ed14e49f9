//! The command line: what can be asked, and how it is answered.

mod backend;
mod bench;
mod catch_panic;
mod check;
mod completions;
mod contacts;
mod export;
mod files;
mod frame_choice;
mod hunt;
mod info;
mod inspect;
mod plot;
mod print;
mod render;
pub mod reproduce;
pub(crate) mod run;
pub(crate) mod scenes;
pub(crate) mod stop;
mod track;
mod validate;
mod verbosity;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use backend::Backend;
pub use bench::BenchArgs;
pub use check::CheckArgs;
pub use completions::CompletionsArgs;
pub use contacts::ContactsArgs;
pub use export::ExportArgs;
pub use files::FilesError;
pub use frame_choice::FrameChoice;
pub use hunt::HuntArgs;
pub use info::InfoArgs;
pub use inspect::InspectArgs;
pub use plot::PlotArgs;
use print::print_text;
pub use render::RenderArgs;
pub use reproduce::command::ReproduceArgs;
pub use run::{ResumeArgs, RunArgs};
pub use scenes::{NewArgs, ScenesArgs};
pub use track::TrackArgs;
pub use validate::ValidateArgs;
pub use verbosity::Verbosity;

use crate::cli::reproduce::ReproduceError;
use crate::engine::EngineError;
use crate::output::frames::FrameError;
use crate::output::picture::PictureError;
use crate::output::plots::PlotError;
use crate::scene::SceneError;

/// A discrete-element engine for convex grains.
#[derive(Debug, Parser)]
#[command(name = "packstone", version, about, arg_required_else_help = true)]
#[command(after_help = "\
To begin:
  packstone new first                    writes first.toml, a small scene with a comment on every line
  packstone run first.toml               runs it; results in the folder first
  packstone scenes                       lists scenes that come with the program

Exit codes: 0 all well; 1 a wrong file, a fault, a run that came to an impossible state, or an answer out of tolerance; 2 a wrong
command line; 3 a run with warnings, where --strict was given; 130 stopped by Ctrl-C, with a checkpoint to go on from.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// How much it tells.
    #[command(flatten)]
    pub verbosity: Verbosity,
}

/// What the command can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the scenes that come with the program
    Scenes(ScenesArgs),
    /// Write a scene to start from
    New(NewArgs),
    /// Check a scene and tell what would run
    Check(CheckArgs),
    /// Run a scene
    Run(RunArgs),
    /// Go on with a run from its last checkpoint
    Resume(ResumeArgs),
    /// Measure a packing: density, contacts, forces, stress, order, sizes
    Inspect(InspectArgs),
    /// Follow a bed through a run: height, slope of its surface, flow
    Track(TrackArgs),
    /// Convert the frames of a run for other programs
    Export(ExportArgs),
    /// Draw pictures of a run or of a scene, or make a film
    Render(RenderArgs),
    /// Plot energies, density, contacts and forces of a run
    Plot(PlotArgs),
    /// Run a scene on both back ends in lock-step and compare them pass by pass
    Validate(ValidateArgs),
    /// Measure how fast a scene runs, and where the time goes
    Bench(BenchArgs),
    /// List the GPUs and tell which back end would be chosen
    Info(InfoArgs),
    /// Answer the pairs of JSON-lines files and compare with their expected contacts
    Contacts(ContactsArgs),
    /// Oracle a detector on random poses of all pairs of shapes
    Hunt(HuntArgs),
    /// Run the numerical examples of the literature again, and write reports of them
    Reproduce(ReproduceArgs),
    /// Print what a shell needs to complete commands
    Completions(CompletionsArgs),
}

/// How a command ended.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All well: exit code 0.
    Fine,
    /// The work was done, but lines were refused or answers were wrong: exit code 1.
    Faulty,
    /// A run was done, but there are warnings and `--strict` was given: exit code 3.
    Doubtful,
    /// The work was stopped by Ctrl-C and can go on: exit code 130.
    Stopped,
}

/// The exit code of a run with warnings, where `--strict` was given.
const DOUBTFUL: u8 = 3;

/// The exit code of work that was stopped by Ctrl-C: that of a program that the signal ends.
pub(crate) const STOPPED: u8 = 130;

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Fine => Self::SUCCESS,
            Outcome::Faulty => Self::FAILURE,
            Outcome::Doubtful => Self::from(DOUBTFUL),
            Outcome::Stopped => Self::from(STOPPED),
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// A file that cannot be read.
    #[error("cannot read {path}: {reason}; check the name and the permissions", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file that cannot be written.
    #[error("cannot write {path}: {reason}; choose another place with -o or --markdown", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file or folder that is not to be touched.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// A built-in scene nobody knows.
    #[error("no scene is called \"{name}\": use one of {known}")]
    UnknownScene {
        /// What was given.
        name: String,
        /// What there is.
        known: String,
    },
    /// A bed nobody knows.
    #[error("no bed is called \"{name}\": give a scene file that ends with .toml, or one of {beds}")]
    NoBed {
        /// What was given.
        name: String,
        /// What there is.
        beds: String,
    },
    /// A card that the model does not know.
    #[error("no card is called \"{name}\": use one of {cards}; --model list tells what they are")]
    NoCard {
        /// What was given.
        name: String,
        /// What there is.
        cards: String,
    },
    /// More grains than can be interpreted in reasonable time.
    #[error(
        "the model executes every lane of {grains} grains, which takes too long: give at most {most}; times for more are scaled"
    )]
    TooManyForModel {
        /// What was given.
        grains: usize,
        /// What is possible.
        most: usize,
    },
    /// A table of registers that cannot be used.
    #[error(transparent)]
    Registers(#[from] crate::studies::model::RegisterError),
    /// A kernel that cannot be interpreted.
    #[error(transparent)]
    Interpret(#[from] crate::studies::model::interpreter::InterpretError),
    /// A new scene that cannot be written.
    #[error("cannot write {path}: {reason}; choose a name that is not taken, in a folder that is there", path = path.display())]
    NewScene {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A method that has no kernels.
    #[error("on the gpu contacts are found by --method minkowski only: leave --method out, or use --backend cpu")]
    MethodOnGpu,
    /// The device cannot be used.
    #[error(transparent)]
    Gpu(#[from] crate::device::GpuError),
    /// A shape name nobody knows.
    #[error("no shape is called \"{name}\": use one of {known}")]
    UnknownShape {
        /// What was given.
        name: String,
        /// What there is.
        known: String,
    },
    /// Two walls.
    #[error("two half-spaces have no contact to find: give a finite shape for --shape-a or --shape-b")]
    TwoHalfSpaces,
    /// The worker threads could not be started.
    #[error("cannot start {threads} threads: {reason}; give a smaller number with --threads")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        reason: rayon::ThreadPoolBuildError,
    },
    /// A shape of a random pool that cannot be made.
    #[error("a shape of the pool cannot be made: {0}; try another --seed")]
    Pool(#[from] crate::geometry::ShapeError),
    /// A scene that cannot be used.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A run that cannot start or go on.
    #[error(transparent)]
    Engine(#[from] Box<EngineError>),
    /// A run that broke off after its start.
    #[error("{reason}\nwhat was written so far is in {folder}", folder = folder.display())]
    BrokeOff {
        /// Why.
        reason: Box<EngineError>,
        /// The folder of the run.
        folder: PathBuf,
    },
    /// A file of a run that cannot be written.
    #[error("cannot write {path}: {reason}; check the permissions and the space on the disk", path = path.display())]
    RunFile {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The folder of the results is that of another run.
    #[error(
        "{folder} holds another run ({file} is there): choose another folder with -o, replace that run with --force, or \
         go on with it by packstone resume",
        folder = folder.display()
    )]
    AnotherRun {
        /// The folder.
        folder: PathBuf,
        /// What is in it.
        file: String,
    },
    /// Frames that cannot be read or written.
    #[error(transparent)]
    Frames(#[from] FrameError),
    /// A picture that cannot be made.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A plot that cannot be made.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A study of the literature that cannot be carried out.
    #[error(transparent)]
    Reproduce(Box<ReproduceError>),
    /// A scene has no frames to choose from.
    #[error(
        "{path} is a scene, which has no frames: leave --frame, --time, --chains and --video out to draw its start, or give the folder of a \
         run",
        path = .0.display()
    )]
    NoFramesInScene(PathBuf),
    /// One frame was needed.
    #[error("a plot is of one frame, and {0} were asked for: give --frame first, last or the number of a step")]
    OneFrame(usize),
    /// A film of no known form.
    #[error("{path}: a film needs an ending, as in {path}.gif or {path}.mp4", path = .0.display())]
    FilmEnding(PathBuf),
    /// There is no ffmpeg.
    #[error(
        "cannot make {video}: ffmpeg did not start ({reason}). Install it (apt install ffmpeg, brew install ffmpeg, winget \
         install ffmpeg), or give --video FILE.gif, which needs nothing. The pictures are in {folder}; by hand:\n  {command}",
        video = video.display(), folder = folder.display()
    )]
    NoFfmpeg {
        /// The film.
        video: PathBuf,
        /// Where its pictures are.
        folder: PathBuf,
        /// How it is made from them.
        command: String,
        /// What the system says.
        reason: String,
    },
    /// ffmpeg did not like something.
    #[error("ffmpeg could not make {video}: {reason}\nit was called as\n  {command}", video = video.display())]
    FfmpegFailed {
        /// The film.
        video: PathBuf,
        /// How it was called.
        command: String,
        /// The last that it said.
        reason: String,
    },
    /// The folder of the results is a file.
    #[error("{path} is not a folder: choose another place for the results with -o", path = .0.display())]
    NotAFolder(PathBuf),
    /// There is no folder to go on from.
    #[error("{path}: there is no such folder; give the one that packstone run has written", path = .0.display())]
    NoRun(PathBuf),
    /// There is no checkpoint to go on from.
    #[error("{path}: there is no checkpoint; give a folder that packstone run has written", path = .0.display())]
    NoCheckpoint(PathBuf),
    /// A checkpoint that is not as it was written.
    #[error("{path} {problem}; the run has to be started anew with packstone run", path = path.display())]
    BadCheckpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A table of the run that some other program has written.
    #[error("{path}: the first line is not that of a series of this version (CHANGELOG.md lists renamed columns); move the file away, or go on with the version that wrote it", path = .0.display())]
    NotASeries(PathBuf),
    /// A name that snapshots cannot hold.
    #[error(
        "shape \"{0}\": snapshots are tables, and a name with a line break or with blanks around it would not be read back; \
         choose another name"
    )]
    NameInSnapshot(String),
}

impl From<ReproduceError> for CommandError {
    fn from(error: ReproduceError) -> Self {
        Self::Reproduce(Box::new(error))
    }
}

impl From<EngineError> for CommandError {
    fn from(error: EngineError) -> Self {
        Self::Engine(Box::new(error))
    }
}

/// Does what `cli` asks for.
pub fn run(cli: &Cli) -> Result<Outcome, CommandError> {
    catch_panic::quiet_detectors();
    cli.verbosity.start_log();
    let outcome = carry_out(cli)?;
    match print::failure() {
        Some(reason) => Err(FilesError::Output(reason).into()),
        None => Ok(outcome),
    }
}

fn carry_out(cli: &Cli) -> Result<Outcome, CommandError> {
    match &cli.command {
        Command::Scenes(args) => scenes::list(args),
        Command::New(args) => scenes::new(args),
        Command::Check(args) => check::run(args),
        Command::Run(args) => run::run(args, cli.verbosity),
        Command::Resume(args) => run::resume(args, cli.verbosity),
        Command::Inspect(args) => inspect::run(args),
        Command::Track(args) => track::run(args),
        Command::Export(args) => export::run(args),
        Command::Validate(args) => validate::run(args, cli.verbosity),
        Command::Render(args) => render::run(args),
        Command::Plot(args) => plot::run(args),
        Command::Bench(args) => bench::run(args, cli.verbosity),
        Command::Info(args) => info::run(args),
        Command::Contacts(args) => contacts::run(args, cli.verbosity),
        Command::Hunt(args) => hunt::run(args, cli.verbosity),
        Command::Reproduce(args) => reproduce::command::run(args, cli.verbosity),
        Command::Completions(args) => completions::run(args),
    }
}

fn open(path: &Path) -> Result<File, CommandError> {
    crate::common::files::open(path).map_err(|reason| CommandError::Read { path: path.into(), reason })
}

fn create(path: &Path) -> Result<File, CommandError> {
    File::create(path).map_err(|reason| CommandError::Write { path: path.into(), reason })
}

fn cannot_write(path: &Path) -> impl Fn(io::Error) -> CommandError {
    move |reason| CommandError::Write { path: path.into(), reason }
}
