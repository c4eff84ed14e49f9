//! Exact normals from the features that meet: a face of one body, two edges, or the line between the closest points.
//!
//! The normal of a triangle of support points carries the rounding of their differences; the normal of the face or
//! edges that these points come from does not.

use glam::DVec3;

use super::pair::{NO_VERTEX, Pair, Support, Vertex};

/// A direction and the support width along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Unit direction in A's frame, from A to B.
    pub n: DVec3,
    /// Support width along it: an upper bound of the overlap [m].
    pub width: f64,
    /// The support vertices of A and B along it.
    pub top: (u32, u32),
    /// The overlap is not below this, as far as was found along with the direction [m]: minus the distance of two points of
    /// the bodies, or the overlap of figures inside them.
    pub floor: f64,
    /// The points of A and B that meet, in A's frame, where they are known better than by their support.
    pub witness: Option<(DVec3, DVec3)>,
}

impl Candidate {
    /// Worse than any direction.
    pub const NONE: Self = Self {
        n: DVec3::X,
        width: f64::INFINITY,
        top: (NO_VERTEX, NO_VERTEX),
        floor: f64::NEG_INFINITY,
        witness: None,
    };

    /// The unit direction `n` with its support width.
    #[inline]
    pub fn along<A: Support, B: Support>(pair: &Pair<A, B>, n: DVec3) -> Self {
        Self::with_support(n, &pair.support(n))
    }

    /// The unit direction `n`, whose support point is `vertex`.
    #[inline]
    pub fn with_support(n: DVec3, vertex: &Vertex) -> Self {
        Self { n, width: vertex.w.dot(n), top: (vertex.a, vertex.b), ..Self::NONE }
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
pub(crate) fn clear_normal<A: Support, B: Support>(
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
            let edge_a = edge_on_a(pair, on_a.items[0], on_a.items[1]);
            edge_normal(edge_a, edge_on_b(pair, on_b.items[0], on_b.items[1]))?
        }
        _ => return None,
    };
    Some(oriented(normal, guess))
}

fn edge_normal(edge_a: DVec3, edge_b: DVec3) -> Option<DVec3> {
    let cross = edge_a.cross(edge_b);
    let square = cross.length_squared();
    (square > PARALLEL * PARALLEL * edge_a.length_squared() * edge_b.length_squared()).then(|| cross / square.sqrt())
}

/// The best normal that the vertices of three support points allow, near the direction `guess`.
pub(crate) fn feature_normal<A: Support, B: Support>(
    pair: &Pair<A, B>,
    corners: &[Vertex; 3],
    guess: DVec3,
) -> Candidate {
    let mut best = Candidate::along(pair, guess);
    let mut consider = |normal: DVec3| best.improve(Candidate::along(pair, oriented(normal, guess)));
    if let Some(normal) = clear_normal(pair, corners, guess) {
        consider(normal);
        return best;
    }
    let on_a = Distinct::new(corners.iter().map(|p| p.a));
    let on_b = Distinct::new(corners.iter().map(|p| p.b));
    let face_a = (on_a.len == 3).then(|| pair.a.face_normal(on_a.items)).flatten();
    let face_b = (on_b.len == 3).then(|| pair.b.face_normal(on_b.items)).flatten();
    face_a.into_iter().for_each(&mut consider);
    face_b.into_iter().for_each(|normal| consider(pair.frame.turn * normal));
    if face_a.is_none() && face_b.is_none() {
        for (p, q) in on_a.pairs() {
            for (r, s) in on_b.pairs() {
                edge_normal(edge_on_a(pair, p, q), edge_on_b(pair, r, s)).into_iter().for_each(&mut consider);
            }
        }
    }
    best
}

fn oriented(normal: DVec3, guess: DVec3) -> DVec3 {
    if normal.dot(guess) < 0.0 { -normal } else { normal }
}

fn edge_on_a<A: Support, B: Support>(pair: &Pair<A, B>, from: u32, to: u32) -> DVec3 {
    pair.a.vertex(to) - pair.a.vertex(from)
}

/// An edge of B, in A's frame.
fn edge_on_b<A: Support, B: Support>(pair: &Pair<A, B>, from: u32, to: u32) -> DVec3 {
    pair.frame.turn * (pair.b.vertex(to) - pair.b.vertex(from))
}

