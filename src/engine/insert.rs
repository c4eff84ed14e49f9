//! Pass `insert`: grains that come in while the run goes on, each at the first of its attempts that nothing blocks.
//!
//! On the GPU the kernel tells which attempts are blocked by grains that are there; the host draws them and takes grains in.

use glam::DVec3;

use super::attempts::{Candidate, Place, insertion_seed};
use super::placed::Placed;
use super::{EngineError, Grains, ParticleType, ParticleTypes, State};
use crate::geometry::Pose;
use crate::motion::Motion;
use crate::narrow::{Body, Minkowski, WarmStart};
use crate::scene::{Amount, Insertion, Scene};

/// Steps to wait after a grain has found no place.
const PAUSE: u64 = 50;
/// Questions about all grains after which it pays to file them by cells.
const FEW: u32 = 16;

/// How many grains of an insertion have come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct InsertionCount {
    /// Grains that should have come in by now.
    pub due: u64,
    /// Grains that have.
    pub came_in: u64,
}

impl InsertionCount {
    /// Grains that found no free place; after `until` they never come in.
    pub fn missing(&self) -> u64 {
        self.due.saturating_sub(self.came_in)
    }
}

impl State {
    /// Whether a grain is to be inserted before a step.
    pub(crate) fn grain_is_due(&self, step: u64) -> bool {
        let time = step as f64 * self.dt;
        let mut inserters = self.inserters.iter().zip(&self.scene.insertions);
        inserters.any(|(inserter, insertion)| inserter.wants(insertion, time, step) > 0)
    }

    /// The grains of each insertion of the scene, up to now.
    pub fn insertions(&self) -> Vec<InsertionCount> {
        let all = self.inserters.iter().zip(&self.scene.insertions);
        // What is due at a step comes in at its start: the state after a step has what was due at the step before.
        let (step, time) = (self.step.saturating_sub(1), self.step.saturating_sub(1) as f64 * self.dt);
        all.map(|(inserter, insertion)| {
            let due = if self.step == 0 { 0 } else { due(insertion, time, step) };
            InsertionCount { due, came_in: inserter.done }
        })
        .collect()
    }
}

/// The state of one insertion.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Inserter {
    /// Where its random numbers come from.
    seed: u64,
    /// Grains that have come in.
    pub done: u64,
    /// Rounds of attempts that the next grain has had in vain.
    round: u64,
    /// No new try before this step.
    pause_until: u64,
}

impl Inserter {
    /// The insertion with the given index in the scene draws its own random numbers.
    pub fn new(seed: u64, index: usize) -> Self {
        Self { seed: insertion_seed(seed, index), done: 0, round: 0, pause_until: 0 }
    }

    /// Whether it can have come from its start by the step at `time` [s]: what a checkpoint must hold.
    pub fn can_follow(&self, start: &Self, insertion: &Insertion, time: f64, step: u64) -> bool {
        let Self { seed, done, round, pause_until } = *self;
        seed == start.seed && done <= due(insertion, time, step) && round <= step && pause_until <= step + PAUSE
    }

    /// How many grains are due at the step's `time` [s] and may be tried: none after `until`.
    pub fn wants(&self, insertion: &Insertion, time: f64, step: u64) -> u64 {
        let is_over = time > insertion.until + half_a_step(time, step);
        if step < self.pause_until || is_over { 0 } else { due(insertion, time, step).saturating_sub(self.done) }
    }

    /// Whether the next grain has been tried in vain.
    pub fn is_refused(&self) -> bool {
        self.round > 0
    }

    /// The grain that comes in after `ahead` others.
    pub fn draft(&self, insertion: &Insertion, ahead: u64) -> Candidate {
        // Those behind the next one have not been tried yet.
        let round = if ahead == 0 { self.round } else { 0 };
        Candidate::new(insertion, self.seed, self.done + ahead, round)
    }

    /// Books the next grain: it has come in, or has found no place in `step` and waits.
    pub fn book(&mut self, came_in: bool, step: u64) {
        if came_in {
            (self.done, self.round) = (self.done + 1, 0);
        } else {
            (self.round, self.pause_until) = (self.round + 1, step + PAUSE);
        }
    }

