//! The two back ends in lock-step: every pass from identical inputs, and how far its results are apart.
//!
//! The device runs pass after pass. Before each, its arrays are brought to a twin on the CPU, which runs the same
//! pass in f64 on the same numbers; after each, results are compared element by element. So an error is found in the pass
//! that makes it, in the element where it arises, and does not grow from step to step.

use super::GpuOptions;
use super::compare::{Before, Comparison, Tolerances, compare};
use super::executor::Device;
use crate::engine::watched::Watched;
use crate::engine::{EngineError, PassId, State, When};
use crate::scene::Scene;

/// A run on the GPU with its twin on the CPU.
pub struct Lockstep {
    /// The run; its arrays on the host are what the device was last seen with.
    run: State,
    device: Device,
    /// The twin.
    twin: State,
    tolerances: Tolerances,
}

impl Lockstep {
    /// The scene at its start, on both.
    pub fn new(scene: &Scene, options: GpuOptions) -> Result<Self, EngineError> {
        let mut run = State::new(scene.clone(), None)?;
        let device = pollster::block_on(Device::open(&mut run, &options))?;
        Ok(Self { run, device, twin: State::new(scene.clone(), None)?, tolerances: Tolerances::default() })
    }

    /// Steps without a look.
    pub fn skip(&mut self, steps: u64) -> Result<(), EngineError> {
        self.run.watched = None;
        let _ = self.device.waiter().block_on(self.device.run_steps(&mut self.run, steps))?;
        Ok(())
    }

    /// How many steps ahead, fewer than `most`, a grain is due next.
    pub fn steps_to_insertion(&self, most: u64) -> Option<u64> {
        (0..most).find(|ahead| self.run.grain_is_due(self.run.step + ahead))
    }

    /// The name of the GPU.
    pub fn adapter(&self) -> &str {
        &self.device.adapter().name
    }

    /// Grains, and steps done.
    pub fn progress(&self) -> (usize, u64) {
        (self.run.grains.len(), self.run.step)
    }

    /// One step, pass by pass. `inject_fault` may change what the device is seen to have done in a pass, and tells whether it has:
    /// tests use it to see that every change is reported.
    pub fn step(
        &mut self,
        mut inject_fault: impl FnMut(&'static str, &mut State) -> bool,
    ) -> Result<Vec<Comparison>, EngineError> {
        self.fetch()?;
        let mut found = Vec::new();
        if self.run.grain_is_due(self.run.step) {
            found = self.insert(&mut inject_fault)?;
        }
        self.device.begin(&self.run, 1);
        self.fetch()?;
        let mut before = Before::default();
        for pass in PassId::ALL.into_iter().filter(|pass| *pass != PassId::Insert) {
            if pass.when() == When::OnRebuild && !self.run.rebuild {
                continue;
            }
            // A rebuild is several passes with lists of their own between them: the twin goes through them by itself.
            if pass.when() == When::Always || pass == PassId::Bounds {
                before = self.mirror();
            }
            pass.run(&mut self.twin)?;
            self.device.waiter().block_on(self.device.run_pass(&self.run, pass))?;
            self.fetch()?;
            match pass {
                PassId::Bounds => self.device.waiter().block_on(self.device.fetch_boxes(&mut self.run))?,
                PassId::Observe => {
                    let asked_for = self.run.rebuild;
                    self.device.waiter().block_on(self.device.finish(&mut self.run, 1))?;
                    self.run.rebuild = asked_for;
                }
                _ => {}
            }
            let meddled = inject_fault(pass.name(), &mut self.run);
            found.extend(compare(pass, &self.twin, &self.run, &before, &self.tolerances));
            if meddled {
                // It is for the comparison alone.
                self.fetch()?;
            }
        }
        self.run.rebuild = false;
        Ok(found)
    }

    /// New grains, on the device and by the twin.
    fn insert(
        &mut self,
        inject_fault: &mut impl FnMut(&'static str, &mut State) -> bool,
    ) -> Result<Vec<Comparison>, EngineError> {
        let before = self.mirror();
        self.twin.inserters.clone_from(&self.run.inserters);
        self.run.watched = Some(Watched::default());
        self.device.waiter().block_on(self.device.insert_on(&mut self.run))?;
        PassId::Insert.run(&mut self.twin)?;
        let _ = inject_fault("insert", &mut self.run);
        Ok(compare(PassId::Insert, &self.twin, &self.run, &before, &self.tolerances))
    }

    /// Brings what the device has to the host.
    fn fetch(&mut self) -> Result<(), EngineError> {
        self.run.watched.get_or_insert_default();
        self.run.stale = true;
        self.device.waiter().block_on(self.device.fetch(&mut self.run))
    }

    /// Brings the twin to what the device has; returns what the comparison is to know of that.
    fn mirror(&mut self) -> Before {
        let run = &self.run;
        self.twin.mirror(run);
        Before {
            keys: run.broad.pairs().to_vec(),
            histories: run.pairs.clone(),
            walls: run.walls.clone(),
            rebuild: run.rebuild,
            walls_gone: run.watched.as_ref().map_or(0.0, |watched| watched.walls_gone),
            grains: run.grains.len(),
            motions: run.grains.motions.clone(),
        }
    }
}

impl State {
    /// Takes over the arrays of another run of the same scene.
    fn mirror(&mut self, other: &Self) {
        self.kinds = other.kinds.clone();
        self.grains = other.grains.clone();
        self.broad = other.broad.clone();
        self.pairs.clone_from(&other.pairs);
        self.note_touching();
        self.warm.clone_from(&other.warm);
        self.pair_sums.clone_from(&other.pair_sums);
        self.walls.clone_from(&other.walls);
        self.wall_outcomes.clone_from(&other.wall_outcomes);
        (self.step, self.rebuild) = (other.step, other.rebuild);
        (self.flows, self.counts) = (other.flows, other.counts);
        self.wall_anchor_step = other.step;
    }
}
