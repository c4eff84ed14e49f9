//! Proof that a face of the Minkowski difference is the one nearest to the origin, from what lies around its foot.
//!
//! Let w be the width along the face's normal n, and let the face hold a disc of radius r about the point w n. The width at
//! an angle t from n is at least w cos t + r sin t, which exceeds w up to t = 2 atan(r / w): all directions but those
//! near -n. The point at the far end, o along -n and s aside, has at an angle u from -n a width of at least
//! o cos u - s sin u, and that is above w as well if w / r is small. Then w is the overlap and no other direction has it.

use glam::DVec3;

use super::features::Candidate;
use super::pair::{Pair, Support, Vertex};
use super::penetrate::UNIQUENESS_BAND;
use crate::geometry::Polyhedron;

/// Cosine of 1e-7 rad: normals this close are those of the same face.
pub(crate) const SAME_NORMAL: f64 = 1.0 - 5e-15;
/// Sine of the angle from which on another direction counts as another one, here with room for rounding.
const OTHER_DIRECTION: f64 = 0.9e-6;
/// Two edges with a sine below this span no parallelogram worth measuring.
const PARALLEL: f64 = 1e-6;

/// A direction that belongs to a face of the difference, and how far inside of the face its foot is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footing {
    pub best: Candidate,
    /// Radius of a disc about the foot that is inside of the face [m]; negative where the foot is outside.
    pub inside: f64,
}

impl Footing {
    /// Proves that the direction is the least of all and the only one, for a smaller body of the radius `size` [m]. Gives the
    /// support point at the far end.
    #[inline]
    pub fn proven<A: Support, B: Support>(&self, pair: &Pair<A, B>, size: f64) -> Option<Vertex> {
        let open = self.open(size)?;
        let far = pair.support(-self.best.n);
        self.closed_by(far.w, open, size).then_some(far)
    }

    /// The same from a point that is known to be in the difference, without a search: the far ends of two balls inside of
    /// the bodies, about their origins.
    #[inline]
    pub fn proven_by_balls(&self, faces: &Faces, shift: DVec3, size: f64) -> bool {
        let (a, b) = (faces.a.inner_radius(), faces.b.inner_radius());
        let point = -shift - self.best.n * (a + b);
        a >= 0.0 && b >= 0.0 && self.open(size).is_some_and(|open| self.closed_by(point, open, size))
    }

    /// Tangent of half the angle about -n that the disc leaves open; none where it proves nothing.
    #[inline]
    fn open(&self, size: f64) -> Option<f64> {
        let (width, band) = (self.best.width, UNIQUENESS_BAND * size);
        let proves = self.inside * OTHER_DIRECTION > band && width + 2.0 * band <= self.inside && width >= 0.0;
        proves.then(|| (width + 2.0 * band) / self.inside)
    }

    /// Whether a point of the difference keeps the width above that of the direction wherever the disc leaves it open.
    #[inline]
    fn closed_by(&self, point: DVec3, open: f64, size: f64) -> bool {
        let (n, width, band) = (self.best.n, self.best.width, UNIQUENESS_BAND * size);
        let along = -point.dot(n);
        let aside = (point + n * along).length();
        let square = open * open;
        along * (1.0 - square) - 2.0 * open * aside > (width + band) * (1.0 + square)
    }
}

/// The vertices of A and B that a support point comes from.
pub(crate) type Named = (u32, u32);

/// Two polyhedra of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faces<'p> {
    pub a: &'p Polyhedron,
    pub b: &'p Polyhedron,
    /// Rounding of a height [m].
    pub rounding: f64,
    /// A disc of this radius is enough for most proofs [m].
    pub enough: f64,
}

