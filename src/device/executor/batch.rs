//! Many steps at a time: recorded, submitted, and told of by one small block of numbers.

use glam::DVec3;

use super::arrays::{drag_words, flow_words};
use super::rebuild_predictor::Span;
use super::steps::Extent;
use super::{Device, Tally};
use crate::device::GpuError;
use crate::device::capacities::Capacities;
use crate::device::fixed::from_fixed;
use crate::device::schema::constants::{DRAG_WORDS, FLOW_WORDS};
use crate::device::schema::control::{StatusFlag, Word};
use crate::device::schema::records::GpuSums;
use crate::device::schema::records::GpuSurface;
use crate::engine::Energies;
use crate::engine::state::Counts;
use crate::engine::{EngineError, PassId, State};

/// Steps in one submission at most, and steps times bodies: short enough for drivers that reset what takes longer than a
/// second or two.
const SUBMISSION: [u64; 2] = [16, 400_000];
/// Times that lists may outgrow their arrays in one batch: far more than growth by a quarter ever needs.
const MOST_GROWTHS: u32 = 100;

/// What the device says after a batch.
struct Readback {
    control: Vec<u32>,
    sums: Vec<GpuSums>,
    flows: Vec<u32>,
    drag: Vec<u32>,
}

/// What drag has taken since the batch began, in fixed point, and how many speeds were cut.
pub fn dragged(words: &[u32]) -> (i64, u64) {
    words.chunks_exact(DRAG_WORDS as usize).fold((0i64, 0), |(taken, cuts), words| {
        let more = (u64::from(words[1]) << 32 | u64::from(words[0])) as i64;
        (taken.wrapping_add(more), cuts + u64::from(words[2]))
    })
}

impl Readback {
    fn word(&self, word: Word) -> u32 {
        self.control[word as usize]
    }
}

impl Device {
    /// Takes `steps` steps, at most [`super::BATCH`], without a look at the bodies. The batch ends early, after a whole step,
    /// where an overlap exceeds `deep` half-thicknesses or a body is too fast for the next step. Returns the steps taken.
    pub async fn batch(&mut self, run: &mut State, steps: u64, deep: f64) -> Result<u64, EngineError> {
        self.begin(run, steps);
        self.arrays.set_words(&self.gpu, &[(Word::ShareLimit, (deep as f32).to_bits())]);
        run.stale = true;
        let (mut done, mut lists, mut growths) = (0, 0, 0);
        let mut halted = false;
        while done < steps {
            let span = self.rebuild_predictor.ahead(steps - done, halted);
            self.submit(run, span, done + span.steps == steps);
            let mut readback = self.read_control().await?;
            let [now, made] = [Word::Step, Word::Rebuilds].map(|word| u64::from(readback.word(word)));
            self.rebuild_predictor.learn(&span, now - done, made - lists);
            (done, lists) = (now, made);
            let status = readback.word(Word::Status);
            halted = status != 0;
            if status == StatusFlag::Outdated as u32 {
                self.arrays.set_words(&self.gpu, &[(Word::Status, 0)]);
            } else if status == StatusFlag::Unsound as u32 {
                self.arrays.set_words(&self.gpu, &[(Word::Status, 0)]);
                self.finish(run, done).await?;
                // Steps recorded behind this one have left no workgroups for the passes ahead.
                self.count_workgroups();
                return Ok(done);
            } else if halted {
                growths += 1;
                if growths > MOST_GROWTHS {
                    return Err(GpuError::Internal("lists outgrow every array".to_string()).into());
                }
                self.mend(run, &readback, done).await?;
            } else {
                self.rebuild_predictor.due = readback.word(Word::Rebuild) != 0;
                if done == steps {
                    self.read_sums(&mut readback).await?;
                    self.account(run, &readback, steps);
                }
            }
        }
        Ok(steps)
    }

