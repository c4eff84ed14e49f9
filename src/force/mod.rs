//! Forces: the law of a contact, and the sum per body.

mod accounts;
mod cohesion;
mod friction;
pub mod gather;
mod history;
mod kinematics;
pub(crate) mod lanes;
pub mod law;
mod normal;
mod parting;
mod real;
mod restitution;
mod rolling;
mod shared;
mod spread;
mod unbounded;
mod vec3;

pub use accounts::ContactFlows;
pub(crate) use cohesion::{BRIDGE_LINEAR, BRIDGE_SQUARE, NO_RANGE};
pub(crate) use friction::{LEAST_GAIN, MOST_DAMPED_ACROSS};
pub use history::ContactHistory;
pub(crate) use history::PointHistory;
pub use kinematics::ContactKinematics;
pub(crate) use kinematics::{Own, PointKinematics};
pub use law::{ContactForces, Law};
pub(crate) use normal::{AT_REST, MOST_CHANGED, MOST_DAMPED};
pub(crate) use parting::MOST_CORRECTED;
pub use parting::{BodyErrors, Parting};
pub(crate) use real::Real;
pub use restitution::damping_for;
pub(crate) use rolling::{LEAST_STIFFNESS, ROLLING_STIFFNESS, RollingInertia, RollingKinematics, RollingState};
pub use rolling::{RollingHistory, RollingLaw};
pub use shared::Shared;
pub(crate) use shared::share_error;
pub(crate) use spread::{LIFT_OFF, ROCKING, rocking_of};
pub(crate) use vec3::Vec3;
