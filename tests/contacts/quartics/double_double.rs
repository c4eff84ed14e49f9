//! Numbers as unevaluated sums of two `f64`: about 106 bits. Sums and products as by Dekker (1971) and Knuth.

use std::ops::{Add, Mul, Neg, Sub};

/// high + low, with |low| at most half a unit in the last place of high.
#[derive(Clone, Copy, Debug, Default)]
pub struct Double {
    pub high: f64,
    low: f64,
}

fn quick_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    Double { high, low: b - (high - a) }
}

fn exact_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let part = high - a;
    Double { high, low: (a - (high - part)) + (b - part) }
}

fn halves(a: f64) -> (f64, f64) {
    let shifted = 134_217_729.0 * a;
    let high = shifted - (shifted - a);
    (high, a - high)
}

fn exact_product(a: f64, b: f64) -> Double {
    let high = a * b;
    let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
    Double { high, low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2 }
}

impl From<f64> for Double {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Add for Double {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (exact_sum(self.high, other.high), exact_sum(self.low, other.low));
        let sum = quick_sum(high.high, high.low + low.high);
        quick_sum(sum.high, sum.low + low.low)
    }
}

impl Neg for Double {
    type Output = Self;
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Sub for Double {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Double {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = exact_product(self.high, other.high);
        quick_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

/// p(x), far more exactly than the solvers can know it.
pub fn residual(a: &[f64; 5], x: f64) -> f64 {
    a.iter().rev().fold(Double::default(), |sum, &a| sum * x.into() + a.into()).high
}

/// The sum of |a_i x^i|.
pub fn magnitude(a: &[f64; 5], x: f64) -> f64 {
    a.iter().rev().fold(0.0, |sum, a| sum * x.abs() + a.abs())
}
