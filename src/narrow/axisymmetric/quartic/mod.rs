//! Real roots of quartics, as they come from a circle that meets an ellipse.
//!
//! [`real_roots`] splits the quartic into two quadratics by the method of Lin and Bairstow, as Feng, Han and Owen
//! propose in "A Generic Contact Detection Framework for Cylindrical Particles in Discrete Element Modelling", and
//! polishes each root by Newton's method. What it finds is checked; if the check fails, the roots are isolated
//! between the critical points of the quartic instead, which is slower and always succeeds.
//! [`real_roots_closed_form`] goes by radicals and serves as a cross-check.
//!
//! # Tangent curves
//!
//! Where two curves just touch, the quartic has a double root, and the rounding of its coefficients may turn that
//! into two real roots or none. So a place x where p has an extremum without reaching zero is taken for a double
//! root, and reported once, if the computed |p(x)| is at most [`TANGENT`] S(x), with S(x) the sum of |a_i x^i|. The
//! rounding error of Horner's scheme is at most half of that; the other half is for the rounding of the coefficients.
//! Where the computed p does change its sign, the two roots are reported as they are found. Three or four roots that
//! are equal to rounding are reported as one or as several close values.
//!
//! # Limits
//!
//! Roots too large for an `f64` are left out. A coefficient that is more than 2^1022 times smaller than the largest,
//! after scaling x so that the first and last are of one size, counts as zero.

mod bairstow;
mod closed_form;
mod isolate;
mod polynomial;

use polynomial::{Scaled, times_power_of_two};

/// An extremum whose value is at most this times the sum of |a_i x^i| counts as a double root. Horner's scheme takes
/// eight roundings of half an epsilon each; this is twice their sum.
pub const TANGENT: f64 = 8.0 * f64::EPSILON;

/// Up to four real roots, ascending.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Roots {
    values: [f64; 4],
    count: usize,
}

impl Roots {
    /// The roots, ascending.
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.count]
    }

    /// The roots, ascending.
    pub fn iter(&self) -> impl Iterator<Item = f64> + '_ {
        self.as_slice().iter().copied()
    }

    /// Puts a root in its place. A fifth would be left out: no caller finds more than four.
    fn insert(&mut self, root: f64) {
        if self.count == 4 {
            return;
        }
        let mut place = self.count;
        while place > 0 && self.values[place - 1] > root {
            self.values[place] = self.values[place - 1];
            place -= 1;
        }
        self.values[place] = root;
        self.count += 1;
    }

    /// The roots in the units that `scaled` came from.
    fn unscaled(&self, scaled: &Scaled) -> Self {
        let mut roots = Self::default();
        for root in self.iter().map(|y| times_power_of_two(y, scaled.exponent)).filter(|x| x.is_finite()) {
            roots.insert(root);
        }
        (0..scaled.zeros).for_each(|_| roots.insert(0.0));
        roots
    }
}

/// The real roots of a0 + a1 x + ... + a4 x^4, given its coefficients with the lowest power first.
///
/// Simple roots are listed once. A multiple root is listed at least once, and at most as often as it counts. Double
/// roots are found by the rule of the [module](self). Trailing coefficients may be zero; if all are, or one of them is
/// not finite, there are no roots.
///
/// ```
/// use packstone::narrow::axisymmetric::quartic::real_roots;
///
/// // (x - 1)(x - 2)(x^2 + 1)
/// assert_eq!(real_roots([2.0, -3.0, 3.0, -3.0, 1.0]).as_slice(), [1.0, 2.0]);
/// ```
pub fn real_roots(coefficients: [f64; 5]) -> Roots {
    let Some(scaled) = Scaled::new(coefficients) else { return Roots::default() };
    let polynomial = &scaled.polynomial;
    bairstow::real_roots(polynomial).unwrap_or_else(|| isolate::real_roots(polynomial)).unscaled(&scaled)
}

