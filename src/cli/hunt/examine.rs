//! One pose, answered and judged.

use super::super::catch_panic::Guarded;
use crate::narrow::{Body, Contact, Unsupported};
use crate::studies::classical::Method;
use crate::studies::oracle::{Fault, Oracle, Precision, Verdict};

/// A detector and its judge.
pub(super) struct Examiner {
    method: Method,
    detector: Guarded,
    judge: Oracle,
}

/// What came of one pose: an answer and the judgement of it, or why there is none.
pub(super) type Examined = Result<(Contact, Verdict), Fault>;

impl Examiner {
    /// A judged detector of the given kind.
    pub fn new(method: Method) -> Self {
        Self { method, detector: Guarded::new(method), judge: Oracle::default() }
    }

    /// Answers `a` and `b` from a cold start and judges the answer.
    pub fn examine(&mut self, a: &Body, b: &Body) -> Examined {
        let contact = self.detector.detect(a, b).map_err(|reason| Fault::NoAnswer(reason.to_string()))?;
        let mut judgement = self.judge.judge(a, b, &contact);
        if self.method.measures_otherwise() && contact.overlap > 0.0 {
            judgement
                .faults
                .retain(|fault| matches!(fault, Fault::State { .. } | Fault::NotFinite | Fault::NotUnit(_)));
        }
        Ok((contact, judgement))
    }

    /// Judges what a device has answered.
    pub fn examine_single(&mut self, a: &Body, b: &Body, answer: &Result<Contact, Unsupported>) -> Examined {
        let contact = answer.clone().map_err(|reason| Fault::NoAnswer(reason.to_string()))?;
        Ok((contact, self.judge.judge_as(Precision::Single, a, b, &contact)))
    }
}
