//! Contacts judged by code that no detector shares: closed forms, exhaustive search, bounds that anyone can check.
//!
//! | pair | how the truth is found |
//! | --- | --- |
//! | two polyhedra | all face normals, edge crossings and nearest features: exact |
//! | anything with a half-space, two spheres | closed form: exact |
//! | other curved pairs, apart | certified from both sides: the gap along the normal and the distance of two points |
//! | other curved pairs, overlapping | no other direction found by a search gives a smaller support width |

mod checks;
pub mod curved;
mod fault;
pub mod polyhedra;
mod scales;
pub mod support;
mod truth;

pub use checks::angle;
pub use fault::Fault;
pub use scales::Scales;
pub use truth::Truth;

use crate::contact::{Body, Contact};
use curved::Search;
use polyhedra::Exhaustive;
use support::Width;

/// What was found about one answer.
#[must_use]
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The judge's own answer.
    pub truth: Truth,
    /// Lengths and tolerances of the pair.
    pub scales: Scales,
    /// Reported overlap minus the true one [m]; NaN when the answer is not finite.
    pub overlap_error: f64,
    /// Angle between the reported and the true normal [rad], where the true one is known and clear.
    pub normal_error: Option<f64>,
    /// What is wrong; empty for a right answer.
    pub faults: Vec<Fault>,
}

/// Judges answers; keeps its memory between calls, one per thread.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    search: Search,
    exhaustive: Exhaustive,
}

impl Judge {
    /// Judges `contact` as the answer for `a` and `b`.
    pub fn judge(&mut self, a: &Body, b: &Body, contact: &Contact) -> Judgement {
        let scales = Scales::of(a, b);
        let width = Width::new(a, b);
        let truth = self.truth(a, b, contact, &scales);
        let mut faults = Vec::new();
        checks::self_consistency(contact, &scales, &mut faults);
        if faults.is_empty() {
            checks::against_width(contact, &width, a.pose.position, &scales, &mut faults);
        }
        let (overlap_error, normal_error) = checks::against_truth(contact, &truth, &scales, &mut faults);
        Judgement { truth, scales, overlap_error, normal_error, faults }
    }
}
