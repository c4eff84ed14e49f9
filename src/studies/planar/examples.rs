//! Four configurations of a quadrilateral and a triangle, as in section 5.1 of Feng and Tan (2020).
//!
//! The paper shows them in its figure 4 and gives no coordinates. Those here are chosen so that the same happens: in
//! (a) the origin is nearly as close to two edges of the difference; in (b) the triangle has moved to the right, and
//! the lower edge of the quadrilateral takes over from the left one; in (c) it is turned clockwise about its upper
//! right corner until its top edge is parallel to that lower edge; in (d) it is turned further, and the left edge is
//! back.

use glam::DVec2;

use super::{PlanarBody, PlanarPose, PlanarShape, PlanarShapeError, Polygon};

/// The quadrilateral [m]; its lower edge runs from the first corner to the second.
const A: [DVec2; 4] = [DVec2::ZERO, DVec2::new(2.1, 0.23), DVec2::new(1.9, 1.5), DVec2::new(-0.28, 1.5)];
/// The triangle [m], its upper right corner at the origin of its frame; its top edge ends there.
const B: [DVec2; 3] = [DVec2::ZERO, DVec2::new(-1.35, -0.5), DVec2::new(-0.35, -1.7)];

/// A quadrilateral and a triangle at their places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Configuration {
    /// Its letter in the paper.
    pub letter: char,
    /// What has happened since the one before.
    pub name: &'static str,
    /// Where the triangle's upper right corner is [m].
    corner: DVec2,
    /// How far the triangle is turned beyond the place where two edges are parallel [degrees]; none where it is not turned.
    beyond_parallel: Option<f64>,
}

const FIRST: DVec2 = DVec2::new(0.335, 0.46);
const MOVED: DVec2 = DVec2::new(0.41, 0.46);

/// The four, in the paper's order.
pub const CONFIGURATIONS: &[Configuration] = &[
    Configuration { letter: 'a', name: "start", corner: FIRST, beyond_parallel: None },
    Configuration { letter: 'b', name: "moved to the right", corner: MOVED, beyond_parallel: None },
    Configuration { letter: 'c', name: "turned until edges are parallel", corner: MOVED, beyond_parallel: Some(0.0) },
    Configuration { letter: 'd', name: "turned further", corner: MOVED, beyond_parallel: Some(16.0) },
];

impl Configuration {
    /// The quadrilateral and the triangle.
    pub fn shapes(&self) -> Result<(PlanarShape, PlanarShape), PlanarShapeError> {
        Ok((PlanarShape::Polygon(Polygon::new(&A)?), PlanarShape::Polygon(Polygon::new(&B)?)))
    }

    /// Both at their places.
    pub fn place<'a>(&self, quadrilateral: &'a PlanarShape, triangle: &'a PlanarShape) -> [PlanarBody<'a>; 2] {
        self.on_the_way(self, 0.0, quadrilateral, triangle)
    }

    /// Both, with the triangle a share of the way from here to `next`.
    pub fn on_the_way<'a>(
        &self,
        next: &Self,
        share: f64,
        quadrilateral: &'a PlanarShape,
        triangle: &'a PlanarShape,
    ) -> [PlanarBody<'a>; 2] {
        let turn = self.turn() + share * (next.turn() - self.turn());
        [
            PlanarBody { shape: quadrilateral, pose: PlanarPose::IDENTITY },
            PlanarBody { shape: triangle, pose: PlanarPose::new(self.corner.lerp(next.corner, share), turn) },
        ]
    }

    /// How far the triangle is turned [rad].
    fn turn(&self) -> f64 {
        let (lower, top) = (A[1].to_angle(), (-B[1]).to_angle());
        self.beyond_parallel.map_or(0.0, |beyond| lower - top - beyond.to_radians())
    }
}
