//! The arrays of a run on the device.

use crate::device::broad::GpuBroad;
use crate::device::buffer::Array;
use crate::device::capacities::Capacities;
use crate::device::kernel::Window;
use crate::device::life::{Count, Life, copy};
use crate::device::outlines::Outlines;
use crate::device::pages::Paged;
use crate::device::program::NamedArrays;
use crate::device::remap::RemapArrays;
use crate::device::scan::ScanArrays;
use crate::device::schedule::Slot;
use crate::device::schema::constants::{DRAG_WORDS, FLOW_WORDS, SUMS_BLOCK};
use crate::device::schema::control::Word;
use crate::device::schema::records::{FixedTurn, GpuPose};
use crate::device::schema::records::{GpuBodyState, GpuHistory, GpuLoad, GpuMotion, GpuParams, GpuSums};
use crate::device::schema::records::{GpuContact, GpuLaw, GpuPairHistory, GpuPairRolling, GpuPush, GpuSearch, GpuWarm};
use crate::device::schema::records::{GpuDrag, GpuSurface, GpuWallLink};
use crate::device::scratch::{Lent, Scratch, Share};
use crate::device::shader::ROLLS;
use crate::device::shapes::{ShapeArrays, ShapeTables};
use crate::device::units::Units;
use crate::device::{Gpu, GpuError};
use crate::engine::State;
use crate::walls::MAX_CONTACTS;

/// Steps of a batch at most: the places of walls are sent for all of them at once.
pub const BATCH: u64 = 64;

/// What has flowed since the run began, in the fixed point of the device: exact sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Flows {
    /// Heat of damping, of friction, of rolling.
    pub heat: [i128; 3],
    /// Work of moving walls, of patches; what drag has taken.
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
    /// Links that may touch a tube, cone or rod, in the memory of the list that is being made at other times.
    pub worklist: Array<[u32; 4]>,
    /// Where the links of each body begin.
    pub starts: Array<u32>,
    pub histories: Array<GpuHistory>,
    pub aside: Array<GpuHistory>,
    pub scan: ScanArrays,
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
    pub turns: Array<FixedTurn>,
    pub loads: Array<GpuLoad>,
    pub states: Array<GpuBodyState>,
    pub broad: GpuBroad,
    pub contacts: Paged<GpuContact>,
    pub warm: Paged<GpuWarm>,
    pub histories: Paged<GpuPairHistory>,
    /// Rolling and twisting of pairs; a record for form's sake where no law resists them.
    pub rolling: Paged<GpuPairRolling>,
    pub pushes: Paged<GpuPush>,
    pub searches: Paged<GpuSearch>,
    pub remap_warm: RemapArrays<GpuWarm>,
    pub remap_histories: RemapArrays<GpuPairHistory>,
    pub remap_rolling: RemapArrays<GpuPairRolling>,
    pub walls: WallArrays,
    pub sums: Array<GpuSums>,
    /// What has flowed at the contacts of each workgroup of bodies since the batch began.
    pub flow_sums: Array<u32>,
    /// What slows bodies down, and what it has taken from each workgroup of bodies since the batch began; empty in most scenes.
    pub drag: Array<GpuDrag>,
    pub drag_sums: Array<u32>,
    pub flows: Flows,
    /// Laws of the scene resist rolling or twisting.
    pub rolls: bool,
}

