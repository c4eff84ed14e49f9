//! Drag, at the start of the pass `drift`: what slows grains down beside their contacts.
//!
//! A step is D K F K: drag for the whole of it, half a kick, free motion, half a kick. Drag by itself has a closed form, so that
//! no coefficient is too large for a step, and what it takes is known to rounding: the account of energy closes as without it. With the
//! whole of D at one end the velocity with which grains move, that of the middle of a step, is still right to second order: a step
//! that begins in the middle of D reads the same backwards.

use std::f64::consts::PI;

use glam::{DQuat, DVec3};

use super::drift::Inertia;
use super::{Motion, is_isotropic};
use crate::scene::DragSettings;

/// Factors of Stokes' force 6 pi eta R v and torque 8 pi eta R^3 w.
pub(crate) const STOKES: [f64; 2] = [6.0 * PI, 8.0 * PI];

/// Speeds above the limit by less than this share are left alone: one that was cut must not count again for its rounding.
pub(crate) const SPEED_SLACK: f64 = 1e-6;

/// What slows grains down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// Velocity of the fluid [m/s].
    pub fluid_velocity: DVec3,
    /// Share of velocity, and of angular momentum, that is lost in a second, whatever the grain [1/s].
    pub rates: [f64; 2],
    /// Force over radius and velocity [N s/m2], torque over the cube of the radius and spin [N s/m2].
    pub viscous: [f64; 2],
    /// Force over the squares of radius and velocity [kg/m3].
    pub quadratic: f64,
    /// Largest speed at the start of a step [m/s]; infinite where there is none.
    pub speed_limit: f64,
}

/// What drag has done to a grain, or to some.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slowed {
    /// Energy that was taken [J]; below 0 where the fluid moves the grain.
    pub taken: f64,
    /// Grains whose speed was cut.
    pub cuts: u64,
}

impl Slowed {
    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self { taken: self.taken + other.taken, cuts: self.cuts + other.cuts }
    }
}

impl Drag {
    /// As a scene asks for it.
    pub fn new(settings: &DragSettings) -> Self {
        let rate = |time: Option<f64>| time.map_or(0.0, f64::recip);
        Self {
            fluid_velocity: settings.fluid_velocity,
            rates: [rate(settings.relaxation_time), rate(settings.spin_relaxation_time)],
            viscous: STOKES.map(|factor| factor * settings.viscosity),
            quadratic: 0.5 * PI * settings.fluid_density * settings.drag_coefficient,
            speed_limit: settings.speed_limit.unwrap_or(f64::INFINITY),
        }
    }

    /// Slows a grain down for `dt` [s]. `radius` is that of the sphere of its volume [m].
    #[inline]
    pub fn slow(&self, motion: &mut Motion, turn: DQuat, (inertia, radius): (&Inertia, f64), dt: f64) -> Slowed {
        let before = motion.velocity;
        let relative = before - self.fluid_velocity;
        motion.velocity -= relative * self.lost_velocity(relative.length(), inertia.mass, radius, dt);
        let speed = motion.velocity.length();
        let cut = speed > self.speed_limit * (1.0 + SPEED_SLACK);
        if cut {
            motion.velocity *= self.speed_limit / speed;
        }
        // The difference of two squares, as a product: nothing cancels.
        let taken = 0.5 * inertia.mass * (before - motion.velocity).dot(before + motion.velocity);
        Slowed { taken: taken + self.slow_spin(motion, turn, (inertia, radius), dt), cuts: u64::from(cut) }
    }

    /// Share of its velocity relative to the fluid that a grain loses in `dt` [s]: of v' = -(a + b v) v, whose solution is
    /// v e^(-a t) / (1 + b v (1 - e^(-a t)) / a).
    fn lost_velocity(&self, speed: f64, mass: f64, radius: f64, dt: f64) -> f64 {
        let rate = self.rates[0] + self.viscous[0] * radius / mass;
        let lost = -(-rate * dt).exp_m1();
        let span = if rate > 0.0 { lost / rate } else { dt };
        let thrust = self.quadratic * radius * radius / mass * speed * span;
        (lost + thrust) / (1.0 + thrust)
    }

