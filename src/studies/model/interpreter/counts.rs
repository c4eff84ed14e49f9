//! What is counted while a kernel is interpreted.

use super::lanes::Mask;

/// Bytes that memory gives at a time.
pub const SECTOR: usize = 64;
/// Bytes of a line of the nearest cache.
pub const LINE: usize = 128;

/// What a load waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(usize)]
pub enum Source {
    /// Memory that a workgroup shares.
    Shared,
    /// An array so small that it stays in the nearest cache.
    Table,
    /// An array of the lane itself that is indexed at run time.
    Own,
    /// An array in memory.
    Memory,
}

/// Kinds of [`Source`].
pub const SOURCES: usize = 4;

/// What one wave has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wave {
    /// Instructions of arithmetic.
    pub arithmetic: u64,
    /// Square roots, reciprocals, sines and the like.
    pub transcendental: u64,
    /// Branches and what goes with them.
    pub control: u64,
    /// Waits for loads, by [`Source`]: loads that are asked for together are one wait.
    pub waits: [u64; SOURCES],
}

/// An array of a kernel: what is read and written of it, each sector once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Its name.
    pub name: String,
    /// Bytes read.
    pub read: u64,
    /// Bytes written.
    pub written: u64,
}

/// A dispatch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Workgroups.
    pub workgroups: u64,
    /// Lanes of all workgroups.
    pub invocations: u64,
    /// What each wave has done.
    pub waves: Vec<Wave>,
    /// Arithmetic of all lanes that were at work, transcendental functions included.
    pub lane_operations: u64,
    /// Loads of waves from arrays, four words at most each.
    pub loads: u64,
    /// Stores of waves.
    pub stores: u64,
    /// Atomic instructions of waves.
    pub atomics: u64,
    /// Lines that loads, stores and atomics touch, instruction by instruction.
    pub lines: u64,
    /// Loads from arrays of lanes that are indexed at run time.
    pub own_loads: u64,
    /// Stores to them.
    pub own_stores: u64,
    /// Words of these loads and stores.
    pub own_words: u64,
    /// Loads, stores and atomics of shared memory.
    pub shared_accesses: u64,
    /// Shared memory of a workgroup [bytes].
    pub shared_bytes: u64,
    /// Times that a workgroup waits for all its lanes.
    pub barriers: u64,
    /// Bytes by array.
    pub arrays: Vec<Traffic>,
}

impl Counts {
    /// Instructions of arithmetic of all waves, transcendental functions included.
    pub fn wave_operations(&self) -> u64 {
        self.waves.iter().map(|wave| wave.arithmetic + wave.transcendental).sum()
    }

    /// Instructions of control of all waves.
    pub fn control(&self) -> u64 {
        self.waves.iter().map(|wave| wave.control).sum()
    }

    /// Bytes read and written.
    pub fn bytes(&self) -> [u64; 2] {
        [self.arrays.iter().map(|array| array.read).sum(), self.arrays.iter().map(|array| array.written).sum()]
    }
}

/// The meter of the workgroup that is interpreted.
#[derive(Debug)]
pub struct Meter {
    /// Lanes of a wave.
    width: usize,
    /// Waves of the workgroup, behind those that are done.
    first: usize,
    here: usize,
    /// Loads asked for so far, each with what it waits for; and how many of them each wave has waited for.
    asked: Vec<Source>,
    arrived: Vec<u32>,
    /// Sectors read and written, by array.
    sectors: Vec<[Vec<u64>; 2]>,
    /// All that is done.
    pub counts: Counts,
}

impl Meter {
    /// For waves of `width` lanes, and arrays of so many words.
    pub fn new(width: usize, arrays: impl Iterator<Item = (String, usize)>) -> Self {
        let (mut counts, mut sectors) = (Counts::default(), Vec::new());
        for (name, words) in arrays {
            let bits = || vec![0u64; words.div_ceil(SECTOR / 4).div_ceil(64)];
            sectors.push([bits(), bits()]);
            counts.arrays.push(Traffic { name, ..Traffic::default() });
        }
        Self { width, first: 0, here: 0, asked: Vec::new(), arrived: Vec::new(), sectors, counts }
    }

    /// A workgroup of so many lanes begins.
    pub fn begin(&mut self, lanes: usize) {
        self.first = self.counts.waves.len();
        self.here = lanes.div_ceil(self.width);
        self.counts.waves.resize(self.first + self.here, Wave::default());
        self.asked.clear();
        self.arrived = vec![0; self.here];
        self.counts.workgroups += 1;
        self.counts.invocations += lanes as u64;
    }

