//! The arrays of the broad phase on the device. Its dispatches are [`super::schedule::REBUILD`]; whether the list of pairs is made
//! anew, the device decides by itself.

use super::buffer::Array;
use super::capacities::Capacities;
use super::kernel::Window;
use super::life::{Count, Held, Life, copy};
use super::outlines::Outlines;
use super::pages::Pages;
use super::scan::ScanArrays;
use super::schema::control::Word;
use super::schema::records::GpuPage;
use super::schema::records::GpuPose;
use super::schema::records::{GpuBounds, Outline};
use super::scratch::{Lent, Scratch};
use super::{Gpu, GpuError};

/// The arrays.
#[derive(Debug)]
struct Arrays {
    pub outlines: Array<Outline>,
    pub boxes: Array<GpuBounds>,
    pub poses_at_rebuild: Array<GpuPose>,
    pub places: Array<u32>,
    pub filed: Array<[u32; 2]>,
    pub entries: Array<[u32; 2]>,
    pub found: Array<[u32; 2]>,
    pub before: Array<u32>,
    pub buckets: Array<u32>,
    pub near: Array<[u32; 2]>,
    pub link_starts: Array<u32>,
    pub links: Array<u32>,
    pub pairs: Array<[u32; 2]>,
    pub old_pairs: Array<[u32; 2]>,
    pub from_old: Array<u32>,
    pub place_scan: ScanArrays,
    pub link_scan: ScanArrays,
    pub bucket_scan: ScanArrays,
    pub scratch: Scratch,
    /// Where records of pairs are cut, and what kernels are told of each page.
    pub pages: Pages,
    pub told_pages: Vec<Array<GpuPage>>,
}

impl Arrays {
    fn new(gpu: &Gpu, outlines: &Outlines, capacities: &Capacities, lent: Lent) -> Result<Self, GpuError> {
        let Capacities { bodies, entries, found, pairs, .. } = *capacities;
        let words = [(2 * entries).max(2 * found), (2 * entries).max(4 * pairs), 2 * pairs, found.max(pairs)];
        let pages = Pages::new(gpu, pairs);
        let scratch = Scratch::new(gpu, words, &pages, lent)?;
        let (first, second) = (&scratch.first, scratch.second.whole());
        Ok(Self {
            outlines: Array::with_spare(gpu, "outlines", &outlines.kinds)?,
            boxes: Array::zeros(gpu, "boxes", bodies)?,
            poses_at_rebuild: Array::zeros(gpu, "poses at the rebuild", bodies)?,
            places: Array::zeros(gpu, "places for cells", capacities.places())?,
            filed: Array::within(first, "bodies in cells", entries)?,
            entries: Array::within(second, "bodies by cells", entries)?,
            found: Array::within(first, "pairs found", found)?,
            before: Array::within(&scratch.fourth, "chains of pairs found", found)?,
            buckets: Array::within(&scratch.third, "buckets", 2 * pairs)?,
            near: Array::within(second, "partners", 2 * pairs)?,
            link_starts: Array::zeros(gpu, "starts of links", 2 * (bodies + 1))?,
            links: Array::zeros(gpu, "links", 2 * pairs)?,
            pairs: Array::zeros(gpu, "pairs", pairs)?,
            old_pairs: Array::zeros(gpu, "old pairs", pairs)?,
            from_old: Array::within(&scratch.fourth, "places in the old list", pairs)?,
            place_scan: ScanArrays::new(gpu, capacities.places())?,
            link_scan: ScanArrays::new(gpu, 2 * (bodies + 1))?,
            bucket_scan: ScanArrays::new(gpu, 2 * pairs)?,
            told_pages: pages.told(gpu)?,
            pages,
            scratch,
        })
    }

