//! Support heights and membership by formula, written apart from the shapes' own support code so that an error in
//! one of the two shows.

use glam::{DMat3, DVec3};

use crate::geometry::{Shape, outside};
use crate::narrow::Body;

/// Height of `shape`'s support plane along the unit direction `dir` of its own frame [m]. A half-space has one along
/// its normal only; elsewhere it is infinite.
pub fn height(shape: &Shape, dir: DVec3) -> f64 {
    match shape {
        Shape::Sphere(s) => s.radius() * dir.length(),
        Shape::Ellipsoid(s) => {
            let [a, b, c] = s.radii().to_array();
            ((a * dir.x).powi(2) + (b * dir.y).powi(2) + (c * dir.z).powi(2)).sqrt()
        }
        Shape::Capsule(s) => s.radius() * dir.length() + s.half_height() * dir.z.abs(),
        Shape::Cylinder(s) => s.radius() * (dir.x * dir.x + dir.y * dir.y).sqrt() + s.half_height() * dir.z.abs(),
        Shape::Superquadric(s) => {
            let [p, q, r] = (s.radii() * dir).abs().to_array();
            let (n1, n2) = s.exponents();
            dual_norm(dual_norm(p, q, n2), r, n1)
        }
        Shape::Polyhedron(s) => highest(s.vertices(), dir),
        Shape::HalfSpace(s) => {
            if (dir - s.normal()).length() <= 1e-9 {
                s.offset()
            } else {
                f64::INFINITY
            }
        }
    }
}

/// The largest product of `dir` with one of `points`.
pub fn highest(points: &[DVec3], dir: DVec3) -> f64 {
    points.iter().fold(f64::NEG_INFINITY, |best, point| best.max(point.dot(dir)))
}

/// `(p^m + q^m)^(1/m)` for `p`, `q` >= 0 and the exponent m = n / (n - 1) dual to `n`; the larger one for n = 1.
fn dual_norm(p: f64, q: f64, n: f64) -> f64 {
    let (large, small) = if p > q { (p, q) } else { (q, p) };
    if n == 1.0 || small == 0.0 {
        return large;
    }
    if n == 2.0 {
        return (p * p + q * q).sqrt();
    }
    let dual = n / (n - 1.0);
    // Powers by logarithms, twice as fast: where these lose digits, the term is too small for them to count.
    large * (((small / large).ln() * dual).exp().ln_1p() / dual).exp()
}

/// The support width f(n) = h_A(n) + h_B(-n) of two bodies.
#[derive(Clone, Copy, Debug)]
pub struct Width<'a> {
    a: &'a Shape,
    b: &'a Shape,
    into_a: DMat3,
    into_b: DMat3,
    /// From A's origin to B's [m].
    pub apart: DVec3,
}

impl<'a> Width<'a> {
    /// The support width of `a` and `b`.
    pub fn new(a: &Body<'a>, b: &Body<'a>) -> Self {
        Self {
            a: a.shape,
            b: b.shape,
            into_a: DMat3::from_quat(a.pose.orientation).transpose(),
            into_b: DMat3::from_quat(b.pose.orientation).transpose(),
            apart: b.pose.position - a.pose.position,
        }
    }

    /// f at the unit direction `n` [m].
    pub fn at(&self, n: DVec3) -> f64 {
        height(self.a, self.into_a * n) + height(self.b, -(self.into_b * n)) - n.dot(self.apart)
    }

    /// How far the world point `point`, seen from A's origin, lies outside of A and of B [m].
    pub fn outside(&self, from_a: DVec3) -> (f64, f64) {
        (outside(self.a, self.into_a * from_a), outside(self.b, self.into_b * (from_a - self.apart)))
    }

