//! Contact points on the device against those of the CPU. Needs an adapter; software Vulkan will do.

mod common;
#[path = "gpu_patch/planes.rs"]
mod planes;

#[path = "gpu_patch/figures.rs"]
mod figures;
#[path = "gpu_patch/pairs.rs"]
mod pairs;
#[path = "gpu_patch/rocking.rs"]
mod rocking;
#[path = "gpu_patch/run.rs"]
mod run;
#[path = "gpu_patch/twin.rs"]
mod twin;

use packstone::device::{Checks, Gpu};

/// Opens the device, or fails: a GPU test never skips in silence.
pub fn gpu(checks: Checks) -> Gpu {
    Gpu::open(checks).expect("an adapter; ./test.sh installs software Vulkan")
}