    /// Each principal axis by itself, by the exponential of its own rate. Returns the energy that was taken [J].
    fn slow_spin(&self, motion: &mut Motion, turn: DQuat, (inertia, radius): (&Inertia, f64), dt: f64) -> f64 {
        let torque = self.viscous[1] * radius * radius * radius;
        if self.rates[1] == 0.0 && torque == 0.0 {
            return 0.0;
        }
        let lost = (DVec3::splat(self.rates[1]) + torque * inertia.moments.recip()).to_array();
        let lost = DVec3::from_array(lost.map(|rate| -(-rate * dt).exp_m1()));
        let turn = if is_isotropic(inertia.moments) { DQuat::IDENTITY } else { turn };
        let in_body = turn.inverse() * motion.momentum;
        let change = in_body * lost;
        motion.momentum -= turn * change;
        0.5 * (change * (2.0 * in_body - change) / inertia.moments).element_sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BALL: (Inertia, f64) = (Inertia { mass: 2e-3, moments: DVec3::splat(2e-8) }, 5e-3);

    fn slowed(settings: DragSettings, velocity: DVec3, dt: f64) -> (Motion, Slowed) {
        let mut motion = Motion { velocity, momentum: DVec3::new(1e-6, -2e-6, 3e-6) };
        let slowed = Drag::new(&settings).slow(&mut motion, DQuat::IDENTITY, (&BALL.0, BALL.1), dt);
        (motion, slowed)
    }

    fn energy(motion: &Motion) -> f64 {
        0.5 * BALL.0.mass * motion.velocity.length_squared()
            + 0.5 * (motion.momentum * motion.momentum / BALL.0.moments).element_sum()
    }

    #[test]
    fn each_kind_of_drag_has_its_closed_form() {
        let v = DVec3::new(3.0, -4.0, 0.0);
        let relaxing =
            DragSettings { relaxation_time: Some(0.2), spin_relaxation_time: Some(0.1), ..DragSettings::default() };
        let (motion, _) = slowed(relaxing, v, 0.05);
        assert!((motion.velocity - v * (-0.25f64).exp()).length() < 1e-15);
        assert!((motion.momentum.x / (1e-6 * (-0.5f64).exp()) - 1.0).abs() < 1e-14);
        let thick = DragSettings { viscosity: 2.0, ..DragSettings::default() };
        let (motion, _) = slowed(thick, v, 0.01);
        let factor = (-6.0 * PI * 2.0 * 5e-3 * 0.01 / 2e-3).exp();
        assert!((motion.velocity - v * factor).length() < 1e-14);
        let factor = (-8.0 * PI * 2.0 * 1.25e-7 * 0.01 / 2e-8).exp();
        assert!((motion.momentum.y / (-2e-6 * factor) - 1.0).abs() < 1e-12);
        let water = DragSettings { fluid_density: 1000.0, drag_coefficient: 0.44, ..DragSettings::default() };
        let (motion, _) = slowed(water, v, 0.01);
        // v / (1 + k v t / m), k = C density/2 pi R^2.
        let k = 0.5 * 1000.0 * 0.44 * PI * 25e-6;
        assert!((motion.velocity - v / (1.0 + k * 5.0 * 0.01 / 2e-3)).length() < 1e-14);
        // Both together: two halves of a step are the whole.
        let both = DragSettings { viscosity: 0.5, ..water };
        let (whole, _) = slowed(both, v, 0.02);
        let (half, _) = slowed(both, v, 0.01);
        let (rest, _) = slowed(both, half.velocity, 0.01);
        assert!((whole.velocity - rest.velocity).length() < 1e-14);
    }

    #[test]
    fn what_is_taken_is_booked_and_no_coefficient_is_too_large() {
        let wind = DVec3::new(0.0, 0.0, 2.0);
        for (viscosity, coefficient, limit) in [(1e-3, 0.4, None), (1e9, 1e9, None), (0.0, 0.4, Some(0.5))] {
            let settings = DragSettings {
                viscosity,
                fluid_density: 1000.0,
                drag_coefficient: coefficient,
                fluid_velocity: wind,
                speed_limit: limit,
                ..DragSettings::default()
            };
            let before = Motion { velocity: DVec3::new(3.0, -4.0, 0.0), momentum: DVec3::new(1e-6, -2e-6, 3e-6) };
            let (after, Slowed { taken, cuts }) = slowed(settings, before.velocity, 1e-3);
            assert!((energy(&before) - energy(&after) - taken).abs() < 1e-15 * energy(&before));
            assert!(after.velocity.distance(wind) <= before.velocity.distance(wind));
            assert_eq!(cuts, u64::from(limit.is_some()));
            if viscosity > 1.0 {
                assert!(after.velocity.distance(wind) < 1e-12 && after.momentum.length() < 1e-20);
            }
            if let Some(limit) = limit {
                assert!((after.velocity.length() - limit).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn a_rod_keeps_the_axis_of_each_spin() {
        let inertia = Inertia { mass: 1e-3, moments: DVec3::new(1e-8, 4e-8, 4e-8) };
        let turn = DQuat::from_rotation_z(0.7);
        let drag = Drag::new(&DragSettings { viscosity: 1.0, ..DragSettings::default() });
        let mut motion = Motion { velocity: DVec3::ZERO, momentum: turn * DVec3::new(1e-6, 2e-6, 0.0) };
        let _ = drag.slow(&mut motion, turn, (&inertia, 1e-3), 0.5);
        let factor = |moment: f64| (-8.0 * PI * 1e-9 * 0.5 / moment).exp();
        let expected = turn * DVec3::new(1e-6 * factor(1e-8), 2e-6 * factor(4e-8), 0.0);
        assert!(motion.momentum.distance(expected) < 1e-20, "{} is not {expected}", motion.momentum);
    }
}
