//! Ready solids, each with the origin of its frame at its centre of mass.

use glam::DVec3;

use super::Polyhedron;
use crate::geometry::ShapeError;
use crate::geometry::error::positive;

impl Polyhedron {
    /// A box with faces at plus and minus `half_extents` [m].
    pub fn cuboid(half_extents: DVec3) -> Result<Self, ShapeError> {
        positive("half_extents[0]", half_extents.x)?;
        positive("half_extents[1]", half_extents.y)?;
        positive("half_extents[2]", half_extents.z)?;
        let sign = |k: usize, bit: usize| if k & bit == 0 { -1.0 } else { 1.0 };
        let corners: Vec<DVec3> =
            (0..8).map(|k| half_extents * DVec3::new(sign(k, 1), sign(k, 2), sign(k, 4))).collect();
        Self::from_vertices(&corners)
    }

    /// A tetrahedron with six edges of length `edge` [m], inscribed in an axis-parallel cube.
    pub fn regular_tetrahedron(edge: f64) -> Result<Self, ShapeError> {
        let half = positive("edge", edge)? / 8f64.sqrt();
        let corners = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
        Self::from_vertices(&corners.map(|corner| DVec3::from_array(corner) * half))
    }

    /// An octahedron with twelve edges of length `edge` [m] and its corners on the axes.
    pub fn regular_octahedron(edge: f64) -> Result<Self, ShapeError> {
        let reach = positive("edge", edge)? / 2f64.sqrt();
        let ends = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| axis * reach);
        Self::from_vertices(&[ends[0], ends[1], ends[2], -ends[0], -ends[1], -ends[2]])
    }

    /// A pyramid over a square of side `edge` [m] across z, its apex `height` [m] above it (P5).
    pub fn square_pyramid(edge: f64, height: f64) -> Result<Self, ShapeError> {
        let half = 0.5 * positive("edge", edge)?;
        let base = -0.25 * positive("height", height)?;
        let square = [[half, half], [-half, half], [-half, -half], [half, -half]];
        let mut corners: Vec<DVec3> = square.map(|[x, y]| DVec3::new(x, y, base)).to_vec();
        corners.push(DVec3::Z * (0.75 * height));
        Self::from_vertices(&corners)
    }

    /// A prism of `height` [m] along z over a regular octagon with corners at `radius` [m] (P16).
    pub fn octagonal_prism(radius: f64, height: f64) -> Result<Self, ShapeError> {
        positive("radius", radius)?;
        let half = 0.5 * positive("height", height)?;
        let corners: Vec<DVec3> = octagon(radius, -half).into_iter().chain(octagon(radius, half)).collect();
        Self::from_vertices(&corners)
    }

    /// A frustum of `height` [m] along z between regular octagons with corners at `bottom_radius` and `top_radius`
    /// [m] (F16).
    pub fn octagonal_frustum(bottom_radius: f64, top_radius: f64, height: f64) -> Result<Self, ShapeError> {
        positive("bottom_radius", bottom_radius)?;
        positive("top_radius", top_radius)?;
        positive("height", height)?;
        // Height of the centre of mass: integrals of the cross-section, which grows with the square of the radius.
        let ratio = top_radius / bottom_radius;
        let rise = 0.25 * height * (1.0 + 2.0 * ratio + 3.0 * ratio * ratio) / (1.0 + ratio + ratio * ratio);
        let (bottom, top) = (octagon(bottom_radius, -rise), octagon(top_radius, height - rise));
        let corners: Vec<DVec3> = bottom.into_iter().chain(top).collect();
        Self::from_vertices(&corners)
    }
}

/// Corners of a regular octagon at height `z`, anticlockwise; its sides are parallel to x, y and their diagonals.
fn octagon(radius: f64, z: f64) -> [DVec3; 8] {
    let (sin, cos) = std::f64::consts::FRAC_PI_8.sin_cos();
    let (near, far) = (radius * sin, radius * cos);
    let corners = [
        [far, near],
        [near, far],
        [-near, far],
        [-far, near],
        [-far, -near],
        [-near, -far],
        [near, -far],
        [far, -near],
    ];
    corners.map(|[x, y]| DVec3::new(x, y, z))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;

    /// The solids with what is known about them: vertices, faces, volume.
    fn solids(size: f64) -> Vec<(Polyhedron, usize, usize, f64)> {
        let make = |solid: Result<Polyhedron, ShapeError>| solid.expect("a valid solid");
        let octagon_area = 8f64.sqrt();
        let volume = size.powi(3);
        vec![
            (make(Polyhedron::cuboid(DVec3::new(1.0, 2.0, 3.0) * size)), 8, 6, 48.0 * volume),
            (make(Polyhedron::regular_tetrahedron(2.0 * size)), 4, 4, volume * 8f64.sqrt() / 3.0),
            (make(Polyhedron::regular_octahedron(2.0 * size)), 6, 8, volume * 8.0 * 2f64.sqrt() / 3.0),
            (make(Polyhedron::square_pyramid(2.0 * size, 3.0 * size)), 5, 5, 4.0 * volume),
            (make(Polyhedron::octagonal_prism(size, 2.0 * size)), 16, 10, 2.0 * octagon_area * volume),
            (
                make(Polyhedron::octagonal_frustum(2.0 * size, size, 3.0 * size)),
                16,
                10,
                octagon_area * volume * (4.0 + 2.0 + 1.0),
            ),
        ]
    }

    #[test]
    fn solids_have_their_corners_faces_and_volume_about_their_centre() {
        for size in [1e-5, 1.0, 1e2] {
            for (solid, vertices, faces, volume) in solids(size) {
                assert_eq!((solid.vertices().len(), solid.faces().len()), (vertices, faces));
                let mass = Shape::Polyhedron(solid).mass_properties().expect("a polyhedron has a mass");
                assert!((mass.volume / volume - 1.0).abs() < 1e-14, "{} {volume}", mass.volume);
                assert!(mass.center.length() < 1e-15 * size * 10.0, "{}", mass.center);
            }
        }
    }

    #[test]
    fn edges_have_their_length() {
        for (solid, edge) in [(Polyhedron::regular_tetrahedron(0.3), 0.3), (Polyhedron::regular_octahedron(0.3), 0.3)] {
            let solid = solid.expect("a valid solid");
            for pair in solid.edges() {
                let [p, q] = pair.vertices.map(|k| solid.vertices()[k as usize]);
                assert!((p.distance(q) / edge - 1.0).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn bad_lengths_are_named() {
        let refused = |solid: Result<Polyhedron, ShapeError>| solid.expect_err("a bad length").to_string();
        assert!(refused(Polyhedron::cuboid(DVec3::new(1.0, 0.0, 1.0))).starts_with("half_extents[1] is 0"));
        assert!(refused(Polyhedron::regular_tetrahedron(-1.0)).starts_with("edge is -1"));
        assert!(refused(Polyhedron::square_pyramid(1.0, f64::NAN)).starts_with("height is NaN"));
        assert!(refused(Polyhedron::octagonal_prism(f64::INFINITY, 1.0)).starts_with("radius is inf"));
        assert!(refused(Polyhedron::octagonal_frustum(1.0, 0.0, 1.0)).starts_with("top_radius is 0"));
        assert!(refused(Polyhedron::square_pyramid(1.0, 1e-14)).contains("no volume"));
    }
}
