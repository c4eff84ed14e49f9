//! The sphere.

use glam::DVec3;

use super::error::{ShapeError, positive};

/// A ball about the origin of its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    radius: f64,
}

impl Sphere {
    /// A sphere of the given radius [m].
    pub fn new(radius: f64) -> Result<Self, ShapeError> {
        Ok(Self { radius: positive("radius", radius)? })
    }

    /// Radius [m].
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The furthest point along the unit direction `dir`.
    pub fn support(&self, dir: DVec3) -> DVec3 {
        dir * self.radius
    }

    /// The same shape, `factor` times as large.
    pub fn scaled(&self, factor: f64) -> Result<Self, ShapeError> {
        Self::new(self.radius * factor)
    }
}
