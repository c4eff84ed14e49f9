//! Motion: velocity Verlet for places, a symplectic splitting for turns.

pub mod drag;
pub mod drift;
pub mod kick;
mod rotation;
mod state;

pub use rotation::{angular_velocity, is_isotropic, turned};
pub use state::Motion;
