//! One type for all shapes.

use glam::DVec3;

use super::{Capsule, Cylinder, Ellipsoid, Feature, HalfSpace, Polyhedron, ShapeError, Sphere, Superquadric};

/// A convex shape in its own frame.
#[allow(
    clippy::large_enum_variant,
    reason = "a scene has few shapes, which its many bodies share by reference: a box would save nothing worth its hop"
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A ball.
    Sphere(Sphere),
    /// An ellipsoid.
    Ellipsoid(Ellipsoid),
    /// A segment with a radius.
    Capsule(Capsule),
    /// A cylinder with flat ends.
    Cylinder(Cylinder),
    /// A superquadric.
    Superquadric(Superquadric),
    /// A convex polyhedron with any number of vertices.
    Polyhedron(Polyhedron),
    /// A flat wall, solid behind it.
    HalfSpace(HalfSpace),
}

impl Shape {
    /// The shape's family in scene and pair files.
    pub fn family(&self) -> &'static str {
        match self {
            Self::Sphere(_) => "sphere",
            Self::Ellipsoid(_) => "ellipsoid",
            Self::Capsule(_) => "capsule",
            Self::Cylinder(_) => "cylinder",
            Self::Superquadric(_) => "superquadric",
            Self::Polyhedron(_) => "polyhedron",
            Self::HalfSpace(_) => "halfspace",
        }
    }

    /// The furthest point along the unit direction `dir`.
    pub fn support(&self, dir: DVec3) -> DVec3 {
        match self {
            Self::Sphere(s) => s.support(dir),
            Self::Ellipsoid(s) => s.support(dir),
            Self::Capsule(s) => s.support(dir),
            Self::Cylinder(s) => s.support(dir),
            Self::Superquadric(s) => s.support(dir),
            Self::Polyhedron(s) => s.support(dir),
            Self::HalfSpace(s) => s.support(dir),
        }
    }

    /// What lies within `tolerance` [m] of the support plane along the unit direction `dir`: a point, an edge or a
    /// face. Of a half-space only the foot of its origin is given: its plane has no end.
    pub fn support_feature(&self, dir: DVec3, tolerance: f64) -> Feature {
        match self {
            Self::Capsule(s) => s.support_feature(dir, tolerance),
            Self::Cylinder(s) => s.support_feature(dir, tolerance),
            Self::Superquadric(s) => s.support_feature(dir, tolerance),
            Self::Polyhedron(s) => s.support_feature(dir, tolerance),
            Self::Sphere(_) | Self::Ellipsoid(_) | Self::HalfSpace(_) => Feature::Point(self.support(dir)),
        }
    }

    /// Tolerances at which the support feature of a curved shape along the unit direction `dir` grows; infinite where
    /// it does not. (A polyhedron's are the depths of its vertices, see [`Polyhedron::vertices_near_support`].)
    pub fn feature_steps(&self, dir: DVec3) -> [f64; 2] {
        match self {
            Self::Capsule(s) => s.feature_steps(dir),
            Self::Cylinder(s) => s.feature_steps(dir),
            Self::Superquadric(s) => s.feature_steps(dir),
            _ => [f64::INFINITY; 2],
        }
    }

    /// Largest distance of a point of the shape from the origin of its frame [m]; infinite for a half-space.
    pub fn bounding_radius(&self) -> f64 {
        match self {
            Self::Sphere(s) => s.radius(),
            Self::Ellipsoid(s) => s.radii().max_element(),
            Self::Capsule(s) => s.radius() + s.half_height(),
            Self::Cylinder(s) => s.bounding_radius(),
            Self::Superquadric(s) => s.bounding_radius(),
            Self::Polyhedron(s) => s.bounding_radius(),
            Self::HalfSpace(_) => f64::INFINITY,
        }
    }

    /// The same shape, `factor` times as large.
    pub fn scaled(&self, factor: f64) -> Result<Self, ShapeError> {
        super::error::positive("factor", factor)?;
        Ok(match self {
            Self::Sphere(s) => Self::Sphere(s.scaled(factor)?),
            Self::Ellipsoid(s) => Self::Ellipsoid(s.scaled(factor)?),
            Self::Capsule(s) => Self::Capsule(s.scaled(factor)?),
            Self::Cylinder(s) => Self::Cylinder(s.scaled(factor)?),
            Self::Superquadric(s) => Self::Superquadric(s.scaled(factor)?),
            Self::Polyhedron(s) => Self::Polyhedron(s.scaled(factor)?),
            Self::HalfSpace(s) => Self::HalfSpace(s.scaled(factor)?),
        })
    }
}
