//! A run whose steps are computed on a GPU: what the host does between batches.

use super::device::{BATCH, Device};
use super::insert::{Clearance, come_in};
use super::lockstep::Trial;
use super::simulation::{Backend, Simulation, Stretch};
use super::step::PASSES;
use super::tries::Place;
use super::{DeviceMemory, EngineError, Tally};
use crate::gpu::shapes::family_of;
use crate::gpu::{Adapter, Gpu, GpuError};
use crate::scene::CylinderContact;

/// Grains whose tries go to the device together: enough that it has work, few enough that the host, which holds those that
/// come in against each other, has little.
const AT_ONCE: u64 = 64;
/// Grains from which on the host, which files grains by cells, is faster than the device, which tests all of them.
const MANY: u64 = 512;

impl Simulation {
    /// Brings the run to where its steps are to be computed.
    pub(super) fn move_to(&mut self, backend: Backend) -> Result<(), EngineError> {
        let Backend::Gpu(options) = backend else { return Ok(()) };
        if self.scene.contact.cylinders == CylinderContact::Axisymmetric {
            return Err(GpuError::Unsupported("contact.cylinders = \"axisymmetric\"").into());
        }
        let mut gpu = Gpu::open(options.checks)?;
        gpu.workgroup = options.workgroup.unwrap_or(gpu.workgroup);
        gpu.page = options.page.unwrap_or(gpu.page);
        gpu.families = self.scene.shapes.iter().fold(0, |bits, named| bits | 1 << family_of(&named.shape));
        self.device = Some(Box::new(Device::new(gpu, self, options.cramped)?));
        Ok(())
    }

    /// Brings the grains and contacts of a run on a GPU to the host: what snapshots, hashes and checkpoints are made of. For
    /// a run on the processor there is nothing to bring.
    pub fn fetch(&mut self) -> Result<(), EngineError> {
        let Some(mut device) = self.device.take() else { return Ok(()) };
        let fetched = device.fetch(self);
        self.device = Some(device);
        fetched
    }

    /// Takes `steps` steps on the GPU.
    pub(super) fn device_stretch(&mut self, steps: u64) -> Result<Stretch, EngineError> {
        let Some(mut device) = self.device.take() else { return Err(device_error()) };
        let taken = self.batches(&mut device, steps);
        self.device = Some(device);
        let ([largest_overlap, largest_share], particle_steps) = taken?;
        Ok(Stretch { report: self.report(), largest_overlap, largest_share, particle_steps })
    }

    /// Batch after batch, with new grains between them; returns the largest overlap [m], also as a share of a half-thickness,
    /// and the sum of the numbers of grains.
    fn batches(&mut self, device: &mut Device, steps: u64) -> Result<([f64; 2], u64), EngineError> {
        let (mut largest, mut share, mut particle_steps) = (0.0f64, 0.0f64, 0);
        if !device.stale {
            self.judge_start()?;
        }
        let end = self.step + steps;
        while self.step < end {
            if self.grain_is_due(self.step) {
                self.insert_on(device)?;
            }
            let batch = (1..(end - self.step).min(BATCH)).find(|ahead| self.grain_is_due(self.step + ahead));
            let batch = batch.unwrap_or((end - self.step).min(BATCH));
            let limit = self.overlap_limit();
            let taken = device.batch(self, batch, limit)?;
            largest = largest.max(self.largest_of_batch);
            share = share.max(self.largest_share_of_batch);
            particle_steps += taken * self.grains.len() as u64;
            self.judge_batch(device, limit)?;
        }
        Ok(([largest, share], particle_steps))
    }

    /// Whether a grain is to be inserted before a step.
    pub(super) fn grain_is_due(&self, step: u64) -> bool {
        let time = step as f64 * self.dt;
        let mut inserters = self.inserters.iter().zip(&self.scene.insertions);
        inserters.any(|(inserter, insertion)| inserter.wants(insertion, time, step) > 0)
    }

