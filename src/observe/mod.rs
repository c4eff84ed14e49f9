//! What a run tells of itself: energies and counts.

pub mod ledger;

pub use ledger::{Energies, Ledger};
