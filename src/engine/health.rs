//! A run that knows when it is wrong: what is checked while it goes on, on both back ends.
//!
//! After every step: the deepest contact and the fastest grain. Where somebody looks: the account of energy and, if the grains
//! are on the host, mean overlaps and grains behind walls. Errors are told between two whole steps, so that a checkpoint can be
//! written.

use glam::DVec3;

use super::device::Device;
use super::simulation::Simulation;
use super::step::TOO_FAR;
use super::{EngineError, Kind, Motion};
use crate::bodies::Pose;
use crate::force::gather::Load;
use crate::health::{Check, Depth, Health, Level, Limits};
use crate::observe::Energies;
use crate::walls::{Form, Surface, SurfacePose};

/// Errors of rounding in the sum of energies, as a share of the largest of them: in f64, and in f32 on a GPU.
const ROUNDING: [f64; 2] = [1e-12, 5e-6];
/// An overlap that few mind, as a share of a half-thickness: advice aims at it.
const SOUND: f64 = 0.05;

/// Who meets in a contact, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Meeting {
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
pub(super) struct Deepest {
    pub share: f64,
    pub meeting: Meeting,
}

impl Deepest {
    /// Takes in another contact; of equally deep ones the first stays.
    #[inline]
    pub fn take(&mut self, share: f64, meeting: Meeting) {
        // Not "above": a share that is not a number must come to light.
        if !(share <= self.share) && !self.share.is_nan() {
            *self = Self { share, meeting };
        }
    }
}

/// Speed of the fastest points of a body's surface, but for turns that do not move it [m/s].
fn surface_speed(kind: &Kind, pose: &Pose, velocity: DVec3, momentum: DVec3) -> f64 {
    let spin = (pose.orientation.inverse() * momentum) * kind.inverse_moments;
    velocity.length() + 0.5 * (spin * kind.levers).length()
}

/// Velocity with which a body drifts in the next step [m/s].
fn next_velocity(kind: &Kind, motion: &Motion, load: &Load, gravity: DVec3, dt: f64) -> DVec3 {
    motion.velocity + (load.force * kind.inverse_mass + gravity) * (0.5 * dt)
}

/// Whether a body would move too far in the next step.
pub(super) fn is_too_fast(kind: &Kind, state: (&Pose, &Motion, &Load), gravity: DVec3, dt: f64) -> bool {
    let (pose, motion, load) = state;
    let limit = TOO_FAR * kind.half_thickness / dt;
    let next = next_velocity(kind, motion, load, gravity, dt);
    // A bound that needs no turn first: it is far below the limit for nearly all.
    let bound = next.length() + kind.radius * motion.momentum.length() * kind.inverse_moments.max_element();
    bound > limit && surface_speed(kind, pose, next, motion.momentum) > limit
}

/// Whether a ball about a point is wholly behind a surface, where nothing can get that the surface holds. Beyond the ends of a
/// tube or cone is not behind it. The inside of a rod may be too narrow for a whole ball.
fn is_behind(surface: &Surface, at: &SurfacePose, center: DVec3, radius: f64) -> bool {
    let depth = -surface.distance_bound(at, center);
    match surface.form {
        Form::Plane { .. } | Form::Revolved(_) => depth > radius,
        Form::Rod { radius: rod, .. } => depth > 0.5 * radius.min(rod),
    }
}

/// Energy that is there in motion and springs, and that has been turned into heat or done as work [J].
fn flowed(energies: &Energies) -> f64 {
    let flows = &energies.flows;
    let done = [flows.damped, flows.rubbed, flows.wall_work, flows.patch_work];
    energies.kinetic() + energies.elastic + energies.tangential + done.map(f64::abs).iter().sum::<f64>()
}

impl Simulation {
    /// What the run knows of its own soundness.
    pub fn health(&self) -> &Health {
        &self.health
    }

