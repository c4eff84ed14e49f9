//! Convex hull of a point set, with coplanar triangles merged into faces.

use glam::DVec3;

use crate::bodies::ShapeError;

/// A convex polyhedron as its corner points and the loops of its faces.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// Corners, in the order they were given; points that are no corner are left out.
    pub vertices: Vec<DVec3>,
    /// Vertex indices around each face, anticlockwise seen from outside.
    pub faces: Vec<Vec<u32>>,
}

/// The convex hull of `points`.
pub fn convex_hull(points: &[DVec3]) -> Result<Hull, ShapeError> {
    Err(ShapeError::TooFewVertices { count: points.len() })
}
