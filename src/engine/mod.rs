//! The engine on the processor: a scene run as a list of passes, step by step.

pub mod advance;
mod ahead;
mod balls;
mod checkpoint;
pub mod compare;
mod contacts;
mod device;
mod error;
pub(crate) mod foresight;
mod grains;
pub(crate) mod hash;
mod health;
pub mod insert;
/// Scenes in which runs are stopped and resumed; `tests/kill_resume.rs` has them too.
#[cfg(test)]
#[path = "../../tests/kill_resume/scenes.rs"]
mod kill_scenes;
mod kinds;
pub mod lockstep;
mod look;
pub mod meddle;
mod network;
mod on_device;
mod partner;
mod placed;
mod sanity;
pub mod schedule;
mod setup;
mod simulation;
mod snapshot;
mod step;
mod time_step;
mod tries;
mod wall_contacts;
mod work;

pub use device::{Memory as DeviceMemory, Tally};
pub use error::EngineError;
pub use grains::{Grains, Motion};
pub use insert::InsertionCount;
pub use kinds::{Kind, Kinds};
pub use network::{ContactPartner, ContactRecord};
pub(crate) use setup::MOST_THREADS;
pub use simulation::{Backend, GpuOptions, Options, Simulation, StepReport, Stretch};
pub use snapshot::Snapshot;
pub use step::{PASSES, Pass, When};
pub(crate) use wall_contacts::KERNEL as WALL_CONTACTS;
pub use work::SolverWork;
