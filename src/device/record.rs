//! A step of the device as data: its dispatches in order with the arrays that they bind, and what these hold before and after it.
//!
//! Whoever looks at kernels from outside (`src/studies/model`) has all of it from here: nothing names a kernel or an array, so that new
//! ones need no change.

use std::sync::Arc;

use super::GpuOptions;
use super::executor::Device;
use crate::engine::{EngineError, State};
use crate::scene::Scene;

/// A step without rebuild.
#[derive(Clone, Debug)]
pub struct StepRecord {
    /// The name of the device.
    pub adapter: String,
    /// Bits of the families of shapes that its kernels are compiled for.
    pub families: u32,
    /// Bodies.
    pub bodies: usize,
    /// Candidate pairs.
    pub pairs: usize,
    /// Steps before this one.
    pub step: u64,
    /// All memory that its kernels see.
    pub buffers: Vec<BufferRecord>,
    /// Its dispatches in order.
    pub dispatches: Vec<DispatchRecord>,
}

/// A piece of memory, which several arrays may share.
#[derive(Clone, Debug)]
pub struct BufferRecord {
    /// What it holds when the step begins.
    pub before: Vec<u32>,
    /// What it holds when the step has ended.
    pub after: Vec<u32>,
    /// The sums at the end of a batch may have changed it since: what it holds afterwards is not the step's alone.
    pub is_summed: bool,
}

/// A dispatch.
#[derive(Clone, Debug)]
pub struct DispatchRecord {
    /// The name of the kernel.
    pub kernel: &'static str,
    /// Its text.
    pub text: Arc<str>,
    /// How many workgroups.
    pub groups: GroupsRecord,
    /// Its arrays.
    pub arrays: Vec<ArrayRecord>,
}

/// How many workgroups a dispatch gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupsRecord {
    /// So many, which grow with the bodies.
    Bodies([u32; 3]),
    /// One, whatever the scene.
    One,
    /// What a buffer says when the dispatch begins, from this word on.
    At {
        /// The number of the buffer.
        buffer: usize,
        /// The first of three words.
        word: usize,
    },
}

/// An array of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayRecord {
    /// The name under which the kernel declares it.
    pub name: String,
    /// Group.
    pub group: u32,
    /// Place in the group.
    pub place: u32,
    /// The number of its buffer.
    pub buffer: usize,
    /// Words that the kernel sees.
    pub words: usize,
}

impl StepRecord {
    /// Runs a scene on the best device for `warm_up` steps, and records the first step after them that makes no new list of pairs.
    pub fn of(scene: &Scene, options: &GpuOptions, warm_up: u64) -> Result<Self, EngineError> {
        let mut run = State::new(scene.clone(), None)?;
        let mut device = pollster::block_on(Device::open(&mut run, options))?;
        let waiter = device.waiter();
        let _ = waiter.block_on(device.run_steps(&mut run, warm_up))?;
        waiter.block_on(device.recorded_step(&mut run))
    }
}
