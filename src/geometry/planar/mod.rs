//! Convex figures in a plane: hulls of projected points, and where two figures overlap.

mod clip;
mod fading;
mod figure;
mod overlap;
mod spread;

use glam::{DMat3, DVec2, DVec3};
use smallvec::SmallVec;

pub use fading::{DeepCorner, Fading, Shared};
pub use figure::{Corners, Figure};
pub(crate) use overlap::side_by_side;
pub use overlap::{Band, overlap_centroid};
pub use spread::{PatchAxes, Spread};

use crate::geometry::Feature;

/// A view along a direction: points are projected on the plane across it, about a base point near them.
#[derive(Clone, Copy, Debug)]
pub struct View {
    base: DVec3,
    t1: DVec3,
    t2: DVec3,
}

impl View {
    /// The plane across the unit vector `n` through `base`.
    pub fn new(base: DVec3, n: DVec3) -> Self {
        let (t1, t2) = n.any_orthonormal_pair();
        Self { base, t1, t2 }
    }

    /// The point that plane coordinates are measured from.
    pub fn base(&self) -> DVec3 {
        self.base
    }

    /// The same plane for points of another frame, which `turn` and then `shift` bring into this one.
    pub fn for_frame(&self, turn: &DMat3, shift: DVec3) -> Self {
        let back = turn.transpose();
        Self { base: back * (self.base - shift), t1: back * self.t1, t2: back * self.t2 }
    }

    /// Plane coordinates of `p`, about the base.
    pub fn project(&self, p: DVec3) -> DVec2 {
        let from_base = p - self.base;
        DVec2::new(from_base.dot(self.t1), from_base.dot(self.t2))
    }

    /// The offset from the base of the point with plane coordinates `q`.
    pub fn lift(&self, q: DVec2) -> DVec3 {
        self.t1 * q.x + self.t2 * q.y
    }
}

/// A feature projected on the plane of `view`, after `place` has put its points there.
pub fn projected(feature: Feature, view: &View, place: impl Fn(DVec3) -> DVec3) -> Figure {
    let project = |p: DVec3| view.project(place(p));
    match feature {
        Feature::Point(p) => Figure::Point(project(p)),
        Feature::Segment(ends) => Figure::Segment(ends.map(project)),
        Feature::Polygon(corners) => Figure::spanned(&corners.into_iter().map(project).collect::<Corners>()),
        Feature::Disc { center, radius, .. } => Figure::Disc { center: project(center), radius },
    }
}

/// Indices of the corners of the convex hull of `points`, anticlockwise. Points on its edges are left out; points
/// on one line give its two ends, equal points give one.
pub fn convex_hull(points: &[DVec2]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&i, &j| from_left_to_right(&points[i], &points[j]));
    order.dedup_by(|i, j| points[*i] == points[*j]);
    hull_of_ordered(&order, |index| points[*index]).to_vec()
}

/// Up to so many corners are held in place, without memory of their own: faces of contacts seldom have more.
pub const FEW: usize = 12;

/// The order that [`hull_of_ordered`] takes points in.
pub fn from_left_to_right(p: &DVec2, q: &DVec2) -> std::cmp::Ordering {
    p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
}

/// Those of some different things, given from left to right, whose places are the corners of the convex hull; as
/// [`convex_hull`] tells them.
pub fn hull_of_ordered<T: Copy>(order: &[T], place: impl Fn(&T) -> DVec2) -> SmallVec<[T; FEW]> {
    if order.len() < 3 {
        return order.iter().copied().collect();
    }
    let mut hull = SmallVec::with_capacity(order.len() + 1);
    let half = |hull: &mut SmallVec<[T; FEW]>, floor: usize, next: &T| {
        while hull.len() >= floor + 2 {
            let (p, q) = (place(&hull[hull.len() - 2]), place(&hull[hull.len() - 1]));
            if (q - p).perp_dot(place(next) - p) > 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(*next);
    };
    order.iter().for_each(|next| half(&mut hull, 0, next));
    let floor = hull.len() - 1;
    order.iter().rev().skip(1).for_each(|next| half(&mut hull, floor, next));
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
    let view = View::new(points.first().copied().unwrap_or_default(), dir);
    let flat: Vec<DVec2> = points.iter().map(|p| view.project(*p)).collect();
    let corners: Vec<DVec3> = convex_hull(&flat).into_iter().map(|k| points[k]).collect();
    match corners[..] {
        [p] => Feature::Point(p),
        [p, q] => Feature::Segment([p, q]),
        _ => Feature::Polygon(corners),
    }
}
