//! Why a scene cannot run, or a run cannot go on.

use std::path::PathBuf;

use super::GpuError;
use crate::broad::BroadError;
use crate::geometry::ShapeError;
use crate::narrow::Unsupported;
use crate::scene::SceneError;

/// Why a scene cannot run, or a run cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The scene itself.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A shape at a size that was drawn for it.
    #[error("a grain cannot be made: {0}")]
    Shape(#[from] ShapeError),
    /// Two shapes that no detector treats.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The list of pairs.
    #[error(transparent)]
    Broad(#[from] BroadError),
    /// A state that is not a number.
    #[error(
        "grain {id} has a {what} that is not finite after step {step}: {value}. The step is too long for the forces, or \
         grains overlapped deeply; the last checkpoint is intact"
    )]
    NotFinite {
        /// The grain.
        id: u64,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: String,
        /// The step.
        step: u64,
    },
    /// A grain that the GPU's positions cannot hold.
    #[error(
        "grain {id} has left the map of the GPU at step {step}, at {place}: some million radii of the smallest grain from \
         the origin; put walls around the grains, or use --backend cpu"
    )]
    OffTheMap {
        /// The grain.
        id: u64,
        /// Where it is [m].
        place: String,
        /// The step.
        step: u64,
    },
    /// The GPU.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// A grain that moves too fast to be followed.
    #[error(
        "grain {id} moves {share:.2} of its half-thickness in one step ({speed:.3e} m/s, turning included) after step {step}: it \
         could pass through others unseen. Use a shorter time step, of at most {needed:.1e} s, or lower speeds"
    )]
    TooFast {
        /// The grain.
        id: u64,
        /// Share of its half-thickness.
        share: f64,
        /// Speed of its fastest points [m/s].
        speed: f64,
        /// Steps done.
        step: u64,
        /// The longest step that it could be followed with [s].
        needed: f64,
        /// Whether it was found between two steps.
        whole: bool,
    },
    /// A state that is impossible, found between two steps.
    #[error("{0}")]
    Unsound(String),
    /// Threads that the system does not give.
    #[error("no threads to work with: {0}; ask for fewer")]
    Threads(String),
    /// A checkpoint that cannot be read or written.
    #[error("{path}: {reason}", path = path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

impl EngineError {
    /// Whether the run stands between two steps, so that its state can be looked at and saved.
    pub fn is_between_steps(&self) -> bool {
        matches!(self, Self::TooFast { whole: true, .. } | Self::Unsound(_))
    }
}
