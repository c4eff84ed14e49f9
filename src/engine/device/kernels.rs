//! The kernels of a step, and the step as the list of passes has it.

use super::arrays::Arrays;
use crate::contact::{follow, patch, touch};
use crate::engine::schedule::Slot;
use crate::engine::step::{PASSES, When};
use crate::engine::{advance, insert, schedule, wall_contacts};
use crate::force::{gather, law};
use crate::gpu::broad::GpuBroad;
use crate::gpu::broad_kernels::BroadKernels;
use crate::gpu::carry::Carry;
use crate::gpu::kernel::{Bound, Kernel};
use crate::gpu::narrow_sources::{LIST_TOUCHING, LIST_UNPROVEN, PENETRATE, SEPARATE};
use crate::gpu::shader::BALLS;
use crate::gpu::shapes::ShapeArrays;
use crate::gpu::walls::{AROUND, CARRY_LINKS, LINKS_COUNT, LINKS_WRITE, PLANES, SETTLE_LINKS};
use crate::gpu::{Gpu, GpuError};
use crate::integrate::{drift, kick};
use crate::observe::ledger;
use crate::walls::{Form, Surface, carry_memory};

/// Kernels, compiled.
pub struct Kernels {
    pub broad: BroadKernels,
    pub carry: Carry,
    drift: Kernel,
    schedule: Kernel,
    follow: Kernel,
    list_unproven: Kernel,
    separate: Kernel,
    penetrate: Kernel,
    touch: Kernel,
    list_touching: Kernel,
    patch: Kernel,
    law: Kernel,
    links_count: Kernel,
    links_write: Kernel,
    carry_links: Kernel,
    settle_links: Kernel,
    keep_wall_memory: Kernel,
    carry_wall_memory: Kernel,
    planes: Kernel,
    /// Tubes, cones and rods: takes long to compile, and most scenes have none.
    around: Option<Kernel>,
    wall_contacts: Kernel,
    gather: Kernel,
    kick: Kernel,
    advance: Kernel,
    ledger: Kernel,
    /// Only for scenes into which grains come.
    pub insert: Option<Kernel>,
}

impl Kernels {
    /// Compiles all of them that a scene with these surfaces, and with insertions or not, needs.
    pub fn new(gpu: &Gpu, surfaces: &[Surface], inserts: bool) -> Result<Self, GpuError> {
        let has_axes = surfaces.iter().any(|surface| !matches!(surface.form, Form::Plane { .. }));
        let compiled = |source| Kernel::new(gpu, source);
        Ok(Self {
            broad: BroadKernels::new(gpu)?,
            carry: Carry::new(gpu)?,
            drift: compiled(&drift::KERNEL)?,
            schedule: compiled(&schedule::KERNEL)?,
            follow: compiled(&follow::KERNEL)?,
            list_unproven: compiled(&LIST_UNPROVEN)?,
            separate: compiled(&SEPARATE)?,
            penetrate: compiled(&PENETRATE)?,
            touch: compiled(&touch::KERNEL)?,
            list_touching: compiled(&LIST_TOUCHING)?,
            patch: compiled(&patch::KERNEL)?,
            law: compiled(&law::KERNEL)?,
            links_count: compiled(&LINKS_COUNT)?,
            links_write: compiled(&LINKS_WRITE)?,
            carry_links: compiled(&CARRY_LINKS)?,
            settle_links: compiled(&SETTLE_LINKS)?,
            keep_wall_memory: compiled(&carry_memory::KEEP)?,
            carry_wall_memory: compiled(&carry_memory::TAKE)?,
            planes: compiled(&PLANES)?,
            around: has_axes.then(|| compiled(&AROUND)).transpose()?,
            wall_contacts: compiled(&wall_contacts::KERNEL)?,
            gather: compiled(&gather::KERNEL)?,
            kick: compiled(&kick::KERNEL)?,
            advance: compiled(&advance::KERNEL)?,
            ledger: compiled(&ledger::KERNEL)?,
            insert: inserts.then(|| compiled(&insert::KERNEL)).transpose()?,
        })
    }
}

/// How many invocations a kernel gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// One for each body.
    Bodies,
    /// As many as the device has counted.
    Counted(Slot),
    /// One.
    Once,
}

/// A kernel with its arrays, and its share of the work.
struct Part {
    bound: Bound,
    how: How,
}

