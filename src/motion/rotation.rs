//! The free turn of a rigid body, after Dullweber, Leimkuhler and McLachlan (1997), "Symplectic splitting methods for
//! rigid body molecular dynamics".

use glam::{DQuat, DVec3};

/// Orientation after a free turn of `dt` [s].
///
/// `orientation` leads from the body's principal frame to the world, `momentum` is the angular momentum in the world
/// [kg m2/s], which a free turn does not change, and `inertia` are the principal moments [kg m2]. The kinetic energy is a
/// sum of three terms, one for each principal axis, and each of them alone turns the body about its axis, exactly. Five
/// such turns, in an order that reads the same backwards, make the step symplectic and of second order. A body that is as
/// hard to turn about every axis turns about its momentum: that is one turn, and exact.
#[inline(always)]
pub fn turned(orientation: DQuat, momentum: DVec3, inertia: DVec3, dt: f64) -> DQuat {
    if momentum == DVec3::ZERO {
        return orientation;
    }
    if is_isotropic(inertia) {
        let half = momentum * (0.5 * dt / inertia.x);
        let (sine_share, cos) = shares_of(half.length_squared());
        let turn = DQuat::from_vec4((half * sine_share).extend(cos));
        return kept_unit(turn * orientation);
    }
    turned_as_top(orientation, momentum, inertia, dt)
}

/// The five turns.
fn turned_as_top(orientation: DQuat, momentum: DVec3, inertia: DVec3, dt: f64) -> DQuat {
    let mut turn = Turn { orientation, momentum: orientation.inverse() * momentum };
    let rate = inertia.recip();
    turn.about_z(rate.z * 0.5 * dt);
    turn.about_y(rate.y * 0.5 * dt);
    turn.about_x(rate.x * dt);
    turn.about_y(rate.y * 0.5 * dt);
    turn.about_z(rate.z * 0.5 * dt);
    kept_unit(turn.orientation)
}

/// A quaternion whose length is 1 but for the rounding of a few products, made so again: one step of Newton's method for
/// the reciprocal root, which leaves the square of that rounding.
#[inline]
fn kept_unit(turn: DQuat) -> DQuat {
    turn * (1.5 - 0.5 * turn.length_squared())
}

/// Whether a body is as hard to turn about every axis: all axes are principal ones then.
#[inline]
pub fn is_isotropic(inertia: DVec3) -> bool {
    inertia.x == inertia.y && inertia.y == inertia.z
}

/// Angular velocity in the world [rad/s].
pub fn angular_velocity(orientation: DQuat, momentum: DVec3, inertia: DVec3) -> DVec3 {
    if is_isotropic(inertia) {
        return momentum / inertia.x;
    }
    orientation * (orientation.inverse() * momentum / inertia)
}

/// Up to this square of an angle [rad2] the series below are exact to rounding: the first term left out is below 1e-17.
const SERIES: f64 = 0.0625;
/// Up to this square [rad2] the first three terms are enough, with less than 1e-20 left out.
const SHORT_SERIES: f64 = 1e-4;

/// The sine of an angle as a share of it, and its cosine, from its square [rad2]. Grains turn by little in a step: the
/// series are far shorter than what a library does for angles of any size, and need no square root.
#[inline]
fn shares_of(square: f64) -> (f64, f64) {
    if square > SERIES {
        let angle = square.sqrt();
        let (sin, cos) = angle.sin_cos();
        return (sin / angle, cos);
    }
    // 1 / 3!, 1 / 5!, ... and 1 / 2!, 1 / 4!, ..., with the signs of the series.
    const SINE: [f64; 6] =
        [-1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362_880.0, -1.0 / 39_916_800.0, 1.0 / 6_227_020_800.0];
    const COSINE: [f64; 6] =
        [-1.0 / 2.0, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40_320.0, -1.0 / 3_628_800.0, 1.0 / 479_001_600.0];
    let sum = |terms: &[f64]| terms.iter().rev().fold(0.0, |sum, term| sum * square + term) * square + 1.0;
    match square <= SHORT_SERIES {
        true => (sum(&SINE[..3]), sum(&COSINE[..3])),
        false => (sum(&SINE), sum(&COSINE)),
    }
}

/// Sine and cosine of an angle [rad].
#[inline]
fn sin_cos(angle: f64) -> (f64, f64) {
    let (sine_share, cos) = shares_of(angle * angle);
    (sine_share * angle, cos)
}

/// A body in the middle of a step.
struct Turn {
    orientation: DQuat,
    /// Angular momentum in the body's frame [kg m2/s].
    momentum: DVec3,
}

impl Turn {
    /// Turns the body about its x axis by `share` times its momentum about it [rad]; the momentum stays where it is in
    /// the world, and so turns the other way in the body.
    fn about_x(&mut self, share: f64) {
        let half = 0.5 * share * self.momentum.x;
        let (s, c) = sin_cos(half);
        self.orientation *= DQuat::from_xyzw(s, 0.0, 0.0, c);
        let (sin, cos) = (2.0 * s * c, c * c - s * s);
        let m = self.momentum;
        self.momentum = DVec3::new(m.x, cos * m.y + sin * m.z, cos * m.z - sin * m.y);
    }

