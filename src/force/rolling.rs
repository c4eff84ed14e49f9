//! Resistance to rolling and to twisting: beside its forces, a contact has a moment against the relative turning of its bodies.
//!
//! Two springs with a limit and a dashpot each, after type C of Ai, Chen, Rotter and Ooi (2011), Assessment of rolling resistance
//! models in discrete element simulations: one against turning across the normal, one about it. Their limits are the normal force
//! times R* times a coefficient; their stiffnesses follow from these, so that the limit is reached at an angle of
//! d / (2.25 mu R*) under a force k d: k_r = 2.25 k (mu R*)^2, and the same of the tangential stiffness for twisting. R* goes by the
//! radii of the bodies, as that of elastic constants does (`Law::of_radii`): a moment must not jump where a corner takes over from
//! another. (What faces and edges resist by their extent is beside it, in `spread.rs`.)
//!
//! What is kept is the moment of the springs and their energy. Where the stiffness follows the load, both change with it as those of
//! friction do: a load that grows makes no moment, and one that falls no energy (`friction.rs`, `unloaded`).

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::ContactHistory;
use super::friction::{held, turned_with};
use super::kinematics::ContactKinematics;
use super::law::{ContactForces, Law};
use super::normal::MOST_DAMPED;
use super::real::{Mask, Real};
use super::vec3::Vec3;
use crate::scene::RollingResistance;

/// Stiffness of the springs over k (mu R*)^2: that of Ai et al. for spheres.
pub(crate) const ROLLING_STIFFNESS: f64 = 2.25;
/// Less than any stiffness: a spring without a limit has none, nor a moment to be divided by it.
pub(crate) const LEAST_STIFFNESS: f64 = 1e-30;

/// The coefficients, of one contact or of several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollingLaw<R = f64> {
    /// Limits of the moments against rolling and twisting, over normal force and R*.
    pub(crate) frictions: [R; 2],
    /// Damping, as a share of the critical one.
    pub(crate) damping: R,
}

impl From<&RollingResistance> for RollingLaw {
    fn from(of: &RollingResistance) -> Self {
        Self { frictions: [of.friction, of.twisting], damping: of.damping }
    }
}

impl<R: Real> RollingLaw<R> {
    /// Those of several contacts, by their lanes.
    #[inline(always)]
    pub(super) fn from_lanes<'l>(of: impl Fn(usize) -> &'l RollingLaw) -> Self {
        Self {
            frictions: [0, 1].map(|k: usize| R::from_lanes(|lane| of(lane).frictions[k])),
            damping: R::from_lanes(|lane| of(lane).damping),
        }
    }
}

/// What a contact remembers of rolling and twisting. The default is a contact that has just begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RollingHistory {
    /// Moment of the springs on B: across the normal that against rolling, along it that against twisting [N m].
    pub spring: DVec3,
    /// Energy of both springs [J].
    pub energy: f64,
    /// All of the moment on B at the last step: springs and dashpots [N m].
    pub moment: DVec3,
}

/// A contact whose bodies turn against each other, in the law's terms.
#[derive(Clone, Copy, Debug)]
pub struct RollingKinematics<R: Real> {
    /// Unit normal from A to B, of the last step and of this one.
    pub normals: [Vec3<R>; 2],
    /// Angular velocity of B less that of A [rad/s].
    pub turning: Vec3<R>,
    /// Mean spin about the normal [rad/s].
    pub spin: R,
    /// R* of the two bodies [m].
    pub radius: R,
    /// What presses the bodies together [N], and the stiffness dF/dd of it [N/m].
    pub normal_force: R,
    pub stiffness: R,
    /// What is moved: see [`RollingInertia`].
    pub inertia: RollingInertia<R>,
}

/// Effective moments of inertia of the two bodies of a contact [kg m2].
#[derive(Clone, Copy, Debug)]
pub struct RollingInertia<R> {
    /// About axes across the normal at the contact point: that of rolling without sliding.
    pub rolling: R,
    /// About axes across the normal at their own centres: what a dashpot must not turn round in one step.
    pub turning: R,
    /// About the normal.
    pub twisting: R,
}

/// What a contact remembers, of several together.
#[derive(Clone, Copy, Debug)]
pub struct RollingState<R: Real> {
    pub spring: Vec3<R>,
    pub energy: R,
    pub moment: Vec3<R>,
}

impl<R: Real> RollingState<R> {
    /// The histories of contacts, by their lanes.
    #[inline(always)]
    pub fn from_lanes<'h>(of: impl Fn(usize) -> &'h RollingHistory) -> Self {
        Self {
            spring: Vec3::from_lanes(|lane| of(lane).spring),
            energy: R::from_lanes(|lane| of(lane).energy),
            moment: Vec3::from_lanes(|lane| of(lane).moment),
        }
    }

    /// That of one contact.
    #[inline(always)]
    pub fn of(&self, lane: usize) -> RollingHistory {
        RollingHistory {
            spring: self.spring.to_lanes().of(lane),
            energy: self.energy.to_lanes()[lane],
            moment: self.moment.to_lanes().of(lane),
        }
    }
}

