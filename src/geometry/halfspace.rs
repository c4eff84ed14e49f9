//! The half-space: a flat wall with solid behind it.

use glam::DVec3;

use super::error::{LARGEST_LENGTH, ShapeError};

/// Solid where `normal . x <= offset`, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    normal: DVec3,
    offset: f64,
}

impl HalfSpace {
    /// A half-space with outward `normal` (normalised here) and `offset` [m] of its surface along it.
    pub fn new(normal: DVec3, offset: f64) -> Result<Self, ShapeError> {
        if !offset.is_finite() {
            return Err(ShapeError::NotFinite { what: "offset", value: offset });
        }
        if offset.abs() > LARGEST_LENGTH {
            return Err(ShapeError::OutOfRange { what: "offset", value: offset });
        }
        // A normal that is unit to rounding stays as it is written: dividing would move far points of the wall.
        let length = normal.length();
        if !(length.is_finite() && length > 0.0) {
            return Err(ShapeError::NoDirection(normal.to_array()));
        }
        let unit = if (length - 1.0).abs() < 4.0 * f64::EPSILON { normal } else { normal / length };
        Ok(Self { normal: unit, offset })
    }

    /// Outward unit normal.
    pub fn normal(&self) -> DVec3 {
        self.normal
    }

    /// Distance of the surface from the frame's origin along the normal [m].
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// The furthest point along `dir`: finite along the normal only, else at infinity.
    pub fn support(&self, dir: DVec3) -> DVec3 {
        let along = dir.dot(self.normal);
        let sideways = dir - self.normal * along;
        if along > 0.0 && sideways.length_squared() <= f64::EPSILON * f64::EPSILON * along * along {
            return self.normal * self.offset;
        }
        let far = |x: f64| if x == 0.0 { 0.0 } else { f64::INFINITY.copysign(x) };
        DVec3::new(far(sideways.x), far(sideways.y), far(sideways.z))
    }

    /// The same half-space with all lengths `factor` times as large.
    pub fn scaled(&self, factor: f64) -> Result<Self, ShapeError> {
        Self::new(self.normal, self.offset * super::error::positive("factor", factor)?)
    }
}
