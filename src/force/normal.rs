//! Along the normal: the elastic force with its energy w = k d^(m+1)/(m+1), what pulls with its own, the dashpot b sqrt(k m*) d^((m-1)/2), and the
//! share by which the elastic force is changed to take the energy error back.

use super::cohesion::Pull;
use super::history::PointHistory;
use super::kinematics::PointKinematics;
use super::law::Law;
use super::real::{Mask, Real};

/// While a contact lasts, its elastic force is changed by at most this share to take its energy error back.
pub(crate) const MOST_CHANGED: f64 = 0.3;
/// A contact whose force does less work in a step than this share of its energy is on its way to rest: in a collision of
/// a hundred steps it is ten times as much, but for the turning point.
pub(crate) const AT_REST: f64 = 1e-3;
/// Share of the motion of a contact that a dashpot takes at most in one step. Its force is that of the velocity half a step
/// ago: the dashpots of a grain with many contacts must not take more than all of its motion together, or they turn it
/// round from step to step, which shakes a packing until its friction gives way.
pub(crate) const MOST_DAMPED: f64 = 0.25;

/// The spring of the normal force at one overlap. All that is asked of it goes by one power, which is taken once.
#[derive(Clone, Copy, Debug)]
pub struct NormalSpring<R> {
    overlap: R,
    exponent: R,
    /// Elastic force over the overlap: k d^(m-1) [N/m].
    secant: R,
    /// What pulls against it.
    pub(super) pull: Pull<R>,
}

impl<R: Real> NormalSpring<R> {
    /// Force of the spring alone [N].
    #[inline(always)]
    pub(super) fn push(&self) -> R {
        self.secant * self.overlap
    }

    /// Energy of the spring alone [J].
    #[inline(always)]
    pub(super) fn stored(&self) -> R {
        self.push() * self.overlap / (self.exponent + R::splat(1.0))
    }

    /// Elastic force, less what pulls [N].
    #[inline(always)]
    pub fn elastic_force(&self) -> R {
        self.push() - self.pull.force
    }

    /// Energy w of the overlap, with the potential of what pulls [J].
    #[inline(always)]
    pub fn elastic_energy(&self) -> R {
        self.stored() + self.pull.energy
    }

    /// Stiffness dF/dd [N/m].
    #[inline(always)]
    pub fn tangent_stiffness(&self) -> R {
        self.exponent * self.secant
    }
}

impl<R: Real> Law<R> {
    /// The spring of the normal force at an overlap [m]; below 0 is a gap, at which it does nothing, but for a neck.
    #[inline(always)]
    pub fn normal_spring(&self, overlap: R) -> NormalSpring<R> {
        let pull = self.attraction.at(overlap);
        let overlap = pull.overlap;
        let mut secant = self.stiffness * overlap.power(self.exponent - R::splat(1.0));
        if !self.attraction.is_none() {
            secant = R::select(overlap.exceeds(0.0), secant, R::splat(0.0));
        }
        NormalSpring { overlap, exponent: self.exponent, secant, pull }
    }

    /// Strength of the normal dashpot [N s/m]: b sqrt(k m*) d^((m-1)/2), at most what takes a set share of the motion of the
    /// contact in one step.
    #[inline(always)]
    pub(super) fn dashpot(&self, contact: &PointKinematics<R>, spring: &NormalSpring<R>, dt: f64) -> R {
        if self.damping.equals(0.0).all() {
            return R::splat(0.0);
        }
        let root = (spring.secant * contact.mass).sqrt();
        (self.damping * root).min(contact.mass * MOST_DAMPED / R::splat(dt)) * contact.own.force
    }

    /// By which share the elastic force, of `plain` [N] with the energy w [J], is changed to take the energy error back, that of
    /// this step included. Against the motion of a step, a force does the work F closing dt; larger by a share c, it does c
    /// times as much more, half of it in this step and half in the next. A contact at rest does next to no work, and is left
    /// alone.
    #[inline(always)]
    pub(super) fn changed_share(
        &self,
        contact: &PointKinematics<R>,
        (plain, w): (R, R),
        dt: f64,
        history: &PointHistory<R>,
    ) -> R {
        let corrects = self.correction.exceeds(0.0);
        if corrects.none() {
            return R::splat(0.0);
        }
        let work = -plain * contact.normal.dot(contact.velocity) * dt;
        let old_work = history.pushes[0] * history.normal.dot(contact.velocity_before) * dt;
        // What neighbouring contacts hand to each other is no error of this step: only their common account tells.
        let step = (old_work - work) * 0.5 + w - history.elastic;
        let made = R::select(contact.own.alone, step, history.energy_error * -0.5);
        let moving = work / (w * AT_REST);
        let most = (moving * moving).min(R::splat(1.0)) * MOST_CHANGED;
        let works = work.equals(0.0).negated();
        let error = history.energy_error + made * self.correction;
        R::select(corrects & works, (error / work).clamp_to(most), R::splat(0.0))
    }
}

impl Law {
    /// Stiffness dF/dd at an overlap [N/m].
    pub fn tangent_stiffness(&self, overlap: f64) -> f64 {
        self.normal_spring(overlap).tangent_stiffness()
    }

    /// The larger of the stiffness at an overlap [m] and of that of what pulls, wherever it is largest [N/m].
    pub fn steepest(&self, overlap: f64) -> f64 {
        self.tangent_stiffness(overlap).max(self.attraction.steepest())
    }

    /// What pulls the bodies together at an overlap [m], [N].
    pub fn pull_at(&self, overlap: f64) -> f64 {
        self.attraction.at(overlap).force
    }

    /// The overlap that has the energy w, without cohesion [m].
    pub fn overlap_with(&self, energy: f64) -> f64 {
        ((self.exponent + 1.0) * energy / self.stiffness).powf((self.exponent + 1.0).recip())
    }
}
