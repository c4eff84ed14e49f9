//! One type for all planar shapes, and where they are placed.

use std::f64::consts::PI;

use glam::DVec2;

use super::polygon::Polygon;
use super::round::{Disc, Ellipse};
use crate::geometry::planar::Figure;

/// A convex shape in the plane, in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanarShape {
    /// A convex polygon.
    Polygon(Polygon),
    /// A disc.
    Disc(Disc),
    /// An ellipse.
    Ellipse(Ellipse),
}

impl PlanarShape {
    /// The point furthest along `dir`, which need not be a unit vector [m]. A zero vector counts as along x.
    pub fn support(&self, dir: DVec2) -> DVec2 {
        let dir = dir.normalize_or(DVec2::X);
        match self {
            Self::Polygon(polygon) => polygon.corners()[polygon.furthest(dir)],
            Self::Disc(disc) => dir * disc.radius(),
            Self::Ellipse(ellipse) => ellipse.support(dir),
        }
    }

    /// The point or edge within `tolerance` [m] of the support line along `dir`.
    pub fn support_feature(&self, dir: DVec2, tolerance: f64) -> Figure {
        let Self::Polygon(polygon) = self else { return Figure::Point(self.support(dir)) };
        let dir = dir.normalize_or(DVec2::X);
        let corners = polygon.corners();
        let top = corners[polygon.furthest(dir)];
        let near: Vec<DVec2> = corners.iter().copied().filter(|p| (top - *p).dot(dir) <= tolerance).collect();
        let sideways = |p: &&DVec2, q: &&DVec2| p.perp_dot(dir).total_cmp(&q.perp_dot(dir));
        match (near.iter().min_by(sideways), near.iter().max_by(sideways)) {
            (Some(p), Some(q)) if p != q => Figure::Segment([*p, *q]),
            _ => Figure::Point(top),
        }
    }

    /// Area [m2].
    pub fn area(&self) -> f64 {
        match self {
            Self::Polygon(polygon) => polygon.area(),
            Self::Disc(disc) => PI * disc.radius() * disc.radius(),
            Self::Ellipse(ellipse) => PI * ellipse.radii().x * ellipse.radii().y,
        }
    }

    /// Centroid in the shape's frame [m].
    pub fn centroid(&self) -> DVec2 {
        match self {
            Self::Polygon(polygon) => polygon.centroid(),
            Self::Disc(_) | Self::Ellipse(_) => DVec2::ZERO,
        }
    }

    /// Distance from the centroid to the furthest point [m].
    pub fn bounding_radius(&self) -> f64 {
        match self {
            Self::Polygon(polygon) => polygon.bounding_radius(),
            Self::Disc(disc) => disc.radius(),
            Self::Ellipse(ellipse) => ellipse.radii().max_element(),
        }
    }
}

/// A placement in the plane: a point of the shape's frame is turned by `angle`, then moved by `position`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanarPose {
    /// World position of the origin of the shape's frame [m].
    pub position: DVec2,
    /// Anticlockwise turn [rad].
    pub angle: f64,
}

impl PlanarPose {
    /// At the world's origin, not turned.
    pub const IDENTITY: Self = Self { position: DVec2::ZERO, angle: 0.0 };

    /// A placement.
    pub fn new(position: DVec2, angle: f64) -> Self {
        Self { position, angle }
    }

    /// Not turned, at `position` [m].
    pub fn at(position: DVec2) -> Self {
        Self { position, angle: 0.0 }
    }

    /// World position of the point `local` of the shape's frame.
    pub fn apply(&self, local: DVec2) -> DVec2 {
        self.position + DVec2::from_angle(self.angle).rotate(local)
    }
}

/// A shape and where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanarBody<'s> {
    /// The shape.
    pub shape: &'s PlanarShape,
    /// Its placement.
    pub pose: PlanarPose,
}

impl PlanarBody<'_> {
    /// World position of the centroid [m].
    pub fn centroid(&self) -> DVec2 {
        self.pose.apply(self.shape.centroid())
    }

    /// The point furthest along the world direction `dir` [m].
    pub fn support(&self, dir: DVec2) -> DVec2 {
        let turn = DVec2::from_angle(self.pose.angle);
        self.pose.apply(self.shape.support(turn_back(turn, dir)))
    }

    /// Points along the boundary, anticlockwise, for drawing: the corners of a polygon, `points` of a curved shape
    /// [m].
    pub fn outline(&self, points: usize) -> Vec<DVec2> {
        if let PlanarShape::Polygon(polygon) = self.shape {
            return polygon.corners().iter().map(|p| self.pose.apply(*p)).collect();
        }
        // Equal steps of the parameter, not of the normal: a slender ellipse would look cut off at its ends.
        let radii = match self.shape {
            PlanarShape::Ellipse(ellipse) => ellipse.radii(),
            other => DVec2::splat(other.bounding_radius()),
        };
        let angle = |k: usize| 2.0 * PI * k as f64 / points as f64;
        (0..points).map(|k| self.pose.apply(radii * DVec2::from_angle(angle(k)))).collect()
    }
}

/// `v` turned back by the turn that takes x to the unit vector `turn`.
pub(super) fn turn_back(turn: DVec2, v: DVec2) -> DVec2 {
    DVec2::new(turn.x, -turn.y).rotate(v)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_edges_only_where_the_direction_is_their_normal() {
        let square = PlanarShape::Polygon(Polygon::rectangle(DVec2::splat(2.0)).expect("a square"));
        let edge = square.support_feature(DVec2::Y * 7.0, 1e-9);
        assert!(matches!(edge, Figure::Segment([p, q]) if p.y == 1.0 && q.y == 1.0 && p.x != q.x));
        assert_eq!(square.support_feature(DVec2::new(0.1, 1.0), 1e-9), Figure::Point(DVec2::ONE));
        let disc = PlanarShape::Disc(Disc::new(2.0).expect("a disc"));
        assert_eq!(disc.support_feature(DVec2::NEG_Y, 1e-9), Figure::Point(DVec2::NEG_Y * 2.0));
    }

    #[test]
    fn areas_and_outlines_agree() {
        let ellipse = PlanarShape::Ellipse(Ellipse::new(DVec2::new(2.0, 0.5)).expect("an ellipse"));
        let body = PlanarBody { shape: &ellipse, pose: PlanarPose::new(DVec2::new(3.0, 1.0), 0.4) };
        let drawn = Polygon::new(&body.outline(2000)).expect("its outline");
        assert!((drawn.area() / ellipse.area() - 1.0).abs() < 1e-5);
        assert!(drawn.centroid().distance(body.centroid()) < 1e-12);
        assert!(body.support(DVec2::X).x >= drawn.corners().iter().map(|p| p.x).fold(f64::MIN, f64::max));
    }
}
