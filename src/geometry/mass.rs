//! Volume, centre of mass and inertia of every shape, in closed form.

use std::f64::consts::PI;

use glam::{DMat3, DQuat, DVec3};

use super::eigen::symmetric_eigen;
use super::{Capsule, Polyhedron, Shape, Superquadric};
use libm::tgamma as gamma;

/// Mass properties of a solid body of unit density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Volume [m3].
    pub volume: f64,
    /// Centre of mass in the shape's own frame [m].
    pub center: DVec3,
    /// Inertia about the centre of mass, along the own axes, for unit density [m5].
    pub inertia: DMat3,
    /// Principal moments of inertia [m5], each about the axis of the same number of the principal frame.
    pub principal: DVec3,
    /// Turn from the principal frame to the own frame: right-handed, numbered as close to the own axes as can be.
    pub axes: DQuat,
}

impl MassProperties {
    /// A body about its origin that is its own mirror image in all three coordinate planes, with the integrals
    /// `squares` of x^2, y^2 and z^2 over it [m5].
    fn symmetric(volume: f64, squares: DVec3) -> Self {
        let moments = DVec3::new(squares.y + squares.z, squares.z + squares.x, squares.x + squares.y);
        Self {
            volume,
            center: DVec3::ZERO,
            inertia: DMat3::from_diagonal(moments),
            principal: moments,
            axes: DQuat::IDENTITY,
        }
    }
}

impl Shape {
    /// Volume, centre of mass and inertia for unit density; none for a half-space, which has no end.
    pub fn mass_properties(&self) -> Option<MassProperties> {
        Some(match self {
            Self::Sphere(s) => ellipsoid(DVec3::splat(s.radius())),
            Self::Ellipsoid(s) => ellipsoid(s.radii()),
            Self::Capsule(s) => capsule(s),
            Self::Cylinder(s) => cylinder(s.radius(), s.half_height()),
            Self::Superquadric(s) => superquadric(s),
            Self::Polyhedron(s) => polyhedron(s),
            Self::HalfSpace(_) => return None,
        })
    }
}

impl Shape {
    /// The radius that stands for the curvature of the whole body [m]: of a sphere its own, of others that of the sphere of the
    /// same volume; infinite for a half-space.
    pub fn contact_radius(&self) -> f64 {
        match self {
            Self::Sphere(s) => s.radius(),
            _ => self.mass_properties().map_or(f64::INFINITY, |mass| (0.75 / PI * mass.volume).cbrt()),
        }
    }
}

fn ellipsoid(radii: DVec3) -> MassProperties {
    let volume = 4.0 / 3.0 * PI * radii.element_product();
    MassProperties::symmetric(volume, radii * radii * (volume / 5.0))
}

fn cylinder(radius: f64, half_height: f64) -> MassProperties {
    let volume = 2.0 * PI * radius * radius * half_height;
    let across = radius * radius / 4.0;
    MassProperties::symmetric(volume, DVec3::new(across, across, half_height * half_height / 3.0) * volume)
}

fn capsule(capsule: &Capsule) -> MassProperties {
    let (r, h) = (capsule.radius(), capsule.half_height());
    let middle = cylinder(r, h);
    let ball = 4.0 / 3.0 * PI * r.powi(3);
    // A half-ball's z^2 about its flat side is r^2/5 of its volume, its centre is 3r/8 above it.
    let along = ball * (r * r / 5.0 + 2.0 * h * (3.0 * r / 8.0) + h * h);
    let across = ball * r * r / 5.0;
    let middle_across = middle.principal.z / 2.0;
    let middle_along = middle.principal.x - middle_across;
    let squares = DVec3::new(middle_across + across, middle_across + across, middle_along + along);
    MassProperties::symmetric(middle.volume + ball, squares)
}

/// Dirichlet's integrals over the sections across z, each a scaled copy of the one at z = 0, then over their heights.
/// Written with Gamma(1 + x) = x Gamma(x), so that large exponents (boxes) need no small arguments.
fn superquadric(shape: &Superquadric) -> MassProperties {
    let (n1, n2) = shape.exponents();
    let radii = shape.radii();
    // Integral of |x|^p over the planar body |x|^n2 + |y|^n2 <= 1.
    let section = |p: f64| 4.0 / (p + 1.0) * beta_ratio((p + 1.0) / n2, 1.0 / n2);
    // Integral of |z|^r times the section's linear size to the power s, over z from -1 to 1.
    let stack = |r: f64, s: f64| 2.0 / (r + 1.0) * beta_ratio((r + 1.0) / n1, s / n1);
    let box_volume = radii.element_product();
    let across = section(2.0) * stack(0.0, 4.0);
    let squares = DVec3::new(across, across, section(0.0) * stack(2.0, 2.0)) * radii * radii * box_volume;
    MassProperties::symmetric(section(0.0) * stack(0.0, 2.0) * box_volume, squares)
}