    /// How long what they hold is of use.
    fn lives(&self) -> Vec<Life<'_>> {
        let Self {
            outlines,
            boxes,
            poses_at_rebuild,
            places,
            filed,
            entries,
            found,
            before,
            buckets,
            near,
            link_starts,
            links,
            pairs,
            old_pairs,
            from_old,
            // Made before they are read, or once.
            place_scan: _,
            link_scan: _,
            bucket_scan: _,
            // The memory of others in this list.
            scratch: _,
            pages: _,
            told_pages,
        } = self;
        let mut lives = vec![
            Life::State(Count::Bodies, poses_at_rebuild),
            Life::State(Count::BodiesAndOne, link_starts),
            Life::State(Count::PairSides, links),
            Life::State(Count::Pairs, pairs),
            Life::Scene(outlines),
            Life::Scene(told_pages),
        ];
        let of_a_rebuild: [&dyn Held; 10] =
            [boxes, places, filed, entries, found, before, buckets, near, old_pairs, from_old];
        lives.extend(of_a_rebuild.map(Life::Passes));
        lives
    }

    /// By the names under which kernels declare them.
    fn window(&self, name: &str, page: usize) -> Option<Window<'_>> {
        Some(match name {
            "outlines" => self.outlines.window(),
            "boxes" => self.boxes.window(),
            "poses_at_rebuild" => self.poses_at_rebuild.window(),
            "places" => self.places.window(),
            "filed" => self.filed.window(),
            "entries" => self.entries.window(),
            "found_pairs" => self.found.window(),
            "before" => self.before.window(),
            "buckets" => self.buckets.window(),
            "near" => self.near.window(),
            "link_starts" => self.link_starts.window(),
            "links" => self.links.window(),
            "pairs" => self.pairs.window(),
            "old_pairs" => self.old_pairs.window(),
            "from_old" => self.from_old.window(),
            "page" => self.told_pages.get(page)?.window(),
            _ => match name.split_once('.')? {
                ("places", part) => self.place_scan.window(part)?,
                ("link_starts", part) => self.link_scan.window(part)?,
                ("buckets", part) => self.bucket_scan.window(part)?,
                _ => return None,
            },
        })
    }

    /// Those that go with bodies, without what goes with kinds.
    fn bytes_of_bodies(&self) -> u64 {
        let pages = self.told_pages.iter().map(Array::bytes).sum::<u64>();
        let scans = self.place_scan.bytes() + self.link_scan.bytes();
        let of_rebuild = self.boxes.bytes() + self.poses_at_rebuild.bytes() + self.places.bytes();
        of_rebuild + self.link_starts.bytes() + scans + pages
    }

    /// Those that go with pairs; lists of bodies in cells use the same memory.
    fn bytes_of_pairs(&self) -> u64 {
        let lists = self.links.bytes() + self.pairs.bytes() + self.old_pairs.bytes();
        self.scratch.bytes() + lists + self.bucket_scan.bytes()
    }
}

/// The broad phase on the device.
#[derive(Debug)]
pub struct GpuBroad {
    capacities: Capacities,
    words: Vec<(Word, u32)>,
    arrays: Arrays,
}

impl GpuBroad {
    /// Makes all arrays. `half_skin` is in units of length, and so are the gaps across which bodies hold that have touched, and
    /// others; `lent` is memory that others use when it does not: [`Self::scratch`].
    pub fn new(
        gpu: &Gpu,
        (outlines, half_skin, ranges): (&Outlines, f32, [f32; 2]),
        capacities: Capacities,
        lent: Lent,
    ) -> Result<Self, GpuError> {
        let arrays = Arrays::new(gpu, outlines, &capacities, lent)?;
        let blocks = |scan: &ScanArrays| scan.blocks() as u32;
        let words = vec![
            (Word::HalfSkin, half_skin.to_bits()),
            (Word::Range, ranges[0].to_bits()),
            (Word::RangeUntouched, ranges[1].to_bits()),
            (Word::CellShift, outlines.shift),
            (Word::Levels, outlines.levels),
            (Word::BodyCapacity, capacities.bodies as u32),
            (Word::EntryCapacity, capacities.entries as u32),
            (Word::FoundCapacity, capacities.found as u32),
            (Word::PairCapacity, capacities.pairs as u32),
            (Word::Places, capacities.places() as u32),
            (Word::PagePairs, arrays.pages.size as u32),
            (Word::Pages, arrays.pages.count() as u32),
            (Word::PlaceBlocks, blocks(&arrays.place_scan)),
            (Word::LinkBlocks, blocks(&arrays.link_scan)),
            (Word::BucketBlocks, blocks(&arrays.bucket_scan)),
        ];
        Ok(Self { capacities, words, arrays })
    }

