//! The pass `law`: the force of a contact from its overlap, its motion and its memory.
//!
//! Normal: F = k d^m + b sqrt(k m*) d^((m-1)/2) d', never below zero. Tangential: a spring that follows the contact, with
//! the same kind of damping, and slips at Coulomb's limit.
//!
//! **Energy.** The force from the overlap is the gradient of w = k d^(m+1)/(m+1), but a step of finite length sees it
//! at two instants only: where contacts begin and end within a step, and where the normal jumps between facets, the work of
//! the two half kicks and the change of w differ. Both are known in every step, and the contact adds up the difference, its
//! energy error, to rounding. When an elastic contact has ended, one more force along its last normal, for one step, takes the
//! error back (`part`); what that leaves goes to the accounts of the two bodies, and their next contact that ends takes
//! it along. The force acts on both bodies alike: momentum and angular momentum are untouched. See docs/energy.md.

use glam::DVec3;

use super::restitution::damping_for;
use super::{BodyErrors, ContactHistory, Shared};
use crate::scene::PairLaw;

/// Exponents that need no power to be taken.
pub(crate) const LINEAR: f64 = 1.0;
pub(crate) const HERTZ: f64 = 1.5;
/// While a contact lasts, its elastic force is changed by at most this share to take its energy error back.
pub(crate) const MOST_CHANGED: f64 = 0.3;
/// A contact whose force does less work in a step than this share of its energy is on its way to rest: in a collision of
/// a hundred steps it is ten times as much, but for the turning point.
pub(crate) const AT_REST: f64 = 1e-3;
/// Contacts with this restitution and below are damped for good: they act at the middle of their patch and their energy error
/// is not taken back. From here to 1 both fade, in proportion to the dashpot, so that nothing jumps on the way to elastic
/// contacts.
const DAMPED_FOR_GOOD: f64 = 0.98;
/// Share of the motion of a contact that a dashpot takes at most in one step. Its force is that of the velocity half a step
/// ago: the dashpots of a grain with many contacts must not take more than all of its motion together, or they turn it
/// round from step to step, which shakes a packing until its friction gives way.
pub(crate) const MOST_DAMPED: f64 = 0.25;
/// The same for the dashpot across the normal. All contacts of a long body act on one and the same spin about its axis, and
/// neighbours that spin against each other double what each contact takes: ten contacts with a quarter each turn needles
/// round in every step, a shaking that friction cannot hold, and their bed creeps on for ever.
pub(crate) const MOST_DAMPED_ACROSS: f64 = 0.1;
/// The dashpot of rocking, in units of the normal one and the mean square size of the patch. A square face of half width L
/// that tilts by a small angle moves the middle of its patch so that its moment is 2 k L^2 times the angle, which is 3 k
/// times the mean square 2 L^2 / 3: with this factor rocking fades as fast as the normal motion.
pub(crate) const ROCKING: f64 = 3.0;

/// The law of contacts between two materials, ready for use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    pub(crate) stiffness: f64,
    pub(crate) exponent: f64,
    pub(crate) damping: f64,
    pub(crate) friction: f64,
    pub(crate) tangential_ratio: f64,
    /// Strength of the tangential dashpot, as a share of the normal one.
    pub(crate) tangential_damping: f64,
    /// How far contacts are elastic: 1 with restitution 1, 0 where they are damped for good.
    pub(crate) elasticity: f64,
    /// Share of the energy error of steps that is taken back.
    pub(crate) correction: f64,
}

