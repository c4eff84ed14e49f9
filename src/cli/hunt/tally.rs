//! What a hunt has found so far.

use serde::Serialize;

use super::examine::Examined;
use crate::common::table::worst;
use crate::narrow::{Body, Contact, State, Status};
use crate::studies::oracle::{Fault, Scales, Verdict};
use crate::studies::pairs::{BodyRecord, ExpectedRecord, PairRecord};

/// Failing poses kept per pair of shapes.
const MOST_FAILURES: usize = 100;

/// A failing pose: a line of a pair file, with a note of what is wrong.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Failure {
    #[serde(flatten)]
    pair: PairRecord,
    note: String,
}

/// Counts and worst cases over many poses.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub poses: u64,
    pub overlapping: u64,
    pub separated: u64,
    pub wrong_states: u64,
    pub unconverged: u64,
    pub failed: u64,
    pub gjk: u64,
    pub epa: u64,
    pub error_of_smaller: Option<f64>,
    pub error_of_larger: Option<f64>,
    pub normal_error: Option<f64>,
    pub off_body: Option<f64>,
    /// The first failing poses.
    pub failures: Vec<Failure>,
}

impl Tally {
    /// Counts one pose; `name` gives its id and family, should it have to be saved.
    pub fn add(&mut self, examined: &Examined, a: &Body, b: &Body, name: impl Fn() -> (String, String)) {
        self.poses += 1;
        let (faults, expected) = match examined {
            Err(fault) => (std::slice::from_ref(fault), None),
            Ok((contact, judgement)) => {
                self.count(contact, judgement);
                (&judgement.faults[..], Some(expected(contact, judgement)))
            }
        };
        if faults.is_empty() {
            return;
        }
        self.failed += 1;
        self.wrong_states += u64::from(faults.iter().any(Fault::is_state));
        if self.failures.len() < MOST_FAILURES {
            let (id, family) = name();
            let (a, b, size) = (BodyRecord::new(a), BodyRecord::new(b), Scales::of(a, b).smaller);
            let note = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            self.failures.push(Failure { pair: PairRecord { id, family, a, b, size, expected }, note });
        }
    }

    fn count(&mut self, contact: &Contact, judgement: &Verdict) {
        self.overlapping += u64::from(judgement.truth.overlap > 0.0);
        self.separated += u64::from(judgement.truth.overlap <= 0.0);
        self.unconverged += u64::from(contact.status != Status::Ok);
        self.gjk += u64::from(contact.gjk_iterations);
        self.epa += u64::from(contact.epa_iterations);
        let error = judgement.overlap_error.abs();
        worst(&mut self.error_of_smaller, error / judgement.scales.smaller);
        worst(&mut self.error_of_larger, error / judgement.scales.larger);
        worst(&mut self.off_body, judgement.off_body / judgement.scales.smaller);
        if let Some(angle) = judgement.normal_error {
            worst(&mut self.normal_error, angle);
        }
    }

    /// The two tallies together, `self` being the earlier one.
    pub fn merged(mut self, later: Self) -> Self {
        self.poses += later.poses;
        self.overlapping += later.overlapping;
        self.separated += later.separated;
        self.wrong_states += later.wrong_states;
        self.unconverged += later.unconverged;
        self.failed += later.failed;
        self.gjk += later.gjk;
        self.epa += later.epa;
        let later_worst =
            |record: &mut Option<f64>, value: Option<f64>| value.into_iter().for_each(|v| worst(record, v));
        later_worst(&mut self.error_of_smaller, later.error_of_smaller);
        later_worst(&mut self.error_of_larger, later.error_of_larger);
        later_worst(&mut self.normal_error, later.normal_error);
        later_worst(&mut self.off_body, later.off_body);
        let room = MOST_FAILURES - self.failures.len();
        self.failures.extend(later.failures.into_iter().take(room));
        self
    }
}

/// The judge's answer for a file. The judge knows no contact points, and the kind is as reported.
fn expected(contact: &Contact, judgement: &Verdict) -> ExpectedRecord {
    let truth = &judgement.truth;
    let told = Contact { overlap: truth.overlap, ..*contact };
    let state: State = told.state(judgement.scales.smaller);
    ExpectedRecord {
        state: state.name().into(),
        overlap: truth.overlap,
        normal: truth.normal.to_array(),
        point: None,
        unique: truth.unique,
        kind: contact.kind.name().into(),
    }
}
