//! The standard normal distribution between two ends, after C. P. Robert, "Simulation of truncated normal variables"
//! (1995): each interval has a proposal that is accepted often.

use std::f64::consts::{E, TAU};

use rand::{Rng, RngExt};

/// Proposals before giving up. One in three or more is accepted, so that this is never reached for intervals that
/// are any use; it keeps nonsense such as NaN from running forever.
const MOST_PROPOSALS: usize = 10_000;

/// A standard normal number between `low` and `high`.
pub(super) fn truncated(low: f64, high: f64, rng: &mut impl Rng) -> f64 {
    if high < 0.0 {
        return -truncated(-high, -low, rng);
    }
    let draw: fn(f64, f64, &mut _) -> Option<f64> = if low <= 0.0 {
        if high - low < TAU.sqrt() { even_about_zero } else { whole }
    } else if high > low + tail_width(low) {
        tail
    } else {
        even
    };
    (0..MOST_PROPOSALS).find_map(|_| draw(low, high, rng)).unwrap_or(low)
}

/// Beyond this width of the interval from `low` > 0, exponential proposals are accepted more often than even ones.
fn tail_width(low: f64) -> f64 {
    let root = (low * low + 4.0).sqrt();
    2.0 * E.sqrt() / (low + root) * ((low * low - low * root) / 4.0).exp()
}

/// Draws from the whole distribution (G. E. P. Box and M. E. Muller, 1958).
fn whole(low: f64, high: f64, rng: &mut impl Rng) -> Option<f64> {
    // 1 - u is above zero, u may be zero.
    let radius = (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt();
    let draw = radius * (TAU * rng.random::<f64>()).cos();
    (low..=high).contains(&draw).then_some(draw)
}

/// Draws evenly from an interval that holds zero.
fn even_about_zero(low: f64, high: f64, rng: &mut impl Rng) -> Option<f64> {
    let draw = low + (high - low) * rng.random::<f64>();
    (rng.random::<f64>() <= (-0.5 * draw * draw).exp()).then_some(draw)
}

/// Draws evenly from an interval above zero.
fn even(low: f64, high: f64, rng: &mut impl Rng) -> Option<f64> {
    let draw = low + (high - low) * rng.random::<f64>();
    (rng.random::<f64>() <= (0.5 * (low - draw) * (low + draw)).exp()).then_some(draw)
}

/// Draws from an exponential distribution that starts at `low` > 0.
fn tail(low: f64, high: f64, rng: &mut impl Rng) -> Option<f64> {
    let rate = 0.5 * (low + (low * low + 4.0).sqrt());
    let draw = low - (1.0 - rng.random::<f64>()).ln() / rate;
    let accepted = rng.random::<f64>() <= (-0.5 * (draw - rate).powi(2)).exp();
    (accepted && draw <= high).then_some(draw)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    use super::*;

    /// Mean of the distribution between two ends, by numerical integration.
    fn expected_mean(low: f64, high: f64) -> f64 {
        const PARTS: usize = 20_000;
        let (mut weight, mut moment) = (0.0, 0.0);
        for k in 0..PARTS {
            let x = low + (high - low) * (k as f64 + 0.5) / PARTS as f64;
            let density = (-0.5 * (x * x - low * low)).exp();
            weight += density;
            moment += density * x;
        }
        moment / weight
    }

    #[test]
    fn every_kind_of_interval_has_the_right_mean() {
        const COUNT: usize = 40_000;
        let mut rng = Pcg64::seed_from_u64(3);
        for (low, high) in [
            (-5.0, 5.0),
            (-0.5, 1.0),
            (0.0, 3.0),
            (0.5, 0.7),
            (0.5, 6.0),
            (3.0, 3.1),
            (4.0, 12.0),
            (-2.0, -1.0),
            (-9.0, -6.0),
        ] {
            let draws: Vec<f64> = (0..COUNT).map(|_| truncated(low, high, &mut rng)).collect();
            assert!(draws.iter().all(|draw| (low..=high).contains(draw)), "[{low}, {high}]");
            let mean = draws.iter().sum::<f64>() / COUNT as f64;
            let spread = (draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / COUNT as f64).sqrt();
            let expected = expected_mean(low, high);
            let error = 5.0 * spread / (COUNT as f64).sqrt();
            assert!((mean - expected).abs() < error, "[{low}, {high}]: {mean} instead of {expected}");
        }
    }

    #[test]
    fn proposals_are_accepted_often() {
        struct Counting(Pcg64, u64);
        impl rand::TryRng for Counting {
            type Error = core::convert::Infallible;
            fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
                self.1 += 1;
                self.0.try_next_u32()
            }
            fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
                self.1 += 1;
                self.0.try_next_u64()
            }
            fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
                self.0.try_fill_bytes(bytes)
            }
        }
        for (low, high) in
            [(-8.0, 8.0), (0.0, 2.5), (0.0, 2.6), (1.0, 1.5), (1.0, 2.0), (7.0, 7.01), (7.0, 8.0), (7.9, 1e9)]
        {
            let mut rng = Counting(Pcg64::seed_from_u64(4), 0);
            let draws = (0..1000).map(|_| truncated(low, high, &mut rng));
            assert_eq!(draws.filter(|draw| (low..=high).contains(draw)).count(), 1000);
            assert!(rng.1 < 6000, "[{low}, {high}]: {} numbers for 1000 draws", rng.1);
        }
    }

    #[test]
    fn nonsense_ends() {
        let mut rng = Pcg64::seed_from_u64(5);
        assert!(truncated(f64::NAN, f64::NAN, &mut rng).is_nan());
        assert_eq!(truncated(1e300, 2e300, &mut rng), 1e300);
    }
}