/// A contact at one instant. Velocities are those of the middle of the step.
#[derive(Clone, Copy, Debug)]
pub struct ContactKinematics {
    /// Overlap, above 0 [m].
    pub overlap: f64,
    /// Unit normal from A to B.
    pub normal: DVec3,
    /// From the centres of A and B to the contact point [m].
    pub arms: [DVec3; 2],
    /// Velocity of B's material at the contact point less that of A's [m/s].
    pub velocity: DVec3,
    /// The same at the place where the contact point was in the last step, by the arms of that step [m/s].
    pub velocity_before: DVec3,
    /// Spin of the two bodies about the normal, on average [rad/s].
    pub spin: f64,
    /// Effective mass of the contact along the normal [kg].
    pub mass: f64,
    /// The same along the velocity across the normal [kg]; any number where there is none.
    pub mass_across: f64,
    /// Angular velocity of B less that of A [rad/s].
    pub turning: DVec3,
    /// Root mean square size of the patch [m]; 0 for a point.
    pub patch: f64,
    /// Effective moment of inertia of the two bodies about the axis of `turning` across the normal [kg m2]; any number where
    /// the contact does not spread.
    pub inertia: f64,
    /// What of the contact is its neighbours' as well.
    pub shared: Shared,
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
    /// Energy turned into heat by damping in this step [J].
    pub dissipated_damping: f64,
    /// Energy turned into heat by friction in this step [J].
    pub dissipated_friction: f64,
    /// The contact has ended in this step.
    pub ended: bool,
    /// What becomes of the energy errors of the bodies.
    pub errors: BodyErrors,
    /// Energy brought in by the elastic force of a damped contact, because it acts at the middle of a patch: its work in
    /// this step and the change of w [J].
    pub patch_work: f64,
}

impl Law {
    /// The law of a pair of materials; `energy_return` takes the energy error of steps back, where contacts are elastic.
    pub fn new(law: &PairLaw, energy_return: bool) -> Self {
        let damping = damping_for(law.restitution, law.exponent);
        let elasticity = (1.0 - damping / damping_for(DAMPED_FOR_GOOD, law.exponent)).max(0.0);
        Self {
            stiffness: law.stiffness,
            exponent: law.exponent,
            damping,
            friction: law.friction,
            tangential_ratio: law.tangential_ratio,
            tangential_damping: law.tangential_ratio.sqrt(),
            elasticity,
            // A damped contact acts at the middle of its patch, where its force is no gradient; what it would owe by the
            // account of its deepest point is not an error of the step, and giving that back keeps a packing restless.
            correction: if energy_return { elasticity } else { 0.0 },
        }
    }

    /// How deep the patch of a contact reaches, as a share of the overlap. A patch keeps damped contacts from rocking on
    /// their edges. An elastic contact takes its deepest point alone: there only is the force the gradient of its energy.
    pub fn patch_depth(&self) -> f64 {
        1.0 - self.elasticity
    }

    /// Whether the energy error of steps is taken back.
    pub fn corrects(&self) -> bool {
        self.correction > 0.0
    }

    /// Elastic force over the overlap: k d^(m-1) [N/m].
    #[inline]
    fn secant(&self, overlap: f64) -> f64 {
        if self.exponent == LINEAR {
            self.stiffness
        } else if self.exponent == HERTZ {
            self.stiffness * overlap.sqrt()
        } else {
            self.stiffness * overlap.powf(self.exponent - 1.0)
        }
    }

    /// Elastic force at an overlap [N].
    #[inline]
    pub fn elastic_force(&self, overlap: f64) -> f64 {
        self.secant(overlap) * overlap
    }

    /// Energy w of an overlap [J].
    #[inline]
    pub fn elastic_energy(&self, overlap: f64) -> f64 {
        self.elastic_force(overlap) * overlap / (self.exponent + 1.0)
    }

    /// The overlap that has the energy w [m].
    pub fn overlap_with(&self, energy: f64) -> f64 {
        ((self.exponent + 1.0) * energy / self.stiffness).powf((self.exponent + 1.0).recip())
    }

    /// Stiffness dF/dd at an overlap [N/m].
    #[inline]
    pub fn tangent_stiffness(&self, overlap: f64) -> f64 {
        self.exponent * self.secant(overlap)
    }

