//! The pass `law`: the force of a contact from its overlap, its motion and its history.
//!
//! Normal: F = k d^m + b sqrt(k m*) d^((m-1)/2) d', never below zero (`normal.rs`), less what pulls (`cohesion.rs`). Tangential: a spring that follows the
//! contact, with the same kind of damping, and slips at Coulomb's limit (`friction.rs`). Rolling and twisting have springs of their
//! own where a scene asks for them (`rolling.rs`). What all of them do is booked in
//! `accounts.rs`. All of it is written once, for one contact and for several together (`real.rs`): a new term of the law
//! in [`Law::act`] reaches spheres, which go four at a time, and all other shapes.
//!
//! **Energy.** The force from the overlap is the gradient of w = k d^(m+1)/(m+1), but a step of finite length sees it
//! at two instants only: where contacts begin and end within a step, and where the normal jumps between facets, the work of
//! the two half kicks and the change of w differ. Both are known in every step, and the contact adds up the difference, its
//! energy error, to rounding. When an elastic contact has ended, one more force along its last normal, for one step, takes the
//! error back (`part`); what that leaves goes to the accounts of the two bodies, and their next contact that ends takes
//! it along. The force acts on both bodies alike: momentum and angular momentum are untouched. See docs/energy.md.

use std::borrow::Cow;

use glam::DVec3;

use super::cohesion::Attraction;
use super::history::PointHistory;
use super::kinematics::{ContactKinematics, PointKinematics};
use super::real::{Mask, Real};
use super::restitution::{damping_for, pulling_damping_for};
use super::rolling::RollingLaw;
use super::{BodyErrors, ContactFlows, ContactHistory};
use crate::scene::{Dashpots, PairLaw, TangentialSpring};

/// Contacts with this restitution and below are damped for good: they act at the middle of their patch and their energy error
/// is not taken back. From here to 1 both fade, in proportion to the dashpot, so that nothing jumps on the way to elastic
/// contacts.
const DAMPED_FOR_GOOD: f64 = 0.98;

/// The law of contacts between two materials, ready for use; or those of several contacts together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law<R = f64> {
    /// k of F = k d^m. Of elastic constants it is that of two bodies with R* = 1 m, until [`Law::of_radii`] knows theirs.
    pub(crate) stiffness: R,
    /// The same of the two bodies, wherever they touch: what a spring that keeps its force is measured by.
    pub(crate) steady_stiffness: R,
    pub(crate) exponent: R,
    /// Power of R* with which the stiffness grows: 0, or 1/2 where it follows from elastic constants.
    pub(crate) radius_power: R,
    /// 1 where R* is that of the surfaces where they touch.
    pub(crate) by_curvature: R,
    pub(crate) damping: R,
    pub(crate) friction: R,
    pub(crate) tangential_ratio: R,
    /// 1 where the tangential spring keeps its elongation, 0 where it keeps its force while the load changes.
    pub(crate) keeps_elongation: R,
    /// 1 where it keeps its force even if the contact is too small for it.
    pub(crate) adds_increments: R,
    /// 1 where dashpots may pull and Coulomb's limit is that of the spring along the normal (`unbounded.rs`).
    pub(crate) pulls: R,
    /// 1 where spring and dashpot across the normal then slip together.
    pub(crate) slips_together: R,
    /// Strength of the tangential dashpot, as a share of the normal one.
    pub(crate) tangential_damping: R,
    /// How far contacts are elastic: 1 with restitution 1, 0 where they are damped for good.
    pub(crate) elasticity: R,
    /// Share of the energy error of steps that is taken back.
    pub(crate) correction: R,
    /// Resistance to rolling and twisting.
    pub(crate) rolling: RollingLaw<R>,
    /// What pulls the bodies together.
    pub(crate) attraction: Attraction<R>,
}

/// What a contact does in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactForces {
    /// Force on B; A gets the opposite [N].
    pub force: DVec3,
    /// Torque on B beside that of the force, from the spread of the contact; A gets the opposite [N m].
    pub couple: DVec3,
    /// Contact point, from A's centre [m].
    pub arm_a: DVec3,
    /// Contact point, from B's centre [m].
    pub arm_b: DVec3,
    /// What presses the bodies together: force along the normal and what pulls against it [N].
    pub load: f64,
    /// Where its energy has gone.
    pub flows: ContactFlows,
    /// The contact has ended in this step.
    pub ended: bool,
    /// What becomes of the energy errors of the bodies.
    pub errors: BodyErrors,
}

/// What the point of a contact does in one step; its force is in the history.
#[derive(Clone, Copy, Debug)]
pub struct PointForces<R> {
    /// Strength of the normal dashpot [N s/m].
    pub dashpot: R,
    /// What presses the bodies together along the normal, by which friction goes: the force of the spring and its dashpot,
    /// without that which pulls them [N].
    pub load: R,
    /// Where its energy has gone.
    pub flows: ContactFlows<R>,
}

