//! Contact points on the device against those of the CPU. Needs an adapter; software Vulkan will do.

mod planes;

mod figures;
mod pairs;
mod rocking;
mod run;
mod twin;

use packstone::device::{Checks, Gpu};

/// Opens the device, or fails: a GPU test never skips in silence.
pub fn gpu(checks: Checks) -> Gpu {
    Gpu::open(checks).expect("an adapter; ./test.sh installs software Vulkan")
}
