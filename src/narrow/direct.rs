//! The short way to the overlap of two polyhedra: a face of the Minkowski difference that is likely the nearest, and the proof
//! that it is. No polytope is built. What it cannot settle, because the overlap is deep or the foot lies near the face's rim,
//! is left to GJK and EPA.

use glam::DVec3;

use super::face_certificate::{Faces, Footing};
use super::pair::{Pair, Support, Vertex};
use super::portal::{Exit, Portal};
use super::solve::{Solution, Solver, proven_apart, remember};
use crate::geometry::Polyhedron;

/// A disc of this share of the smaller body about the foot of an overlap proves most overlaps.
const ENOUGH: f64 = 4e-3;
/// Cosine between the line of centres and the normal of a face that may be the one.
const NEAR_CENTERS: f64 = 0.9;
/// A polyhedron of more vertices has no face that is likely from the outset.
const FEW_VERTICES: usize = 32;
/// Cosine between the last normal and that of a face that may be the one.
const NEAR_LAST: f64 = 0.999;
/// Lines along which a face is looked for, each across the face that the last has met.
const LINES: usize = 6;

impl Solver<'_> {
    /// The face of the difference nearest to the origin, where it is found along a line and proven by what lies around its
    /// foot; or a gap above the limit.
    pub(crate) fn direct<A: Support, B: Support>(
        &mut self,
        pair: &Pair<A, B>,
        (a, b): (&Polyhedron, &Polyhedron),
        (guess, first): (DVec3, Vertex),
    ) -> Option<Solution> {
        if first.w.dot(guess) < 0.0 {
            return None;
        }
        let (size, rounding) = (self.sizes.0, self.rounding());
        let faces = self.faces((a, b));
        let near = match (self.warm.axis, a.vertices().len().min(b.vertices().len())) {
            (Some(_), _) => Some(NEAR_LAST),
            (None, ..=FEW_VERTICES) => Some(NEAR_CENTERS),
            // Of so many faces, the first one is hardly ever the one.
            (None, _) => None,
        };
        if let Some(found) = near.and_then(|near| faces.flat(pair, (first.a, first.b), guess, near))
            && let Some(far) = found.proven(pair, size)
        {
            return Some(self.direct_solution(found, &[first, far], 3));
        }
        let mut portal = Portal::new(pair, self.gap_limit, rounding);
        let mut exit = portal.exit_from_point(guess, first);
        let mut last = f64::INFINITY;
        for _ in 0..LINES {
            let (corners, n) = match exit {
                Exit::Face(corners, n) => (corners, n),
                Exit::Gap(n, vertex) => {
                    let apart = proven_apart(&vertex, n, self.gap_limit)?;
                    return Some(Solution { gjk_iterations: portal.supports + 1, ..apart });
                }
                Exit::Lost => return None,
            };
            let found = faces.footing(pair, &corners, n)?;
            if let Some(far) = found.proven(pair, size) {
                let [p, q, r] = corners;
                return Some(self.direct_solution(found, &[p, q, r, far], portal.supports + 3));
            }
            // A foot in the face that proves nothing, or no way down: EPA knows more, and may begin with this face.
            if found.inside > 0.0 || found.best.width >= last {
                let [p, q, r] = corners;
                remember(self.warm, &[p, q, r, pair.support(-n)]);
                return None;
            }
            last = found.best.width;
            exit = portal.exit_from_face(found.best.n, corners);
        }
        None
    }

    /// The face of the difference that the last call has found, where it is proven again.
    pub(crate) fn last_face<A: Support, B: Support>(
        &mut self,
        pair: &Pair<A, B>,
        shapes: (&Polyhedron, &Polyhedron),
    ) -> Option<Solution> {
        // Four support points were left by an overlap: the first three are the face.
        let [Some(p), Some(q), Some(r), Some(_)] = self.warm.simplex else { return None };
        let last = self.warm.axis?;
        let faces = self.faces(shapes);
        // Two edges that still cross well inside of both: all that was remembered stays as it is.
        if let Some(found) = faces.edges(pair, &[p, q, r], last)
            && found.inside > faces.enough
            && found.proven_by_balls(&faces, pair.frame.shift, self.sizes.0)
        {
            return Some(Solution { gjk_iterations: 1, ..Solution::certain(found.best, true) });
        }
        let corners = [pair.vertex(p.0, p.1)?, pair.vertex(q.0, q.1)?, pair.vertex(r.0, r.1)?];
        let across = (corners[1].w - corners[0].w).cross(corners[2].w - corners[0].w).try_normalize()?;
        let n = if across.dot(last) < 0.0 { -across } else { across };
        pair.search_from(p);
        let found = faces.footing(pair, &corners, n)?;
        let far = found.proven(pair, self.sizes.0)?;
        let [p, q, r] = corners;
        Some(self.direct_solution(found, &[p, q, r, far], 2))
    }

    fn faces<'p>(&self, (a, b): (&'p Polyhedron, &'p Polyhedron)) -> Faces<'p> {
        Faces { a, b, rounding: self.rounding(), enough: ENOUGH * self.sizes.0 }
    }

    fn direct_solution(&mut self, found: Footing, points: &[Vertex], supports: u32) -> Solution {
        remember(self.warm, points);
        Solution { gjk_iterations: supports, ..Solution::certain(found.best, true) }
    }
}