    /// New grains, some at a time: later ones find those before them on the device.
    pub(super) fn insert_on(&mut self, device: &mut Device) -> Result<(), EngineError> {
        let place = self.place();
        for index in 0..self.inserters.len() {
            loop {
                let wanted = self.inserters[index].wants(&self.scene.insertions[index], place.time, place.step);
                if wanted == 0 {
                    break;
                }
                if wanted >= MANY && !self.inserters[index].is_refused() {
                    self.insert_many(device, &place, index)?;
                } else {
                    self.insert_some(device, &place, index, wanted.min(AT_ONCE))?;
                }
            }
        }
        Ok(())
    }

    /// All grains of an insertion that are due, tried on the host and then sent.
    fn insert_many(&mut self, device: &mut Device, place: &Place, index: usize) -> Result<(), EngineError> {
        device.fetch(self)?;
        let (insertion, before) = (&self.scene.insertions[index], self.grains.len());
        self.inserters[index].insert((&self.scene, insertion), place, &mut self.grains, &mut self.kinds)?;
        self.account_for_new(before);
        if self.grains.len() > before {
            device.add_bodies(self, before)?;
        }
        Ok(())
    }

    /// Draws the next grains of an insertion, asks the device which of their tries are blocked, and takes in those that find
    /// a place. The first that finds none waits, and so do those behind it.
    fn insert_some(&mut self, device: &mut Device, place: &Place, index: usize, count: u64) -> Result<(), EngineError> {
        let (insertion, before) = (&self.scene.insertions[index], self.grains.len());
        let (mut drawn, mut tries) = (Vec::new(), Vec::new());
        for ahead in 0..count {
            let (draft, known) = (self.inserters[index].draft(insertion, ahead), self.kinds.all().len());
            let kind = self.kinds.of(&self.scene, draft.species, draft.scale)?;
            let first = tries.len();
            tries.extend(draft.tries(insertion, place, self.kinds.get(kind)).map(|pose| (kind, pose)));
            drawn.push((draft, kind, known, first..tries.len()));
        }
        let blocked = device.blocked(self, &tries)?;
        if let Some(watched) = &mut self.watched {
            let (kinds, blocked) = (self.kinds.clone(), blocked.clone());
            watched.trials.push(Trial { present: before, kinds, tries: tries.clone(), blocked });
        }
        let mut clearance = Clearance::of_grains_from(before);
        for (draft, kind, known, mut own) in drawn {
            // The device does not know those of this round.
            let is_free = |k: &usize| {
                !blocked[*k] && clearance.is_clear(self.kinds.get(kind), &tries[*k].1, &self.grains, &self.kinds)
            };
            let free = own.find(is_free).map(|k| tries[k].1);
            self.inserters[index].book(free.is_some(), place.step);
            let Some(pose) = free else {
                self.kinds.forget(known);
                break;
            };
            come_in(&mut self.grains, kind, pose, &draft);
        }
        self.account_for_new(before);
        if self.grains.len() > before {
            device.add_bodies(self, before)?;
            self.judge_speeds(before)?;
        }
        Ok(())
    }

    /// Takes `steps` steps and tells how long each pass of the list took in all of them [s].
    pub fn time_passes(&mut self, steps: u64) -> Result<Vec<(&'static str, f64)>, EngineError> {
        let mut times = vec![0.0; PASSES.len()];
        for _ in 0..steps {
            match self.device.take() {
                None => self.timed_step(&mut times)?,
                Some(mut device) => {
                    // Insertion is work of both: the host's clock tells.
                    let begun = std::time::Instant::now();
                    let taken = if self.grain_is_due(self.step) { self.insert_on(&mut device) } else { Ok(()) };
                    times[0] += begun.elapsed().as_secs_f64();
                    let taken = taken.and_then(|()| device.timed_step(self, &mut times));
                    self.device = Some(device);
                    taken?;
                }
            }
        }
        Ok(PASSES.iter().map(|pass| pass.name).zip(times).collect())
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
    pub fn device_tally(&self) -> Option<(Tally, DeviceMemory)> {
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

/// A run that has no GPU where one is needed.
pub(super) fn device_error() -> EngineError {
    GpuError::Internal("the run has no device".to_string()).into()
}
