//! Exact normals from the features that meet: a face of one body, two edges, or the line between the closest points.
//!
//! The normal of a triangle of support points carries the rounding of their differences; the normal of the face or
//! edges that these points come from does not.

use glam::DVec3;

use super::pair::{Pair, Support, Vertex};

/// A direction and the support width along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Unit direction in A's frame, from A to B.
    pub n: DVec3,
    /// Support width along it: an upper bound of the overlap [m].
    pub width: f64,
    /// The points of A and B that meet, in A's frame, where they are known better than by their support.
    pub witness: Option<(DVec3, DVec3)>,
}

impl Candidate {
    /// Worse than any direction.
    pub const NONE: Self = Self { n: DVec3::X, width: f64::INFINITY, witness: None };

    /// Keeps the direction of lesser width.
    pub fn improve(&mut self, other: Self) {
        if other.width < self.width {
            *self = other;
        }
    }
}

/// Two edges with a sine below this have no common normal worth trying.
const PARALLEL: f64 = 1e-12;

/// Different numbers of a list of up to three, in order of appearance.
struct Distinct {
    items: [u32; 3],
    len: usize,
}

impl Distinct {
    fn new(ids: impl Iterator<Item = u32>) -> Self {
        let mut list = Self { items: [0; 3], len: 0 };
        for id in ids {
            if !list.items[..list.len].contains(&id) {
                list.items[list.len] = id;
                list.len += 1;
            }
        }
        list
    }

    /// The edges between the different vertices.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let count = if self.len == 3 { 3 } else { usize::from(self.len == 2) };
        (0..count).map(|k| (self.items[k], self.items[(k + 1) % self.len]))
    }
}

/// The best normal that the vertices of up to three support points allow, near the direction `guess`.
pub(super) fn feature_normal<A: Support, B: Support>(
    pair: &Pair<A, B>,
    points: &[Vertex],
    guess: DVec3,
) -> Candidate {
    let mut best = Candidate::NONE;
    let mut consider = |normal: DVec3| {
        let n = if normal.dot(guess) < 0.0 { -normal } else { normal };
        best.improve(Candidate { n, width: pair.width(n), witness: None });
    };
    if points.len() < 3 {
        consider(guess);
        return best;
    }
    let on_a = Distinct::new(points.iter().map(|p| p.a));
    let on_b = Distinct::new(points.iter().map(|p| p.b));
    let mut found = false;
    if on_a.len == 3
        && let Some(normal) = pair.a.face_normal(on_a.items)
    {
        consider(normal);
        found = true;
    }
    if on_b.len == 3
        && let Some(normal) = pair.b.face_normal(on_b.items)
    {
        consider(pair.turn * -normal);
        found = true;
    }
    if !found {
        for (p, q) in on_a.pairs() {
            let edge_a = pair.a.vertex(q) - pair.a.vertex(p);
            for (r, s) in on_b.pairs() {
                let edge_b = pair.turn * (pair.b.vertex(s) - pair.b.vertex(r));
                let cross = edge_a.cross(edge_b);
                let length = cross.length();
                if length > PARALLEL * edge_a.length() * edge_b.length() {
                    consider(cross / length);
                }
            }
        }
    }
    consider(guess);
    best
}