    /// The share of its force that a contact has for itself; its dashpots and its tangential spring fade with it.
    #[inline]
    fn left(&self, touch: &ContactKinematics) -> f64 {
        touch.shared.left(touch.overlap, self.exponent)
    }

    /// Stiffness of the tangential spring [N/m].
    #[inline]
    fn tangential_stiffness(&self, touch: &ContactKinematics) -> f64 {
        self.tangential_ratio * self.tangent_stiffness(touch.overlap) * self.left(touch)
    }

    /// The forces of a contact in this step of `dt` [s], with its memory brought up to date.
    #[inline(always)]
    pub fn apply(&self, touch: &ContactKinematics, dt: f64, history: &mut ContactHistory) -> ContactForces {
        let n = touch.normal;
        let closing = -touch.velocity.dot(n);
        let plain = self.elastic_force(touch.overlap) * self.left(touch);
        let energy = self.elastic_energy(touch.overlap) * touch.shared.left(touch.overlap, self.exponent + 1.0);
        let elastic = plain * (1.0 + self.changed_share(touch, (plain, energy), dt, history));
        let dashpot = self.dashpot(touch, dt);
        // Grains do not pull: damping may take away all of the elastic force and no more.
        let damped = (dashpot * closing).max(-elastic);
        let normal_force = elastic + damped;
        let friction = self.friction_force(touch, dashpot, normal_force, dt, history);
        let couple = self.spread_couple(touch, dashpot, normal_force, dt);
        self.settle_accounts(touch, ([elastic, damped], friction, couple), energy, dt, history)
    }

    /// Strength of the normal dashpot [N s/m]: b sqrt(k m*) d^((m-1)/2), at most what takes a set share of the motion of the
    /// contact in one step.
    #[inline]
    fn dashpot(&self, touch: &ContactKinematics, dt: f64) -> f64 {
        if self.damping == 0.0 {
            return 0.0;
        }
        let root = (self.secant(touch.overlap) * touch.mass).sqrt();
        (self.damping * root).min(MOST_DAMPED * touch.mass / dt) * self.left(touch)
    }

    /// A contact that spreads over a patch resists rocking and spinning on it: the dashpots of the normal and of the
    /// tangential force, spread over the patch, have moments about its middle. Rocking needs more than that: its middle runs
    /// to an edge as soon as the face tilts by its overlap, which is a stiff spring, and without a dashpot to match the
    /// face rocks on, fed by the force that follows the deepest edge. Neither moment exceeds what the normal force bears:
    /// rocking by the moment that would lift the patch off, spinning by Coulomb's limit.
    #[inline]
    fn spread_couple(&self, touch: &ContactKinematics, dashpot: f64, normal_force: f64, dt: f64) -> DVec3 {
        if touch.patch == 0.0 {
            return DVec3::ZERO;
        }
        let n = touch.normal;
        let about = n * touch.turning.dot(n);
        let square = touch.patch * touch.patch;
        let rock = (ROCKING * square * dashpot).min(MOST_DAMPED * touch.inertia / dt);
        let rocking = (touch.turning - about) * -rock;
        let spinning = about * (-square * dashpot * self.tangential_damping);
        rocking.clamp_length_max(normal_force * touch.patch)
            + spinning.clamp_length_max(self.friction * normal_force * touch.patch)
    }

    /// By which share the elastic force, of `plain` [N] with the energy w [J], is changed to take the energy error back, that of
    /// this step included. Against the motion of a step, a force does the work F closing dt; larger by a share c, it does c
    /// times as much more, half of it in this step and half in the next. A contact at rest does next to no work, and is left
    /// alone.
    #[inline]
    fn changed_share(
        &self,
        touch: &ContactKinematics,
        (plain, w): (f64, f64),
        dt: f64,
        history: &ContactHistory,
    ) -> f64 {
        let apart = touch.normal.dot(touch.velocity);
        let work = -plain * apart * dt;
        if !self.corrects() || work == 0.0 {
            return 0.0;
        }
        let old_work = history.pushes[0] * history.normal.dot(touch.velocity_before) * dt;
        // What neighbouring contacts hand to each other is no error of this step: only their common account tells.
        let lone = touch.shared.part == 0.0;
        let made = if lone { 0.5 * (old_work - work) + w - history.elastic } else { -0.5 * history.energy_error };
        let moving = (work / (AT_REST * w)).powi(2).min(1.0);
        let most = MOST_CHANGED * moving;
        ((history.energy_error + made * self.correction) / work).clamp(-most, most)
    }

