//! `snapshots/NNNNNNNNNN.csv`: all grains at one instant, in the format of `[[particles]]`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::super::CommandError;
use super::folder::cannot_write;
use crate::engine::Simulation;
use crate::scene::{Every, Scene};

/// Names of the columns, as `[[particles]]` reads them.
const HEADER: &str = "id,shape,scale,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,coordination\n";

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

/// The file of a step.
fn file_of(folder: &Path, step: u64) -> PathBuf {
    folder.join(format!("{step:010}.csv"))
}

/// Writes all grains as they are now.
pub(super) fn write(folder: &Path, run: &Simulation) -> Result<(), CommandError> {
    let path = file_of(folder, run.steps_done());
    fs::write(&path, table(run)).map_err(cannot_write(&path))
}

fn table(run: &Simulation) -> String {
    let all = run.snapshot();
    let mut text = String::from(HEADER);
    for grain in 0..all.ids.len() {
        let spin = all.angular_velocities[grain];
        // A scene gives the velocity of the same point as the position; the engine has that of the centre of mass.
        let from_center = all.positions[grain] - run.grains().poses[grain].position;
        let velocity = all.velocities[grain] + spin.cross(from_center);
        let turn = all.orientations[grain];
        let name = &run.scene().shapes[all.shapes[grain]].name;
        let numbers = [all.positions[grain].to_array().as_slice(), &[turn.w, turn.x, turn.y, turn.z]]
            .concat()
            .into_iter()
            .chain(velocity.to_array())
            .chain(spin.to_array());
        // Writing to a text in memory cannot fail.
        let _ = write!(text, "{},{name},{:?}", all.ids[grain], all.scales[grain]);
        for number in numbers {
            let _ = write!(text, ",{number:?}");
        }
        let _ = writeln!(text, ",{}", all.coordination[grain]);
    }
    text
}

/// Removes snapshots unless `keep` says so of their step; other files stay.
pub(super) fn remove(folder: &Path, keep: impl Fn(u64) -> bool) -> Result<(), CommandError> {
    let entries = fs::read_dir(folder).map_err(|reason| CommandError::Read { path: folder.into(), reason })?;
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.parse().ok());
        if stem.is_some_and(|step| path == file_of(folder, step) && !keep(step)) {
            fs::remove_file(&path).map_err(cannot_write(&path))?;
        }
    }
    Ok(())
}
