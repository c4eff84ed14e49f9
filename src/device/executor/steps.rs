//! The step of a run, bound to its arrays and ready to be recorded.

use super::arrays::{Arrays, Bindings};
use crate::device::kernel::{Access, Bound, BoundArray};
use crate::device::kernels::{ENERGY_SUMS, INSERT, SCHEDULE};
use crate::device::program::{Features, Kernels, NamedArrays, Part, Program, Recording};
use crate::device::schedule::{self, Dispatch, Invocations, Need, Work};
use crate::device::schema::constants::{FEW_CORNERS, SUMS_BLOCK};
use crate::device::shader::{BALLS, BY_CURVATURE, COHESIVE, ROLLS};
use crate::device::shapes::ShapeArrays;
use crate::device::{Gpu, GpuError};
use crate::engine::{PassId, State, When};
use crate::geometry::Shape;
use crate::walls::Form;

/// Numbers of workgroups from counts that were made elsewhere.
const COUNT_WORKGROUPS: Dispatch =
    Dispatch { pass: PassId::Observe, work: Work::Kernel(&SCHEDULE), count: Invocations::One, need: Need::Always };

/// What a scene has.
pub fn features_of(run: &State, gpu: &Gpu) -> Features {
    let shapes = || run.scene.shapes.iter().map(|named| &named.shape);
    let few = |shape: &Shape| matches!(shape, Shape::Polyhedron(it) if it.vertices().len() <= FEW_CORNERS as usize);
    Features {
        other_shapes: gpu.needs.families != BALLS,
        few_corners: shapes().any(few),
        other_corners: gpu.needs.families != BALLS && shapes().any(|shape| !few(shape)),
        cohesive: gpu.needs.laws & COHESIVE != 0,
        walls: !run.surfaces.is_empty(),
        tubes: run.surfaces.iter().any(|surface| matches!(surface.form, Form::Revolved(_))),
        rods: run.surfaces.iter().any(|surface| matches!(surface.form, Form::Rod { .. })),
        drag: run.scene.drag.is_some(),
        rolling: gpu.needs.laws & ROLLS != 0,
        curvature: gpu.needs.laws & BY_CURVATURE != 0 && gpu.needs.families != BALLS,
    }
}

/// Compiles all kernels that a scene needs.
pub fn compile(gpu: &Gpu, run: &State) -> Result<Kernels, GpuError> {
    let mut kernels = Kernels::new(gpu, schedule::step(), &features_of(run, gpu))?;
    kernels.add(gpu, &ENERGY_SUMS)?;
    if !run.scene.insertions.is_empty() {
        kernels.add(gpu, &INSERT)?;
    }
    Ok(kernels)
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
    fn has(self, pass: PassId) -> bool {
        let moves = matches!(pass, PassId::Drift | PassId::Displacement);
        !(self.from_the_middle && moves) && (self.rebuilds || pass.when() == When::Always)
    }
}

/// The step, bound.
pub struct Steps {
    step: Program,
    count_workgroups: Program,
    /// For each page, with the number of its sums.
    sums: Vec<(Bound, usize)>,
}

impl Steps {
    /// Binds the kernels to arrays.
    pub fn new(
        gpu: &Gpu,
        (kernels, features): (&Kernels, &Features),
        shapes: &ShapeArrays,
        arrays: &Arrays,
    ) -> Result<Self, GpuError> {
        let bindings = Bindings { arrays, shapes };
        let bind = |list: &[Dispatch]| {
            Program::bind(gpu, (kernels, features), list, (&bindings, arrays.broad.pages().count()))
        };
        let list: Vec<Dispatch> = schedule::step().copied().collect();
        Ok(Self {
            step: bind(&list)?,
            count_workgroups: bind(&[COUNT_WORKGROUPS])?,
            sums: sums(gpu, kernels, &bindings)?,
        })
    }

    /// Records one step, or a part of it. Returns the number of dispatches.
    pub fn record(&self, pass: &mut wgpu::ComputePass, on: Recording, extent: Extent) -> u64 {
        self.step.record(pass, on, |id| extent.has(id))
    }

    /// Dispatches of a step of that extent.
    pub fn dispatches(&self, extent: Extent) -> u64 {
        self.step.dispatches(|id| extent.has(id))
    }

    /// Records one pass of the list.
    pub fn record_pass(&self, pass: &mut wgpu::ComputePass, on: Recording, only: PassId) {
        self.step.record(pass, on, |id| id == only);
    }

    /// The dispatches of a step in order, each with its pass and its kernel.
    pub fn parts(&self) -> Vec<(PassId, &'static str)> {
        self.step.parts()
    }

    /// The dispatches of a step of that extent.
    pub fn parts_of(&self, extent: Extent) -> impl Iterator<Item = &Part> {
        self.step.parts_of(move |id| extent.has(id))
    }

    /// Arrays that the sums of a batch change.
    pub fn summed(&self) -> impl Iterator<Item = &BoundArray> {
        let is_written = |array: &&BoundArray| array.declared.access == Access::Write;
        self.sums.iter().flat_map(|(bound, _)| bound.arrays()).filter(is_written)
    }

    /// Records one of [`Self::parts`].
    pub fn record_part(&self, pass: &mut wgpu::ComputePass, on: Recording, part: usize) {
        self.step.record_part(pass, on, part);
    }

    /// Records what makes the arrays of [`crate::device::life::Life::Counted`] from the counts of the state.
    pub fn record_count_workgroups(&self, pass: &mut wgpu::ComputePass, on: Recording) {
        self.count_workgroups.record(pass, on, |_| true);
    }

    /// Records the sums of a batch.
    pub fn record_energy_sums(&self, gpu: &Gpu, pass: &mut wgpu::ComputePass) -> u64 {
        self.sums.iter().for_each(|(bound, blocks)| bound.run(gpu, pass, *blocks));
        self.sums.len() as u64
    }
}

/// The last page has all sums behind its first pair: bodies and walls may be more than pairs.
fn sums(gpu: &Gpu, kernels: &Kernels, bindings: &Bindings) -> Result<Vec<(Bound, usize)>, GpuError> {
    let (kernel, block) = (kernels.get(&ENERGY_SUMS)?, SUMS_BLOCK as usize);
    let pages = bindings.arrays.broad.pages().all().enumerate();
    pages
        .map(|(number, page)| {
            let behind = bindings.arrays.sums.len() - page.first as usize / block;
            let blocks = if page.is_last == 1 { behind } else { page.count as usize / block };
            Ok((kernel.bind_named(gpu, |name| bindings.window(name, number))?, blocks))
        })
        .collect()
}
