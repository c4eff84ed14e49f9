//! The contact normal through a given point, and the contact points of a given normal: the two theorems.

use glam::DVec3;

use super::AxialCylinder;

/// Sine of the angle between the planes through the point and either axis, below which they count as one plane, and the
/// normal is found in it. A larger limit would let normals pass by an axis at this share of the size.
const COPLANAR: f64 = 1e-11;

/// The unit normal from `first` to `second` of a contact at `point`, on a line that meets both axes (theorem 1).
///
/// The line lies in the plane through the point and the first axis, and in that through the point and the second. With
/// m_i = n_i x (p - c_i) across these planes, it runs along m_1 x m_2, which is both sides of equation 23 at once (as
/// printed, its indices contradict each other).
///
/// Where both axes and the point lie in one plane, so does the normal, and any direction in it meets both axes. The
/// bodies are rectangles there, and the normal is that of the least shift that parts the rectangles.
pub fn normal_through(first: &AxialCylinder, second: &AxialCylinder, point: DVec3) -> DVec3 {
    let m1 = first.axis.cross(point - first.center);
    let m2 = second.axis.cross(point - second.center);
    let size = first.bounding_radius().max(second.bounding_radius());
    if m1.length().min(m2.length()) > COPLANAR * size {
        // What of m2 is across m1, cleaned of m1 twice: a cross product of nearly parallel vectors has its rounding in
        // every direction, this one has it along the line, where it does not lead past the axes.
        let (u1, u2) = (m1.normalize(), m2.normalize());
        let across = (u2 - u1 * u1.dot(u2)).reject_from_normalized(u1);
        if across.length() > COPLANAR {
            let n = u1.cross(across).normalize();
            return if points_back(first, second, point, n) { -n } else { n };
        }
    }
    in_plane(first, second, common_plane(first, second, [m1, m2]))
}

/// Whether `n` leads from the second body to the first. Along its line, the point should lie between the places where the
/// line meets the axes, the first axis behind it and the second ahead. Where it does not, the sign is the one that parts
/// the two with the smaller shift, which for bodies that are their own point mirror images has the centres in order.
fn points_back(first: &AxialCylinder, second: &AxialCylinder, point: DVec3, n: DVec3) -> bool {
    let from_axis = |c: &AxialCylinder| {
        let across = n - c.axis * n.dot(c.axis);
        (point - c.center).dot(across)
    };
    let (past_first, past_second) = (from_axis(first), from_axis(second));
    if past_first * past_second < 0.0 { past_first < 0.0 } else { n.dot(second.center - first.center) < 0.0 }
}

/// Unit normal of the plane that holds both axes.
fn common_plane(first: &AxialCylinder, second: &AxialCylinder, [m1, m2]: [DVec3; 2]) -> DVec3 {
    let longer = if m1.length() > m2.length() { m1 } else { m2 };
    let size = first.bounding_radius().max(second.bounding_radius());
    let tiny = f64::EPSILON.sqrt() * size;
    let crossed = first.axis.cross(second.axis);
    if longer.length() > tiny {
        longer.normalize()
    } else if crossed.length() > f64::EPSILON.sqrt() {
        crossed.normalize()
    } else {
        // Coaxial: every plane through the axis is as good.
        first.axis.any_orthonormal_vector()
    }
}

/// The least shift that parts the rectangles which the plane across `plane` cuts out of the two cylinders.
fn in_plane(first: &AxialCylinder, second: &AxialCylinder, plane: DVec3) -> DVec3 {
    let rectangles = [first, second].map(|c| {
        let axis = (c.axis - plane * plane.dot(c.axis)).normalize_or(c.axis);
        [(axis, c.half_height), (plane.cross(axis), c.radius)]
    });
    let apart = second.center - first.center;
    let reach = |n: DVec3| rectangles.iter().flatten().map(|(axis, half)| half * n.dot(*axis).abs()).sum::<f64>();
    let candidates = rectangles.iter().flatten().map(|(axis, _)| if axis.dot(apart) < 0.0 { -*axis } else { *axis });
    let depth = |n: DVec3| reach(n) - n.dot(apart);
    candidates.min_by(|p, q| depth(*p).total_cmp(&depth(*q))).unwrap_or(first.axis)
}

/// The points from which a normal along the unit vector `normal` meets both axes (theorem 2): all of the line through
/// the returned point, which is its foot on the first axis; none where that is no single line (the normal in a plane
/// with both axes).
///
/// The line c1 + t n1 + u n meets the second axis if (c1 - c2 + t n1) . (n x n2) = 0. (Equation 24 prints n_i where the
/// other axis has to stand.)
pub fn point_on_normal(first: &AxialCylinder, second: &AxialCylinder, normal: DVec3) -> Option<DVec3> {
    let across = normal.cross(second.axis);
    let slope = first.axis.dot(across);
    (slope.abs() > COPLANAR * across.length()).then(|| {
        let t = (second.center - first.center).dot(across) / slope;
        first.center + first.axis * t
    })
}

/// How far the line through `point` along `normal` passes by the axis of `cylinder` [m], as the lever arm of a force on
/// it: 0 for a line along the axis, which meets it nowhere and turns nothing.
pub fn lever_arm(cylinder: &AxialCylinder, point: DVec3, normal: DVec3) -> f64 {
    (point - cylinder.center).cross(normal).dot(cylinder.axis).abs()
}