/// `Gamma(1 + x) Gamma(1 + y) / Gamma(1 + x + y)`.
fn beta_ratio(x: f64, y: f64) -> f64 {
    gamma(1.0 + x) * gamma(1.0 + y) / gamma(1.0 + x + y)
}

/// Sums over the tetrahedra from a point inside to the triangles of the surface: exact for polynomials.
fn polyhedron(body: &Polyhedron) -> MassProperties {
    let inside = body.vertices().iter().sum::<DVec3>() / body.vertices().len() as f64;
    let (mut six_volumes, mut first) = (0.0, DVec3::ZERO);
    for [a, b, c] in fan_triangles(body, inside) {
        let det = a.dot(b.cross(c));
        six_volumes += det;
        first += (a + b + c) * det;
    }
    let center = inside + first / (4.0 * six_volumes);
    // The second moments are summed about the centre of mass itself: shifting them there afterwards would cancel.
    let mut second = DMat3::ZERO;
    for [a, b, c] in fan_triangles(body, center) {
        let det = a.dot(b.cross(c));
        let sum = a + b + c;
        second += (outer(sum) + outer(a) + outer(b) + outer(c)) * det;
    }
    second *= 1.0 / 120.0;
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    let inertia = DMat3::from_diagonal(DVec3::splat(trace)) - second;
    let (principal, axes) = symmetric_eigen(inertia);
    MassProperties { volume: six_volumes / 6.0, center, inertia, principal, axes }
}

/// Every face cut into triangles, corners relative to `origin`.
fn fan_triangles(body: &Polyhedron, origin: DVec3) -> impl Iterator<Item = [DVec3; 3]> {
    (0..body.faces().len() as u32).flat_map(move |face| {
        let corners = body.face_vertices(face);
        let at = move |k: usize| body.vertices()[corners[k] as usize] - origin;
        (1..corners.len() - 1).map(move |k| [at(0), at(k), at(k + 1)])
    })
}

