//! The state of a run: plain arrays, with what is known of them. Who steps it is another matter: the CPU does in `step.rs`, the
//! device in `src/device/executor`, and `src/sim` holds the state with one of the two.

use super::contacts::PairSums;
use super::health::Deepest;
use super::insert::Inserter;
use super::partner::Partners;
use super::threads::Threads;
use super::wall_contacts::{WallLink, WallOutcome};
use super::watched::Watched;
use super::{Energies, EnergyFlows, EngineError, Grains, ParticleTypes};
use crate::broad::{BroadPhase, WorldBox};
use crate::common::hash::StateHash;
use crate::force::{ContactHistory, Law};
use crate::health::Health;
use crate::narrow::WarmStart;

use crate::scene::Scene;
use crate::walls::Surface;

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
    pub unconverged: usize,
    /// Largest overlap [m].
    pub largest_overlap: f64,
    /// Times that the list of pairs was made anew, since the start.
    pub rebuilds: u64,
    /// Contacts that have ended, since the start.
    pub ended: u64,
    /// Times that the speed of a grain was cut to the limit of the scene, since the start.
    pub speed_cuts: u64,
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
pub struct StepsReport {
    /// The state after them.
    pub report: StepReport,
    /// Largest overlap in any of them [m].
    pub largest_overlap: f64,
    /// The same as a share of the half-thickness of the thinner grain, by which another contact may be the deepest.
    pub largest_share: f64,
    /// Sum of the numbers of grains of all of them.
    pub particle_steps: u64,
}

/// A scene that runs, as arrays.
pub struct State {
    pub(crate) scene: Scene,
    pub(crate) kinds: ParticleTypes,
    pub(crate) grains: Grains,
    pub(crate) laws: Vec<Law>,
    pub(crate) surfaces: Vec<Surface>,
    pub(crate) inserters: Vec<Inserter>,
    /// Time step [s].
    pub(crate) dt: f64,
    pub(crate) critical: Option<f64>,
    /// Distance that bodies may travel together before the list of pairs is made anew [m].
    pub(crate) skin: f64,
    /// Largest gap across which contacts act [m]: 0 without cohesion.
    pub(crate) range: f64,
    pub(crate) planned_steps: u64,
    pub(crate) step: u64,
    pub(crate) broad: BroadPhase,
    pub(crate) boxes: Vec<WorldBox>,
    /// What is known of the contacts of candidate pairs; first guesses of their searches, which pairs of spheres never look at.
    pub(crate) pairs: Vec<ContactHistory>,
    pub(crate) warm: Vec<WarmStart>,
    /// Which of the pairs touch, beside their histories: many more are near each other, and those need not be looked at.
    pub(crate) in_touch: Vec<bool>,
    pub(crate) spare_pairs: Vec<ContactHistory>,
    pub(crate) spare_warm: Vec<WarmStart>,
    /// What came of the pairs in the last step, by chunk after chunk of the list.
    pub(crate) pair_sums: Vec<PairSums>,
    /// The grains in the pass `contacts`.
    pub(crate) partners: Partners,
    pub(crate) walls: Vec<WallLink>,
    pub(crate) wall_outcomes: Vec<WallOutcome>,
    /// Work of torques on turning bodies that contacts have not booked in this step [J].
    pub(crate) turn_work: f64,
    pub(crate) flows: EnergyFlows,
    pub(crate) counts: Counts,
    pub(crate) wall_anchor_step: u64,
    pub(crate) rebuild: bool,
    pub(crate) threads: Threads,
    /// Bounding radius [m] and mass [kg] of the smallest grains.
    pub(crate) smallest: (f64, f64),
    /// Mass of the largest grains [kg].
    pub(crate) heaviest: f64,
    /// Whether a device steps it, in single precision.
    pub(crate) on_device: bool,
    /// Whether these arrays are behind those of a device.
    pub(crate) stale: bool,
    /// Energies as the GPU told them last.
    pub(crate) latest: Option<Energies>,
    /// Largest overlap of the last batch of the GPU [m], and as a share of a half-thickness.
    pub(crate) largest_of_batch: f64,
    pub(crate) largest_share_of_batch: f64,
    /// What is known of the soundness of the run.
    pub(crate) health: Health,
    /// The deepest contact of the last step, on the CPU.
    pub(crate) deepest: Deepest,
    /// A grain that is too fast for the next step, by index.
    pub(crate) overspeed: Option<usize>,
    /// Half-thickness of the thinnest grains, those to come included [m].
    pub(crate) thinnest: f64,
    /// What only a comparison wants to know of the GPU.
    pub(crate) watched: Option<Watched>,
}

impl State {
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
    pub fn kinds(&self) -> &ParticleTypes {
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
    pub(crate) fn corrects(&self) -> bool {
        self.laws.iter().any(Law::corrects)
    }

    /// Translation, rotation and height of a grain [J].
    pub(crate) fn body_energy(&self, body: usize) -> [f64; 3] {
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
        let mut sum = Energies { flows: self.flows, ..Energies::default() };
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
            sum.rolling += contact.rolling.energy;
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
        for (pair, history) in self.broad.pairs().iter().zip(&self.pairs).filter(|(_, m)| m.touching) {
            pair.iter().for_each(|body| hash.word(u64::from(*body)));
            hash.vector(history.spring);
        }
        for contact in self.walls.iter().flat_map(|link| &link.contacts).filter(|contact| contact.touching) {
            hash.vector(contact.spring);
        }
        hash.value()
    }

    /// How far the fastest point of a moving wall may have gone since the last rebuild [m].
    pub(crate) fn wall_displacement(&self) -> f64 {
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
    pub(crate) fn wall_pace(&self) -> (f64, f64) {
        let paces = self.surfaces.iter().map(|surface| {
            let motion = &surface.motion;
            let swing =
                motion.oscillation.as_ref().map_or(0.0, |o| o.amplitude.length() * o.frequency * std::f64::consts::TAU);
            let (turn, center) = motion.rotation.as_ref().map_or((0.0, 0.0), |r| (r.rate.abs(), r.center.length()));
            (motion.velocity.length() + swing + turn * center, turn)
        });
        paces.fold((0.0, 0.0), |most, pace| (most.0.max(pace.0), most.1.max(pace.1)))
    }

    /// Takes `steps` steps on the CPU and checks each of them.
    pub(crate) fn run_steps(&mut self, steps: u64) -> Result<StepsReport, EngineError> {
        self.judge_start()?;
        let (mut largest_overlap, mut largest_share, mut particle_steps) = (0.0f64, 0.0f64, 0);
        self.threads.clone().run(|| {
            (0..steps).try_for_each(|_| {
                self.one_step()?;
                self.judge_step()?;
                largest_overlap = largest_overlap.max(self.counts.largest_overlap);
                largest_share = largest_share.max(self.deepest.share);
                particle_steps += self.grains.len() as u64;
                Ok::<(), EngineError>(())
            })
        })?;
        Ok(StepsReport { report: self.report(), largest_overlap, largest_share, particle_steps })
    }

    /// Threads that the run uses.
    pub fn threads(&self) -> usize {
        self.threads.count()
    }
}
