//! The Minkowski difference of two bodies, built explicitly.
//!
//! Contacts are found without it. It is here to be drawn, and to check them: where the origin lies in it is the state
//! of the contact, and the distance of the origin from its boundary is the overlap or the gap.

use std::f64::consts::TAU;

use glam::DVec2;

use super::shape::{PlanarBody, PlanarShape};
use crate::narrow::{State, TOUCH_BAND};

/// The Minkowski difference of A and B, the set of all points of A minus points of B, as a polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    outline: Vec<DVec2>,
    /// Bounding radius of the smaller body [m].
    size: f64,
}

impl Difference {
    /// The difference of two bodies. Of two polygons it is exact; where a boundary is curved, it is inscribed, with
    /// corners at the support points of `directions` directions.
    pub fn new(a: &PlanarBody, b: &PlanarBody, directions: usize) -> Self {
        let size = a.shape.bounding_radius().min(b.shape.bounding_radius());
        let shift = a.centroid() - b.centroid();
        let mut outline = match (a.shape, b.shape) {
            (PlanarShape::Polygon(_), PlanarShape::Polygon(_)) => {
                merged(&about_centroid(a, 1.0), &about_centroid(b, -1.0))
            }
            _ => supported(a, b, directions),
        };
        outline.iter_mut().for_each(|p| *p += shift);
        Self { outline, size }
    }

    /// Corners, anticlockwise, in the axes of the world [m].
    pub fn outline(&self) -> &[DVec2] {
        &self.outline
    }

    /// The point of the boundary closest to the origin [m].
    pub fn closest(&self) -> DVec2 {
        let feet = self.edges().map(|(p, q)| foot(p, q));
        feet.min_by(|x, y| x.length_squared().total_cmp(&y.length_squared())).unwrap_or_default()
    }

    /// True when the origin is inside or on the boundary.
    pub fn holds_origin(&self) -> bool {
        self.edges().all(|(p, q)| p.perp_dot(q) >= 0.0)
    }

    /// Distance from the origin to the boundary [m], negative when the origin is outside: the overlap.
    pub fn overlap(&self) -> f64 {
        let distance = self.closest().length();
        if self.holds_origin() { distance } else { -distance }
    }

    /// The state of the contact: the origin inside, on the boundary (to 1e-12 of the smaller body), or outside.
    pub fn state(&self) -> State {
        if self.overlap().abs() <= TOUCH_BAND * self.size {
            State::Touch
        } else if self.holds_origin() {
            State::Overlap
        } else {
            State::Separated
        }
    }

    fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> {
        let next = self.outline.iter().cycle().skip(1);
        self.outline.iter().copied().zip(next.copied())
    }
}

/// Shi's entrance block of A and B with this reference point: all points of B minus points of A, moved by `reference`.
/// It is the Minkowski difference of B and A but for the place.
pub fn entrance_block(a: &PlanarBody, b: &PlanarBody, reference: DVec2, directions: usize) -> Vec<DVec2> {
    Difference::new(b, a, directions).outline.into_iter().map(|p| p + reference).collect()
}

/// Corners of a polygon in the axes of the world, seen from its centroid and multiplied by `sign`, anticlockwise.
fn about_centroid(body: &PlanarBody, sign: f64) -> Vec<DVec2> {
    let turn = DVec2::from_angle(body.pose.angle) * sign;
    match body.shape {
        PlanarShape::Polygon(polygon) => polygon.spokes().iter().map(|p| turn.rotate(*p)).collect(),
        _ => vec![DVec2::ZERO],
    }
}

/// The Minkowski sum of two convex polygons: their edges in the order of their angles, from the lowest corner on.
fn merged(p: &[DVec2], q: &[DVec2]) -> Vec<DVec2> {
    let lowest = |points: &[DVec2]| {
        let lower =
            |i: &usize, j: &usize| points[*i].y.total_cmp(&points[*j].y).then(points[*i].x.total_cmp(&points[*j].x));
        (0..points.len()).min_by(lower).unwrap_or(0)
    };
    let (first_p, first_q) = (lowest(p), lowest(q));
    let at = |points: &[DVec2], first: usize, k: usize| points[(first + k) % points.len()];
    let (mut i, mut j) = (0, 0);
    let mut outline = Vec::with_capacity(p.len() + q.len());
    while i < p.len() || j < q.len() {
        let (here_p, here_q) = (at(p, first_p, i), at(q, first_q, j));
        outline.push(here_p + here_q);
        let (edge_p, edge_q) = (at(p, first_p, i + 1) - here_p, at(q, first_q, j + 1) - here_q);
        let turn = edge_p.perp_dot(edge_q);
        // The edge that turns less comes first; parallel ones come together.
        let (take_p, take_q) = (j == q.len() || i < p.len() && turn >= 0.0, i == p.len() || j < q.len() && turn <= 0.0);
        i += usize::from(take_p);
        j += usize::from(take_q);
    }
    outline
}

