//! `series.csv` of a run, read back.

use std::fs;
use std::path::Path;

use super::PlotError;
use crate::common::files::quote;
use crate::common::records::{name_and_unit, records};

/// Energies and counts over time, column by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeSeries {
    names: Vec<String>,
    columns: Vec<Vec<f64>>,
}

impl TimeSeries {
    /// Reads the table of a run. A last row that was cut off when the run was stopped is left out.
    pub fn read(path: &Path) -> Result<Self, PlotError> {
        let text = fs::read_to_string(path)
            .map_err(|error| PlotError::Read { path: path.into(), reason: error.to_string() })?;
        Self::parse(&text).map_err(|(line, problem)| PlotError::Table { path: path.into(), line, problem })
    }

    /// Reads the text of a table; line and problem where it is not one. Lines that begin with # tell what made it.
    fn parse(text: &str) -> Result<Self, (usize, String)> {
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut rows = records(whole);
        let header = rows.next().ok_or((1, "the table is empty; run the scene again".to_owned()))?;
        let names: Vec<String> = header.cells.iter().map(|name| name.trim().to_owned()).collect();
        let refuse = |problem: &str| Err((header.line, problem.to_owned()));
        if names.iter().any(|name| name == "wall work [J]") {
            return refuse("its columns are those of version 0.1.0 (CHANGELOG.md); run the scene again");
        }
        if !names.iter().any(|name| name == "time [s]") {
            return refuse("there is no column \"time [s]\"; give the series.csv of a run");
        }
        let mut columns = vec![Vec::new(); names.len()];
        for row in rows {
            if row.cells.len() != names.len() {
                let (found, needed) = (row.cells.len(), names.len());
                return Err((row.line, format!("{found} cells where there are {needed} columns; remove the line")));
            }
            for (column, cell) in columns.iter_mut().zip(&row.cells) {
                let value = cell.trim().parse();
                let problem = || format!("\"{}\" is not a number; remove the line", quote(cell));
                column.push(value.map_err(|_| (row.line, problem()))?);
            }
        }
        Ok(Self { names, columns })
    }

    /// The values of a column by its name without unit, as in "rotation"; empty if there is none.
    pub fn column(&self, name: &str) -> &[f64] {
        let is_it = |full: &String| name_and_unit(full).0 == name;
        self.names.iter().position(is_it).map_or(&[], |index| &self.columns[index])
    }

    /// Time and another column, row by row.
    pub fn over_time(&self, name: &str) -> Vec<(f64, f64)> {
        self.column("time").iter().copied().zip(self.column(name).iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_and_faults_are_told_with_their_line() {
        let good = "# made by\nstep,time [s],rotation [J]\n0,0.0,1e-3\n10,0.5,2e-3\n20,1.";
        let series = TimeSeries::parse(good).expect("a table");
        assert_eq!(series.over_time("rotation"), [(0.0, 1e-3), (0.5, 2e-3)]);
        assert!(series.column("elastic").is_empty());
        for (bad, line) in [("", 1), ("a,b\n1,2\n", 1), ("step,time [s]\n1\n", 2), ("step,time [s]\n1,2\n1,x\n", 3)] {
            assert_eq!(TimeSeries::parse(bad).expect_err("no table").0, line, "{bad}");
        }
    }
}
