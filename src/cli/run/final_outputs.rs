//! What a run leaves to look at: a picture of its last state, and plots of its energies.

use std::path::PathBuf;

use serde::Serialize;

use super::folder::{Folder, cannot_write};
use super::summary;
use crate::cli::CommandError;
use crate::common::files;
use crate::output::picture::{Look, draw};
use crate::output::plots::{Format, write_energies};
use crate::scene::Every;
use crate::sim::Simulation;

/// Names of the plots.
pub(super) const PLOTS: [&str; 2] = ["energies", "kinetic-energy"];

/// Files to look at.
#[derive(Debug, Default, Serialize)]
pub(super) struct FinalOutputs {
    /// The last state; none without grains.
    pub picture: Option<PathBuf>,
    /// Energies over time; none where no rows were asked for.
    pub plots: Vec<PathBuf>,
}

impl FinalOutputs {
    /// Draws them.
    pub fn draw(run: &Simulation, folder: &Folder) -> Result<Self, CommandError> {
        let mut closing = Self::default();
        if !run.grains().is_empty() {
            let look = Look::of(run.scene());
            let path = folder.picture();
            // A link in its place would lead elsewhere.
            files::remove(&path).map_err(cannot_write(&path))?;
            draw(run.scene(), &run.snapshot(), run.time(), &look)?.write_png(&path)?;
            closing.picture = Some(path);
        }
        if run.scene().output.report_every != Every::Never {
            for path in plots(folder) {
                files::remove(&path).map_err(cannot_write(&path))?;
            }
            closing.plots = write_energies(folder.root(), &folder.plots(), Format::Png)?;
        }
        Ok(closing)
    }

    /// Whether the run has left all of them and its summary, so that nothing is to be done after its last step.
    pub fn is_complete(run: &Simulation, folder: &Folder) -> bool {
        let has_plots = || plots(folder).iter().all(|plot| plot.exists());
        (run.grains().is_empty() || folder.picture().exists())
            && (run.scene().output.report_every == Every::Never || has_plots())
            && summary::steps_told(folder) == Some(run.steps_done())
    }

    /// A line for each file.
    pub fn text(&self) -> String {
        let line = |path: &PathBuf, what: &str| format!("{}  {what}\n", path.display());
        let picture = self.picture.iter().map(|path| line(path, "the last state; packstone render draws others"));
        let plots = self.plots.iter().map(|path| line(path, "plotted; packstone plot draws more"));
        picture.chain(plots).collect()
    }
}

/// Where the plots are.
fn plots(folder: &Folder) -> [PathBuf; 2] {
    PLOTS.map(|name| folder.plots().join(name).with_extension("png"))
}
