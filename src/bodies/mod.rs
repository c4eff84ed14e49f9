//! What grains are made of: convex shapes, their support, their mass, and where they are.

mod capsule;
mod cylinder;
mod ellipsoid;
mod error;
mod feature;
mod halfspace;
pub mod polyhedron;
mod pose;
mod shape;
mod sphere;
mod superquadric;

pub use capsule::Capsule;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use error::ShapeError;
pub use feature::Feature;
pub use halfspace::HalfSpace;
pub use polyhedron::Polyhedron;
pub use pose::Pose;
pub use shape::Shape;
pub use sphere::Sphere;
pub use superquadric::Superquadric;
