//! The kernels of a step, and the step as the list of passes has it.

use super::arrays::Arrays;
use crate::device::broad::GpuBroad;
use crate::device::broad_kernels::BroadKernels;
use crate::device::kernel::{Bound, Kernel, Window};
use crate::device::kernels;
use crate::device::remap::Remap;
use crate::device::schedule::Slot;
use crate::device::schema::constants::SUMS_BLOCK;
use crate::device::shader::BALLS;
use crate::device::shapes::ShapeArrays;
use crate::device::{Gpu, GpuError};
use crate::engine::step::{PASSES, When};
use crate::walls::{Form, Surface};

/// Kernels, compiled.
pub struct Kernels {
    pub broad: BroadKernels,
    pub remap: Remap,
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
    remap_links: Kernel,
    settle_links: Kernel,
    keep_wall_history: Kernel,
    remap_wall_history: Kernel,
    planes: Kernel,
    /// Tubes, cones and rods: takes long to compile, and most scenes have none.
    around: Option<Kernel>,
    wall_contacts: Kernel,
    gather: Kernel,
    kick: Kernel,
    advance: Kernel,
    flows: Kernel,
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
            remap: Remap::new(gpu)?,
            drift: compiled(&kernels::DRIFT)?,
            schedule: compiled(&kernels::SCHEDULE)?,
            follow: compiled(&kernels::CACHED_NORMAL)?,
            list_unproven: compiled(&kernels::LIST_UNPROVEN)?,
            separate: compiled(&kernels::SEPARATE)?,
            penetrate: compiled(&kernels::PENETRATE)?,
            touch: compiled(&kernels::TOUCH)?,
            list_touching: compiled(&kernels::LIST_TOUCHING)?,
            patch: compiled(&kernels::PATCH)?,
            law: compiled(&kernels::LAW)?,
            links_count: compiled(&kernels::LINKS_COUNT)?,
            links_write: compiled(&kernels::LINKS_WRITE)?,
            remap_links: compiled(&kernels::REMAP_LINKS)?,
            settle_links: compiled(&kernels::SETTLE_LINKS)?,
            keep_wall_history: compiled(&kernels::KEEP_WALL_HISTORY)?,
            remap_wall_history: compiled(&kernels::REMAP_WALL_HISTORY)?,
            planes: compiled(&kernels::PLANES)?,
            around: has_axes.then(|| compiled(&kernels::AROUND)).transpose()?,
            wall_contacts: compiled(&kernels::WALL_CONTACTS)?,
            gather: compiled(&kernels::GATHER)?,
            kick: compiled(&kernels::KICK)?,
            advance: compiled(&kernels::ADVANCE)?,
            flows: compiled(&kernels::ENERGY_SUMS)?,
            insert: inserts.then(|| compiled(&kernels::INSERT)).transpose()?,
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
    /// One for each pair of a page.
    Page(usize),
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
    /// Records that follow their pairs, and in how many dispatches.
    Remap(u64),
    /// The sums over links with walls.
    WallScan,
}

impl Work {
    fn name(&self) -> &'static str {
        match self {
            Self::Part(part) => part.bound.name(),
            Self::Travel => "displacement",
            Self::Bounds => "bounds",
            Self::Pairs => "pairs",
            Self::Remap(_) => "remap",
            Self::WallScan => "wall_scan",
        }
    }

    fn dispatches(&self) -> u64 {
        match self {
            Self::Part(_) | Self::Travel => 1,
            Self::Bounds => GpuBroad::DISPATCHES[0],
            Self::Pairs => GpuBroad::DISPATCHES[1],
            Self::Remap(dispatches) => *dispatches,
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
        !(self.from_the_middle && ["drift", "displacement"].contains(&name)) && (self.rebuilds || !on_rebuild)
    }
}

