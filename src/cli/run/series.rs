//! `series.csv`: energies and counts over time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::super::CommandError;
use super::folder::cannot_write;
use crate::common::records::{RecordWriter, records};
use crate::engine::StepReport;

/// Names of the columns, with units; energies are called as in `summary.json`.
pub(super) const COLUMNS: [&str; 23] = [
    "step",
    "time [s]",
    "grains",
    "contacts",
    "wall_contacts",
    "unconverged",
    "largest_overlap [m]",
    "largest_overlap_share",
    "translation [J]",
    "rotation [J]",
    "gravity [J]",
    "elastic [J]",
    "tangential [J]",
    "rolling [J]",
    "dissipated_damping [J]",
    "dissipated_friction [J]",
    "dissipated_rolling [J]",
    "dissipated_drag [J]",
    "wall_work [J]",
    "inserted [J]",
    "patch_work [J]",
    "uncorrected [J]",
    "balance [J]",
];

/// The table, open at its end.
pub(super) struct Series {
    path: PathBuf,
    file: File,
}

impl Series {
    /// A new table.
    pub fn create(path: &Path) -> Result<Self, CommandError> {
        let mut file = crate::common::files::create(path).map_err(cannot_write(path))?;
        file.write_all(RecordWriter::new(COLUMNS).into_text().as_bytes()).map_err(cannot_write(path))?;
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

/// Rows are read line by line: a run may have very many, and the last line may have been cut off.
fn copy_rows(
    mut old: impl BufRead,
    (path, beside): (&Path, &Path),
    keep: impl Fn(u64) -> bool,
) -> Result<(), CommandError> {
    let cannot_read = |reason| CommandError::Read { path: path.into(), reason };
    let cells = |line: &str| records(line).next().map(|record| record.cells).unwrap_or_default();
    let mut line = String::new();
    old.read_line(&mut line).map_err(cannot_read)?;
    if !cells(&line).iter().eq(COLUMNS) {
        return Err(CommandError::NotASeries(path.into()));
    }
    let mut new = BufWriter::new(crate::common::files::create(beside).map_err(cannot_write(beside))?);
    new.write_all(line.as_bytes()).map_err(cannot_write(beside))?;
    loop {
        line.clear();
        if old.read_line(&mut line).map_err(cannot_read)? == 0 {
            return new.flush().map_err(cannot_write(beside));
        }
        let cells = cells(&line);
        let step = cells.get(0).and_then(|cell| cell.parse().ok());
        if line.ends_with('\n') && cells.len() == COLUMNS.len() && step.is_some_and(&keep) {
            new.write_all(line.as_bytes()).map_err(cannot_write(beside))?;
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
        energies.rolling,
        flows.dissipated_damping,
        flows.dissipated_friction,
        flows.dissipated_rolling,
        flows.dissipated_drag,
        flows.wall_work,
        flows.inserted,
        flows.patch_work,
        energies.uncorrected,
        energies.balance(),
    ];
    let mut row = RecordWriter::after(Vec::new());
    row.cell(report.step).numbers(&[report.time]).cell(report.grains);
    row.cell(counts.contacts).cell(counts.wall_contacts).cell(counts.unconverged).numbers(&numbers).end();
    row.into_text()
}
