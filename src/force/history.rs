//! What a contact remembers from one step to the next.

use std::ops::Index;

use glam::DVec3;

use super::real::Real;
use super::rolling::RollingHistory;
use super::vec3::Vec3;

/// What a contact did in the last step, with the history of its friction spring and the account of its energy. The default is
/// a contact that has just begun. It fills whole lines of the cache, and what the bodies sum is in the first of them: beds of
/// balls wait for these more than for anything else.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ContactHistory {
    /// Force on B at the last step; A had the opposite [N].
    pub force: DVec3,
    /// Torque on B about its centre at the last step [N m]. That on A follows from it, see [`ContactHistory::torque_on_a`].
    pub torque: DVec3,
    /// Energy that the steps so far have made out of nothing and that is still to be taken back; 0 where damped [J].
    pub energy_error: f64,
    /// The bodies touched in the last step.
    pub touching: bool,
    /// The bodies have come apart, and the force of the last step is the one that takes the energy error back.
    pub parting: bool,
    /// The answer of the last step is only bounded.
    pub unconverged: bool,
    /// Overlap of the last step, which made the force [m]; single precision is what the line of the cache has left.
    pub overlap: f32,
    /// Normal at the last step, from A to B.
    pub normal: DVec3,
    /// Stretch of the tangential spring, from A to B [m]; where it keeps its force while the load changes, that force over a
    /// constant [m^m].
    pub spring: DVec3,
    /// From the centres of A and B to the contact point, at the last step [m].
    pub arms: [DVec3; 2],
    /// Forces on B along the normal at the last step: from the overlap, from damping [N].
    pub pushes: [f64; 2],
    /// Energy w of the overlap at the last step [J].
    pub elastic: f64,
    /// Energy of the tangential spring at the last step [J].
    pub tangential: f64,
    /// Rolling and twisting: a line of the cache that is left alone where no law resists them.
    pub rolling: RollingHistory,
}

const _: () = assert!(size_of::<ContactHistory>() == 256 && std::mem::offset_of!(ContactHistory, normal) == 64);
const _: () = assert!(std::mem::offset_of!(ContactHistory, rolling) == 192);

impl ContactHistory {
    /// Whether anything is remembered: the contact touched in the last step, or had its last force in it.
    #[inline]
    pub fn is_active(&self) -> bool {
        self.touching | self.parting
    }

    /// Keeps the forces on B: pushes along the normal, friction [N], and a couple beside the torque of both [N m]. Normal and
    /// arms are to be those of these forces.
    pub fn keep_forces(&mut self, pushes: [f64; 2], friction: DVec3, couple: DVec3) {
        let mut at_point = PointHistory::<f64>::from_lanes(|_| self);
        at_point.keep_forces(self.normal.into(), pushes, friction.into());
        (self.pushes, self.force) = (pushes, at_point.force.into());
        self.keep_couple(couple);
    }

    /// Keeps the torque of the force and of a couple beside it, on B [N m]. Force and arms are to be those of this step.
    #[inline]
    pub fn keep_couple(&mut self, couple: DVec3) {
        self.torque = self.arms[1].cross(self.force) + couple;
    }

    /// Force on B from friction at the last step [N].
    #[inline]
    pub fn friction(&self) -> DVec3 {
        PointHistory::<f64>::from_lanes(|_| self).friction().into()
    }

    /// Torque on B at the last step beside that of the forces, from the spread of the contact and from rolling [N m].
    #[inline]
    pub fn couple(&self) -> DVec3 {
        self.torque - self.arms[1].cross(self.force)
    }

    /// The part of it that is from the spread of the contact [N m].
    #[inline]
    pub fn spread_couple(&self) -> DVec3 {
        self.couple() - self.rolling.moment
    }

    /// Torque on A about its centre, from which B's centre is at `between` [m], [N m]: what A and B get together is that of two
    /// opposite forces at their centres, whatever the place of the contact.
    #[inline]
    pub fn torque_on_a(&self, between: DVec3) -> DVec3 {
        -(between.cross(self.force) + self.torque)
    }
}

