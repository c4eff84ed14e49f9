//! The engine on the GPU: the passes of the same list as kernels over arrays that stay on the device.
//!
//! Steps are recorded many at a time and submitted without waiting; the host then reads one small block of numbers. A list
//! that outgrows its array halts the batch in the middle of a step, before anything is lost: the array is made larger and
//! the step goes on from there, so that the result is the one that larger arrays would have given from the start.
//!
//! Nothing here blocks: all that waits for the device is asynchronous. Who can wait does so outside, by [`Device::waiter`].

mod arrays;
mod batch;
mod places;
mod raw;
mod rebuild_predictor;
mod record;
mod run;
#[cfg(test)]
mod scrub;
mod steps;
mod timing;
mod transfer;

use std::collections::BTreeMap;

use crate::device::capacities::Capacities;
use crate::device::program::{Features, Kernels, Recording};
use crate::device::shapes::{GpuInertia, ShapeArrays, ShapeTables};
use crate::device::state::heat_bits;
use crate::device::units::Units;
use crate::device::waiting::Waiter;
use crate::device::{Gpu, GpuError};

use crate::engine::attempts::ATTEMPTS;
use crate::engine::{EngineError, ParticleType, State};
use arrays::Arrays;
pub(crate) use arrays::BATCH;
pub use arrays::Memory;
use places::Places;
pub(crate) use raw::RawState;
use rebuild_predictor::RebuildPredictor;
use steps::{Extent, Steps, compile, features_of};

/// The device with all that a run keeps on it.
pub(crate) struct Device {
    gpu: Gpu,
    units: Units,
    /// Bits behind the point of heat and work.
    heat_bits: i32,
    kernels: Kernels,
    features: Features,
    /// Tables of shapes, as sent.
    tables: ShapeTables,
    shapes: ShapeArrays,
    arrays: Arrays,
    places: Places,
    /// Kernels with their arrays; made anew when an array is.
    steps: Steps,
    rebuild_predictor: RebuildPredictor,
    pub(crate) tally: Tally,
    /// How long kernels took in steps that were timed [s], where the device has a clock.
    pub(crate) kernel_times: BTreeMap<&'static str, f64>,
}

/// What the device has been asked for, since the run began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Steps.
    pub steps: u64,
    /// Kernels started, those of steps that the device has left out included.
    pub dispatches: u64,
    /// Times that the host waited for numbers.
    pub host_reads: u64,
    /// Bytes that the host read.
    pub bytes_read: u64,
    /// Batches that went on with larger arrays.
    pub growths: u64,
}

impl Device {
    /// Brings a run to a device.
    pub fn new(gpu: Gpu, run: &mut State, min_capacity: bool) -> Result<Self, EngineError> {
        let kernels = compile(&gpu, run)?;
        Self::with_kernels(gpu, kernels, run, min_capacity)
    }

    /// Brings another run, of a scene for which the same kernels do, to this device.
    pub fn renewed(self, run: &mut State) -> Result<Self, EngineError> {
        let Self { gpu, kernels, .. } = self;
        Self::with_kernels(gpu, kernels, run, false)
    }

    fn with_kernels(gpu: Gpu, kernels: Kernels, run: &mut State, min_capacity: bool) -> Result<Self, EngineError> {
        let units = Units::new(run.smallest.0, run.smallest.1, run.dt);
        let mut tables = ShapeTables::default();
        for kind in run.kinds.all() {
            add_kind(&mut tables, kind, &units);
        }
        let shapes = ShapeArrays::new(&gpu, &tables)?;
        let features = features_of(run, &gpu);
        let capacities = Capacities::usual(run.grains.len(), gpu.largest_array(), min_capacity);
        let arrays = Arrays::new(&gpu, (run, &tables), &units, capacities)?;
        let places = Places::new(&gpu, if min_capacity { 1 } else { ATTEMPTS })?;
        let steps = Steps::new(&gpu, (&kernels, &features), &shapes, &arrays)?;
        let mut device = Self {
            gpu,
            units,
            heat_bits: heat_bits_of(run),
            kernels,
            features,
            tables,
            shapes,
            arrays,
            places,
            steps,
            rebuild_predictor: RebuildPredictor::default(),
            tally: Tally::default(),
            kernel_times: BTreeMap::new(),
        };
        device.send(run)?;
        run.stale = false;
        Ok(device)
    }

    /// What waits for the device, for those who can.
    pub fn waiter(&self) -> Waiter {
        self.gpu.waiter()
    }

    /// The adapter.
    pub fn adapter(&self) -> &crate::device::Adapter {
        &self.gpu.adapter
    }

    /// Memory held on the device.
    pub fn memory(&self) -> Memory {
        let held = self.arrays.memory();
        Memory { shapes: held.shapes + self.shapes.bytes(), bodies: held.bodies + self.places.bytes(), ..held }
    }

    /// Kernels that a step starts, without and with a rebuild.
    pub fn dispatches_of_a_step(&self) -> [u64; 2] {
        [false, true].map(|rebuilds| self.steps.dispatches(Extent { from_the_middle: false, rebuilds }))
    }

    /// Pages of records of pairs.
    pub fn pages(&self) -> usize {
        self.arrays.broad.pages().count()
    }

    /// Arrays with other room, where `capacities` asks for it or `anew` says that kinds are new; what they hold is kept.
    fn set_capacities(&mut self, run: &State, capacities: Capacities, anew: bool) -> Result<(), GpuError> {
        if capacities == self.arrays.capacities && !anew {
            return Ok(());
        }
        self.arrays = self.arrays.resized(&self.gpu, (run, &self.tables), &self.units, capacities)?;
        self.bind_steps()
    }

    /// Binds the step to the arrays as they are now.
    fn bind_steps(&mut self) -> Result<(), GpuError> {
        self.steps = Steps::new(&self.gpu, (&self.kernels, &self.features), &self.shapes, &self.arrays)?;
        Ok(())
    }

    /// What recording needs, for so many bodies.
    fn recording(&self, bodies: usize) -> Recording<'_> {
        Recording { gpu: &self.gpu, arguments: self.arrays.arguments.raw(), bodies }
    }
}

/// Adds a kind to the tables.
fn add_kind(tables: &mut ShapeTables, kind: &ParticleType, units: &Units) {
    let inertia = GpuInertia {
        mass: kind.inertia.mass / units.mass,
        moments: kind.inertia.moments / units.moment(),
        volume: kind.volume / units.length.powi(3),
    };
    let _ = tables.push(&kind.shape, kind.material, Some(&inertia), units.length);
}

/// Bits behind the point of heat and work in a run.
fn heat_bits_of(run: &State) -> i32 {
    heat_bits(run.heaviest / run.smallest.1)
}
