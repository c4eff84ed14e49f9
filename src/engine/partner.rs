//! A body as its contacts see it: what all of them need of it, worked out once in a step and kept together in memory.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::prefetch::prefetch;
use super::{Grains, ParticleTypes};
use crate::force::{
    ContactForces, ContactHistory, ContactKinematics, Law, Parting, RollingInertia, Shared, rocking_of,
};
use crate::geometry::Shape;
use crate::geometry::planar::PatchAxes;
use crate::motion::is_isotropic;

/// Bodies that one thread takes at a time.
const CHUNK: usize = 256;

/// The ball about a body's centre of mass that holds it: all that is looked at of a pair that is apart.
#[repr(align(32))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ball {
    /// Centre [m].
    pub center: DVec3,
    /// Radius [m].
    pub radius: f64,
}

/// How a body moves and what it is: one line of the cache.
#[repr(align(64))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BodyMotion {
    /// Velocity of the centre [m/s].
    pub velocity: DVec3,
    /// 1 / mass [1/kg]; 0 for a body that does not move, or only as it is told.
    pub inverse_mass: f64,
    /// Angular velocity [rad/s].
    pub spin: DVec3,
    /// Its kind, by index.
    pub kind: u32,
    /// Its material, by index. There are laws for all pairs of materials: far fewer than this holds.
    pub material: u16,
}

/// All grains as their contacts see them, each part in an array of its own: pairs that are apart read balls, contacts of
/// balls read body_motions too, and only those of other shapes the inertia.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partners {
    pub balls: Vec<Ball>,
    /// The body is the ball that holds it.
    pub are_balls: Vec<bool>,
    pub body_motions: Vec<BodyMotion>,
    /// Inverse of the inertia, in the world [1/(kg m2)].
    inertias: Vec<Symmetric>,
}

impl Partners {
    /// Brings all of them to where the grains are now.
    pub fn refresh(&mut self, grains: &Grains, kinds: &ParticleTypes) {
        self.balls.resize(grains.len(), Ball::default());
        self.are_balls.resize(grains.len(), false);
        self.body_motions.resize(grains.len(), BodyMotion::default());
        self.inertias.resize(grains.len(), Symmetric::default());
        let Self { balls, are_balls, body_motions, inertias } = self;
        let parts = (balls, are_balls, body_motions, inertias).into_par_iter().enumerate();
        parts.with_min_len(CHUNK).for_each(|(body, (ball, is_ball, mover, inertia))| {
            let partner = Partner::of(grains, kinds, body);
            (*ball, *mover, *inertia) = (partner.ball, partner.mover, partner.inverse_inertia);
            *is_ball = matches!(kinds.get(partner.mover.kind).shape, Shape::Sphere(_));
        });
    }

    /// Asks for one of them ahead of time.
    #[inline]
    pub fn prefetch(&self, body: usize) {
        prefetch(&self.balls[body]);
        prefetch(&self.body_motions[body]);
        prefetch(&self.inertias[body]);
    }

    /// One of them, with all that is known of it.
    pub fn get(&self, body: usize) -> Partner {
        Partner { ball: self.balls[body], mover: self.body_motions[body], inverse_inertia: self.inertias[body] }
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> usize {
        self.balls.capacity() * size_of::<Ball>()
            + self.are_balls.capacity()
            + self.body_motions.capacity() * size_of::<BodyMotion>()
            + self.inertias.capacity() * size_of::<Symmetric>()
    }
}

/// A body as a contact sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Partner {
    pub ball: Ball,
    pub mover: BodyMotion,
    /// Inverse of the inertia, in the world [1/(kg m2)].
    inverse_inertia: Symmetric,
}

impl Partner {
    /// A grain as it is now.
    #[inline(always)]
    pub fn of(grains: &Grains, kinds: &ParticleTypes, body: usize) -> Self {
        let (pose, motion) = (&grains.poses[body], &grains.motions[body]);
        let kind = kinds.get(grains.kinds[body]);
        let mut mover =
            BodyMotion { kind: grains.kinds[body], material: kind.material as u16, ..BodyMotion::default() };
        let mut inverse_inertia = Symmetric::default();
        if !grains.fixed[body] {
            let rates = kind.inverse_moments;
            let isotropic = is_isotropic(rates);
            inverse_inertia =
                if isotropic { Symmetric::diagonal(rates) } else { Symmetric::turned(rates, pose.orientation) };
            mover.velocity = motion.velocity;
            mover.inverse_mass = kind.inverse_mass;
            mover.spin = if isotropic { motion.momentum * rates.x } else { inverse_inertia.times(motion.momentum) };
        }
        Self { ball: Ball { center: pose.position, radius: kind.radius }, mover, inverse_inertia }
    }