    /// The spring is turned with the contact, stretched by the sliding of this step, and held to Coulomb's limit. Its dashpot has
    /// what the spring leaves of the limit: so neither ever gives energy. (A spring that took over what its dashpot does at the
    /// limit would be stretched by velocity alone, and lightly loaded contacts would shake a bed for ever.)
    #[inline]
    fn friction_force(
        &self,
        touch: &ContactKinematics,
        dashpot: f64,
        normal_force: f64,
        dt: f64,
        history: &mut ContactHistory,
    ) -> DVec3 {
        if self.friction == 0.0 {
            return DVec3::ZERO;
        }
        let n = touch.normal;
        let sliding = touch.velocity - n * touch.velocity.dot(n);
        let spring = turned_with(history.spring, history.normal, n, touch.spin * dt) + sliding * dt;
        let stiffness = self.tangential_stiffness(touch);
        let viscous = (dashpot * self.tangential_damping).min(MOST_DAMPED_ACROSS * touch.mass_across / dt);
        let (pull, limit) = (spring * -stiffness, self.friction * normal_force);
        let square = pull.length_squared();
        if square <= limit * limit {
            history.spring = spring;
            return held(pull, sliding * -viscous, limit);
        }
        // Slipping: the spring is as long as the limit allows.
        let share = limit / square.sqrt();
        history.spring = spring * share;
        pull * share
    }

    /// Work and energy of the step: forces act for half a step at its start, with the arms of then, and half a step at
    /// its end; `elastic` is the energy of the overlap [J].
    #[inline]
    fn settle_accounts(
        &self,
        touch: &ContactKinematics,
        (pushes, friction, couple): ([f64; 2], DVec3, DVec3),
        elastic: f64,
        dt: f64,
        history: &mut ContactHistory,
    ) -> ContactForces {
        let apart = [history.normal.dot(touch.velocity_before), touch.normal.dot(touch.velocity)];
        let work = |k: usize| 0.5 * dt * (history.pushes[k] * apart[0] + pushes[k] * apart[1]);
        let [elastic_work, damping_work] = [work(0), work(1)];
        let friction_work = 0.5 * dt * (history.friction().dot(touch.velocity_before) + friction.dot(touch.velocity));
        let couple_work = 0.5 * dt * (history.couple() + couple).dot(touch.turning);
        let stiffness = self.tangential_stiffness(touch);
        let tangential = 0.5 * stiffness * history.spring.length_squared();
        let dissipated_friction = -friction_work - (tangential - history.tangential);
        let made = elastic_work + elastic - history.elastic;
        history.energy_error += made * self.correction;
        (history.touching, history.parting) = (true, false);
        history.normal = touch.normal;
        history.arms = touch.arms;
        history.keep_forces(pushes, friction, couple);
        history.elastic = elastic;
        history.tangential = tangential;
        ContactForces {
            force: history.force,
            couple,
            arm_a: touch.arms[0],
            arm_b: touch.arms[1],
            dissipated_damping: -damping_work - couple_work,
            dissipated_friction,
            ended: false,
            errors: BodyErrors::default(),
            patch_work: made * self.patch_depth(),
        }
    }
}