    /// Directions in which minima like to lie: both bodies' axes, the cross products of these, polyhedra's faces, and
    /// the line of centres.
    pub fn special_directions(&self, found: &mut Vec<DVec3>) {
        let axes = |into: &DMat3| {
            let out = into.transpose();
            [out.x_axis, out.y_axis, out.z_axis]
        };
        let (axes_a, axes_b) = (axes(&self.into_a), axes(&self.into_b));
        let crossed = axes_a.iter().flat_map(|u| axes_b.iter().map(|v| u.cross(*v).normalize_or_zero()));
        let both_ways = axes_a.iter().chain(&axes_b).copied().chain(crossed).filter(|n| *n != DVec3::ZERO);
        found.extend(both_ways.flat_map(|n| [n, -n]));
        found.extend(self.apart.try_normalize());
        let faces = |shape: &Shape, into: &DMat3, sign: f64, found: &mut Vec<DVec3>| {
            if let Shape::Polyhedron(p) = shape {
                let out = into.transpose();
                found.extend(p.faces().iter().map(|face| out * (face.normal * sign)));
            }
        };
        faces(self.a, &self.into_a, 1.0, found);
        faces(self.b, &self.into_b, -1.0, found);
    }

    /// Straight lines of the surfaces that lie nearly square to the unit direction `n`: cylinder axes, edges under the
    /// support plane, a blocky superquadric's axes. The support width has a sharp valley along the directions that are
    /// exactly square to one of them.
    pub fn valley_lines(&self, n: DVec3, found: &mut Vec<DVec3>) {
        lines(self.a, &self.into_a, n, found);
        lines(self.b, &self.into_b, -n, found);
    }
}

/// How far a line may be from square to a direction to count [rad].
const NEARLY_SQUARE: f64 = 0.05;

fn lines(shape: &Shape, into: &DMat3, n: DVec3, found: &mut Vec<DVec3>) {
    let (out, n) = (into.transpose(), *into * n);
    let square = |line: &DVec3| line.dot(n).abs() < NEARLY_SQUARE;
    match shape {
        Shape::Capsule(_) | Shape::Cylinder(_) => {
            found.extend([DVec3::Z].iter().filter(|l| square(l)).map(|l| out * *l))
        }
        Shape::Superquadric(_) => found.extend(DVec3::AXES.iter().filter(|l| square(l)).map(|l| out * *l)),
        Shape::Polyhedron(solid) => {
            let top = highest(solid.vertices(), n) - NEARLY_SQUARE * solid.bounding_radius();
            let near_top = solid.edges().iter().filter_map(|edge| {
                let [p, q] = edge.vertices.map(|v| solid.vertices()[v as usize]);
                (p.dot(n) > top && q.dot(n) > top).then(|| (q - p).normalize())
            });
            found.extend(near_top.filter(square).take(MOST_EDGES).map(|line| out * line));
        }
        Shape::Sphere(_) | Shape::Ellipsoid(_) | Shape::HalfSpace(_) => {}
    }
}

/// Edges of a polyhedron that are followed; a finely meshed one has so many that they make no valley to speak of.
const MOST_EDGES: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Capsule, Cylinder, Ellipsoid, Sphere, Superquadric};
    use crate::studies::oracle::curved::spread_directions;

    fn shapes() -> Vec<Shape> {
        let sq = |n1, n2| Superquadric::new(DVec3::new(1.5, 0.4, 3.0), n1, n2).expect("valid");
        vec![
            Shape::Sphere(Sphere::new(0.7).expect("valid")),
            Shape::Ellipsoid(Ellipsoid::new(DVec3::new(1.0, 0.3, 2.0)).expect("valid")),
            Shape::Capsule(Capsule::new(0.2, 1.5).expect("valid")),
            Shape::Cylinder(Cylinder::new(0.2, 1.5).expect("valid")),
            Shape::Superquadric(sq(3.0, 10.0)),
            Shape::Superquadric(sq(1.0, 2.0)),
            Shape::Superquadric(sq(20.0, 1.1)),
        ]
    }

    #[test]
    fn heights_agree_with_the_shapes_support_points() {
        for shape in shapes() {
            for dir in spread_directions(300) {
                let own = shape.support(dir).dot(dir);
                let error = (height(&shape, dir) - own).abs() / shape.bounding_radius();
                assert!(error < 1e-14, "{shape:?} along {dir}: {error:e}");
            }
        }
    }

    #[test]
    fn support_points_lie_on_the_surface() {
        for shape in shapes() {
            for dir in spread_directions(300) {
                let (point, size) = (shape.support(dir), shape.bounding_radius());
                assert!(outside(&shape, point) < 1e-14 * size, "{shape:?} along {dir}");
                assert!(outside(&shape, point * 1.001) > 1e-5 * size, "{shape:?} along {dir}");
            }
        }
    }
}