impl<R: Real> Law<R> {
    /// Whether any of the contacts resists rolling or twisting.
    #[inline(always)]
    pub fn rolls(&self) -> bool {
        let [rolling, twisting] = self.rolling.frictions;
        !(rolling.exceeds(0.0).none() && twisting.exceeds(0.0).none())
    }

    /// The moments of this step of `dt` [s], in the history of the contact. Returns what was turned into heat [J].
    #[inline(always)]
    pub fn roll(&self, contact: &RollingKinematics<R>, dt: f64, history: &mut RollingState<R>) -> R {
        let ([old, n], step, inertia) = (contact.normals, R::splat(dt), &contact.inertia);
        let about = contact.turning.dot(n);
        let rolling = contact.turning - n * about;
        let [k_roll, k_twist] = self.rolling_stiffnesses(contact);
        let [most, most_twist] =
            self.rolling.frictions.map(|friction| friction * contact.radius * contact.normal_force);
        let twisted = history.spring.dot(old);
        let rolled = turned_with(history.spring - old * twisted, old, n, contact.spin * step);
        let least = angular_energy(rolled.length_squared(), k_roll) + angular_energy(twisted * twisted, k_twist);
        let (share, locked) = self.rolling_unloaded(least, history.energy);

        let pull = rolled * share - rolling * (k_roll * step);
        let square = pull.length_squared();
        let holds = square.at_most(most * most);
        let spring = pull * R::select(holds, R::splat(1.0), most / square.sqrt());
        let drag = rolling * -self.rolling_dashpot(k_roll, [inertia.rolling, inertia.turning], dt);
        let left = (most * most - spring.length_squared()).max(R::splat(0.0));
        let is_beyond = (spring + drag).length_squared().at_most(most * most).negated();
        let part = held(drag.length_squared(), spring.dot(drag), left);
        let moment = spring + drag * R::select(is_beyond, part, R::splat(1.0));

        let pull = twisted * share - about * k_twist * step;
        let twist = pull.clamp_to(most_twist);
        let drag = -about * self.rolling_dashpot(k_twist, [inertia.twisting; 2], dt);
        let twisting = (twist + drag).clamp_to(most_twist);

        let holds = holds & (pull * pull).at_most(most_twist * most_twist);
        let energy = angular_energy(spring.length_squared(), k_roll)
            + angular_energy(twist * twist, k_twist)
            + R::select(holds, locked, R::splat(0.0));
        let moment = moment + n * twisting;
        let work = (history.moment + moment).dot(contact.turning) * (0.5 * dt);
        let heat = history.energy - energy - work;
        *history = RollingState { spring: spring + n * twist, energy, moment };
        heat
    }

    /// Stiffnesses of the springs against rolling and twisting [N m/rad].
    #[inline(always)]
    fn rolling_stiffnesses(&self, contact: &RollingKinematics<R>) -> [R; 2] {
        let [rolling, twisting] = self.rolling.frictions.map(|friction| {
            let size = friction * contact.radius;
            size * size * contact.stiffness * ROLLING_STIFFNESS
        });
        [rolling, twisting * self.tangential_ratio]
    }

    /// What a change of the normal load leaves of the springs, which had an energy [J] and need at least so much of it under the
    /// load of now: the share of their moments, and energy that is locked in beyond that of the moments [J].
    #[inline(always)]
    fn rolling_unloaded(&self, least: R, energy: R) -> (R, R) {
        let (zero, one) = (R::splat(0.0), R::splat(1.0));
        // A linear contact has one stiffness. One that begins as a part of another has springs and no energy yet.
        let follows = self.exponent.equals(1.0).negated() & energy.exceeds(0.0);
        let loses = follows & energy.at_most(least) & least.exceeds(0.0);
        let locked = R::select(follows, (energy - least).max(zero), zero);
        (R::select(loses, energy / least, one), locked)
    }

    /// Strength of the dashpot of a spring, by the inertia that swings on it [N m s]; at most what takes a set share of the
    /// motion of the inertia that it may meet in one step.
    #[inline(always)]
    fn rolling_dashpot(&self, stiffness: R, [swings, turns]: [R; 2], dt: f64) -> R {
        (self.rolling.damping * (stiffness * swings).sqrt() * 2.0).min(turns * (MOST_DAMPED / dt))
    }
}

/// Energy of a spring from the square of its moment [J].
#[inline(always)]
fn angular_energy<R: Real>(square: R, stiffness: R) -> R {
    square * 0.5 / stiffness.max(R::splat(LEAST_STIFFNESS))
}

