//! Forces: the law of a contact, and the sum per body.

mod balls;
pub mod gather;
pub(crate) mod lanes;
pub mod law;
mod memory;
mod parting;
mod restitution;
mod shared;

pub(crate) use balls::{BallLaws, BallMemories, BallTouches};
pub use law::{ContactForces, Law, Touch};
pub use memory::ContactMemory;
pub use parting::{BodyErrors, Parting};
pub use restitution::damping_for;
pub use shared::Shared;
pub(crate) use shared::share_error;