impl Faces<'_> {
    /// The exact normal near the unit vector `n` of the face that three support points lie in, and its footing.
    #[inline]
    pub fn footing<A: Support, B: Support>(
        &self,
        pair: &Pair<A, B>,
        corners: &[Vertex; 3],
        n: DVec3,
    ) -> Option<Footing> {
        let names = corners.map(|corner| (corner.a, corner.b));
        let edges = self.edges(pair, &names, n);
        match edges {
            Some(found) if found.inside > self.enough => edges,
            _ => better(edges, self.flat(pair, names[0], n, SAME_NORMAL)),
        }
    }

    /// The faces at two vertices that lie across the unit vector `n`, with a cosine of at least `near`.
    #[inline]
    pub fn flat<A: Support, B: Support>(
        &self,
        pair: &Pair<A, B>,
        (a, b): (u32, u32),
        n: DVec3,
        near: f64,
    ) -> Option<Footing> {
        let (face_a, along_a) = self.a.steepest_face(a, n);
        let of_a = if along_a >= near { Some(self.face_of_a(pair, face_a)) } else { None };
        if let Some(found) = of_a
            && found.inside > self.enough
        {
            return of_a;
        }
        let (face_b, along_b) = self.b.steepest_face(b, pair.frame.turn_back * -n);
        let of_b = if along_b >= near { Some(self.face_of_b(pair, face_b)) } else { None };
        let best = better(of_a, of_b);
        match best {
            Some(found) if found.inside <= self.enough && of_a.is_some() && of_b.is_some() => {
                better(best, self.both(pair, (face_a, face_b)))
            }
            _ => best,
        }
    }

    /// The normal of a face of A, with the vertex of B that is the deepest.
    #[inline]
    fn face_of_a<A: Support, B: Support>(&self, pair: &Pair<A, B>, face: u32) -> Footing {
        let n = self.a.faces()[face as usize].normal;
        let best = Candidate::along(pair, n);
        let deepest = pair.frame.turn * self.b.vertices()[best.top.1 as usize] + pair.frame.shift;
        Footing { best, inside: distance_from_rim(self.a, face, deepest) }
    }

    /// The normal of a face of B, with the vertex of A that is the deepest.
    #[inline]
    fn face_of_b<A: Support, B: Support>(&self, pair: &Pair<A, B>, face: u32) -> Footing {
        let best = Candidate::along(pair, -(pair.frame.turn * self.b.faces()[face as usize].normal));
        let deepest = pair.frame.turn_back * (self.a.vertices()[best.top.0 as usize] - pair.frame.shift);
        Footing { best, inside: distance_from_rim(self.b, face, deepest) }
    }

    /// Two faces that lie flat on each other: any point that both hold will do, and the discs that they hold about it add up.
    #[inline(never)]
    fn both<A: Support, B: Support>(&self, pair: &Pair<A, B>, (face_a, face_b): (u32, u32)) -> Option<Footing> {
        let (normal_a, normal_b) = (self.a.faces()[face_a as usize].normal, self.b.faces()[face_b as usize].normal);
        if (pair.frame.turn * normal_b).dot(normal_a) > -SAME_NORMAL {
            return None;
        }
        let best = Candidate::along(pair, normal_a);
        let middle_b = pair.frame.turn * middle(self.b, face_b) + pair.frame.shift;
        // The further corners of B's face must be as deep as the deepest.
        let low = self.a.faces()[face_a as usize].offset - best.width;
        let level = |v: &u32| normal_a.dot(pair.frame.turn * self.b.vertices()[*v as usize] + pair.frame.shift) - low;
        if self.b.face_vertices(face_b).iter().any(|v| level(v) > self.rounding) {
            return None;
        }
        let shared = (middle(self.a, face_a) + middle_b) * 0.5;
        let on_a = distance_from_rim(self.a, face_a, shared);
        let on_b = distance_from_rim(self.b, face_b, pair.frame.turn_back * (shared - pair.frame.shift));
        (on_a >= 0.0 && on_b >= 0.0).then_some(Footing { best, inside: on_a + on_b })
    }

    /// The common normal, to the side of `n`, of the two edges that three support points name, and the parallelogram they
    /// span; none where they name no edges.
    #[inline]
    pub fn edges<A: Support, B: Support>(&self, pair: &Pair<A, B>, names: &[Named; 3], n: DVec3) -> Option<Footing> {
        let [p, q, r] = *names;
        // Around the triangle, two different vertices make two changes, three make three.
        let on_a = u32::from(p.0 != q.0) + u32::from(q.0 != r.0) + u32::from(r.0 != p.0);
        let on_b = u32::from(p.1 != q.1) + u32::from(q.1 != r.1) + u32::from(r.1 != p.1);
        if on_a != 2 || on_b != 2 {
            return None;
        }
        let other = |first: u32, second: u32, third: u32| if first == second { third } else { second };
        let vertex = |shape: &Polyhedron, index: u32| shape.vertices().get(index as usize).copied();
        let (a0, a1) = (vertex(self.a, p.0)?, vertex(self.a, other(p.0, q.0, r.0))?);
        let (b0, b1) = (vertex(self.b, p.1)?, vertex(self.b, other(p.1, q.1, r.1))?);
        let (from_a, from_b) = (a0, pair.frame.turn * b0 + pair.frame.shift);
        let (u, v) = (a1 - a0, pair.frame.turn * (b1 - b0));
        let cross = u.cross(v);
        let (square, lengths) = (cross.length_squared(), (u.length_squared(), v.length_squared()));
        if square <= PARALLEL * PARALLEL * lengths.0 * lengths.1 {
            return None;
        }
        let area = square.sqrt();
        let normal = if cross.dot(n) < 0.0 { cross / -area } else { cross / area };
        let best = Candidate::along(pair, normal);
        let between = from_b - from_a;
        let along_u = cross.dot(between.cross(v)) / square;
        let along_v = cross.dot(between.cross(u)) / square;
        let middle = |share: f64| share.min(1.0 - share);
        // The parallelogram's heights are its area over its sides.
        let inside = (middle(along_u) * area / lengths.1.sqrt()).min(middle(along_v) * area / lengths.0.sqrt());
        let level = best.width + normal.dot(between) <= self.rounding;
        level.then_some(Footing { best, inside })
    }
}