/// What a pass of the list is on the device.
enum Work {
    Part(Part),
    /// The search for a body that has left its box.
    Travel,
    /// The start of a rebuild: boxes.
    Bounds,
    /// The rest of a rebuild: the list of pairs.
    Pairs,
    /// Records that follow their pairs.
    Carry,
    /// The sums over links with walls.
    WallScan,
}

impl Work {
    fn name(&self) -> &'static str {
        match self {
            Self::Part(part) => part.bound.name(),
            Self::Travel => "travel",
            Self::Bounds => "bounds",
            Self::Pairs => "pairs",
            Self::Carry => "carry",
            Self::WallScan => "wall_scan",
        }
    }

    fn dispatches(&self) -> u64 {
        match self {
            Self::Part(_) | Self::Travel => 1,
            Self::Bounds => GpuBroad::DISPATCHES[0],
            Self::Pairs => GpuBroad::DISPATCHES[1],
            Self::Carry => 4,
            Self::WallScan => 3,
        }
    }
}

/// How much of a step is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Only what comes after the bodies have moved: a halted step has moved them, and knows that its list is to be made anew.
    pub from_the_middle: bool,
    /// With the passes of a rebuild. Without them the device halts where one is due.
    pub rebuilds: bool,
}

impl Extent {
    fn has(self, name: &str) -> bool {
        let pass = PASSES.iter().find(|pass| pass.name == name);
        let on_rebuild = pass.is_some_and(|pass| pass.when == When::OnRebuild);
        !(self.from_the_middle && ["drift", "travel"].contains(&name)) && (self.rebuilds || !on_rebuild)
    }
}

/// A step, ready to be recorded: for each pass of the list, in its order, its kernels.
pub struct Steps {
    passes: Vec<(&'static str, Vec<Work>)>,
    ledger: Bound,
}

impl Steps {
    /// Binds the kernels to arrays.
    pub fn new(gpu: &Gpu, kernels: &Kernels, shapes: &ShapeArrays, arrays: &Arrays) -> Result<Self, GpuError> {
        let binder = Binder { gpu, kernels, shapes, arrays };
        let passes = PASSES.iter().map(|pass| Ok((pass.name, binder.pass(pass.name)?)));
        Ok(Self { passes: passes.collect::<Result<_, GpuError>>()?, ledger: binder.ledger()? })
    }

    /// Records one step, or a part of it. Returns the number of dispatches.
    pub fn record(
        &self,
        gpu: &Gpu,
        pass: &mut wgpu::ComputePass,
        arrays: &Arrays,
        bodies: usize,
        extent: Extent,
    ) -> u64 {
        let mut dispatches = 0;
        for (_, works) in self.passes.iter().filter(|(name, _)| extent.has(name)) {
            dispatches += works.iter().map(|work| record_work(work, gpu, pass, arrays, bodies)).sum::<u64>();
        }
        dispatches
    }

    /// Dispatches of a step of that extent.
    pub fn dispatches(&self, extent: Extent) -> u64 {
        let passes = self.passes.iter().filter(|(name, _)| extent.has(name));
        passes.flat_map(|(_, works)| works).map(Work::dispatches).sum()
    }

    /// Records one pass of the list.
    pub fn record_pass(&self, gpu: &Gpu, pass: &mut wgpu::ComputePass, arrays: &Arrays, bodies: usize, name: &str) {
        for (_, works) in self.passes.iter().filter(|(pass, _)| *pass == name) {
            works.iter().for_each(|work| {
                record_work(work, gpu, pass, arrays, bodies);
            });
        }
    }

    /// The parts of a step in order, each with its pass and its name.
    pub fn parts(&self) -> Vec<(&'static str, &'static str)> {
        self.passes.iter().flat_map(|(pass, works)| works.iter().map(|work| (*pass, work.name()))).collect()
    }

    /// Records one of [`Self::parts`].
    pub fn record_part(&self, gpu: &Gpu, pass: &mut wgpu::ComputePass, arrays: &Arrays, bodies: usize, part: usize) {
        if let Some(work) = self.passes.iter().flat_map(|(_, works)| works).nth(part) {
            record_work(work, gpu, pass, arrays, bodies);
        }
    }

