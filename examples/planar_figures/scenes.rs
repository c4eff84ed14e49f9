//! Shapes of the figures, and numbers as text.

use glam::DVec2;
use packstone::narrow::State;
use packstone::studies::planar::{Ellipse, PlanarContact, PlanarShape, PlanarShapeError, Polygon};

pub fn polygon(points: &[(f64, f64)]) -> Result<PlanarShape, PlanarShapeError> {
    let points: Vec<DVec2> = points.iter().map(|&(x, y)| DVec2::new(x, y)).collect();
    Ok(PlanarShape::Polygon(Polygon::new(&points)?))
}

pub fn ellipse(x: f64, y: f64) -> Result<PlanarShape, PlanarShapeError> {
    Ok(PlanarShape::Ellipse(Ellipse::new(DVec2::new(x, y))?))
}

/// The overlap or the gap, for a smaller body of bounding radius `size`.
pub fn overlap_text(found: &PlanarContact, size: f64) -> String {
    match found.state(size) {
        State::Overlap => format!("overlap {:.4}", found.overlap),
        State::Touch => "overlap 0".to_owned(),
        State::Separated => format!("gap {:.4}", -found.overlap),
    }
}