/// A step, ready to be recorded: for each pass of the list, in its order, its kernels.
pub struct Steps {
    passes: Vec<(&'static str, Vec<Work>)>,
    /// For each page, with the number of its sums.
    flows: Vec<(Bound, usize)>,
    /// The numbers of workgroups of a list that was made elsewhere.
    schedule: Work,
}

impl Steps {
    /// Binds the kernels to arrays.
    pub fn new(gpu: &Gpu, kernels: &Kernels, shapes: &ShapeArrays, arrays: &Arrays) -> Result<Self, GpuError> {
        let binder = Binder { gpu, kernels, shapes, arrays };
        let passes = PASSES.iter().map(|pass| Ok((pass.name, binder.pass(pass.name)?)));
        let passes = passes.collect::<Result<_, GpuError>>()?;
        Ok(Self { passes, flows: binder.flows()?, schedule: binder.schedule()? })
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

    /// Records what makes the arrays of [`crate::device::life::Life::Counted`] from the counts of the state.
    pub fn record_schedule(&self, gpu: &Gpu, pass: &mut wgpu::ComputePass, arrays: &Arrays) {
        record_work(&self.schedule, gpu, pass, arrays, 0);
    }

    /// Records the sums of a batch.
    pub fn record_energy_sums(&self, gpu: &Gpu, pass: &mut wgpu::ComputePass) -> u64 {
        self.flows.iter().for_each(|(bound, blocks)| bound.run(gpu, pass, *blocks));
        self.flows.len() as u64
    }
}

fn record_work(work: &Work, gpu: &Gpu, pass: &mut wgpu::ComputePass, arrays: &Arrays, bodies: usize) -> u64 {
    let arguments = arrays.arguments.raw();
    match work {
        Work::Part(part) => match part.how {
            How::Bodies => part.bound.run(gpu, pass, bodies),
            How::Counted(slot) => part.bound.run_indirect(pass, arguments, slot.offset()),
            How::Page(page) => part.bound.run_indirect(pass, arguments, Slot::of_page(page)),
            How::Once => part.bound.run_groups(pass, [1, 1, 1]),
        },
        Work::Travel => arrays.broad.record_displacement(gpu, pass),
        Work::Bounds => arrays.broad.record_bounds(pass),
        Work::Pairs => arrays.broad.record_pairs(pass),
        Work::Remap(_) => {
            arrays.remap_warm.record(pass, &arrays.broad);
            arrays.remap_histories.record(pass, &arrays.broad);
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
            "displacement" => Ok(vec![Work::Travel]),
            "bounds" => Ok(vec![Work::Bounds]),
            "pairs" => Ok(vec![Work::Pairs]),
            "remap" => self.remap(),
            "contacts" => self.contacts(),
            "walls" => self.walls(),
            "gather" => self.gather(),
            "kick" => Ok(vec![self.kick()?]),
            "observe" => Ok(vec![self.advance()?]),
            _ => Ok(Vec::new()),
        }
    }

    fn part(&self, kernel: &Kernel, how: How, own: &[Window], with_shapes: bool) -> Result<Work, GpuError> {
        let shapes = self.shapes.group();
        let groups: &[&[Window]] = if with_shapes { &[own, &shapes] } else { &[own] };
        Ok(Work::Part(Part { bound: kernel.bind(self.gpu, groups)?, how }))
    }

    fn schedule(&self) -> Result<Work, GpuError> {
        let own = [self.arrays.control.window(), self.arrays.arguments.window()];
        self.part(&self.kernels.schedule, How::Once, &own, false)
    }

    fn drift(&self) -> Result<Work, GpuError> {
        let a = self.arrays;
        let own = [
            a.control.window(),
            a.params.window(),
            a.poses.window(),
            a.motions.window(),
            a.loads.window(),
            a.states.window(),
        ];
        self.part(&self.kernels.drift, How::Bodies, &own, true)
    }

    fn kick(&self) -> Result<Work, GpuError> {
        let a = self.arrays;
        let own = [a.control.window(), a.params.window(), a.poses.window(), a.motions.window(), a.loads.window()];
        self.part(&self.kernels.kick, How::Bodies, &own, true)
    }

    /// Memories to the new lists, and the list of links with walls.
    fn remap(&self) -> Result<Vec<Work>, GpuError> {
        let (a, k, w) = (self.arrays, self.kernels, &self.arrays.walls);
        let remapped = a.remap_warm.dispatches() + a.remap_histories.dispatches();
        let mut works = vec![Work::Remap(remapped), self.schedule()?];
        if w.surfaces.is_empty() {
            return Ok(works);
        }
        let (anew, links) = (How::Counted(Slot::BodiesAnew), How::Counted(Slot::WallLinksAnew));
        let listing = [a.control.window(), a.poses.window(), w.surfaces.window(), w.starts.window(), w.fresh.window()];
        let carrying = [a.control.window(), w.fresh.window(), w.links.window()];
        let memory = [a.control.window(), w.links.window(), w.histories.window(), w.aside.window()];
        works.push(self.part(&k.links_count, anew, &listing, true)?);
        works.push(Work::WallScan);
        works.push(self.part(&k.links_write, anew, &listing, true)?);
        works.push(self.schedule()?);
        works.push(self.part(&k.keep_wall_history, links, &memory, false)?);
        works.push(self.part(&k.remap_links, links, &carrying, false)?);
        works.push(self.part(&k.settle_links, links, &carrying, false)?);
        works.push(self.part(&k.remap_wall_history, links, &memory, false)?);
        Ok(works)
    }

    /// A kernel over pairs, for each page by itself.
    fn paged<'a>(
        &'a self,
        kernel: &Kernel,
        how: impl Fn(usize) -> How,
        own: impl Fn(usize) -> Vec<Window<'a>>,
        with_shapes: bool,
    ) -> Result<Vec<Work>, GpuError> {
        let pages = self.arrays.broad.told_pages().iter().enumerate();
        pages
            .map(|(page, told)| {
                let mut own = own(page);
                own.push(told.window());
                self.part(kernel, how(page), &own, with_shapes)
            })
            .collect()
    }

