//! What a run tells of itself: energies and counts.

pub mod ledger;
mod packing;

pub use ledger::{Energies, Ledger};
pub use packing::Packing;