impl Arrays {
    /// Arrays of zeros, with what does not change during a run.
    pub fn new(
        gpu: &Gpu,
        (run, tables): (&State, &ShapeTables),
        units: &Units,
        capacities: Capacities,
    ) -> Result<Self, GpuError> {
        let half_skin = 0.5 * run.skin / units.length;
        let ranges = [run.range, run.range_untouched()].map(|range| (range / units.length) as f32);
        let control: Array<u32> = Array::zeros(gpu, "control", Word::COUNT)?;
        let poses = Array::zeros(gpu, "poses", capacities.bodies)?;
        let Capacities { bodies, pairs, .. } = capacities;
        let outlines = Outlines::new(tables, half_skin + 0.5 * run.range / units.length);
        let broad = GpuBroad::new(gpu, (&outlines, half_skin as f32, ranges), capacities, lent(&capacities))?;
        let (pages, scratch) = (broad.pages(), broad.scratch());
        let warm = Paged::zeros(gpu, "warm starts", pages)?;
        let histories = Paged::zeros(gpu, "histories", pages)?;
        let rolling = match gpu.needs.laws & ROLLS {
            0 => Paged::unused(gpu, "rolling", pages)?,
            _ => Paged::zeros(gpu, "rolling", pages)?,
        };
        let gravity = run.scene.simulation.gravity;
        let params =
            GpuParams::new(gravity, crate::engine::step::TOO_FAR, super::heat_bits_of(run), run.corrects(), units)
                .with_speed_limit(run.speed_limit(), units);
        let drag: Vec<_> = run.drag().iter().map(|drag| GpuDrag::new(drag, units)).collect();
        let dragged = if drag.is_empty() { 0 } else { bodies };
        let laws: Vec<_> = run.laws.iter().map(|law| GpuLaw::new(law, units)).collect();
        let blocks = bodies.max(pairs).max(capacities.walls * MAX_CONTACTS).div_ceil(SUMS_BLOCK as usize);
        Ok(Self {
            arguments: Array::zeros(gpu, "numbers of workgroups", Slot::count(pages.count()))?,
            params: Array::from_slice(gpu, "parameters", &[params])?,
            laws: Array::from_slice(gpu, "laws", &laws)?,
            motions: Array::zeros(gpu, "motions", bodies)?,
            turns: Array::zeros(gpu, "turns", bodies)?,
            loads: Array::zeros(gpu, "loads", bodies)?,
            states: Array::zeros(gpu, "states", bodies)?,
            contacts: Paged::with_head(gpu, "contacts", pages)?,
            pushes: Paged::zeros(gpu, "pushes of contacts", pages)?,
            searches: Paged::within(&scratch.second, "searches", pages)?,
            remap_warm: RemapArrays::new(gpu, pages, &scratch.second)?,
            remap_histories: RemapArrays::new(gpu, pages, &scratch.second)?,
            remap_rolling: RemapArrays::new(gpu, pages, &scratch.second)?,
            walls: WallArrays::new(gpu, run.surfaces.len(), &capacities, scratch)?,
            sums: Array::zeros(gpu, "sums", blocks)?,
            flow_sums: Array::zeros(gpu, "flows", flow_words(gpu, bodies))?,
            drag: Array::from_slice(gpu, "drag", &drag)?,
            drag_sums: Array::zeros(gpu, "sums of drag", drag_words(gpu, dragged))?,
            flows: Flows::default(),
            capacities,
            control,
            poses,
            broad,
            warm,
            histories,
            rolling,
            rolls: gpu.needs.laws & ROLLS != 0,
        })
    }

    /// The same with other room; what it holds is kept.
    pub fn resized(
        &self,
        gpu: &Gpu,
        scene: (&State, &ShapeTables),
        units: &Units,
        capacities: Capacities,
    ) -> Result<Self, GpuError> {
        let mut larger = Self::new(gpu, scene, units, capacities)?;
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
            turns,
            loads,
            states,
            broad,
            contacts,
            warm,
            histories,
            rolling,
            pushes,
            searches,
            remap_warm: _,
            remap_histories: _,
            remap_rolling: _,
            rolls,
            walls,
            sums,
            flow_sums,
            drag,
            drag_sums,
            // Numbers of the host, see `RawState`.
            flows: _,
        } = self;
        let mut lives = vec![
            Life::State(Count::Bodies, poses),
            Life::State(Count::Bodies, motions),
            Life::State(Count::Bodies, turns),
            Life::State(Count::Bodies, loads),
            Life::State(Count::Pairs, warm),
            Life::State(Count::Pairs, histories),
            if *rolls { Life::State(Count::Pairs, rolling) } else { Life::Scene(rolling) },
            Life::Batch(control),
            Life::Batch(flow_sums),
            Life::Batch(drag_sums),
            Life::Scene(drag),
            Life::Step(states),
            Life::Step(pushes),
            Life::Lists(contacts),
            Life::Counted(arguments),
            Life::Passes(searches),
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
                (Word::WallBlocks, self.walls.scan.blocks() as u32),
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
        let of_bodies = self.poses.bytes()
            + self.motions.bytes()
            + self.turns.bytes()
            + self.loads.bytes()
            + self.states.bytes()
            + self.flow_sums.bytes()
            + self.drag_sums.bytes()
            + self.drag.bytes();
        let of_scene = self.control.bytes() + self.arguments.bytes() + self.params.bytes() + self.laws.bytes();
        let of_walls = walls.surfaces.bytes() + walls.starts.bytes() + walls.scan.bytes();
        let remapped = self.remap_warm.bytes() + self.remap_histories.bytes() + self.remap_rolling.bytes();
        Memory {
            shapes: kinds,
            contacts: pairs
                + remapped
                + self.warm.bytes()
                + self.histories.bytes()
                + self.rolling.bytes()
                + self.pushes.bytes()
                + self.contacts.bytes()
                + walls.links.bytes()
                + walls.histories.bytes(),
            bodies: bodies + of_bodies + of_scene + of_walls + self.sums.bytes(),
        }
    }
}