    /// A body that moves as it is told, about a point [m], [m/s], [rad/s].
    pub fn driven(center: DVec3, velocity: DVec3, spin: DVec3) -> Self {
        let ball = Ball { center, radius: 0.0 };
        Self {
            ball,
            mover: BodyMotion { velocity, spin, ..BodyMotion::default() },
            inverse_inertia: Symmetric::default(),
        }
    }

    /// How readily the matter at `arm` gives way along the unit vector `n`: 1/m + (arm x n) . I^-1 (arm x n) [1/kg].
    fn mobility(&self, arm: DVec3, n: DVec3) -> f64 {
        self.mover.inverse_mass + self.inverse_inertia.along(arm.cross(n))
    }

    /// How readily it turns about the unit vector `axis`: axis . I^-1 axis [1/(kg m2)].
    fn turn_mobility(&self, axis: DVec3) -> f64 {
        self.inverse_inertia.along(axis)
    }

    /// How readily it rolls: turns about the axis through the point at `arm`, with the inertia I + m |axis x arm|^2 [1/(kg m2)].
    fn roll_mobility(&self, arm: DVec3, axis: DVec3) -> f64 {
        let (turn, inverse_mass) = (self.turn_mobility(axis), self.mover.inverse_mass);
        // Not by the inverses: those of a body that is held are 0.
        if turn > 0.0 { turn * inverse_mass / (inverse_mass + turn * axis.cross(arm).length_squared()) } else { 0.0 }
    }
}

impl BodyMotion {
    /// Velocity of its matter at `arm` from the centre [m/s].
    #[inline]
    pub fn velocity_at(&self, arm: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(arm)
    }
}

/// A symmetric matrix: its diagonal, and the entries yz, xz, xy.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Symmetric {
    diagonal: DVec3,
    beside: DVec3,
}

impl Symmetric {
    fn diagonal(diagonal: DVec3) -> Self {
        Self { diagonal, beside: DVec3::ZERO }
    }

    /// The matrix that is diagonal in a frame which is turned to the world.
    fn turned(diagonal: DVec3, turn: glam::DQuat) -> Self {
        let DMat3 { x_axis: x, y_axis: y, z_axis: z } = DMat3::from_quat(turn);
        let beside = |v: DVec3| DVec3::new(v.y * v.z, v.x * v.z, v.x * v.y);
        Self {
            diagonal: x * x * diagonal.x + y * y * diagonal.y + z * z * diagonal.z,
            beside: beside(x) * diagonal.x + beside(y) * diagonal.y + beside(z) * diagonal.z,
        }
    }

    fn times(&self, v: DVec3) -> DVec3 {
        let b = self.beside;
        self.diagonal * v + DVec3::new(b.z * v.y + b.y * v.z, b.z * v.x + b.x * v.z, b.y * v.x + b.x * v.y)
    }

    /// v . M v
    fn along(&self, v: DVec3) -> f64 {
        let across = DVec3::new(v.y * v.z, v.x * v.z, v.x * v.y);
        self.diagonal.dot(v * v) + 2.0 * self.beside.dot(across)
    }
}