/// The same roots by radicals, without iterating on the quartic and without polish: less accurate, a cross-check.
///
/// Double roots are found by the rule of the [module](self) as far as the accuracy allows.
pub fn real_roots_closed_form(coefficients: [f64; 5]) -> Roots {
    let Some(scaled) = Scaled::new(coefficients) else { return Roots::default() };
    closed_form::real_roots(&scaled.polynomial).unscaled(&scaled)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both solvers find these roots.
    fn both_find(coefficients: [f64; 5], expected: &[f64]) {
        for found in [real_roots(coefficients), real_roots_closed_form(coefficients)] {
            let close = |(x, y): (f64, &f64)| (x - y).abs() <= 1e-14 * y.abs();
            let agree = found.as_slice().len() == expected.len() && found.iter().zip(expected).all(close);
            assert!(agree, "{coefficients:?}: {found:?} instead of {expected:?}");
        }
    }

    #[test]
    fn no_roots_where_there_is_no_polynomial() {
        both_find([0.0; 5], &[]);
        both_find([3.0, 0.0, 0.0, 0.0, 0.0], &[]);
        for place in 0..5 {
            for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let mut coefficients = [1.0, -3.0, 1.0, 1.0, -1.0];
                coefficients[place] = bad;
                both_find(coefficients, &[]);
            }
        }
    }

    #[test]
    fn lower_degrees() {
        both_find([-6.0, 3.0, 0.0, 0.0, 0.0], &[2.0]);
        both_find([-6.0, -1.0, 1.0, 0.0, 0.0], &[-2.0, 3.0]);
        both_find([1.0, 1.0, 1.0, 0.0, 0.0], &[]);
        both_find([-4.0, 0.0, 1.0, 0.0, 0.0], &[-2.0, 2.0]);
        both_find([-8.0, 0.0, 0.0, 1.0, 0.0], &[2.0]);
        both_find([6.0, -5.0, -2.0, 1.0, 0.0], &[-2.0, 1.0, 3.0]);
    }

    #[test]
    fn roots_at_zero_are_exact() {
        both_find([0.0, 0.0, 0.0, 0.0, 2.0], &[0.0, 0.0, 0.0, 0.0]);
        both_find([0.0, 0.0, -4.0, 0.0, 1.0], &[-2.0, 0.0, 0.0, 2.0]);
        both_find([0.0, 5.0, 0.0, 0.0, 0.0], &[0.0]);
    }

    #[test]
    fn even_quartics() {
        both_find([4.0, 0.0, -5.0, 0.0, 1.0], &[-2.0, -1.0, 1.0, 2.0]);
        both_find([-4.0, 0.0, 3.0, 0.0, 1.0], &[-1.0, 1.0]);
        both_find([-16.0, 0.0, 0.0, 0.0, 1.0], &[-2.0, 2.0]);
        both_find([16.0, 0.0, 0.0, 0.0, 1.0], &[]);
        both_find([1.0, 0.0, 1.0, 0.0, 1.0], &[]);
    }

    /// A parabola that touches, misses by rounding, and misses.
    #[test]
    fn the_tangent_rule_is_kept_to() {
        let roots = |gap: f64| real_roots([1.0 + gap, -2.0, 1.0, 0.0, 0.0]);
        assert_eq!(roots(0.0).as_slice(), [1.0]);
        // The sum of |a_i x^i| is 4 there, so the rule reaches to a gap of 32 epsilon.
        assert_eq!(roots(32.0 * f64::EPSILON).as_slice(), [1.0]);
        assert_eq!(roots(34.0 * f64::EPSILON).as_slice().len(), 0);
    }

    #[test]
    fn coefficients_near_the_ends_of_the_range() {
        for size in [1e-300, 1e-80, 1e80, 1e300] {
            let found = real_roots([-size, 0.0, 0.0, 0.0, size]);
            assert_eq!(found.as_slice(), [-1.0, 1.0]);
        }
        let found = real_roots([-1e-300, 0.0, 0.0, 0.0, 1e300]);
        assert!(found.as_slice().len() == 2 && (found.as_slice()[1] / 1e-150 - 1.0).abs() < 1e-14);
        // The second root, 1e600, is beyond all numbers.
        assert_eq!(real_roots([1e-300, -1e-300, 5e-324, 0.0, 0.0]).as_slice().len(), 2);
        assert_eq!(real_roots([1e300, -1e300, 5e-324, 0.0, 0.0]).as_slice(), [1.0]);
    }
}
