//! Roots isolated between critical points: the certain way, for where Bairstow's method does not do.
//!
//! Between neighbouring critical points a polynomial is monotone, so it has a root there exactly if its sign changes,
//! and bisection finds it. The critical points are the roots of the derivative, found in the same way.

use super::polynomial::{Polynomial, exponent_of, power_of_two};
use super::{Roots, TANGENT};

/// More than bisection over all floating-point numbers needs, with as many Newton steps between.
const STEPS: usize = 160;

/// All real roots.
pub(super) fn real_roots(p: &Polynomial) -> Roots {
    if p.degree == 0 {
        return Roots::default();
    }
    roots_between(p, &real_roots(&p.derivative()))
}

/// The roots of a polynomial that is monotone between the given points.
fn roots_between(p: &Polynomial, critical: &Roots) -> Roots {
    let mut roots = Roots::default();
    let far = root_bound(p);
    let far_right = p.leading().signum();
    let far_left = if p.degree.is_multiple_of(2) { far_right } else { -far_right };
    let (mut left, mut left_value, mut counted) = (-far, far_left, true);
    for x in critical.iter() {
        let value = p.value(x);
        let crossed = left_value * value.signum() < 0.0 && value != 0.0;
        if crossed {
            roots.insert(root_in(p, left, x, left_value));
        } else if !counted {
            roots.insert(left);
        }
        // A touching point waits until it is known that the curve does not cross on its other side.
        counted = crossed || value.abs() > TANGENT * p.magnitude(x);
        (left, left_value) = (x, if value == 0.0 { 0.0 } else { value.signum() });
    }
    if left_value * far_right < 0.0 {
        roots.insert(root_in(p, left, far, left_value));
    } else if !counted {
        roots.insert(left);
    }
    roots
}

/// A power of two that no root exceeds: twice the largest |a_i / a_n|^(1/(n - i)) (Fujiwara 1916), rounded up.
fn root_bound(p: &Polynomial) -> f64 {
    let n = p.degree;
    let top = exponent_of(p.leading());
    let lower = (0..n).filter(|&power| p.a[power] != 0.0);
    let exponents = lower.map(|power| -(top - 1 - exponent_of(p.a[power])).div_euclid((n - power) as i32));
    power_of_two((exponents.max().unwrap_or(0) + 1).clamp(-1022, 1023))
}

/// The root between `low` and `high`, where p changes its sign from that of `low_sign`: Newton's method, with
/// bisection where that leaves the interval or closes in slowly.
fn root_in(p: &Polynomial, mut low: f64, mut high: f64, low_sign: f64) -> f64 {
    let mut x = 0.5 * (low + high);
    let mut last_step = f64::INFINITY;
    for _ in 0..STEPS {
        let (value, slope) = p.value_and_slope(x);
        if value == 0.0 {
            return x;
        }
        *(if value * low_sign > 0.0 { &mut low } else { &mut high }) = x;
        let newton = x - value / slope;
        let step = (newton - x).abs();
        let next = if newton > low && newton < high && step <= 0.5 * last_step { newton } else { middle(low, high) };
        if next == x || next <= low || next >= high || step <= 0.25 * f64::EPSILON * x.abs() {
            return if (low..=high).contains(&newton) { newton } else { x };
        }
        (x, last_step) = (next, if next == newton { step } else { high - low });
    }
    x
}

/// The middle of an interval; of one that spans several orders of magnitude, the middle of the exponents.
fn middle(low: f64, high: f64) -> f64 {
    if low < 0.0 && high > 0.0 {
        return 0.0;
    }
    let (small, large) = if high > 0.0 { (low, high) } else { (-high, -low) };
    if large <= 16.0 * small {
        return 0.5 * (low + high);
    }
    // Bit patterns of positive numbers are in their order, and nearly linear in the logarithm.
    let middle = f64::from_bits(small.abs().to_bits().midpoint(large.to_bits()));
    if high > 0.0 { middle } else { -middle }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roots(a: [f64; 5]) -> Vec<f64> {
        real_roots(&Polynomial::new(a)).iter().collect()
    }

    #[test]
    fn simple_roots() {
        let near = |found: &[f64], expected: &[f64]| {
            found.len() == expected.len() && found.iter().zip(expected).all(|(x, y)| (x / y - 1.0).abs() < 1e-13)
        };
        assert!(near(&roots([24.0, -50.0, 35.0, -10.0, 1.0]), &[1.0, 2.0, 3.0, 4.0]));
        assert!(near(&roots([-6.0, 11.0, -6.0, 1.0, 0.0]), &[1.0, 2.0, 3.0]));
        assert_eq!(roots([1.0, 0.0, 0.0, 0.0, 1.0]), [0.0; 0]);
    }

    #[test]
    fn touching_is_reported_once_and_a_clear_gap_not() {
        assert_eq!(roots([1.0, -2.0, 1.0, 0.0, 0.0]), [1.0]);
        assert_eq!(roots([1.0 + f64::EPSILON, -2.0, 1.0, 0.0, 0.0]), [1.0]);
        assert_eq!(roots([1.0 + 64.0 * f64::EPSILON, -2.0, 1.0, 0.0, 0.0]), [0.0; 0]);
        assert_eq!(roots([1.0, 0.0, -2.0, 0.0, 1.0]), [-1.0, 1.0]);
    }

    #[test]
    fn roots_of_very_different_sizes() {
        let found = roots([1e-200, -1.0, 0.0, 0.0, 1e-300]);
        assert_eq!(found.len(), 2);
        assert!((found[0] / 1e-200 - 1.0).abs() < 1e-15);
        assert!((found[1] / 1e100 - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_bound_is_beyond_all_roots() {
        for roots in [[1.0, 1.0, 1.0, 1.0], [-7.0, 3.0, 5.0, 11.0], [1e-9, 1.0, -3.0, -3.0]] {
            let mut a = [1.0, 0.0, 0.0, 0.0, 0.0];
            for root in roots {
                a = std::array::from_fn(|i| if i == 0 { 0.0 } else { a[i - 1] } - root * a[i]);
            }
            let largest = roots.map(f64::abs).into_iter().fold(0.0, f64::max);
            assert!(root_bound(&Polynomial::new(a)) > largest);
        }
    }
}
