//! Tables of a frame: lines of `# key = value`, a header of names with units, rows of cells.

use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use glam::DVec3;

use super::{Frame, FrameError};
use crate::common::files::{self, quote};
use crate::common::records::{Record, RecordWriter, name_and_unit, records};

/// A table with its columns, after lines that tell what it is of and what made it.
pub(super) fn begin(frame: &Frame, what: &str, columns: &[&str]) -> RecordWriter {
    let mut text = format!("# {what}\n");
    let of_frame = [("step", frame.step.to_string()), ("time", format!("{:?}", frame.time))];
    for (key, value) in frame.provenance.entries().into_iter().chain(of_frame) {
        // Writing to a text in memory cannot fail.
        let _ = writeln!(text, "# {key} = {value}");
    }
    let mut table = RecordWriter::after(text);
    table.row(columns);
    table
}

/// The text of a table, cut into its parts.
pub(super) struct Table {
    path: PathBuf,
    text: String,
}

impl Table {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<Self, FrameError> {
        let text =
            files::read_text(path, u64::MAX - 1).map_err(|reason| FrameError::Read { path: path.into(), reason })?;
        Ok(Self { path: path.into(), text })
    }

    /// Keys and values of the lines before the header.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        let lines = self.text.lines().map_while(|line| line.strip_prefix('#'));
        lines.filter_map(|line| line.split_once('=')).map(|(key, value)| (key.trim(), value.trim()))
    }

    /// The value of a key before the header.
    pub fn entry<T: FromStr>(&self, key: &str) -> Result<T, FrameError> {
        let value = self.entries().find(|(name, _)| *name == key).and_then(|(_, value)| value.parse().ok());
        value.ok_or_else(|| {
            self.problem(1, format!("no line \"# {key} = ...\" that can be read; it is no frame of this version"))
        })
    }

    /// The rows after the header, which must be `columns`; frames of version 0.1.0 have no units and lack the last `newer`
    /// columns.
    pub fn rows(
        &self,
        columns: &'static [&'static str],
        newer: usize,
    ) -> Result<impl Iterator<Item = Result<Row<'_>, FrameError>>, FrameError> {
        let mut all = records(&self.text);
        let header = all.next().ok_or_else(|| self.problem(1, "no header row; the file was cut off".into()))?;
        let older = &columns[..columns.len() - newer];
        let columns = if is_header(&header, older) { older } else { columns };
        if !is_header(&header, columns) {
            let (found, expected) = (header.cells.iter().collect::<Vec<_>>().join(","), columns.join(","));
            return Err(self.problem(
                header.line,
                format!("the header is \"{}\", but frames of this version have \"{expected}\"", quote(&found)),
            ));
        }
        Ok(all.map(move |record| {
            if record.cells.len() != columns.len() || record.has_open_quote() {
                let (found, needed) = (record.cells.len(), columns.len());
                return Err(self.problem(
                    record.line,
                    format!("{found} cells in a table of {needed} columns; the file was cut off or changed"),
                ));
            }
            Ok(Row { table: self, columns, record })
        }))
    }

    pub fn problem(&self, line: usize, problem: String) -> FrameError {
        FrameError::Table { path: self.path.clone(), line, problem }
    }
}

/// Whether a header has these columns; units may be left out.
fn is_header(header: &Record, columns: &[&str]) -> bool {
    let is = |(found, column): (&str, &&str)| found == *column || found == name_and_unit(column).0;
    header.cells.len() == columns.len() && header.cells.iter().zip(columns).all(is)
}

/// A row of a table.
pub(super) struct Row<'a> {
    table: &'a Table,
    columns: &'static [&'static str],
    record: Record,
}

impl Row<'_> {
    /// Whether the table has a column with this place.
    pub fn has(&self, column: usize) -> bool {
        column < self.columns.len()
    }

    /// The text in a column, by its place.
    pub fn cell(&self, column: usize) -> &str {
        &self.record.cells[column]
    }

    /// The value in a column.
    pub fn value<T: FromStr>(&self, column: usize) -> Result<T, FrameError> {
        self.cell(column).trim().parse().map_err(|_| self.refuse(column, "cannot be read as a number"))
    }

    /// The finite number in a column.
    pub fn number(&self, column: usize) -> Result<f64, FrameError> {
        let number: f64 = self.value(column)?;
        if number.is_finite() { Ok(number) } else { Err(self.refuse(column, "is not a finite number")) }
    }

    /// The vector in three columns.
    pub fn vector(&self, first: usize) -> Result<DVec3, FrameError> {
        Ok(DVec3::new(self.number(first)?, self.number(first + 1)?, self.number(first + 2)?))
    }

    /// The value of a column cannot be used.
    pub fn refuse(&self, column: usize, problem: impl Display) -> FrameError {
        let (name, value) = (self.columns[column], quote(self.cell(column)));
        self.table.problem(self.record.line, format!("column {} ({name}): \"{value}\" {problem}", column + 1))
    }
}
