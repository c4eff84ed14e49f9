//! The facade: a scene, stepped.

use std::ops::ControlFlow;

use super::contacts::PairSums;
use super::device::Device;
use super::hash::StateHash;
use super::health::Deepest;
use super::insert::Inserter;
use super::lockstep::Watched;
use super::partner::Partners;
use super::wall_contacts::{WallLink, WallOutcome};
use super::{EngineError, Grains, Kinds};
use crate::broad::{BroadPhase, WorldBox};
use crate::contact::WarmStart;
use crate::force::{ContactMemory, Law};
use crate::gpu::Checks;
use crate::health::Health;
use crate::observe::{Energies, Ledger};
use crate::scene::Scene;
use crate::walls::Surface;

/// How a run is carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Threads of the processor; none for one per core. No result depends on it.
    pub threads: Option<usize>,
    /// Where the steps are computed.
    pub backend: Backend,
}

impl Options {
    /// On the processor, with so many threads.
    pub fn threads(threads: usize) -> Self {
        Self { threads: Some(threads), backend: Backend::Cpu }
    }
}

/// Where the steps of a run are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// On the processor, in f64.
    #[default]
    Cpu,
    /// On the best GPU, in f32 with fixed-point positions.
    Gpu(GpuOptions),
}

/// How kernels run. Results do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GpuOptions {
    /// Whether kernels check indices.
    pub checks: Checks,
    /// Invocations per workgroup, a power of two up to 256; none for the usual number.
    pub workgroup: Option<u32>,
    /// Begin with arrays for one element, to try how they grow.
    pub cramped: bool,
    /// Pairs of a page of records, a multiple of 64; none for as many as the device can bind at once.
    pub page: Option<usize>,
}

/// Counts of the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    /// Candidate pairs.
    pub candidates: usize,
    /// Contacts between grains.
    pub contacts: usize,
    /// Contacts with walls.
    pub wall_contacts: usize,
    /// Contacts whose overlap is only bounded.
    pub unsure: usize,
    /// Largest overlap [m].
    pub largest_overlap: f64,
    /// Times that the list of pairs was made anew, since the start.
    pub rebuilds: u64,
    /// Contacts that have ended, since the start.
    pub ended: u64,
}

/// The state after some steps.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport {
    /// Steps since the start.
    pub step: u64,
    /// Simulated time [s].
    pub time: f64,
    /// Grains.
    pub grains: usize,
    /// Counts of the last step.
    pub counts: Counts,
    /// Energies.
    pub energies: Energies,
}

/// What some steps came to.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The state after them.
    pub report: StepReport,
    /// Largest overlap in any of them [m].
    pub largest_overlap: f64,
    /// The same as a share of the half-thickness of the thinner grain, by which another contact may be the deepest.
    pub largest_share: f64,
    /// Sum of the numbers of grains of all of them.
    pub particle_steps: u64,
}

/// A scene that runs.
pub struct Simulation {
    pub(super) scene: Scene,
    pub(super) kinds: Kinds,
    pub(super) grains: Grains,
    pub(super) laws: Vec<Law>,
    pub(super) surfaces: Vec<Surface>,
    pub(super) inserters: Vec<Inserter>,
    /// Time step [s].
    pub(super) dt: f64,
    pub(super) critical: Option<f64>,
    /// Distance that bodies may travel together before the list of pairs is made anew [m].
    pub(super) skin: f64,
    pub(super) planned_steps: u64,
    pub(super) step: u64,
    pub(super) broad: BroadPhase,
    pub(super) boxes: Vec<WorldBox>,
    /// What is known of the contacts of candidate pairs; first guesses of their searches, which pairs of spheres never look at.
    pub(super) pairs: Vec<ContactMemory>,
    pub(super) warm: Vec<WarmStart>,
    /// Which of the pairs touch, beside their memories: many more are near each other, and those need not be looked at.
    pub(super) in_touch: Vec<bool>,
    pub(super) spare_pairs: Vec<ContactMemory>,
    pub(super) spare_warm: Vec<WarmStart>,
    /// What came of the pairs in the last step, by chunk after chunk of the list.
    pub(super) pair_sums: Vec<PairSums>,
    /// The grains in the pass `contacts`.
    pub(super) partners: Partners,
    pub(super) walls: Vec<WallLink>,
    pub(super) wall_outcomes: Vec<WallOutcome>,
    pub(super) ledger: Ledger,
    pub(super) counts: Counts,
    pub(super) wall_anchor_step: u64,
    pub(super) rebuild: bool,
    pub(super) pool: std::sync::Arc<rayon::ThreadPool>,
    /// Bounding radius [m] and mass [kg] of the smallest grains.
    pub(super) smallest: (f64, f64),
    /// Mass of the largest grains [kg].
    pub(super) heaviest: f64,
    /// The GPU, if the steps are computed there.
    pub(super) device: Option<Box<Device>>,
    /// Energies as the GPU told them last.
    pub(super) latest: Option<Energies>,
    /// Largest overlap of the last batch of the GPU [m], and as a share of a half-thickness.
    pub(super) largest_of_batch: f64,
    pub(super) largest_share_of_batch: f64,
    /// What is known of the soundness of the run.
    pub(super) health: Health,
    /// The deepest contact of the last step, on the CPU.
    pub(super) deepest: Deepest,
    /// A grain that is too fast for the next step, by index.
    pub(super) haste: Option<usize>,
    /// Half-thickness of the thinnest grains, those to come included [m].
    pub(super) thinnest: f64,
    /// What only a comparison wants to know of the GPU.
    pub(super) watched: Option<Watched>,
}