    /// The waves that have lanes of a mask, each with their number.
    fn waves(&self, mask: Mask) -> impl Iterator<Item = (usize, u64)> + use<> {
        let width = self.width;
        let lanes = move |wave| (wave, u64::from(mask.count_in(wave, width)));
        (0..self.here).map(lanes).filter(|(_, lanes)| *lanes > 0)
    }

    /// Arithmetic, and transcendental functions.
    pub fn operate(&mut self, [arithmetic, transcendental]: [u64; 2], mask: Mask) {
        for (number, lanes) in self.waves(mask) {
            let wave = &mut self.counts.waves[self.first + number];
            wave.arithmetic += arithmetic;
            wave.transcendental += transcendental;
            self.counts.lane_operations += (arithmetic + transcendental) * lanes;
        }
    }

    /// Branches.
    pub fn control(&mut self, instructions: u64, mask: Mask) {
        for (number, _) in self.waves(mask) {
            self.counts.waves[self.first + number].control += instructions;
        }
    }

    /// A load that has to be waited for; returns its number.
    pub fn ask(&mut self, source: Source) -> u32 {
        self.asked.push(source);
        self.asked.len() as u32
    }

    /// Waits for a load, unless it has arrived. Those asked for meanwhile arrive with it.
    pub fn wait(&mut self, load: u32, mask: Mask) {
        if load == 0 {
            return;
        }
        for (number, _) in self.waves(mask) {
            let arrived = self.arrived[number];
            if load > arrived {
                let longest = self.asked[arrived as usize..].iter().max();
                let source = longest.map_or(Source::Memory as usize, |source| *source as usize);
                self.counts.waves[self.first + number].waits[source] += 1;
                self.arrived[number] = self.asked.len() as u32;
            }
        }
    }

    /// An instruction on an array, of up to four words from an offset of each lane on.
    pub fn touch(&mut self, array: usize, how: Touch, offset: impl Fn(usize) -> usize, words: usize, mask: Mask) {
        for (wave, _) in self.waves(mask) {
            match how {
                Touch::Read => self.counts.loads += 1,
                Touch::Write => self.counts.stores += 1,
                Touch::Both => self.counts.atomics += 1,
            }
            let own = (wave * self.width..(wave + 1) * self.width).filter(|lane| mask.contains(*lane));
            let mut lines: Vec<usize> = Vec::with_capacity(self.width);
            for lane in own {
                let (first, last) = (4 * offset(lane), 4 * (offset(lane) + words) - 1);
                for line in first / LINE..=last / LINE {
                    if lines.last() != Some(&line) {
                        lines.push(line);
                    }
                }
                for sector in first / SECTOR..=last / SECTOR {
                    let [read, written] = &mut self.sectors[array];
                    if how != Touch::Write {
                        read[sector / 64] |= 1 << (sector % 64);
                    }
                    if how != Touch::Read {
                        written[sector / 64] |= 1 << (sector % 64);
                    }
                }
            }
            if !lines.is_sorted() {
                lines.sort_unstable();
                lines.dedup();
            }
            self.counts.lines += lines.len() as u64;
        }
    }

    /// An instruction on arrays of lanes by themselves.
    pub fn touch_own(&mut self, how: Touch, words: usize, mask: Mask) {
        let waves = self.waves(mask).count() as u64;
        let instructions = waves * words.div_ceil(4) as u64;
        match how {
            Touch::Read => self.counts.own_loads += instructions,
            Touch::Write | Touch::Both => self.counts.own_stores += instructions,
        }
        self.counts.own_words += waves * words as u64;
    }

    /// An instruction on shared memory.
    pub fn touch_shared(&mut self, words: usize, mask: Mask) {
        self.counts.shared_accesses += self.waves(mask).count() as u64 * words.div_ceil(4) as u64;
    }

    /// All that was counted.
    pub fn finish(mut self) -> Counts {
        let bytes = |bits: &[u64]| bits.iter().map(|word| u64::from(word.count_ones())).sum::<u64>() * SECTOR as u64;
        for (traffic, [read, written]) in self.counts.arrays.iter_mut().zip(&self.sectors) {
            (traffic.read, traffic.written) = (bytes(read), bytes(written));
        }
        self.counts
    }
}

/// What an instruction does with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An atomic operation.
    Both,
}
