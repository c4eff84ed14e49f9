//! Quartics by radicals: a root of the resolvent cubic gives two quadratic factors.
//!
//! x^4 + a x^3 + b x^2 + c x + d = (x^2 + a/2 x + s)^2 - (g x + m)^2 for every root f = 2 s - b/3 of a cubic. The
//! formulas for g and m can each cancel, but there are several of them; as Orellana and De Michele (2020, "Algorithm
//! 1010: Boosting efficiency in solving quartic equations with no compromise in accuracy") do, all are tried, and the
//! ones that give back the coefficients best are kept. Smaller coefficients of the factors are found likewise.

use super::polynomial::Polynomial;
use super::{Roots, TANGENT};

/// x^2 + `linear` x + `constant`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Monic {
    /// Coefficient of x.
    pub linear: f64,
    /// Coefficient of 1.
    pub constant: f64,
}

/// The real roots.
pub(super) fn real_roots(p: &Polynomial) -> Roots {
    let mut roots = Roots::default();
    let [a0, a1, a2, a3, a4] = p.a;
    match p.degree {
        0 => (),
        1 => roots.insert(-a0 / a1),
        2 => Monic { linear: a1 / a2, constant: a0 / a2 }.insert_roots(p, &mut roots),
        3 => {
            let (root, rest) = split_cubic(a2 / a3, a1 / a3, a0 / a3);
            roots.insert(root);
            rest.insert_roots(p, &mut roots);
        }
        _ => split([a3 / a4, a2 / a4, a1 / a4, a0 / a4]).iter().for_each(|factor| factor.insert_roots(p, &mut roots)),
    }
    roots
}

impl Monic {
    /// Adds the real roots of this factor of p; of a complex pair, its middle if p touches zero there.
    fn insert_roots(&self, p: &Polynomial, roots: &mut Roots) {
        let half = -0.5 * self.linear;
        let discriminant = half * half - self.constant;
        if discriminant > 0.0 {
            let larger = half + discriminant.sqrt().copysign(half);
            roots.insert(larger);
            roots.insert(self.constant / larger);
        } else if discriminant == 0.0 || p.value(half).abs() <= TANGENT * p.magnitude(half) {
            roots.insert(half);
        }
    }
}

/// The two real quadratic factors of x^4 + a x^3 + b x^2 + c x + d; not finite if the coefficients overflow.
pub(super) fn split([a, b, c, d]: [f64; 4]) -> [Monic; 2] {
    let g = a * c - 4.0 * d - b * b / 3.0;
    let h = (8.0 * d + a * c - b * b * (2.0 / 9.0)) * (b / 3.0) - c * c - a * a * d;
    let (dominant, largest) = depressed_cubic(g, h);
    let (error, factors) = factors_from(dominant, [a, b, c, d]);
    if dominant == largest {
        return factors;
    }
    // The dominant root is the more accurate, but if all roots are complex it pairs them wrongly: only the largest
    // pairs conjugates.
    let (other_error, others) = factors_from(largest, [a, b, c, d]);
    if other_error < error { others } else { factors }
}

/// How far the factors fall short of the coefficients, each relative to its own size.
fn shortfall([a, b, c, d]: [f64; 4], [p, q]: [Monic; 2]) -> f64 {
    let relative = |computed: f64, wanted: f64| {
        let difference = (computed - wanted).abs();
        if wanted == 0.0 { difference } else { difference / wanted.abs() }
    };
    let error = relative(p.linear + q.linear, a)
        + relative(p.constant + q.constant + p.linear * q.linear, b)
        + relative(p.constant * q.linear + p.linear * q.constant, c)
        + relative(p.constant * q.constant, d);
    if error.is_nan() { f64::INFINITY } else { error }
}

