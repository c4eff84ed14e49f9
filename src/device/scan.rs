//! The scan: every number of an array on the device replaced by the sum of all before it.
//!
//! Three dispatches for any length: sums of blocks, sums of these, and the numbers within each block. To have the
//! total too, scan one element more than there are, the last of them zero.

use super::buffer::Array;
use super::kernel::{Bound, Kernel, workgroups};
use super::kernels::{SCAN_BLOCKS, SCAN_SUMS, SCAN_WRITE};
use super::schema::constants::SCAN_ITEMS;
use super::schema::records::ScanShape;
use super::{Gpu, GpuError};

/// The kernels.
#[derive(Debug)]
pub struct Scan {
    blocks: Kernel,
    sums: Kernel,
    write: Kernel,
}

/// The scan of one array.
#[derive(Debug)]
pub struct BoundScan {
    block_sums: Array<u32>,
    shape: Array<ScanShape>,
    blocks: Bound,
    sums: Bound,
    write: Bound,
    groups: [u32; 2],
}

/// Blocks of an array of `length` elements: the workgroups of the first and the last dispatch.
pub fn blocks(length: usize, workgroup: u32) -> usize {
    length.div_ceil((workgroup * SCAN_ITEMS) as usize)
}

impl Scan {
    /// Compiles the kernels.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            blocks: Kernel::new(gpu, &SCAN_BLOCKS)?,
            sums: Kernel::new(gpu, &SCAN_SUMS)?,
            write: Kernel::new(gpu, &SCAN_WRITE)?,
        })
    }

    /// The scan, in place, of the first `length` elements of `values`.
    pub fn bind(&self, gpu: &Gpu, values: &Array<u32>, length: usize) -> Result<BoundScan, GpuError> {
        let length = length.min(values.len());
        let count = blocks(length, gpu.workgroup);
        let shape = ScanShape { length: length as u32, blocks: count as u32, pad: [0; 2] };
        let shape = Array::from_slice(gpu, "shape of a scan", &[shape])?;
        let block_sums = Array::zeros(gpu, "sums of blocks", count)?;
        Ok(BoundScan {
            blocks: self.blocks.bind(gpu, &[&[values.window(), block_sums.window(), shape.window()]])?,
            sums: self.sums.bind(gpu, &[&[block_sums.window(), shape.window()]])?,
            write: self.write.bind(gpu, &[&[values.window(), block_sums.window(), shape.window()]])?,
            groups: workgroups(count, 1, gpu.limits.max_compute_workgroups_per_dimension),
            block_sums,
            shape,
        })
    }
}

impl BoundScan {
    /// Records the three dispatches.
    pub fn run(&self, pass: &mut wgpu::ComputePass) {
        let [x, y] = self.groups;
        self.blocks.run_groups(pass, [x, y, 1]);
        self.sums.run_groups(pass, [1, 1, 1]);
        self.write.run_groups(pass, [x, y, 1]);
    }

    /// Records them for as many workgroups as `arguments` says: at byte `many` the number of [`blocks`], in two dimensions if
    /// need be, at byte `one` a single one; or none in both.
    pub fn run_indirect(&self, pass: &mut wgpu::ComputePass, arguments: &wgpu::Buffer, many: u64, one: u64) {
        self.blocks.run_indirect(pass, arguments, many);
        self.sums.run_indirect(pass, arguments, one);
        self.write.run_indirect(pass, arguments, many);
    }

    /// Workgroups of the first and the last dispatch.
    pub fn groups(&self) -> u32 {
        self.groups[0] * self.groups[1]
    }

    /// Memory held besides the array itself [bytes].
    pub fn bytes(&self) -> u64 {
        self.block_sums.bytes() + self.shape.bytes()
    }
}
