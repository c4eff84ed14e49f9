//! Pages of pairs: arrays with a record for each candidate pair, cut where a kernel can bind no more at once.
//!
//! All such arrays of a run are cut at the same pairs. Kernels over pairs run once for each page and see this page of every
//! array; a list of a few bytes for each pair needs no pages. Each page is a buffer of its own, so that the largest buffer of
//! a device does not matter either.

use bytemuck::{Pod, Zeroable};

use super::buffer::Array;
use super::kernel::Window;
use super::schema::constants::SUMS_BLOCK;
use super::schema::records::{GpuPage, GpuPairHistory};
use super::scratch::Block;
use super::{Gpu, GpuError};

/// Where arrays of pairs are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pages {
    /// Pairs of a page; the last one may have fewer.
    pub size: usize,
    /// Pairs of all pages.
    pub pairs: usize,
}

/// Numbers of pairs are words with a bit to spare.
const MOST_PAIRS: u64 = 1 << 31;

/// Pairs of a page where an array may have so many bytes: as many of the largest records as fit. The sums of energies are
/// over blocks of pairs, which must not be torn.
pub fn page_size(largest_array: u64) -> usize {
    let most = (largest_array / size_of::<GpuPairHistory>() as u64).min(MOST_PAIRS) as usize;
    let block = SUMS_BLOCK as usize;
    (most / block).max(1) * block
}

impl Pages {
    /// The pages for so many pairs, at least one.
    pub fn new(gpu: &Gpu, pairs: usize) -> Self {
        Self { size: gpu.page, pairs }
    }

    /// All pairs in one page.
    pub fn one(pairs: usize) -> Self {
        Self { size: pairs.max(1), pairs }
    }

    /// Number of pages.
    pub fn count(&self) -> usize {
        self.pairs.div_ceil(self.size).max(1)
    }

    /// A page.
    pub fn page(&self, number: usize) -> GpuPage {
        let first = (number * self.size).min(self.pairs);
        let count = (self.pairs - first).min(self.size);
        let is_last = u32::from(number + 1 == self.count());
        GpuPage { first: first as u32, count: count as u32, is_last, number: number as u32 }
    }

    /// All pages in order.
    pub fn all(&self) -> impl Iterator<Item = GpuPage> + use<> {
        let pages = *self;
        (0..pages.count()).map(move |number| pages.page(number))
    }

    /// The pages as kernels read them, an array each.
    pub fn told(&self, gpu: &Gpu) -> Result<Vec<Array<GpuPage>>, GpuError> {
        self.all().map(|page| Array::from_slice(gpu, "page of pairs", &[page])).collect()
    }
}

/// An array with a record for each pair.
#[derive(Debug)]
pub struct Paged<T> {
    pages: Vec<Array<T>>,
}

impl<T: Pod + Zeroable> Paged<T> {
    /// An array of zeros.
    pub fn zeros(gpu: &Gpu, name: &'static str, pages: &Pages) -> Result<Self, GpuError> {
        let made = pages.all().map(|page| Array::zeros(gpu, name, page.count as usize));
        Ok(Self { pages: made.collect::<Result<_, _>>()? })
    }

    /// One record for each page, for kernels that declare an array of which they use nothing.
    pub fn unused(gpu: &Gpu, name: &'static str, pages: &Pages) -> Result<Self, GpuError> {
        Ok(Self { pages: pages.all().map(|_| Array::zeros(gpu, name, 1)).collect::<Result<_, _>>()? })
    }

    /// An array of zeros with one record more before the first of each page, for what is counted of it.
    pub fn with_head(gpu: &Gpu, name: &'static str, pages: &Pages) -> Result<Self, GpuError> {
        let made = pages.all().map(|page| Array::zeros(gpu, name, page.count as usize + 1));
        Ok(Self { pages: made.collect::<Result<_, _>>()? })
    }

    /// An array in the memory of `block`, for which all it holds is of no use any more.
    pub fn within(block: &Block, name: &'static str, pages: &Pages) -> Result<Self, GpuError> {
        let made = pages.all().zip(block.parts()).map(|(page, part)| Array::within(part, name, page.count as usize));
        let made = Self { pages: made.collect::<Result<_, _>>()? };
        if made.pages.len() != pages.count() {
            return Err(GpuError::Internal(format!("no room for {} pages of {name}", pages.count())));
        }
        Ok(made)
    }

    /// The arrays of all pages, in order.
    pub fn arrays(&self) -> &[Array<T>] {
        &self.pages
    }

    /// A page as kernels see it.
    pub fn page(&self, number: usize) -> Window<'_> {
        self.pages[number].window()
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.pages.iter().map(Array::len).sum()
    }

    /// Whether it was made without records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory held [bytes]: none where it uses that of a block.
    pub fn bytes(&self) -> u64 {
        self.pages.iter().map(Array::bytes).sum()
    }

    /// Writes `data` from the first record on, before all work that is submitted later.
    pub fn write(&self, gpu: &Gpu, data: &[T]) {
        let mut rest = data;
        for page in &self.pages {
            let (here, later) = rest.split_at(rest.len().min(page.len()));
            page.write(gpu, 0, here);
            rest = later;
        }
    }

    /// The first `len` records, after all submitted work.
    pub async fn read_async(&self, gpu: &Gpu, len: usize) -> Result<Vec<T>, GpuError> {
        let mut data = Vec::with_capacity(len);
        for page in &self.pages {
            data.extend(page.read_async(gpu, len - data.len()).await?);
            if data.len() == len {
                break;
            }
        }
        Ok(data)
    }

    /// The same for those who can wait.
    pub fn read(&self, gpu: &Gpu, len: usize) -> Result<Vec<T>, GpuError> {
        gpu.waiter().block_on(self.read_async(gpu, len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_fill_what_can_be_bound_and_tear_no_block() {
        for limit in [1 << 20, 128 << 20, (128 << 20) - 1, (1 << 31) - 1, u64::from(u32::MAX)] {
            let size = page_size(limit);
            assert_eq!(size % SUMS_BLOCK as usize, 0, "{limit}");
            assert!((size * size_of::<GpuPairHistory>()) as u64 <= limit, "{limit}");
            assert!(((size + SUMS_BLOCK as usize) * size_of::<GpuPairHistory>()) as u64 > limit, "{limit}");
        }
        assert_eq!((page_size(128 << 20), page_size(u64::MAX)), (1_398_080, 1 << 31));
    }

    #[test]
    fn every_pair_is_in_one_page() {
        for (size, pairs, count) in [(64, 0, 1), (64, 1, 1), (64, 64, 1), (64, 65, 2), (128, 1000, 8), (128, 1024, 8)] {
            let pages = Pages { size, pairs };
            assert_eq!(pages.count(), count, "{pages:?}");
            let mut next = 0;
            for (number, page) in pages.all().enumerate() {
                assert_eq!((page.first, page.is_last), (next, u32::from(number + 1 == count)), "{pages:?}");
                assert!(page.count as usize == size || number + 1 == count, "{pages:?}");
                next += page.count;
            }
            assert_eq!(next as usize, pairs, "{pages:?}");
        }
        assert_eq!((Pages::one(5000).count(), Pages::one(0).count()), (1, 1));
    }
}
