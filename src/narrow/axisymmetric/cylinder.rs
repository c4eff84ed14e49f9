//! A cylinder as the framework sees it: radius, half height, axis, centre.

use glam::DVec3;

use crate::geometry::{Cylinder, Pose};

/// A cylinder in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxialCylinder {
    /// Radius r [m].
    pub radius: f64,
    /// Half height h [m].
    pub half_height: f64,
    /// Unit vector n along the axis; n and -n are the same cylinder.
    pub axis: DVec3,
    /// Centre c [m].
    pub center: DVec3,
}

impl AxialCylinder {
    /// The cylinder `shape` at `pose`.
    pub fn new(shape: &Cylinder, pose: &Pose) -> Self {
        Self {
            radius: shape.radius(),
            half_height: shape.half_height(),
            axis: pose.orientation * DVec3::Z,
            center: pose.position,
        }
    }

    /// Radius of the ball around it [m].
    pub fn bounding_radius(&self) -> f64 {
        self.radius.hypot(self.half_height)
    }

    /// How far the cylinder reaches from its centre along the unit direction `n`, to either side [m].
    pub fn reach(&self, n: DVec3) -> f64 {
        let along = n.dot(self.axis);
        self.half_height * along.abs() + self.radius * n.cross(self.axis).length()
    }

    /// Volume [m3].
    pub fn volume(&self) -> f64 {
        std::f64::consts::TAU * self.radius * self.radius * self.half_height
    }
}