    /// Words of the control block that the passes read and the host sets once.
    pub fn words(&self) -> &[(Word, u32)] {
        &self.words
    }

    /// Takes outlines of more kinds, for the next rebuild; false where they exceed the capacity.
    pub fn set_outlines(&mut self, gpu: &Gpu, control: &Array<u32>, outlines: &Outlines) -> bool {
        if outlines.kinds.len() > self.arrays.outlines.len() {
            return false;
        }
        self.arrays.outlines.write(gpu, 0, &outlines.kinds);
        for (word, value) in &mut self.words {
            match word {
                Word::CellShift => *value = outlines.shift,
                Word::Levels => *value = outlines.levels,
                _ => {}
            }
        }
        self.write_words(gpu, control);
        true
    }

    /// Writes these words.
    pub fn write_words(&self, gpu: &Gpu, control: &Array<u32>) {
        self.words.iter().for_each(|(word, value)| control.write(gpu, *word as usize, &[*value]));
    }

    /// Its arrays by the names under which kernels declare them.
    pub fn window(&self, name: &str, page: usize) -> Option<Window<'_>> {
        self.arrays.window(name, page)
    }

    /// Copies what outlives a step from another, such as one with less room.
    pub fn copy_state(&self, encoder: &mut wgpu::CommandEncoder, from: &Self) {
        copy(encoder, &self.lives(), &from.lives());
    }

    /// How long what its arrays hold is of use.
    pub fn lives(&self) -> Vec<Life<'_>> {
        let Self { capacities: _, words: _, arrays } = self;
        arrays.lives()
    }

    /// How much the arrays hold.
    pub fn capacities(&self) -> &Capacities {
        &self.capacities
    }

    /// Where records of pairs are cut.
    pub fn pages(&self) -> &Pages {
        &self.arrays.pages
    }

    /// What kernels are told of each page.
    pub fn told_pages(&self) -> &[Array<GpuPage>] {
        &self.arrays.told_pages
    }

    /// Memory that is used in turn.
    pub fn scratch(&self) -> &Scratch {
        &self.arrays.scratch
    }

    /// Memory held for kinds, for bodies, and for pairs and all that is lent [bytes].
    pub fn bytes(&self) -> [u64; 3] {
        [self.arrays.outlines.bytes(), self.arrays.bytes_of_bodies(), self.arrays.bytes_of_pairs()]
    }

    /// Pairs (i, j), i < j, ascending; their number is the word `Pairs`.
    pub fn pairs(&self) -> &Array<[u32; 2]> {
        &self.arrays.pairs
    }

    /// Where the links of each body begin. (What is behind the end of the last body is not for others.)
    pub fn link_starts(&self) -> &Array<u32> {
        &self.arrays.link_starts
    }

    /// Links: twice the pair, plus the side of the body; ascending for each body.
    pub fn links(&self) -> &Array<u32> {
        &self.arrays.links
    }

    /// Where in the old list each pair was, or [`NOT_IN_OLD_LIST`].
    pub fn from_old(&self) -> &Array<u32> {
        &self.arrays.from_old
    }

    /// Poses at the last rebuild.
    pub fn poses_at_rebuild(&self) -> &Array<GpuPose> {
        &self.arrays.poses_at_rebuild
    }

    /// Boxes of all bodies at the last rebuild.
    pub fn boxes(&self) -> &Array<GpuBounds> {
        &self.arrays.boxes
    }

    /// Pairs found, in any order; their number is the word `Found`.
    pub fn found(&self) -> &Array<[u32; 2]> {
        &self.arrays.found
    }
}
