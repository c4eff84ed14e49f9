//! One pose, answered and judged.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::contact::{Body, Contact, Detector, Method, WarmStart, detector};
use crate::judge::{Fault, Judge, Judgement};

/// A detector and its judge.
pub(super) struct Examiner {
    method: Method,
    detector: Box<dyn Detector + Send>,
    judge: Judge,
}

/// What came of one pose: an answer and the judgement of it, or why there is none.
pub(super) type Examined = Result<(Contact, Judgement), Fault>;

impl Examiner {
    /// A judged detector of the given kind.
    pub fn new(method: Method) -> Self {
        Self { method, detector: detector(method), judge: Judge::default() }
    }

    /// Answers `a` and `b` from a cold start and judges the answer. A detector that panics is a finding, not the end
    /// of the hunt.
    pub fn examine(&mut self, a: &Body, b: &Body) -> Examined {
        let detector = &mut self.detector;
        match catch_unwind(AssertUnwindSafe(|| detector.detect(a, b, &mut WarmStart::default()))) {
            Ok(Ok(contact)) => {
                let judgement = self.judge.judge(a, b, &contact);
                Ok((contact, judgement))
            }
            Ok(Err(unsupported)) => Err(Fault::NoAnswer(unsupported.to_string())),
            Err(_) => {
                self.detector = crate::contact::detector(self.method);
                Err(Fault::NoAnswer("the detector panicked".into()))
            }
        }
    }
}