impl Law {
    /// The moments of a contact of any two shapes, with `history` at its forces of this step; `normal` is that of the last step.
    pub fn roll_with(
        &self,
        contact: &ContactKinematics,
        (normal, radius, inertia): (DVec3, f64, RollingInertia<f64>),
        dt: f64,
        (history, done): (&mut ContactHistory, &mut ContactForces),
    ) {
        let own = contact.point(self).own.force;
        let kinematics = RollingKinematics {
            normals: [normal.into(), contact.normal.into()],
            turning: contact.turning.into(),
            spin: contact.spin,
            radius,
            normal_force: done.load,
            stiffness: self.tangent_stiffness(contact.overlap) * own,
            inertia,
        };
        let mut state = RollingState::<f64>::from_lanes(|_| &history.rolling);
        done.flows.dissipated_rolling += self.roll(&kinematics, dt, &mut state);
        history.rolling = state.of(0);
        history.torque += history.rolling.moment;
        done.couple += history.rolling.moment;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{PairLaw, TangentialSpring};

    const DT: f64 = 1e-5;

    fn law(exponent: f64) -> Law {
        let law = PairLaw {
            stiffness: 1e5,
            by_radius: false,
            contact_radius: Default::default(),
            exponent,
            restitution: 0.5,
            friction: 0.5,
            tangential_ratio: 0.5,
            tangential_spring: TangentialSpring::Force,
            dashpots: Default::default(),
            cohesion: Default::default(),
            rolling: RollingResistance { friction: 0.2, twisting: 0.1, damping: 0.0 },
        };
        Law::new(&law, false)
    }

    /// Bodies with R* = 0.01 m under a load of 2 N.
    fn turning(turning: DVec3, stiffness: f64) -> RollingKinematics<f64> {
        RollingKinematics {
            normals: [DVec3::Z.into(); 2],
            turning: turning.into(),
            spin: 0.0,
            radius: 0.01,
            normal_force: 2.0,
            stiffness,
            inertia: RollingInertia { rolling: 1e-4, turning: 1e-4, twisting: 1e-4 },
        }
    }

    /// The moment against a slow turn grows as the spring does, stays at the limit, and what is lost is the limit times the angle
    /// beyond.
    #[test]
    fn moments_grow_to_their_limits_and_turn_the_rest_into_heat() {
        for (axis, friction, ratio) in [(DVec3::X, 0.2, 1.0), (DVec3::Z, 0.1, 0.5)] {
            let (law, mut heat, mut state) = (law(1.0), 0.0, RollingState::<f64>::from_lanes(|_| &NONE));
            let (limit, stiffness) = (friction * 0.01 * 2.0, ratio * 2.25 * 1e5 * (friction * 0.01_f64).powi(2));
            let speed = 0.5 * limit / stiffness / (100.0 * DT);
            for step in 1..=1000 {
                heat += law.roll(&turning(axis * speed, 1e5), DT, &mut state);
                let expected = (stiffness * speed * DT * f64::from(step)).min(limit);
                let moment: DVec3 = state.moment.into();
                assert!((moment + axis * expected).length() < 1e-12 * limit, "step {step}: {moment} and {expected}");
            }
            // The springs give way after 200 steps; half a step of the first and of the step at the limit is of the rule of work.
            let expected = limit * speed * DT * 800.0;
            assert!((heat / expected - 1.0).abs() < 1e-3, "{heat:e} and {expected:e}");
            assert!((state.energy / (0.5 * limit * limit / stiffness) - 1.0).abs() < 1e-12);
        }
    }

    /// A Hertz contact whose load comes and goes while its bodies do not turn: no moment comes of a load that grows, no energy of
    /// one that falls, and after the first cycle nothing changes any more.
    #[test]
    fn a_load_that_comes_and_goes_makes_nothing() {
        let (law, mut state) = (law(1.5), RollingState::<f64>::from_lanes(|_| &NONE));
        let still = |stiffness| turning(DVec3::ZERO, stiffness);
        law.roll(&turning(DVec3::new(2.0, 0.0, 1.0), 1e5), DT, &mut state);
        let (moment, energy): (DVec3, f64) = (state.moment.into(), state.energy);
        assert!(law.roll(&still(2e5), DT, &mut state).abs() < 1e-12 * energy);
        assert!(DVec3::from(state.moment).distance(moment) < 1e-12 * moment.length() && state.energy == energy);
        assert!(law.roll(&still(0.5e5), DT, &mut state) > 0.3 * energy);
        let (least, left) = (DVec3::from(state.moment), state.energy);
        assert!((least.length() / moment.length() - 0.5).abs() < 1e-12 && (left / energy - 0.5).abs() < 1e-12);
        for stiffness in [2e5, 0.5e5, 1e5, 0.5e5] {
            law.roll(&still(stiffness), DT, &mut state);
        }
        assert!(DVec3::from(state.moment).distance(least) < 1e-12 * least.length());
        assert!((state.energy / left - 1.0).abs() < 1e-12);
    }

    const NONE: RollingHistory = RollingHistory { spring: DVec3::ZERO, energy: 0.0, moment: DVec3::ZERO };
}
