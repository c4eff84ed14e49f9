//! Tables with commas: the `csv` crate cuts and quotes cells, this module knows lines and units.
//!
//! The crate places a record where the comments and empty lines before it begin; errors must name the line of the record
//! itself. Texts are in memory already, within the limit of whoever read them, and no record is larger than its text.

use std::fmt::{Arguments, Display, Write as _};

use csv::{ByteRecord, QuoteStyle, ReaderBuilder, StringRecord, WriterBuilder};

/// The records of a text; lines that begin with `#` and empty ones are left out.
pub(crate) struct Records<'a> {
    text: &'a str,
    reader: csv::Reader<&'a [u8]>,
    /// Bytes whose lines are counted, and the line that they end on.
    counted: usize,
    line: usize,
}

/// Cells of a table, and the line on which they begin, counted from 1.
pub(crate) struct Record {
    pub line: usize,
    pub cells: StringRecord,
}

impl Record {
    /// Whether a quote takes in the end of its line. No name has a line break: the quote was left open.
    pub fn has_open_quote(&self) -> bool {
        self.cells.iter().any(|cell| cell.contains('\n'))
    }
}

/// Reads a text from its start.
pub(crate) fn records(text: &str) -> Records<'_> {
    let text = text.trim_start_matches('\u{feff}');
    let reader =
        ReaderBuilder::new().has_headers(false).flexible(true).comment(Some(b'#')).from_reader(text.as_bytes());
    Records { text, reader, counted: 0, line: 1 }
}

impl Records<'_> {
    /// Where a record begins that the reader has found from `from` on: after empty lines and comments [B].
    fn start(&self, mut from: usize) -> usize {
        loop {
            let rest = &self.text[from..];
            match rest.as_bytes().first() {
                Some(b'#') => from += rest.find('\n').unwrap_or(rest.len()),
                Some(b'\n' | b'\r') => from += 1,
                _ => return from,
            }
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        loop {
            let from = self.reader.position().byte() as usize;
            let mut cells = ByteRecord::new();
            // A text in memory can always be read.
            if !self.reader.read_byte_record(&mut cells).ok()? {
                return None;
            }
            let start = self.start(from);
            self.line += self.text[self.counted..start].matches('\n').count();
            self.counted = start;
            // Cells of a text are texts.
            let record = Record { line: self.line, cells: StringRecord::from_byte_record_lossy(cells) };
            let is_blank = record.cells.len() == 1 && record.cells[0].trim().is_empty();
            let is_comment = self.text[start..].trim_start_matches([' ', '\t']).starts_with('#');
            // A comment that stands further in is read as cells: an open quote in it would take rows with it.
            if record.has_open_quote() || !is_blank && !is_comment {
                return Some(record);
            }
        }
    }
}

/// Name and unit of a column such as `time [s]`.
pub(crate) fn name_and_unit(column: &str) -> (&str, Option<&str>) {
    let column = column.trim();
    match column.strip_suffix(']').and_then(|start| start.rsplit_once('[')) {
        Some((name, unit)) => (name.trim_end(), Some(unit.trim())),
        None => (column, None),
    }
}

/// A number with as many digits as it takes to read the same number back.
pub(crate) fn number(value: f64) -> String {
    format!("{value:?}")
}

/// The text of a table that is being written: cells are quoted where they must be. Writing to memory cannot fail.
pub(crate) struct RecordWriter {
    writer: csv::Writer<Vec<u8>>,
    /// The cell that is being written.
    cell: String,
}

impl RecordWriter {
    /// After lines of text that begin with `#`.
    pub fn after(head: impl Into<Vec<u8>>) -> Self {
        let mut form = WriterBuilder::new();
        form.flexible(true).quote_style(QuoteStyle::Necessary).comment(Some(b'#'));
        Self { writer: form.from_writer(head.into()), cell: String::new() }
    }

    /// An empty table with its column names.
    pub fn new<S: AsRef<[u8]>>(columns: impl IntoIterator<Item = S>) -> Self {
        let mut table = Self::after(Vec::new());
        table.row(columns);
        table
    }

    /// Adds a cell to the row that is being written.
    pub fn cell(&mut self, value: impl Display) -> &mut Self {
        self.formatted(format_args!("{value}"))
    }

    /// Adds cells with numbers.
    pub fn numbers(&mut self, values: &[f64]) -> &mut Self {
        for value in values {
            self.formatted(format_args!("{value:?}"));
        }
        self
    }

    fn formatted(&mut self, text: Arguments) -> &mut Self {
        self.cell.clear();
        let _ = self.cell.write_fmt(text);
        let _ = self.writer.write_field(&self.cell);
        self
    }

    /// Ends the row.
    pub fn end(&mut self) {
        let _ = self.writer.write_record(None::<&[u8]>);
    }

    /// Adds a whole row.
    pub fn row<S: AsRef<[u8]>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let _ = self.writer.write_record(cells);
    }

    /// The text.
    pub fn into_text(self) -> String {
        let bytes = self.writer.into_inner().unwrap_or_default();
        // Cells were texts.
        String::from_utf8(bytes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_know_their_lines() {
        let text = "\u{feff}# a\r\n\r\nx,y\r\n  \n # b\n1,\"2,\"\"3\"\"\"\n#c\n\n\n4,5";
        let found: Vec<(usize, Vec<String>)> =
            records(text).map(|record| (record.line, record.cells.iter().map(str::to_owned).collect())).collect();
        let row = |line, a: &str, b: &str| (line, vec![a.to_owned(), b.to_owned()]);
        assert_eq!(found, [row(3, "x", "y"), row(6, "1", "2,\"3\""), row(10, "4", "5")]);
    }

    #[test]
    fn an_open_quote_is_seen_where_it_is() {
        let last = records("a,b\n1,2\n3,\"4\n5,6\n").last().expect("a record");
        assert_eq!((last.line, last.has_open_quote()), (3, true));
        let comment = records("a,b\n # c,\"d\n1,2\n").last().expect("a record");
        assert_eq!((comment.line, comment.has_open_quote()), (2, true));
    }

    #[test]
    fn cells_come_back_as_they_were() {
        let cells = ["#1", "a, b", "say \"no\"", " x ", "", "-0.0", "1e-310"];
        let mut table = RecordWriter::new(cells);
        table.row(cells);
        let text = table.into_text();
        assert!(records(&text).all(|record| record.cells.iter().eq(cells)) && records(&text).count() == 2, "{text}");
    }

    #[test]
    fn units_stand_in_brackets() {
        assert_eq!(name_and_unit("time [s]"), ("time", Some("s")));
        assert_eq!(name_and_unit("grains"), ("grains", None));
    }
}
