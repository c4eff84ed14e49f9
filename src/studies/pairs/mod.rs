//! Pair files: two shapes at their places per line, as JSON, with or without the expected contact.
//!
//! One JSON object per line:
//!
//! ```text
//! {"id": "...", "family": "...", "a": {"shape": {"type": "sphere", "radius": 1.0}, "position": [x, y, z],
//!  "orientation": [w, x, y, z]}, "b": {...}, "size": s, "expected": {...}}
//! ```
//!
//! `size` [m] is the smaller of the two bounding radii and the length that errors are compared with. Further keys of
//! a record are ignored. Numbers are read and written so that every 64-bit value survives unchanged.

mod error;
mod read;
mod record;
mod shape_record;

pub use error::PairError;
pub use read::{Lines, NumberedPair};
pub use record::{BodyRecord, ExpectedRecord, Pair, PairRecord, Placed};
pub use shape_record::ShapeRecord;
