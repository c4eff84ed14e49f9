//! Contact between bodies of revolution, brought down to curves in a plane.

pub mod quartic;
