//! The arrays of a run on the device.

use super::kernels::Kernels;
use crate::device::broad::{self, GpuBroad};
use crate::device::buffer::Array;
use crate::device::life::{Count, Life, copy};
use crate::device::outlines::Outlines;
use crate::device::pages::Paged;
use crate::device::remap::BoundCarry;
use crate::device::scan::BoundScan;
use crate::device::schedule::Slot;
use crate::device::schema::constants::SUMS_BLOCK;
use crate::device::schema::control::{StatusFlag, Word};
use crate::device::schema::records::GpuPose;
use crate::device::schema::records::{GpuBodyState, GpuHistory, GpuLoad, GpuMotion, GpuParams, GpuSums};
use crate::device::schema::records::{GpuContact, GpuLaw, GpuWarm};
use crate::device::schema::records::{GpuSurface, GpuWallLink};
use crate::device::scratch::{Lent, Scratch, Share};
use crate::device::shapes::ShapeTables;
use crate::device::units::Units;
use crate::device::{Gpu, GpuError};
use crate::engine::State;
use crate::walls::MAX_CONTACTS;

/// Steps of a batch at most: the places of walls are sent for all of them at once.
pub const BATCH: u64 = 64;

/// How much the arrays hold. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacities {
    pub bodies: usize,
    /// (body, cell) entries.
    pub entries: usize,
    /// Pairs found, repeats included.
    pub found: usize,
    /// Candidate pairs.
    pub pairs: usize,
    /// Links of bodies with walls.
    pub walls: usize,
}

impl Capacities {
    /// What packings mostly need, as far as arrays can have that much; or next to nothing, to try how arrays grow.
    pub fn for_run(run: &State, gpu: &Gpu, min_capacity: bool) -> Self {
        let bodies = run.grains.len().max(1);
        if min_capacity {
            return Self { bodies, entries: 1, found: 1, pairs: 1, walls: 1 };
        }
        let (usual, most) = (broad::Capacities::usual(bodies), Self::most(gpu.largest_array()));
        let pairs = 6 * bodies + 64;
        Self {
            bodies,
            entries: usual.entries.min(most.entries),
            found: pairs.min(most.found),
            pairs: pairs.min(most.pairs),
            walls: (bodies / 4 + 64).min(most.walls),
        }
    }

    /// The most that arrays of so many bytes hold: what is guessed or to spare ends here. What is needed does not, and is
    /// refused where the array is made.
    fn most(largest_array: u64) -> Self {
        let room = |bytes: usize| largest_array as usize / bytes;
        let list = room(size_of::<[u32; 2]>());
        Self {
            bodies: room(size_of::<GpuMotion>()),
            entries: list,
            found: list,
            // Work lists and partners; records are in pages.
            pairs: room(size_of::<[u32; 4]>()),
            walls: room(MAX_CONTACTS * size_of::<GpuHistory>()),
        }
    }

    /// At least this much, with some to spare where it is more than there was.
    pub fn holding(self, largest_array: u64, bodies: usize, pairs: usize, walls: usize) -> Self {
        let most = Self::most(largest_array);
        let room = |now: usize, needed: usize, most: usize| if needed > now { with_spare(needed, most) } else { now };
        Self {
            bodies: room(self.bodies, bodies, most.bodies),
            pairs: room(self.pairs, pairs, most.pairs),
            walls: room(self.walls, walls, most.walls),
            ..self
        }
    }

    /// More where the bits of `trouble` say that it was too little for what was `needed`.
    pub fn grown(self, largest_array: u64, status: u32, needed: &Self) -> Self {
        let most = Self::most(largest_array);
        let room = |bit: StatusFlag, now: usize, needed: usize, most: usize| {
            if status & bit as u32 == 0 { now } else { now.max(with_spare(needed, most)) }
        };
        // Where finds do not fit, repeats are counted too: all the room there is may be enough.
        let found = if self.found < most.found { needed.found.min(most.found) } else { needed.found };
        Self {
            bodies: self.bodies,
            entries: room(StatusFlag::EntriesFull, self.entries, needed.entries, most.entries),
            found: room(StatusFlag::FoundFull, self.found, found, most.found),
            pairs: room(StatusFlag::PairsFull, self.pairs, needed.pairs, most.pairs),
            walls: room(StatusFlag::WallsFull, self.walls, needed.walls, most.walls),
        }
    }
}

