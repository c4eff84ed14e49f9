//! The account of energy of a contact: the work of its forces in a step, and what has become of it.

use std::ops::{AddAssign, Index};

use super::history::PointHistory;
use super::kinematics::PointKinematics;
use super::law::Law;
use super::real::Real;
use super::vec3::Vec3;

/// Where the energy of a contact has gone in a step [J].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactFlows<T = f64> {
    /// Turned into heat by damping.
    pub dissipated_damping: T,
    /// Turned into heat by friction.
    pub dissipated_friction: T,
    /// Turned into heat by resistance to rolling and twisting.
    pub dissipated_rolling: T,
    /// Brought in by the elastic force of a damped contact, because it acts at the middle of a patch: its work in this step
    /// and the change of w.
    pub patch_work: T,
}

impl<R: Real> ContactFlows<R> {
    /// Those of several contacts, to be taken one by one.
    #[inline(always)]
    pub fn to_lanes(self) -> ContactFlows<R::Lanes> {
        ContactFlows {
            dissipated_damping: self.dissipated_damping.to_lanes(),
            dissipated_friction: self.dissipated_friction.to_lanes(),
            dissipated_rolling: self.dissipated_rolling.to_lanes(),
            patch_work: self.patch_work.to_lanes(),
        }
    }
}

impl<L: Index<usize, Output = f64>> ContactFlows<L> {
    /// Those of one contact.
    #[inline(always)]
    pub fn of(&self, lane: usize) -> ContactFlows {
        ContactFlows {
            dissipated_damping: self.dissipated_damping[lane],
            dissipated_friction: self.dissipated_friction[lane],
            dissipated_rolling: self.dissipated_rolling[lane],
            patch_work: self.patch_work[lane],
        }
    }
}

impl AddAssign for ContactFlows {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.dissipated_damping += other.dissipated_damping;
        self.dissipated_friction += other.dissipated_friction;
        self.dissipated_rolling += other.dissipated_rolling;
        self.patch_work += other.patch_work;
    }
}

impl<R: Real> Law<R> {
    /// Work and energy of the step: forces act for half a step at its start, with the arms of then, and half a step at
    /// its end. `pushes` are along the normal, from the overlap and from damping [N]; `elastic` is the energy of the overlap,
    /// `tangential` that of the tangential spring [J].
    #[inline(always)]
    pub(super) fn settle_accounts(
        &self,
        contact: &PointKinematics<R>,
        (pushes, friction): ([R; 2], Vec3<R>),
        (elastic, tangential): (R, R),
        dt: f64,
        history: &mut PointHistory<R>,
    ) -> ContactFlows<R> {
        let half = 0.5 * dt;
        let apart = [history.normal.dot(contact.velocity_before), contact.normal.dot(contact.velocity)];
        let [elastic_work, damping_work] =
            [0, 1].map(|k: usize| (history.pushes[k] * apart[0] + pushes[k] * apart[1]) * half);
        let friction_work = (history.friction().dot(contact.velocity_before) + friction.dot(contact.velocity)) * half;
        let dissipated_friction = -friction_work - (tangential - history.tangential);
        let made = elastic_work + elastic - history.elastic;
        history.energy_error = history.energy_error + made * self.correction;
        history.keep_forces(contact.normal, pushes, friction);
        (history.elastic, history.tangential) = (elastic, tangential);
        ContactFlows {
            dissipated_damping: -damping_work,
            dissipated_friction,
            dissipated_rolling: R::splat(0.0),
            patch_work: made * self.patch_depth(),
        }
    }
}
