//! Fixed point: the 64-bit integers in which the device keeps positions, velocities and turns, and their twins here.
//!
//! On the device a number is a signed upper and an unsigned lower word; see `shaders/shared/fixed.wgsl`. Here it is an
//! `i64`.

use glam::{DQuat, DVec3};

use super::schema::records::{Fixed3, FixedTurn, GpuMotion, GpuPose};

/// Positions count in 2^-40 of the unit of length: a body that moves by 1e-9 of its size in a step moves by a thousand of
/// these, and one that is 8 million sizes away from the origin is still on the map.
pub const POSITION_BITS: i32 = 40;
/// Displacements per step count in 2^-56 of the unit of length, angles per step in 2^-56 rad.
pub const MOTION_BITS: i32 = 56;
/// Components of quaternions count in 2^-62.
pub const TURN_BITS: i32 = 62;

/// `x` times 2^`bits`, to the nearest integer; what does not fit is cut.
pub fn to_fixed(x: f64, bits: i32) -> i64 {
    (x * f64::from(bits).exp2()).round_ties_even() as i64
}

/// A fixed-point number as a float.
pub fn from_fixed(x: i64, bits: i32) -> f64 {
    x as f64 * f64::from(-bits).exp2()
}

/// Upper and lower words.
fn split(x: i64) -> (i32, u32) {
    ((x >> 32) as i32, x as u32)
}

fn join(high: i32, low: u32) -> i64 {
    i64::from(high) << 32 | i64::from(low)
}

impl GpuPose {
    /// A body at a position in units of length.
    pub fn new(position: DVec3, turn: DQuat, kind: u32, flags: u32) -> Self {
        let fixed = position.to_array().map(|x| split(to_fixed(x, POSITION_BITS)));
        let turn = turn.normalize().to_array().map(|x| x as f32);
        Self { high: fixed.map(|x| x.0), kind, low: fixed.map(|x| x.1), flags, turn }
    }

    /// Position as integers.
    pub fn place(&self) -> [i64; 3] {
        std::array::from_fn(|k| join(self.high[k], self.low[k]))
    }

    /// Position in units of length.
    pub fn position(&self) -> DVec3 {
        DVec3::from_array(self.place().map(|x| from_fixed(x, POSITION_BITS)))
    }

    /// Turn, of unit length in f64.
    pub fn orientation(&self) -> DQuat {
        DQuat::from_array(self.turn.map(f64::from)).normalize()
    }
}

impl Fixed3 {
    /// From floats.
    pub fn new(x: DVec3, bits: i32) -> Self {
        Self::from_integers(x.to_array().map(|x| to_fixed(x, bits)))
    }

    /// From integers.
    pub fn from_integers(x: [i64; 3]) -> Self {
        let parts = x.map(split);
        Self { high: parts.map(|x| x.0), low: parts.map(|x| x.1), ..Self::default() }
    }

    /// As integers.
    pub fn integers(&self) -> [i64; 3] {
        std::array::from_fn(|k| join(self.high[k], self.low[k]))
    }

    /// As floats.
    pub fn to_vector(&self, bits: i32) -> DVec3 {
        DVec3::from_array(self.integers().map(|x| from_fixed(x, bits)))
    }
}

impl GpuMotion {
    /// From displacement per step and angular momentum over the largest principal moment [rad per step].
    pub fn new(velocity: DVec3, momentum: DVec3) -> Self {
        let [velocity, momentum] = [velocity, momentum].map(|x| Fixed3::new(x, MOTION_BITS));
        let [momentum_low_x, momentum_low_y, momentum_low_z] = momentum.low;
        Self {
            velocity_high: velocity.high,
            momentum_low_x,
            velocity_low: velocity.low,
            momentum_low_y,
            momentum_high: momentum.high,
            momentum_low_z,
        }
    }

    /// Displacement per step.
    pub fn velocity(&self) -> DVec3 {
        vector_of(self.velocity_high, self.velocity_low)
    }

    /// Angular momentum over the largest principal moment [rad per step].
    pub fn momentum(&self) -> DVec3 {
        vector_of(self.momentum_high, [self.momentum_low_x, self.momentum_low_y, self.momentum_low_z])
    }
}

fn vector_of(high: [i32; 3], low: [u32; 3]) -> DVec3 {
    Fixed3 { high, low, ..Fixed3::default() }.to_vector(MOTION_BITS)
}

impl FixedTurn {
    /// From a quaternion of unit length.
    pub fn new(turn: DQuat) -> Self {
        let parts = turn.normalize().to_array().map(|x| split(to_fixed(x, TURN_BITS)));
        Self { high: parts.map(|x| x.0), low: parts.map(|x| x.1) }
    }

    /// (x, y, z, w) as they are kept.
    pub fn components(&self) -> [f64; 4] {
        std::array::from_fn(|k| from_fixed(join(self.high[k], self.low[k]), TURN_BITS))
    }

    /// As a quaternion of unit length.
    pub fn to_quaternion(&self) -> DQuat {
        DQuat::from_array(self.components()).normalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_to_the_last_bit() {
        for x in [0.0, 1.0, -1.0, 0.1, -3.25e5, 7.9e6, -1e-12] {
            let pose = GpuPose::new(DVec3::new(x, -x, 0.5 * x), DQuat::IDENTITY, 3, 0);
            let off = (pose.position() - DVec3::new(x, -x, 0.5 * x)).abs().max_element();
            assert!(off <= 0.5 * f64::from(-POSITION_BITS).exp2() + x.abs() * f64::EPSILON, "{x}: {off:e}");
        }
        let numbers = [i64::MIN, -1, 0x0123_4567_89ab_cdef];
        assert_eq!(Fixed3::from_integers(numbers).integers(), numbers);
    }
}
