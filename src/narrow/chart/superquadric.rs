//! Charts of the superquadric.
//!
//! A planar curve `|x|^n + |y|^n = 1` is followed by its points where n >= 2: the normal is then a smooth function of the
//! point, while the point, seen from the normal, has a derivative without bound where the curve is flat. For n <= 2 it
//! is the other way round. A superquadric is two such curves nested in each other, with an exponent each.

use glam::DVec3;

use super::Chart;
use super::norm::NestedNorm;
use crate::geometry::Superquadric;

/// The charts of a superquadric around the unit direction `n`, likeliest first.
pub(super) fn superquadric_charts(shape: &Superquadric, n: DVec3) -> Vec<Chart> {
    let mut charts = curved_charts(shape, n);
    charts.extend(top_chart(shape, n));
    charts
}

/// The end of an axis that `n` nearly points along. There the curvature of a blocky surface vanishes, and a normal
/// exactly along the axis cannot be approached by steps that divide by it.
fn top_chart(shape: &Superquadric, n: DVec3) -> Option<Chart> {
    let (n1, n2) = shape.exponents();
    let axis = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().find(|axis| axis.dot(n).abs() > TOP)?;
    let axis = axis * 1.0_f64.copysign(axis.dot(n));
    (n1.max(n2) > 2.0).then(|| Chart::Top { p: shape.radii() * axis, n: axis })
}

/// Cosine of 0.1 rad.
const TOP: f64 = 0.995;

fn curved_charts(shape: &Superquadric, n: DVec3) -> Vec<Chart> {
    let (n1, n2) = shape.exponents();
    if n1 >= 2.0 && n2 >= 2.0 {
        let p = shape.support(n);
        let gauge = NestedNorm { scale: shape.radii().recip(), n1, n2 };
        return vec![Chart::ByPoint { gauge, p: p / gauge.value(p), size: shape.bounding_radius() }];
    }
    if n1 > 1.0 && n2 > 1.0 && n1 <= 2.0 && n2 <= 2.0 {
        let dual = NestedNorm { scale: shape.radii(), n1: n1 / (n1 - 1.0), n2: n2 / (n2 - 1.0) };
        return vec![Chart::ByNormal { dual, n }];
    }
    nested_charts(shape, n)
}

fn nested_charts(shape: &Superquadric, n: DVec3) -> Vec<Chart> {
    let (n1, n2) = shape.exponents();
    let scaled = shape.radii() * n;
    let mut charts = Vec::with_capacity(4);
    for (across_norm, across) in Curve::around(scaled.x, scaled.y, n2) {
        for (_, meridian) in Curve::around(across_norm, scaled.z, n1) {
            charts.push(Chart::ByCurves(NestedCurves { radii: shape.radii(), across, meridian }));
        }
    }
    charts
}

/// A point of a superquadric as a point across and a point along the meridian.
#[derive(Clone, Copy, Debug)]
pub(in crate::narrow) struct NestedCurves {
    radii: DVec3,
    across: Curve,
    meridian: Curve,
}

impl NestedCurves {
    /// Point, its derivatives, normal (of any length), its derivatives.
    pub fn jet(&self) -> (DVec3, [DVec3; 2], DVec3, [DVec3; 2]) {
        let (across, meridian) = (&self.across, &self.meridian);
        let (d_across, d_meridian) = (across.derivative(), meridian.derivative());
        let (r, z, r_dual, z_dual) = (meridian.x, meridian.y, meridian.x_dual, meridian.y_dual);
        let p = DVec3::new(r * across.x, r * across.y, z);
        let dp = [
            DVec3::new(r * d_across.x, r * d_across.y, 0.0),
            DVec3::new(d_meridian.x * across.x, d_meridian.x * across.y, d_meridian.y),
        ];
        let normal = DVec3::new(r_dual * across.x_dual, r_dual * across.y_dual, z_dual);
        let dnormal = [
            DVec3::new(r_dual * d_across.x_dual, r_dual * d_across.y_dual, 0.0),
            DVec3::new(d_meridian.x_dual * across.x_dual, d_meridian.x_dual * across.y_dual, d_meridian.y_dual),
        ];
        (self.radii * p, dp.map(|d| self.radii * d), normal / self.radii, dnormal.map(|d| d / self.radii))
    }

    pub fn moved(&self, step: [f64; 2]) -> Self {
        Self { across: self.across.moved(step[0]), meridian: self.meridian.moved(step[1]), ..*self }
    }
}

/// How a curve is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follow {
    /// By its points, n >= 2, or along a straight side, n = 1.
    Points,
    /// By its normals, 1 < n <= 2.
    Normals,
    /// The normal turns about a corner, n = 1.
    Corner,
}

/// A point of the curve `|x|^n + |y|^n = 1` with its normal, a point of the dual curve.
#[derive(Clone, Copy, Debug)]
struct Curve {
    n: f64,
    follow: Follow,
    x: f64,
    y: f64,
    x_dual: f64,
    y_dual: f64,
}