/// The one whose foot is further inside.
#[inline]
fn better(first: Option<Footing>, second: Option<Footing>) -> Option<Footing> {
    match (first, second) {
        (Some(p), Some(q)) if q.inside > p.inside => second,
        (None, _) => second,
        _ => first,
    }
}

/// The mean of a face's corners.
fn middle(shape: &Polyhedron, face: u32) -> DVec3 {
    let corners = shape.face_vertices(face);
    corners.iter().map(|corner| shape.vertices()[*corner as usize]).sum::<DVec3>() / corners.len() as f64
}

/// How far inside of a face a point is, seen along its normal [m]; negative outside.
#[inline]
pub(crate) fn distance_from_rim(shape: &Polyhedron, face: u32, p: DVec3) -> f64 {
    let (corners, n) = (shape.face_vertices(face), shape.faces()[face as usize].normal);
    let Some(last) = corners.last() else { return f64::NEG_INFINITY };
    let mut from = shape.vertices()[*last as usize];
    // Squares with their sign: one root at the end.
    let mut least = f64::INFINITY;
    for corner in corners {
        let to = shape.vertices()[*corner as usize];
        let inward = n.cross(to - from);
        let height = inward.dot(p - from);
        least = least.min(height * height.abs() / inward.length_squared());
        from = to;
    }
    least.abs().sqrt().copysign(least)
}

#[cfg(test)]
mod tests {
    use glam::{DMat3, DQuat};

    use super::super::pair::{Frame, NO_VERTEX};
    use super::*;

    /// The footing of a small cube that stands with a corner down in the top face of a cube of size 1, and whether it is
    /// proven: by the support point at the far end, and by balls.
    fn corner_in_face(place: DVec3) -> (Footing, [bool; 2]) {
        let cube = Polyhedron::cuboid(DVec3::splat(0.5)).expect("a cube");
        let small = Polyhedron::cuboid(DVec3::splat(0.1)).expect("a cube");
        // The diagonal of the cube, turned to the vertical.
        let turn = DMat3::from_quat(DQuat::from_rotation_arc(DVec3::ONE.normalize(), DVec3::Z));
        let shift = place + DVec3::Z * (0.5 + 0.1 * 3.0_f64.sqrt());
        let pair = Pair::new(&cube, &small, Frame { turn, turn_back: turn.transpose(), shift });
        let faces = Faces { a: &cube, b: &small, rounding: 1e-14, enough: 1e-3 };
        let top = pair.support(DVec3::Z);
        assert!(top.a != NO_VERTEX && top.b != NO_VERTEX);
        let found = faces.flat(&pair, (top.a, top.b), DVec3::Z, SAME_NORMAL).expect("a face");
        (found, [found.proven(&pair, 0.17).is_some(), found.proven_by_balls(&faces, shift, 0.17)])
    }

    #[test]
    fn a_corner_well_inside_of_a_face_is_proven() {
        let (found, proven) = corner_in_face(DVec3::new(0.1, -0.2, -0.01));
        assert_eq!(proven, [true; 2]);
        assert!((found.best.width - 0.01).abs() < 1e-15, "{found:?}");
        assert!((found.inside - 0.3).abs() < 1e-15, "{found:?}");
        assert_eq!(found.best.n, DVec3::Z);
    }

    #[test]
    fn what_may_have_a_better_direction_is_not_proven() {
        // Close to the rim the corner leaves sideways more easily; beyond it, it is not above the face at all; a deep one
        // may leave on the far side.
        for place in [DVec3::new(0.495, 0.0, -0.01), DVec3::new(0.51, 0.0, -0.01), DVec3::new(0.0, 0.0, -0.6)] {
            assert_eq!(corner_in_face(place).1, [false; 2], "{place}");
        }
    }
}
