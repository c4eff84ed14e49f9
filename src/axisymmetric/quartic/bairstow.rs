//! Lin-Bairstow: a quadratic factor of the quartic by Newton's method, then the roots of both quadratics.
//!
//! Dividing p by x^2 + u x + v leaves a quotient Q = b2 x^2 + b1 x + b0 and a remainder c x + d. Differentiating
//! p = (x^2 + u x + v) Q + c x + d by u and by v, at fixed p, and reducing modulo x^2 + u x + v, gives
//!
//!     dc/du x + dd/du = -(x Q mod) = -(h - u g) x + v g        with Q mod = g x + h,
//!     dc/dv x + dd/dv = -(Q mod)   = -g x - h                  g = b1 - u b2, h = b0 - v b2,
//!
//! which is all that Newton's method for c = d = 0 needs. (The Jacobian printed in the paper's appendix has a slip; its
//! inverse agrees with this.) A cubic is the case b2 = 0.

use super::closed_form::split;
use super::polynomial::Polynomial;
use super::{Roots, TANGENT};

/// Newton steps before giving up.
const STEPS: usize = 12;
/// Relative step after which the next iterate, by quadratic convergence, is exact to rounding.
const LAST_STEP: f64 = 1.0 / (1u64 << 26) as f64;
/// Newton steps on a single root before giving up.
const POLISHING: usize = 3;
/// Residual at which a real root needs no further polish, in units of the sum of |a_i x^i|.
const POLISHED: f64 = 2.0 * f64::EPSILON;
/// Remainder up to which a complex pair is trusted, in the same units.
const REMAINDER: f64 = 32.0 * f64::EPSILON;
/// How many times the rule for tangents must be exceeded for a pair to be taken as complex without a closer look.
const CLEARLY_APART: f64 = 16.0;

/// c2 x^2 + c1 x + c0, or a line if c2 is zero.
#[derive(Clone, Copy, Debug)]
struct Quadratic {
    c0: f64,
    c1: f64,
    c2: f64,
}

/// Two quadratics with a product of p minus a remainder.
#[derive(Clone, Copy, Debug)]
struct Factors {
    divisor: Quadratic,
    quotient: Quadratic,
    /// The remainder c x + d, as (c, d).
    remainder: (f64, f64),
}

/// All real roots, or `None` if they cannot be vouched for: no convergence, or roots too close to each other.
pub(super) fn real_roots(p: &Polynomial) -> Option<Roots> {
    let mut rough = Roots::default();
    if p.degree <= 2 {
        let whole = Quadratic { c0: p.a[0], c1: p.a[1], c2: p.a[2] };
        whole.collect_roots(p, (0.0, 0.0), &mut rough)?;
    } else {
        let factors = factorise(p, low_terms(p)).or_else(|| factorise(p, by_radicals(p)?))?;
        factors.divisor.collect_roots(p, factors.remainder, &mut rough)?;
        factors.quotient.collect_roots(p, factors.remainder, &mut rough)?;
    }
    polished(p, &rough)
}

/// The first start, as (u, v): the quadratic of the three lowest terms, near the two small roots if there are such.
fn low_terms(p: &Polynomial) -> (f64, f64) {
    let [a0, a1, a2, ..] = p.a;
    (a1 / a2, a0 / a2)
}

/// The second start: a factor in closed form, which costs more than a few steps but is nearly right.
fn by_radicals(p: &Polynomial) -> Option<(f64, f64)> {
    let [a0, a1, a2, a3, a4] = p.a;
    let [_, factor] = if p.degree == 4 { split([a3 / a4, a2 / a4, a1 / a4, a0 / a4]) } else { return None };
    Some((factor.linear, factor.constant))
}

/// A quadratic factor and its cofactor.
fn factorise(p: &Polynomial, start: (f64, f64)) -> Option<Factors> {
    let [a0, a1, a2, a3, b2] = p.a;
    let (mut u, mut v) = start;
    let mut converged = false;
    for _ in 0..STEPS {
        let b1 = a3 - u * b2;
        let b0 = a2 - u * b1 - v * b2;
        let c = a1 - u * b0 - v * b1;
        let d = a0 - v * b0;
        if converged {
            let divisor = Quadratic { c0: v, c1: u, c2: 1.0 };
            return Some(Factors { divisor, quotient: Quadratic { c0: b0, c1: b1, c2: b2 }, remainder: (c, d) });
        }
        let g = b1 - u * b2;
        let h = b0 - v * b2;
        let k = h - u * g;
        let scale = 1.0 / (h * k + v * g * g);
        let du = (h * c - g * d) * scale;
        let dv = (v * g * c + k * d) * scale;
        u += du;
        v += dv;
        converged = du * du <= LAST_STEP * LAST_STEP * (u * u).max(v.abs()) && dv.abs() <= LAST_STEP * v.abs();
    }
    None
}

impl Quadratic {
    /// Adds the real roots. `None` if a complex pair is so close to the real axis that it may be a double root, or so
    /// far off that it may be real after all.
    #[inline]
    fn collect_roots(&self, p: &Polynomial, remainder: (f64, f64), roots: &mut Roots) -> Option<()> {
        let &Self { c0, c1, c2 } = self;
        if c2 == 0.0 {
            if c1 != 0.0 {
                roots.insert(-c0 / c1);
            }
            return Some(());
        }
        let discriminant = c1 * c1 - 4.0 * c2 * c0;
        if discriminant < 0.0 {
            return self.is_clearly_complex(p, remainder).then_some(());
        }
        // The larger root from a sum without cancellation, the other from the product of both.
        let sum = -0.5 * (c1 + discriminant.sqrt().copysign(c1));
        roots.insert(sum / c2);
        roots.insert(c0 / sum);
        Some(())
    }

    /// Whether p has a complex pair here: it is a factor to rounding, and p is well away from zero at its middle.
    #[inline]
    fn is_clearly_complex(&self, p: &Polynomial, (c, d): (f64, f64)) -> bool {
        let middle = -0.5 * self.c1 / self.c2;
        let modulus = (self.c0 / self.c2).sqrt();
        let is_factor = c.abs() * modulus + d.abs() <= REMAINDER * p.magnitude(modulus);
        is_factor && p.value(middle).abs() > CLEARLY_APART * TANGENT * p.magnitude(middle)
    }
}

/// The roots after Newton's method on p. `None` if two of them may have run into one: the slopes at simple
/// neighbouring roots alternate.
#[inline]
fn polished(p: &Polynomial, rough: &Roots) -> Option<Roots> {
    let mut roots = *rough;
    let mut expected = p.leading();
    let mut above = f64::INFINITY;
    for root in roots.values[..rough.count].iter_mut().rev() {
        let (x, slope) = polish(p, *root)?;
        if slope * expected <= 0.0 || x >= above {
            return None;
        }
        (above, expected) = (x, -expected);
        *root = x;
    }
    Some(roots)
}

/// A root of p near x, and the slope there.
#[inline]
fn polish(p: &Polynomial, mut x: f64) -> Option<(f64, f64)> {
    for _ in 0..POLISHING {
        let (value, slope) = p.value_and_slope(x);
        let step = value / slope;
        let done = value.abs() <= POLISHED * p.magnitude(x);
        // Where p is zero to rounding and still asks for a long step, its slope is rounding too.
        if done && step.abs() > LAST_STEP * x.abs() {
            return None;
        }
        x -= step;
        if done {
            return Some((x, slope));
        }
    }
    None
}
