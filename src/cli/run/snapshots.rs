//! Which scenes can have frames written, and the thread that writes them.

use std::path::Path;

use super::super::CommandError;
use crate::common::files::quote;
use crate::output::frames::{FrameWriter, write_frame};
use crate::output::vtk::Series;
use crate::scene::Scene;
use crate::sim::Simulation;

/// Refuses names of shapes that a row of a table cannot hold.
pub(in crate::cli) fn check_names(scene: &Scene) -> Result<(), CommandError> {
    let unfit = |name: &str| name.contains(char::is_control) || name.trim() != name;
    match scene.shapes.iter().find(|shape| unfit(&shape.name)) {
        Some(shape) => Err(CommandError::NameInSnapshot(quote(&shape.name))),
        None => Ok(()),
    }
}

/// The files for ParaView of a run with this time step [s].
pub(super) fn series(root: &Path, time_step: f64) -> Series {
    Series::new(&root.join("vtk"), time_step, None)
}

/// The thread that writes the frames of a run to its folder.
pub(super) fn writer(root: &Path, run: &Simulation) -> FrameWriter {
    let (root, scene) = (root.to_path_buf(), run.scene().clone());
    let series = series(&root, run.time_step());
    FrameWriter::new(move |frame| {
        if scene.output.vtk {
            series.write(frame, &scene)?;
        }
        write_frame(&root, frame, &scene)
    })
}