impl Simulation {
    /// Takes `steps` steps.
    pub fn step(&mut self, steps: u64) -> Result<StepReport, EngineError> {
        let report = self.stretch(steps)?.report;
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
        while self.step < end {
            let report = self.step((end - self.step).min(batch.max(1)))?;
            if watch(self, &report).is_break() {
                break;
            }
        }
        Ok(self.report())
    }

    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Simulated time [s].
    pub fn time(&self) -> f64 {
        self.step as f64 * self.dt
    }

    /// Time step [s].
    pub fn time_step(&self) -> f64 {
        self.dt
    }

    /// The critical time step [s]; none without grains.
    pub fn critical_time_step(&self) -> Option<f64> {
        self.critical
    }

    /// Steps that the scene asks for.
    pub fn planned_steps(&self) -> u64 {
        self.planned_steps
    }

    /// Steps taken.
    pub fn steps_done(&self) -> u64 {
        self.step
    }

    /// Grains, as they are.
    pub fn grains(&self) -> &Grains {
        &self.grains
    }

    /// Shapes with their sizes and masses.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// The state in numbers.
    pub fn report(&self) -> StepReport {
        StepReport {
            step: self.step,
            time: self.time(),
            grains: self.grains.len(),
            counts: self.counts,
            energies: self.energies(),
        }
    }

    /// Whether any contacts take energy errors back.
    pub(super) fn corrects(&self) -> bool {
        self.laws.iter().any(Law::corrects)
    }

    /// Translation, rotation and height of a grain [J].
    pub(super) fn body_energy(&self, body: usize) -> [f64; 3] {
        let inertia = self.kinds.get(self.grains.kinds[body]).inertia;
        let (pose, motion) = (self.grains.poses[body], self.grains.motions[body]);
        if self.grains.fixed[body] {
            return [0.0; 3];
        }
        let in_body = pose.orientation.inverse() * motion.momentum;
        [
            0.5 * inertia.mass * motion.velocity.length_squared(),
            0.5 * (in_body * in_body / inertia.moments).element_sum(),
            -inertia.mass * self.scene.simulation.gravity.dot(pose.position),
        ]
    }

    /// What the last half kick has lent to the motion of a grain [J].
    fn half_kick_energy(&self, body: usize) -> f64 {
        if self.grains.fixed[body] {
            return 0.0;
        }
        let inertia = self.kinds.get(self.grains.kinds[body]).inertia;
        let load = &self.grains.loads[body];
        let force = load.force + self.scene.simulation.gravity * inertia.mass;
        let torque = self.grains.poses[body].orientation.inverse() * load.torque;
        let square = force.length_squared() / inertia.mass + (torque * torque / inertia.moments).element_sum();
        0.125 * self.dt * self.dt * square
    }

