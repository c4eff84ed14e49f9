//! Reading a pair file line by line, however long it is.

use std::io::{self, BufRead, Read as _};

use super::error::PairError;
use super::record::{Pair, PairRecord};

/// Longest line [B]: a pair of polyhedra with a hundred thousand corners each takes half of it.
const LONGEST_LINE: u64 = 32 << 20;

/// A line that holds a pair, or why it does not.
#[derive(Debug)]
pub struct NumberedPair {
    /// Line number, from 1.
    pub line: usize,
    /// The pair.
    pub pair: Result<Pair, PairError>,
}

/// The pairs of a file, one at a time; blank lines are passed over. An input error ends the reading.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    line: usize,
    text: Vec<u8>,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    /// The pairs that `reader` holds.
    pub fn new(reader: R) -> Self {
        Self { reader, line: 0, text: Vec::new(), ended: false }
    }

    /// Bytes to the next line's end into `text`, as far as they are kept; false at the end of the file.
    fn next_text(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.line += 1;
        let read = self.reader.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut self.text)?;
        if self.text.len() as u64 > LONGEST_LINE {
            self.reader.skip_until(b'\n')?;
        }
        Ok(read > 0)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<NumberedPair>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.next_text() {
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
                Ok(false) => self.ended = true,
                Ok(true) if self.text.trim_ascii().is_empty() => {}
                Ok(true) => return Some(Ok(NumberedPair { line: self.line, pair: parse(&self.text) })),
            }
        }
        None
    }
}

fn parse(text: &[u8]) -> Result<Pair, PairError> {
    if text.len() as u64 > LONGEST_LINE {
        return Err(PairError::TooLong(LONGEST_LINE >> 20));
    }
    serde_json::from_slice::<PairRecord>(text)?.pair()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::pairs::{BodyRecord, ExpectedRecord, ShapeRecord};

    fn body(shape: &str) -> String {
        format!(r#"{{"shape": {shape}, "position": [0.1, 2e-3, -7], "orientation": [2, 0, 0, 0]}}"#)
    }

    fn line(shape: &str, more: &str) -> String {
        let ball = body(r#"{"type": "sphere", "radius": 1}"#);
        format!(r#"{{"id": "i", "family": "f", "a": {}, "b": {ball}, "size": 1.5{more}}}"#, body(shape))
    }

    fn only(text: &str) -> Result<Pair, PairError> {
        let mut lines = Lines::new(text.as_bytes());
        let first = lines.next().expect("a line").expect("bytes in memory can be read");
        assert!(lines.next().is_none());
        first.pair
    }

    #[track_caller]
    fn refused(text: &str, reason: &str) {
        let message = only(text).expect_err("the line is wrong").to_string();
        assert!(message.contains(reason), "{message}");
    }

    #[test]
    fn further_keys_are_ignored_and_quaternions_normalised() {
        let pair = only(&line(r#"{"type": "ellipsoid", "radii": [1, 2, 3]}"#, r#", "note": [1], "published": {}"#));
        let pair = pair.expect("a valid line");
        assert_eq!(pair.a.pose.orientation.w, 1.0);
        assert_eq!(pair.a.shape.family(), "ellipsoid");
        assert_eq!(pair.expected, None);
    }

    #[test]
    fn every_refusal_says_why() {
        refused("{\"id\": ", "not JSON");
        refused(&line(r#"{"type": "sphere", "radius": NaN}"#, ""), "not JSON");
        refused(&line(r#"{"type": "sphere", "radius": 1e999}"#, ""), "number out of range");
        refused(&line(r#"{"type": "sphere", "radius": null}"#, ""), "invalid type: null");
        refused(&line(r#"{"type": "torus", "radius": 1}"#, ""), "unknown variant `torus`");
        refused(&line(r#"{"type": "capsule", "radius": 1}"#, ""), "missing field `half_height`");
        refused(&line(r#"{"type": "sphere", "radius": "1"}"#, ""), "invalid type: string");
        refused(&line(r#"{"type": "sphere", "radius": -1}"#, ""), "shape of \"a\": radius is -1");
        let ball = line(r#"{"type": "sphere", "radius": 1}"#, "");
        refused(&ball.replace("[2, 0, 0, 0]", "[0, 0, 0, 0]"), "orientation of \"a\" is zero");
        refused(&ball.replace("[2, 0, 0, 0]", "[2, 0, 0]"), "invalid length 3");
        refused(&ball.replace("1.5", "0"), "size is 0");
        let wall = r#"{"type": "halfspace", "normal": [0, 0, 1], "offset": 0}"#;
        refused(&line(wall, "").replace(r#"{"type": "sphere", "radius": 1}"#, wall), "two half-spaces");
    }

    #[test]
    fn blank_lines_count_but_hold_no_pair() {
        let text = format!("\n  \n{}\n\nx\n", line(r#"{"type": "sphere", "radius": 1}"#, ""));
        let lines: Vec<_> = Lines::new(text.as_bytes()).map(|l| l.expect("readable")).collect();
        assert_eq!(lines.iter().map(|l| l.line).collect::<Vec<_>>(), [3, 5]);
        assert!(lines[0].pair.is_ok() && lines[1].pair.is_err());
    }

    #[test]
    fn numbers_survive_writing_and_reading() {
        let awkward = [0.1 + 0.2, 1.0 / 3.0, f64::MIN_POSITIVE, 9007199254740993.0, 5e-324, 1.7976931348623157e308];
        let [x, y, z, a, b, c] = awkward;
        let body = BodyRecord {
            shape: ShapeRecord::Ellipsoid { radii: [a, b, c] },
            position: [x, y, z],
            orientation: [x, y, z, a],
        };
        let expected = ExpectedRecord {
            state: "touch".into(),
            overlap: -x,
            normal: [0.0, 0.6, 0.8],
            point: None,
            unique: false,
            kind: "smooth".into(),
        };
        let record = PairRecord {
            id: "i".into(),
            family: "f:g".into(),
            a: body.clone(),
            b: body,
            size: y,
            expected: Some(expected),
        };
        let line = record.to_line().expect("records can always be written");
        assert_eq!(serde_json::from_str::<PairRecord>(&line).expect("own writing is readable"), record);
    }
}
