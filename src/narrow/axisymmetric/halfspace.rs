//! A cylinder against a half-space: in the plane through the axis along the wall's normal, a rectangle and a line.

use glam::DVec2;

use super::{AxialContact, AxialCylinder};
use crate::geometry::planar::Figure;
use crate::geometry::{HalfSpace, Pose};

/// Sine below which the axis counts as parallel or square to the wall. The name is all that depends on it: overlap,
/// point and normal pass smoothly from one case to the next.
const ALIGNED: f64 = 1e-9;

/// How a cylinder lies on a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// On its side.
    Parallel,
    /// On its base.
    Perpendicular,
    /// On its rim.
    Oblique,
}

/// The contact of a cylinder with the half-space `wall` at `pose`; none where they are apart. The normal points from the
/// cylinder into the wall.
///
/// The overlap is the depth of the deepest corner of the rectangle; the point lies under the centroid of the part of the
/// rectangle that is in the wall, at half the depth.
pub fn halfspace_contact(cylinder: &AxialCylinder, wall: &HalfSpace, pose: &Pose) -> Option<(AxialContact, Lie)> {
    let outward = pose.orientation * wall.normal();
    let height = (cylinder.center - pose.position).dot(outward) - wall.offset();
    let axis = if cylinder.axis.dot(outward) < 0.0 { -cylinder.axis } else { cylinder.axis };
    let (cos, slant) = (axis.dot(outward), axis - outward * axis.dot(outward));
    let sin = slant.length();
    let along = if sin > 0.0 { slant / sin } else { axis.any_orthonormal_vector() };
    let depth = cylinder.half_height * cos + cylinder.radius * sin - height;
    if depth <= 0.0 {
        return None;
    }
    // Wall coordinates: x along the slant, y up from the wall's surface.
    let (up, side) = (DVec2::new(sin, cos) * cylinder.half_height, DVec2::new(cos, -sin) * cylinder.radius);
    let corners = [up + side, up - side, -up - side, side - up].map(|corner| corner + DVec2::new(0.0, height));
    let x = Figure::spanned(&below(&corners)).centroid().x;
    let on_wall = cylinder.center - outward * height + along * x;
    let lie = match (sin < ALIGNED, cos < ALIGNED) {
        (true, _) => Lie::Perpendicular,
        (_, true) => Lie::Parallel,
        _ => Lie::Oblique,
    };
    Some((AxialContact { overlap: depth, normal: -outward, point: on_wall - outward * (0.5 * depth) }, lie))
}

/// The part of a convex polygon with negative y.
fn below(corners: &[DVec2]) -> Vec<DVec2> {
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (k, &p) in corners.iter().enumerate() {
        let q = corners[(k + 1) % corners.len()];
        if p.y <= 0.0 {
            kept.push(p);
        }
        if (p.y < 0.0) != (q.y < 0.0) && p.y != q.y {
            kept.push(p.lerp(q, (p.y / (p.y - q.y)).clamp(0.0, 1.0)));
        }
    }
    kept
}