    /// Numbers of the batch: walls at the end of each of its steps, counters at zero.
    pub fn begin(&mut self, run: &State, steps: u64) {
        let mut surfaces = Vec::with_capacity(run.surfaces.len() * steps as usize);
        for ahead in 1..=steps {
            let time = (run.step + ahead) as f64 * run.dt;
            surfaces.extend(run.surfaces.iter().map(|s| GpuSurface::new(s, &s.at(time), &self.units)));
        }
        self.arrays.walls.surfaces.write(&self.gpu, 0, &surfaces);
        let (speed, turn) = run.wall_pace();
        let bits = |x: f64| (x as f32).to_bits();
        self.arrays.set_words(
            &self.gpu,
            &[
                (Word::Status, 0),
                (Word::FirstOffender, u32::MAX),
                (Word::Step, 0),
                (Word::Rebuilds, 0),
                (Word::LargestOverlapEver, 0),
                (Word::LargestShareEver, 0),
                (Word::ShareLimit, 0),
                (Word::Overspeed, 0),
                (Word::Bodies, run.grains.len() as u32),
                (Word::WallSpeed, bits(speed / self.units.velocity())),
                (Word::WallTurn, bits(turn * self.units.time)),
            ],
        );
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.clear_buffer(self.arrays.flow_sums.raw(), 0, None);
        encoder.clear_buffer(self.arrays.drag_sums.raw(), 0, None);
        self.gpu.queue.submit([encoder.finish()]);
        if run.rebuild {
            self.arrays.set_words(&self.gpu, &[(Word::Rebuild, 1)]);
            self.rebuild_predictor.due = true;
        }
    }

    /// Submits steps, and with `is_last` the sums of the batch behind them.
    fn submit(&mut self, run: &State, span: Span, is_last: bool) {
        let mut left = span.steps;
        while left > 0 {
            let most = (SUBMISSION[1] / run.grains.len().max(1) as u64).clamp(1, SUBMISSION[0]);
            let now = left.min(most);
            let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            for k in 0..now {
                let is_first = left == span.steps && k == 0;
                let extent = Extent {
                    from_the_middle: is_first && span.from_the_middle,
                    rebuilds: if is_first { span.first_rebuilds } else { span.all_rebuild },
                };
                self.tally.dispatches += self.steps.record(&mut pass, self.recording(run.grains.len()), extent);
            }
            if is_last && now == left {
                self.tally.dispatches += self.steps.record_energy_sums(&self.gpu, &mut pass);
            }
            drop(pass);
            self.gpu.queue.submit([encoder.finish()]);
            left -= now;
        }
    }

    /// Runs one pass of the list by itself, for a comparison; lists that outgrow their arrays get more room.
    pub async fn run_pass(&mut self, run: &State, id: PassId) -> Result<(), EngineError> {
        const REBUILD: [PassId; 3] = [PassId::Bounds, PassId::Pairs, PassId::Remap];
        let mut passes = vec![id];
        loop {
            let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            for id in &passes {
                self.steps.record_pass(&mut pass, self.recording(run.grains.len()), *id);
            }
            drop(pass);
            self.gpu.queue.submit([encoder.finish()]);
            let control = self.arrays.control.read_async(&self.gpu, Word::COUNT).await?;
            let readback = Readback { control, sums: Vec::new(), flows: Vec::new(), drag: Vec::new() };
            match readback.word(Word::Status) {
                // Whether a list is out of date is what `travel` was asked; `bounds` comes next then.
                status if status & !(StatusFlag::Outdated as u32) == 0 => return Ok(()),
                status if status & !StatusFlag::CAPACITY == 0 => {
                    self.grow(run, &readback)?;
                    // Larger arrays are empty between the passes of a rebuild: it is done from its start, as in a batch.
                    passes = REBUILD.into_iter().take_while(|pass| *pass != id).chain([id]).collect();
                }
                _ => return Err(GpuError::Internal(format!("the pass {} has stopped", id.name())).into()),
            }
        }
    }

