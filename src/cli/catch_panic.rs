//! A detector that cannot end the whole run.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

use crate::narrow::{Body, Contact, Detector, Unsupported, WarmStart};
use crate::studies::classical::{Method, detector};

thread_local! {
    /// Whether this thread is inside a guarded detector.
    static DETECTING: Cell<bool> = const { Cell::new(false) };
}

/// Why a detector gave no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum NoAnswer {
    /// It does not treat such pairs.
    #[error("{0}")]
    Unsupported(Unsupported),
    /// It broke off.
    #[error("the detector broke off ({0}): please report this pair")]
    Panicked(String),
}

/// A detector that is asked from a cold start each time and replaced when it panics: of a million pairs, one that
/// brings out a mistake is a finding and should not cost the others.
pub(super) struct Guarded {
    method: Method,
    detector: Box<dyn Detector + Send>,
}

impl Guarded {
    /// A detector of the given kind.
    pub fn new(method: Method) -> Self {
        Self { method, detector: detector(method) }
    }

    /// The contact of `a` and `b`.
    pub fn detect(&mut self, a: &Body, b: &Body) -> Result<Contact, NoAnswer> {
        let detector = &mut self.detector;
        DETECTING.set(true);
        let answer = panic::catch_unwind(AssertUnwindSafe(|| detector.detect(a, b, &mut WarmStart::default())));
        DETECTING.set(false);
        match answer {
            Ok(answer) => answer.map_err(NoAnswer::Unsupported),
            Err(payload) => {
                self.detector = crate::studies::classical::detector(self.method);
                let text = payload.downcast_ref::<String>().cloned();
                let text = text.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string));
                Err(NoAnswer::Panicked(text.unwrap_or_else(|| "no message".into())))
            }
        }
    }
}

/// Keeps panics of a guarded detector off standard error: [`Guarded`] passes on what they say. All others are shown
/// as usual.
pub(super) fn quiet_detectors() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !DETECTING.get() {
            usual(info);
        }
    }));
}
