//! The broad phase on the device against that of the processor. Needs an adapter; software Vulkan will do.

#[path = "gpu_broad/scan.rs"]
mod scan;

use packstone::gpu::{Checks, Gpu, GpuError};

/// Opens the device, or fails: a GPU test never skips in silence.
pub fn gpu(checks: Checks) -> Gpu {
    Gpu::open(checks).expect("an adapter; ./test.sh installs software Vulkan")
}

/// Records some work, runs it and waits for it.
pub fn run(gpu: &Gpu, record: impl FnOnce(&mut wgpu::ComputePass)) -> Result<(), GpuError> {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    record(&mut encoder.begin_compute_pass(&Default::default()));
    gpu.queue.submit([encoder.finish()]);
    gpu.wait()
}
