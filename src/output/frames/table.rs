//! Tables with commas: lines of `# key = value`, a header, rows of cells.

use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use glam::DVec3;

use super::{Frame, FrameError};
use crate::common::files::{self, quote};

/// The lines before the header: what the table is of, and what made it.
pub(super) fn preamble(frame: &Frame, what: &str) -> String {
    let mut text = format!("# {what}\n");
    let of_frame = [("step", frame.step.to_string()), ("time", format!("{:?}", frame.time))];
    for (key, value) in frame.provenance.entries().into_iter().chain(of_frame) {
        // Writing to a text in memory cannot fail.
        let _ = writeln!(text, "# {key} = {value}");
    }
    text
}

/// Adds numbers with a comma before each, with as many digits as it takes to read the same number back.
pub(super) fn push_numbers(text: &mut String, numbers: &[f64]) {
    for number in numbers {
        let _ = write!(text, ",{number:?}");
    }
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

    /// The rows after the header, which must be `columns`; frames of older versions lack the last `newer` of them.
    pub fn rows(
        &self,
        columns: &'static [&'static str],
        newer: usize,
    ) -> Result<impl Iterator<Item = Result<Row<'_>, FrameError>>, FrameError> {
        let mut lines =
            (1..).zip(self.text.lines()).filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let (number, header) =
            lines.next().ok_or_else(|| self.problem(1, "no header row; the file was cut off".into()))?;
        let older = &columns[..columns.len() - newer];
        let is = |columns: &[&str]| header.split(',').eq(columns.iter().copied());
        let columns = if is(older) { older } else { columns };
        if !is(columns) {
            let expected = columns.join(",");
            return Err(self.problem(
                number,
                format!("the header is \"{}\", but frames of this version have \"{expected}\"", quote(header)),
            ));
        }
        Ok(lines.map(move |(line, text)| {
            let cells: Vec<&str> = text.split(',').collect();
            if cells.len() != columns.len() {
                let found = cells.len();
                return Err(self.problem(
                    line,
                    format!("{found} cells in a table of {} columns; the file was cut off or changed", columns.len()),
                ));
            }
            Ok(Row { table: self, line, columns, cells })
        }))
    }

    pub fn problem(&self, line: usize, problem: String) -> FrameError {
        FrameError::Table { path: self.path.clone(), line, problem }
    }
}

/// A row of a table.
pub(super) struct Row<'a> {
    table: &'a Table,
    line: usize,
    columns: &'static [&'static str],
    cells: Vec<&'a str>,
}

impl<'a> Row<'a> {
    /// Whether the table has a column with this place.
    pub fn has(&self, column: usize) -> bool {
        column < self.cells.len()
    }

    /// The text in a column, by its place.
    pub fn cell(&self, column: usize) -> &'a str {
        self.cells[column].trim()
    }

    /// The value in a column.
    pub fn value<T: FromStr>(&self, column: usize) -> Result<T, FrameError> {
        self.cell(column).parse().map_err(|_| self.refuse(column, "cannot be read as a number"))
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
        let (name, value) = (self.columns[column], quote(self.cells[column]));
        self.table.problem(self.line, format!("column {} ({name}): \"{value}\" {problem}", column + 1))
    }
}
