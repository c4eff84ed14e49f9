//! An ellipse against a point and against a circle: what a slanted disc is to the axis and to the side of another
//! cylinder. Appendices 1 and 2 of the authors, derived anew.
//!
//! The checks and sections of this module do not need them (they work on half chords, which take a right angle between
//! the axes in their stride); they are here as the published way to the same answers, and as a cross-check.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DVec2, Vec2Swizzles};

use super::quartic::real_roots;

/// A root this far beyond 1 may still be the sine or cosine of an angle: a double root is off by the root of rounding.
const SLACK: f64 = 1e-6;
/// Newton steps from a root of the quartic, which has most digits already.
const POLISH: usize = 6;
/// Safeguarded Newton steps: every other one at least halves the range of the angle, and 53 halvings are all there are.
const MAX_STEPS: usize = 120;
/// Crossings closer than this share of the circle's radius are one: near touch, rounding moves them as far.
const ONE_CROSSING: f64 = 1e-8;
/// A polished angle is a crossing if its point is this close to the circle, as a share of all lengths at hand.
const ON_CIRCLE: f64 = 1e-13;

/// An ellipse with its axes along x and y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse {
    /// Centre [m].
    pub center: DVec2,
    /// Half axes along x and y [m], not negative.
    pub radii: DVec2,
}

impl Ellipse {
    /// The point at the angle `t` of the parametric form [m].
    pub fn point(&self, t: f64) -> DVec2 {
        self.center + self.radii * DVec2::new(t.cos(), t.sin())
    }

    /// The point of the ellipse that is closest to the origin [m], by a quartic.
    ///
    /// With c and s the cosine and sine of the angle, a and b the radii and (x0, y0) the centre, half the derivative of
    /// the squared distance is -a x s + b y c = -(A s c + B s - C c), where A = a^2 - b^2, B = a x0, C = b y0. It
    /// vanishes where s (A c + B) = C c; squared, with s^2 = 1 - c^2,
    ///
    /// A^2 c^4 + 2 A B c^3 + (B^2 + C^2 - A^2) c^2 - 2 A B c - B^2 = 0,
    ///
    /// and the like for s, with -A for A and with B and C exchanged. The one in which the constant term is the smaller is
    /// solved: should two of its roots fall together, they do so at 0, where coefficients and roots keep their digits.
    pub fn closest_to_origin(&self) -> DVec2 {
        let (a, b) = self.radii.into();
        let skew = (a - b) * (a + b);
        let (along_x, along_y) = (a * self.center.x, b * self.center.y);
        let for_cosine = along_x.abs() < along_y.abs();
        let terms = if for_cosine { [skew, along_x, along_y] } else { [-skew, along_y, along_x] };
        let unit = terms.iter().fold(0.0_f64, |most, term| most.max(term.abs()));
        let [p, q, r] = terms.map(|term| if unit > 0.0 { term / unit } else { 0.0 });
        let roots = real_roots([-q * q, -2.0 * p * q, q * q + r * r - p * p, 2.0 * p * q, p * p]);
        let mut best = (f64::INFINITY, 0.0);
        for root in roots.iter().filter(|root| root.abs() <= 1.0 + SLACK).map(|root| root.clamp(-1.0, 1.0)) {
            let other = (1.0 - root * root).sqrt();
            for other in [other, -other] {
                let t = if for_cosine { other.atan2(root) } else { root.atan2(other) };
                let distance = self.point(t).length_squared();
                best = if distance < best.0 { (distance, t) } else { best };
            }
        }
        self.point(self.polished(best.1))
    }

    /// Newton's method on the slope of the squared distance, from a minimum that is known but for its last digits.
    fn polished(&self, start: f64) -> f64 {
        let mut best = (self.point(start).length_squared(), start);
        let mut t = start;
        for _ in 0..POLISH {
            let (sin, cos) = t.sin_cos();
            let p = self.point(t);
            let tangent = self.radii * DVec2::new(-sin, cos);
            let (slope, bend) = (p.dot(tangent), tangent.length_squared() - p.dot(p - self.center));
            t -= slope / bend;
            let distance = self.point(t).length_squared();
            if distance.is_nan() || distance >= best.0 {
                break;
            }
            best = (distance, t);
        }
        best.1
    }

    /// The same point by Newton's method on the angle alone.
    ///
    /// Seen from the ellipse's centre, the closest point is in the quadrant of the origin: mirrored into it, any other
    /// point would be closer. Mirrored to the first quadrant, with the origin at (u, v), the half slope of the squared
    /// distance is G(t) = -A s c + a u s - b v c, not positive at t = 0 and not negative at a quarter turn. Between them
    /// it changes its sign once: points where the normal of the ellipse leads to (u, v) are (a^2 u / (k + a^2),
    /// b^2 v / (k + b^2)) with some k, both coordinates are positive for k > -min(a, b)^2 only, and there the sum of
    /// their squares in units of a and b falls steadily, so that it passes 1 once. So the range between a negative and a
    /// positive G always holds the global minimum. A step of Newton's method is taken if it stays within and is less than
    /// half the step before; otherwise the range is halved.
    pub fn closest_to_origin_by_newton(&self) -> DVec2 {
        let (a, b) = self.radii.into();
        let (u, v) = self.center.abs().into();
        let skew = (a - b) * (a + b);
        let (mut lo, mut hi) = (0.0, FRAC_PI_2);
        // Not at an end: on the ellipse's axes the slope may vanish there at a maximum.
        let mut t = 0.5 * (lo + hi);
        let mut last = hi - lo;
        for _ in 0..MAX_STEPS {
            let (sin, cos) = f64::sin_cos(t);
            let slope = (a * u - skew * cos) * sin - b * v * cos;
            let bend = skew * (sin * sin - cos * cos) + a * u * cos + b * v * sin;
            if slope < 0.0 {
                lo = t
            } else {
                hi = t
            }
            let newton = t - slope / bend;
            let good = newton >= lo && newton <= hi && 2.0 * (newton - t).abs() <= last;
            let next = if good { newton } else { 0.5 * (lo + hi) };
            last = (next - t).abs();
            t = next;
            if last <= f64::EPSILON * t || hi - lo <= f64::EPSILON * hi {
                break;
            }
        }
        let toward = DVec2::new(-1.0_f64.copysign(self.center.x), -1.0_f64.copysign(self.center.y));
        self.center + toward * self.radii * DVec2::new(t.cos(), t.sin())
    }