/// A force and as much of another as keeps the sum within a limit, which the first one does not exceed.
#[inline]
fn held(first: DVec3, second: DVec3, limit: f64) -> DVec3 {
    let sum = first + second;
    if sum.length_squared() <= limit * limit {
        return sum;
    }
    let (square, along) = (second.length_squared(), first.dot(second));
    let room = (limit * limit - first.length_squared()).max(0.0);
    let root = (along * along + square * room).sqrt();
    // Two forms of the same root, each where nothing cancels.
    let share = if along > 0.0 { room / (along + root) } else { (root - along) / square };
    first + second * share
}

/// The tangential vector `spring` carried from the old normal to the new one, turned by `spin` [rad] about it; its
/// length is kept.
#[inline]
fn turned_with(spring: DVec3, old: DVec3, new: DVec3, spin: f64) -> DVec3 {
    if spring == DVec3::ZERO {
        return spring;
    }
    // The rotation by the least angle that takes the old normal to the new one, after Rodrigues.
    let (cross, cos) = (old.cross(new), old.dot(new));
    let carried = spring * cos + cross.cross(spring) + cross * (cross.dot(spring) / (1.0 + cos).max(f64::EPSILON));
    let turned = carried + new.cross(carried) * spin;
    let tangential = turned - new * new.dot(turned);
    let square = tangential.length_squared();
    if square > 0.0 { tangential * (spring.length_squared() / square).sqrt() } else { DVec3::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let law = PairLaw { stiffness: 1e4, exponent: 1.0, restitution: 0.1, friction: 0.5, tangential_ratio: 0.4 };
        let (law, dt, mut history) = (Law::new(&law, false), 1e-5, ContactHistory::default());
        let (limit, phase) = (0.5 * law.elastic_force(1e-8), std::f64::consts::TAU / 20.0);
        let (mut way, mut taken, mut at_limit) = (DVec3::ZERO, 0.0, 0);
        for step in 0..400 {
            let velocity =
                DVec3::new((phase * f64::from(step)).cos(), 0.4 * (phase * f64::from(step)).sin(), 0.0) * 2e-4;
            way += velocity * dt;
            let touch = ContactKinematics {
                overlap: 1e-8,
                normal: DVec3::Z,
                arms: [DVec3::ZERO; 2],
                velocity,
                velocity_before: velocity,
                spin: 0.0,
                mass: 1e-3,
                mass_across: 1e-3,
                turning: DVec3::ZERO,
                patch: 0.0,
                inertia: 0.0,
                shared: Shared::default(),
            };
            taken += law.apply(&touch, dt, &mut history).dissipated_friction;
            let friction = history.friction().length();
            assert!(history.spring.distance(way) < 1e-12 * 1e-8, "step {step}: {} is not {way}", history.spring);
            assert!(friction <= limit * (1.0 + 1e-12), "step {step}: {friction:e} N");
            at_limit += usize::from(friction > limit * (1.0 - 1e-12));
            assert!(step % 20 != 19 || taken > 0.0, "step {step}: {taken:e} J");
        }
        assert!(at_limit > 200, "{at_limit} steps at the limit");
    }

    /// A contact that slides, of bodies that are easily moved across its normal: the spring has its part, and the dashpot
    /// takes no more than its share of the motion.
    #[test]
    fn dashpots_across_the_normal_take_a_tenth_of_the_motion_at_most() {
        let law = PairLaw { stiffness: 1e4, exponent: 1.0, restitution: 0.1, friction: 1e6, tangential_ratio: 0.4 };
        let (law, dt, speed) = (Law::new(&law, false), 1e-4, 0.2);
        let viscous = |mass_across: f64| {
            let touch = ContactKinematics {
                overlap: 1e-4,
                normal: DVec3::Z,
                arms: [DVec3::ZERO; 2],
                velocity: DVec3::X * speed,
                velocity_before: DVec3::X * speed,
                spin: 0.0,
                mass: 1e-3,
                mass_across,
                turning: DVec3::ZERO,
                patch: 0.0,
                inertia: 0.0,
                shared: Shared::default(),
            };
            let force = law.apply(&touch, dt, &mut ContactHistory::default()).force.x;
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