    /// Kernels over work lists go over all of the list for each page, and leave what is of other pages alone.
    fn contacts(&self) -> Result<Vec<Work>, GpuError> {
        let (a, k) = (self.arrays, self.kernels);
        let (control, poses, states, laws) = (a.control.window(), a.poses.window(), a.states.window(), a.laws.window());
        let (pairs, list) = (a.broad.pairs().window(), a.meeting.window());
        let (warm, found, histories) = (|p| a.warm.page(p), |p| a.found.page(p), |p| a.histories.page(p));
        let listed = |slot: Slot| move |_| How::Counted(slot);
        let follow = |p| vec![control, poses, pairs, warm(p), found(p)];
        let listing = |p| vec![control, pairs, found(p), list];
        let search = |p| vec![control, poses, list, warm(p), found(p)];
        let touch = |p| vec![control, poses, pairs, laws, found(p)];
        let patch = |p| vec![control, poses, list, laws, found(p)];
        let law = |p| vec![control, poses, states, pairs, found(p), histories(p), laws, a.loads.window()];
        let mut works = self.paged(&k.follow, How::Page, follow, true)?;
        // Of balls, `follow` knows all contacts with their points.
        if self.gpu.families != BALLS {
            works.extend(self.paged(&k.list_unproven, How::Page, listing, false)?);
            works.push(self.schedule()?);
            works.extend(self.paged(&k.separate, listed(Slot::ToSeparate), search, true)?);
            works.push(self.schedule()?);
            works.extend(self.paged(&k.penetrate, listed(Slot::ToPenetrate), search, true)?);
            works.extend(self.paged(&k.touch, How::Page, touch, true)?);
            works.extend(self.paged(&k.list_touching, How::Page, listing, false)?);
            works.push(self.schedule()?);
            works.extend(self.paged(&k.patch, listed(Slot::ToPatch), patch, true)?);
        }
        works.extend(self.paged(&k.law, How::Page, law, false)?);
        Ok(works)
    }

    fn walls(&self) -> Result<Vec<Work>, GpuError> {
        let (a, k, w) = (self.arrays, self.kernels, &self.arrays.walls);
        if w.surfaces.is_empty() {
            return Ok(Vec::new());
        }
        let each = How::Counted(Slot::WallLinks);
        let finding = [a.control.window(), a.poses.window(), w.surfaces.window(), a.laws.window(), w.links.window()];
        let law = [
            a.control.window(),
            a.poses.window(),
            a.states.window(),
            w.surfaces.window(),
            w.links.window(),
            w.histories.window(),
            a.laws.window(),
            a.loads.window(),
        ];
        let mut works = vec![self.part(&k.planes, each, &finding, true)?];
        if let Some(around) = &k.around {
            works.push(self.part(around, each, &finding, true)?);
        }
        works.push(self.part(&k.wall_contacts, each, &law, false)?);
        Ok(works)
    }

    fn gather(&self) -> Result<Vec<Work>, GpuError> {
        let (a, w) = (self.arrays, &self.arrays.walls);
        let own = |page| {
            vec![
                a.control.window(),
                a.broad.link_starts().window(),
                a.broad.links().window(),
                a.histories.page(page),
                w.starts.window(),
                w.histories.window(),
                a.loads.window(),
                a.params.window(),
            ]
        };
        self.paged(&self.kernels.gather, |_| How::Bodies, own, false)
    }

    fn advance(&self) -> Result<Work, GpuError> {
        self.part(&self.kernels.advance, How::Once, &[self.arrays.control.window()], false)
    }

    /// The last page has all sums behind its first pair: bodies and walls may be more than pairs.
    fn flows(&self) -> Result<Vec<(Bound, usize)>, GpuError> {
        let a = self.arrays;
        let pages = a.broad.pages().all().zip(a.broad.told_pages()).enumerate();
        pages
            .map(|(number, (page, told))| {
                let own = [
                    a.control.window(),
                    a.params.window(),
                    a.poses.window(),
                    a.motions.window(),
                    a.states.window(),
                    a.loads.window(),
                    a.histories.page(number),
                    a.walls.histories.window(),
                    a.sums.window(),
                    told.window(),
                ];
                let behind = a.sums.len() - page.first as usize / SUMS_BLOCK as usize;
                let blocks = if page.is_last == 1 { behind } else { page.count as usize / SUMS_BLOCK as usize };
                Ok((self.kernels.flows.bind(self.gpu, &[&own])?, blocks))
            })
            .collect()
    }
}
