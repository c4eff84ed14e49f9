//! Checks for somebody who looks at a run now and then: the account of energy, overlaps that last, and grains behind walls.

use glam::DVec3;

use super::state::State;
use super::{Energies, EngineError};
use crate::health::{Check, Limits};
use crate::walls::{Form, Surface, SurfacePose};

/// Errors of rounding in the sum of energies, as a share of the largest of them: in f64, and in f32 on a GPU.
const ROUNDING: [f64; 2] = [1e-12, 5e-6];
/// Critical time steps between two looks at overlaps that last: an impact takes about three of them, more between heavy grains.
const IMPACTS: f64 = 30.0;

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
    let contacts = [flows.dissipated_damping, flows.dissipated_friction, flows.dissipated_rolling];
    let done = contacts.into_iter().chain([flows.dissipated_drag, flows.wall_work, flows.patch_work]);
    energies.kinetic() + energies.elastic + energies.tangential + energies.rolling + done.map(f64::abs).sum::<f64>()
}

impl State {
    /// Energies that are no numbers any more.
    pub(crate) fn not_finite(&mut self, balance: f64) -> EngineError {
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
        let first = *self.health.first_balance.get_or_insert(energies.balance());
        let error = (energies.balance() - first).abs();
        let rounding = ROUNDING[usize::from(self.on_device)];
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
        self.judge_energy()?;
        if self.stale {
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

    /// What three looks have seen at least, with several times the length of an impact between them, is no impact.
    fn judge_mean_overlap(&mut self) -> Result<(), EngineError> {
        let (last, apart) = (self.health.means_at, IMPACTS * self.critical.unwrap_or(0.0) / self.dt);
        if last.is_some_and(|last| ((self.step - last) as f64) < apart) {
            return Ok(());
        }
        self.health.means_at = Some(self.step);
        let (mut sum, mut count) = (0.0, 0);
        for sums in &self.pair_sums {
            sum += sums.shares;
            count += sums.contacts.contacts;
        }
        for outcome in self.wall_outcomes.iter().filter(|outcome| outcome.contacts.contacts > 0) {
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
    use super::super::contacts::PairSums;
    use super::*;
    use crate::force::gather::ContactSums;
    use crate::health::Level;
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
        let mut run = State::new(scene, Some(1)).unwrap_or_else(|error| panic!("{error}"));
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
        let mut run = State::new(scene, Some(1)).unwrap_or_else(|error| panic!("{error}"));
        let mut look = |shares: f64| {
            let contacts = ContactSums { contacts: 2, ..Default::default() };
            let sums = PairSums { contacts, shares, ..Default::default() };
            (run.pair_sums, run.health.means_at) = (vec![sums], None);
            run.look().unwrap_or_else(|error| panic!("{error}"));
            run.health.count(Level::Warning)
        };
        assert_eq!([look(0.2), look(0.2), look(0.0), look(0.2), look(0.2)], [0; 5]);
        assert_eq!(look(0.2), 1);
    }
}
