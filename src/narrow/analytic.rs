//! Normals in closed form, where the pair allows it.

use glam::DVec3;

use super::pair::{Core, Pair};
use crate::geometry::Cylinder;

/// Axes with a sine below this are parallel to the rounding of a rotation.
const PARALLEL: f64 = 1e-15;

/// A normal that needs no search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direct {
    /// Unit normal from A to B, in A's frame.
    pub n: DVec3,
    /// False when other directions are just as good.
    pub unique: bool,
}

/// The normal of spheres and capsules with each other, of a sphere with a cylinder, and of parallel cylinders.
pub(crate) fn direct_normal(pair: &Pair<Core, Core>) -> Option<Direct> {
    match (&pair.a, &pair.b) {
        (Core::Point, Core::Point) => Some(from_difference(pair.frame.shift, || DVec3::X)),
        (Core::Point | Core::Segment(_), Core::Point | Core::Segment(_)) => Some(segments(pair)),
        (Core::Cylinder(_) | Core::Segment(_), Core::Cylinder(_) | Core::Segment(_)) => parallel_cylinders(pair),
        (Core::Cylinder(cylinder), Core::Point) => Some(out_of_cylinder(cylinder, pair.frame.shift)),
        (Core::Point, Core::Cylinder(cylinder)) => {
            let found = out_of_cylinder(cylinder, pair.frame.turn_back * -pair.frame.shift);
            Some(Direct { n: pair.frame.turn * -found.n, ..found })
        }
        _ => None,
    }
}

/// Along `difference`; where that vanishes, a fixed choice among equals.
fn from_difference(difference: DVec3, otherwise: impl Fn() -> DVec3) -> Direct {
    match difference.try_normalize() {
        Some(n) => Direct { n, unique: true },
        None => Direct { n: otherwise(), unique: false },
    }
}

/// Spheres and capsules, by their axes; a sphere's axis has no length. The normal runs from the closest point of A's axis
/// to that of B's. Where a closest point lies inside its axis, it is exactly across that axis, and where both do, across
/// both; where the axes meet, any direction across both is as short. Rounding tells these cases apart badly, so each
/// gives a direction, and the one of least width is the normal.
fn segments(pair: &Pair<Core, Core>) -> Direct {
    let half = |core: &Core| if let Core::Segment(half) = core { *half } else { 0.0 };
    let axis_a = DVec3::Z * half(&pair.a);
    let axis_b = pair.frame.turn * DVec3::Z * half(&pair.b);
    let shift = pair.frame.shift;
    let (along_a, along_b) = closest_on_segments(axis_a, axis_b, shift);
    let difference = (shift + axis_b * along_b) - axis_a * along_a;
    let across = |axis: DVec3| if axis == DVec3::ZERO { None } else { difference.reject_from(axis).try_normalize() };
    let crossing = axis_a.cross(axis_b).try_normalize();
    let longer = if axis_a.length_squared() > axis_b.length_squared() { axis_a } else { axis_b };
    let directions = [
        difference.try_normalize(),
        across(axis_a),
        across(axis_b),
        crossing,
        crossing.map(|n| -n),
        longer.try_normalize().map(|axis| axis.any_orthonormal_vector()),
    ];
    let width = |n: &DVec3| axis_a.dot(*n).abs() + axis_b.dot(*n).abs() - shift.dot(*n);
    let best = directions.into_iter().flatten().min_by(|p, q| width(p).total_cmp(&width(q)));
    let unique = difference.length() > 1e-15 * (axis_a.length() + axis_b.length());
    Direct { n: best.unwrap_or(DVec3::X), unique }
}

/// Parameters in [-1, 1] of the closest points of `s * a` and `shift + t * b`.
fn closest_on_segments(a: DVec3, b: DVec3, shift: DVec3) -> (f64, f64) {
    let (aa, bb, ab) = (a.length_squared(), b.length_squared(), a.dot(b));
    let (a_shift, b_shift) = (a.dot(shift), b.dot(shift));
    let on_a = |t: f64| if aa > 0.0 { ((a_shift + t * ab) / aa).clamp(-1.0, 1.0) } else { 0.0 };
    let on_b = |s: f64| if bb > 0.0 { ((s * ab - b_shift) / bb).clamp(-1.0, 1.0) } else { 0.0 };
    // |a x b|^2 keeps its digits where aa bb - ab^2 loses them.
    let determinant = a.cross(b).length_squared();
    let free = if determinant > 0.0 { ((a_shift * bb - b_shift * ab) / determinant).clamp(-1.0, 1.0) } else { 0.0 };
    let along_b = on_b(free);
    let along_a = on_a(along_b);
    (along_a, on_b(along_a))
}

/// Two cylinders, or a cylinder and a capsule, with parallel axes: their difference is a cylinder too, as wide and as
/// high as both together.
fn parallel_cylinders(pair: &Pair<Core, Core>) -> Option<Direct> {
    let axis = pair.frame.turn.z_axis;
    if axis.truncate().length() > PARALLEL {
        return None;
    }
    let extent = |core: &Core| match core {
        Core::Cylinder(cylinder) => (cylinder.radius(), cylinder.half_height()),
        Core::Segment(half) => (0.0, *half),
        _ => (0.0, 0.0),
    };
    let ((radius_a, half_a), (radius_b, half_b)) = (extent(&pair.a), extent(&pair.b));
    let sum = Cylinder::new(radius_a + radius_b, half_a + half_b).ok()?;
    Some(out_of_cylinder(&sum, pair.frame.shift))
}

/// The outward normal of `cylinder` at the surface point nearest to `p`, both in the cylinder's frame.
fn out_of_cylinder(cylinder: &Cylinder, p: DVec3) -> Direct {
    let (radius, half) = (cylinder.radius(), cylinder.half_height());
    let across = p.truncate().length();
    let radial = if across > 0.0 { DVec3::new(p.x / across, p.y / across, 0.0) } else { DVec3::X };
    let up = DVec3::Z * 1.0_f64.copysign(p.z);
    let (beyond_side, beyond_end) = (across - radius, p.z.abs() - half);
    if beyond_side > 0.0 && beyond_end > 0.0 {
        return Direct { n: (radial * beyond_side + up * beyond_end).normalize(), unique: true };
    }
    if beyond_side > beyond_end {
        Direct { n: radial, unique: across > 0.0 }
    } else {
        Direct { n: up, unique: beyond_end > beyond_side && (p.z != 0.0 || beyond_end > 0.0) }
    }
}
