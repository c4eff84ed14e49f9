//! What a run leaves to look at: a picture of its last state, and plots of its energies.

use std::path::PathBuf;

use serde::Serialize;

use super::folder::Folder;
use crate::command::CommandError;
use crate::engine::Simulation;
use crate::picture::{Look, draw};
use crate::plots::{Format, write_energies};
use crate::scene::Every;

/// Files to look at.
#[derive(Debug, Default, Serialize)]
pub(super) struct Closing {
    /// The last state; none without grains.
    pub picture: Option<PathBuf>,
    /// Energies over time; none where no rows were asked for.
    pub plots: Vec<PathBuf>,
}

impl Closing {
    /// Draws them.
    pub fn draw(run: &Simulation, folder: &Folder) -> Result<Self, CommandError> {
        let mut closing = Self::default();
        if !run.grains().is_empty() {
            let look = Look::of(run.scene());
            let path = folder.picture();
            draw(run.scene(), &run.snapshot(), run.time(), &look)?.write_png(&path)?;
            closing.picture = Some(path);
        }
        if run.scene().output.report_every != Every::Never {
            closing.plots = write_energies(folder.root(), &folder.plots(), Format::Png)?;
        }
        Ok(closing)
    }

    /// A line for each file.
    pub fn text(&self) -> String {
        let line = |path: &PathBuf, what: &str| format!("{}  {what}\n", path.display());
        let picture = self.picture.iter().map(|path| line(path, "the last state; packstone render draws others"));
        let plots = self.plots.iter().map(|path| line(path, "plotted; packstone plot draws more"));
        picture.chain(plots).collect()
    }
}