    /// Waits for the block of numbers.
    async fn read_control(&mut self) -> Result<Readback, EngineError> {
        let control = self.arrays.control.read_async(&self.gpu, Word::COUNT).await?;
        self.tally.host_reads += 1;
        self.tally.bytes_read += 4 * Word::COUNT as u64;
        Ok(Readback { control, sums: Vec::new(), flows: Vec::new(), drag: Vec::new() })
    }

    /// Reads the sums of a batch that is done.
    async fn read_sums(&mut self, readback: &mut Readback) -> Result<(), EngineError> {
        let elements = [
            readback.word(Word::Bodies),
            readback.word(Word::Pairs).min(self.arrays.capacities.pairs as u32),
            6 * readback.word(Word::WallLinks).min(self.arrays.capacities.walls as u32),
        ];
        let blocks = (elements[0].max(elements[1]).max(elements[2]) as usize)
            .div_ceil(crate::device::schema::constants::SUMS_BLOCK as usize);
        readback.sums = self.arrays.sums.read_async(&self.gpu, blocks).await?;
        let words = flow_words(&self.gpu, elements[0] as usize);
        readback.flows = self.arrays.flow_sums.read_async(&self.gpu, words).await?;
        self.tally.host_reads += 2;
        if self.features.drag {
            let words = drag_words(&self.gpu, elements[0] as usize);
            readback.drag = self.arrays.drag_sums.read_async(&self.gpu, words).await?;
            self.tally.host_reads += 1;
        }
        let bytes = size_of_val(readback.sums.as_slice())
            + size_of_val(readback.flows.as_slice())
            + size_of_val(readback.drag.as_slice());
        self.tally.bytes_read += bytes as u64;
        Ok(())
    }

    /// More room, if that is what was missing; else the error that ends the run.
    async fn mend(&mut self, run: &mut State, readback: &Readback, done: u64) -> Result<(), EngineError> {
        let status = readback.word(Word::Status);
        if status & !StatusFlag::CAPACITY != 0 {
            return Err(self.fatal(run, readback, run.step + done).await);
        }
        self.grow(run, readback)
    }

    /// Larger arrays for what did not fit; the step can then go on with its rebuild.
    fn grow(&mut self, run: &State, readback: &Readback) -> Result<(), EngineError> {
        let status = readback.word(Word::Status);
        let needed = Capacities {
            bodies: 0,
            entries: readback.word(Word::Entries) as usize,
            found: readback.word(Word::Found) as usize,
            pairs: readback.word(Word::Pairs) as usize,
            walls: readback.word(Word::WallLinks) as usize,
        };
        let capacities = self.arrays.capacities.grown(self.gpu.largest_array(), status, &needed);
        self.set_capacities(run, capacities, false)?;
        // The lists that did not fit were not made: those before them still stand.
        let mut words = vec![(Word::Status, 0), (Word::FirstOffender, u32::MAX)];
        if status & StatusFlag::PairsFull as u32 != 0 {
            words.push((Word::Pairs, readback.word(Word::OldPairs)));
        }
        if status & StatusFlag::WallsFull as u32 != 0 {
            words.push((Word::WallLinks, readback.word(Word::WallLinksBefore)));
        }
        self.arrays.set_words(&self.gpu, &words);
        self.tally.growths += 1;
        Ok(())
    }

    /// Names the body that the run cannot go on with.
    async fn fatal(&mut self, run: &mut State, readback: &Readback, step: u64) -> EngineError {
        let body = (readback.word(Word::FirstOffender) as usize).min(run.grains.len().saturating_sub(1));
        if let Err(error) = self.fetch_bodies(run).await {
            return error;
        }
        let id = run.grains.ids[body];
        let status = readback.word(Word::Status);
        if status & StatusFlag::TooFast as u32 != 0 {
            return run.too_fast(body, false);
        }
        if status & StatusFlag::OffTheMap as u32 != 0 {
            let place = run.grains.poses[body].position;
            return EngineError::OffTheMap { id, place: place.to_string(), step };
        }
        EngineError::NotFinite { id, what: "force or torque", value: DVec3::NAN.to_string(), step }
    }