/// What the law asks of the history of a contact, and brings up to date: all but arms and torque. For one contact or several
/// together; units are those of [`ContactHistory`].
#[derive(Clone, Copy, Debug)]
pub struct PointHistory<T> {
    pub normal: Vec3<T>,
    pub spring: Vec3<T>,
    pub pushes: [T; 2],
    pub force: Vec3<T>,
    pub elastic: T,
    pub tangential: T,
    pub energy_error: T,
}

impl<R: Real> PointHistory<R> {
    /// The histories of contacts, by their lanes.
    #[inline(always)]
    pub fn from_lanes<'h>(of: impl Fn(usize) -> &'h ContactHistory) -> Self {
        Self {
            normal: Vec3::from_lanes(|lane| of(lane).normal),
            spring: Vec3::from_lanes(|lane| of(lane).spring),
            pushes: [0, 1].map(|k: usize| R::from_lanes(|lane| of(lane).pushes[k])),
            force: Vec3::from_lanes(|lane| of(lane).force),
            elastic: R::from_lanes(|lane| of(lane).elastic),
            tangential: R::from_lanes(|lane| of(lane).tangential),
            energy_error: R::from_lanes(|lane| of(lane).energy_error),
        }
    }

    /// As each contact keeps them.
    #[inline(always)]
    pub fn to_lanes(self) -> PointHistory<R::Lanes> {
        PointHistory {
            normal: self.normal.to_lanes(),
            spring: self.spring.to_lanes(),
            pushes: self.pushes.map(R::to_lanes),
            force: self.force.to_lanes(),
            elastic: self.elastic.to_lanes(),
            tangential: self.tangential.to_lanes(),
            energy_error: self.energy_error.to_lanes(),
        }
    }

    /// Keeps the forces on B: pushes along the normal, and friction [N].
    #[inline(always)]
    pub fn keep_forces(&mut self, normal: Vec3<R>, pushes: [R; 2], friction: Vec3<R>) {
        (self.normal, self.pushes) = (normal, pushes);
        self.force = self.push() + friction;
    }

    /// Force on B along the normal.
    #[inline(always)]
    fn push(&self) -> Vec3<R> {
        self.normal * (self.pushes[0] + self.pushes[1])
    }

    /// Force on B from friction.
    #[inline(always)]
    pub fn friction(&self) -> Vec3<R> {
        self.force - self.push()
    }
}

impl<L: Index<usize, Output = f64>> PointHistory<L> {
    /// Brings the history of one contact up to date: all but its arms, its torque, and whether it touches.
    #[inline(always)]
    pub fn keep(&self, lane: usize, history: &mut ContactHistory) {
        history.normal = self.normal.of(lane);
        history.spring = self.spring.of(lane);
        history.pushes = [self.pushes[0][lane], self.pushes[1][lane]];
        history.force = self.force.of(lane);
        history.elastic = self.elastic[lane];
        history.tangential = self.tangential[lane];
        history.energy_error = self.energy_error[lane];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forces_come_back_from_what_is_kept_of_them() {
        let (a, b, point) = (DVec3::new(0.1, 0.2, 0.3), DVec3::new(0.4, 0.1, 0.5), DVec3::new(0.3, 0.2, 0.4));
        let (normal, friction) = (DVec3::new(0.6, 0.0, 0.8), DVec3::new(0.08, 0.3, -0.06));
        let mut history = ContactHistory { normal, arms: [point - a, point - b], ..ContactHistory::default() };
        let couple = DVec3::new(1e-3, 2e-3, -3e-3);
        history.keep_forces([2.0, -0.5], friction, couple);
        let force = normal * 1.5 + friction;
        assert!(history.force.distance(force) < 1e-15 && history.friction().distance(friction) < 1e-15);
        assert!(history.couple().distance(couple) < 1e-15);
        let on_a = -((point - a).cross(force) + couple);
        assert!(history.torque_on_a(b - a).distance(on_a) < 1e-15);
        // Without friction and spread, nothing is left of either by rounding: they would do work.
        history.keep_forces([2.0, -0.5], DVec3::ZERO, DVec3::ZERO);
        assert_eq!((history.friction(), history.couple()), (DVec3::ZERO, DVec3::ZERO));
    }
}
