//! Convex figures in a plane: hulls of projected points.

use glam::{DVec2, DVec3};

use crate::bodies::Feature;

/// Two unit vectors that complete the unit vector `n` to a right-handed frame (t1, t2, n).
#[inline]
pub fn tangents(n: DVec3) -> (DVec3, DVec3) {
    n.any_orthonormal_pair()
}

/// Indices of the corners of the convex hull of `points`, anticlockwise. Points on its edges are left out; points
/// on one line give its two ends, equal points give one.
pub fn convex_hull(points: &[DVec2]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&i, &j| points[i].x.total_cmp(&points[j].x).then(points[i].y.total_cmp(&points[j].y)));
    order.dedup_by(|i, j| points[*i] == points[*j]);
    if order.len() < 3 {
        return order;
    }
    let mut hull: Vec<usize> = Vec::with_capacity(order.len() + 1);
    let half = |hull: &mut Vec<usize>, floor: usize, index: usize| {
        while hull.len() >= floor + 2 {
            let (p, q) = (points[hull[hull.len() - 2]], points[hull[hull.len() - 1]]);
            if (q - p).perp_dot(points[index] - p) > 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(index);
    };
    order.iter().for_each(|&index| half(&mut hull, 0, index));
    let floor = hull.len() - 1;
    order.iter().rev().skip(1).for_each(|&index| half(&mut hull, floor, index));
    hull.pop();
    hull
}

/// The point, segment or polygon that `points` span when seen along the unit direction `dir`.
pub fn spanned_feature(points: &[DVec3], dir: DVec3) -> Feature {
    match points {
        [p] => return Feature::Point(*p),
        [p, q] => return Feature::Segment([*p, *q]),
        _ => {}
    }
    let (t1, t2) = tangents(dir);
    let flat: Vec<DVec2> = points.iter().map(|p| DVec2::new(p.dot(t1), p.dot(t2))).collect();
    let corners: Vec<DVec3> = convex_hull(&flat).into_iter().map(|k| points[k]).collect();
    match corners[..] {
        [p] => Feature::Point(p),
        [p, q] => Feature::Segment([p, q]),
        _ => Feature::Polygon(corners),
    }
}
