//! Records of pairs that follow their pairs from an old list to a new one.

use bytemuck::Pod;

use super::broad::{GpuBroad, List};
use super::buffer::Array;
use super::kernel::{Bound, Kernel};
use super::kernels::{REMAP, REMAP_KEEP};
use super::pages::Paged;
use super::scratch::Block;
use super::{Gpu, GpuError};

/// The kernels.
#[derive(Debug)]
pub struct Remap {
    keep: Kernel,
    remap: Kernel,
}

/// One array of records that follow their pairs.
#[derive(Debug)]
pub struct BoundCarry {
    shape: Array<[u32; 4]>,
    /// For each page.
    keep: Vec<Bound>,
    /// For each page, from each page of the old list: a pair may have been in any of them.
    remap: Vec<Vec<Bound>>,
}

impl Remap {
    /// Compiles the kernels.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self { keep: Kernel::new(gpu, &REMAP_KEEP)?, remap: Kernel::new(gpu, &REMAP)? })
    }

    /// For an array with a record for each pair that `broad` has room for, and a block with room to put them aside. Several
    /// arrays can use the same block in turn.
    pub fn bind<T: Pod>(
        &self,
        gpu: &Gpu,
        control: &Array<u32>,
        broad: &GpuBroad,
        (records, aside): (&Paged<T>, &Block),
    ) -> Result<BoundCarry, GpuError> {
        let aside: Paged<T> = Paged::within(aside, "records put aside", broad.pages())?;
        let shape = Array::from_slice(gpu, "shape of records", &[[(size_of::<T>() / 4) as u32, 0, 0, 0]])?;
        let told: Vec<_> = broad.told_pages().iter().map(Array::window).collect();
        let keep = |page: usize| {
            let own = [control.window(), records.page(page), aside.page(page), shape.window(), told[page]];
            self.keep.bind(gpu, &[&own])
        };
        let remap = |page: usize, old: usize| {
            let (from_old, shape) = (broad.from_old().window(), shape.window());
            let (old_records, records) = (aside.page(old), records.page(page));
            self.remap.bind(gpu, &[&[control.window(), from_old, old_records, records, shape, told[page], told[old]]])
        };
        let all = || 0..told.len();
        Ok(BoundCarry {
            keep: all().map(keep).collect::<Result<_, _>>()?,
            remap: all().map(|page| all().map(|old| remap(page, old)).collect()).collect::<Result<_, _>>()?,
            shape,
        })
    }
}

impl BoundCarry {
    /// Records the dispatches, to be run after those of `broad`; they do nothing where it made no new list.
    pub fn record(&self, pass: &mut wgpu::ComputePass, broad: &GpuBroad) {
        for (page, keep) in self.keep.iter().enumerate() {
            broad.run_page(pass, keep, page, List::Old);
        }
        for (page, from) in self.remap.iter().enumerate() {
            from.iter().for_each(|remap| broad.run_page(pass, remap, page, List::New));
        }
    }

    /// Number of these dispatches: two where there is one page.
    pub fn dispatches(&self) -> u64 {
        (self.keep.len() + self.remap.iter().map(Vec::len).sum::<usize>()) as u64
    }

    /// Memory held besides the records [bytes].
    pub fn bytes(&self) -> u64 {
        self.shape.bytes()
    }
}