/// The best factors for the root f of the resolvent, with their shortfall.
fn factors_from(f: f64, coefficients: [f64; 4]) -> (f64, [Monic; 2]) {
    let [a, b, c, d] = coefficients;
    let half = 0.5 * a;
    let s = b / 6.0 + 0.5 * f;
    let mixed = 0.5 * (a * s - c); // g m
    let g = (half * half - b * (2.0 / 3.0) + f).max(0.0).sqrt();
    let m = (s * s - d).max(0.0).sqrt().copysign(mixed);
    let mut best = (f64::INFINITY, [Monic { linear: half, constant: s }; 2]);
    for (g, m) in [(g, mixed / g), (g, m), (mixed / m, m)] {
        let [larger, smaller] = constants(s, m, d);
        for factors in linear_terms(half, g, [larger, smaller], coefficients) {
            let error = shortfall(coefficients, factors);
            if error < best.0 {
                best = (error, factors);
            }
        }
    }
    best
}

/// s + m and s - m, the smaller of them from the product d of both.
fn constants(s: f64, m: f64, d: f64) -> [f64; 2] {
    let (sum, difference) = (s + m, s - m);
    if sum.abs() >= difference.abs() && sum != 0.0 {
        [sum, d / sum]
    } else if difference != 0.0 {
        [d / difference, difference]
    } else {
        [sum, difference]
    }
}

/// The factors with linear terms half + g and half - g, the smaller of which is found in three ways.
fn linear_terms(half: f64, g: f64, [q1, q2]: [f64; 2], [a, b, c, _]: [f64; 4]) -> [[Monic; 2]; 3] {
    let (p1, p2) = (half + g, half - g);
    let factors = |p1: f64, p2: f64| [Monic { linear: p1, constant: q1 }, Monic { linear: p2, constant: q2 }];
    if p1.abs() >= p2.abs() {
        [a - p1, (c - p1 * q2) / q1, (b - q1 - q2) / p1].map(|p2| factors(p1, p2))
    } else {
        [a - p2, (c - p2 * q1) / q2, (b - q1 - q2) / p2].map(|p1| factors(p1, p2))
    }
}

/// The real root of y^3 + g y + h that is largest in size, and the largest one.
fn depressed_cubic(g: f64, h: f64) -> (f64, f64) {
    let (q, r) = (-g / 3.0, 0.5 * h);
    let cube = q * q * q;
    if r * r < cube {
        let size = 2.0 * q.sqrt();
        let angle = (r.abs() / (q * q.sqrt())).min(1.0).acos() / 3.0;
        let dominant = size * angle.cos();
        if r <= 0.0 {
            return (dominant, dominant);
        }
        return (-dominant, size * (std::f64::consts::FRAC_PI_3 - angle).cos());
    }
    let larger = -(r.abs() + (r * r - cube).sqrt()).cbrt().copysign(r);
    if larger == 0.0 {
        return (0.0, 0.0);
    }
    let smaller = q / larger;
    // Of opposite signs they cancel; then their sum is taken from the sum of their cubes, -2 r.
    let sum = if q < 0.0 { -2.0 * r / (larger * larger - q + smaller * smaller) } else { larger + smaller };
    // With a double root (r^2 = cube) the other sign can be the larger.
    if r > 0.0 && r * r == cube { (sum, -0.5 * sum) } else { (sum, sum) }
}

/// A real root of x^3 + a x^2 + b x + c and the quadratic of the other two.
fn split_cubic(a: f64, b: f64, c: f64) -> (f64, Monic) {
    let third = a / 3.0;
    let (dominant, _) = depressed_cubic(b - a * third, c + third * (2.0 * third * third - b));
    let root = dominant - third;
    // A large root is divided out from the low end, a small one from the high end: neither cancels.
    let rest = if root.abs().powi(3) > c.abs() {
        let constant = -c / root;
        Monic { linear: (constant - b) / root, constant }
    } else {
        let linear = a + root;
        Monic { linear, constant: b + root * linear }
    };
    (root, rest)
}
