//! What can be wrong with an answer.

/// One thing that is wrong with an answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A number is NaN or infinite.
    #[error("the answer holds a number that is not finite")]
    NotFinite,
    /// The normal's length.
    #[error("the normal's length is off by {0:e}")]
    NotUnit(f64),
    /// `c1 - c2` is not `overlap * normal`.
    #[error("c1 - c2 differs from overlap * normal by {0:e} m")]
    Witnesses(f64),
    /// The point is not halfway between `c1` and `c2`.
    #[error("the point is {0:e} m off the middle of c1 and c2")]
    Middle(f64),
    /// The overlap is outside of its own bounds.
    #[error("the overlap is {0:e} m outside of its own bounds")]
    Bounds(f64),
    /// The overlap is not the support width at the normal.
    #[error("the overlap differs from the support width at its normal by {0:e} m")]
    Width(f64),
    /// The overlap exceeds the support width along the line of centres.
    #[error("the overlap is {0:e} m above the support width along the line of centres")]
    AboveCentreLine(f64),
    /// A contact point lies outside of its body.
    #[error("a contact point lies {0:e} m outside of its body")]
    OffBody(f64),
    /// Overlapping called separated, or the reverse.
    #[error("wrong state: overlap {reported:e} m, in truth {truth:e} m")]
    State {
        /// Reported overlap [m].
        reported: f64,
        /// True overlap [m].
        truth: f64,
    },
    /// The overlap is off by more than allowed.
    #[error("the overlap is off by {0:e} m")]
    Overlap(f64),
    /// The true overlap is outside of the bounds that were given.
    #[error("the true overlap is {0:e} m outside of the bounds")]
    Bracket(f64),
    /// The normal is off by more than allowed.
    #[error("the normal is off by {0:e} rad")]
    Normal(f64),
    /// No answer at all.
    #[error("no answer: {0}")]
    NoAnswer(String),
}

impl Fault {
    /// Whether the state is wrong.
    pub fn is_state(&self) -> bool {
        matches!(self, Self::State { .. })
    }
}
