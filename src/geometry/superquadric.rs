//! The superquadric, by its closed-form support: no mesh is involved.

use glam::DVec3;

use super::error::{ShapeError, positive};
use super::feature::Feature;

/// The body `(|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 <= 1`.
///
/// It is the unit ball of a norm made of two nested planar ones: an n2-norm across, an n1-norm along the meridian.
/// Its support function is the dual norm, and the support point the gradient of that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Superquadric {
    radii: DVec3,
    n1: f64,
    n2: f64,
    bounding_radius: f64,
}

/// A point of the planar unit curve `|x|^n + |y|^n = 1` in the quarter x, y >= 0, seen from its normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormPoint {
    /// The dual norm of the direction it was asked for.
    pub norm: f64,
    /// The point that is furthest along the direction.
    pub x: f64,
    /// See `x`.
    pub y: f64,
}

/// Dual norm of (`p`, `q`) >= 0 under the planar `n`-norm and the support point that attains it.
pub(crate) fn norm_support(p: f64, q: f64, n: f64) -> NormPoint {
    let (large, small, swapped) = if p >= q { (p, q, false) } else { (q, p, true) };
    if large == 0.0 {
        return NormPoint { norm: 0.0, x: 1.0, y: 0.0 };
    }
    // With r = small / large: y/x = r^(1/(n-1)), and r * y/x = r^q for the dual exponent q = n/(n-1).
    let ratio = small / large;
    let slope = if n == 2.0 { ratio } else { ratio.powf(1.0 / (n - 1.0)) };
    let sum = 1.0 + ratio * slope;
    let (x, norm) = if n == 2.0 {
        (1.0 / sum.sqrt(), large * sum.sqrt())
    } else {
        let x = sum.powf(-1.0 / n);
        (x, large * sum * x)
    };
    let y = slope * x;
    if swapped { NormPoint { norm, x: y, y: x } } else { NormPoint { norm, x, y } }
}

/// Maximum of `p x^2 + q y^2` on the curve `|x|^n + |y|^n = 1`: at an axis up to n = 2, by Hoelder's inequality beyond.
fn longest_square(p: f64, q: f64, n: f64) -> f64 {
    if n <= 2.0 {
        return p.max(q);
    }
    let (large, small) = (p.max(q), p.min(q));
    let power = n / (n - 2.0);
    large * (1.0 + (small / large).powf(power)).powf(1.0 / power)
}

impl Superquadric {
    /// A superquadric with semi-axes `radii` = (a, b, c) [m] and exponents `n1`, `n2`, each at least 1.
    pub fn new(radii: DVec3, n1: f64, n2: f64) -> Result<Self, ShapeError> {
        positive("a", radii.x)?;
        positive("b", radii.y)?;
        positive("c", radii.z)?;
        for (what, value) in [("n1", n1), ("n2", n2)] {
            if !value.is_finite() {
                return Err(ShapeError::NotFinite { what, value });
            }
            if value < 1.0 {
                return Err(ShapeError::ExponentBelowOne { what, value });
            }
        }
        let squares = radii * radii;
        let across = longest_square(squares.x, squares.y, n2);
        let bounding_radius = longest_square(across, squares.z, n1).sqrt();
        Ok(Self { radii, n1, n2, bounding_radius })
    }

    /// Semi-axes (a, b, c) [m].
    pub fn radii(&self) -> DVec3 {
        self.radii
    }

    /// Exponents (n1 along the meridian, n2 across).
    pub fn exponents(&self) -> (f64, f64) {
        (self.n1, self.n2)
    }

    /// The furthest point along `dir` (any length but zero).
    pub fn support(&self, dir: DVec3) -> DVec3 {
        let scaled = (self.radii * dir).abs();
        let across = norm_support(scaled.x, scaled.y, self.n2);
        let meridian = norm_support(across.norm, scaled.z, self.n1);
        let point = DVec3::new(meridian.x * across.x, meridian.x * across.y, meridian.y);
        (self.radii * point).copysign(dir)
    }

    /// What lies within `tolerance` [m] of the support plane along the unit direction `dir`. Only an exponent of
    /// exactly 1 makes straight edges and flat faces; every other surface is strictly convex.
    pub fn support_feature(&self, dir: DVec3, tolerance: f64) -> Feature {
        let scaled = (self.radii * dir).abs();
        let across = norm_support(scaled.x, scaled.y, self.n2);
        let [flat_across, flat_meridian] = self.feature_steps(dir).map(|step| step <= tolerance);
        if !flat_across && !flat_meridian {
            return Feature::Point(self.support(dir));
        }
        let place = |x: f64, y: f64, z: f64| (self.radii * DVec3::new(x, y, z)).copysign(dir);
        let pole = place(0.0, 0.0, 1.0);
        match (flat_across, flat_meridian) {
            (true, true) => Feature::Polygon(vec![place(1.0, 0.0, 0.0), place(0.0, 1.0, 0.0), pole]),
            (true, false) => {
                let meridian = norm_support(across.norm, scaled.z, self.n1);
                if meridian.x == 0.0 {
                    return Feature::Point(pole);
                }
                Feature::Segment([place(meridian.x, 0.0, meridian.y), place(0.0, meridian.x, meridian.y)])
            }
            _ => Feature::Segment([place(across.x, across.y, 0.0), pole]),
        }
    }

    /// Tolerances at which the support feature along the unit direction `dir` grows, across and along the meridian;
    /// infinite where the surface is curved.
    pub fn feature_steps(&self, dir: DVec3) -> [f64; 2] {
        let scaled = (self.radii * dir).abs();
        let across = || norm_support(scaled.x, scaled.y, self.n2).norm;
        [
            if self.n2 == 1.0 { (scaled.x - scaled.y).abs() } else { f64::INFINITY },
            if self.n1 == 1.0 { (across() - scaled.z).abs() } else { f64::INFINITY },
        ]
    }

    /// Largest distance of a point of the surface from the origin [m].
    pub fn bounding_radius(&self) -> f64 {
        self.bounding_radius
    }

    /// The same shape, `factor` times as large.
    pub fn scaled(&self, factor: f64) -> Result<Self, ShapeError> {
        Self::new(self.radii * factor, self.n1, self.n2)
    }
}
