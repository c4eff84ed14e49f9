//! Why a scene cannot run, or a run cannot go on.

use std::path::PathBuf;

use crate::bodies::ShapeError;
use crate::broad::BroadError;
use crate::contact::Unsupported;
use crate::gpu::GpuError;
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
        "grain {id} moves {share:.2} of its own radius in one step ({speed:.3e} m/s) at step {step}: contacts would be \
         missed. Use a shorter time step or a stiffer material"
    )]
    TooFast {
        /// The grain.
        id: u64,
        /// Share of its radius.
        share: f64,
        /// Its speed [m/s].
        speed: f64,
        /// The step.
        step: u64,
    },
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
