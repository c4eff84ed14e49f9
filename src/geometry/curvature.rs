//! How sharply the surface of a shape is bent where it is touched, for the stiffness of contacts between elastic solids.
//!
//! It is the mean curvature H = (1/r1 + 1/r2) / 2 at the point whose outward normal is that of the contact. In Hertz' theory the gap
//! of two surfaces beside their contact is A x^2 + B y^2, and whatever way their axes are turned against each other, A + B is the
//! sum of both mean curvatures: 1/R* = H_A + H_B = A + B. Of spheres, and of a sphere on a plane, that is Hertz' R* exactly. What
//! else there is in the force depends on B/A alone, by complete elliptic integrals: at the same A + B and overlap it is 4 % larger
//! than that of a round contact for B/A = 2, 10 % for 3, 22 % for 5 and 46 % for 10 (Johnson, 1985, Contact Mechanics, section 4.2).
//! That would take the principal directions of both surfaces, and is left out.
//!
//! Smooth shapes have flat places and needle tips (superquadrics, at the poles and axes that their exponents make so) where H is
//! nothing or without bound: 1/H is held between a tenth of the radius of the body's volume and ten times that. What is not smooth,
//! polyhedra and the flat ends and rims of cylinders, has the radius of its volume. Where H would jump, from the side of a cylinder to its
//! rim and of a capsule to its cap, it goes over from one value to the other while the normal leans from the side by
//! [`SEAM`]: a jump of the stiffness would be a blow.

use glam::DVec3;

use super::superquadric::norm_support;
use super::{Shape, Superquadric};

/// Least and largest radius of curvature of a smooth place, over the radius of the sphere of the body's volume.
pub(crate) const SHARPEST: f64 = 0.1;
/// See [`SHARPEST`].
pub(crate) const FLATTEST: f64 = 10.0;
/// Sine of the angle by which a normal leans from the side of a cylinder or capsule where its rim or cap has taken over.
pub(crate) const SEAM: f64 = 0.1;
/// Coordinates of a superquadric, as shares of its semi-axes, are taken as this at least: where powers of less have no bound, or are
/// nothing, H is far beyond its bounds.
pub(crate) const BESIDE_AXIS: f64 = 1e-6;
/// A direction that leans from the axis of a superquadric by less than this is along it.
pub(crate) const ALONG_AXIS: f64 = 1e-12;

impl Shape {
    /// 1 / R of contacts where the outward normal is the unit vector `dir`, in the shape's frame [1/m]; `of_volume` is
    /// 1 / [`Shape::contact_radius`].
    pub fn local_curvature(&self, of_volume: f64, dir: DVec3) -> f64 {
        let smooth = match self {
            Self::Sphere(_) | Self::Polyhedron(_) | Self::HalfSpace(_) => return of_volume,
            Self::Ellipsoid(s) => of_ellipsoid(s.radii(), dir),
            Self::Superquadric(s) if has_edges(s) => return of_volume,
            Self::Superquadric(s) => of_superquadric(s, dir),
            Self::Capsule(s) => beside_side(0.5 / s.radius(), s.radius().recip(), dir),
            Self::Cylinder(s) => beside_side(0.5 / s.radius(), of_volume, dir),
        };
        smooth.clamp(of_volume / FLATTEST, of_volume / SHARPEST)
    }

    /// The least of them, where contacts are stiffest: of superquadrics among some directions, their axes included [1/m].
    pub fn least_curvature(&self, of_volume: f64) -> f64 {
        // All shapes that are smooth are their own mirror images.
        let steps = [0.0, 0.1, 0.5, 1.0];
        let all = steps.into_iter().flat_map(|x| steps.into_iter().map(move |y| (x, y)));
        let directions = all.flat_map(|(x, y)| [DVec3::new(1.0, x, y), DVec3::new(x, 1.0, y), DVec3::new(x, y, 1.0)]);
        directions.map(|dir| self.local_curvature(of_volume, dir.normalize())).fold(f64::INFINITY, f64::min)
    }
}

/// Whether an exponent of 1 makes straight lines, which meet in edges.
fn has_edges(shape: &Superquadric) -> bool {
    let (n1, n2) = shape.exponents();
    n1 == 1.0 || n2 == 1.0
}

/// With x = a^2 n / h at the normal n, h the support width: 2 H = h (the sum of (1 - n_i^2) / a_i^2).
fn of_ellipsoid(radii: DVec3, n: DVec3) -> f64 {
    let inverse = radii.recip();
    0.5 * (radii * n).length() * ((DVec3::ONE - n * n) * inverse * inverse).element_sum()
}

