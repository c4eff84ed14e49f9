//! Why a shape was refused.

use std::path::PathBuf;

/// Smallest length that shapes may have [m], and the largest, which holds for positions too. The eighth power of a length is
/// the highest that contacts and moments of inertia are computed from: up to here it neither overflows nor vanishes.
pub const SMALLEST_LENGTH: f64 = 1e-30;
/// Largest length of shapes and positions [m].
pub const LARGEST_LENGTH: f64 = 1e30;

/// A shape that cannot be made, with the reason.
#[derive(Debug, thiserror::Error, Clone, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
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
    /// A length whose powers are beyond what numbers hold.
    #[error("{what} is {value:e}: give one from {SMALLEST_LENGTH:e} to {LARGEST_LENGTH:e}; are the lengths in metres?")]
    OutOfRange {
        /// The field's name.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// A superquadric exponent that would make the shape concave.
    #[error(
        "{what} is {value}: exponents below 1 give a concave shape; use 1 (octahedral) to 2 (round) to 20 (blocky)"
    )]
    ExponentBelowOne {
        /// The field's name.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// Fewer than four different vertices.
    #[error("{count} different vertices: a convex polyhedron needs at least 4 that are not in one plane")]
    TooFewVertices {
        /// How many different points were given.
        count: usize,
    },
    /// All vertices in one plane, to rounding.
    #[error(
        "the {count} vertices lie in one plane to rounding (thickness {thickness:e} of a size of {size:e}): no volume"
    )]
    Flat {
        /// How many points were given.
        count: usize,
        /// Thickness of the point set [m].
        thickness: f64,
        /// Its largest extent [m].
        size: f64,
    },
    /// A half-space normal of no length.
    #[error("the half-space's normal is {0:?}: give a direction of non-zero length")]
    NoDirection([f64; 3]),
    /// A mesh file that cannot be used.
    #[error("{path}: {reason}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        reason: String,
    },
}

/// `value` if it is finite, above zero and in the range of lengths.
pub(crate) fn positive(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    if !value.is_finite() {
        return Err(ShapeError::NotFinite { what, value });
    }
    if value <= 0.0 {
        return Err(ShapeError::NotPositive { what, value });
    }
    if !(SMALLEST_LENGTH..=LARGEST_LENGTH).contains(&value) {
        return Err(ShapeError::OutOfRange { what, value });
    }
    Ok(value)
}
