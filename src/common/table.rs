//! Tables for the terminal and for markdown files.

use super::records::name_and_unit;

/// Longest cell that is shown whole [characters]: names in files of others may have any length.
const LONGEST_CELL: usize = 200;

/// A table: the first column is text, the others are numbers.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with its column names.
    pub fn new(header: &[&str]) -> Self {
        Self { rows: vec![header.iter().map(ToString::to_string).collect()] }
    }

    /// Adds columns by their names.
    pub fn extend_header(&mut self, names: impl IntoIterator<Item = String>) {
        self.rows[0].extend(names);
    }

    /// Adds a row; it should have as many cells as there are columns.
    pub fn push(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table with aligned columns.
    pub fn to_text(&self) -> String {
        self.lines(|cells| cells.join("  "), |_| None)
    }

    /// The table in markdown.
    pub fn to_markdown(&self) -> String {
        let rule = |columns: usize| {
            let numbers = std::iter::repeat_n(" ---: |", columns.saturating_sub(1));
            Some(format!("| --- |{}", numbers.collect::<String>()))
        };
        self.lines(|cells| format!("| {} |", cells.join(" | ")), rule)
    }

    /// The rows as objects, by the names of the columns without their units. Cells that are numbers become numbers; a dash becomes null.
    pub fn to_json(&self) -> serde_json::Value {
        let value = |cell: &String| match cell.parse::<f64>() {
            Ok(number) => serde_json::json!(number),
            Err(_) if cell == "-" => serde_json::Value::Null,
            Err(_) => cell.as_str().into(),
        };
        let object = |row: &Vec<String>| -> serde_json::Value {
            self.rows[0]
                .iter()
                .map(|name| name_and_unit(name).0.to_owned())
                .zip(row.iter().map(value))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        self.rows[1..].iter().map(object).collect()
    }

    fn lines(&self, join: impl Fn(&[String]) -> String, rule: impl Fn(usize) -> Option<String>) -> String {
        let columns = self.rows[0].len();
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(|cell| cut(cell)).collect()).collect();
        let width = |k: usize| rows.iter().filter_map(|row| row.get(k)).map(|c| c.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|k| width(k).unwrap_or(0)).collect();
        let mut text = String::new();
        for (index, row) in rows.iter().enumerate() {
            let cells =
                row.iter().zip(&widths).enumerate().map(|(k, (cell, width))| {
                    if k == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                });
            text.push_str(join(&cells.collect::<Vec<_>>()).trim_end());
            text.push('\n');
            if index == 0
                && let Some(rule) = rule(columns)
            {
                text.push_str(&rule);
                text.push('\n');
            }
        }
        text
    }
}

/// A cell without its end, if it is very long.
fn cut(cell: &str) -> String {
    match cell.char_indices().nth(LONGEST_CELL) {
        Some((end, _)) => format!("{} ...", &cell[..end]),
        None => cell.to_owned(),
    }
}

/// A small number with two digits, a dash for none, NaN as it is.
pub(crate) fn scientific(value: Option<f64>) -> String {
    match value {
        None => "-".into(),
        Some(0.0) => "0".into(),
        Some(value) => format!("{value:.1e}"),
    }
}

/// The larger of an optional record and a new value; NaN stays once it is there.
pub(crate) fn worst(record: &mut Option<f64>, value: f64) {
    let known = record.unwrap_or(0.0);
    *record = Some(if known.is_nan() || known >= value { known } else { value });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&["name", "n"]);
        table.push(vec!["x".into(), "100".into()]);
        assert_eq!(table.to_text(), "name    n\nx     100\n");
        assert_eq!(table.to_markdown(), "| name |   n |\n| --- | ---: |\n| x    | 100 |\n");
    }

    /// Names of pair files may be of any length.
    #[test]
    fn long_cells_are_cut() {
        let mut table = Table::new(&["name", "n"]);
        table.push(vec!["x".repeat(70_000), "1".into()]);
        assert!(table.to_text().lines().all(|line| line.len() < 250));
        assert_eq!(table.to_json()[0]["name"].as_str().map(str::len), Some(70_000));
    }

    #[test]
    fn the_worst_is_kept() {
        let mut record = None;
        for value in [1.0, 3.0, 2.0] {
            worst(&mut record, value);
        }
        assert_eq!(record, Some(3.0));
        worst(&mut record, f64::NAN);
        worst(&mut record, 5.0);
        assert!(record.is_some_and(f64::is_nan));
    }
}
