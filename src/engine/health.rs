//! A run that knows when it is wrong: what is checked while it goes on, on both back ends.
//!
//! After every step, the deepest contact and the fastest grain; `look.rs` has what is checked where somebody looks. Errors are
//! told between two whole steps, so that a checkpoint can be written.

use glam::DVec3;

use super::state::State;
use super::step::TOO_FAR;
use super::{EngineError, ParticleType};
use crate::force::gather::Load;
use crate::geometry::Pose;
use crate::health::{Check, Depth, Health, Level, Limits};
use crate::motion::Motion;
use crate::motion::drag::Drag;

/// An overlap that few mind, as a share of a half-thickness: advice aims at it.
const SOUND: f64 = 0.05;

/// Who meets in a contact, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Meeting {
    /// Not known.
    #[default]
    Unknown,
    Grains([u32; 2]),
    Wall {
        body: u32,
        surface: u32,
    },
}

/// The deepest of some contacts, as a share of the half-thickness of the thinner grain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Deepest {
    pub share: f64,
    pub meeting: Meeting,
}

impl Deepest {
    /// Takes in another contact; of equally deep ones the first stays.
    #[inline]
    pub fn take(&mut self, share: f64, meeting: Meeting) {
        // A share that is not a number must come to light.
        if share > self.share || share.is_nan() && !self.share.is_nan() {
            *self = Self { share, meeting };
        }
    }
}

/// Speed of the fastest points of a body's surface, but for turns that do not move it [m/s].
#[cold]
fn surface_speed(kind: &ParticleType, pose: &Pose, velocity: DVec3, momentum: DVec3) -> f64 {
    let spin = (pose.orientation.inverse() * momentum) * kind.inverse_moments;
    velocity.length() + 0.5 * (spin * kind.levers).length()
}

/// Velocity with which a body drifts in the next step [m/s], which cuts its speed to `most` first.
#[inline(always)]
fn next_velocity(kind: &ParticleType, motion: &Motion, load: &Load, (gravity, most): (DVec3, f64), dt: f64) -> DVec3 {
    motion.velocity.clamp_length_max(most) + (load.force * kind.inverse_mass + gravity) * (0.5 * dt)
}

/// Whether a body would move too far in the next step. In place, since it looks at numbers that have just been worked out.
#[inline(always)]
pub(crate) fn is_too_fast(
    kind: &ParticleType,
    state: (&Pose, &Motion, &Load),
    (gravity, most): (DVec3, f64),
    dt: f64,
) -> bool {
    let (pose, motion, load) = state;
    let limit = TOO_FAR * kind.half_thickness / dt;
    let next = next_velocity(kind, motion, load, (gravity, most), dt);
    // A bound that needs neither turn nor root first, since a + b <= sqrt(2 (a^2 + b^2)): it is far below the limit for nearly all.
    let turning = kind.radius * kind.inverse_moments.max_element();
    let bound = 2.0 * (next.length_squared() + turning * turning * motion.momentum.length_squared());
    bound > limit * limit && surface_speed(kind, pose, next, motion.momentum) > limit
}

impl State {
    /// What slows grains down beside their contacts.
    pub(crate) fn drag(&self) -> Option<Drag> {
        self.scene.drag.as_ref().map(Drag::new)
    }

    /// The speed to which grains are slowed down at the start of a step [m/s]; infinite where there is none.
    pub(crate) fn speed_limit(&self) -> f64 {
        self.drag().map_or(f64::INFINITY, |drag| drag.speed_limit)
    }

    /// What the run knows of its own soundness.
    pub fn health(&self) -> &Health {
        &self.health
    }

    /// The deepest contact of the last step that the host knows of.
    pub(crate) fn deepest_now(&self) -> Deepest {
        let mut deepest = Deepest::default();
        self.pair_sums.iter().for_each(|sums| deepest.take(sums.deepest.share, sums.deepest.meeting));
        for (outcome, link) in self.wall_outcomes.iter().zip(&self.walls) {
            deepest.take(outcome.share, Meeting::Wall { body: outcome.body, surface: link.key[1] });
        }
        deepest
    }

    /// What a stretch begins with: is any grain too fast for its first step? The host must have the grains.
    pub(crate) fn judge_start(&mut self) -> Result<(), EngineError> {
        if self.health.first_balance.is_none() {
            self.health.first_balance = Some(self.energies().balance());
        }
        self.judge_speeds(0)
    }

    /// The grains from `first` on: none may be too fast for the next step. The host must have them.
    pub(crate) fn judge_speeds(&mut self, first: usize) -> Result<(), EngineError> {
        let (grains, gravity) = (&self.grains, (self.scene.simulation.gravity, self.speed_limit()));
        let too_fast = |body: &usize| {
            let state = (&grains.poses[*body], &grains.motions[*body], &grains.loads[*body]);
            !grains.fixed[*body] && is_too_fast(self.kinds.get(grains.kinds[*body]), state, gravity, self.dt)
        };
        self.overspeed = (first..grains.len()).find(too_fast);
        self.refuse_overspeed()
    }

