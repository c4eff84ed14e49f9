//! What kernels are made of: numbers, layouts, shapes. Needs an adapter; software Vulkan will do.

mod compilers;
mod interpreter;
mod numbers;
mod shapes;
mod sources;

use bytemuck::Pod;
use packstone::device::buffer::Array;
use packstone::device::kernel::{Kernel, Window};
use packstone::device::shader::Source;
use packstone::device::{Checks, Gpu};

/// Opens the device, or fails: a GPU test never skips in silence.
pub fn gpu() -> Gpu {
    Gpu::open(Checks::Checked).expect("an adapter; ./test.sh installs software Vulkan")
}

/// Runs a kernel with an input array (group 0, place 0) and an output array (place 1) of `count` elements.
pub fn mapped<I: Pod, O: Pod>(gpu: &Gpu, source: &Source, tables: &[Window], input: &[I], count: usize) -> Vec<O> {
    let kernel = Kernel::new(gpu, source).expect("a good kernel");
    let input = Array::from_slice(gpu, "input", input).expect("room");
    let output: Array<O> = Array::zeros(gpu, "output", count).expect("room");
    let own: &[Window] = &[input.window(), output.window()];
    let groups: Vec<&[Window]> = if tables.is_empty() { vec![own] } else { vec![own, tables] };
    let bound = kernel.bind(gpu, &groups).expect("the arrays it declares");
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    bound.run(gpu, &mut encoder.begin_compute_pass(&Default::default()), count);
    gpu.queue.submit([encoder.finish()]);
    output.read(gpu, count).expect("a result")
}
