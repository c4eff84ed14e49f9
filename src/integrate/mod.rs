//! Motion: velocity Verlet for places, a symplectic splitting for turns.

pub mod drift;
pub mod kick;
mod rotation;

pub use rotation::{angular_velocity, is_isotropic, turned};
