//! Across the normal: a spring that follows the contact, its dashpot, and Coulomb's limit.

use super::history::PointHistory;
use super::kinematics::PointKinematics;
use super::law::Law;
use super::normal::NormalSpring;
use super::real::{Mask, Real};
use super::vec3::Vec3;

/// Share of the motion of a contact that the dashpot across the normal takes at most in one step. All contacts of a long body
/// act on one and the same spin about its axis, and neighbours that spin against each other double what each contact takes: ten
/// contacts with a quarter each turn needles round in every step, a shaking that friction cannot hold, and their bed creeps on
/// for ever.
pub(crate) const MOST_DAMPED_ACROSS: f64 = 0.1;

/// Least gain of a spring whose stiffness follows the load: where neighbours at a wall have all of a contact it has none, and the
/// energy of its spring must still be a number.
pub(crate) const LEAST_GAIN: f64 = 1e-20;

impl<R: Real> Law<R> {
    /// Stiffness of the tangential spring [N/m].
    #[inline(always)]
    pub(super) fn tangential_stiffness(&self, contact: &PointKinematics<R>, spring: &NormalSpring<R>) -> R {
        self.tangential_ratio * spring.tangent_stiffness() * contact.own.force
    }

    /// The spring, of a given stiffness [N/m], is turned with the contact, stretched by the sliding of this step, and held to
    /// Coulomb's limit. Its dashpot has what the spring leaves of the limit: so neither ever gives energy. (A spring that took
    /// over what its dashpot does at the limit would be stretched by velocity alone, and lightly loaded contacts would shake a
    /// bed for ever.) `dashpot` is the strength of the normal one [N s/m], `load` the force along the normal by which Coulomb's limit
    /// goes [N]. Returns the force [N] and the energy of the spring [J].
    #[inline(always)]
    pub(super) fn friction_force(
        &self,
        contact: &PointKinematics<R>,
        (stiffness, dashpot): (R, R),
        load: R,
        dt: f64,
        history: &mut PointHistory<R>,
    ) -> (Vec3<R>, R) {
        if self.friction.equals(0.0).all() {
            return (Vec3::zero(), R::splat(0.0));
        }
        let n = contact.normal;
        let sliding = contact.velocity - n * contact.velocity.dot(n);
        let carried = turned_with(history.spring, history.normal, n, contact.spin * dt);
        let (kept, unit) = self.unloaded(stiffness, carried, history.tangential);
        let spring = kept.spring + sliding * R::splat(dt) * kept.gain;
        let viscous = (dashpot * self.tangential_damping).min(contact.mass_across * MOST_DAMPED_ACROSS / R::splat(dt));
        let (pull, drag, limit) = (spring * -unit, sliding * -viscous, self.friction * load);
        let energy = |spring: Vec3<R>, locked: R| unit * 0.5 / kept.gain * spring.length_squared() + locked;
        let pulls = self.pulls.exceeds(0.0);
        if pulls.all() {
            let (force, spring) = self.unbounded_friction([pull, drag], limit, (spring, unit));
            history.spring = spring;
            return (force, energy(spring, kept.locked));
        }
        let (force, square, most) = (pull + drag, pull.length_squared(), limit * limit);
        let holds = square.at_most(most);
        let within = holds & force.length_squared().at_most(most);
        if within.all() & pulls.none() {
            history.spring = spring;
            return (force, energy(spring, kept.locked));
        }
        // Slipping: the spring is as long as the limit allows.
        let share = R::select(holds, R::splat(1.0), limit / square.sqrt());
        history.spring = spring * share;
        let left = energy(history.spring, R::select(holds, kept.locked, R::splat(0.0)));
        let bounded = Vec3::select(within, force, pull * share);
        let beyond = holds & within.negated();
        let room = (most - square).max(R::splat(0.0));
        let whole = || pull + drag * held(drag.length_squared(), pull.dot(drag), room);
        let bounded = if beyond.none() { bounded } else { Vec3::select(beyond, whole(), bounded) };
        if pulls.none() {
            return (bounded, left);
        }
        let (free, stretched) = self.unbounded_friction([pull, drag], limit, (spring, unit));
        history.spring = Vec3::select(pulls, stretched, history.spring);
        (Vec3::select(pulls, free, bounded), R::select(pulls, energy(stretched, kept.locked), left))
    }