    /// Where the ellipse crosses the circle of this `radius` [m] around the origin: up to four points [m]. A touch from
    /// one side is found as far as rounding lets it be told from a miss. Both radii must be above zero.
    ///
    /// On the circle y^2 = r^2 - x^2, and the ellipse's equation becomes linear in y: 2 a^2 y0 y = N(x), with
    /// N = (b^2 - a^2) x^2 - 2 b^2 x0 x + b^2 x0^2 + a^2 (y0^2 + r^2 - b^2). Squared, it is a quartic,
    /// N^2 = 4 a^4 y0^2 (r^2 - x^2); the like holds for y, and the one with the larger right side is solved, because
    /// roots fall together in pairs where it vanishes. Each root has two points of either curve over it. They are carried
    /// to a crossing by Newton's method on the ellipse's angle; what does not arrive was none.
    pub fn circle_crossings(&self, radius: f64) -> Vec<DVec2> {
        let (a, b) = (self.radii / radius).into();
        let center = self.center / radius;
        let for_x = a * a * center.y.abs() >= b * b * center.x.abs();
        let roots = if for_x { crossing_roots([a, b], center) } else { crossing_roots([b, a], center.yx()) };
        let mut found: Vec<DVec2> = Vec::with_capacity(4);
        for root in roots.into_iter().filter(|root| root.abs() <= 1.0 + SLACK).map(|root| root.clamp(-1.0, 1.0)) {
            for start in self.starts(for_x, root * radius, radius) {
                if let Some(p) = self.crossing_near(radius, start)
                    && found.iter().all(|q| q.distance(p) > ONE_CROSSING * radius)
                {
                    found.push(p);
                }
            }
        }
        found
    }

    /// Angles at which the ellipse is near a crossing with the given x, or y: of its own two points there, and of the
    /// circle's. (Where one curve runs across the coordinate, the other's points are the better ones.)
    fn starts(&self, for_x: bool, coordinate: f64, radius: f64) -> [f64; 4] {
        let other = (radius * radius - coordinate * coordinate).max(0.0).sqrt();
        let on_circle = |other: f64| {
            let p = if for_x { DVec2::new(coordinate, other) } else { DVec2::new(other, coordinate) };
            ((p - self.center) / self.radii).to_angle()
        };
        let (cosine, sine) =
            ((DVec2::splat(coordinate) - self.center) / self.radii).clamp(-DVec2::ONE, DVec2::ONE).into();
        let own = if for_x { [cosine.acos(), -cosine.acos()] } else { [sine.asin(), PI - sine.asin()] };
        [on_circle(other), on_circle(-other), own[0], own[1]]
    }

    /// The crossing that Newton's method reaches from the angle `start`; none if it arrives nowhere.
    fn crossing_near(&self, radius: f64, start: f64) -> Option<DVec2> {
        let excess = |t: f64| {
            let p = self.point(t);
            (p.length() - radius) * (p.length() + radius)
        };
        let mut t = start;
        let mut best = (excess(t).abs(), t);
        for _ in 0..4 * POLISH {
            let (sin, cos) = t.sin_cos();
            t -= excess(t) / (2.0 * self.point(t).dot(self.radii * DVec2::new(-sin, cos)));
            let off = excess(t).abs();
            if off.is_nan() || off > 0.5 * best.0 {
                best = if off < best.0 { (off, t) } else { best };
                break;
            }
            best = (off, t);
        }
        let lengths = radius + self.center.length() + self.radii.max_element();
        (best.0 <= ON_CIRCLE * lengths * lengths).then(|| self.point(best.1))
    }
}

/// Roots x of the quartic for a circle of radius 1 and an ellipse with half axes `[a, b]`. On a common line of centres
/// along x (y0 = 0) the quartic is the square of a quadratic, which is solved instead. Signs of y0 do not matter.
fn crossing_roots([a, b]: [f64; 2], center: DVec2) -> Vec<f64> {
    let (x0, y0) = center.into();
    let lengths = (a * a).max(b * b).max(1.0);
    let [a2, b2] = [a * a / lengths, b * b / lengths];
    let n2 = b2 - a2;
    let n1 = -2.0 * b2 * x0;
    let n0 = b2 * x0 * x0 + a2 * (y0 * y0 + (1.0 - b) * (1.0 + b));
    let right = 2.0 * a2 * y0;
    let roots = if right.abs() < f64::EPSILON * (n2.abs() + n1.abs() + n0.abs()) {
        real_roots([n0, n1, n2, 0.0, 0.0])
    } else {
        let ends = (n0 - right) * (n0 + right);
        real_roots([ends, 2.0 * n0 * n1, 2.0 * n0 * n2 + n1 * n1 + right * right, 2.0 * n1 * n2, n2 * n2])
    };
    roots.iter().collect()
}
