//! A grain seen from a wall's frame.

use glam::{DMat3, DVec3};

use super::surface::SurfacePose;
use crate::geometry::{Feature, Shape};
use crate::narrow::Body;

/// A grain in the frame of a wall. Spheres and capsules are a core, a point or a segment, with a radius around it: what
/// would be a search on a curved surface then ends after a step or two, exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grain<'b> {
    /// Its shape.
    pub shape: &'b Shape,
    /// Where its origin is [m].
    pub center: DVec3,
    /// Its bounding radius [m].
    pub size: f64,
    /// Radius around the core [m].
    pub rounding: f64,
    turn: DMat3,
    turn_back: DMat3,
}

impl<'b> Grain<'b> {
    /// The body, seen from a surface at its place.
    pub fn new(at: &SurfacePose, body: &Body<'b>) -> Self {
        let turn = DMat3::from_quat(at.frame.orientation.conjugate() * body.pose.orientation);
        let rounding = match body.shape {
            Shape::Sphere(sphere) => sphere.radius(),
            Shape::Capsule(capsule) => capsule.radius(),
            _ => 0.0,
        };
        Self {
            shape: body.shape,
            center: at.to_local(body.pose.position),
            size: body.shape.bounding_radius(),
            rounding,
            turn,
            turn_back: turn.transpose(),
        }
    }

    /// The furthest point of the core along the unit vector `n`.
    pub fn core_support(&self, n: DVec3) -> DVec3 {
        match self.shape {
            Shape::Sphere(_) => self.center,
            Shape::Capsule(capsule) => {
                let axis = self.turn.z_axis;
                self.center + axis * capsule.half_height().copysign(axis.dot(n))
            }
            shape => self.turn * shape.support(self.turn_back * n) + self.center,
        }
    }

    /// Height of the whole grain along the unit vector `n` [m].
    pub fn height(&self, n: DVec3) -> f64 {
        self.core_support(n).dot(n) + self.rounding
    }

    /// What of the grain lies within `tolerance` [m] of its support plane along the unit vector `n`.
    pub fn feature(&self, n: DVec3, tolerance: f64) -> Feature {
        self.shape.support_feature(self.turn_back * n, tolerance)
    }

    /// Where a point of the grain's own frame is.
    pub fn place(&self, p: DVec3) -> DVec3 {
        self.turn * p + self.center
    }

    /// Adds the tolerances up to `limit` at which the feature along `n` grows.
    pub fn push_steps(&self, n: DVec3, limit: f64, near: &mut Vec<(u32, f64)>, steps: &mut Vec<f64>) {
        let dir = self.turn_back * n;
        if let Shape::Polyhedron(shape) = self.shape {
            shape.vertices_near_support(dir, shape.support_index(dir, None), limit, near);
            steps.extend(near.iter().map(|(_, depth)| *depth));
        }
        steps.extend(self.shape.feature_steps(dir));
    }
}
