//! Exact normals from the features that meet: a face of one body, two edges, or the line between the closest points.
//!
//! The normal of a triangle of support points carries the rounding of their differences; the normal of the face or
//! edges that these points come from does not.

use glam::DVec3;

use super::pair::{NO_VERTEX, Pair, Support, Vertex};

/// A direction and the support width along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Unit direction in A's frame, from A to B.
    pub n: DVec3,
    /// Support width along it: an upper bound of the overlap [m].
    pub width: f64,
    /// The support vertices of A and B along it.
    pub top: (u32, u32),
    /// The points of A and B that meet, in A's frame, where they are known better than by their support.
    pub witness: Option<(DVec3, DVec3)>,
}

impl Candidate {
    /// Worse than any direction.
    pub const NONE: Self = Self { n: DVec3::X, width: f64::INFINITY, top: (NO_VERTEX, NO_VERTEX), witness: None };

    /// The unit direction `n` with its support width.
    #[inline]
    pub fn along<A: Support, B: Support>(pair: &Pair<A, B>, n: DVec3) -> Self {
        Self::with_support(n, &pair.support(n))
    }

    /// The unit direction `n`, whose support point is `vertex`.
    #[inline]
    pub fn with_support(n: DVec3, vertex: &Vertex) -> Self {
        Self { n, width: vertex.w.dot(n), top: (vertex.a, vertex.b), witness: None }
    }

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

/// The exact normal of the triangle of three support points, oriented like `guess`, when it is clear which features
/// span it: a face of one body against a vertex of the other, or an edge of each.
pub(super) fn clear_normal<A: Support, B: Support>(
    pair: &Pair<A, B>,
    corners: &[Vertex; 3],
    guess: DVec3,
) -> Option<DVec3> {
    let on_a = Distinct::new(corners.iter().map(|p| p.a));
    let on_b = Distinct::new(corners.iter().map(|p| p.b));
    let normal = match (on_a.len, on_b.len) {
        (3, 1) => pair.a.face_normal(on_a.items)?,
        (1, 3) => pair.frame.turn * pair.b.face_normal(on_b.items)?,
        (2, 2) => {
            let edge_a = pair.a.vertex(on_a.items[1]) - pair.a.vertex(on_a.items[0]);
            let edge_b = pair.frame.turn * (pair.b.vertex(on_b.items[1]) - pair.b.vertex(on_b.items[0]));
            edge_normal(edge_a, edge_b)?
        }
        _ => return None,
    };
    Some(if normal.dot(guess) < 0.0 { -normal } else { normal })
}

fn edge_normal(edge_a: DVec3, edge_b: DVec3) -> Option<DVec3> {
    let cross = edge_a.cross(edge_b);
    let square = cross.length_squared();
    (square > PARALLEL * PARALLEL * edge_a.length_squared() * edge_b.length_squared()).then(|| cross / square.sqrt())
}

/// The best normal that the vertices of up to three support points allow, near the direction `guess`.
pub(super) fn feature_normal<A: Support, B: Support>(pair: &Pair<A, B>, points: &[Vertex], guess: DVec3) -> Candidate {
    let &[p, q, r] = points else {
        return Candidate::along(pair, across_edge(pair, points, guess));
    };
    let mut best = Candidate::along(pair, guess);
    let mut consider = |normal: DVec3| {
        let n = if normal.dot(guess) < 0.0 { -normal } else { normal };
        best.improve(Candidate::along(pair, n));
    };
    if let Some(normal) = clear_normal(pair, &[p, q, r], guess) {
        consider(normal);
        return best;
    }
    let on_a = Distinct::new(points.iter().map(|p| p.a));
    let on_b = Distinct::new(points.iter().map(|p| p.b));
    let face_a = (on_a.len == 3).then(|| pair.a.face_normal(on_a.items)).flatten();
    let face_b = (on_b.len == 3).then(|| pair.b.face_normal(on_b.items)).flatten();
    face_a.into_iter().for_each(&mut consider);
    face_b.into_iter().for_each(|normal| consider(pair.frame.turn * normal));
    if face_a.is_none() && face_b.is_none() {
        for (p, q) in on_a.pairs() {
            let edge_a = pair.a.vertex(q) - pair.a.vertex(p);
            for (r, s) in on_b.pairs() {
                let edge_b = pair.frame.turn * (pair.b.vertex(s) - pair.b.vertex(r));
                edge_normal(edge_a, edge_b).into_iter().for_each(&mut consider);
            }
        }
    }
    best
}

/// `guess`, made exactly perpendicular to the edge that two support points span: along an edge, the support width
/// would otherwise pay for the rounding of `guess` with the whole length of the edge.
fn across_edge<A: Support, B: Support>(pair: &Pair<A, B>, points: &[Vertex], guess: DVec3) -> DVec3 {
    let &[p, q] = points else { return guess };
    let edge = if p.a == q.a {
        pair.frame.turn * (pair.b.vertex(q.b) - pair.b.vertex(p.b))
    } else {
        pair.a.vertex(q.a) - pair.a.vertex(p.a)
    };
    let along = edge.normalize_or_zero();
    (guess - along * along.dot(guess)).try_normalize().unwrap_or(guess)
}
