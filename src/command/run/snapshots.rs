//! Which scenes can have frames written, and the thread that writes them.

use std::path::Path;

use super::super::CommandError;
use crate::frames::{FrameWriter, write_frame};
use crate::scene::{Every, Scene};

/// Refuses names of shapes that a table with commas cannot hold.
pub(in crate::command) fn check_names(scene: &Scene) -> Result<(), CommandError> {
    let unfit = |name: &str| name.contains([',', '"', '\n', '\r']) || name.trim() != name;
    match scene.shapes.iter().find(|shape| unfit(&shape.name)) {
        Some(shape) if scene.output.snapshot_every != Every::Never => {
            Err(CommandError::NameInSnapshot(shape.name.clone()))
        }
        _ => Ok(()),
    }
}

/// The thread that writes the frames of a run of `scene` to its folder.
pub(super) fn writer(root: &Path, scene: &Scene) -> FrameWriter {
    let (root, scene) = (root.to_path_buf(), scene.clone());
    FrameWriter::new(move |frame| write_frame(&root, frame, &scene))
}
