//! A shape as it stands in a file.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::geometry::{Capsule, Cylinder, Ellipsoid, HalfSpace, Polyhedron, Shape, ShapeError, Sphere, Superquadric};

/// A shape in its own frame, all lengths in [m].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ShapeRecord {
    /// A ball about the origin.
    Sphere {
        /// Radius [m].
        radius: f64,
    },
    /// Semi-axes along x, y and z.
    Ellipsoid {
        /// Semi-axes [m].
        radii: [f64; 3],
    },
    /// A segment along z with a radius.
    Capsule {
        /// Radius [m].
        radius: f64,
        /// Half the height of the cylindrical part [m].
        half_height: f64,
    },
    /// A cylinder along z with flat ends.
    Cylinder {
        /// Radius [m].
        radius: f64,
        /// Half the height [m].
        half_height: f64,
    },
    /// `(|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 <= 1`.
    Superquadric {
        /// Semi-axis along x [m].
        a: f64,
        /// Semi-axis along y [m].
        b: f64,
        /// Semi-axis along z [m].
        c: f64,
        /// Exponent along the meridian.
        n1: f64,
        /// Exponent across.
        n2: f64,
    },
    /// The convex hull of its vertices.
    Polyhedron {
        /// Corner points [m].
        vertices: Vec<[f64; 3]>,
    },
    /// Solid where `normal . x <= offset`.
    HalfSpace {
        /// Outward normal.
        normal: [f64; 3],
        /// Distance of the surface from the origin along the normal [m].
        offset: f64,
    },
}

impl ShapeRecord {
    /// The shape itself; a polyhedron's hull is built here.
    pub fn shape(&self) -> Result<Shape, ShapeError> {
        Ok(match self {
            Self::Sphere { radius } => Shape::Sphere(Sphere::new(*radius)?),
            Self::Ellipsoid { radii } => Shape::Ellipsoid(Ellipsoid::new((*radii).into())?),
            Self::Capsule { radius, half_height } => Shape::Capsule(Capsule::new(*radius, *half_height)?),
            Self::Cylinder { radius, half_height } => Shape::Cylinder(Cylinder::new(*radius, *half_height)?),
            Self::Superquadric { a, b, c, n1, n2 } => {
                Shape::Superquadric(Superquadric::new(DVec3::new(*a, *b, *c), *n1, *n2)?)
            }
            Self::Polyhedron { vertices } => {
                let points: Vec<DVec3> = vertices.iter().map(|v| (*v).into()).collect();
                Shape::Polyhedron(Polyhedron::from_vertices(&points)?)
            }
            Self::HalfSpace { normal, offset } => Shape::HalfSpace(HalfSpace::new((*normal).into(), *offset)?),
        })
    }
}

impl From<&Shape> for ShapeRecord {
    fn from(shape: &Shape) -> Self {
        match shape {
            Shape::Sphere(s) => Self::Sphere { radius: s.radius() },
            Shape::Ellipsoid(s) => Self::Ellipsoid { radii: s.radii().to_array() },
            Shape::Capsule(s) => Self::Capsule { radius: s.radius(), half_height: s.half_height() },
            Shape::Cylinder(s) => Self::Cylinder { radius: s.radius(), half_height: s.half_height() },
            Shape::Superquadric(s) => {
                let ([a, b, c], (n1, n2)) = (s.radii().to_array(), s.exponents());
                Self::Superquadric { a, b, c, n1, n2 }
            }
            Shape::Polyhedron(s) => Self::Polyhedron { vertices: s.vertices().iter().map(|v| v.to_array()).collect() },
            Shape::HalfSpace(s) => Self::HalfSpace { normal: s.normal().to_array(), offset: s.offset() },
        }
    }
}
