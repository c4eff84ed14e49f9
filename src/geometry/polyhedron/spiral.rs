//! Superquadrics as meshes, the way Y. T. Feng and Y. Tan's paper on the Minkowski overlap (2021) builds them.

use std::f64::consts::PI;

use glam::DVec3;

use super::Polyhedron;
use crate::geometry::{ShapeError, Superquadric};

/// The superquadric as the convex hull of `count` points of its surface, along the evenly spread directions of a
/// golden spiral about z. Points that end up on a flat face or a straight edge to rounding are no vertices.
pub fn golden_spiral(superquadric: &Superquadric, count: usize) -> Result<Polyhedron, ShapeError> {
    let points: Vec<DVec3> = directions(count).map(|dir| superquadric.surface_point(dir)).collect();
    Polyhedron::from_vertices(&points)
}

/// `count` unit directions from pole to pole: equal steps in height, the golden angle in turn.
pub(crate) fn directions(count: usize) -> impl Iterator<Item = DVec3> {
    let golden_angle = PI * (3.0 - 5f64.sqrt());
    (0..count).map(move |k| {
        let step = k as f64 + 0.5;
        let z = 1.0 - 2.0 * step / count as f64;
        let (sin, cos) = (golden_angle * step).sin_cos();
        let across = ((1.0 - z) * (1.0 + z)).sqrt();
        DVec3::new(across * cos, across * sin, z)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bodies of the elastic impact test of the paper (section 5.1), lengths times 0.075.
    fn paper_bodies() -> [Superquadric; 3] {
        [([1.5, 0.4, 3.0], 3.0, 10.0), ([2.0, 1.0, 1.0], 2.0, 10.0), ([2.0, 1.0, 1.5], 3.0, 5.0)].map(
            |(radii, n1, n2)| {
                Superquadric::new(DVec3::from_array(radii) * 0.075, n1, n2).expect("the paper's numbers are valid")
            },
        )
    }

    #[test]
    fn four_hundred_points_give_796_triangles() {
        for body in paper_bodies() {
            let mesh = golden_spiral(&body, 400).expect("400 points have a hull");
            assert_eq!((mesh.vertices().len(), mesh.faces().len()), (400, 796));
            for vertex in mesh.vertices() {
                assert!((body.gauge(*vertex) - 1.0).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn first_points_agree_with_a_mesh_made_elsewhere() {
        let mesh = golden_spiral(&paper_bodies()[2], 400).expect("400 points have a hull");
        let known = [[0.002887158, 0.007425803, 0.112463584], [-0.012422723, -0.006129349, 0.112468331]];
        for (vertex, expected) in mesh.vertices().iter().zip(known) {
            assert!(vertex.distance(DVec3::from_array(expected)) < 1e-9, "{vertex} {expected:?}");
        }
    }

    #[test]
    fn meshes_close_in_on_the_body_from_inside() {
        for body in paper_bodies() {
            let dir = DVec3::new(0.3, -0.5, 0.4).normalize();
            let gap = |count| {
                let mesh = golden_spiral(&body, count).expect("a hull");
                (body.support(dir) - mesh.support(dir)).dot(dir)
            };
            let (coarse, fine) = (gap(50), gap(5000));
            assert!(fine >= 0.0 && fine < 0.1 * coarse, "{coarse} {fine}");
        }
    }

    #[test]
    fn too_few_points_are_refused() {
        for count in 0..4 {
            assert_eq!(golden_spiral(&paper_bodies()[0], count), Err(ShapeError::TooFewVertices { count }));
        }
        assert!(golden_spiral(&paper_bodies()[0], 4).is_ok());
    }
}
