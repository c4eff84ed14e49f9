//! Contact detectors of the literature, to compare with: common planes (Cundall), their faster search (Nezami), GJK on shrunken
//! bodies, and GJK with EPA as textbooks have it; and all detectors by name.

mod classic;
mod cundall;
mod descent;
mod distortion;
mod gjk_td;
mod method;
mod nezami;
pub mod textbook;

pub use cundall::Cundall;
pub use gjk_td::GjkTd;
pub use method::{Method, detector};
pub use nezami::Nezami;
