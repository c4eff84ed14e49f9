//! The broad phase on the device: all its arrays, and its passes in order. Whether the list of pairs is made anew, the device
//! decides by itself.

use super::broad_kernels::BroadKernels;
use super::buffer::Array;
use super::kernel::Bound;
use super::life::{Count, Held, Life, copy};
use super::outlines::Outlines;
use super::pages::Pages;
use super::scan::{BoundScan, blocks};
use super::schema::control::{StatusFlag, Word};
use super::schema::records::GpuPage;
use super::schema::records::GpuPose;
use super::schema::records::{GpuBounds, Outline};
use super::scratch::{Lent, Scratch};
use super::{Gpu, GpuError};

/// How much the arrays hold. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacities {
    /// Bodies.
    pub bodies: usize,
    /// (body, cell) entries.
    pub entries: usize,
    /// Pairs found, before they are sorted. Where they do not fit, the word `Found` counts repeats as well.
    pub found: usize,
    /// Candidate pairs.
    pub pairs: usize,
}

impl Capacities {
    /// What packings of grains mostly need.
    pub fn usual(bodies: usize) -> Self {
        Self { bodies, entries: 12 * bodies + 64, found: 8 * bodies + 64, pairs: 8 * bodies + 64 }
    }

    /// Room for what `control` says was needed, with some to spare.
    #[must_use]
    pub fn grown(self, control: &[u32]) -> Self {
        let word = |word: Word| control.get(word as usize).copied().unwrap_or(0);
        let room = |now: usize, needed: Word, full: StatusFlag| {
            let needed = word(needed) as usize;
            if word(Word::Status) & full as u32 == 0 { now } else { now.max(needed + needed / 4) }
        };
        Self {
            bodies: self.bodies,
            entries: room(self.entries, Word::Entries, StatusFlag::EntriesFull),
            found: room(self.found, Word::Found, StatusFlag::FoundFull),
            pairs: room(self.pairs, Word::Pairs, StatusFlag::PairsFull),
        }
    }

    /// Places for cells: about as many as entries, as on the CPU.
    fn places(&self) -> usize {
        self.entries.next_power_of_two().clamp(64, 1 << 27)
    }
}

/// Numbers of workgroups that `arguments` writes, in the order of `shaders/broad/arguments.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Slot {
    /// Bodies.
    Bodies,
    /// The largest of all arrays that `prepare` clears or copies.
    Prepare,
    /// Blocks of the scan over places.
    PlaceBlocks,
    /// Blocks of the scan over links.
    LinkBlocks,
    /// Blocks of the scan over buckets.
    BucketBlocks,
    /// A single workgroup.
    One,
    /// (body, cell) entries.
    Entries,
    /// Both bodies of all pairs.
    Links,
    /// Pairs of the new list.
    Pairs,
}

/// Slots of [`Slot`]; behind them are two for each page, of the old and of the new list.
const SLOTS: usize = 9;

/// The list of pairs that a page is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum List {
    /// The list before.
    Old,
    /// The list that was made.
    New,
}

/// Steps of a rebuild that make the boxes.
const BOUNDS_STEPS: usize = 3;

/// The arrays.
#[derive(Debug)]
pub(super) struct Arrays {
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
    pub arguments: Array<u32>,
    pub scratch: Scratch,
    /// Where records of pairs are cut, and what kernels are told of each page.
    pub pages: Pages,
    pub told_pages: Vec<Array<GpuPage>>,
    /// One for each phase of `arguments`.
    pub plans: [Array<[u32; 8]>; 3],
}

