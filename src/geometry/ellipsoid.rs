//! The ellipsoid.

use glam::DVec3;

use super::error::{ShapeError, positive};

/// An ellipsoid with its semi-axes along x, y and z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    radii: DVec3,
}

impl Ellipsoid {
    /// An ellipsoid with semi-axes `radii` [m].
    pub fn new(radii: DVec3) -> Result<Self, ShapeError> {
        positive("radii[0]", radii.x)?;
        positive("radii[1]", radii.y)?;
        positive("radii[2]", radii.z)?;
        Ok(Self { radii })
    }

    /// Semi-axes [m].
    pub fn radii(&self) -> DVec3 {
        self.radii
    }

    /// The furthest point along `dir` (any length but zero).
    pub fn support(&self, dir: DVec3) -> DVec3 {
        let scaled = self.radii * dir;
        self.radii * scaled / scaled.length()
    }

    /// The same shape, `factor` times as large.
    pub fn scaled(&self, factor: f64) -> Result<Self, ShapeError> {
        Self::new(self.radii * factor)
    }
}
