//! Euler's gamma function, which the volumes of superquadrics are made of.

use std::f64::consts::PI;

/// Coefficients of Stirling's series: B_2k / (2k (2k - 1)) for k = 1, 2, ...
const STIRLING: [f64; 8] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360_360.0,
    1.0 / 156.0,
    -3617.0 / 122_400.0,
];
/// From here on the series above is right to rounding.
const LARGE: f64 = 9.0;

/// Gamma(x) for x > 0, to a relative error of about 1e-14 (for x up to 20).
pub(crate) fn gamma(x: f64) -> f64 {
    // Gamma(x) = Gamma(x + 1) / x carries small arguments up to where the series holds.
    let mut argument = x;
    let mut product = 1.0;
    while argument < LARGE {
        product *= argument;
        argument += 1.0;
    }
    let inverse = 1.0 / argument;
    let series = STIRLING.iter().rev().fold(0.0, |sum, term| sum * inverse * inverse + term) * inverse;
    let power = argument.powf(0.5 * (argument - 0.5));
    // The power is applied in two halves around the exponential, so that neither factor grows large.
    (2.0 * PI).sqrt() * power * (series - argument).exp() * power / product
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(value: f64, expected: f64, what: f64) {
        assert!((value / expected - 1.0).abs() < 3e-14, "at {what}: {value} for {expected}");
    }

    #[test]
    fn factorials() {
        let mut factorial = 1.0;
        for n in 1..20 {
            assert_close(gamma(f64::from(n)), factorial, f64::from(n));
            factorial *= f64::from(n);
        }
    }

    #[test]
    fn halves_and_thirds() {
        assert_close(gamma(0.5), PI.sqrt(), 0.5);
        assert_close(gamma(2.5), 0.75 * PI.sqrt(), 2.5);
        assert_close(gamma(1.0 / 3.0), 2.678_938_534_707_747_6, 1.0 / 3.0);
        assert_close(gamma(0.25), 3.625_609_908_221_908, 0.25);
    }

    #[test]
    fn reflection_and_doubling() {
        for k in 1..1000 {
            let x = f64::from(k) / 1000.0;
            assert_close(gamma(x) * gamma(1.0 - x), PI / (PI * x).sin(), x);
            let x = 6.0 * x;
            assert_close(gamma(x) * gamma(x + 0.5), 2f64.powf(1.0 - 2.0 * x) * PI.sqrt() * gamma(2.0 * x), x);
        }
    }
}