    fn about_y(&mut self, share: f64) {
        let half = 0.5 * share * self.momentum.y;
        let (s, c) = sin_cos(half);
        self.orientation *= DQuat::from_xyzw(0.0, s, 0.0, c);
        let (sin, cos) = (2.0 * s * c, c * c - s * s);
        let m = self.momentum;
        self.momentum = DVec3::new(cos * m.x - sin * m.z, m.y, cos * m.z + sin * m.x);
    }

    fn about_z(&mut self, share: f64) {
        let half = 0.5 * share * self.momentum.z;
        let (s, c) = sin_cos(half);
        self.orientation *= DQuat::from_xyzw(0.0, 0.0, s, c);
        let (sin, cos) = (2.0 * s * c, c * c - s * s);
        let m = self.momentum;
        self.momentum = DVec3::new(cos * m.x + sin * m.y, cos * m.y - sin * m.x, m.z);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinetic energy of the turn [J].
    fn energy(orientation: DQuat, momentum: DVec3, inertia: DVec3) -> f64 {
        let m = orientation.inverse() * momentum;
        0.5 * (m * m / inertia).element_sum()
    }

    #[test]
    fn a_symmetric_top_precesses_as_in_the_books() {
        // About its own axis a symmetric top's momentum circles at (1/I1 - 1/I3) L3 in the body.
        let inertia = DVec3::new(2.0, 2.0, 1.0);
        let momentum = DVec3::new(0.3, 0.0, 1.0);
        let mut orientation = DQuat::IDENTITY;
        let (steps, dt) = (100_000, 1e-4);
        for _ in 0..steps {
            orientation = turned(orientation, momentum, inertia, dt);
        }
        let in_body = orientation.inverse() * momentum;
        let angle = (1.0 / 2.0 - 1.0) * 1.0 * dt * steps as f64;
        let expected = DVec3::new(0.3 * angle.cos(), -0.3 * angle.sin(), 1.0);
        let mirrored = DVec3::new(expected.x, -expected.y, expected.z);
        let off = in_body.distance(expected).min(in_body.distance(mirrored));
        assert!(off < 1e-8, "{in_body} is not {expected}");
    }

    #[test]
    fn a_ball_turns_as_five_turns_of_a_top_that_is_all_but_a_ball() {
        let (momentum, dt) = (DVec3::new(0.3, -0.7, 0.5), 1e-3);
        let mut ball = DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize();
        let mut top = ball;
        // To the last digit but not equal: the general way is taken.
        let nearly = DVec3::new(1.0, 1.0, 1.0 + f64::EPSILON);
        for _ in 0..1000 {
            ball = turned(ball, momentum, DVec3::ONE, dt);
            top = turned(top, momentum, nearly, dt);
        }
        // Each of the five turns is exact and so is their product only to second order: a thousand steps of 1e-3 rad.
        assert!((ball - top).length() < 1e-7, "{ball} and {top}");
        let exact = DQuat::from_scaled_axis(momentum) * DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize();
        assert!((ball - exact).length() < 1e-13, "{ball} is not {exact}");
        let spin = angular_velocity(top, momentum, nearly);
        assert!(spin.distance(angular_velocity(ball, momentum, DVec3::ONE)) < 1e-14);
    }

    #[test]
    fn sines_and_cosines_are_those_of_the_library() {
        for k in -4000..4000 {
            let angle = f64::from(k) * 1e-4;
            let ((s, c), (sin, cos)) = (sin_cos(angle), angle.sin_cos());
            let off = f64::EPSILON;
            assert!((s - sin).abs() <= off * angle.abs() && (c - cos).abs() <= off, "{angle}: {s} {sin}, {c} {cos}");
        }
    }

    #[test]
    fn a_free_asymmetric_top_keeps_its_energy_for_a_million_steps() {
        let inertia = DVec3::new(1.0, 2.0, 2.7);
        // Close to the unstable middle axis: it tumbles.
        let momentum = DVec3::new(0.05, 2.0, 0.02);
        let mut orientation = DQuat::IDENTITY;
        let start = energy(orientation, momentum, inertia);
        let (mut worst, mut least) = (0.0f64, f64::INFINITY);
        for _ in 0..1_000_000 {
            orientation = turned(orientation, momentum, inertia, 1e-3);
            worst = worst.max((energy(orientation, momentum, inertia) / start - 1.0).abs());
            least = least.min((orientation.inverse() * momentum).y);
        }
        assert!(worst < 1e-6, "energy drifts by {worst:e}");
        assert!(least < -1.9, "it does not tumble: {least}");
    }

    #[test]
    fn the_splitting_is_of_second_order() {
        let inertia = DVec3::new(1.0, 2.0, 2.7);
        let momentum = DVec3::new(1.0, 1.5, 0.7);
        let run =
            |steps: usize| (0..steps).fold(DQuat::IDENTITY, |q, _| turned(q, momentum, inertia, 2.0 / steps as f64));
        let fine = run(40_000);
        let error = |steps: usize| run(steps).angle_between(fine);
        let order = (error(100) / error(200)).log2();
        assert!((1.9..2.1).contains(&order), "order {order}");
    }
}
