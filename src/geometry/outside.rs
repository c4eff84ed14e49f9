//! How far a point lies outside of a shape.

use glam::DVec3;

use super::Shape;

/// How far `point` of the shape's own frame lies outside of it [m], zero inside. The distance to the body for round
/// shapes and along a ray from the centre for ellipsoids and superquadrics; past the furthest face for polyhedra.
pub fn outside(shape: &Shape, point: DVec3) -> f64 {
    let along_ray = |gauge: f64| if gauge > 1.0 { point.length() * (1.0 - 1.0 / gauge) } else { 0.0 };
    match shape {
        Shape::Sphere(s) => (point.length() - s.radius()).max(0.0),
        Shape::Ellipsoid(s) => along_ray((point / s.radii()).length()),
        Shape::Capsule(s) => {
            let past = (point.z.abs() - s.half_height()).max(0.0);
            (DVec3::new(point.x, point.y, past).length() - s.radius()).max(0.0)
        }
        Shape::Cylinder(s) => {
            let across = (point.x.hypot(point.y) - s.radius()).max(0.0);
            across.hypot((point.z.abs() - s.half_height()).max(0.0))
        }
        Shape::Superquadric(s) => {
            let [x, y, z] = (point / s.radii()).abs().to_array();
            let (n1, n2) = s.exponents();
            along_ray(norm(norm(x, y, n2), z, n1))
        }
        Shape::Polyhedron(s) => {
            s.faces().iter().fold(0.0, |worst: f64, face| worst.max(face.normal.dot(point) - face.offset))
        }
        Shape::HalfSpace(s) => (s.normal().dot(point) - s.offset()).max(0.0),
    }
}

/// `(p^n + q^n)^(1/n)` for `p`, `q` >= 0.
fn norm(p: f64, q: f64, n: f64) -> f64 {
    let (large, small) = if p > q { (p, q) } else { (q, p) };
    if large == 0.0 { 0.0 } else { large * (1.0 + (small / large).powf(n)).powf(1.0 / n) }
}
