//! Records of pairs that follow their pairs from an old list to a new one: put aside, then brought to their new places.

use bytemuck::Pod;

use super::buffer::Array;
use super::kernel::Window;
use super::pages::{Paged, Pages};
use super::scratch::Block;
use super::{Gpu, GpuError};

/// What an array of records needs beside it to follow its pairs.
#[derive(Debug)]
pub struct RemapArrays<T> {
    aside: Paged<T>,
    /// Words of a record.
    shape: Array<[u32; 4]>,
}

impl<T: Pod> RemapArrays<T> {
    /// With a block in which records are put aside. Several arrays can use the same block in turn.
    pub fn new(gpu: &Gpu, pages: &Pages, block: &Block) -> Result<Self, GpuError> {
        let words = (size_of::<T>() / 4) as u32;
        Ok(Self {
            aside: Paged::within(block, "records put aside", pages)?,
            shape: Array::from_slice(gpu, "shape of records", &[[words, 0, 0, 0]])?,
        })
    }

    /// A page of the records put aside (`aside`) and the shape (`shape`), by the end of their name.
    pub fn window(&self, part: &str, page: usize) -> Option<Window<'_>> {
        match part {
            "aside" => Some(self.aside.page(page)),
            "shape" => Some(self.shape.window()),
            _ => None,
        }
    }

    /// Memory held besides the records and the block [bytes].
    pub fn bytes(&self) -> u64 {
        self.shape.bytes()
    }
}
