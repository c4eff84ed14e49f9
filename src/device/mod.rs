//! The GPU: device, kernels, buffers, and the numbers that live there.
//!
//! Kernels are WGSL files under `shaders`, one for each pass, beside the pass of the same name in `src`. They are put
//! together from shared parts by plain concatenation (`shader.rs`), their bindings are read from the text itself
//! (`kernel.rs`), and what they compute on is in units of the scene (`units.rs`), with positions, turns and velocities in
//! fixed point (`fixed.rs`): 32-bit floats alone would swallow slow motion.

pub mod adapter;
pub mod broad;
pub mod buffer;
pub mod capacities;
pub mod compare;
pub mod contact;
pub(crate) mod executor;
pub mod fixed;
#[cfg(feature = "fault-injection")]
pub mod inject_fault;
pub mod kernel;
pub mod kernels;
pub mod life;
pub mod lockstep;
pub mod narrow;
pub(crate) mod options;
pub mod outlines;
pub mod pages;
pub mod program;
pub mod record;
pub mod remap;
pub mod scan;
pub mod schedule;
pub mod schema;
pub mod scratch;
pub mod shader;
pub mod shapes;
pub mod state;
pub mod twins;
pub mod units;
pub mod waiting;
pub mod walls;

pub use crate::engine::GpuError;
pub use adapter::{Adapter, Checks, Gpu};
pub use executor::{Memory, Tally};
pub use narrow::NarrowPhase;
pub use options::GpuOptions;