    /// Records the sums of a batch.
    pub fn record_ledger(&self, gpu: &Gpu, pass: &mut wgpu::ComputePass, arrays: &Arrays) -> u64 {
        self.ledger.run(gpu, pass, arrays.sums.len());
        1
    }
}

fn record_work(work: &Work, gpu: &Gpu, pass: &mut wgpu::ComputePass, arrays: &Arrays, bodies: usize) -> u64 {
    let arguments = arrays.arguments.raw();
    match work {
        Work::Part(part) => match part.how {
            How::Bodies => part.bound.run(gpu, pass, bodies),
            How::Counted(slot) => part.bound.run_indirect(pass, arguments, slot.offset()),
            How::Once => part.bound.run_groups(pass, [1, 1, 1]),
        },
        Work::Travel => arrays.broad.record_travel(gpu, pass),
        Work::Bounds => arrays.broad.record_bounds(pass),
        Work::Pairs => arrays.broad.record_pairs(pass),
        Work::Carry => {
            arrays.carry_warm.record(pass, &arrays.broad);
            arrays.carry_memories.record(pass, &arrays.broad);
        }
        Work::WallScan => {
            let (many, one) = (Slot::WallBlocks.offset(), Slot::OnceAnew.offset());
            arrays.walls.scan.run_indirect(pass, arguments, many, one);
        }
    }
    work.dispatches()
}

/// Binds kernels to arrays.
struct Binder<'a> {
    gpu: &'a Gpu,
    kernels: &'a Kernels,
    shapes: &'a ShapeArrays,
    arrays: &'a Arrays,
}

