//! The scan: every number of an array on the device replaced by the sum of all before it.
//!
//! Three dispatches for any length: sums of blocks, sums of these, and the numbers within each block. To have the
//! total too, scan one element more than there are, the last of them zero.

use super::buffer::Array;
use super::kernel::{Bound, Window, workgroups};
use super::kernels::{SCAN_BLOCKS, SCAN_SUMS, SCAN_WRITE};
use super::program::Kernels;
use super::schema::constants::SCAN_ITEMS;
use super::schema::records::ScanShape;
use super::{Gpu, GpuError};

/// What the scan of an array needs beside it.
#[derive(Debug)]
pub struct ScanArrays {
    sums: Array<u32>,
    shape: Array<ScanShape>,
    blocks: usize,
}

/// Blocks of an array of `length` elements: the workgroups of the first and the last dispatch.
pub fn blocks(length: usize, workgroup: u32) -> usize {
    length.div_ceil((workgroup * SCAN_ITEMS) as usize)
}

/// The three kernels of the scan of `values`, bound: `sums` and `shape` are those of its [`ScanArrays`].
pub fn bind_scan<'w>(
    gpu: &Gpu,
    kernels: &Kernels,
    values: Option<Window<'w>>,
    [sums, shape]: [Option<Window<'w>>; 2],
) -> Result<[Bound; 3], GpuError> {
    let find = |name: &str| match name {
        "values" => values,
        "sums" => sums,
        "scan" => shape,
        _ => None,
    };
    let bind = |source| kernels.get(source)?.bind_named(gpu, find);
    Ok([bind(&SCAN_BLOCKS)?, bind(&SCAN_SUMS)?, bind(&SCAN_WRITE)?])
}

impl ScanArrays {
    /// For the first `length` elements of an array.
    pub fn new(gpu: &Gpu, length: usize) -> Result<Self, GpuError> {
        let blocks = blocks(length, gpu.workgroup);
        let shape = ScanShape { length: length as u32, blocks: blocks as u32, ..ScanShape::default() };
        Ok(Self {
            sums: Array::zeros(gpu, "sums of blocks", blocks)?,
            shape: Array::from_slice(gpu, "shape of a scan", &[shape])?,
            blocks,
        })
    }

    /// Sums of blocks (`sums`) and the shape (`scan`), by the end of their name.
    pub fn window(&self, part: &str) -> Option<Window<'_>> {
        match part {
            "sums" => Some(self.sums.window()),
            "scan" => Some(self.shape.window()),
            _ => None,
        }
    }

    /// Workgroups of the first and the last dispatch.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// The same in two dimensions.
    pub fn groups(&self) -> [u32; 2] {
        workgroups(self.blocks, 1)
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> u64 {
        self.sums.bytes() + self.shape.bytes()
    }
}
