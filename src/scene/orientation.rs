//! Orientations that are given or drawn.

use std::f64::consts::TAU;

use glam::DQuat;
use rand::{Rng, RngExt};

use super::SceneError;
use super::read::Entry;

/// How grains that are not placed one by one are turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Orientation {
    /// All orientations are equally likely.
    Random,
    /// All alike: a unit quaternion from the shape's frame to the world.
    Fixed(DQuat),
}

impl Orientation {
    /// The orientation of the next grain.
    pub fn sample(&self, rng: &mut impl Rng) -> DQuat {
        match self {
            Self::Fixed(orientation) => *orientation,
            Self::Random => random_orientation(rng),
        }
    }

    /// Reads an `orientation` that may be `"random"`.
    pub(super) fn read(entry: &Entry) -> Result<Self, SceneError> {
        if entry.is_text() { entry.choice(&[("random", Self::Random)]) } else { entry.orientation().map(Self::Fixed) }
    }
}

/// A uniformly distributed orientation, by K. Shoemake's "Uniform random rotations" (1992).
fn random_orientation(rng: &mut impl Rng) -> DQuat {
    let (split, first, second) = (rng.random::<f64>(), TAU * rng.random::<f64>(), TAU * rng.random::<f64>());
    let (inner, outer) = ((1.0 - split).sqrt(), split.sqrt());
    DQuat::from_xyzw(inner * first.sin(), inner * first.cos(), outer * second.sin(), outer * second.cos()).normalize()
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn random_orientations_have_no_preference() {
        const COUNT: usize = 20_000;
        let mut rng = Pcg64::seed_from_u64(1);
        let (mut mean, mut squares, mut angle) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for _ in 0..COUNT {
            let turn = Orientation::Random.sample(&mut rng);
            assert!(turn.is_normalized());
            let tip = turn * DVec3::Z;
            mean += tip / COUNT as f64;
            squares += tip * tip / COUNT as f64;
            angle += 2.0 * turn.w.abs().min(1.0).acos() / COUNT as f64;
        }
        // Standard errors are 0.004 and 0.002; the mean angle of uniform rotations is pi/2 + 2/pi.
        assert!(mean.abs().max_element() < 0.02, "{mean}");
        assert!((squares - 1.0 / 3.0).abs().max_element() < 0.01, "{squares}");
        assert!((angle - (std::f64::consts::FRAC_PI_2 + 2.0 / std::f64::consts::PI)).abs() < 0.02, "{angle}");
    }

    #[test]
    fn fixed_orientations_draw_nothing() {
        let (mut rng, mut same) = (Pcg64::seed_from_u64(2), Pcg64::seed_from_u64(2));
        assert_eq!(Orientation::Fixed(DQuat::IDENTITY).sample(&mut rng), DQuat::IDENTITY);
        assert_eq!(rng.random::<u64>(), same.random::<u64>());
    }
}
