//! Sizes of grains: distributions of the factor by which a shape is larger.

mod normal;
mod read;

use rand::{Rng, RngExt};

pub(super) use read::{SIZE, SIZE_TYPES};

/// How many times as large as its shape a grain is.
#[derive(Clone, Debug, PartialEq)]
pub enum SizeDistribution {
    /// All alike.
    Fixed(f64),
    /// Evenly spread.
    Uniform {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
    },
    /// A normal distribution, cut off at both ends.
    Normal {
        /// Mean of the whole distribution.
        mean: f64,
        /// Standard deviation of the whole distribution.
        sd: f64,
        /// Smallest; nothing below.
        min: f64,
        /// Largest; nothing above.
        max: f64,
    },
    /// A log-normal distribution, cut off at both ends.
    LogNormal {
        /// Median of the whole distribution.
        median: f64,
        /// Standard deviation of the natural logarithm.
        sigma: f64,
        /// Smallest; nothing below.
        min: f64,
        /// Largest; nothing above.
        max: f64,
    },
    /// A few sizes with their weights by number of grains; at least one is above zero.
    Table(Vec<(f64, f64)>),
}

impl SizeDistribution {
    /// The size of the next grain, as a factor. Distributions that are cut off keep their form between the ends.
    pub fn sample(&self, rng: &mut impl Rng) -> f64 {
        match self {
            Self::Fixed(size) => *size,
            Self::Uniform { min, max } => min + (max - min) * rng.random::<f64>(),
            Self::Normal { mean, sd, min, max } => {
                let draw = normal::truncated((min - mean) / sd, (max - mean) / sd, rng);
                (mean + sd * draw).clamp(*min, max.max(*min))
            }
            Self::LogNormal { median, sigma, min, max } => {
                let draw = normal::truncated((min / median).ln() / sigma, (max / median).ln() / sigma, rng);
                (median * (sigma * draw).exp()).clamp(*min, max.max(*min))
            }
            Self::Table(entries) => weighted(entries, rng).unwrap_or(1.0),
        }
    }

    /// The smallest and the largest size that can come.
    pub fn range(&self) -> (f64, f64) {
        match self {
            Self::Fixed(size) => (*size, *size),
            Self::Uniform { min, max } | Self::Normal { min, max, .. } | Self::LogNormal { min, max, .. } => {
                (*min, *max)
            }
            Self::Table(entries) => {
                let sizes = entries.iter().filter(|(_, weight)| *weight > 0.0).map(|(size, _)| *size);
                (sizes.clone().fold(f64::INFINITY, f64::min), sizes.fold(0.0, f64::max))
            }
        }
    }
}

/// One of the entries, each as often as its weight says; none where no weight is above zero.
pub(super) fn weighted<T: Copy>(entries: &[(T, f64)], rng: &mut impl Rng) -> Option<T> {
    let mut weighty = entries.iter().filter(|(_, weight)| *weight > 0.0);
    let all: f64 = weighty.clone().map(|(_, weight)| weight).sum();
    let mut left = all * rng.random::<f64>();
    for (entry, weight) in weighty.clone() {
        left -= weight;
        if left < 0.0 {
            return Some(*entry);
        }
    }
    // Rounding may leave a trifle after the last.
    weighty.next_back().map(|(entry, _)| *entry)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    use super::*;

    const COUNT: usize = 100_000;

    /// Mean and standard deviation of many draws, all of them within the range.
    fn moments(sizes: &SizeDistribution) -> (f64, f64) {
        let mut rng = Pcg64::seed_from_u64(7);
        let (min, max) = sizes.range();
        let draws: Vec<f64> = (0..COUNT).map(|_| sizes.sample(&mut rng)).collect();
        assert!(draws.iter().all(|size| (min..=max).contains(size)), "{sizes:?}");
        let mean = draws.iter().sum::<f64>() / COUNT as f64;
        let variance = draws.iter().map(|size| (size - mean).powi(2)).sum::<f64>() / COUNT as f64;
        (mean, variance.sqrt())
    }

    /// Five standard errors of a mean.
    fn error(sd: f64) -> f64 {
        5.0 * sd / (COUNT as f64).sqrt()
    }

    #[test]
    fn uniform_sizes() {
        let (mean, sd) = moments(&SizeDistribution::Uniform { min: 0.5, max: 2.0 });
        let expected = 1.5 / 12f64.sqrt();
        assert!((mean - 1.25).abs() < error(expected) && (sd - expected).abs() < error(expected), "{mean} {sd}");
    }

    #[test]
    fn normal_sizes_cut_evenly() {
        let (mean, sd) = moments(&SizeDistribution::Normal { mean: 1.0, sd: 0.1, min: 0.9, max: 1.1 });
        // At plus and minus one standard deviation, the variance is 1 - 2 phi(1) / 0.682689.
        let expected = 0.1 * (1.0 - 2.0 * 0.241_970_725 / 0.682_689_492_f64).sqrt();
        assert!((mean - 1.0).abs() < error(expected) && (sd - expected).abs() < error(expected), "{mean} {sd}");
    }

    #[test]
    fn normal_sizes_cut_at_one_end() {
        let (mean, sd) = moments(&SizeDistribution::Normal { mean: 1.0, sd: 0.2, min: 1.0, max: 9.0 });
        // Half a normal distribution.
        let (middle, spread) = (1.0 + 0.2 * 0.797_884_561, 0.2 * 0.602_810_275);
        assert!((mean - middle).abs() < error(spread) && (sd - spread).abs() < error(spread), "{mean} {sd}");
    }

    #[test]
    fn log_normal_sizes_have_their_median() {
        let sizes = SizeDistribution::LogNormal { median: 2.0, sigma: 0.4, min: 0.02, max: 200.0 };
        let (mean, _) = moments(&sizes);
        let expected = 2.0 * (0.5 * 0.16_f64).exp();
        assert!((mean - expected).abs() < error(expected * (0.16_f64.exp() - 1.0).sqrt()), "{mean}");
        let mut rng = Pcg64::seed_from_u64(8);
        let below = (0..COUNT).filter(|_| sizes.sample(&mut rng) < 2.0).count() as f64 / COUNT as f64;
        assert!((below - 0.5).abs() < error(0.5), "{below}");
    }

    #[test]
    fn table_sizes_come_by_their_weights() {
        let sizes = SizeDistribution::Table(vec![(0.5, 1.0), (1.0, 0.0), (3.0, 3.0)]);
        assert_eq!(sizes.range(), (0.5, 3.0));
        let mut rng = Pcg64::seed_from_u64(9);
        let draws: Vec<f64> = (0..COUNT).map(|_| sizes.sample(&mut rng)).collect();
        assert!(!draws.contains(&1.0));
        let small = draws.iter().filter(|size| **size == 0.5).count() as f64 / COUNT as f64;
        assert!((small - 0.25).abs() < error(0.433), "{small}");
    }

    #[test]
    fn same_seed_same_sizes() {
        let sizes = SizeDistribution::Normal { mean: 1.0, sd: 0.3, min: 0.1, max: 1.9 };
        let draws = |seed| {
            let mut rng = Pcg64::seed_from_u64(seed);
            [0; 5].map(|_| sizes.sample(&mut rng))
        };
        assert_eq!(draws(1), draws(1));
        assert_ne!(draws(1), draws(2));
        assert_eq!(SizeDistribution::Fixed(1.5).sample(&mut Pcg64::seed_from_u64(1)), 1.5);
    }
}
