//! The convex polygon: corners, edge normals, area and centroid.

use glam::DVec2;

use super::error::{PlanarShapeError, finite};
use crate::geometry::planar::convex_hull;

/// Thickness below this share of the length: the points are a line to rounding.
const THIN: f64 = 1e-12;

/// A convex polygon with its corners anticlockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    corners: Vec<DVec2>,
    /// Corners as seen from the centroid [m]: all contact work is done with these, so that it does not matter how far
    /// from the polygon the origin of its frame is.
    spokes: Vec<DVec2>,
    /// Outward unit normal of the edge from each corner to the next.
    normals: Vec<DVec2>,
    area: f64,
    centroid: DVec2,
    radius: f64,
}

impl Polygon {
    /// The convex hull of `points` [m].
    ///
    /// # Errors
    /// Refused are coordinates that are not finite, fewer than three different points, and points on one line.
    pub fn new(points: &[DVec2]) -> Result<Self, PlanarShapeError> {
        for p in points {
            finite("x", p.x)?;
            finite("y", p.y)?;
        }
        let corners: Vec<DVec2> = convex_hull(points).into_iter().map(|k| points[k]).collect();
        if corners.len() < 3 {
            return Err(too_few(points, &corners));
        }
        let (area, from_first) = area_and_centroid(&corners);
        let size = corners.iter().map(|p| p.distance(corners[0])).fold(0.0, f64::max);
        // Written so that a result that is no number is refused as well.
        if !(area > THIN * size * size && area.is_finite()) {
            return Err(PlanarShapeError::Thin { count: points.len(), thickness: area / size, size });
        }
        let spokes: Vec<DVec2> = corners.iter().map(|p| (*p - corners[0]) - from_first).collect();
        let normals = (0..corners.len()).map(|k| outward(corners[k], corners[(k + 1) % corners.len()])).collect();
        let radius = spokes.iter().map(|p| p.length()).fold(0.0, f64::max);
        let centroid = corners[0] + from_first;
        Ok(Self { corners, spokes, normals, area, centroid, radius })
    }

    /// A rectangle of these side lengths [m] about the origin.
    ///
    /// # Errors
    /// Refused are sides that are not finite or of no length.
    pub fn rectangle(sides: DVec2) -> Result<Self, PlanarShapeError> {
        super::error::positive("side along x", sides.x)?;
        super::error::positive("side along y", sides.y)?;
        let half = sides * 0.5;
        Self::new(&[-half, DVec2::new(half.x, -half.y), half, DVec2::new(-half.x, half.y)])
    }

    /// A regular polygon about the origin, its first corner at `radius` [m] on the x axis.
    ///
    /// # Errors
    /// Refused are fewer than three corners and a radius that is not above zero.
    pub fn regular(corners: usize, radius: f64) -> Result<Self, PlanarShapeError> {
        super::error::positive("radius", radius)?;
        let angle = |k: usize| std::f64::consts::TAU * k as f64 / corners as f64;
        Self::new(&(0..corners).map(|k| DVec2::from_angle(angle(k)) * radius).collect::<Vec<_>>())
    }

    /// Corners, anticlockwise [m].
    pub fn corners(&self) -> &[DVec2] {
        &self.corners
    }

    /// Outward unit normals; number k is that of the edge from corner k to the next.
    pub fn normals(&self) -> &[DVec2] {
        &self.normals
    }

    /// Area [m2].
    pub fn area(&self) -> f64 {
        self.area
    }

    /// Centroid [m].
    pub fn centroid(&self) -> DVec2 {
        self.centroid
    }

    /// Distance from the centroid to the furthest corner [m].
    pub fn bounding_radius(&self) -> f64 {
        self.radius
    }

    /// Corners as seen from the centroid [m].
    pub(super) fn spokes(&self) -> &[DVec2] {
        &self.spokes
    }

