//! What grains are made of: convex shapes, their support, their mass, and where they are.

mod bounds;
mod capsule;
mod cylinder;
mod eigen;
mod ellipsoid;
mod error;
mod feature;
mod files;
mod gauge;
mod halfspace;
mod mass;
mod outside;
pub mod planar;
pub mod polyhedron;
mod pose;
mod shape;
mod sphere;
mod superquadric;
mod surface;

pub use bounds::OrientedBox;
pub use capsule::Capsule;
pub use cylinder::Cylinder;
pub(crate) use eigen::symmetric_eigen;
pub use ellipsoid::Ellipsoid;
pub use error::{LARGEST_LENGTH, SMALLEST_LENGTH, ShapeError};
pub use feature::Feature;
pub use halfspace::HalfSpace;
pub use mass::MassProperties;
pub use outside::outside;
pub use polyhedron::Polyhedron;
pub use pose::Pose;
pub use shape::Shape;
pub use sphere::Sphere;
pub use superquadric::Superquadric;
pub(crate) use superquadric::norm_support;
pub use surface::SurfaceMesh;
