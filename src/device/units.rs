//! Units of the GPU: lengths, masses and times of about the size of the smallest grain's, so that 32-bit floats neither
//! overflow nor underflow, whether grains are 0.1 mm or 10 m.

/// Units in which the device computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// Length [m], a power of two: conversion is exact.
    pub length: f64,
    /// Mass [kg], a power of two.
    pub mass: f64,
    /// Time [s]: the step itself, so that a velocity is a displacement per step.
    pub time: f64,
}

impl Units {
    /// Units for grains of which the smallest has this bounding radius [m] and this mass [kg], with steps of `dt` [s].
    pub fn new(radius: f64, mass: f64, dt: f64) -> Self {
        let power_of_two = |x: f64| x.log2().round().exp2();
        Self { length: power_of_two(radius), mass: power_of_two(mass), time: dt }
    }

    /// Velocity [m/s].
    pub fn velocity(&self) -> f64 {
        self.length / self.time
    }

    /// Acceleration [m/s2].
    pub fn acceleration(&self) -> f64 {
        self.length / (self.time * self.time)
    }

    /// Force [N].
    pub fn force(&self) -> f64 {
        self.mass * self.acceleration()
    }

    /// Energy, and torque [J].
    pub fn energy(&self) -> f64 {
        self.force() * self.length
    }

    /// Moment of inertia [kg m2].
    pub fn moment(&self) -> f64 {
        self.mass * self.length * self.length
    }
}
