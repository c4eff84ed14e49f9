//! `series.csv`: energies and counts over time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::super::CommandError;
use super::folder::cannot_write;
use crate::engine::StepReport;

/// Names of the columns, with units.
pub(super) const HEADER: &str = "step,time [s],grains,contacts,wall contacts,unconverged,largest overlap [m],largest overlap [share],\
    translation [J],rotation [J],gravity [J],elastic [J],tangential [J],damped [J],dissipated_friction [J],wall work [J],\
    inserted [J],patch work [J],uncorrected [J],balance [J]";

/// The table, open at its end.
pub(super) struct Series {
    path: PathBuf,
    file: File,
}

impl Series {
    /// A new table.
    pub fn create(path: &Path) -> Result<Self, CommandError> {
        let mut file = crate::common::files::create(path).map_err(cannot_write(path))?;
        writeln!(file, "{HEADER}").map_err(cannot_write(path))?;
        Ok(Self { path: path.into(), file })
    }

    /// The table of a run that goes on: rows are kept where `keep` says so of their step. Rows that were cut off when
    /// the run was stopped are left out.
    pub fn reopen(path: &Path, keep: impl Fn(u64) -> bool) -> Result<Self, CommandError> {
        let beside = path.with_extension("partial");
        match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Self::create(path),
            Err(reason) => return Err(CommandError::Read { path: path.into(), reason }),
            Ok(old) => copy_rows(BufReader::new(old), (path, &beside), keep)?,
        }
        fs::rename(&beside, path).map_err(cannot_write(path))?;
        let file = OpenOptions::new().append(true).open(path).map_err(cannot_write(path))?;
        Ok(Self { path: path.into(), file })
    }

    /// Adds a row; `overlap` is the largest since the row before [m], and as a share of a grain's half-thickness.
    pub fn add(&mut self, report: &StepReport, overlap: [f64; 2]) -> Result<(), CommandError> {
        // One write for the whole row: a run that is stopped leaves whole rows.
        self.file.write_all(row(report, overlap).as_bytes()).map_err(cannot_write(&self.path))
    }
}

fn copy_rows(
    mut old: impl BufRead,
    (path, beside): (&Path, &Path),
    keep: impl Fn(u64) -> bool,
) -> Result<(), CommandError> {
    let cannot_read = |reason| CommandError::Read { path: path.into(), reason };
    let mut line = String::new();
    old.read_line(&mut line).map_err(cannot_read)?;
    if line.trim_end() != HEADER {
        return Err(CommandError::NotASeries(path.into()));
    }
    let mut new = BufWriter::new(crate::common::files::create(beside).map_err(cannot_write(beside))?);
    let columns = HEADER.split(',').count();
    loop {
        let step = line.split(',').next().and_then(|cell| cell.parse().ok());
        let whole = line.ends_with('\n') && line.split(',').count() == columns;
        if line.trim_end() == HEADER || whole && step.is_some_and(&keep) {
            new.write_all(line.as_bytes()).map_err(cannot_write(beside))?;
        }
        line.clear();
        if old.read_line(&mut line).map_err(cannot_read)? == 0 {
            return new.flush().map_err(cannot_write(beside));
        }
    }
}

fn row(report: &StepReport, overlap: [f64; 2]) -> String {
    let (counts, energies) = (&report.counts, &report.energies);
    let flows = &energies.flows;
    let numbers = [
        overlap[0],
        overlap[1],
        energies.translation,
        energies.rotation,
        energies.gravity,
        energies.elastic,
        energies.tangential,
        flows.dissipated_damping,
        flows.dissipated_friction,
        flows.wall_work,
        flows.inserted,
        flows.patch_work,
        energies.uncorrected,
        energies.balance(),
    ];
    let mut text = format!(
        "{},{:?},{},{},{},{}",
        report.step, report.time, report.grains, counts.contacts, counts.wall_contacts, counts.unconverged
    );
    numbers.iter().for_each(|number| text.push_str(&format!(",{number:?}")));
    text.push('\n');
    text
}
