//! Lists of dispatches (`schedule.rs`) made ready: kernels compiled, arrays bound by name, and the whole recorded.

use std::collections::BTreeMap;

use super::kernel::{Bound, Kernel, Window};
use super::kernels::{REMAP, REMAP_KEEP, SCAN_BLOCKS, SCAN_SUMS, SCAN_WRITE};
use super::scan::bind_scan;
use super::schedule::{Dispatch, Invocations, Need, PageSlot, Slot, Work};
use super::shader::Source;
use super::{Gpu, GpuError};
use crate::engine::PassId;

/// What a scene has, of which some dispatches depend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Shapes that are not spheres.
    pub other_shapes: bool,
    /// Polyhedra with few corners.
    pub few_corners: bool,
    /// Shapes beside spheres and polyhedra with few corners.
    pub other_corners: bool,
    /// Laws by which bodies pull at each other: how far they are apart is then asked, which separating axes do not tell.
    pub cohesive: bool,
    /// Walls.
    pub walls: bool,
    /// Tubes or cones.
    pub tubes: bool,
    /// Rods.
    pub rods: bool,
    /// Drag, or a speed limit.
    pub drag: bool,
    /// Laws that resist rolling or twisting.
    pub rolling: bool,
    /// Laws that go by curvature, and shapes that are not spheres.
    pub curvature: bool,
}

impl Features {
    /// Whether a scene with these needs a dispatch.
    pub fn ask_for(&self, need: Need) -> bool {
        match need {
            Need::Always => true,
            Need::Drag => self.drag,
            Need::OtherShapes => self.other_shapes,
            Need::FewCorners => self.few_corners,
            Need::OtherCorners => self.other_corners,
            Need::Searches => self.other_corners || (self.cohesive && self.few_corners),
            Need::Walls => self.walls,
            Need::FewAtWalls => self.walls && self.few_corners,
            Need::OthersAtWalls => self.walls && (self.other_corners || !self.other_shapes),
            Need::Tubes => self.tubes,
            Need::Rods => self.rods,
            Need::Rolling => self.rolling,
            Need::Curvature => self.curvature,
            Need::CurvatureAtWalls => self.curvature && self.walls,
            Need::RoundWalls => self.tubes || self.rods,
        }
    }
}

/// Arrays by the names under which kernels declare them. Beside the array `x` that is scanned there are `x.sums` and `x.scan`, and
/// beside one whose records follow their pairs `x.aside` and `x.shape`.
pub trait NamedArrays {
    /// What a kernel sees of an array, of one page of it where it has pages.
    fn window(&self, name: &str, page: usize) -> Option<Window<'_>>;
}

/// Compiled kernels.
#[derive(Debug, Default)]
pub struct Kernels {
    by_name: BTreeMap<&'static str, Kernel>,
}

impl Kernels {
    /// Compiles all that some lists need in a scene.
    pub fn new<'d>(
        gpu: &Gpu,
        list: impl IntoIterator<Item = &'d Dispatch>,
        features: &Features,
    ) -> Result<Self, GpuError> {
        let mut kernels = Self::default();
        for dispatch in list.into_iter().filter(|dispatch| features.ask_for(dispatch.need)) {
            let sources: &[&Source] = match dispatch.work {
                Work::Kernel(source) => &[source],
                Work::Scan(_) => &[&SCAN_BLOCKS, &SCAN_SUMS, &SCAN_WRITE],
                Work::Remap(_) => &[&REMAP_KEEP, &REMAP],
            };
            sources.iter().try_for_each(|source| kernels.add(gpu, source))?;
        }
        Ok(kernels)
    }

    /// Compiles one more.
    pub fn add(&mut self, gpu: &Gpu, source: &Source) -> Result<(), GpuError> {
        if !self.by_name.contains_key(source.name) {
            self.by_name.insert(source.name, Kernel::new(gpu, source)?);
        }
        Ok(())
    }

    /// One of them.
    pub fn get(&self, source: &Source) -> Result<&Kernel, GpuError> {
        let missing = || GpuError::Internal(format!("the kernel {} was not compiled", source.name));
        self.by_name.get(source.name).ok_or_else(missing)
    }
}

/// How many workgroups a dispatch gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Groups {
    /// For one invocation per body.
    Bodies,
    /// One.
    One,
    /// What `arguments` say from this byte on.
    At(u64),
}

/// A kernel with its arrays and its share of the work.
#[derive(Debug)]
pub struct Part {
    /// The pass that it belongs to.
    pub pass: PassId,
    /// The kernel with its arrays.
    pub bound: Bound,
    /// How many workgroups it gets.
    pub groups: Groups,
}

/// A list of dispatches, ready to be recorded.
#[derive(Debug, Default)]
pub struct Program {
    parts: Vec<Part>,
}

/// What is needed to record a program: where numbers of workgroups are, and how many bodies there are.
#[derive(Clone, Copy, Debug)]
pub struct Recording<'a> {
    /// The device.
    pub gpu: &'a Gpu,
    /// The array `arguments`.
    pub arguments: &'a wgpu::Buffer,
    /// Bodies.
    pub bodies: usize,
}

