//! An answer as one line of JSON.

use serde::Serialize;

use crate::narrow::Contact;
use crate::studies::pairs::Pair;

/// One line of a results file.
#[derive(Debug, Serialize)]
pub(super) struct AnswerRecord<'a> {
    id: &'a str,
    state: &'static str,
    overlap: f64,
    normal: [f64; 3],
    point: [f64; 3],
    c1: [f64; 3],
    c2: [f64; 3],
    kind: &'static str,
    status: &'static str,
    unique: bool,
    lower: f64,
    upper: f64,
    gjk_iterations: u32,
    epa_iterations: u32,
}

impl<'a> AnswerRecord<'a> {
    /// The answer `contact` for `pair`.
    pub fn new(pair: &'a Pair, contact: &Contact) -> Self {
        Self {
            id: &pair.id,
            state: contact.state(pair.size).name(),
            overlap: contact.overlap,
            normal: contact.normal.to_array(),
            point: contact.point.to_array(),
            c1: contact.c1.to_array(),
            c2: contact.c2.to_array(),
            kind: contact.kind.name(),
            status: contact.status.name(),
            unique: contact.unique,
            lower: contact.lower,
            upper: contact.upper,
            gjk_iterations: contact.gjk_iterations,
            epa_iterations: contact.epa_iterations,
        }
    }
}
