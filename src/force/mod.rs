//! Forces: the law of a contact, and the sum per body.

pub mod gather;
pub mod law;
mod memory;
mod restitution;
mod shared;

pub use law::{ContactForces, Law, Touch};
pub use memory::ContactMemory;
pub use restitution::damping_for;
pub use shared::Shared;
pub(crate) use shared::owe_together;