    /// What a change of the normal load makes of the spring, which `carried` the energy `tangential` [J] so far; and the stiffness
    /// that turns its length into its force.
    ///
    /// A linear contact has one tangential stiffness, and its spring is the elongation [m]; so it is of other contacts where the
    /// scene asks for that. Else the stiffness k_t follows the load, and what is kept is the force, as a length [m^m] for a constant stiffness `unit`: a load that grows leaves it as it is,
    /// because the parts of the contact that are new are not strained. Where a load falls, parts of the contact are lost with what
    /// they bear. Their share of the force is not known, but the energy U of the spring bounds it: a force f has at least the
    /// energy f^2 / (2 k_t). A contact too small for its force by that bound has f and U in proportion to k_t, and what was lost
    /// is heat; one that is large enough keeps both, so that a load that comes and goes takes nothing (Elata and Berryman, 1996,
    /// Contact force-displacement laws and the mechanical behavior of random packs of identical spheres, on laws that make energy).
    /// The energy beyond f^2 / (2 k_t) is locked in until the contact slips or ends.
    #[inline(always)]
    fn unloaded(&self, stiffness: R, carried: Vec3<R>, tangential: R) -> (Kept<R>, R) {
        let (zero, one) = (R::splat(0.0), R::splat(1.0));
        let plain = self.keeps_elongation.exceeds(0.0);
        if plain.all() {
            return (Kept { spring: carried, gain: one, locked: zero }, stiffness);
        }
        let constant = self.tangential_ratio * self.steady_stiffness;
        let unit = R::select(plain, stiffness, constant);
        let gain = R::select(plain, one, (stiffness / constant).max(R::splat(LEAST_GAIN)));
        // The least energy of the force that was carried over.
        let least = unit * 0.5 / gain * carried.length_squared();
        // A contact that begins as a part of another has a spring and no energy yet.
        let bears = self.adds_increments.exceeds(0.0);
        let loses = (plain.negated() & bears.negated()) & tangential.exceeds(0.0) & tangential.at_most(least);
        let share = R::select(loses, tangential / least, one);
        let known = (plain.negated() & bears.negated()) & tangential.exceeds(0.0);
        let locked = R::select(known, (tangential - least).max(zero), zero);
        (Kept { spring: carried * share, gain, locked }, unit)
    }
}

impl Law {
    /// What a history keeps of the tangential spring, over its elongation, at an overlap [m]: 1 where that is kept.
    pub fn spring_per_elongation(&self, overlap: f64) -> f64 {
        let kept =
            if self.keeps_elongation > 0.0 { 1.0 } else { self.tangent_stiffness(overlap) / self.steady_stiffness };
        // Across a gap there is no spring.
        if kept > 0.0 { kept } else { 1.0 }
    }
}

/// A tangential spring after a change of the normal load.
struct Kept<R> {
    spring: Vec3<R>,
    /// How much longer it becomes by sliding, over the way that is slid: 1 where its elongation is kept.
    gain: R,
    /// Energy beyond that of its force [J].
    locked: R,
}

/// How much of a second force keeps the sum with a first one within a limit, which the first does not exceed: from the square of
/// the second, its product with the first, and what the square of the first leaves of that of the limit [N2].
#[inline(always)]
pub(super) fn held<R: Real>(square: R, along: R, room: R) -> R {
    let root = (along * along + square * room).sqrt();
    // Two forms of the same root, each where nothing cancels.
    R::select(along.exceeds(0.0), room / (along + root), (root - along) / square)
}