/// The normal of two polyhedra that are apart, from the support points closest to the origin and the direction
/// `guess` between them.
///
/// The closer the bodies, the more rounding there is in `guess`; along an edge or face the support width pays for it
/// with their whole extent. So the direction is held perpendicular to the edges that the closest points lie on, and
/// to those of other vertices that stick out along it, until the width comes down to minus the `distance`.
pub(crate) fn separating_normal<A: Support, B: Support>(
    pair: &Pair<A, B>,
    points: &[Vertex],
    guess: DVec3,
    (distance, rounding): (f64, f64),
) -> Candidate {
    let target = rounding - distance;
    let on_a = Distinct::new(points.iter().map(|p| p.a));
    let on_b = Distinct::new(points.iter().map(|p| p.b));
    let edges_a = on_a.pairs().map(|(p, q)| edge_on_a(pair, p, q));
    let edges_b = on_b.pairs().map(|(p, q)| edge_on_b(pair, p, q));
    let mut held = Held::default();
    for edge in edges_a.chain(edges_b) {
        held = held.tightened(edge, guess);
    }
    let mut best = Candidate::along(pair, held.direction(guess));
    if let &[p, q, r] = points
        && let Some(normal) = clear_normal(pair, &[p, q, r], guess)
    {
        best.improve(Candidate::along(pair, normal));
    }
    for _ in 0..REPAIRS {
        if best.width <= target {
            break;
        }
        let (a, b) = (edge_on_a(pair, on_a.items[0], best.top.0), edge_on_b(pair, best.top.1, on_b.items[0]));
        let sticking_out = if a.dot(best.n) > b.dot(best.n) { a } else { b };
        let mut repaired = Candidate::NONE;
        let mut next = held;
        for way in held.ways_to_hold(sticking_out) {
            let tried = Candidate::along(pair, way.direction(guess));
            if tried.width < repaired.width {
                (repaired, next) = (tried, way);
            }
        }
        // Widths of bodies beyond all measure are no numbers, and none of them is better.
        let is_better = repaired.width < best.width;
        if !is_better {
            break;
        }
        (best, held) = (repaired, next);
    }
    levelled(pair, best, held, (guess, rounding))
}

/// Of directions that are equal to rounding, the one that lies flat on the most edges: otherwise rounding would choose,
/// differently from pose to pose.
fn levelled<A: Support, B: Support>(
    pair: &Pair<A, B>,
    mut best: Candidate,
    mut held: Held,
    (guess, rounding): (DVec3, f64),
) -> Candidate {
    let (top_a, top_b) = best.top;
    if top_a == NO_VERTEX || top_b == NO_VERTEX {
        return best;
    }
    let on_a = pair.a.neighbors(top_a).iter().map(|to| edge_on_a(pair, top_a, *to));
    let on_b = pair.b.neighbors(top_b).iter().map(|to| edge_on_b(pair, top_b, *to));
    for edge in on_a.chain(on_b) {
        if held.len < 2 && edge.dot(best.n).abs() <= LEVEL * edge.length() {
            let tighter = held.tightened(edge, guess);
            let found = Candidate::along(pair, tighter.direction(guess));
            if tighter.len > held.len && found.width <= best.width + rounding {
                (best, held) = (found, tighter);
            }
        }
    }
    best
}

/// Slope of an edge against the support plane that rounding can make of none [rad].
const LEVEL: f64 = 1e-6;
/// Rounds of [`separating_normal`] before it takes what it has.
const REPAIRS: usize = 8;

/// Up to two edges that a direction is held perpendicular to.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    edges: [DVec3; 2],
    len: usize,
}

impl Held {
    fn of(edges: &[DVec3]) -> Self {
        let mut held = Self::default();
        held.edges[..edges.len()].copy_from_slice(edges);
        held.len = edges.len();
        held
    }

    /// The unit direction nearest to `guess` that is perpendicular to the edges.
    fn direction(&self, guess: DVec3) -> DVec3 {
        let free = match self.len {
            0 => Some(guess),
            1 => {
                let along = self.edges[0].normalize_or_zero();
                (guess - along * along.dot(guess)).try_normalize()
            }
            _ => edge_normal(self.edges[0], self.edges[1]).map(|normal| oriented(normal, guess)),
        };
        free.unwrap_or(guess)
    }

    /// One more edge, if it is not along those held already; two edges say all there is.
    fn tightened(self, edge: DVec3, guess: DVec3) -> Self {
        match self.len {
            0 if edge != DVec3::ZERO => Self::of(&[edge]),
            1 if edge_normal(self.edges[0], edge).is_some_and(|normal| normal.dot(guess).abs() > 0.5) => {
                Self::of(&[self.edges[0], edge])
            }
            _ => self,
        }
    }

    /// The new edge alone, and with each of the old ones.
    fn ways_to_hold(&self, edge: DVec3) -> impl Iterator<Item = Self> + '_ {
        std::iter::once(Self::of(&[edge])).chain(self.edges[..self.len].iter().map(move |old| Self::of(&[*old, edge])))
    }
}
