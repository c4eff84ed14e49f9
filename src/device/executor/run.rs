//! A run whose steps are computed on a GPU: what the host does between batches.

use super::{BATCH, Device};
use crate::device::contact::needs_of;
use crate::device::shader::Needs;
use crate::device::shapes::family_of;
use crate::device::{Gpu, GpuError, GpuOptions};
use crate::engine::attempts::Place;
use crate::engine::health::{Deepest, Meeting};
use crate::engine::insert::{Clearance, insert_grain};
use crate::engine::watched::Trial;
use crate::engine::{EngineError, State, StepsReport};
use crate::scene::CylinderContact;

/// Grains whose attempts go to the device together: enough that it has work, few enough that the host, which holds those that
/// come in against each other, has little.
const AT_ONCE: u64 = 64;
/// Grains from which on the host, which files grains by cells, is faster than the device, which tests all of them.
const MANY: u64 = 512;

impl Device {
    /// Opens the best GPU and brings a run to it.
    pub async fn open(run: &mut State, options: &GpuOptions) -> Result<Self, EngineError> {
        if run.scene.contact.cylinders == CylinderContact::Axisymmetric {
            return Err(GpuError::Unsupported("contact.cylinders = \"axisymmetric\"").into());
        }
        if options.workgroup.is_some_and(|lanes| ![32, 64, 128, 256].contains(&lanes)) {
            return Err(GpuError::Unsupported("workgroups of other than 32, 64, 128 or 256 invocations").into());
        }
        let mut gpu = Gpu::open_async(options.checks).await?;
        gpu.workgroup = options.workgroup.unwrap_or(gpu.workgroup);
        gpu.page = options.page.unwrap_or(gpu.page);
        let families = run.scene.shapes.iter().fold(0, |bits, named| bits | 1 << family_of(&named.shape));
        gpu.needs = Needs { families, laws: run.laws.iter().fold(0, |bits, law| bits | needs_of(law)) };
        run.on_device = true;
        Self::new(gpu, run, options.min_capacity)
    }

    /// Takes `steps` steps.
    pub async fn run_steps(&mut self, run: &mut State, steps: u64) -> Result<StepsReport, EngineError> {
        let ([largest_overlap, largest_share], particle_steps) = self.batches(run, steps).await?;
        Ok(StepsReport { report: run.report(), largest_overlap, largest_share, particle_steps })
    }

    /// Batch after batch, with new grains between them; returns the largest overlap [m], also as a share of a half-thickness,
    /// and the sum of the numbers of grains.
    async fn batches(&mut self, run: &mut State, steps: u64) -> Result<([f64; 2], u64), EngineError> {
        let (mut largest, mut share, mut particle_steps) = (0.0f64, 0.0f64, 0);
        if !run.stale {
            run.judge_start()?;
        }
        let end = run.step + steps;
        while run.step < end {
            if run.grain_is_due(run.step) {
                self.insert_on(run).await?;
            }
            let batch = (1..(end - run.step).min(BATCH)).find(|ahead| run.grain_is_due(run.step + ahead));
            let batch = batch.unwrap_or((end - run.step).min(BATCH));
            let limit = run.overlap_limit();
            let taken = self.batch(run, batch, limit).await?;
            largest = largest.max(run.largest_of_batch);
            share = share.max(run.largest_share_of_batch);
            particle_steps += taken * run.grains.len() as u64;
            self.judge_batch(run, limit).await?;
        }
        Ok(([largest, share], particle_steps))
    }

    /// After a batch of the GPU, which ends early where an overlap or a grain is beyond its limit.
    pub(crate) async fn judge_batch(&mut self, run: &mut State, limit: f64) -> Result<(), EngineError> {
        let share = run.largest_share_of_batch;
        if share > limit || share.is_nan() || run.overspeed.is_some() {
            self.fetch(run).await?;
            let deepest = run.deepest_now();
            // Rounding on the way to the host is not to hide it.
            let share = if deepest.share.is_nan() { share } else { deepest.share.max(share) };
            run.judge_overlap(Deepest { share, ..deepest })?;
            return run.refuse_overspeed();
        }
        run.judge_overlap(Deepest { share, meeting: Meeting::Unknown })
    }

