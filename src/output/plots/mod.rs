//! Plots of a run: energies over time, and the packing in one frame.
//!
//! ```no_run
//! use packstone::output::frames::RunFolder;
//! use packstone::output::plots::{Format, write_all};
//!
//! let folder = RunFolder::open("quickstart")?;
//! let files = write_all(&folder, &folder.last()?, "quickstart/plots".as_ref(), Format::Png)?;
//! assert_eq!(files.len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chart;
mod energies;
mod packing;
mod paint;
mod series;

use std::fs;
use std::path::{Path, PathBuf};

pub use chart::{Chart, Curve, Format, Style};
pub use energies::{energies, kinetic_energy};
pub use packing::{coordination, force_distribution, histogram, overlaps, packing_by_height};
pub use series::TimeSeries;

use crate::output::analysis::Analysis;
use crate::output::frames::{Frame, RunFolder};

/// Why a plot was not made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlotError {
    /// A file that cannot be read.
    #[error("cannot read {path}: {reason}; give the folder of a run that has report_every in [output]", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A table that is not as a run writes it.
    #[error("{path}:{line}: {problem}", path = path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A file that cannot be written.
    #[error("cannot write {path}: {reason}; choose another place with -o", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system or the encoder says.
        reason: String,
    },
}

/// The plots of energies of the run in `root`, written to `target`; returns their files. A run that has just ended can
/// leave them so.
pub fn write_energies(root: &Path, target: &Path, format: Format) -> Result<Vec<PathBuf>, PlotError> {
    let series = TimeSeries::read(&root.join("series.csv"))?;
    let charts = [("energies", energies(&series)), ("kinetic-energy", kinetic_energy(&series))];
    write(target, format, charts)
}

/// All plots of a run, with the packing as it is in `frame`, written to the folder `target`; returns their files.
pub fn write_all(folder: &RunFolder, frame: &Frame, target: &Path, format: Format) -> Result<Vec<PathBuf>, PlotError> {
    let mut files = write_energies(folder.root(), target, format)?;
    let found = Analysis::of(frame, folder.scene());
    let slabs: Vec<([f64; 2], f64)> = found.slabs.iter().map(|slab| (slab.heights, slab.fraction)).collect();
    let forces: Vec<f64> = frame.contacts.iter().map(|contact| contact.normal_force()).collect();
    let depths: Vec<f64> = frame.contacts.iter().map(|contact| contact.overlap).collect();
    let at = format!("t = {:.4} s", frame.time);
    let charts = [
        ("packing-by-height", packing_by_height(&slabs, &at)),
        ("coordination", coordination(&found.coordination.histogram, &at)),
        ("force-distribution", force_distribution(&forces, &at)),
        ("overlaps", overlaps(&depths, &at)),
    ];
    files.extend(write(target, format, charts)?);
    Ok(files)
}

fn write<const N: usize>(target: &Path, format: Format, charts: [(&str, Chart); N]) -> Result<Vec<PathBuf>, PlotError> {
    fs::create_dir_all(target).map_err(|error| PlotError::Write { path: target.into(), reason: error.to_string() })?;
    charts
        .into_iter()
        .map(|(name, chart)| {
            let path = target.join(name).with_extension(format.ending());
            chart.write(&path, format)?;
            Ok(path)
        })
        .collect()
}