    /// Number of the corner furthest along `dir`; the first one of equals.
    pub(super) fn furthest(&self, dir: DVec2) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (k, p) in self.spokes.iter().enumerate() {
            let height = p.dot(dir);
            if height > best.1 {
                best = (k, height);
            }
        }
        best.0
    }

    /// Normals of the two edges that meet at corner `k`.
    pub(super) fn normals_at(&self, k: usize) -> [DVec2; 2] {
        let before = (k + self.normals.len() - 1) % self.normals.len();
        [self.normals[before], self.normals[k]]
    }
}

/// Too few points, or all on one line.
fn too_few(points: &[DVec2], corners: &[DVec2]) -> PlanarShapeError {
    match corners {
        [p, q] if points.iter().any(|r| r != p && r != q) => {
            PlanarShapeError::Thin { count: points.len(), thickness: 0.0, size: p.distance(*q) }
        }
        _ => PlanarShapeError::TooFewPoints { count: corners.len() },
    }
}

/// Area, and the centroid as seen from the first corner.
fn area_and_centroid(corners: &[DVec2]) -> (f64, DVec2) {
    let (mut area, mut moment) = (0.0, DVec2::ZERO);
    for edge in corners[1..].windows(2) {
        let (p, q) = (edge[0] - corners[0], edge[1] - corners[0]);
        let triangle = 0.5 * p.perp_dot(q);
        area += triangle;
        moment += (p + q) * (triangle / 3.0);
    }
    (area, moment / area)
}

/// Unit normal to the right of the way from `p` to `q`: outward for corners in anticlockwise order.
fn outward(p: DVec2, q: DVec2) -> DVec2 {
    -(q - p).perp().normalize_or(DVec2::NEG_Y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_inside_and_on_edges_are_dropped() {
        let square = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0), (1.0, 1.0), (0.0, 0.0)];
        let polygon = Polygon::new(&square.map(|(x, y)| DVec2::new(x, y))).expect("a square");
        assert_eq!(polygon.corners().len(), 4);
        assert_eq!(polygon.area(), 4.0);
        assert_eq!(polygon.centroid(), DVec2::ONE);
        assert!((polygon.bounding_radius() - 2.0_f64.sqrt()).abs() < 1e-15);
        assert_eq!(polygon.normals()[0], DVec2::NEG_Y);
    }

    #[test]
    fn bad_points_are_refused_with_the_reason() {
        let refused = |points: &[(f64, f64)]| {
            let points: Vec<DVec2> = points.iter().map(|&(x, y)| DVec2::new(x, y)).collect();
            Polygon::new(&points).expect_err("no polygon")
        };
        assert!(matches!(refused(&[]), PlanarShapeError::TooFewPoints { count: 0 }));
        assert!(matches!(refused(&[(1.0, 1.0); 4]), PlanarShapeError::TooFewPoints { count: 1 }));
        assert!(matches!(refused(&[(0.0, 0.0), (1.0, 2.0)]), PlanarShapeError::TooFewPoints { count: 2 }));
        assert!(matches!(refused(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]), PlanarShapeError::Thin { .. }));
        assert!(matches!(refused(&[(0.0, 0.0), (1.0, 1e-13), (2.0, 0.0)]), PlanarShapeError::Thin { .. }));
        let nan = refused(&[(0.0, 0.0), (f64::NAN, 1.0), (2.0, 2.0)]);
        assert!(matches!(nan, PlanarShapeError::NotFinite { what: "x", .. }));
        assert!(Polygon::regular(2, 1.0).is_err() && Polygon::regular(5, -1.0).is_err());
        assert!(Polygon::rectangle(DVec2::new(1.0, 0.0)).is_err());
    }

    #[test]
    fn a_polygon_far_from_its_frame_keeps_its_measures() {
        let near = Polygon::regular(7, 0.5).expect("a heptagon");
        let moved: Vec<DVec2> = near.corners().iter().map(|p| *p + DVec2::splat(1e6)).collect();
        let far = Polygon::new(&moved).expect("a heptagon");
        assert!((far.area() - near.area()).abs() < 1e-9);
        assert!((far.bounding_radius() - 0.5).abs() < 1e-9);
    }
}
