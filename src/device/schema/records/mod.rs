//! Every record that kernels and host share, declared once: field by field in the order of memory. Lengths, masses and times are in
//! the units of the device (`units.rs`), numbers called fixed in the scales of `fixed.rs`.

mod bodies;
mod contacts;
mod walls;

pub use bodies::*;
pub use contacts::*;
pub use walls::*;

use super::Layout;

/// The layouts of all records.
pub fn layouts() -> Vec<Layout> {
    [bodies::layouts(), contacts::layouts(), walls::layouts()].concat()
}