    /// Energies now, summed in a fixed order [J].
    pub fn energies(&self) -> Energies {
        if let Some(latest) = self.latest {
            return latest;
        }
        let mut sum = Energies { flows: self.ledger, ..Energies::default() };
        for body in 0..self.grains.len() {
            let [translation, rotation, gravity] = self.body_energy(body);
            sum.translation += translation;
            sum.rotation += rotation;
            sum.gravity += gravity;
            sum.half_kicks += self.half_kick_energy(body);
        }
        let contacts = self.pairs.iter().chain(self.walls.iter().flat_map(|link| &link.contacts));
        for contact in contacts {
            sum.elastic += contact.elastic;
            sum.tangential += contact.tangential;
            sum.uncorrected += contact.energy_error;
        }
        sum.uncorrected += self.grains.energy_errors.iter().sum::<f64>();
        sum
    }

    /// A number that is the same for equal states, bit by bit.
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.word(self.step);
        for body in 0..self.grains.len() {
            hash.word(self.grains.ids[body]);
            hash.vector(self.grains.poses[body].position);
            hash.turn(self.grains.poses[body].orientation);
            hash.vector(self.grains.motions[body].velocity);
            hash.vector(self.grains.motions[body].momentum);
            let error = self.grains.energy_errors[body];
            if error != 0.0 {
                hash.word(error.to_bits());
            }
        }
        for (pair, memory) in self.broad.pairs().iter().zip(&self.pairs).filter(|(_, m)| m.touching) {
            pair.iter().for_each(|body| hash.word(u64::from(*body)));
            hash.vector(memory.spring);
        }
        for contact in self.walls.iter().flat_map(|link| &link.contacts).filter(|contact| contact.touching) {
            hash.vector(contact.spring);
        }
        hash.value()
    }

    /// How far the fastest point of a moving wall may have gone since the last rebuild [m].
    pub(super) fn wall_travel(&self) -> f64 {
        let elapsed = (self.step + 1 - self.wall_anchor_step) as f64 * self.dt;
        let reach = self.grains.poses.iter().map(|pose| pose.position.length()).fold(0.0, f64::max);
        self.wall_speed(reach) * elapsed
    }

    /// A bound of the speed of all points of walls within `reach` [m] of the origin [m/s].
    fn wall_speed(&self, reach: f64) -> f64 {
        let (speed, turn) = self.wall_pace();
        speed + turn * reach
    }

    /// The largest speed of walls at the origin [m/s], and the fastest turn [rad/s].
    pub(super) fn wall_pace(&self) -> (f64, f64) {
        let paces = self.surfaces.iter().map(|surface| {
            let motion = &surface.motion;
            let swing =
                motion.oscillation.as_ref().map_or(0.0, |o| o.amplitude.length() * o.frequency * std::f64::consts::TAU);
            let (turn, center) = motion.rotation.as_ref().map_or((0.0, 0.0), |r| (r.rate.abs(), r.center.length()));
            (motion.velocity.length() + swing + turn * center, turn)
        });
        paces.fold((0.0, 0.0), |most, pace| (most.0.max(pace.0), most.1.max(pace.1)))
    }

    /// Takes `steps` steps and watches each of them: see [`Self::health`]. An impossible state ends it with an error after the
    /// step that came to it. On a GPU the grains stay there: [`Self::fetch`] brings them.
    pub fn stretch(&mut self, steps: u64) -> Result<Stretch, EngineError> {
        let stretch = if self.device.is_some() { self.device_stretch(steps)? } else { self.cpu_stretch(steps)? };
        let balance = stretch.report.energies.balance();
        if balance.is_finite() { Ok(stretch) } else { Err(self.not_finite(balance)) }
    }

    fn cpu_stretch(&mut self, steps: u64) -> Result<Stretch, EngineError> {
        self.judge_start()?;
        let (mut largest_overlap, mut largest_share, mut particle_steps) = (0.0f64, 0.0f64, 0);
        let pool = std::sync::Arc::clone(&self.pool);
        pool.install(|| {
            (0..steps).try_for_each(|_| {
                self.one_step()?;
                self.judge_step()?;
                largest_overlap = largest_overlap.max(self.counts.largest_overlap);
                largest_share = largest_share.max(self.deepest.share);
                particle_steps += self.grains.len() as u64;
                Ok::<(), EngineError>(())
            })
        })?;
        Ok(Stretch { report: self.report(), largest_overlap, largest_share, particle_steps })
    }

    /// Does some work on the threads of the run: many short stretches in it cost no change of threads.
    pub fn on_its_threads<R: Send>(&mut self, work: impl FnOnce(&mut Self) -> R + Send) -> R {
        let pool = std::sync::Arc::clone(&self.pool);
        pool.install(|| work(self))
    }

    /// Threads that the run uses.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }
}
