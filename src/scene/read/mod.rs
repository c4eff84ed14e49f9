//! From TOML values to checked numbers, names and vectors; every refusal says where, what, and what to do.

mod entry;
mod fields;
mod foreign;
mod keys;
mod names;
mod suggest;
mod vectors;

pub(super) use entry::Entry;
pub(super) use fields::Fields;
pub use keys::Key;
pub(super) use keys::{TableTypes, key, with_kinds};
pub(super) use names::Names;
pub(super) use suggest::advice;
pub(super) use vectors::{TURN, unit_quaternion};