impl Arrays {
    fn new(gpu: &Gpu, outlines: &Outlines, capacities: &Capacities, lent: Lent) -> Result<Self, GpuError> {
        let Capacities { bodies, entries, found, pairs } = *capacities;
        let limit = gpu.limits.max_compute_workgroups_per_dimension;
        let scanned =
            [capacities.places(), 2 * (bodies + 1), 2 * pairs].map(|length| blocks(length, gpu.workgroup) as u32);
        let [of_places, of_links, of_buckets] = scanned;
        let plan =
            |phase: u32| Array::from_slice(gpu, "plan", &[[phase, limit, of_places, of_links, of_buckets, 0, 0, 0]]);
        let words = [(2 * entries).max(2 * found), (2 * entries).max(4 * pairs), 2 * pairs, found.max(pairs)];
        let pages = Pages::new(gpu, pairs);
        let scratch = Scratch::new(gpu, words, &pages, lent)?;
        let (first, second) = (scratch.first.whole(), scratch.second.whole());
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
            arguments: Array::zeros(gpu, "numbers of workgroups", 3 * (SLOTS + 2 * pages.count()))?,
            plans: [plan(0)?, plan(1)?, plan(2)?],
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
            arguments,
            // The memory of others in this list.
            scratch: _,
            pages: _,
            told_pages,
            plans,
        } = self;
        let mut lives = vec![
            Life::State(Count::Bodies, poses_at_rebuild),
            Life::State(Count::BodiesAndOne, link_starts),
            Life::State(Count::PairSides, links),
            Life::State(Count::Pairs, pairs),
            Life::Scene(outlines),
            Life::Scene(told_pages),
            Life::Scene(plans),
        ];
        let of_a_rebuild: [&dyn Held; 11] =
            [boxes, places, filed, entries, found, before, buckets, near, old_pairs, from_old, arguments];
        lives.extend(of_a_rebuild.map(Life::Passes));
        lives
    }

    /// Those that go with bodies, without what goes with kinds.
    fn bytes_of_bodies(&self) -> u64 {
        let plans = self.plans.iter().map(Array::bytes).chain(self.told_pages.iter().map(Array::bytes)).sum::<u64>();
        let of_rebuild = self.boxes.bytes() + self.poses_at_rebuild.bytes() + self.places.bytes();
        of_rebuild + self.link_starts.bytes() + self.arguments.bytes() + plans
    }

    /// Those that go with pairs; lists of bodies in cells use the same memory.
    fn bytes_of_pairs(&self) -> u64 {
        self.scratch.bytes() + self.links.bytes() + self.pairs.bytes() + self.old_pairs.bytes()
    }
}

/// The kernels with their arrays.
#[derive(Debug)]
pub(super) struct Passes {
    pub displacement: Bound,
    pub arguments: [Bound; 3],
    pub prepare: Bound,
    pub bounds: Bound,
    pub cell_count: Bound,
    pub cell_scan: BoundScan,
    pub cell_write: Bound,
    pub pair_count: Bound,
    pub pair_scan: BoundScan,
    pub pair_bucket: Bound,
    pub bucket_scan: BoundScan,
    pub pair_file: Bound,
    pub pair_write: Bound,
    pub pair_remap: Bound,
}

