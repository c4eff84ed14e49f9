//! Why a list of candidate pairs could not be made.

/// What stops a rebuild, with the body or the count to look at. The lists of the rebuild before stay as they were.
#[derive(Debug, thiserror::Error, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BroadError {
    /// A box with a number that is NaN or infinite.
    #[error("the box of body {body} is not finite: its position, orientation or size is NaN or infinite")]
    NotFinite {
        /// Index of the first such body.
        body: u32,
    },
    /// A box with a negative length.
    #[error("the box of body {body} has a negative length: a box cannot be shrunk below nothing")]
    Negative {
        /// Index of the first such body.
        body: u32,
    },
    /// More elements than a 32-bit index can tell apart.
    #[error("{count} {what}, of at most {limit}: too many bodies share one place; check sizes and positions")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// How many there are.
        count: u64,
        /// How many there may be.
        limit: u64,
    },
}