impl Program {
    /// Binds the dispatches of a list that a scene needs, for so many pages of pairs.
    pub fn bind<'d>(
        gpu: &Gpu,
        (kernels, features): (&Kernels, &Features),
        list: impl IntoIterator<Item = &'d Dispatch>,
        (arrays, pages): (&dyn NamedArrays, usize),
    ) -> Result<Self, GpuError> {
        let mut binder = Binder { gpu, kernels, arrays, pages, parts: Vec::new() };
        for dispatch in list.into_iter().filter(|dispatch| features.ask_for(dispatch.need)) {
            match dispatch.work {
                Work::Kernel(source) => binder.kernel(dispatch, source)?,
                Work::Scan(array) => binder.scan(dispatch, array)?,
                Work::Remap(array) => binder.remap(dispatch, array)?,
            }
        }
        Ok(Self { parts: binder.parts })
    }

    /// Records the dispatches of some passes; returns their number.
    pub fn record(&self, pass: &mut wgpu::ComputePass, on: Recording, has: impl Fn(PassId) -> bool) -> u64 {
        let parts = self.parts.iter().filter(|part| has(part.pass));
        parts.map(|part| part.record(pass, on)).count() as u64
    }

    /// Records one dispatch, by its number.
    pub fn record_part(&self, pass: &mut wgpu::ComputePass, on: Recording, number: usize) {
        self.parts.iter().skip(number).take(1).for_each(|part| part.record(pass, on));
    }

    /// The dispatches in order, each with its pass and the name of its kernel.
    pub fn parts(&self) -> Vec<(PassId, &'static str)> {
        self.parts.iter().map(|part| (part.pass, part.bound.name())).collect()
    }

    /// The dispatches of some passes, in order.
    pub fn parts_of(&self, has: impl Fn(PassId) -> bool) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(move |part| has(part.pass))
    }

    /// Dispatches of some passes.
    pub fn dispatches(&self, has: impl Fn(PassId) -> bool) -> u64 {
        self.parts.iter().filter(|part| has(part.pass)).count() as u64
    }
}

impl Part {
    fn record(&self, pass: &mut wgpu::ComputePass, on: Recording) {
        match self.groups {
            Groups::Bodies => self.bound.run(on.gpu, pass, on.bodies),
            Groups::One => self.bound.run_groups(pass, [1, 1, 1]),
            Groups::At(offset) => self.bound.run_indirect(pass, on.arguments, offset),
        }
    }
}

struct Binder<'a> {
    gpu: &'a Gpu,
    kernels: &'a Kernels,
    arrays: &'a dyn NamedArrays,
    pages: usize,
    parts: Vec<Part>,
}

impl<'a> Binder<'a> {
    fn push(
        &mut self,
        pass: PassId,
        source: &Source,
        groups: Groups,
        find: impl Fn(&str) -> Option<Window<'a>>,
    ) -> Result<(), GpuError> {
        let bound = self.kernels.get(source)?.bind_named(self.gpu, find)?;
        self.parts.push(Part { pass, bound, groups });
        Ok(())
    }

    fn kernel(&mut self, dispatch: &Dispatch, source: &Source) -> Result<(), GpuError> {
        let (pages, groups): (usize, &dyn Fn(usize) -> Groups) = match dispatch.count {
            Invocations::Bodies => (1, &|_| Groups::Bodies),
            Invocations::BodiesOfEachPage => (self.pages, &|_| Groups::Bodies),
            Invocations::Counted(slot) => (1, &move |_| Groups::At(slot.offset())),
            Invocations::CountedOfEachPage(slot) => (self.pages, &move |page| Groups::At(slot.offset(page))),
            Invocations::EachPage => (self.pages, &|page| Groups::At(PageSlot::OfStep.offset(page))),
            Invocations::One => (1, &|_| Groups::One),
            Invocations::OneOfEachPage => (self.pages, &|_| Groups::One),
        };
        let arrays = self.arrays;
        (0..pages).try_for_each(|page| self.push(dispatch.pass, source, groups(page), |name| arrays.window(name, page)))
    }

    fn scan(&mut self, dispatch: &Dispatch, array: &str) -> Result<(), GpuError> {
        let Invocations::Counted(blocks) = dispatch.count else {
            return Err(GpuError::Internal(format!("the scan of {array} has no slot")));
        };
        let beside = [format!("{array}.sums"), format!("{array}.scan")].map(|name| self.arrays.window(&name, 0));
        let bound = bind_scan(self.gpu, self.kernels, self.arrays.window(array, 0), beside)?;
        let (many, one) = (Groups::At(blocks.offset()), Groups::At(Slot::OneAnew.offset()));
        let parts = bound.into_iter().zip([many, one, many]);
        self.parts.extend(parts.map(|(bound, groups)| Part { pass: dispatch.pass, bound, groups }));
        Ok(())
    }

    fn remap(&mut self, dispatch: &Dispatch, array: &str) -> Result<(), GpuError> {
        let (arrays, [aside, shape]) = (self.arrays, [format!("{array}.aside"), format!("{array}.shape")]);
        // A pair may have been in any page of the old list.
        let find = |name: &str, page: usize, old: usize| match name {
            "records" => arrays.window(array, page),
            "old_records" => arrays.window(&aside, old),
            "shape" => arrays.window(&shape, 0),
            "old_page" => arrays.window("page", old),
            other => arrays.window(other, page),
        };
        for page in 0..self.pages {
            let groups = Groups::At(PageSlot::OfOldList.offset(page));
            self.push(dispatch.pass, &REMAP_KEEP, groups, |name| find(name, page, page))?;
        }
        for page in 0..self.pages {
            let groups = Groups::At(PageSlot::OfNewList.offset(page));
            for old in 0..self.pages {
                self.push(dispatch.pass, &REMAP, groups, |name| find(name, page, old))?;
            }
        }
        Ok(())
    }
}