impl<R: Real> Law<R> {
    /// The laws of several contacts, by their lanes.
    #[inline(always)]
    pub fn from_lanes<'l>(of: impl Fn(usize) -> &'l Law) -> Self {
        Self {
            stiffness: R::from_lanes(|lane| of(lane).stiffness),
            steady_stiffness: R::from_lanes(|lane| of(lane).steady_stiffness),
            exponent: R::from_lanes(|lane| of(lane).exponent),
            radius_power: R::from_lanes(|lane| of(lane).radius_power),
            by_curvature: R::from_lanes(|lane| of(lane).by_curvature),
            damping: R::from_lanes(|lane| of(lane).damping),
            friction: R::from_lanes(|lane| of(lane).friction),
            tangential_ratio: R::from_lanes(|lane| of(lane).tangential_ratio),
            keeps_elongation: R::from_lanes(|lane| of(lane).keeps_elongation),
            adds_increments: R::from_lanes(|lane| of(lane).adds_increments),
            pulls: R::from_lanes(|lane| of(lane).pulls),
            slips_together: R::from_lanes(|lane| of(lane).slips_together),
            tangential_damping: R::from_lanes(|lane| of(lane).tangential_damping),
            elasticity: R::from_lanes(|lane| of(lane).elasticity),
            correction: R::from_lanes(|lane| of(lane).correction),
            rolling: RollingLaw::from_lanes(|lane| &of(lane).rolling),
            attraction: Attraction::from_lanes(|lane| &of(lane).attraction),
        }
    }

    /// Whether the law of two bodies is another than that of their materials.
    #[inline(always)]
    pub fn goes_by_radii(&self) -> bool {
        !(self.radius_power.equals(0.0).all() && self.attraction.is_none())
    }

    /// The law of two bodies, from that of their materials. `curvatures` are 1 / R of both [1/m], 0 of a wall: with elastic
    /// constants, k = 4/3 E* sqrt(R*), 1 / R* = 1 / R_A + 1 / R_B. R belongs to the body, not to the place where it is touched:
    /// the stiffness of a pair is a constant, so that its force stays the gradient of an energy of the overlap; but see
    /// [`Law::at_place`].
    #[inline(always)]
    pub fn of_radii(self, curvatures: [R; 2]) -> Self {
        if !self.goes_by_radii() {
            return self;
        }
        let one = R::splat(1.0);
        let radius = one / (curvatures[0] + curvatures[1]);
        let grown = R::select(self.radius_power.exceeds(0.0), radius.sqrt(), one);
        let stiffness = self.stiffness * grown;
        let attraction =
            if self.attraction.is_none() { self.attraction } else { self.attraction.of_radius(radius, stiffness) };
        Self { stiffness, steady_stiffness: stiffness, attraction, ..self }
    }

    /// How deep the patch of a contact reaches, as a share of the overlap. A patch keeps damped contacts from rocking on
    /// their edges. An elastic contact takes its deepest point alone: there only is the force the gradient of its energy.
    #[inline(always)]
    pub fn patch_depth(&self) -> R {
        R::splat(1.0) - self.elasticity
    }

    /// The forces at the point of a contact in this step of `dt` [s], with its history brought up to date.
    #[inline(always)]
    pub fn act(&self, contact: &PointKinematics<R>, dt: f64, history: &mut PointHistory<R>) -> PointForces<R> {
        let closing = -contact.velocity.dot(contact.normal);
        let spring = self.normal_spring(contact.overlap);
        let pull = spring.pull.force * contact.own.pull[0];
        let plain = spring.push() * contact.own.force - pull;
        let energy = spring.stored() * contact.own.energy + spring.pull.energy * contact.own.pull[1];
        let elastic = plain * (R::splat(1.0) + self.changed_share(contact, (plain, energy), dt, history));
        let dashpot = self.dashpot(contact, &spring, dt);
        let pressing = (elastic + pull).max(R::splat(0.0));
        // Dashpots do not pull, unless a scene says so: damping may take away all of what presses the bodies together and no more.
        let damped = self.damped_push(pressing, dashpot * closing);
        let load = pressing + damped;
        let stiffness = self.tangential_stiffness(contact, &spring);
        let bearing = self.load_of_friction(pressing, load);
        let (friction, tangential) = self.friction_force(contact, (stiffness, dashpot), bearing, dt, history);
        let forces = ([elastic, damped], friction);
        let flows = self.settle_accounts(contact, forces, (energy, tangential), dt, history);
        PointForces { dashpot, load: load.max(R::splat(0.0)), flows }
    }

    /// A contact that comes into being by touch begins with the energy that it has then; where `touched` holds it was there
    /// before. Returns the heat of it [J].
    #[inline(always)]
    pub(crate) fn begin(&self, touched: impl FnOnce() -> R::Mask, history: &mut PointHistory<R>) -> R {
        let (zero, forms) = (R::splat(0.0), self.attraction.forms());
        if forms.none() {
            return zero;
        }
        let begins = forms & touched().negated();
        if begins.none() {
            return zero;
        }
        let energy = self.normal_spring(zero).elastic_energy();
        history.elastic = R::select(begins, energy, history.elastic);
        R::select(begins, -energy, zero)
    }
}