    /// After a step of the CPU, which is whole.
    pub(crate) fn judge_step(&mut self) -> Result<(), EngineError> {
        self.judge_overlap(self.deepest)?;
        self.refuse_overspeed()
    }

    /// The overlap at which a batch of the GPU is to end early: the next level that matters.
    pub(crate) fn overlap_limit(&self) -> f64 {
        let known = self.health.findings().iter().find(|finding| finding.check == Check::Overlap);
        let warned = known.is_some_and(|finding| finding.level >= Level::Warning);
        Limits::OVERLAP.of(if warned { Level::Error } else { Level::Warning })
    }

    pub(crate) fn judge_overlap(&mut self, deepest: Deepest) -> Result<(), EngineError> {
        if deepest.share > self.health.deepest.share {
            self.health.deepest = Depth { share: deepest.share, step: self.step };
        }
        let check = (Check::Overlap, Limits::OVERLAP);
        self.judge(check, deepest.share, 1, |run| run.overlap_in_words(&deepest))
    }

    /// Takes in a value; an error ends the run.
    pub(crate) fn judge(
        &mut self,
        check: (Check, Limits),
        value: f64,
        count: u64,
        text: impl Fn(&Self) -> String,
    ) -> Result<(), EngineError> {
        let mut health = std::mem::take(&mut self.health);
        let level = health.judge(check, value, (self.step, count), || text(self));
        self.health = health;
        if level == Some(Level::Error) { Err(EngineError::Unsound(text(self))) } else { Ok(()) }
    }

    fn overlap_in_words(&self, deepest: &Deepest) -> String {
        let (share, grains) = (deepest.share, &self.grains);
        let kind = |body: u32| self.kinds.get(grains.kinds[body as usize]);
        let id = |body: u32| grains.ids[body as usize];
        let softest = |a: usize, b: usize| self.scene.pair_law(a, b).exponent;
        let (who, half, exponent) = match deepest.meeting {
            Meeting::Unknown => ("two bodies".to_string(), None, 1.0),
            Meeting::Grains([a, b]) => (
                format!("grains {} and {}", id(a), id(b)),
                Some(kind(a).half_thickness.min(kind(b).half_thickness)),
                softest(kind(a).material, kind(b).material),
            ),
            Meeting::Wall { body, surface } => {
                let surface = &self.surfaces[surface as usize];
                let wall = &self.scene.walls[surface.wall].name;
                let who = format!("grain {} and the wall \"{wall}\"", id(body));
                (who, Some(kind(body).half_thickness), softest(kind(body).material, surface.material))
            }
        };
        let metres = half.map_or(String::new(), |half| format!("{:.3e} m, ", share * half));
        // The energy of an impact is that of the overlap.
        let stiffer = (share / SOUND).powf(exponent + 1.0);
        let why = if share > Limits::OVERLAP.of(Level::Error) {
            "they are about to pass through each other"
        } else {
            "so deep, forces mean little"
        };
        format!(
            "{who} overlap by {metres}{:.0} % of the half-thickness of the thinner one, after step {}: {why}; use a material \
             that is stiffer (about {stiffer:.0} times for {:.0} %), slower motion or less load",
            100.0 * share,
            self.step,
            100.0 * SOUND
        )
    }

    pub(crate) fn refuse_overspeed(&mut self) -> Result<(), EngineError> {
        let Some(body) = self.overspeed else { return Ok(()) };
        let error = self.too_fast(body, true);
        if let EngineError::TooFast { share, .. } = error {
            // It is told by the error itself.
            let _ = self.judge((Check::Speed, Limits::SPEED), share, 1, |_| error.to_string());
        }
        Err(error)
    }

    /// A grain that is too fast for the next step, or, where the step is not `whole`, for this one.
    pub(crate) fn too_fast(&self, body: usize, whole: bool) -> EngineError {
        let (grains, kind) = (&self.grains, self.kinds.get(self.grains.kinds[body]));
        let (motion, gravity) = (&grains.motions[body], (self.scene.simulation.gravity, self.speed_limit()));
        let next = next_velocity(kind, motion, &grains.loads[body], gravity, self.dt);
        let speed = surface_speed(kind, &grains.poses[body], next, motion.momentum);
        EngineError::TooFast {
            id: grains.ids[body],
            share: speed * self.dt / kind.half_thickness,
            speed,
            step: self.step,
            needed: TOO_FAR * kind.half_thickness / speed,
            whole,
        }
    }
}
