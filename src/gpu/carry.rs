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
    shape: Array<[u32; 4]>,
    keep: Bound,
    carry: Bound,
}

impl Carry {
    /// Compiles the kernels.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self { keep: Kernel::new(gpu, &CARRY_KEEP)?, carry: Kernel::new(gpu, &CARRY)? })
    }

    /// For an array with a record of `words` words for each pair that `broad` has room for, and another as large to put them
    /// aside. Several can use the same one in turn.
    pub fn bind(
        &self,
        gpu: &Gpu,
        control: &Array<u32>,
        broad: &GpuBroad,
        (records, aside): (&wgpu::Buffer, &Array<u32>),
        words: usize,
    ) -> Result<BoundCarry, GpuError> {
        if aside.len() < broad.rooms().pairs * words {
            return Err(GpuError::Internal("no room to put records aside".to_string()));
        }
        let shape = Array::from_slice(gpu, "shape of records", &[[words as u32, 0, 0, 0]])?;
        let keep = [control.raw(), records, aside.raw(), shape.raw()];
        let carry = [control.raw(), broad.from_old().raw(), aside.raw(), records, shape.raw()];
        Ok(BoundCarry { keep: self.keep.bind(gpu, &[&keep])?, carry: self.carry.bind(gpu, &[&carry])?, shape })
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
        self.shape.bytes()
    }
}