/// The contact of two partners at a point, in the law's terms.
pub(crate) fn kinematics(
    (overlap, patch): (f64, PatchAxes),
    normal: DVec3,
    point: DVec3,
    [a, b]: [&Partner; 2],
    history: &ContactHistory,
) -> ContactKinematics {
    let arms = [point - a.ball.center, point - b.ball.center];
    let (first, second) = (&a.mover, &b.mover);
    let turning = second.spin - first.spin;
    // Only a contact that spreads resists rocking.
    let rocking_inertia = || {
        let rocking = rocking_of(&patch, normal, turning).try_normalize().unwrap_or(normal);
        (a.turn_mobility(rocking) + b.turn_mobility(rocking)).recip()
    };
    let velocity = second.velocity_at(arms[1]) - first.velocity_at(arms[0]);
    let across = velocity.reject_from_normalized(normal).try_normalize().unwrap_or(normal);
    let mass_along = |n: DVec3| (a.mobility(arms[0], n) + b.mobility(arms[1], n)).recip();
    ContactKinematics {
        overlap,
        normal,
        arms,
        velocity,
        velocity_before: second.velocity_at(history.arms[1]) - first.velocity_at(history.arms[0]),
        turning,
        inertia: if patch.is_point() { 0.0 } else { rocking_inertia() },
        patch,
        shared: Shared::default(),
        spin: 0.5 * (first.spin + second.spin).dot(normal),
        mass: mass_along(normal),
        mass_across: mass_along(across),
    }
}

/// The forces of a contact of two partners, and its moments against rolling and twisting where the law has them. `curvatures` are
/// 1 / R of both [1/m], 0 of a wall.
pub(crate) fn act(
    law: &Law,
    contact: &ContactKinematics,
    ([a, b], curvatures): ([&Partner; 2], [f64; 2]),
    dt: f64,
    history: &mut ContactHistory,
) -> ContactForces {
    let normal = history.normal;
    let mut done = law.apply(contact, dt, history);
    if law.rolls() {
        let radius = (curvatures[0] + curvatures[1]).recip();
        law.roll_with(contact, (normal, radius, rolling_inertia(contact, [a, b])), dt, (history, &mut done));
    }
    done
}

/// What a moment between two partners moves.
fn rolling_inertia(contact: &ContactKinematics, partners: [&Partner; 2]) -> RollingInertia<f64> {
    let n = contact.normal;
    // Where nothing turns, nothing depends on the axis.
    let axis = contact.turning.reject_from_normalized(n).try_normalize().unwrap_or(n);
    let together = |mobility: &dyn Fn(&Partner, DVec3) -> f64| {
        let [a, b] = [0, 1].map(|side| mobility(partners[side], contact.arms[side]));
        (a + b).recip()
    };
    RollingInertia {
        rolling: together(&|partner, arm| partner.roll_mobility(arm, axis)),
        turning: together(&|partner, _| partner.turn_mobility(axis)),
        twisting: together(&|partner, _| partner.turn_mobility(n)),
    }
}

/// Two partners that have come apart, in the law's terms; `body_errors` are the energy errors of both [J].
pub(crate) fn parting([a, b]: [&Partner; 2], body_errors: f64, history: &ContactHistory) -> Parting {
    let (first, second) = (&a.mover, &b.mover);
    let [arm_a, arm_b] = history.arms;
    // The place where the contact was has moved with each body: from one to the other, once from each centre.
    let between = (b.ball.center + arm_b) - (a.ball.center + arm_a);
    let arms = [arm_a + between * 0.5, arm_b - between * 0.5];
    let velocity = second.velocity_at(arms[1]) - first.velocity_at(arms[0]);
    let mass_along = |n: DVec3| (a.mobility(arms[0], n) + b.mobility(arms[1], n)).recip();
    Parting {
        velocity_before: second.velocity_at(arm_b) - first.velocity_at(arm_a),
        turning: second.spin - first.spin,
        arms,
        velocity,
        mass: mass_along(history.normal),
        mass_of_motion: mass_along(velocity.try_normalize().unwrap_or(history.normal)),
        body_errors,
        movable: [first, second].iter().map(|mover| u32::from(mover.inverse_mass > 0.0)).sum(),
    }
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    #[test]
    fn a_turned_matrix_does_what_turning_there_and_back_does() {
        let rates = DVec3::new(0.3, 1.7, 4.0);
        let turn = DQuat::from_xyzw(0.1, -0.5, 0.3, 0.7).normalize();
        let v = DVec3::new(0.2, -1.1, 0.7);
        let expected = turn * (rates * (turn.inverse() * v));
        let matrix = Symmetric::turned(rates, turn);
        assert!(matrix.times(v).distance(expected) < 1e-14);
        assert!((matrix.along(v) - v.dot(expected)).abs() < 1e-14);
    }
}
