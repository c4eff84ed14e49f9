//! The two back ends in lock-step: every pass from identical inputs, and how far its results are apart.
//!
//! The device runs pass after pass. Before each, its arrays are brought to a twin on the processor, which runs the same
//! pass in f64 on the same numbers; after each, results are compared element by element. So an error is found in the pass
//! that makes it, in the element where it arises, and does not grow from step to step.

use super::EngineError;
use super::compare::{Comparison, Tolerances, compare};
use super::on_device::device_error;
use super::simulation::{Backend, GpuOptions, Options, Simulation};
use super::step::{PASSES, When};
use crate::scene::Scene;

/// A run on the GPU with its twin on the processor.
pub struct Lockstep {
    /// The run; its arrays on the host are what the device was last seen with.
    run: Simulation,
    /// The twin.
    twin: Simulation,
    tolerances: Tolerances,
}

impl Lockstep {
    /// The scene at its start, on both.
    pub fn new(scene: &Scene, options: GpuOptions) -> Result<Self, EngineError> {
        let on = |backend: Backend| Simulation::new(scene.clone(), Options { threads: None, backend });
        Ok(Self { run: on(Backend::Gpu(options))?, twin: on(Backend::Cpu)?, tolerances: Tolerances::default() })
    }

    /// Steps without a look.
    pub fn skip(&mut self, steps: u64) -> Result<(), EngineError> {
        let _ = self.run.stretch(steps)?;
        Ok(())
    }

    /// The name of the GPU.
    pub fn adapter(&self) -> &str {
        self.run.adapter().map_or("no GPU", |adapter| &adapter.name)
    }

    /// Grains, and steps done.
    pub fn progress(&self) -> (usize, u64) {
        (self.run.grains.len(), self.run.step)
    }

    /// One step, pass by pass. `meddle` may change what the device is seen to have done in a pass: tests use it to see that
    /// every change is reported.
    pub fn step(
        &mut self,
        mut meddle: impl FnMut(&'static str, &mut Simulation),
    ) -> Result<Vec<Comparison>, EngineError> {
        let mut device = self.run.device.take().ok_or_else(device_error)?;
        let result = self.step_on(&mut device, &mut meddle);
        self.run.device = Some(device);
        result
    }

    fn step_on(
        &mut self,
        device: &mut super::device::Device,
        meddle: &mut impl FnMut(&'static str, &mut Simulation),
    ) -> Result<Vec<Comparison>, EngineError> {
        let mut found = Vec::new();
        if self.run.grain_is_due(self.run.step) {
            self.run.insert_on(device)?;
        }
        device.begin(&self.run, 1);
        device.stale = true;
        device.fetch(&mut self.run)?;
        // Pairs with their memories before a rebuild.
        let (mut keys, mut memories) = (Vec::new(), Vec::new());
        for pass in PASSES.iter().filter(|pass| pass.name != "insert") {
            if pass.when == When::OnRebuild && !self.run.rebuild {
                continue;
            }
            // A rebuild is several passes with lists of their own between them: the twin goes through them by itself.
            if pass.when == When::Always || pass.name == "bounds" {
                self.twin.mirror(&self.run);
                keys = self.run.broad.pairs().to_vec();
                memories.clone_from(&self.run.pairs);
            }
            (pass.run)(&mut self.twin)?;
            device.run_pass(&self.run, pass.name)?;
            device.stale = true;
            device.fetch(&mut self.run)?;
            meddle(pass.name, &mut self.run);
            found.extend(compare(pass.name, &self.twin, &self.run, (&keys, &memories), &self.tolerances));
        }
        self.run.step += 1;
        self.run.rebuild = false;
        Ok(found)
    }
}

impl Simulation {
    /// Takes over the arrays of another run of the same scene.
    fn mirror(&mut self, other: &Self) {
        self.kinds = other.kinds.clone();
        self.grains = other.grains.clone();
        self.broad = other.broad.clone();
        self.pairs.clone_from(&other.pairs);
        self.outcomes.clone_from(&other.outcomes);
        self.walls.clone_from(&other.walls);
        self.wall_outcomes.clone_from(&other.wall_outcomes);
        (self.step, self.rebuild) = (other.step, other.rebuild);
        (self.ledger, self.counts) = (other.ledger, other.counts);
        self.wall_anchor_step = other.step;
    }
}

/// Changes to what a comparison sees, for tests of the comparison itself.
impl Simulation {
    /// Shifts a grain, its velocity and its load by `by` of the smallest radius, of a radius per step, and of a newton.
    #[doc(hidden)]
    pub fn meddle_with_body(&mut self, body: usize, by: f64) {
        let shift = glam::DVec3::X * by;
        self.grains.poses[body].position += shift * self.smallest.0;
        self.grains.motions[body].velocity += shift * self.smallest.0 / self.dt;
        self.grains.loads[body].force += shift * 1e6;
    }

    /// Multiplies the forces of all contacts.
    #[doc(hidden)]
    pub fn meddle_with_contacts(&mut self, factor: f64) {
        self.outcomes.iter_mut().for_each(|outcome| outcome.forces.force *= factor);
    }
}
