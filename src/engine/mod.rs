//! The engine: the state of a run as arrays, and the step on the CPU as a list of passes.

pub(crate) mod attempts;
mod contact_scales;
pub(crate) mod contacts;
pub(crate) mod energies;
mod error;
pub(crate) mod foresight;
mod gather;
mod gpu_error;
mod grains;
pub(crate) mod health;
pub(crate) mod insert;
/// Scenes in which runs are stopped and resumed; `tests/engine/kill_resume.rs` has them too.
#[cfg(test)]
#[path = "../../tests/engine/kill_resume/scenes.rs"]
pub(crate) mod kill_scenes;
mod look;
mod network;
mod particle_types;
pub(crate) mod partner;
mod pass;
mod placed;
mod prefetch;
mod sanity;
mod setup;
mod snapshot;
mod sphere_contacts;
pub(crate) mod state;
pub(crate) mod step;
mod threads;
mod time_step;
pub(crate) mod wall_contacts;
pub(crate) mod watched;
mod work;

pub use contact_scales::ContactScale;
pub use energies::{Energies, EnergyFlows};
pub use error::EngineError;
pub use gpu_error::GpuError;
pub use grains::Grains;
pub use insert::InsertionCount;
pub use network::{ContactPartner, ContactRecord};
pub use particle_types::{ParticleType, ParticleTypes};
pub use pass::{PassId, When};
pub use snapshot::Snapshot;
pub use state::{Counts, State, StepReport, StepsReport};
pub(crate) use threads::MOST_THREADS;
pub use work::SolverWork;
