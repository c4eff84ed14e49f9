//! A polynomial of degree four or less, brought to a size where nothing overflows.

/// a0 + a1 x + ... + a4 x^4, of a degree up to four. Coefficients above the degree are zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polynomial {
    /// Coefficients, lowest power first.
    pub a: [f64; 5],
    /// The highest power whose coefficient is not zero; 0 for constants.
    pub degree: usize,
}

impl Polynomial {
    /// The polynomial with these coefficients.
    pub fn new(a: [f64; 5]) -> Self {
        let degree = (1..5).rev().find(|&power| a[power] != 0.0).unwrap_or(0);
        Self { a, degree }
    }

    /// The coefficient of the highest power.
    pub fn leading(&self) -> f64 {
        self.a[self.degree]
    }

    /// p(x), by Horner's scheme.
    #[inline]
    pub fn value(&self, x: f64) -> f64 {
        let [a0, a1, a2, a3, a4] = self.a;
        a0 + x * (a1 + x * (a2 + x * (a3 + x * a4)))
    }

    /// p(x) and p'(x).
    #[inline]
    pub fn value_and_slope(&self, x: f64) -> (f64, f64) {
        let [a0, a1, a2, a3, a4] = self.a;
        let (b3, c3) = (a3 + x * a4, a4);
        let (b2, c2) = (a2 + x * b3, b3 + x * c3);
        let (b1, c1) = (a1 + x * b2, b2 + x * c2);
        (a0 + x * b1, b1 + x * c1)
    }

    /// The sum of |a_i x^i|: what the rounding error of [`Self::value`] is measured by.
    #[inline]
    pub fn magnitude(&self, x: f64) -> f64 {
        Self { a: self.a.map(f64::abs), degree: self.degree }.value(x.abs())
    }

    /// The derivative.
    pub fn derivative(&self) -> Self {
        let [_, a1, a2, a3, a4] = self.a;
        Self { a: [a1, 2.0 * a2, 3.0 * a3, 4.0 * a4, 0.0], degree: self.degree.saturating_sub(1) }
    }
}

/// A polynomial in y, where x = 2^`exponent` y, without its roots at zero. All scaling is by powers of two and so
/// free of rounding, as long as the coefficients do not underflow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scaled {
    /// The polynomial in y: its first and last coefficients are within a factor of 2^5 of each other, and its largest
    /// is between 1 and 2.
    pub polynomial: Polynomial,
    /// Binary exponent of the unit of x.
    pub exponent: i32,
    /// How many roots at zero were taken out.
    pub zeros: usize,
}

impl Scaled {
    /// Scales; `None` if a coefficient is not finite or all are zero.
    pub fn new(mut coefficients: [f64; 5]) -> Option<Self> {
        if !coefficients.iter().all(|a| a.is_finite()) {
            return None;
        }
        let zeros = coefficients.iter().position(|&a| a != 0.0)?;
        if zeros > 0 {
            coefficients.rotate_left(zeros);
        }
        let degree = Polynomial::new(coefficients).degree;
        let exponents = coefficients.map(exponent_of);
        let unit = match degree {
            0 => 0,
            4 => rounded_ratio(exponents[0] - exponents[4], 4), // by far the most frequent, and a shift for the compiler
            _ => rounded_ratio(exponents[0] - exponents[degree], degree as i32),
        };
        let mut top = i32::MIN;
        for power in 0..5 {
            if coefficients[power] != 0.0 {
                top = top.max(exponents[power] + unit * power as i32);
            }
        }
        for (power, a) in coefficients.iter_mut().enumerate() {
            *a = times_power_of_two(*a, unit * power as i32 - top);
        }
        Some(Self { polynomial: Polynomial::new(coefficients), exponent: unit, zeros })
    }
}

/// n/d to the nearest integer, for d > 0.
#[inline(always)]
fn rounded_ratio(n: i32, d: i32) -> i32 {
    (2 * n + d).div_euclid(2 * d)
}

/// The exponent e of 2^e <= |x| < 2^(e+1), for finite x; of no meaning for zero.
#[inline]
pub(super) fn exponent_of(x: f64) -> i32 {
    const SUBNORMAL_SHIFT: i32 = 64;
    let biased = |x: f64| ((x.to_bits() >> 52) & 0x7ff) as i32;
    match biased(x) {
        0 => biased(x * power_of_two(SUBNORMAL_SHIFT)) - 1023 - SUBNORMAL_SHIFT,
        normal => normal - 1023,
    }
}

/// 2^e for e in the range of normal numbers.
#[inline]
pub(super) fn power_of_two(e: i32) -> f64 {
    f64::from_bits(((e + 1023) as u64) << 52)
}

/// x 2^e, with infinity and zero at the ends of the range.
#[inline]
pub(super) fn times_power_of_two(mut x: f64, mut e: i32) -> f64 {
    const STEP: i32 = 1000;
    if e.abs() <= STEP {
        return x * power_of_two(e);
    }
    while e > STEP && x.is_finite() {
        x *= power_of_two(STEP);
        e -= STEP;
    }
    while e < -STEP && x != 0.0 {
        x *= power_of_two(-STEP);
        e += STEP;
    }
    x * power_of_two(e.clamp(-STEP, STEP))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_is_exact_and_balances_the_ends() {
        let coefficients = [3e-16, -2e-11, 5e-8, 0.0, 1.5];
        let scaled = Scaled::new(coefficients).expect("finite");
        let a = scaled.polynomial.a;
        let ratio = a[0] / a[4];
        assert!((1.0 / 32.0..=32.0).contains(&ratio), "{ratio}");
        assert!(a.iter().any(|a| (1.0..2.0).contains(&a.abs())));
        let y = 0.7;
        let x = times_power_of_two(y, scaled.exponent);
        let quotient = scaled.polynomial.value(y) / Polynomial::new(coefficients).value(x);
        assert_eq!(quotient, power_of_two(exponent_of(quotient)), "a power of two between them");
    }

    #[test]
    fn powers_of_two_reach_the_ends_of_the_range() {
        assert_eq!(times_power_of_two(5e-324, 1074), 1.0);
        assert_eq!(times_power_of_two(1.0, -1074), 5e-324);
        assert_eq!(times_power_of_two(1.0, 5000), f64::INFINITY);
        assert_eq!(times_power_of_two(1.0, -5000), 0.0);
        assert_eq!(exponent_of(5e-324), -1074);
        assert_eq!(exponent_of(-3.0), 1);
    }

    #[test]
    fn slope_is_the_derivative() {
        let p = Polynomial::new([1.0, -2.0, 3.0, -4.0, 5.0]);
        let (value, slope) = p.value_and_slope(1.5);
        assert_eq!(value, p.value(1.5));
        assert_eq!(slope, p.derivative().value(1.5));
        assert_eq!(slope, -2.0 + 9.0 - 27.0 + 67.5);
    }
}
