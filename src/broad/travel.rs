//! When the neighbour list is out of date: how far the surface of a body may have moved since the list was made.
//!
//! The list holds every pair whose boxes, each grown by half the skin, touch. As long as no point of any body has moved
//! further than half the skin, each body is still inside its grown box, and no pair outside the list can touch.

use rayon::prelude::*;

use crate::bodies::Pose;
use crate::gpu::shader::{BOXES, FIXED, MATH, POSE, Source};

/// The kernel.
pub const TRAVEL: Source =
    Source { name: "travel", parts: &[MATH, FIXED, POSE, BOXES, include_str!("../../shaders/broad/travel.wgsl")] };

/// Rebuild this share of the skin early: more than the rounding of a travel.
const EARLY: f64 = 1e-9;

/// A bound of how far any point of a body has moved between two poses [m], for a body within `radius` [m] of the
/// origin of its frame.
///
/// A point at r moves by Dx + (Q1 - Q0) r. A turn by the angle phi moves a point at distance R from the axis by the
/// chord 2 R sin(phi/2), and the vector part of the relative quaternion has the length sin(phi/2). The sum of both
/// lengths is reached by a point of the rim when shift and chord are parallel, so that no smaller bound holds for all
/// bodies of that radius. (For phi above pi the chord shrinks again; the formula follows, as it compares two poses and
/// not the way between them.)
#[inline]
pub fn surface_travel(from: &Pose, to: &Pose, radius: f64) -> f64 {
    let relative = from.orientation.conjugate() * to.orientation;
    let half_sine = relative.xyz().length().min(1.0);
    from.position.distance(to.position) + 2.0 * radius * half_sine
}

/// Whether any body may have left its box, grown by half of `skin` [m], since its pose was `before`. True also when a
/// pose is NaN, so that the rebuild names the body.
pub fn needs_rebuild(before: &[Pose], now: &[Pose], radius: impl Fn(usize) -> f64 + Sync, skin: f64) -> bool {
    let limit = 0.5 * skin * (1.0 - EARLY);
    let stays = |(body, (from, to)): (usize, (&Pose, &Pose))| surface_travel(from, to, radius(body)) <= limit;
    before.len() != now.len() || !before.par_iter().zip(now).enumerate().with_min_len(1024).all(stays)
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

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
            let bound = surface_travel(&from, &to, radius);
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
    fn half_the_skin_is_the_limit_and_nan_is_not_overlooked() {
        let before = [Pose::IDENTITY, Pose::at(DVec3::X)];
        let moved = |by: f64| [Pose::IDENTITY, Pose::at(DVec3::X * (1.0 + by))];
        let stale = |now: &[Pose]| needs_rebuild(&before, now, |_| 0.1, 0.02);
        assert!(!stale(&before) && !stale(&moved(0.00999)) && stale(&moved(0.01001)) && stale(&moved(f64::NAN)));
        // On the rim at 0.1 m, 0.1 rad is 0.01 m.
        let turned = |angle: f64| [before[0], Pose::new(DVec3::X, DQuat::from_rotation_y(angle))];
        assert!(!stale(&turned(0.0999)) && stale(&turned(0.1001)));
        assert!(stale(&before[..1]));
    }
}
