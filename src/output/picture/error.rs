//! Why a picture was not made.

use std::path::PathBuf;

/// Why a picture was not made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A file that cannot be written.
    #[error("cannot write {path}: {reason}; check the permissions and the space on the disk", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system or the encoder says.
        reason: String,
    },
    /// A size that no picture has.
    #[error(
        "a picture of {width} x {height} pixels cannot be drawn; give sides from 64 to 16384 pixels, at most 36 million in all"
    )]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// A camera at its own target.
    #[error("the camera is at its target; give another place or another target")]
    Camera,
    /// Grains that are not of this scene.
    #[error("a grain has the shape number {shape}, but the scene has {known} shapes; give the scene of this run")]
    Shape {
        /// The grain's shape.
        shape: usize,
        /// How many there are.
        known: usize,
    },
    /// The letters could not be drawn.
    #[error("the text of the picture could not be drawn: {0}")]
    Text(String),
}