/// A quarter more than is needed, but not more than `most` if the need itself is not.
fn with_spare(needed: usize, most: usize) -> usize {
    (needed + needed / 4).min(most).max(needed)
}

/// What has flowed since the run began, in the fixed point of the device: exact sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Flows {
    /// Heat of damping, heat of friction.
    pub heat: [i128; 3],
    /// Work of moving walls, of patches.
    pub work: [i128; 3],
}

impl Flows {
    pub fn add(&mut self, heat: [i64; 3], work: [i64; 3]) {
        for k in 0..3 {
            self.heat[k] += i128::from(heat[k]);
            self.work[k] += i128::from(work[k]);
        }
    }
}

/// Memory held on the device [bytes].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Tables of shapes, and what bounds them.
    pub shapes: u64,
    /// All that goes with candidate pairs and with links of grains with walls: lists, contacts, histories, and what a rebuild
    /// needs to make them. Room that is not in use included.
    pub contacts: u64,
    /// The rest: bodies, cells, sums, and what all kernels share.
    pub bodies: u64,
}

impl Memory {
    /// All of it.
    pub fn total(&self) -> u64 {
        self.shapes + self.contacts + self.bodies
    }
}

/// Bodies and surfaces.
pub struct WallArrays {
    /// Surfaces at the end of each step of a batch.
    pub surfaces: Array<GpuSurface>,
    pub links: Array<GpuWallLink>,
    /// The list that is being made.
    pub fresh: Array<GpuWallLink>,
    /// Where the links of each body begin.
    pub starts: Array<u32>,
    pub histories: Array<GpuHistory>,
    pub aside: Array<GpuHistory>,
    pub scan: BoundScan,
}

/// All arrays, but for the tables of shapes.
pub struct Arrays {
    pub capacities: Capacities,
    pub control: Array<u32>,
    pub arguments: Array<[u32; 4]>,
    pub params: Array<GpuParams>,
    pub laws: Array<GpuLaw>,
    pub poses: Array<GpuPose>,
    pub motions: Array<GpuMotion>,
    pub loads: Array<GpuLoad>,
    pub states: Array<GpuBodyState>,
    pub broad: GpuBroad,
    pub found: Paged<GpuContact>,
    pub warm: Paged<GpuWarm>,
    pub histories: Paged<GpuHistory>,
    /// Work lists: pairs that a search has to look at, then pairs that need a contact point.
    pub meeting: Array<[u32; 4]>,
    pub remap_warm: BoundCarry,
    pub remap_histories: BoundCarry,
    pub walls: WallArrays,
    pub sums: Array<GpuSums>,
    pub flows: Flows,
}

