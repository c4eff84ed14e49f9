//! Support features: the part of a surface that lies furthest along a direction.

use glam::DVec3;

/// All points of a shape within a height tolerance of its support plane, as the flat figure they span.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    /// One point: a vertex, or where a curved surface touches the plane.
    Point(DVec3),
    /// A straight edge, or the line along a cylinder's or capsule's side.
    Segment([DVec3; 2]),
    /// A flat face: vertices in order around it (either sense).
    Polygon(Vec<DVec3>),
    /// The flat end of a cylinder.
    Disc {
        /// Centre of the disc.
        center: DVec3,
        /// Unit normal of the disc, outward.
        axis: DVec3,
        /// Radius [m].
        radius: f64,
    },
}

impl Feature {
    /// The same feature, every point mapped by `place` and every direction by `turn`.
    pub fn map(&self, place: impl Fn(DVec3) -> DVec3, turn: impl Fn(DVec3) -> DVec3) -> Self {
        match self {
            Self::Point(p) => Self::Point(place(*p)),
            Self::Segment([p, q]) => Self::Segment([place(*p), place(*q)]),
            Self::Polygon(points) => Self::Polygon(points.iter().map(|p| place(*p)).collect()),
            Self::Disc { center, axis, radius } => {
                Self::Disc { center: place(*center), axis: turn(*axis), radius: *radius }
            }
        }
    }
}