/// The matrix `v v^T`.
fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::geometry::polyhedron::spiral::directions;
    use crate::geometry::{Cylinder, Ellipsoid, Sphere};

    fn mass(shape: &Shape) -> MassProperties {
        shape.mass_properties().expect("a finite shape")
    }

    fn superquadric(radii: DVec3, n1: f64, n2: f64) -> MassProperties {
        mass(&Shape::Superquadric(Superquadric::new(radii, n1, n2).expect("valid exponents")))
    }

    fn assert_same(found: &MassProperties, expected: &MassProperties, tolerance: f64) {
        let size = expected.principal.max_element();
        assert!((found.volume / expected.volume - 1.0).abs() < tolerance, "{found:?}\n{expected:?}");
        assert!(
            (found.principal - expected.principal).abs().max_element() < tolerance * size,
            "{found:?}\n{expected:?}"
        );
    }

    #[test]
    fn round_superquadrics_are_ellipsoids() {
        let radii = DVec3::new(0.3, 2.0, 1.1);
        let expected = mass(&Shape::Ellipsoid(Ellipsoid::new(radii).expect("valid")));
        assert_same(&superquadric(radii, 2.0, 2.0), &expected, 1e-13);
    }

    #[test]
    fn exponents_of_one_make_octahedra_and_double_cones() {
        let radii = DVec3::new(0.3, 2.0, 1.1);
        let corners = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| axis * radii);
        let corners: Vec<DVec3> = corners.into_iter().chain(corners.map(|c| -c)).collect();
        let expected = mass(&Shape::Polyhedron(Polyhedron::from_vertices(&corners).expect("an octahedron")));
        assert_same(&superquadric(radii, 1.0, 1.0), &expected, 1e-13);
        // A double cone of radius and half height 1: I_z = 3/10 V.
        let cones = superquadric(DVec3::ONE, 1.0, 2.0);
        assert!((cones.volume / (2.0 * PI / 3.0) - 1.0).abs() < 1e-13);
        assert!((cones.principal.z / (0.3 * cones.volume) - 1.0).abs() < 1e-13);
    }

    #[test]
    fn large_exponents_make_boxes_and_cylinders() {
        let radii = DVec3::new(0.3, 2.0, 1.1);
        let cuboid = mass(&Shape::Polyhedron(Polyhedron::cuboid(radii).expect("a box")));
        assert_same(&superquadric(radii, 1e7, 1e7), &cuboid, 1e-12);
        let cylinder = mass(&Shape::Cylinder(Cylinder::new(0.7, 1.1).expect("valid")));
        assert_same(&superquadric(DVec3::new(0.7, 0.7, 1.1), 1e7, 2.0), &cylinder, 1e-12);
    }

    #[test]
    fn superquadrics_agree_with_sums_over_directions() {
        for (n1, n2) in [(3.0, 10.0), (2.0, 10.0), (3.0, 5.0), (1.0, 3.0), (1.5, 1.2), (20.0, 1.0)] {
            let shape = Superquadric::new(DVec3::new(1.5, 0.4, 1.0), n1, n2).expect("valid exponents");
            let count = 300_000;
            let (mut volume, mut squares) = (0.0, DVec3::ZERO);
            for dir in directions(count) {
                let reach = 1.0 / shape.gauge(dir);
                volume += reach.powi(3) / 3.0;
                squares += dir * dir * reach.powi(5) / 5.0;
            }
            let solid_angle = 4.0 * PI / count as f64;
            let expected = MassProperties::symmetric(volume * solid_angle, squares * solid_angle);
            assert_same(&mass(&Shape::Superquadric(shape)), &expected, 1e-5);
        }
    }

    #[test]
    fn capsules_lie_between_ball_and_cylinder() {
        let ball = mass(&Shape::Sphere(Sphere::new(0.5).expect("valid")));
        assert_same(&mass(&Shape::Capsule(Capsule::new(0.5, 1e-14).expect("valid"))), &ball, 1e-13);
        let rod = mass(&Shape::Cylinder(Cylinder::new(1e-13, 0.5).expect("valid")));
        assert_same(&mass(&Shape::Capsule(Capsule::new(1e-13, 0.5).expect("valid"))), &rod, 1e-11);
        // Radius and half height 1, integrals of x^2 and z^2 by hand: cylinder, then ball or its two moved halves.
        let capsule = mass(&Shape::Capsule(Capsule::new(1.0, 1.0).expect("valid")));
        let squares_across = PI * (0.5 + 4.0 / 15.0);
        let squares_along = PI * (2.0 / 3.0 + 4.0 / 3.0 * (0.2 + 0.75 + 1.0));
        assert!((capsule.principal.z - 2.0 * squares_across).abs() < 1e-14);
        assert!((capsule.principal.x - squares_across - squares_along).abs() < 1e-14);
    }

    #[test]
    fn moved_and_turned_boxes_keep_their_moments() {
        let mut rng = Pcg64::seed_from_u64(21);
        let mut vector = |size: f64| DVec3::from_array(std::array::from_fn(|_| rng.random_range(-size..size)));
        for _ in 0..200 {
            let half = vector(1.0).abs() + DVec3::splat(0.1);
            let (turn, shift) = (DQuat::from_scaled_axis(vector(2.0)), vector(10.0));
            let straight = Polyhedron::cuboid(half).expect("a box");
            let moved: Vec<DVec3> = straight.vertices().iter().map(|v| turn * *v + shift).collect();
            let expected = mass(&Shape::Polyhedron(straight));
            let exact = 8.0 * half.element_product();
            let squares = half * half * (exact / 3.0);
            assert!((expected.principal.x / (squares.y + squares.z) - 1.0).abs() < 1e-14);
            assert_eq!(expected.axes, DQuat::IDENTITY);
            let found = mass(&Shape::Polyhedron(Polyhedron::from_vertices(&moved).expect("a box")));
            assert!((found.volume / exact - 1.0).abs() < 1e-13);
            assert!(found.center.distance(shift) < 1e-13);
            let rotation = DMat3::from_quat(turn);
            let inertia = rotation * expected.inertia * rotation.transpose();
            assert!((found.inertia - inertia).to_cols_array().iter().all(|x| x.abs() < 1e-13 * exact * 4.0));
            let frame = DMat3::from_quat(found.axes);
            let back = frame * DMat3::from_diagonal(found.principal) * frame.transpose();
            assert!((back - inertia).to_cols_array().iter().all(|x| x.abs() < 1e-13 * exact * 4.0));
        }
    }

    #[test]
    fn a_half_space_has_no_mass() {
        let wall = crate::geometry::HalfSpace::new(DVec3::Z, 0.0).expect("valid");
        assert_eq!(Shape::HalfSpace(wall).mass_properties(), None);
    }
}