/// A step of a rebuild.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A single workgroup, always.
    Single(&'a Bound),
    /// As many workgroups as a slot says.
    Many(&'a Bound, Slot),
    /// A scan: three dispatches.
    Scan(&'a BoundScan, Slot),
}

/// The broad phase on the device.
#[derive(Debug)]
pub struct GpuBroad {
    capacities: Capacities,
    words: Vec<(Word, u32)>,
    arrays: Arrays,
    passes: Passes,
}

impl GpuBroad {
    /// Dispatches of [`Self::record_bounds`] and of [`Self::record_pairs`].
    pub const DISPATCHES: [u64; 2] = [3, 18];

    /// Makes all arrays. `half_skin` is in units of length.
    pub fn new(
        gpu: &Gpu,
        kernels: &BroadKernels,
        (control, poses): (&Array<u32>, &Array<GpuPose>),
        (outlines, half_skin): (&Outlines, f32),
        capacities: Capacities,
    ) -> Result<Self, GpuError> {
        Self::lending(gpu, kernels, (control, poses), (outlines, half_skin), (capacities, Lent::default()))
    }

    /// The same, with memory that others use when it does not: [`Self::scratch`].
    pub fn lending(
        gpu: &Gpu,
        kernels: &BroadKernels,
        (control, poses): (&Array<u32>, &Array<GpuPose>),
        (outlines, half_skin): (&Outlines, f32),
        (capacities, lent): (Capacities, Lent),
    ) -> Result<Self, GpuError> {
        let arrays = Arrays::new(gpu, outlines, &capacities, lent)?;
        let passes = kernels.bind(gpu, control, poses, &arrays)?;
        let words = vec![
            (Word::HalfSkin, half_skin.to_bits()),
            (Word::CellShift, outlines.shift),
            (Word::Levels, outlines.levels),
            (Word::BodyCapacity, capacities.bodies as u32),
            (Word::EntryCapacity, capacities.entries as u32),
            (Word::FoundCapacity, capacities.found as u32),
            (Word::PairCapacity, capacities.pairs as u32),
            (Word::Places, capacities.places() as u32),
            (Word::PagePairs, arrays.pages.size as u32),
            (Word::Pages, arrays.pages.count() as u32),
        ];
        Ok(Self { capacities, words, arrays, passes })
    }

    /// Words of the control block that the passes read and the host sets once.
    pub fn words(&self) -> &[(Word, u32)] {
        &self.words
    }

    /// Takes outlines of more kinds, for the next rebuild; false where there is no room for them.
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

    /// Records `travel`: it sets the word `Rebuild` where a body has left its box.
    pub fn record_displacement(&self, gpu: &Gpu, pass: &mut wgpu::ComputePass) {
        self.passes.displacement.run(gpu, pass, self.capacities.bodies);
    }

    /// Records the rebuild: 21 dispatches, of which all but three are of no workgroups where the word `Rebuild` is 0.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.record_bounds(pass);
        self.record_pairs(pass);
    }

    /// Records the start of the rebuild, up to the boxes.
    pub fn record_bounds(&self, pass: &mut wgpu::ComputePass) {
        self.steps()[..BOUNDS_STEPS].iter().for_each(|(_, step)| self.record_step(pass, step));
    }

    /// Records the rest of the rebuild, from boxes to pairs.
    pub fn record_pairs(&self, pass: &mut wgpu::ComputePass) {
        self.steps()[BOUNDS_STEPS..].iter().for_each(|(_, step)| self.record_step(pass, step));
    }

    /// The steps of a rebuild in order, with their names, for those who time them one by one.
    pub fn steps(&self) -> [(&'static str, Step<'_>); 15] {
        let passes = &self.passes;
        let [begin, with_entries, with_pairs] = &passes.arguments;
        [
            ("arguments", Step::Single(begin)),
            ("prepare", Step::Many(&passes.prepare, Slot::Prepare)),
            ("bounds", Step::Many(&passes.bounds, Slot::Bodies)),
            ("cell_count", Step::Many(&passes.cell_count, Slot::Bodies)),
            ("arguments", Step::Single(with_entries)),
            ("cell_scan", Step::Scan(&passes.cell_scan, Slot::PlaceBlocks)),
            ("cell_write", Step::Many(&passes.cell_write, Slot::Entries)),
            ("pair_count", Step::Many(&passes.pair_count, Slot::Bodies)),
            ("arguments", Step::Single(with_pairs)),
            ("pair_scan", Step::Scan(&passes.pair_scan, Slot::LinkBlocks)),
            ("pair_bucket", Step::Many(&passes.pair_bucket, Slot::Pairs)),
            ("bucket_scan", Step::Scan(&passes.bucket_scan, Slot::BucketBlocks)),
            ("pair_file", Step::Many(&passes.pair_file, Slot::Pairs)),
            ("pair_write", Step::Many(&passes.pair_write, Slot::Links)),
            ("pair_remap", Step::Many(&passes.pair_remap, Slot::Pairs)),
        ]
    }

    /// Records one of [`Self::steps`].
    pub fn record_step(&self, pass: &mut wgpu::ComputePass, step: &Step) {
        match step {
            Step::Single(kernel) => kernel.run_groups(pass, [1, 1, 1]),
            Step::Many(kernel, slot) => kernel.run_indirect(pass, self.arrays.arguments.raw(), offset(*slot)),
            Step::Scan(scan, slot) => {
                scan.run_indirect(pass, self.arrays.arguments.raw(), offset(*slot), offset(Slot::One));
            }
        }
    }

    /// Runs a kernel of any pass for the pairs of a page that a list has: none where there is no rebuild.
    pub fn run_page(&self, pass: &mut wgpu::ComputePass, kernel: &Bound, page: usize, list: List) {
        let slot = (SLOTS + 2 * page) as u64 + list as u64;
        kernel.run_indirect(pass, self.arrays.arguments.raw(), SLOT_BYTES * slot);
    }

    /// Copies what outlives a step from another, such as one with less room.
    pub fn copy_state(&self, encoder: &mut wgpu::CommandEncoder, from: &Self) {
        copy(encoder, &self.lives(), &from.lives());
    }

    /// How long what its arrays hold is of use.
    pub fn lives(&self) -> Vec<Life<'_>> {
        let Self { capacities: _, words: _, arrays, passes: _ } = self;
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
        let of_bodies = self.passes.cell_scan.bytes() + self.passes.pair_scan.bytes();
        [
            self.arrays.outlines.bytes(),
            self.arrays.bytes_of_bodies() + of_bodies,
            self.arrays.bytes_of_pairs() + self.passes.bucket_scan.bytes(),
        ]
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

/// Three words.
const SLOT_BYTES: u64 = 12;

/// Where a slot is [bytes].
fn offset(slot: Slot) -> u64 {
    SLOT_BYTES * slot as u64
}
