//! A scene, stepped: the state of a run with one of its two executors, the CPU or a device.

mod checkpoint;
#[cfg(test)]
mod scrub;

use std::ops::{ControlFlow, Deref};

use crate::device::executor::Device;
use crate::device::{Adapter, GpuOptions, Memory, Tally};
use crate::engine::{EngineError, PassId, State, StepReport, StepsReport};
use crate::scene::Scene;

/// How a run is carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Threads of the CPU; none for one per core. No result depends on it.
    pub threads: Option<usize>,
    /// Where the steps are computed.
    pub backend: Backend,
}

impl Options {
    /// On the CPU, with so many threads.
    pub fn threads(threads: usize) -> Self {
        Self { threads: Some(threads), backend: Backend::Cpu }
    }
}

/// Where the steps of a run are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// On the CPU, in f64.
    #[default]
    Cpu,
    /// On the best GPU, in f32 with fixed-point positions.
    Gpu(GpuOptions),
}

/// A scene that runs. What can be read of it is that of its [`State`]; of a run on a GPU, grains and contacts are as they were at
/// the last [`Simulation::fetch`].
///
/// A run has threads of its own. Many small runs at once may be the tasks of a parallel loop of rayon: give each one thread
/// ([`Options::threads`]) and take many steps in a call, for each call begins a thread that waits for the run in place of
/// the loop's, which would begin further tasks on top of it until its stack is full.
pub struct Simulation {
    pub(crate) state: State,
    /// The GPU, if the steps are computed there.
    pub(crate) device: Option<Box<Device>>,
}

impl Deref for Simulation {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl Simulation {
    /// Makes a scene ready to run, or says why it cannot: overlapping grains, grains in walls, a step that is too long.
    pub fn new(scene: Scene, options: Options) -> Result<Self, EngineError> {
        Self::with(State::new(scene, options.threads)?, options.backend)
    }

    /// A state on the executor of a back end.
    fn with(mut state: State, backend: Backend) -> Result<Self, EngineError> {
        let device = match backend {
            Backend::Cpu => None,
            Backend::Gpu(options) => Some(Box::new(pollster::block_on(Device::open(&mut state, &options))?)),
        };
        Ok(Self { state, device })
    }

    /// Takes `steps` steps.
    pub fn step(&mut self, steps: u64) -> Result<StepReport, EngineError> {
        let report = self.run_steps(steps)?.report;
        self.fetch()?;
        Ok(report)
    }

    /// Runs up to step `end`, and after every batch of so many steps calls `watch` with the run and its report: to look, to
    /// write, or to end it early by [`ControlFlow::Break`]. On a GPU the grains are brought to the host for each call.
    pub fn drive(
        &mut self,
        end: u64,
        batch: u64,
        mut watch: impl FnMut(&Self, &StepReport) -> ControlFlow<()>,
    ) -> Result<StepReport, EngineError> {
        while self.state.step < end {
            let report = self.step((end - self.state.step).min(batch.max(1)))?;
            if watch(self, &report).is_break() {
                break;
            }
        }
        Ok(self.report())
    }

    /// Takes `steps` steps and watches each of them: see [`Self::health`]. An impossible state ends it with an error after the
    /// step that came to it. On a GPU the grains stay there: [`Self::fetch`] brings them.
    pub fn run_steps(&mut self, steps: u64) -> Result<StepsReport, EngineError> {
        let stretch = match &mut self.device {
            Some(device) => device.waiter().block_on(device.run_steps(&mut self.state, steps))?,
            None => self.state.run_steps(steps)?,
        };
        let balance = stretch.report.energies.balance();
        if balance.is_finite() { Ok(stretch) } else { Err(self.state.not_finite(balance)) }
    }

    /// Does some work on the threads of the run: many short stretches in it cost no change of threads.
    pub fn on_its_threads<R: Send>(&mut self, work: impl FnOnce(&mut Self) -> R + Send) -> R {
        self.state.threads.clone().run(|| work(self))
    }

    /// Checks of the whole as it is; see [`State::look`].
    pub fn look(&mut self) -> Result<(), EngineError> {
        self.state.look()
    }

    /// Brings the grains and contacts of a run on a GPU to the host: what snapshots, hashes and checkpoints are made of. For
    /// a run on the CPU there is nothing to bring.
    pub fn fetch(&mut self) -> Result<(), EngineError> {
        let state = &mut self.state;
        self.device.as_mut().map_or(Ok(()), |device| device.waiter().block_on(device.fetch(state)))
    }

    /// Takes `steps` steps and tells how long each pass of the list took in all of them [s].
    pub fn time_passes(&mut self, steps: u64) -> Result<Vec<(&'static str, f64)>, EngineError> {
        let mut times = vec![0.0; PassId::ALL.len()];
        for _ in 0..steps {
            match &mut self.device {
                None => self.state.timed_step(&mut times)?,
                Some(device) => device.waiter().block_on(device.timed_step(&mut self.state, &mut times))?,
            }
        }
        Ok(PassId::ALL.iter().map(|pass| pass.name()).zip(times).collect())
    }

    /// How long the kernels of a GPU took in all steps of [`Self::time_passes`] [s]; none where it has no clock of its own.
    pub fn kernel_times(&self) -> Vec<(&'static str, f64)> {
        let times = self.device.iter().flat_map(|device| &device.kernel_times);
        times.map(|(name, time)| (*name, *time)).collect()
    }

    /// The GPU that computes the steps, if one does.
    pub fn adapter(&self) -> Option<&Adapter> {
        self.device.as_ref().map(|device| device.adapter())
    }

    /// What the GPU has been asked for, and its memory in use.
    pub fn device_tally(&self) -> Option<(Tally, Memory)> {
        self.device.as_ref().map(|device| (device.tally, device.memory()))
    }

    /// Pages into which the GPU cuts the records of candidate pairs: more than one where they are more than a kernel can bind.
    pub fn device_pages(&self) -> Option<usize> {
        self.device.as_ref().map(|device| device.pages())
    }

    /// Kernels that the GPU starts in a step, without and with a new list of pairs.
    pub fn dispatches_of_a_step(&self) -> Option<[u64; 2]> {
        self.device.as_ref().map(|device| device.dispatches_of_a_step())
    }
}