    /// New grains, some at a time: later ones find those before them on the device.
    pub(crate) async fn insert_on(&mut self, run: &mut State) -> Result<(), EngineError> {
        let place = run.place();
        for index in 0..run.inserters.len() {
            loop {
                let wanted = run.inserters[index].wants(&run.scene.insertions[index], place.time, place.step);
                if wanted == 0 {
                    break;
                }
                if wanted >= MANY && !run.inserters[index].is_refused() {
                    self.insert_many(run, &place, index).await?;
                } else {
                    self.insert_some(run, &place, index, wanted.min(AT_ONCE)).await?;
                }
            }
        }
        Ok(())
    }

    /// All grains of an insertion that are due, tried on the host and then sent.
    async fn insert_many(&mut self, run: &mut State, place: &Place, index: usize) -> Result<(), EngineError> {
        self.fetch(run).await?;
        let (insertion, before) = (&run.scene.insertions[index], run.grains.len());
        run.inserters[index].insert((&run.scene, insertion), place, &mut run.grains, &mut run.kinds)?;
        run.account_for_new(before);
        if run.grains.len() > before {
            self.add_bodies(run, before)?;
        }
        Ok(())
    }

    /// Draws the next grains of an insertion, asks the device which of their attempts are blocked, and takes in those that find
    /// a place. The first that finds none waits, and so do those behind it.
    async fn insert_some(
        &mut self,
        run: &mut State,
        place: &Place,
        index: usize,
        count: u64,
    ) -> Result<(), EngineError> {
        let (insertion, before) = (&run.scene.insertions[index], run.grains.len());
        let (mut drawn, mut attempts) = (Vec::new(), Vec::new());
        for ahead in 0..count {
            let (draft, known) = (run.inserters[index].draft(insertion, ahead), run.kinds.all().len());
            let kind = run.kinds.of(&run.scene, draft.species, draft.scale)?;
            let first = attempts.len();
            attempts.extend(draft.attempts(insertion, place, run.kinds.get(kind)).map(|pose| (kind, pose)));
            drawn.push((draft, kind, known, first..attempts.len()));
        }
        let blocked = self.blocked(run, &attempts).await?;
        if let Some(watched) = &mut run.watched {
            let (kinds, blocked) = (run.kinds.clone(), blocked.clone());
            watched.trials.push(Trial { present: before, kinds, attempts: attempts.clone(), blocked });
        }
        let mut clearance = Clearance::of_grains_from(before);
        for (draft, kind, known, mut own) in drawn {
            // The device does not know those of this round.
            let is_free = |k: &usize| {
                !blocked[*k] && clearance.is_clear(run.kinds.get(kind), &attempts[*k].1, &run.grains, &run.kinds)
            };
            let free = own.find(is_free).map(|k| attempts[k].1);
            run.inserters[index].book(free.is_some(), place.step);
            let Some(pose) = free else {
                run.kinds.forget(known);
                break;
            };
            insert_grain(&mut run.grains, kind, pose, &draft);
        }
        run.account_for_new(before);
        if run.grains.len() > before {
            self.add_bodies(run, before)?;
            run.judge_speeds(before)?;
        }
        Ok(())
    }

    /// Takes one step and adds the time of each pass of the list [s].
    pub async fn timed_step(&mut self, run: &mut State, times: &mut [f64]) -> Result<(), EngineError> {
        // Insertion is work of both: the host's clock tells.
        let begun = std::time::Instant::now();
        if run.grain_is_due(run.step) {
            self.insert_on(run).await?;
        }
        times[0] += begun.elapsed().as_secs_f64();
        self.timed_passes(run, times).await
    }
}
