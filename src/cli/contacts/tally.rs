//! Speed, iterations and errors per family.

use glam::DVec3;

use crate::common::table::{Table, scientific, worst};
use crate::narrow::{Contact, Status};
use crate::studies::oracle::{Precision, Scales, angle};
use crate::studies::pairs::{ExpectedRecord, Pair};

/// What is known of one family.
#[derive(Clone, Debug, Default)]
struct Tally {
    pairs: usize,
    seconds: f64,
    gjk: u64,
    epa: u64,
    unconverged: usize,
    compared: usize,
    wrong_states: usize,
    overlap_of_larger: Option<f64>,
    overlap_of_size: Option<f64>,
    normal: Option<f64>,
    point: Option<f64>,
}

impl Tally {
    fn add(&mut self, pair: &Pair, contact: &Contact, precision: Precision) {
        self.pairs += 1;
        self.gjk += u64::from(contact.gjk_iterations);
        self.epa += u64::from(contact.epa_iterations);
        self.unconverged += usize::from(contact.status != Status::Ok);
        if let Some(expected) = &pair.expected {
            self.compare(pair, contact, expected, precision);
        }
    }

    fn compare(&mut self, pair: &Pair, contact: &Contact, expected: &ExpectedRecord, precision: Precision) {
        let scales = Scales { precision, ..Scales::of(&pair.a.body(), &pair.b.body()) };
        let error = (contact.overlap - expected.overlap).abs();
        self.compared += 1;
        self.wrong_states += usize::from(scales.wrong_state(contact.overlap, expected.overlap));
        worst(&mut self.overlap_of_larger, error / scales.larger);
        worst(&mut self.overlap_of_size, error / pair.size);
        if let (true, Some(point)) = (expected.unique, expected.point) {
            worst(&mut self.normal, angle(contact.normal, expected.normal.into()));
            worst(&mut self.point, contact.point.distance(DVec3::from(point)) / pair.size);
        }
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let mean = |total: u64| format!("{:.2}", total as f64 / self.pairs.max(1) as f64);
        let wrong = if self.compared > 0 { self.wrong_states.to_string() } else { "-".into() };
        vec![
            name.into(),
            self.pairs.to_string(),
            format!("{:.0}", self.pairs as f64 / self.seconds),
            mean(self.gjk),
            mean(self.epa),
            self.unconverged.to_string(),
            wrong,
            scientific(self.overlap_of_larger),
            scientific(self.overlap_of_size),
            scientific(self.normal),
            scientific(self.point),
        ]
    }
}

/// The tallies of all families, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Tallies {
    subfamilies: bool,
    /// What answers are held to.
    precision: Precision,
    families: Vec<(String, Tally)>,
    all: Tally,
}

impl Tallies {
    /// No pairs yet; one row per sub-family or per family.
    pub fn new(subfamilies: bool, precision: Precision) -> Self {
        Self { subfamilies, precision, ..Self::default() }
    }

    /// Counts an answer.
    pub fn add(&mut self, pair: &Pair, contact: &Contact) {
        let precision = self.precision;
        self.all.add(pair, contact, precision);
        self.family(&pair.family).add(pair, contact, precision);
    }

    /// Counts detection time [s].
    pub fn add_time(&mut self, family: &str, seconds: f64) {
        self.all.seconds += seconds;
        self.family(family).seconds += seconds;
    }

    fn family(&mut self, family: &str) -> &mut Tally {
        let name = if self.subfamilies { family } else { family.split(':').next().unwrap_or(family) };
        let known = self.families.iter().position(|(other, _)| other == name);
        let index = known.unwrap_or_else(|| {
            self.families.push((name.into(), Tally::default()));
            self.families.len() - 1
        });
        &mut self.families[index].1
    }

    /// One row per family and one for all.
    pub fn table(&self) -> Table {
        let mut table = Table::new(&[
            "family",
            "pairs",
            "pairs_per_second",
            "gjk_iterations",
            "epa_iterations",
            "unconverged",
            "wrong_states",
            "overlap_error_of_larger",
            "overlap_error_of_size",
            "normal_error [rad]",
            "point_error_of_size",
        ]);
        self.families
            .iter()
            .filter(|(_, tally)| tally.pairs > 0)
            .for_each(|(name, tally)| table.push(tally.cells(name)));
        table.push(self.all.cells("all"));
        table
    }
}