/// The tangential vector `spring` carried from the old normal to the new one, turned by `spin` [rad] about it; its
/// length is kept.
#[inline(always)]
pub(super) fn turned_with<R: Real>(spring: Vec3<R>, old: Vec3<R>, new: Vec3<R>, spin: R) -> Vec3<R> {
    // The rotation by the least angle that takes the old normal to the new one, after Rodrigues.
    let (cross, cos) = (old.cross(new), old.dot(new));
    let least = R::splat(f64::EPSILON);
    let carried = spring * cos + cross.cross(spring) + cross * (cross.dot(spring) / (R::splat(1.0) + cos).max(least));
    let turned = carried + new.cross(carried) * spin;
    let tangential = turned - new * new.dot(turned);
    let square = tangential.length_squared();
    let kept = tangential * (spring.length_squared() / square).sqrt();
    Vec3::select(square.exceeds(0.0), kept, Vec3::zero())
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::force::{ContactHistory, ContactKinematics, Shared};
    use crate::geometry::planar::PatchAxes;
    use crate::scene::{Cohesion, Dashpots, PairLaw, TangentialSpring};

    fn turned_with(spring: DVec3, old: DVec3, new: DVec3, spin: f64) -> DVec3 {
        super::turned_with::<f64>(spring.into(), old.into(), new.into(), spin).into()
    }

    #[test]
    fn springs_turn_with_the_contact() {
        let turn = glam::DQuat::from_axis_angle(DVec3::new(1.0, 2.0, -0.5).normalize(), 0.3);
        let (old, spring) = (DVec3::Z, DVec3::new(0.3, -0.2, 0.0));
        let new = turn * old;
        // Parallel transport: the rotation by the least angle that takes one normal to the other.
        let expected = glam::DQuat::from_rotation_arc(old, new) * spring;
        assert!(turned_with(spring, old, new, 0.0).distance(expected) < 1e-14);
        let quarter = turned_with(DVec3::X, DVec3::Z, DVec3::Z, 1e-4);
        assert!(quarter.distance(DVec3::new(1.0, 1e-4, 0.0)) < 1e-7);
    }

    /// A contact that is pressed lightly and shaken to and fro by less than its spring can bear, but so fast that its dashpot
    /// alone would exceed the limit: the spring follows the way, and friction takes energy over every swing.
    #[test]
    fn friction_of_a_light_contact_that_shakes_gives_no_energy() {
        let law = PairLaw {
            stiffness: 1e4,
            by_radius: false,
            contact_radius: Default::default(),
            exponent: 1.0,
            restitution: 0.1,
            friction: 0.5,
            tangential_ratio: 0.4,
            tangential_spring: TangentialSpring::Force,
            dashpots: Dashpots::Bounded,
            rolling: Default::default(),
            cohesion: Cohesion::None,
        };
        let (law, dt, mut history) = (Law::new(&law, false), 1e-5, ContactHistory::default());
        let (limit, phase) = (0.5 * law.normal_spring(1e-8).elastic_force(), std::f64::consts::TAU / 20.0);
        let (mut way, mut taken, mut at_limit) = (DVec3::ZERO, 0.0, 0);
        for step in 0..400 {
            let velocity =
                DVec3::new((phase * f64::from(step)).cos(), 0.4 * (phase * f64::from(step)).sin(), 0.0) * 2e-4;
            way += velocity * dt;
            let contact = ContactKinematics { velocity, velocity_before: velocity, ..pressed(1e-8, 0.0) };
            taken += law.apply(&contact, dt, &mut history).flows.dissipated_friction;
            let friction = history.friction().length();
            assert!(history.spring.distance(way) < 1e-12 * 1e-8, "step {step}: {} is not {way}", history.spring);
            assert!(friction <= limit * (1.0 + 1e-12), "step {step}: {friction:e} N");
            at_limit += usize::from(friction > limit * (1.0 - 1e-12));
            assert!(step % 20 != 19 || taken > 0.0, "step {step}: {taken:e} J");
        }
        assert!(at_limit > 200, "{at_limit} steps at the limit");
    }

    fn hertz() -> Law {
        let law = PairLaw {
            stiffness: 1e8,
            by_radius: true,
            contact_radius: Default::default(),
            exponent: 1.5,
            restitution: 1.0,
            friction: 0.5,
            tangential_ratio: 0.8,
            tangential_spring: TangentialSpring::Force,
            dashpots: Dashpots::Bounded,
            rolling: Default::default(),
            cohesion: Cohesion::None,
        };
        Law::new(&law, false).of_radii([200.0, 0.0])
    }

    /// A contact without dashpots at an overlap [m], sliding at a velocity along x [m/s].
    fn pressed(overlap: f64, velocity: f64) -> ContactKinematics {
        ContactKinematics {
            overlap,
            normal: DVec3::Z,
            arms: [DVec3::ZERO; 2],
            velocity: DVec3::X * velocity,
            velocity_before: DVec3::X * velocity,
            spin: 0.0,
            mass: 1e-3,
            mass_across: 1e-3,
            turning: DVec3::ZERO,
            patch: PatchAxes::POINT,
            inertia: 0.0,
            shared: Shared::default(),
        }
    }

    /// A contact is sheared, then its load grows and falls again: friction stays what it was, and the account has not changed.
    /// Only where the load falls below that under which it was sheared is a part lost, as heat.
    #[test]
    fn a_load_that_comes_and_goes_leaves_friction_as_it_is() {
        let (law, dt, mut history) = (hertz(), 1e-6, ContactHistory::default());
        for _ in 0..100 {
            let _ = law.apply(&pressed(1e-5, 1e-3), dt, &mut history);
        }
        let (force, energy) = (history.friction().x, history.tangential);
        let mindlin = -0.8 * law.tangent_stiffness(1e-5) * 1e-7;
        assert!((force / mindlin - 1.0).abs() < 1e-12, "{force} is not {mindlin}");
        let mut heat = 0.0;
        for step in 0..2000 {
            let overlap = 1e-5 * (1.0 + (f64::from(step) * 0.01).sin().abs());
            heat += law.apply(&pressed(overlap, 0.0), dt, &mut history).flows.dissipated_friction;
            assert!((history.friction().x / force - 1.0).abs() < 1e-9, "step {step}: {}", history.friction().x / force);
        }
        assert!(heat.abs() < 1e-9 * energy && (history.tangential / energy - 1.0).abs() < 1e-9);
        // At a quarter of the overlap half of the contact is left: half of the force, half of the energy.
        heat += law.apply(&pressed(2.5e-6, 0.0), dt, &mut history).flows.dissipated_friction;
        assert!((history.friction().x / force - 0.5).abs() < 1e-9, "{}", history.friction().x / force);
        assert!((heat / energy - 0.5).abs() < 1e-9 && (history.tangential / energy - 0.5).abs() < 1e-9);
    }

    /// Loads and shears at random, at the pace of a collision: friction never gives energy, over any stretch of time from the
    /// start.
    #[test]
    fn no_path_of_load_and_shear_makes_energy() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_pcg::Pcg64::seed_from_u64(3);
        for _ in 0..20 {
            let (law, dt, mut history) = (hertz(), 1e-7, ContactHistory::default());
            let (mut heat, mut largest, mut before) = (0.0, 0.0f64, 0.0);
            let phases: [f64; 4] = std::array::from_fn(|_| rng.random_range(0.2..5.0));
            for step in 0..20_000 {
                let t = f64::from(step) * 1e-3;
                let overlap = 1e-5 * (1.0 + 0.9 * (phases[0] * t).sin() * (phases[1] * t).cos());
                let velocity = 0.05 * ((phases[2] * t).sin() + (phases[3] * t).cos());
                let contact = ContactKinematics { velocity_before: DVec3::X * velocity, ..pressed(overlap, velocity) };
                heat += law.apply(&contact, dt, &mut history).flows.dissipated_friction;
                largest = largest.max(history.tangential);
                // The work of a step is that of the mean of two forces: an error of second order, which is not a gain.
                assert!(heat > before - 1e-4 * largest, "step {step}: {heat:e} after {before:e} of {largest:e} J");
                before = f64::max(before, heat);
            }
            assert!(heat > 0.0 && largest > 0.0);
        }
    }

    /// A contact that slides, of bodies that are easily moved across its normal: the spring has its part, and the dashpot
    /// takes no more than its share of the motion.
    #[test]
    fn dashpots_across_the_normal_take_a_tenth_of_the_motion_at_most() {
        let law = PairLaw {
            stiffness: 1e4,
            by_radius: false,
            contact_radius: Default::default(),
            exponent: 1.0,
            restitution: 0.1,
            friction: 1e6,
            tangential_ratio: 0.4,
            tangential_spring: TangentialSpring::Force,
            dashpots: Dashpots::Bounded,
            rolling: Default::default(),
            cohesion: Cohesion::None,
        };
        let (law, dt, speed) = (Law::new(&law, false), 1e-4, 0.2);
        let viscous = |mass_across: f64| {
            let contact = ContactKinematics {
                overlap: 1e-4,
                normal: DVec3::Z,
                arms: [DVec3::ZERO; 2],
                velocity: DVec3::X * speed,
                velocity_before: DVec3::X * speed,
                spin: 0.0,
                mass: 1e-3,
                mass_across,
                turning: DVec3::ZERO,
                patch: PatchAxes::POINT,
                inertia: 0.0,
                shared: Shared::default(),
            };
            let force = law.apply(&contact, dt, &mut ContactHistory::default()).force.x;
            -(force + 0.4 * 1e4 * speed * dt) / speed
        };
        // The mass along the normal sets the strength where the one across it is large enough.
        let strength = viscous(1.0);
        assert!((viscous(2.0) - strength).abs() < 1e-12 * strength && strength > 0.1 * 1e-4 / dt);
        for mass_across in [1e-4, 1e-5] {
            let most = 0.1 * mass_across / dt;
            assert!((viscous(mass_across) - most).abs() < 1e-9 * most, "{} of {most}", viscous(mass_across));
        }
    }
}