    /// The deepest contact of the last step that the host knows of.
    pub(super) fn deepest_now(&self) -> Deepest {
        let mut deepest = Deepest::default();
        self.pair_sums.iter().for_each(|sums| deepest.take(sums.deepest.share, sums.deepest.meeting));
        for (outcome, link) in self.wall_outcomes.iter().zip(&self.walls) {
            deepest.take(outcome.share, Meeting::Wall { body: outcome.body, surface: link.key[1] });
        }
        deepest
    }

    /// What a stretch begins with: is any grain too fast for its first step? The host must have the grains.
    pub(super) fn judge_start(&mut self) -> Result<(), EngineError> {
        let _ = self.health.first_balance.get_or_insert(self.energies().balance());
        self.judge_speeds(0)
    }

    /// The grains from `first` on: none may be too fast for the next step. The host must have them.
    pub(super) fn judge_speeds(&mut self, first: usize) -> Result<(), EngineError> {
        let (grains, gravity) = (&self.grains, self.scene.simulation.gravity);
        let too_fast = |body: &usize| {
            let state = (&grains.poses[*body], &grains.motions[*body], &grains.loads[*body]);
            !grains.fixed[*body] && is_too_fast(self.kinds.get(grains.kinds[*body]), state, gravity, self.dt)
        };
        self.haste = (first..grains.len()).find(too_fast);
        self.refuse_haste()
    }

    /// After a step of the CPU, which is whole.
    pub(super) fn judge_step(&mut self) -> Result<(), EngineError> {
        self.judge_overlap(self.deepest)?;
        self.refuse_haste()
    }

    /// After a batch of the GPU, which ends early where an overlap or a grain is beyond its limit.
    pub(super) fn judge_batch(&mut self, device: &mut Device, limit: f64) -> Result<(), EngineError> {
        let share = self.largest_share_of_batch;
        if share > limit || share.is_nan() || self.haste.is_some() {
            device.fetch(self)?;
            let deepest = self.deepest_now();
            // Rounding on the way to the host is not to hide it.
            let share = if deepest.share.is_nan() { share } else { deepest.share.max(share) };
            self.judge_overlap(Deepest { share, ..deepest })?;
            return self.refuse_haste();
        }
        self.judge_overlap(Deepest { share, meeting: Meeting::Unknown })
    }

    /// The overlap at which a batch of the GPU is to end early: the next level that matters.
    pub(super) fn overlap_limit(&self) -> f64 {
        let known = self.health.findings().iter().find(|finding| finding.check == Check::Overlap);
        let warned = known.is_some_and(|finding| finding.level >= Level::Warning);
        Limits::OVERLAP.of(if warned { Level::Error } else { Level::Warning })
    }

    fn judge_overlap(&mut self, deepest: Deepest) -> Result<(), EngineError> {
        if deepest.share > self.health.deepest.share {
            self.health.deepest = Depth { share: deepest.share, step: self.step };
        }
        let check = (Check::Overlap, Limits::OVERLAP);
        self.judge(check, deepest.share, 1, |run| run.overlap_in_words(&deepest))
    }

    /// Takes in a value; an error ends the run.
    fn judge(
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
        format!(
            "{who} overlap by {metres}{:.0} % of the half-thickness of the thinner one, after step {}: they come through each \
             other soon; use a material that is stiffer (about {stiffer:.0} times for {:.0} %), slower motion or less load",
            100.0 * share,
            self.step,
            100.0 * SOUND
        )
    }

    fn refuse_haste(&mut self) -> Result<(), EngineError> {
        let Some(body) = self.haste else { return Ok(()) };
        let error = self.too_fast(body, true);
        if let EngineError::TooFast { share, .. } = error {
            // It is told by the error itself.
            let _ = self.judge((Check::Speed, Limits::SPEED), share, 1, |_| error.to_string());
        }
        Err(error)
    }

