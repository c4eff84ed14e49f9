//! What a run tells of itself: energies and counts.

mod ledger;

pub use ledger::{Energies, Ledger};
