//! Why a planar shape was refused.

/// A planar shape that cannot be made, with the reason.
#[derive(Debug, thiserror::Error, Clone, PartialEq)]
#[non_exhaustive]
pub enum PlanarShapeError {
    /// A number that is NaN or infinite.
    #[error("{what} is {value}: give a finite number")]
    NotFinite {
        /// The field's name.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// A length that must be above zero.
    #[error("{what} is {value}: it must be above zero")]
    NotPositive {
        /// The field's name.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// Fewer than three different points.
    #[error("{count} different points: a polygon needs at least 3 that are not on one line")]
    TooFewPoints {
        /// How many different points were given.
        count: usize,
    },
    /// All points on one line, to rounding.
    #[error(
        "the {count} points lie on one line to rounding (thickness {thickness:e} of a length of {size:e}): no area"
    )]
    Thin {
        /// How many points were given.
        count: usize,
        /// Thickness of the point set [m].
        thickness: f64,
        /// Its largest extent [m].
        size: f64,
    },
}

/// `value` if it is finite.
pub(super) fn finite(what: &'static str, value: f64) -> Result<f64, PlanarShapeError> {
    if value.is_finite() { Ok(value) } else { Err(PlanarShapeError::NotFinite { what, value }) }
}

/// `value` if it is finite and above zero.
pub(super) fn positive(what: &'static str, value: f64) -> Result<f64, PlanarShapeError> {
    if finite(what, value)? > 0.0 { Ok(value) } else { Err(PlanarShapeError::NotPositive { what, value }) }
}