impl Law {
    /// The law of a pair of materials; `energy_return` takes the energy error of steps back, where contacts are elastic.
    pub fn new(law: &PairLaw, energy_return: bool) -> Self {
        let pulls = law.dashpots != Dashpots::Bounded;
        let damping_for = if pulls { pulling_damping_for } else { damping_for };
        let damping = damping_for(law.restitution, law.exponent);
        let elasticity = (1.0 - damping / damping_for(DAMPED_FOR_GOOD, law.exponent)).max(0.0);
        Self {
            stiffness: law.stiffness,
            steady_stiffness: law.stiffness,
            exponent: law.exponent,
            radius_power: if law.by_radius { 0.5 } else { 0.0 },
            by_curvature: f64::from(law.goes_by_curvature()),
            damping,
            friction: law.friction,
            tangential_ratio: law.tangential_ratio,
            // Both are the same where the stiffness does not follow the load.
            keeps_elongation: f64::from(law.exponent == 1.0 || law.tangential_spring == TangentialSpring::Elongation),
            adds_increments: f64::from(law.tangential_spring == TangentialSpring::Increments),
            pulls: f64::from(pulls),
            slips_together: f64::from(law.dashpots == Dashpots::Together),
            tangential_damping: law.tangential_ratio.sqrt(),
            elasticity,
            // A damped contact acts at the middle of its patch, where its force is no gradient; what it would owe by the
            // account of its deepest point is not an error of the step, and giving that back keeps a packing restless.
            correction: if energy_return { elasticity } else { 0.0 },
            rolling: (&law.rolling).into(),
            attraction: Attraction::new(&law.cohesion),
        }
    }

    /// The law of two bodies where they touch, from that of [`Law::of_radii`] with the same `curvatures`; `local` are those of their
    /// surfaces at this place [1/m], and are not asked for where they do not matter. Bodies that roll on each other then change k
    /// under load, and the work of that is no gradient's: it is a part of the energy error of elastic contacts, which is taken back,
    /// and of the work of the patch of others. What pulls bodies together, and moments, go by `curvatures` all the same.
    #[inline]
    pub fn at_place(&self, curvatures: [f64; 2], local: impl FnOnce() -> [f64; 2]) -> Cow<'_, Self> {
        if self.by_curvature == 0.0 {
            return Cow::Borrowed(self);
        }
        let ([a, b], [c, d]) = (curvatures, local());
        Cow::Owned(Self { stiffness: self.steady_stiffness * ((a + b) / (c + d)).sqrt(), ..*self })
    }

    /// [`Law::of_radii`], without a copy where it is the law of the materials.
    #[inline]
    pub fn of_bodies(&self, curvatures: [f64; 2]) -> Cow<'_, Self> {
        if self.goes_by_radii() { Cow::Owned(self.of_radii(curvatures)) } else { Cow::Borrowed(self) }
    }

    /// The gap up to which bodies hold together that have touched before, or not [m]: 0 without cohesion.
    #[inline]
    pub fn reach(&self, has_touched: bool) -> f64 {
        self.attraction.reach(has_touched)
    }

    /// The law at a round wall, from that of the two bodies: cohesion pulls while they overlap, and ends with the overlap.
    pub fn at_round_wall(self) -> Self {
        Self { attraction: self.attraction.clinging(), ..self }
    }

    /// Whether anything pulls the bodies together.
    #[inline]
    pub fn is_cohesive(&self) -> bool {
        !self.attraction.is_none()
    }

    /// The gap up to which contacts last [m]; for two bodies, see [`Law::of_radii`].
    pub fn range(&self) -> f64 {
        self.attraction.range
    }

    /// Whether the energy error of steps is taken back.
    pub fn corrects(&self) -> bool {
        self.correction > 0.0
    }

    /// The forces of a contact of any two shapes in this step of `dt` [s], with its history brought up to date: those at its
    /// point, and the couple of its spread.
    #[inline(always)]
    pub fn apply(&self, contact: &ContactKinematics, dt: f64, history: &mut ContactHistory) -> ContactForces {
        let mut at_point = PointHistory::from_lanes(|_| history);
        let heat = self.begin(|| history.touching, &mut at_point);
        let PointForces { dashpot, load, mut flows } = self.act(&contact.point(self), dt, &mut at_point);
        let couple = self.spread_couple(contact, dashpot, load, dt);
        flows.dissipated_damping += heat;
        flows.dissipated_damping -= 0.5 * dt * (history.spread_couple() + couple).dot(contact.turning);
        at_point.to_lanes().keep(0, history);
        (history.touching, history.parting, history.arms) = (true, false, contact.arms);
        history.keep_couple(couple);
        let [arm_a, arm_b] = contact.arms;
        ContactForces { force: history.force, couple, arm_a, arm_b, load, flows, ..ContactForces::default() }
    }
}
