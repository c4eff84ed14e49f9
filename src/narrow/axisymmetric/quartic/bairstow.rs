//! Lin-Bairstow: a quadratic factor of the quartic by Newton's method, then the roots of both quadratics.
//!
//! Dividing p by x^2 + u x + v leaves a quotient Q = b2 x^2 + b1 x + b0 and a remainder c x + d. Differentiating
//! p = (x^2 + u x + v) Q + c x + d by u and by v, at fixed p, and reducing modulo x^2 + u x + v, gives
//!
//! ```text
//! dc/du x + dd/du = -(x Q mod) = -(h - u g) x + v g        with Q mod = g x + h,
//! dc/dv x + dd/dv = -(Q mod)   = -g x - h                  g = b1 - u b2, h = b0 - v b2,
//! ```
//!
//! which is all that Newton's method for c = d = 0 needs. (The Jacobian printed in the paper's appendix has a slip; its
//! inverse agrees with this.) A cubic is the case b2 = 0.

use super::closed_form::split;
use super::polynomial::Polynomial;
use super::{Roots, TANGENT};

/// Newton steps before giving up.
const STEPS: usize = 12;
/// Relative step after which the next iterate, by quadratic convergence, is good enough for the polish.
const LAST_STEP: f64 = 1.0 / (1u64 << 20) as f64;
/// Relative step of the polish that is too long for where p is zero to rounding already.
const LONG_STEP: f64 = 1.0 / (1u64 << 26) as f64;
/// Newton steps on a single root before giving up.
const POLISHING: usize = 3;
/// Residual at which a real root needs no further polish, in units of the sum of |a_i x^i|.
const POLISHED: f64 = 2.0 * f64::EPSILON;
/// Remainder up to which a complex pair is trusted, in the same units.
const REMAINDER: f64 = 1.0 / (1u64 << 30) as f64;
/// How many times the rule for tangents and the remainder must be exceeded for a pair to be taken as complex without a
/// closer look.
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
    if p.degree > 2 {
        return roots_from(p, first_start(p)).or_else(|| roots_from(p, by_radicals(p)?));
    }
    let mut rough = Roots::default();
    let whole = Quadratic { c0: p.a[0], c1: p.a[1], c2: p.a[2] };
    whole.collect_roots(p, (0.0, 0.0), &mut rough)?;
    polished(p, &rough)
}

/// The same for degrees three and four, from a given start.
fn roots_from(p: &Polynomial, start: (f64, f64)) -> Option<Roots> {
    let mut rough = Roots::default();
    let factors = factorise(p, start)?;
    factors.divisor.collect_roots(p, factors.remainder, &mut rough)?;
    factors.quotient.collect_roots(p, factors.remainder, &mut rough)?;
    polished(p, &rough)
}

/// The first start, as (u, v). For a cubic, the quadratic of its three lowest terms. For a quartic, a factor from the
/// largest root of the resolvent cubic (see the closed form), which always gives real factors; of that root, four
/// digits are enough, so the cosine of a third of an angle is a polynomial here.
fn first_start(p: &Polynomial) -> (f64, f64) {
    let [a0, a1, a2, a3, a4] = p.a;
    if p.degree < 4 {
        return (a1 / a2, a0 / a2);
    }
    let scale = 1.0 / a4;
    let [a, b, c, d] = [a3 * scale, a2 * scale, a1 * scale, a0 * scale];
    let q = (b * b * (1.0 / 3.0) - a * c + 4.0 * d) * (1.0 / 3.0);
    let r = 0.5 * ((8.0 * d + a * c - b * b * (2.0 / 9.0)) * (b * (1.0 / 3.0)) - c * c - a * a * d);
    let f = rough_largest_root(q, r);
    let (half, s) = (0.5 * a, b * (1.0 / 6.0) + 0.5 * f);
    let g = (half * half - b * (2.0 / 3.0) + f).max(0.0).sqrt();
    let m = (s * s - d).max(0.0).sqrt();
    // Of the two factors the one whose constant does not cancel; g and m have the sign of their product between them.
    let aligned = (s >= 0.0) == (a * s >= c);
    (if aligned { half + g } else { half - g }, if s >= 0.0 { s + m } else { s - m })
}

/// The largest real root of y^3 - 3 q y + 2 r, to about four digits.
fn rough_largest_root(q: f64, r: f64) -> f64 {
    let excess = r * r - q * q * q;
    if excess >= 0.0 {
        let larger = -(r.abs() + excess.sqrt()).cbrt().copysign(r);
        return if larger == 0.0 { 0.0 } else { larger + q / larger };
    }
    let root = q.sqrt();
    // With w the cosine of half the angle whose cosine is -r / q^(3/2), the cosine of a third of it.
    let w = (0.5 - 0.5 * r / (q * root)).max(0.0).sqrt();
    2.0 * root * (0.500_078 + w * (0.574_643 + w * (-0.095_640 + w * 0.020_981)))
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
        let remainder = c.abs() * modulus + d.abs();
        let doubt = TANGENT * p.magnitude(middle) + remainder;
        remainder <= REMAINDER * p.magnitude(modulus) && p.value(middle).abs() > CLEARLY_APART * doubt
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
        if done && step.abs() > LONG_STEP * x.abs() {
            return None;
        }
        x -= step;
        if done {
            return Some((x, slope));
        }
    }
    None
}
