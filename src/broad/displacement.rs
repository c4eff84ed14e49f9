//! When the neighbour list is out of date: how far the surface of a body may have moved since the list was made.
//!
//! The list holds every pair whose boxes, each grown by half the skin, touch. As long as no point of any body has moved
//! further than half the skin, each body is still inside its grown box, and no pair outside the list can touch.

use glam::DVec3;
use rayon::prelude::*;

use crate::geometry::Pose;

/// Bodies that one thread takes at a time.
const CHUNK: usize = 1024;
/// Rebuild this share of the skin early: more than the rounding of a travel.
const EARLY: f64 = 1e-9;

/// A bound of how far the surface of a body has moved between two poses [m], for a body with these
/// [`levers`](crate::geometry::Shape::levers) [m].
///
/// A point at r moves by Dx + (Q1 - Q0) r. A turn by the angle phi moves a point at distance R from the axis by the
/// chord 2 R sin(phi/2), and the vector part of the relative quaternion has the length sin(phi/2). The sum of both
/// lengths is reached by a point of the rim when shift and chord are parallel, so that no smaller bound holds for all
/// bodies of that radius. (For phi above pi the chord shrinks again; the formula follows, as it compares two poses and
/// not the way between them.)
///
/// A body of revolution does not care for its turn about its own axis: what moves its surface is the tilt of that axis, and
/// the sine of half that tilt is the length of the other two components. A needle spins fast, and must not ask for a new list
/// in every step for that.
#[inline]
pub fn surface_displacement(from: &Pose, to: &Pose, levers: DVec3) -> f64 {
    let relative = from.orientation.conjugate() * to.orientation;
    from.position.distance(to.position) + (relative.xyz() * levers).length()
}

/// Whether any body may have left its box, grown by half of `skin` [m], since its pose was `before`. True also when a
/// pose is NaN, so that the rebuild names the body.
pub fn needs_rebuild(before: &[Pose], now: &[Pose], levers: impl Fn(usize) -> DVec3 + Sync, skin: f64) -> bool {
    let limit = 0.5 * skin * (1.0 - EARLY);
    let stays = |body: usize| match (&before[body], &now[body], levers(body)) {
        // No turn moves the surface of a ball: its shift is all, and needs no root.
        (from, to, DVec3::ZERO) => from.position.distance_squared(to.position) <= limit * limit,
        (from, to, levers) => surface_displacement(from, to, levers) <= limit,
    };
    let all_stay = |chunk: usize| (chunk * CHUNK..now.len().min((chunk + 1) * CHUNK)).all(stays);
    before.len() != now.len() || !(0..now.len().div_ceil(CHUNK)).into_par_iter().all(all_stay)
}

#[cfg(test)]
mod tests {
    use glam::DQuat;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::geometry::{Cylinder, Shape, Sphere};

    fn vector(rng: &mut Pcg64) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)))
    }

    #[test]
    fn no_surface_point_moves_further_and_one_nearly_does() {
        let mut rng = Pcg64::seed_from_u64(51);
        for _ in 0..300 {
            let radius = 10f64.powf(rng.random_range(-4.0..1.0));
            let from = Pose::new(vector(&mut rng), DQuat::from_scaled_axis(vector(&mut rng)));
            let axis = vector(&mut rng).normalize();
            let turn = DQuat::from_axis_angle(axis, 10f64.powf(rng.random_range(-6.0..0.49)));
            // A shift across the axis, so that the chord of some rim point is along it.
            let shift = axis.any_orthonormal_vector() * radius * 10f64.powf(rng.random_range(-6.0..0.0));
            let to = Pose::new(from.position + shift, turn * from.orientation);
            let bound = surface_displacement(&from, &to, DVec3::splat(2.0 * radius));
            let moved = |local: DVec3| to.apply(local).distance(from.apply(local));
            let furthest = (0..2000)
                .map(|k| f64::from(k) / 2000.0 * std::f64::consts::TAU)
                .map(|angle| DQuat::from_axis_angle(axis, angle) * axis.any_orthonormal_vector() * radius)
                .map(|rim| moved(from.orientation.inverse() * rim))
                .fold(0.0, f64::max);
            assert!(moved(vector(&mut rng).normalize() * radius) <= bound * (1.0 + 1e-9));
            // Positions of order one round at 1e-16, which shows in the smallest moves.
            assert!(furthest <= bound + 1e-15 && furthest >= bound * 0.9999 - 1e-15, "{furthest:e} of {bound:e}");
        }
    }

    #[test]
    fn bodies_of_revolution_may_spin() {
        let mut rng = Pcg64::seed_from_u64(52);
        let rod = Shape::Cylinder(Cylinder::new(0.1, 3.0).expect("a rod"));
        for _ in 0..300 {
            let from = Pose::new(vector(&mut rng), DQuat::from_scaled_axis(vector(&mut rng)));
            let tilt = DQuat::from_scaled_axis(vector(&mut rng) * 10f64.powf(rng.random_range(-6.0..0.0)));
            let spin = DQuat::from_rotation_z(rng.random_range(-3.0..3.0));
            let to = Pose::new(from.position, from.orientation * tilt * spin);
            let bound = surface_displacement(&from, &to, rod.levers());
            // The surface, seen along any direction of the world, lies no further out than it did, but for the bound.
            let height =
                |pose: &Pose, n: DVec3| (pose.orientation * rod.support(pose.orientation.inverse() * n)).dot(n);
            let moved = |n: DVec3| (height(&to, n) - height(&from, n)).abs();
            let furthest = (0..500).map(|_| moved(vector(&mut rng).normalize())).fold(0.0, f64::max);
            assert!(furthest <= bound + 1e-14, "{furthest:e} of {bound:e}");
            assert!(furthest >= 0.3 * bound - 1e-14, "{furthest:e} of {bound:e}: too wide a bound");
        }
        assert_eq!(Shape::Sphere(Sphere::new(2.0).expect("a sphere")).levers(), DVec3::ZERO);
    }

    #[test]
    fn half_the_skin_is_the_limit_and_nan_is_not_overlooked() {
        let before = [Pose::IDENTITY, Pose::at(DVec3::X)];
        let moved = |by: f64| [Pose::IDENTITY, Pose::at(DVec3::X * (1.0 + by))];
        let stale = |now: &[Pose]| needs_rebuild(&before, now, |_| DVec3::splat(0.2), 0.02);
        assert!(!stale(&before) && !stale(&moved(0.00999)) && stale(&moved(0.01001)) && stale(&moved(f64::NAN)));
        // On the rim at 0.1 m, 0.1 rad is 0.01 m.
        let turned = |angle: f64| [before[0], Pose::new(DVec3::X, DQuat::from_rotation_y(angle))];
        assert!(!stale(&turned(0.0999)) && stale(&turned(0.1001)));
        assert!(stale(&before[..1]));
    }
}
