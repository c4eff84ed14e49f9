//! Forces: the law of a contact, and the sum per body.

pub mod gather;
mod history;
pub(crate) mod lanes;
pub mod law;
mod parting;
mod restitution;
mod shared;
mod sphere_contacts;

pub use history::ContactHistory;
pub(crate) use law::{AT_REST, MOST_CHANGED, MOST_DAMPED, MOST_DAMPED_ACROSS, ROCKING};
pub use law::{ContactForces, ContactKinematics, Law};
pub(crate) use parting::MOST_CORRECTED;
pub use parting::{BodyErrors, Parting};
pub use restitution::damping_for;
pub use shared::Shared;
pub(crate) use shared::share_error;
pub(crate) use sphere_contacts::{SphereHistories, SphereKinematics, SphereLaws};
