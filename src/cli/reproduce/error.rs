//! Why a study was not carried out.

use std::path::PathBuf;

use crate::cli::CommandError;
use crate::engine::EngineError;
use crate::geometry::ShapeError;
use crate::narrow::Unsupported;
use crate::output::frames::FrameError;
use crate::output::picture::PictureError;
use crate::output::plots::PlotError;
use crate::scene::SceneError;
use crate::studies::planar::PlanarShapeError;

/// Why a study was not carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReproduceError {
    /// A study nobody knows.
    #[error("no study is called \"{name}\": use one of {known}, or no name for all of them")]
    Unknown {
        /// What was given.
        name: String,
        /// What there is.
        known: String,
    },
    /// Ctrl-C.
    #[error("stopped before the study {0} had ended: it left no report; those of earlier studies are complete")]
    Stopped(&'static str),
    /// A file that cannot be written.
    #[error("cannot write {path}: {reason}; choose another folder with -o", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// Too few starts with enough collisions.
    #[error(
        "{what}: only {found} of the starts that were tried have enough collisions, {wanted} are wanted; use --backend cpu"
    )]
    Starts {
        /// What was tried.
        what: String,
        /// Starts that count.
        found: usize,
        /// Starts that are needed.
        wanted: usize,
    },
    /// A file of a run that cannot be read.
    #[error("cannot read {path}: {reason}; remove the folder of the run and repeat the study", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A scene that lacks a key which its small version changes.
    #[error("the scene \"{scene}\" of this program has no line for \"{key}\"")]
    NoKey {
        /// The scene.
        scene: String,
        /// The key.
        key: String,
    },
    /// A run of a study.
    #[error(transparent)]
    Run(Box<CommandError>),
    /// The worker threads could not be started.
    #[error("cannot start {threads} threads: {reason}; give a smaller number with --threads")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        reason: rayon::ThreadPoolBuildError,
    },
    /// A scene that a study needs and the program does not hold.
    #[error("the scene \"{0}\" is not in this program; packstone scenes lists those that are")]
    NoScene(String),
    /// A result that cannot be put in numbers.
    #[error("the result \"{key}\" cannot be written as JSON: {reason}")]
    Result {
        /// Its name.
        key: String,
        /// What the encoder says.
        reason: serde_json::Error,
    },
    /// A pair of the literature that cannot be read.
    #[error("line {line} of the embedded pairs: {reason}")]
    Pair {
        /// The line, counted from 1.
        line: usize,
        /// Why.
        reason: String,
    },
    /// A scene.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A run.
    #[error(transparent)]
    Engine(Box<EngineError>),
    /// Frames.
    #[error(transparent)]
    Frames(#[from] FrameError),
    /// A picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A plot.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A shape in the plane.
    #[error(transparent)]
    PlanarShape(#[from] PlanarShapeError),
    /// A pair that a detector does not treat.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

impl From<EngineError> for ReproduceError {
    fn from(error: EngineError) -> Self {
        Self::Engine(Box::new(error))
    }
}