impl Arrays {
    /// Arrays of zeros, with what does not change during a run.
    pub fn new(
        gpu: &Gpu,
        kernels: &Kernels,
        (run, tables): (&State, &ShapeTables),
        units: &Units,
        capacities: Capacities,
    ) -> Result<Self, GpuError> {
        let half_skin = 0.5 * run.skin / units.length;
        let control: Array<u32> = Array::zeros(gpu, "control", Word::COUNT)?;
        let poses = Array::zeros(gpu, "poses", capacities.bodies)?;
        let Capacities { bodies, entries, found, pairs, .. } = capacities;
        let broad = GpuBroad::lending(
            gpu,
            &kernels.broad,
            (&control, &poses),
            (&Outlines::new(tables, half_skin), half_skin as f32),
            (broad::Capacities { bodies, entries, found, pairs }, lent(&capacities)),
        )?;
        let (pages, scratch) = (broad.pages(), broad.scratch());
        let warm = Paged::zeros(gpu, "warm starts", pages)?;
        let histories = Paged::zeros(gpu, "histories", pages)?;
        let gravity = run.scene.simulation.gravity;
        let params =
            GpuParams::new(gravity, crate::engine::step::TOO_FAR, super::heat_bits_of(run), run.corrects(), units);
        let laws: Vec<_> = run.laws.iter().map(|law| GpuLaw::new(law, units)).collect();
        let blocks = bodies.max(pairs).max(capacities.walls * MAX_CONTACTS).div_ceil(SUMS_BLOCK as usize);
        Ok(Self {
            arguments: Array::zeros(gpu, "numbers of workgroups", Slot::COUNT - 1 + pages.count())?,
            params: Array::from_slice(gpu, "parameters", &[params])?,
            laws: Array::from_slice(gpu, "laws", &laws)?,
            motions: Array::zeros(gpu, "motions", bodies)?,
            loads: Array::zeros(gpu, "loads", bodies)?,
            states: Array::zeros(gpu, "states", bodies)?,
            found: Paged::within(&scratch.first, "contacts", pages)?,
            meeting: Array::within(&scratch.third, "pairs that meet", pairs)?,
            remap_warm: kernels.remap.bind(gpu, &control, &broad, (&warm, &scratch.second))?,
            remap_histories: kernels.remap.bind(gpu, &control, &broad, (&histories, &scratch.second))?,
            walls: WallArrays::new(gpu, kernels, run.surfaces.len(), &capacities, scratch)?,
            sums: Array::zeros(gpu, "sums", blocks)?,
            flows: Flows::default(),
            capacities,
            control,
            poses,
            broad,
            warm,
            histories,
        })
    }

    /// The same with other room; what it holds is kept.
    pub fn resized(
        &self,
        gpu: &Gpu,
        kernels: &Kernels,
        scene: (&State, &ShapeTables),
        units: &Units,
        capacities: Capacities,
    ) -> Result<Self, GpuError> {
        let mut larger = Self::new(gpu, kernels, scene, units, capacities)?;
        larger.flows = self.flows;
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        copy(&mut encoder, &larger.lives(), &self.lives());
        gpu.queue.submit([encoder.finish()]);
        larger.write_capacities(gpu, scene.0);
        Ok(larger)
    }

    /// How long what they hold is of use: all that a checkpoint, larger arrays and a state that is restored go by.
    pub fn lives(&self) -> Vec<Life<'_>> {
        let Self {
            capacities: _,
            // Word by word, see `Word::life`; larger arrays take all of them.
            control,
            arguments,
            params,
            laws,
            poses,
            motions,
            loads,
            states,
            broad,
            found,
            warm,
            histories,
            meeting,
            remap_warm: _,
            remap_histories: _,
            walls,
            sums,
            // Numbers of the host, see `RawState`.
            flows: _,
        } = self;
        let mut lives = vec![
            Life::State(Count::Bodies, poses),
            Life::State(Count::Bodies, motions),
            Life::State(Count::Bodies, loads),
            Life::State(Count::Pairs, warm),
            Life::State(Count::Pairs, histories),
            Life::Batch(control),
            Life::Step(states),
            Life::Step(found),
            Life::Counted(arguments),
            Life::Passes(meeting),
            Life::Passes(sums),
            Life::Scene(params),
            Life::Scene(laws),
        ];
        lives.extend(walls.lives());
        lives.extend(broad.lives());
        lives
    }

    /// Words of the control block that follow from the scene and the room.
    pub fn write_capacities(&self, gpu: &Gpu, run: &State) {
        self.broad.write_words(gpu, &self.control);
        self.set_words(
            gpu,
            &[
                (Word::Materials, run.scene.materials.len() as u32),
                (Word::Surfaces, run.surfaces.len() as u32),
                (Word::WallCapacity, self.capacities.walls as u32),
                (Word::WallBlocks, self.walls.scan.groups()),
            ],
        );
    }

    /// Writes words of the control block.
    pub fn set_words(&self, gpu: &Gpu, words: &[(Word, u32)]) {
        words.iter().for_each(|(word, value)| self.control.write(gpu, *word as usize, &[*value]));
    }

    /// Memory held [bytes].
    pub fn memory(&self) -> Memory {
        let walls = &self.walls;
        let [kinds, bodies, pairs] = self.broad.bytes();
        let of_bodies = self.poses.bytes() + self.motions.bytes() + self.loads.bytes() + self.states.bytes();
        let of_scene = self.control.bytes() + self.arguments.bytes() + self.params.bytes() + self.laws.bytes();
        let of_walls = walls.surfaces.bytes() + walls.starts.bytes() + walls.scan.bytes();
        let remapped = self.remap_warm.bytes() + self.remap_histories.bytes();
        Memory {
            shapes: kinds,
            contacts: pairs
                + remapped
                + self.warm.bytes()
                + self.histories.bytes()
                + walls.links.bytes()
                + walls.histories.bytes(),
            bodies: bodies + of_bodies + of_scene + of_walls + self.sums.bytes(),
        }
    }
}