/// `|t|^power` with the sign of `t`.
fn signed_power(t: f64, power: f64) -> f64 {
    t.abs().powf(power).copysign(t)
}

/// The other coordinate of the curve of exponent `n`, with the sign of `old`.
fn other_coordinate(t: f64, n: f64, old: f64) -> f64 {
    (1.0 - t.abs().min(1.0).powf(n)).max(0.0).powf(1.0 / n).copysign(old)
}

impl Curve {
    /// The support of the curve along (p, q), with the dual norm of that direction.
    fn around(p: f64, q: f64, n: f64) -> Vec<(f64, Self)> {
        if n == 1.0 {
            return Self::around_corner(p, q);
        }
        let found = crate::geometry::norm_support(p.abs(), q.abs(), n);
        let follow = if n >= 2.0 { Follow::Points } else { Follow::Normals };
        let (x, y) = (found.x.copysign(p), found.y.copysign(q));
        let (x_dual, y_dual) = (signed_power(x, n - 1.0), signed_power(y, n - 1.0));
        vec![(found.norm, Self { n, follow, x, y, x_dual, y_dual })]
    }

    /// n = 1: the corner that is furthest along (p, q), and the straight side next to it.
    fn around_corner(p: f64, q: f64) -> Vec<(f64, Self)> {
        let (sign_p, sign_q) = (1.0_f64.copysign(p), 1.0_f64.copysign(q));
        let norm = p.abs().max(q.abs());
        let (x, y) = if p.abs() >= q.abs() { (sign_p, 0.0) } else { (0.0, sign_q) };
        let corner = Self { n: 1.0, follow: Follow::Corner, x, y, x_dual: p / norm, y_dual: q / norm };
        let side =
            Self { n: 1.0, follow: Follow::Points, x: 0.5 * sign_p, y: 0.5 * sign_q, x_dual: sign_p, y_dual: sign_q };
        vec![(norm, corner), (norm, side)]
    }

    /// The same seen with x and y exchanged.
    fn flipped(&self) -> Self {
        Self { x: self.y, y: self.x, x_dual: self.y_dual, y_dual: self.x_dual, ..*self }
    }

    /// The same with points and normals exchanged: a curve of the dual exponent.
    fn dual(&self) -> Self {
        let follow = if self.follow == Follow::Points { Follow::Normals } else { Follow::Points };
        let n = self.n / (self.n - 1.0);
        Self { n, follow, x: self.x_dual, y: self.y_dual, x_dual: self.x, y_dual: self.y }
    }

    /// True when y is the parameter, the smaller of the coordinates that are followed. (Not a number counts as upright,
    /// so that an exchange of x and y always ends.)
    fn is_upright(&self) -> bool {
        let (x, y) = if self.follow == Follow::Normals { (self.x_dual, self.y_dual) } else { (self.x, self.y) };
        y.abs().partial_cmp(&x.abs()) != Some(std::cmp::Ordering::Greater)
    }

    /// Derivatives of all coordinates with respect to the parameter.
    fn derivative(&self) -> Self {
        if !self.is_upright() {
            return self.flipped().derivative().flipped();
        }
        match self.follow {
            Follow::Corner => Self { x: 0.0, y: 0.0, x_dual: 0.0, y_dual: 1.0, ..*self },
            Follow::Normals => {
                let d = self.dual().derivative();
                Self { x: d.x_dual, y: d.y_dual, x_dual: d.x, y_dual: d.y, ..*self }
            }
            Follow::Points => {
                let dx = -self.y_dual / self.x_dual;
                let bend = |t: f64| (self.n - 1.0) * t.abs().powf(self.n - 2.0);
                let (x_dual, y_dual) = if self.n == 1.0 { (0.0, 0.0) } else { (bend(self.x) * dx, bend(self.y)) };
                Self { x: dx, y: 1.0, x_dual, y_dual, ..*self }
            }
        }
    }

    fn moved(&self, step: f64) -> Self {
        if !self.is_upright() {
            return self.flipped().moved(step).flipped();
        }
        match self.follow {
            Follow::Corner => Self { y_dual: self.y_dual + step, ..*self },
            Follow::Normals => {
                let d = self.dual().moved(step);
                Self { x: d.x_dual, y: d.y_dual, x_dual: d.x, y_dual: d.y, ..*self }
            }
            Follow::Points => {
                let y = self.y + step;
                let x = other_coordinate(y, self.n, self.x);
                let power = self.n - 1.0;
                let (x_dual, y_dual) = if power == 0.0 {
                    (self.x_dual, self.y_dual)
                } else {
                    (signed_power(x, power), signed_power(y, power))
                };
                Self { x, y, x_dual, y_dual, ..*self }
            }
        }
    }
}
