//! The GPU: device, kernels, buffers, and the numbers that live there.
//!
//! Kernels are WGSL files under `shaders`, one for each pass, beside the pass of the same name in `src`. They are put
//! together from shared parts by plain concatenation (`shader.rs`), their bindings are read from the text itself
//! (`kernel.rs`), and what they compute on is in units of the scene (`units.rs`), with positions, turns and velocities in
//! fixed point (`fixed.rs`): 32-bit floats alone would swallow slow motion.

pub mod all;
pub mod broad;
pub mod broad_kernels;
pub mod buffer;
pub mod carry;
pub mod contact;
pub mod control;
pub mod device;
mod error;
pub mod fixed;
pub mod kernel;
pub mod life;
pub mod narrow;
pub mod narrow_sources;
pub mod outlines;
pub mod pages;
pub mod scan;
pub mod scratch;
pub mod shader;
pub mod shapes;
pub mod state;
pub mod units;
pub mod walls;

pub use device::{Adapter, Checks, Gpu};
pub use error::GpuError;
pub use narrow::NarrowPhase;