/// From that of a side along z to that of what is beside it.
fn beside_side(side: f64, beside: f64, n: DVec3) -> f64 {
    let t = (n.z.abs() / SEAM).min(1.0);
    side + (beside - side) * t * t * (3.0 - 2.0 * t)
}

/// Of an implicit surface F = 0 with the gradient g and second derivatives S, 2 H = (|g|^2 tr S - g . S g) / |g|^3. For
/// F = (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 - 1, S is a sum of three terms s q q^T: along g across the axis, about the axis, along
/// it. Each has s |n x q|^2 / |g|, a sum in which nothing cancels; and n1 / |g| is the support width, by Euler's theorem.
fn of_superquadric(shape: &Superquadric, dir: DVec3) -> f64 {
    let ((n1, n2), radii, n) = (shape.exponents(), shape.radii(), dir.abs());
    let scaled = radii * n;
    let ring = norm_support(scaled.x, scaled.y, n2);
    let meridian = norm_support(ring.norm, scaled.z, n1);
    let (rho, w) = (meridian.x.max(BESIDE_AXIS), meridian.y.max(BESIDE_AXIS));
    let (u, v) = (ring.x.max(BESIDE_AXIS), ring.y.max(BESIDE_AXIS));
    let (leaning, upright) = (n.x * n.x + n.y * n.y, n.z * n.z);
    let is_along = ring.norm <= ALONG_AXIS * scaled.z;
    let ring_slope = if is_along { radii.x.powi(-2) } else { leaning / (ring.norm * ring.norm) };
    let across = rho.powf(n1 - 2.0);
    let [f_x, f_y] = [ring.y / radii.x, ring.x / radii.y];
    let about = upright * (f_x * f_x + f_y * f_y) + (n.x * f_y + n.y * f_x).powi(2);
    let twice = (n1 - 1.0) * across * ring_slope * upright
        + (n2 - 1.0) * across * (u * v).powf(n2 - 2.0) * about
        + (n1 - 1.0) * w.powf(n1 - 2.0) * leaning / (radii.z * radii.z);
    0.5 * meridian.norm * twice
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_4;

    use super::*;
    use crate::geometry::{Capsule, Cylinder, Ellipsoid, Polyhedron, Sphere};

    fn ellipsoid(radii: DVec3) -> Shape {
        Shape::Ellipsoid(Ellipsoid::new(radii).expect("a shape"))
    }

    fn superquadric(radii: DVec3, n1: f64, n2: f64) -> Shape {
        Shape::Superquadric(Superquadric::new(radii, n1, n2).expect("a shape"))
    }

    fn directions() -> impl Iterator<Item = DVec3> {
        (0..60).map(|k| {
            let z = (f64::from(k) + 0.5) / 30.0 - 1.0;
            let (sin, cos) = (2.399_963 * f64::from(k) + 0.1).sin_cos();
            DVec3::new(cos * (1.0 - z * z).sqrt(), sin * (1.0 - z * z).sqrt(), z)
        })
    }

    /// H without bounds, by how far the support point goes when the normal turns: that map has the radii of curvature.
    fn by_support(shape: &Shape, n: DVec3) -> f64 {
        let (p, q) = n.any_orthonormal_pair();
        let moved = |axis: DVec3| {
            let at = |s: f64| shape.support((n + axis * (1e-5 * s)).normalize());
            (at(1.0) - at(-1.0)) / 2e-5
        };
        let (along_p, along_q) = (moved(p), moved(q));
        let (a, b, c, d) = (along_p.dot(p), along_p.dot(q), along_q.dot(p), along_q.dot(q));
        0.5 * (a + d) / (a * d - b * c)
    }

    #[test]
    fn it_is_what_the_support_points_of_near_normals_tell() {
        let radii = DVec3::new(1.3, 1.0, 0.7);
        let own = [(2.0, 2.0), (3.0, 2.0), (2.0, 4.0), (4.0, 3.0), (1.5, 1.7), (2.5, 1.6)];
        let all = own.map(|(n1, n2)| superquadric(radii, n1, n2)).into_iter().chain([ellipsoid(radii)]);
        for shape in all {
            let volume = shape.contact_radius().recip();
            let mut compared = 0;
            for n in directions() {
                let (found, expected) = (shape.local_curvature(volume, n), by_support(&shape, n));
                let bounded = expected.clamp(volume / FLATTEST, volume / SHARPEST);
                assert!((found / bounded - 1.0).abs() < 1e-5, "{shape:?} at {n}: {found} and {expected}");
                compared += usize::from(bounded == expected);
            }
            assert!(compared > 30, "{shape:?}: {compared} within the bounds");
        }
    }

    /// H = (c / a^2 + c / b^2) / 2 at the end of the axis c; at the equator of one of revolution it is (1/a + a/c^2) / 2.
    #[test]
    fn ellipsoids_have_the_curvature_of_books_at_poles_and_equator() {
        for shape in [ellipsoid(DVec3::new(2.0, 3.0, 4.0)), superquadric(DVec3::new(2.0, 3.0, 4.0), 2.0, 2.0)] {
            let at = |n: DVec3| shape.local_curvature(1.0 / 3.0, n);
            let expected = [2.0 / 9.0 + 2.0 / 16.0, 3.0 / 4.0 + 3.0 / 16.0, 4.0 / 4.0 + 4.0 / 9.0];
            for (n, twice) in DVec3::AXES.into_iter().zip(expected) {
                assert!((at(n) / (0.5 * twice) - 1.0).abs() < 1e-14 && at(n) == at(-n), "{n}: {}", at(n));
            }
        }
        let disc = ellipsoid(DVec3::new(2.0, 2.0, 1.0));
        let equator = disc.local_curvature(1.0, DVec3::new(FRAC_PI_4.cos(), FRAC_PI_4.sin(), 0.0));
        assert!((equator - 0.5 * (0.5 + 2.0)).abs() < 1e-14, "{equator}");
    }

    #[test]
    fn flat_places_and_needle_tips_are_bounded() {
        let dice = superquadric(DVec3::ONE, 8.0, 8.0);
        let volume = dice.contact_radius().recip();
        DVec3::AXES.into_iter().for_each(|n| assert_eq!(dice.local_curvature(volume, n), volume / FLATTEST));
        assert_eq!(dice.least_curvature(volume), volume / FLATTEST);
        let star = superquadric(DVec3::ONE, 1.2, 1.2);
        DVec3::AXES.into_iter().for_each(|n| assert_eq!(star.local_curvature(volume, n), volume / SHARPEST));
        for shape in [superquadric(DVec3::ONE, 1.2, 6.0), superquadric(DVec3::ONE, 6.0, 1.2)] {
            let volume = shape.contact_radius().recip();
            for n in directions().chain(DVec3::AXES).chain([DVec3::new(1e-9, 0.0, 1.0), DVec3::new(1.0, 1e-30, 1e-9)]) {
                let found = shape.local_curvature(volume, n.normalize());
                assert!((volume / FLATTEST..=volume / SHARPEST).contains(&found), "{shape:?} at {n}: {found}");
            }
        }
        let needle = ellipsoid(DVec3::new(0.01, 0.01, 1.0));
        let volume = needle.contact_radius().recip();
        assert_eq!(needle.local_curvature(volume, DVec3::Z), volume / SHARPEST);
    }

    #[test]
    fn sides_go_over_into_caps_and_rims_without_a_jump() {
        let capsule = Shape::Capsule(Capsule::new(2.0, 3.0).expect("a shape"));
        let cylinder = Shape::Cylinder(Cylinder::new(2.0, 3.0).expect("a shape"));
        for (shape, beside) in [(&capsule, 0.5), (&cylinder, cylinder.contact_radius().recip())] {
            let volume = shape.contact_radius().recip();
            let at = |sine: f64| shape.local_curvature(volume, DVec3::new((1.0 - sine * sine).sqrt(), 0.0, sine));
            assert_eq!((at(0.0), at(1.0), at(-SEAM)), (0.25, beside, at(SEAM)));
            assert!((at(SEAM) - beside).abs() < 1e-15);
            let steps = (0..1000).map(|k| 0.12 * f64::from(k) / 1000.0);
            steps.for_each(|sine| assert!((at(sine + 1.2e-4) - at(sine)).abs() < 2e-3 * (beside - 0.25).abs()));
        }
    }

    #[test]
    fn what_is_not_smooth_and_what_is_round_has_the_radius_of_its_volume() {
        let cube = Polyhedron::from_vertices(
            &[0, 1, 2, 3, 4, 5, 6, 7]
                .map(|k: i32| DVec3::new(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2))),
        );
        let others = [Shape::Polyhedron(cube.expect("a cube")), Shape::Sphere(Sphere::new(2.0).expect("a ball"))];
        for shape in others.into_iter().chain([superquadric(DVec3::ONE, 1.0, 2.0), superquadric(DVec3::ONE, 3.0, 1.0)])
        {
            let volume = shape.contact_radius().recip();
            directions().for_each(|n| assert_eq!(shape.local_curvature(volume, n), volume));
        }
    }
}