/// What others than the broad phase use of its memory: contacts and new links with walls, histories put aside, the
/// list of pairs that meet.
fn lent(capacities: &Capacities) -> Lent {
    let words = |count: usize, bytes: usize| count * bytes / 4;
    let memory = size_of::<GpuHistory>().max(size_of::<GpuWarm>());
    let share = |bytes: usize, whole: usize| Share { whole, per_pair: bytes / 4 };
    Lent {
        first: share(size_of::<GpuContact>(), words(capacities.walls, size_of::<GpuWallLink>())),
        second: share(memory, words(capacities.walls * MAX_CONTACTS, size_of::<GpuHistory>())),
        third: words(capacities.pairs, size_of::<[u32; 4]>()),
    }
}

impl WallArrays {
    fn lives(&self) -> [Life<'_>; 6] {
        let Self { surfaces, links, fresh, starts, histories, aside, scan: _ } = self;
        [
            Life::State(Count::WallLinks, links),
            Life::State(Count::BodiesAndOne, starts),
            Life::State(Count::WallContacts, histories),
            Life::Batch(surfaces),
            Life::Passes(fresh),
            Life::Passes(aside),
        ]
    }

    fn new(
        gpu: &Gpu,
        kernels: &Kernels,
        surfaces: usize,
        capacities: &Capacities,
        scratch: &Scratch,
    ) -> Result<Self, GpuError> {
        let starts: Array<u32> = Array::zeros(gpu, "starts of links with walls", capacities.bodies + 1)?;
        let histories = capacities.walls * MAX_CONTACTS;
        Ok(Self {
            surfaces: Array::zeros(gpu, "surfaces", surfaces * BATCH as usize)?,
            links: Array::zeros(gpu, "links with walls", capacities.walls)?,
            fresh: Array::within(scratch.first.whole(), "new links with walls", capacities.walls)?,
            scan: kernels.broad.scan().bind(gpu, &starts, capacities.bodies + 1)?,
            histories: Array::zeros(gpu, "histories of walls", histories)?,
            aside: Array::within(scratch.second.whole(), "old histories of walls", histories)?,
            starts,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: u64 = 128 << 20;

    #[test]
    fn what_is_to_spare_ends_where_arrays_do() {
        let most = Capacities::most(LIMIT);
        assert_eq!((most.bodies, most.pairs, most.walls), (1_398_101, 8_388_608, 174_762));
        let capacities = Capacities { bodies: 10, entries: 10, found: 10, pairs: 10, walls: 10 };
        let held = capacities.holding(LIMIT, 1_000_000, 8_000_000, 9);
        assert_eq!((held.bodies, held.pairs, held.walls), (1_250_000, 8_388_608, 10));
        let needed = Capacities { bodies: 0, entries: 1000, found: 20_000_000, pairs: 9_000_000, walls: 150_000 };
        let grown = capacities.grown(LIMIT, StatusFlag::CAPACITY, &needed);
        assert_eq!((grown.bodies, grown.entries, grown.walls), (10, 1250, most.walls));
        // What is needed is not cut off: it is refused where the array is made.
        assert_eq!(grown.pairs, needed.pairs);
        // Repeats are counted among finds that do not fit: refused only where all there is was too little.
        assert_eq!((grown.found, grown.grown(LIMIT, StatusFlag::CAPACITY, &needed).found), (most.found, needed.found));
        assert_eq!(capacities.grown(LIMIT, 0, &needed), capacities);
    }
}
