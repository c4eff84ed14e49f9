//! Records of pairs that follow their pairs from an old list to a new one.

use super::broad::{GpuBroad, Slot};
use super::buffer::Array;
use super::kernel::{Bound, Kernel};
use super::{Gpu, GpuError};
use crate::broad::{CARRY, CARRY_KEEP};

/// The kernels.
#[derive(Debug)]
pub struct Carry {
    keep: Kernel,
    carry: Kernel,
}

/// One array of records that follow their pairs.
#[derive(Debug)]
pub struct BoundCarry {
    aside: Array<u32>,
    shape: Array<[u32; 4]>,
    keep: Bound,
    carry: Bound,
}

impl Carry {
    /// Compiles the kernels.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self { keep: Kernel::new(gpu, &CARRY_KEEP)?, carry: Kernel::new(gpu, &CARRY)? })
    }

    /// For an array with a record of `words` words for each pair that `broad` has room for.
    pub fn bind(
        &self,
        gpu: &Gpu,
        control: &Array<u32>,
        broad: &GpuBroad,
        records: &wgpu::Buffer,
        words: usize,
    ) -> Result<BoundCarry, GpuError> {
        let aside = Array::zeros(gpu, "records put aside", broad.rooms().pairs * words)?;
        let shape = Array::from_slice(gpu, "shape of records", &[[words as u32, 0, 0, 0]])?;
        let keep = [control.raw(), records, aside.raw(), shape.raw()];
        let carry = [control.raw(), broad.from_old().raw(), aside.raw(), records, shape.raw()];
        Ok(BoundCarry { keep: self.keep.bind(gpu, &[&keep])?, carry: self.carry.bind(gpu, &[&carry])?, aside, shape })
    }
}

impl BoundCarry {
    /// Records the two dispatches, to be run after those of `broad`; they do nothing where it made no new list.
    pub fn record(&self, pass: &mut wgpu::ComputePass, broad: &GpuBroad) {
        broad.run(pass, &self.keep, Slot::OldPairs);
        broad.run(pass, &self.carry, Slot::Pairs);
    }

    /// Memory held besides the records [bytes].
    pub fn bytes(&self) -> u64 {
        self.aside.bytes() + self.shape.bytes()
    }
}
