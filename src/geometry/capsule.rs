//! The capsule: a segment with a radius.

use glam::DVec3;

use super::error::{ShapeError, positive};
use super::feature::Feature;

/// A cylinder along z with half-spheres for ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    radius: f64,
    half_height: f64,
}

impl Capsule {
    /// A capsule of `radius` [m] whose cylindrical part reaches from `-half_height` to `half_height` [m].
    pub fn new(radius: f64, half_height: f64) -> Result<Self, ShapeError> {
        Ok(Self { radius: positive("radius", radius)?, half_height: positive("half_height", half_height)? })
    }

    /// Radius [m].
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Half the height of the cylindrical part [m].
    pub fn half_height(&self) -> f64 {
        self.half_height
    }

    /// The furthest point along the unit direction `dir`.
    pub fn support(&self, dir: DVec3) -> DVec3 {
        dir * self.radius + DVec3::Z * self.half_height.copysign(dir.z)
    }

    /// What lies within `tolerance` [m] of the support plane along the unit direction `dir`.
    pub fn support_feature(&self, dir: DVec3, tolerance: f64) -> Feature {
        if self.feature_steps(dir)[0] > tolerance {
            return Feature::Point(self.support(dir));
        }
        let side = dir * self.radius;
        let end = DVec3::Z * self.half_height;
        Feature::Segment([side - end, side + end])
    }

    /// Tolerance at which the support feature along the unit direction `dir` grows to a side line.
    pub fn feature_steps(&self, dir: DVec3) -> [f64; 2] {
        [2.0 * self.half_height * dir.z.abs(), f64::INFINITY]
    }

    /// The same shape, `factor` times as large.
    pub fn scaled(&self, factor: f64) -> Result<Self, ShapeError> {
        Self::new(self.radius * factor, self.half_height * factor)
    }
}
