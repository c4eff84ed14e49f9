//! Why a line of a pair file was refused.

use crate::common::files::{quote, quote_values};
use crate::geometry::{LARGEST_LENGTH, ShapeError};

/// A record that cannot be used, with the reason and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PairError {
    /// The line is not one JSON value.
    #[error("not JSON ({reason}): write one complete JSON object per line, numbers finite and without NaN", reason = quote_values(&.0.to_string()))]
    Syntax(serde_json::Error),
    /// The line is JSON but not a pair.
    #[error(
        "not a pair ({reason}): a pair has \"id\", \"family\", \"a\", \"b\" and \"size\", and a body has \"shape\", \
         \"position\" [x, y, z] and \"orientation\" [w, x, y, z]",
        reason = quote_values(&.0.to_string())
    )]
    Record(serde_json::Error),
    /// A shape that cannot be made.
    #[error("shape of \"{body}\": {reason}")]
    Shape {
        /// `a` or `b`.
        body: &'static str,
        /// What is wrong with it.
        reason: ShapeError,
    },
    /// A pose or size with a number that is NaN or infinite.
    #[error("{what} of \"{body}\" has a number that is not finite: give finite numbers")]
    NotFinite {
        /// `a` or `b`.
        body: &'static str,
        /// The field.
        what: &'static str,
    },
    /// A place that is too far away.
    #[error(
        "position of \"{body}\" is beyond {LARGEST_LENGTH:e} m, where squares and cubes of lengths are lost: give a nearer one"
    )]
    TooFar {
        /// `a` or `b`.
        body: &'static str,
    },
    /// A line that is longer than any pair.
    #[error("longer than {0} MiB: write one pair per line")]
    TooLong(u64),
    /// A quaternion of no length.
    #[error("orientation of \"{body}\" is zero: give a unit quaternion [w, x, y, z], not turned is [1, 0, 0, 0]")]
    ZeroOrientation {
        /// `a` or `b`.
        body: &'static str,
    },
    /// A size that is no length.
    #[error("size is {0}: give the smaller of the two bounding radii, above zero")]
    Size(f64),
    /// An expected answer that is none.
    #[error("expected {what} is {value}: {remedy}", value = quote(value))]
    Expected {
        /// The field.
        what: &'static str,
        /// What was given.
        value: String,
        /// What to write instead.
        remedy: &'static str,
    },
    /// Two walls.
    #[error("two half-spaces have no contact to find: replace one of them by a finite shape")]
    TwoHalfSpaces,
}

impl From<serde_json::Error> for PairError {
    fn from(error: serde_json::Error) -> Self {
        match error.classify() {
            serde_json::error::Category::Data => Self::Record(error),
            _ => Self::Syntax(error),
        }
    }
}
