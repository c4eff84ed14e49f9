//! Which face of the Minkowski difference a line through the origin leaves it by: the way to the nearest face of bodies
//! that overlap little, with a handful of support points and nothing to store.
//!
//! Seen along the line, three support points around the origin are a portal. A support point beyond the plane of the
//! portal makes three smaller ones, of which one is again around the origin; when there is none beyond it, the
//! portal lies in the face looked for.

use glam::DVec3;

use super::pair::{Pair, Support, Vertex};

/// Support points on the way, before the search is left to others.
const SUPPORT_LIMIT: u32 = 48;
/// Tangent of the angle by which the first directions leave the line: between what suits meshes of 400 vertices (0.3) and
/// pyramids (1.0) best.
const TILT: f64 = 0.6;
/// How much more a direction is tilted when a tilt has led to no new point.
const STEEPER: f64 = 4.0;
/// Beyond this tilt, the direction lies across the line.
const STEEPEST: f64 = 100.0;

/// Where a search for the face on a line stands.
pub(crate) struct Portal<'p, A, B> {
    pair: &'p Pair<A, B>,
    /// Directions whose width is below this prove that the bodies are apart [m].
    gap: f64,
    /// Rounding of a width [m].
    rounding: f64,
    /// Support points asked for.
    pub supports: u32,
}

/// What a line through the origin has met.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Exit {
    /// Three support points in a face around the line, anticlockwise from outside, and the normal that they span.
    Face([Vertex; 3], DVec3),
    /// A unit direction along which there is a gap, with its support point.
    Gap(DVec3, Vertex),
    /// Nothing that could be told apart from rounding.
    Lost,
}

impl<'p, A: Support, B: Support> Portal<'p, A, B> {
    /// A search in which widths below minus `gap_limit` [m] are gaps.
    pub fn new(pair: &'p Pair<A, B>, gap_limit: f64, rounding: f64) -> Self {
        Self { pair, gap: -gap_limit, rounding, supports: 0 }
    }

    #[inline]
    fn support(&mut self, direction: DVec3) -> Vertex {
        self.supports += 1;
        self.pair.support(direction)
    }

    /// The face on the line along the unit vector `d`, from the support point along it.
    #[inline]
    pub fn exit_from_point(&mut self, d: DVec3, first: Vertex) -> Exit {
        let aside = first.w - d * d.dot(first.w);
        let distance = aside.length();
        let across = if distance > self.rounding { aside / -distance } else { d.any_orthonormal_vector() };
        let mut tilt = TILT;
        loop {
            let second = self.support(tilted(d, across, tilt));
            if !second.same(&first) {
                return self.exit_from_edge(d, [first, second]);
            }
            if tilt > STEEPEST {
                return Exit::Lost;
            }
            tilt *= STEEPER;
        }
    }

    /// The same from a face whose three support points, anticlockwise, leave the line outside.
    #[inline]
    pub fn exit_from_face(&mut self, d: DVec3, [p, q, r]: [Vertex; 3]) -> Exit {
        let left = |from: &Vertex, to: &Vertex| d.dot(from.w.cross(to.w));
        let sides = [left(&p, &q), left(&q, &r), left(&r, &p)];
        let worst = if sides[0] <= sides[1] && sides[0] <= sides[2] {
            [q, p]
        } else if sides[1] <= sides[2] {
            [r, q]
        } else {
            [p, r]
        };
        self.exit_from_edge(d, worst)
    }

    /// From two points to three with the line between them.
    #[inline]
    fn exit_from_edge(&mut self, d: DVec3, [mut p, mut q]: [Vertex; 2]) -> Exit {
        let left = |from: &Vertex, to: &Vertex| d.dot(from.w.cross(to.w));
        let mut tilt = TILT;
        while self.supports < SUPPORT_LIMIT {
            if left(&p, &q) < 0.0 {
                (p, q) = (q, p);
            }
            let edge = q.w - p.w;
            let across = d.cross(edge);
            let up = edge.cross(across) / edge.length();
            let r = self.support(tilted(up, across, tilt));
            if r.same(&p) || r.same(&q) {
                if tilt > STEEPEST {
                    return Exit::Lost;
                }
                tilt *= STEEPER;
                continue;
            }
            if left(&q, &r) < 0.0 {
                p = r;
            } else if left(&r, &p) < 0.0 {
                q = r;
            } else {
                return self.narrowed(d, [p, q, r]);
            }
        }
        Exit::Lost
    }

    /// From a portal to the face.
    #[inline]
    fn narrowed(&mut self, d: DVec3, [mut p, mut q, mut r]: [Vertex; 3]) -> Exit {
        let left = |from: &Vertex, to: &Vertex| d.dot(from.w.cross(to.w));
        while self.supports < SUPPORT_LIMIT {
            let n = (q.w - p.w).cross(r.w - p.w);
            let top = self.support(n);
            let known = top.same(&p) || top.same(&q) || top.same(&r);
            let length = n.length();
            let height = top.w.dot(n);
            if height < self.gap * length {
                return Exit::Gap(n / length, top);
            }
            if known || height - p.w.dot(n) <= self.rounding * length {
                // A sliver has no normal.
                return if length > 0.0 { Exit::Face([p, q, r], n / length) } else { Exit::Lost };
            }
            let (at_p, at_q, at_r) = (left(&p, &top), left(&q, &top), left(&r, &top));
            if at_q >= 0.0 && at_p <= 0.0 {
                r = top;
            } else if at_r >= 0.0 && at_q <= 0.0 {
                p = top;
            } else {
                q = top;
            }
        }
        Exit::Lost
    }
}

/// A direction between `up` and `across`, which have the same length.
#[inline]
fn tilted(up: DVec3, across: DVec3, tilt: f64) -> DVec3 {
    if tilt > STEEPEST { across } else { up + across * tilt }
}
