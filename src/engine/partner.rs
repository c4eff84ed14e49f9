//! A body as its contacts see it: what all of them need of it, worked out once in a step and kept together in memory.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::{Grains, Kinds};
use crate::bodies::Shape;
use crate::force::{ContactMemory, Shared, Touch};
use crate::integrate::is_isotropic;

/// Bodies that one thread takes at a time.
const CHUNK: usize = 256;

/// A body as a contact sees it. The order is that of use: a pair that is apart reads the first line of the cache alone, one
/// of balls all but the inertia.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Partner {
    /// Centre of mass [m].
    pub center: DVec3,
    /// Radius of the ball about the centre that holds the body [m].
    pub radius: f64,
    /// Velocity of the centre [m/s].
    pub velocity: DVec3,
    /// 1 / mass [1/kg]; 0 for a body that does not move, or only as it is told.
    pub inverse_mass: f64,
    /// Angular velocity [rad/s].
    pub spin: DVec3,
    pub kind: u32,
    pub material: u16,
    /// The body is the ball that holds it.
    pub is_ball: bool,
    /// Inverse of the inertia, in the world [1/(kg m2)].
    inverse_inertia: Symmetric,
}

impl Partner {
    /// A grain as it is now.
    pub fn of(grains: &Grains, kinds: &Kinds, body: usize) -> Self {
        let (pose, motion) = (&grains.poses[body], &grains.motions[body]);
        let kind = kinds.get(grains.kinds[body]);
        let mut partner = Self {
            center: pose.position,
            radius: kind.radius,
            kind: grains.kinds[body],
            material: kind.material as u16,
            is_ball: matches!(kind.shape, Shape::Sphere(_)),
            ..Self::default()
        };
        if !grains.fixed[body] {
            let rates = kind.inertia.moments.recip();
            let isotropic = is_isotropic(rates);
            partner.velocity = motion.velocity;
            partner.inverse_mass = kind.inertia.mass.recip();
            partner.inverse_inertia =
                if isotropic { Symmetric::diagonal(rates) } else { Symmetric::turned(rates, pose.orientation) };
            partner.spin =
                if isotropic { motion.momentum * rates.x } else { partner.inverse_inertia.times(motion.momentum) };
        }
        partner
    }

    /// A body that moves as it is told, about a point [m], [m/s], [rad/s].
    pub fn driven(center: DVec3, velocity: DVec3, spin: DVec3) -> Self {
        Self { center, velocity, spin, ..Self::default() }
    }

    /// Velocity of its matter at `arm` from the centre [m/s].
    #[inline]
    pub fn velocity_at(&self, arm: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(arm)
    }

    /// How readily the matter at `arm` gives way along the unit vector `n`: 1/m + (arm x n) . I^-1 (arm x n) [1/kg].
    fn mobility(&self, arm: DVec3, n: DVec3) -> f64 {
        self.inverse_mass + self.inverse_inertia.along(arm.cross(n))
    }

    /// How readily it turns about the unit vector `axis`: axis . I^-1 axis [1/(kg m2)].
    fn turn_mobility(&self, axis: DVec3) -> f64 {
        self.inverse_inertia.along(axis)
    }
}

/// All grains as partners.
pub(super) fn partners(grains: &Grains, kinds: &Kinds, all: &mut Vec<Partner>) {
    let bodies = (0..grains.len()).into_par_iter().with_min_len(CHUNK);
    bodies.map(|body| Partner::of(grains, kinds, body)).collect_into_vec(all);
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

/// The touch of two partners at a point, in the law's terms.
pub(super) fn touch(
    (overlap, patch): (f64, f64),
    normal: DVec3,
    point: DVec3,
    [a, b]: [&Partner; 2],
    memory: &ContactMemory,
) -> Touch {
    let arms = [point - a.center, point - b.center];
    let turning = b.spin - a.spin;
    // Only a contact that spreads resists rocking.
    let rocking_inertia = || {
        let rocking = turning.reject_from_normalized(normal).try_normalize().unwrap_or(normal);
        (a.turn_mobility(rocking) + b.turn_mobility(rocking)).recip()
    };
    Touch {
        overlap,
        normal,
        arms,
        velocity: b.velocity_at(arms[1]) - a.velocity_at(arms[0]),
        velocity_before: b.velocity_at(memory.arms[1]) - a.velocity_at(memory.arms[0]),
        turning,
        inertia: if patch > 0.0 { rocking_inertia() } else { 0.0 },
        patch,
        shared: Shared::default(),
        spin: 0.5 * (a.spin + b.spin).dot(normal),
        mass: (a.mobility(arms[0], normal) + b.mobility(arms[1], normal)).recip(),
    }
}

/// The touch of two balls that overlap, from the line between their centres: the contact point is on it, so that neither
/// ball's inertia counts and no pose is asked for.
#[inline]
pub(super) fn touch_of_balls(overlap: f64, normal: DVec3, [a, b]: [&Partner; 2], memory: &ContactMemory) -> Touch {
    let (arm_a, arm_b) = (a.radius - 0.5 * overlap, b.radius - 0.5 * overlap);
    let apart = b.velocity - a.velocity;
    let [old_a, old_b] = memory.arms;
    Touch {
        overlap,
        normal,
        arms: [normal * arm_a, normal * -arm_b],
        velocity: apart - (a.spin * arm_a + b.spin * arm_b).cross(normal),
        velocity_before: apart + (b.spin.cross(old_b) - a.spin.cross(old_a)),
        turning: b.spin - a.spin,
        inertia: 0.0,
        patch: 0.0,
        shared: Shared::default(),
        spin: 0.5 * (a.spin + b.spin).dot(normal),
        mass: (a.inverse_mass + b.inverse_mass).recip(),
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

    #[test]
    fn balls_touch_as_any_bodies_do() {
        let moments = DVec3::splat(0.4);
        let ball = |center: DVec3, radius: f64, velocity: DVec3, spin: DVec3| Partner {
            center,
            radius,
            velocity,
            spin,
            inverse_mass: 0.5,
            inverse_inertia: Symmetric::diagonal(moments.recip()),
            is_ball: true,
            ..Partner::default()
        };
        let a = ball(DVec3::new(1.0, 2.0, -3.0), 1.0, DVec3::new(0.1, 0.2, 0.3), DVec3::new(3.0, -1.0, 2.0));
        let b = ball(DVec3::new(1.8, 3.0, -2.5), 0.5, DVec3::new(-0.4, 0.0, 0.6), DVec3::new(0.5, 4.0, -2.0));
        let between = b.center - a.center;
        let (normal, overlap) = (between.normalize(), 1.5 - between.length());
        let point = a.center + normal * (1.0 - 0.5 * overlap);
        let memory = ContactMemory { arms: [DVec3::new(0.6, 0.7, 0.2), -DVec3::Y], ..ContactMemory::default() };
        let any = touch((overlap, 0.0), normal, point, [&a, &b], &memory);
        let balls = touch_of_balls(overlap, normal, [&a, &b], &memory);
        for (p, q) in [
            (any.arms[0], balls.arms[0]),
            (any.arms[1], balls.arms[1]),
            (any.velocity, balls.velocity),
            (any.velocity_before, balls.velocity_before),
            (any.turning, balls.turning),
        ] {
            assert!(p.distance(q) < 1e-14, "{p} is not {q}");
        }
        assert!((any.mass - balls.mass).abs() < 1e-14 && (any.spin - balls.spin).abs() < 1e-14);
    }
}