/// All that a run has on the device, by the names under which kernels declare it.
pub struct Bindings<'a> {
    pub arrays: &'a Arrays,
    pub shapes: &'a ShapeArrays,
}

impl NamedArrays for Bindings<'_> {
    fn window(&self, name: &str, page: usize) -> Option<Window<'_>> {
        let (a, w) = (self.arrays, &self.arrays.walls);
        Some(match name {
            "control" => a.control.window(),
            "arguments" => a.arguments.window(),
            "params" => a.params.window(),
            "laws" => a.laws.window(),
            "poses" => a.poses.window(),
            "motions" => a.motions.window(),
            "turns" => a.turns.window(),
            "loads" => a.loads.window(),
            "states" => a.states.window(),
            "contacts" => a.contacts.page(page),
            "warm" => a.warm.page(page),
            "histories" => a.histories.page(page),
            "rolling" => a.rolling.page(page),
            "pushes" => a.pushes.page(page),
            "searches" => a.searches.page(page),
            "sums" => a.sums.window(),
            "flow_sums" => a.flow_sums.window(),
            "drag" => a.drag.window(),
            "drag_sums" => a.drag_sums.window(),
            "surfaces" => w.surfaces.window(),
            "wall_links" => w.links.window(),
            "new_wall_links" => w.fresh.window(),
            "wall_worklist" => w.worklist.window(),
            "wall_starts" => w.starts.window(),
            "wall_histories" => w.histories.window(),
            "old_wall_histories" => w.aside.window(),
            _ => match name.split_once('.') {
                Some(("warm", part)) => a.remap_warm.window(part, page)?,
                Some(("histories", part)) => a.remap_histories.window(part, page)?,
                Some(("rolling", part)) => a.remap_rolling.window(part, page)?,
                Some(("wall_starts", part)) => w.scan.window(part)?,
                _ => return self.shapes.window(name).or_else(|| a.broad.window(name, page)),
            },
        })
    }
}

/// Words of what flows at the contacts of so many bodies.
pub fn flow_words(gpu: &Gpu, bodies: usize) -> usize {
    bodies.div_ceil(gpu.workgroup as usize) * FLOW_WORDS as usize
}

/// Words of what drag takes from so many bodies.
pub fn drag_words(gpu: &Gpu, bodies: usize) -> usize {
    bodies.div_ceil(gpu.workgroup as usize) * DRAG_WORDS as usize
}

/// What others than the broad phase use of its memory: new links with walls, and records put aside or what searches leave to each
/// other.
fn lent(capacities: &Capacities) -> Lent {
    let words = |count: usize, bytes: usize| count * bytes / 4;
    let record = size_of::<GpuPairHistory>().max(size_of::<GpuWarm>()).max(size_of::<GpuSearch>());
    let share = |bytes: usize, whole: usize| Share { whole, per_pair: bytes / 4 };
    Lent {
        first: words(capacities.walls, size_of::<GpuWallLink>()),
        second: share(record, words(capacities.walls * MAX_CONTACTS, size_of::<GpuHistory>())),
    }
}

impl WallArrays {
    fn lives(&self) -> [Life<'_>; 7] {
        let Self { surfaces, links, fresh, worklist, starts, histories, aside, scan: _ } = self;
        [
            Life::State(Count::WallLinks, links),
            Life::State(Count::BodiesAndOne, starts),
            Life::State(Count::WallContacts, histories),
            Life::Batch(surfaces),
            Life::Passes(fresh),
            Life::Passes(worklist),
            Life::Passes(aside),
        ]
    }

    fn new(gpu: &Gpu, surfaces: usize, capacities: &Capacities, scratch: &Scratch) -> Result<Self, GpuError> {
        let starts: Array<u32> = Array::zeros(gpu, "starts of links with walls", capacities.bodies + 1)?;
        let histories = capacities.walls * MAX_CONTACTS;
        Ok(Self {
            surfaces: Array::zeros(gpu, "surfaces", surfaces * BATCH as usize)?,
            links: Array::zeros(gpu, "links with walls", capacities.walls)?,
            fresh: Array::within(&scratch.first, "new links with walls", capacities.walls)?,
            worklist: Array::within(&scratch.first, "links at round walls", capacities.walls)?,
            scan: ScanArrays::new(gpu, capacities.bodies + 1)?,
            histories: Array::zeros(gpu, "histories of walls", histories)?,
            aside: Array::within(scratch.second.whole(), "old histories of walls", histories)?,
            starts,
        })
    }
}