impl Binder<'_> {
    /// The kernels of a pass of the list. (`insert` runs between batches, where a grain is due: `places.rs`.)
    fn pass(&self, name: &str) -> Result<Vec<Work>, GpuError> {
        match name {
            "drift" => Ok(vec![self.drift()?]),
            "travel" => Ok(vec![Work::Travel]),
            "bounds" => Ok(vec![Work::Bounds]),
            "pairs" => Ok(vec![Work::Pairs]),
            "carry" => self.carry(),
            "contacts" => self.contacts(),
            "walls" => self.walls(),
            "gather" => Ok(vec![self.gather()?]),
            "kick" => Ok(vec![self.kick()?]),
            "observe" => Ok(vec![self.advance()?]),
            _ => Ok(Vec::new()),
        }
    }

    fn part(&self, kernel: &Kernel, how: How, own: &[&wgpu::Buffer], with_shapes: bool) -> Result<Work, GpuError> {
        let shapes = self.shapes.group();
        let groups: &[&[&wgpu::Buffer]] = if with_shapes { &[own, &shapes] } else { &[own] };
        Ok(Work::Part(Part { bound: kernel.bind(self.gpu, groups)?, how }))
    }

    fn schedule(&self) -> Result<Work, GpuError> {
        let own = [self.arrays.control.raw(), self.arrays.arguments.raw()];
        self.part(&self.kernels.schedule, How::Once, &own, false)
    }

    fn drift(&self) -> Result<Work, GpuError> {
        let a = self.arrays;
        let own = [a.control.raw(), a.params.raw(), a.poses.raw(), a.motions.raw(), a.loads.raw(), a.states.raw()];
        self.part(&self.kernels.drift, How::Bodies, &own, true)
    }

    fn kick(&self) -> Result<Work, GpuError> {
        let a = self.arrays;
        let own = [a.control.raw(), a.params.raw(), a.poses.raw(), a.motions.raw(), a.loads.raw()];
        self.part(&self.kernels.kick, How::Bodies, &own, true)
    }

    /// Memories to the new lists, and the list of links with walls.
    fn carry(&self) -> Result<Vec<Work>, GpuError> {
        let (a, k, w) = (self.arrays, self.kernels, &self.arrays.walls);
        let mut works = vec![Work::Carry, self.schedule()?];
        if w.surfaces.is_empty() {
            return Ok(works);
        }
        let (anew, links) = (How::Counted(Slot::BodiesAnew), How::Counted(Slot::WallLinksAnew));
        let listing = [a.control.raw(), a.poses.raw(), w.surfaces.raw(), w.starts.raw(), w.fresh.raw()];
        let carrying = [a.control.raw(), w.fresh.raw(), w.links.raw()];
        let memory = [a.control.raw(), w.links.raw(), w.memories.raw(), w.aside.raw()];
        works.push(self.part(&k.links_count, anew, &listing, true)?);
        works.push(Work::WallScan);
        works.push(self.part(&k.links_write, anew, &listing, true)?);
        works.push(self.schedule()?);
        works.push(self.part(&k.keep_wall_memory, links, &memory, false)?);
        works.push(self.part(&k.carry_links, links, &carrying, false)?);
        works.push(self.part(&k.settle_links, links, &carrying, false)?);
        works.push(self.part(&k.carry_wall_memory, links, &memory, false)?);
        Ok(works)
    }

    fn contacts(&self) -> Result<Vec<Work>, GpuError> {
        let (a, k) = (self.arrays, self.kernels);
        let pairs = a.broad.pairs().raw();
        let each = How::Counted(Slot::Pairs);
        let follow = [a.control.raw(), a.poses.raw(), pairs, a.warm.raw(), a.found.raw()];
        let listing = [a.control.raw(), pairs, a.found.raw(), a.meeting.raw()];
        let search = [a.control.raw(), a.poses.raw(), a.meeting.raw(), a.warm.raw(), a.found.raw()];
        let touch = [a.control.raw(), a.poses.raw(), pairs, a.laws.raw(), a.found.raw()];
        let patch = [a.control.raw(), a.poses.raw(), a.meeting.raw(), a.laws.raw(), a.found.raw()];
        let law =
            [a.control.raw(), a.poses.raw(), a.states.raw(), pairs, a.found.raw(), a.memories.raw(), a.laws.raw()];
        if self.gpu.families == BALLS {
            // `follow` knows all of their contacts, with the points.
            return Ok(vec![self.part(&k.follow, each, &follow, true)?, self.part(&k.law, each, &law, false)?]);
        }
        Ok(vec![
            self.part(&k.follow, each, &follow, true)?,
            self.part(&k.list_unproven, each, &listing, false)?,
            self.schedule()?,
            self.part(&k.separate, How::Counted(Slot::Unproven), &search, true)?,
            self.schedule()?,
            self.part(&k.penetrate, How::Counted(Slot::Meeting), &search, true)?,
            self.part(&k.touch, each, &touch, true)?,
            self.part(&k.list_touching, each, &listing, false)?,
            self.schedule()?,
            self.part(&k.patch, How::Counted(Slot::Touches), &patch, true)?,
            self.part(&k.law, each, &law, false)?,
        ])
    }

    fn walls(&self) -> Result<Vec<Work>, GpuError> {
        let (a, k, w) = (self.arrays, self.kernels, &self.arrays.walls);
        if w.surfaces.is_empty() {
            return Ok(Vec::new());
        }
        let each = How::Counted(Slot::WallLinks);
        let finding = [a.control.raw(), a.poses.raw(), w.surfaces.raw(), a.laws.raw(), w.links.raw()];
        let law = [
            a.control.raw(),
            a.poses.raw(),
            a.states.raw(),
            w.surfaces.raw(),
            w.links.raw(),
            w.memories.raw(),
            a.laws.raw(),
        ];
        let mut works = vec![self.part(&k.planes, each, &finding, true)?];
        if let Some(around) = &k.around {
            works.push(self.part(around, each, &finding, true)?);
        }
        works.push(self.part(&k.wall_contacts, each, &law, false)?);
        Ok(works)
    }

    fn gather(&self) -> Result<Work, GpuError> {
        let (a, w) = (self.arrays, &self.arrays.walls);
        let own = [
            a.control.raw(),
            a.broad.link_starts().raw(),
            a.broad.links().raw(),
            a.memories.raw(),
            w.starts.raw(),
            w.memories.raw(),
            a.loads.raw(),
            a.params.raw(),
        ];
        self.part(&self.kernels.gather, How::Bodies, &own, false)
    }

    fn advance(&self) -> Result<Work, GpuError> {
        self.part(&self.kernels.advance, How::Once, &[self.arrays.control.raw()], false)
    }

    fn ledger(&self) -> Result<Bound, GpuError> {
        let a = self.arrays;
        let own = [
            a.control.raw(),
            a.params.raw(),
            a.poses.raw(),
            a.motions.raw(),
            a.states.raw(),
            a.loads.raw(),
            a.memories.raw(),
            a.walls.memories.raw(),
            a.sums.raw(),
        ];
        self.kernels.ledger.bind(self.gpu, &[&own])
    }
}
