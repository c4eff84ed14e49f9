//! The kind of a contact as one would name it by eye: features that are parallel within what the bodies sink in.
//!
//! Detectors name the features that are in the support planes exactly, to rounding. Of a packing at rest that is always a
//! corner or two crossing edges: two faces that lie on each other are tilted by some millionths. For statistics a face
//! counts when all of it is within the overlap, or within a small share of the bodies.

use glam::DVec3;

use super::Body;
use super::answer::Kind;
use super::corners::named_by_corners;
use crate::geometry::planar::{View, side_by_side};
use crate::geometry::{Feature, Shape};

/// Features within this share of the smaller body's radius of the support plane belong to the contact: 0.6 degrees for a
/// face as wide as its body.
const SHARE: f64 = 0.01;

/// What meets at the contact of `a` with `b` (a plane where there is none), along the unit normal from A to B, at an
/// overlap [m].
pub(crate) fn kind_by_eye(a: &Body, b: Option<&Body>, normal: DVec3, overlap: f64) -> Kind {
    let smaller = b.map_or(f64::INFINITY, |b| b.shape.bounding_radius()).min(a.shape.bounding_radius());
    let tolerance = overlap.max(SHARE * smaller);
    let seen = |body: &Body, direction: DVec3| {
        let own = body.pose.orientation.inverse() * direction;
        let feature = body.shape.support_feature(own, tolerance);
        feature.map(|p| body.pose.apply(p), |direction| body.pose.orientation * direction)
    };
    let on_a = seen(a, normal);
    let Some(b) = b else { return with_plane(a, &on_a) };
    match (on_a, seen(b, -normal)) {
        (Feature::Point(_), other) => point_kind(a, b, corners(&other)),
        (other, Feature::Point(_)) => point_kind(a, b, corners(&other)),
        (Feature::Segment(p), Feature::Segment(q)) => {
            let view = View::new(p[0], normal);
            let [p, q] = [p, q].map(|edge| edge.map(|end| view.project(end)));
            match (side_by_side(p, q, tolerance), is_angular(a) && is_angular(b)) {
                (true, _) => Kind::ParallelEdges,
                (false, true) => Kind::EdgeEdge,
                (false, false) => Kind::Smooth,
            }
        }
        (Feature::Segment(_), _) | (_, Feature::Segment(_)) => Kind::EdgeFace,
        _ => Kind::FaceFace,
    }
}

fn with_plane(a: &Body, feature: &Feature) -> Kind {
    match feature {
        Feature::Point(_) if is_angular(a) => Kind::VertexFace,
        Feature::Point(_) => Kind::Smooth,
        Feature::Segment(_) => Kind::EdgeFace,
        _ => Kind::FaceFace,
    }
}

fn is_angular(body: &Body) -> bool {
    matches!(body.shape, Shape::Polyhedron(_) | Shape::HalfSpace(_))
}

fn corners(feature: &Feature) -> usize {
    match feature {
        Feature::Point(_) => 1,
        Feature::Segment(_) => 2,
        _ => 3,
    }
}

fn point_kind(a: &Body, b: &Body, corners: usize) -> Kind {
    if is_angular(a) && is_angular(b) { named_by_corners(corners) } else { Kind::Smooth }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Polyhedron, Pose};
    use glam::DQuat;

    fn cube(height: f64, tilt: f64) -> (Shape, Pose) {
        let cube = Shape::Polyhedron(Polyhedron::cuboid(DVec3::splat(0.01)).expect("a cube"));
        (cube, Pose::new(DVec3::new(0.0, 0.0, height), DQuat::from_rotation_x(tilt)))
    }

    #[test]
    fn faces_at_rest_are_faces() {
        let kind = |tilt: f64, overlap: f64| {
            let ((lower, at), (upper, above)) = (cube(0.0, 0.0), cube(0.02, tilt));
            let (a, b) = (Body { shape: &lower, pose: at }, Body { shape: &upper, pose: above });
            [kind_by_eye(&a, Some(&b), DVec3::Z, overlap), kind_by_eye(&b, None, DVec3::NEG_Z, overlap)]
        };
        assert_eq!(kind(1e-5, 1e-7), [Kind::FaceFace; 2]);
        assert_eq!(kind(5e-3, 0.0), [Kind::FaceFace; 2]);
        assert_eq!(kind(0.05, 1e-7), [Kind::EdgeFace; 2]);
        // Tilted, and sunk in by as much.
        assert_eq!(kind(0.05, 1.1e-3), [Kind::FaceFace; 2]);
    }
}