/// Support points of the difference about the centroids, at equal steps of the direction and at both sides of every
/// edge.
fn supported(a: &PlanarBody, b: &PlanarBody, directions: usize) -> Vec<DVec2> {
    let (from_a, from_b) = (a.centroid(), b.centroid());
    let mut angles: Vec<f64> = (0..directions).map(|k| TAU * k as f64 / directions as f64).collect();
    for (body, sign) in [(a, 1.0), (b, -1.0)] {
        if let PlanarShape::Polygon(polygon) = body.shape {
            let turn = DVec2::from_angle(body.pose.angle) * sign;
            let normals = polygon.normals().iter().map(|n| turn.rotate(*n).to_angle().rem_euclid(TAU));
            angles.extend(normals.flat_map(|angle| [angle - 1e-9, angle + 1e-9]));
        }
    }
    angles.sort_by(f64::total_cmp);
    let support = |angle: f64| {
        let n = DVec2::from_angle(angle);
        (a.support(n) - from_a) - (b.support(-n) - from_b)
    };
    angles.into_iter().map(support).collect()
}

/// The point of a segment closest to the origin.
fn foot(p: DVec2, q: DVec2) -> DVec2 {
    let along = q - p;
    let length = along.length_squared();
    let share = if length > 0.0 { (-p.dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    p + along * share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::planar::convex_hull;
    use crate::studies::planar::{Disc, PlanarPose, Polygon};

    fn triangle() -> PlanarShape {
        PlanarShape::Polygon(Polygon::new(&[DVec2::ZERO, DVec2::X, DVec2::new(0.3, 1.2)]).expect("a triangle"))
    }

    #[test]
    fn merging_edges_gives_the_hull_of_all_differences() {
        let square = PlanarShape::Polygon(Polygon::rectangle(DVec2::new(2.0, 1.0)).expect("a rectangle"));
        let shape = triangle();
        let a = PlanarBody { shape: &square, pose: PlanarPose::new(DVec2::new(0.2, 3.0), 0.7) };
        let b = PlanarBody { shape: &shape, pose: PlanarPose::new(DVec2::new(1.0, -0.4), 2.9) };
        let all: Vec<DVec2> = a.outline(0).iter().flat_map(|p| b.outline(0).into_iter().map(move |q| *p - q)).collect();
        let difference = Difference::new(&a, &b, 0);
        let hull = convex_hull(&all);
        assert_eq!(hull.len(), difference.outline().len());
        for k in hull {
            assert!(difference.outline().iter().any(|p| p.distance(all[k]) < 1e-14), "{}", all[k]);
        }
    }

    #[test]
    fn parallel_edges_become_one() {
        let square = PlanarShape::Polygon(Polygon::rectangle(DVec2::splat(2.0)).expect("a square"));
        let a = PlanarBody { shape: &square, pose: PlanarPose::IDENTITY };
        let b = PlanarBody { shape: &square, pose: PlanarPose::at(DVec2::new(2.0, 0.3)) };
        let difference = Difference::new(&a, &b, 0);
        assert_eq!(difference.outline().len(), 4);
        assert_eq!(difference.state(), State::Touch);
    }

    #[test]
    fn discs_and_entrance_blocks() {
        let disc = PlanarShape::Disc(Disc::new(0.5).expect("a disc"));
        let shape = triangle();
        let a = PlanarBody { shape: &shape, pose: PlanarPose::IDENTITY };
        let b = PlanarBody { shape: &disc, pose: PlanarPose::at(DVec2::new(0.5, -1.0)) };
        let difference = Difference::new(&a, &b, 4000);
        assert!((difference.overlap() + 0.5).abs() < 1e-6 && difference.state() == State::Separated);
        let block = entrance_block(&b, &a, DVec2::ONE, 4000);
        assert!(block.iter().zip(difference.outline()).all(|(p, q)| p.distance(*q + DVec2::ONE) < 1e-14));
    }
}
