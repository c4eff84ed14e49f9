//! Nearest points of points, segments and faces.

use glam::DVec3;

use super::{EdgeArc, Side};

/// Two nearest points, and the direction from the first to the second where the features give it better than the
/// points' difference does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub distance: f64,
    pub normal: DVec3,
}

impl Near {
    fn between(p: DVec3, q: DVec3) -> Self {
        let distance = p.distance(q);
        Self { distance, normal: (q - p).normalize_or_zero() }
    }

    fn closer(self, other: Self) -> Self {
        if other.distance < self.distance { other } else { self }
    }

    pub fn reversed(self) -> Self {
        Self { normal: -self.normal, ..self }
    }
}

/// From a point of A to a segment of B.
fn point_segment(point: DVec3, [p, q]: [DVec3; 2]) -> Near {
    let along = q - p;
    let share = ((point - p).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    // From the nearer end, so that rounding is that of the shorter piece.
    let foot = if share < 0.5 { p + along * share } else { q - along * (1.0 - share) };
    let near = Near::between(point, foot);
    if share == 0.0 || share == 1.0 {
        return near;
    }
    // Square to the edge: what rounding leaves along it would lift one of its ends above the support plane.
    let unit = along.normalize();
    let square = (foot - point) - unit * (foot - point).dot(unit);
    Near { normal: square.normalize_or_zero(), ..near }
}

/// From an edge of A to one of B.
pub(super) fn edge_edge(a: &EdgeArc, b: &EdgeArc) -> Near {
    let ends = point_segment(a.ends[0], b.ends)
        .closer(point_segment(a.ends[1], b.ends))
        .closer(point_segment(b.ends[0], a.ends).reversed())
        .closer(point_segment(b.ends[1], a.ends).reversed());
    match crossing(a, b) {
        Some(near) => ends.closer(near),
        None => ends,
    }
}

/// Where the two lines come nearest, if that is within both edges. By cross products: these lose one power of the
/// angle between near-parallel edges, the usual normal equations lose two.
fn crossing(a: &EdgeArc, b: &EdgeArc) -> Option<Near> {
    let (along_a, along_b) = (a.ends[1] - a.ends[0], b.ends[1] - b.ends[0]);
    let normal = along_a.cross(along_b);
    let square = normal.length_squared();
    let between = b.ends[0] - a.ends[0];
    let share_a = between.cross(along_b).dot(normal) / square;
    let share_b = between.cross(along_a).dot(normal) / square;
    let within = |share: f64| (0.0..=1.0).contains(&share);
    if !(within(share_a) && within(share_b)) {
        return None;
    }
    let unit = normal / square.sqrt();
    let height = between.dot(unit);
    Some(Near { distance: height.abs(), normal: unit * height.signum() })
}

/// From a vertex of A straight down on a face of B, if its foot is within the face.
pub(super) fn vertex_face(vertex: DVec3, face: &Side) -> Option<Near> {
    let from_corner = vertex - face.corners[0];
    let height = from_corner.dot(face.normal);
    // A vertex that touches the face may stand below it by rounding.
    if height < -1e-14 * (vertex.length() + from_corner.length()) {
        return None;
    }
    let last = face.corners[face.corners.len() - 1];
    let mut from = last;
    for &to in &face.corners {
        if (to - from).cross(vertex - from).dot(face.normal) < 0.0 {
            return None;
        }
        from = to;
    }
    Some(Near { distance: height.max(0.0), normal: -face.normal })
}
