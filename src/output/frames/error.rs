//! Why a frame cannot be read or written.

use std::io;
use std::path::PathBuf;

use crate::geometry::ShapeError;
use crate::scene::SceneError;

/// Why a frame cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// A folder without a run.
    #[error("{path}: there is no run in this folder ({missing} is missing); give one that packstone run has written", path = path.display())]
    NoRun {
        /// The folder.
        path: PathBuf,
        /// What should be there.
        missing: &'static str,
    },
    /// A run without frames.
    #[error("{path}: there are no frames; run the scene with snapshot_every in [output]", path = .0.display())]
    NoFrames(PathBuf),
    /// A step without a frame.
    #[error("{path}: there is no frame of step {step}; {advice}", path = path.display())]
    NoSuchStep {
        /// The folder of the frames.
        path: PathBuf,
        /// The step that was asked for.
        step: u64,
        /// Which steps there are.
        advice: String,
    },
    /// A time after the last frame.
    #[error("{path}: there is no frame of {time} s; the last one is of {end:.6} s", path = path.display())]
    NoSuchTime {
        /// The folder of the run.
        path: PathBuf,
        /// The time that was asked for [s].
        time: f64,
        /// The time of the last frame [s].
        end: f64,
    },
    /// A file that the system does not read.
    #[error("cannot read {path}: {reason}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file that the system does not write.
    #[error("cannot write {path}: {reason}; make room or choose another place with -o", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file that is not as it was written.
    #[error("{path}:{line}: {problem}", path = path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong, with column and value, and what to do.
        problem: String,
    },
    /// The scene of the run.
    #[error("the scene of the run cannot be used: {0}")]
    Scene(#[from] SceneError),
    /// A shape at the size that a frame has it.
    #[error("a grain of the frame cannot be made: {0}")]
    Shape(#[from] ShapeError),
    /// The thread that writes has ended without a word.
    #[error("the thread that writes frames has stopped; frames after the last checkpoint may be missing")]
    WriterGone,
}