    /// Sums up and books steps that were run pass by pass.
    pub async fn finish(&mut self, run: &mut State, steps: u64) -> Result<(), EngineError> {
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        self.steps.record_energy_sums(&self.gpu, &mut pass);
        drop(pass);
        self.gpu.queue.submit([encoder.finish()]);
        let mut readback = self.read_control().await?;
        if readback.word(Word::Status) != 0 {
            // A list that does not fit: the rest of the step is done as in any batch.
            self.mend(run, &readback, 0).await?;
            self.submit(run, self.rebuild_predictor.ahead(1, true), true);
            readback = self.read_control().await?;
        }
        self.rebuild_predictor.due = readback.word(Word::Rebuild) != 0;
        self.read_sums(&mut readback).await?;
        self.account(run, &readback, steps);
        Ok(())
    }

    /// Books what the batch has done.
    fn account(&mut self, run: &mut State, readback: &Readback, steps: u64) {
        let unit = self.units.energy();
        let mut energies = Energies::default();
        let (mut flows, mut counts) = ([0i64; 5], [0u64; 4]);
        for sum in &readback.sums {
            let joules = |energy: f32| f64::from(energy) * unit;
            energies.translation += joules(sum.translation);
            energies.rotation += joules(sum.rotation);
            energies.gravity += joules(sum.gravity);
            energies.elastic += joules(sum.elastic);
            energies.tangential += joules(sum.tangential);
            energies.rolling += joules(sum.rolling);
            energies.uncorrected += joules(sum.uncorrected);
            energies.half_kicks += joules(sum.half_kicks);
            counts
                .iter_mut()
                .zip([sum.contacts, sum.wall_contacts, sum.unconverged])
                .for_each(|(count, more)| *count += u64::from(more));
        }
        for words in readback.flows.chunks_exact(FLOW_WORDS as usize) {
            for (flow, words) in flows.iter_mut().zip(words.chunks_exact(2)) {
                *flow = flow.wrapping_add((u64::from(words[1]) << 32 | u64::from(words[0])) as i64);
            }
            counts[3] += words.last().map_or(0, |ended| u64::from(*ended));
        }
        let (taken, cuts) = dragged(&readback.drag);
        self.arrays.flows.add([flows[0], flows[1], flows[4]], [flows[2], flows[3], taken]);
        let flows = self.arrays.flows;
        let joules = |x: i128| x as f64 * from_fixed(1, self.heat_bits) * unit;
        run.flows.dissipated_damping = joules(flows.heat[0]);
        run.flows.dissipated_friction = joules(flows.heat[1]);
        run.flows.dissipated_rolling = joules(flows.heat[2]);
        run.flows.wall_work = joules(flows.work[0]);
        run.flows.patch_work = joules(flows.work[1]);
        run.flows.dissipated_drag = joules(flows.work[2]);
        energies.flows = run.flows;
        let last = f64::from(f32::from_bits(readback.word(Word::LastLargestOverlap))) * self.units.length;
        run.counts = Counts {
            candidates: readback.word(Word::Pairs) as usize,
            contacts: counts[0] as usize,
            wall_contacts: counts[1] as usize,
            unconverged: counts[2] as usize,
            largest_overlap: last,
            rebuilds: run.counts.rebuilds + u64::from(readback.word(Word::Rebuilds)),
            ended: run.counts.ended + counts[3],
            speed_cuts: run.counts.speed_cuts + cuts,
        };
        run.largest_of_batch = f64::from(f32::from_bits(readback.word(Word::LargestOverlapEver))) * self.units.length;
        run.largest_share_of_batch = f64::from(f32::from_bits(readback.word(Word::LargestShareEver)));
        let first_offender = readback.word(Word::FirstOffender) as usize;
        run.overspeed =
            (readback.word(Word::Overspeed) != 0).then(|| first_offender.min(run.grains.len().saturating_sub(1)));
        run.latest = Some(energies);
        run.step += steps;
        run.rebuild = false;
        self.tally = Tally { steps: self.tally.steps + steps, ..self.tally };
    }
}