    /// A grain that is too fast for the next step, or, where the step is not `whole`, for this one.
    pub(super) fn too_fast(&self, body: usize, whole: bool) -> EngineError {
        let (grains, kind) = (&self.grains, self.kinds.get(self.grains.kinds[body]));
        let (motion, gravity) = (&grains.motions[body], self.scene.simulation.gravity);
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

    /// Energies that are no numbers any more.
    pub(super) fn not_finite(&mut self, balance: f64) -> EngineError {
        let text = format!(
            "the balance of energy is {balance} after step {}: numbers are beyond all measure, or forces were too large for the \
             step; use a shorter time step, a softer material, or smaller numbers",
            self.step
        );
        let _ = self.health.judge((Check::Energy, Limits::ENERGY), f64::NAN, (self.step, 1), || text.clone());
        EngineError::Unsound(text)
    }

    /// The account of energy.
    fn judge_energy(&mut self) -> Result<(), EngineError> {
        let energies = self.energies();
        let now = flowed(&energies);
        let error = (energies.balance() - self.health.first_balance.unwrap_or(0.0)).abs();
        let rounding = ROUNDING[usize::from(self.device.is_some())];
        let noise = rounding * (energies.gravity.abs() + energies.flows.inserted.abs() + now);
        self.health.flowed = self.health.flowed.max(now);
        let most = self.health.flowed;
        let share = if error > noise { (error - noise) / most } else { 0.0 };
        self.health.energy_error = share;
        self.judge((Check::Energy, Limits::ENERGY), share, 1, |run| {
            format!(
                "the account of energy is off by {error:.2e} J, {:.2} % of the {most:.2e} J that have flowed, after step {}: \
                 use a shorter time step (a smaller safety)",
                100.0 * share,
                run.step
            )
        })
    }

    /// Checks of the whole as it is: the account of energy, mean overlaps, and grains behind walls. It is for somebody who
    /// looks now and then, as `packstone run` does for every row. Of a run on a GPU, overlaps and grains are looked at only
    /// where they have been brought to the host since the last step.
    pub fn look(&mut self) -> Result<(), EngineError> {
        if self.health.looked.replace(self.step) == Some(self.step) {
            return Ok(());
        }
        self.judge_energy()?;
        if self.device.as_ref().is_some_and(|device| device.stale) {
            return Ok(());
        }
        self.judge_mean_overlap()?;
        let at: Vec<SurfacePose> = self.surfaces.iter().map(|surface| surface.at(self.time())).collect();
        let is_outside = |body: &usize| {
            let (center, radius) = (self.grains.poses[*body].position, self.kinds.get(self.grains.kinds[*body]).radius);
            let mut walls = self.surfaces.iter().zip(&at);
            !self.grains.fixed[*body] && walls.any(|(surface, at)| is_behind(surface, at, center, radius))
        };
        let outside: Vec<usize> = (0..self.grains.len()).filter(is_outside).collect();
        let share = outside.len() as f64 / self.grains.len().max(1) as f64;
        self.judge((Check::Outside, Limits::OUTSIDE), share, outside.len() as u64, |run| {
            let first = outside.first().map_or(0, |body| run.grains.ids[*body]);
            format!(
                "{} of {} grains are behind walls after step {}, grain {first} among them: contacts did not hold them; use a \
                 stiffer material or a shorter time step",
                outside.len(),
                run.grains.len(),
                run.step
            )
        })
    }

    /// What three looks in a row have seen at least is no impact.
    fn judge_mean_overlap(&mut self) -> Result<(), EngineError> {
        let (mut sum, mut count) = (0.0, 0);
        for sums in &self.pair_sums {
            sum += sums.shares;
            count += sums.contacts;
        }
        for outcome in self.wall_outcomes.iter().filter(|outcome| outcome.touching > 0) {
            sum += outcome.share;
            count += 1;
        }
        let [_, before, last] = self.health.means;
        let mean = if count == 0 { 0.0 } else { sum / count as f64 };
        self.health.means = [before, last, mean];
        let lasting = before.min(last).min(mean);
        self.judge((Check::MeanOverlap, Limits::MEAN_OVERLAP), lasting, count as u64, |run| {
            format!(
                "contacts overlap by {:.1} % of a grain's half-thickness on average, after step {}: the packing is too dense; \
                 use a material that is {:.0} times as stiff",
                100.0 * lasting,
                run.step,
                (lasting / 0.01).ceil()
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::scene::Scene;

    const WALLS: &str = r#"
        [simulation]
        steps = 1
        [[material]]
        name = "m"
        density = 2500.0
        stiffness = 1e5
        restitution = 0.5
        friction = 0.3
        [[shape]]
        name = "ball"
        material = "m"
        type = "sphere"
        radius = 0.01
        [[wall]]
        material = "m"
        type = "box"
        min = [-0.1, -0.1, 0]
        max = [0.1, 0.1, 0.2]
        open = ["top"]
        [[wall]]
        material = "m"
        type = "cylinder"
        side = "inside"
        base = [0, 0, 0]
        axis = [0, 0, 1]
        radius = 0.05
        height = 0.1
        [[wall]]
        material = "m"
        type = "cylinder"
        side = "outside"
        base = [0, 0, 0.15]
        axis = [1, 0, 0]
        radius = 0.002
        [[lattice]]
        shape = "ball"
        counts = [2, 2, 3]
        spacing = 0.021
        origin = [-0.0105, -0.0105, 0.02]
    "#;

    /// How many grains are behind walls, if the first one is at a place.
    fn outside(place: DVec3) -> u64 {
        let scene = Scene::parse(WALLS, "walls.toml").unwrap_or_else(|error| panic!("{error}"));
        let mut run = Simulation::new(scene, Options::threads(1)).unwrap_or_else(|error| panic!("{error}"));
        run.grains.poses[0].position = place;
        run.look().unwrap_or_else(|error| panic!("{error}"));
        run.health.findings().iter().find(|finding| finding.check == Check::Outside).map_or(0, |finding| finding.count)
    }

    #[test]
    fn grains_behind_walls_are_counted_and_those_that_leave_by_an_opening_are_not() {
        let at = |x: f64, y: f64, z: f64| outside(DVec3::new(x, y, z));
        assert_eq!([at(0.0, 0.0, 0.02), at(0.0, 0.0, 0.5)], [0, 0], "inside, and out by the open top");
        assert_eq!([at(0.0, 0.0, 0.005), at(0.0, 0.0, -0.009)], [0, 0], "deep in the floor, not behind it");
        assert_eq!([at(0.0, 0.0, -0.011), at(0.0, 0.12, 0.3)], [1, 1], "below the floor, beside the box");
        assert_eq!([at(0.065, 0.0, 0.05), at(0.065, 0.0, 0.12)], [1, 0], "beside the tube, and above it");
        assert_eq!([at(0.0, 0.0005, 0.15), at(0.0, 0.012, 0.15)], [1, 0], "in the rod, and beside it");
    }

    #[test]
    fn only_overlaps_that_last_count_on_average() {
        let scene = Scene::parse(WALLS, "walls.toml").unwrap_or_else(|error| panic!("{error}"));
        let mut run = Simulation::new(scene, Options::threads(1)).unwrap_or_else(|error| panic!("{error}"));
        let mut look = |shares: f64| {
            let sums = super::super::contacts::PairSums { contacts: 2, shares, ..Default::default() };
            (run.pair_sums, run.health.looked) = (vec![sums], None);
            run.look().unwrap_or_else(|error| panic!("{error}"));
            run.health.count(Level::Warning)
        };
        assert_eq!([look(0.2), look(0.2), look(0.0), look(0.2), look(0.2)], [0; 5]);
        assert_eq!(look(0.2), 1);
    }
}