    /// Adds the grains that are due, as far as there is room. Returns how often it looked whether a grain that is there is in the
    /// way of a new one.
    pub fn insert(
        &mut self,
        (scene, insertion): (&Scene, &Insertion),
        place: &Place,
        grains: &mut Grains,
        kinds: &mut ParticleTypes,
    ) -> Result<u64, EngineError> {
        let mut clearance = Clearance::of_grains_from(0);
        while self.wants(insertion, place.time, place.step) > 0 {
            let known = kinds.all().len();
            let draft = self.draft(insertion, 0);
            let kind = kinds.of(scene, draft.species, draft.scale)?;
            let me = kinds.get(kind);
            let free = draft.attempts(insertion, place, me).find(|pose| clearance.is_clear(me, pose, grains, kinds));
            match free {
                Some(pose) => insert_grain(grains, kind, pose, &draft),
                // Sizes that did not come in leave nothing behind.
                None => kinds.forget(known),
            }
            self.book(free.is_some(), place.step);
        }
        Ok(clearance.looks)
    }
}

/// Adds a grain at a pose that nothing blocks.
pub(crate) fn insert_grain(grains: &mut Grains, kind: u32, pose: Pose, draft: &Candidate) {
    let _ = grains.add(kind, false, pose, Motion { velocity: draft.velocity, momentum: DVec3::ZERO });
}

/// Tells whether a pose is clear of grains.
pub(crate) struct Clearance {
    detector: Minkowski,
    /// The first grain that counts.
    first: usize,
    /// Questions so far, and looks at single grains for all of them.
    asked: u32,
    looks: u64,
    placed: Placed,
}

impl Clearance {
    /// Of the grains from number `first` on.
    pub fn of_grains_from(first: usize) -> Self {
        let detector = Minkowski::with_gap_limit(0.0);
        Self { detector, first, asked: 0, looks: 0, placed: Placed::starting_at(first) }
    }

    /// Whether a grain at `pose` would overlap none of those that count; between two questions grains may be added, and not
    /// moved. What cannot be told counts as overlap.
    pub fn is_clear(&mut self, me: &ParticleType, pose: &Pose, grains: &Grains, kinds: &ParticleTypes) -> bool {
        let body = Body { shape: &me.shape, pose: *pose };
        let (detector, looks) = (&mut self.detector, &mut self.looks);
        let mut misses = |other: usize| {
            *looks += 1;
            let (kind, at) = (kinds.get(grains.kinds[other]), grains.poses[other]);
            let reach = me.radius + kind.radius;
            at.position.distance_squared(pose.position) > reach * reach || {
                let other = Body { shape: &kind.shape, pose: at };
                !detector.overlapping(&body, &other, &mut WarmStart::default()).unwrap_or(true)
            }
        };
        self.asked = self.asked.saturating_add(1);
        if self.asked <= FEW {
            return (self.first..grains.len()).all(misses);
        }
        self.placed.update(grains, kinds);
        self.placed.all_near(me, pose.position, &mut misses)
    }
}

/// How many grains should have come in by `time` [s], that of `step`. The step nearest to `until` is the last one.
pub(crate) fn due(insertion: &Insertion, time: f64, step: u64) -> u64 {
    if time < insertion.from {
        return 0;
    }
    let is_last = time >= insertion.until - half_a_step(time, step);
    let elapsed = if is_last { insertion.until } else { time } - insertion.from;
    match insertion.amount {
        Amount::Rate(rate) => (rate * elapsed).floor() as u64,
        Amount::Total(total) => {
            let span = insertion.until - insertion.from;
            if span.is_finite() && span > 0.0 { (total as f64 * (elapsed / span)).ceil() as u64 } else { total }
        }
    }
}

/// Half a time step [s], from the time and the number of a step.
fn half_a_step(time: f64, step: u64) -> f64 {
    0.5 * time / step.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Grains come in one by one, each beside all that are there: with a look at all of them, a rain of many would take for ever.
    #[test]
    fn a_grain_that_comes_in_looks_at_few_others() {
        let text = "
            simulation = { steps = 1, gravity = [0, 0, 0] }
            material = [{ name = 'stone', density = 2500, stiffness = 1e5, restitution = 0.2, friction = 0.0 }]
            shape = [{ name = 'ball', material = 'stone', type = 'sphere', radius = 0.005 }]
            insertion = [{ region = { type = 'box', min = [0, 0, 0], max = [1, 1, 1] }, total = 100000, shape = 'ball' }]";
        let scene = Scene::parse(text, "rain.toml").unwrap_or_else(|error| panic!("{error}"));
        let mut run = State::new(scene, Some(1)).unwrap_or_else(|error| panic!("{error}"));
        let place = run.place();
        let (own, rain) = (&mut run.inserters[0], &run.scene.insertions[0]);
        let looks =
            own.insert((&run.scene, rain), &place, &mut run.grains, &mut run.kinds).expect("grains that can be made");
        assert_eq!(run.grains.len(), 100_000);
        // The cells about a place hold six grains when all are there.
        assert!((100_000..1_000_000).contains(&looks), "{looks} looks");
    }
}
