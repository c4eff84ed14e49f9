//! The flat-ended cylinder.

use glam::DVec3;

use super::error::{ShapeError, positive};
use super::feature::Feature;

/// A cylinder along z with flat ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    radius: f64,
    half_height: f64,
    bounding_radius: f64,
}

impl Cylinder {
    /// A cylinder of `radius` [m] from `-half_height` to `half_height` [m].
    pub fn new(radius: f64, half_height: f64) -> Result<Self, ShapeError> {
        let (radius, half_height) = (positive("radius", radius)?, positive("half_height", half_height)?);
        Ok(Self { radius, half_height, bounding_radius: radius.hypot(half_height) })
    }

    /// Radius [m].
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Half the height [m].
    pub fn half_height(&self) -> f64 {
        self.half_height
    }

    /// Distance of the rims from the origin [m].
    pub fn bounding_radius(&self) -> f64 {
        self.bounding_radius
    }

    /// The furthest point along `dir`; along the axis itself, the centre of the flat end.
    pub fn support(&self, dir: DVec3) -> DVec3 {
        let across = dir.truncate().length();
        let reach = if across > 0.0 { self.radius / across } else { 0.0 };
        DVec3::new(dir.x * reach, dir.y * reach, self.half_height.copysign(dir.z))
    }

    /// What lies within `tolerance` [m] of the support plane along the unit direction `dir`: a point of the rim,
    /// a line along the side, or a flat end.
    pub fn support_feature(&self, dir: DVec3, tolerance: f64) -> Feature {
        let [to_end, to_side] = self.feature_steps(dir);
        if to_end <= tolerance {
            let axis = DVec3::Z.copysign(DVec3::splat(dir.z)) * DVec3::Z;
            return Feature::Disc { center: axis * self.half_height, axis, radius: self.radius };
        }
        let point = self.support(dir);
        if to_side <= tolerance {
            let end = DVec3::Z * self.half_height;
            let side = DVec3::new(point.x, point.y, 0.0);
            return Feature::Segment([side - end, side + end]);
        }
        Feature::Point(point)
    }

    /// Tolerances at which the support feature along the unit direction `dir` grows: to a flat end, to a side line.
    pub fn feature_steps(&self, dir: DVec3) -> [f64; 2] {
        [2.0 * self.radius * dir.truncate().length(), 2.0 * self.half_height * dir.z.abs()]
    }

    /// The same shape, `factor` times as large.
    pub fn scaled(&self, factor: f64) -> Result<Self, ShapeError> {
        Self::new(self.radius * factor, self.half_height * factor)
    }
}
