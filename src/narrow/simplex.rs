//! The closest point to the origin on a simplex of one to four points: GJK's inner step.

use glam::DVec3;

use super::pair::Vertex;

/// A tetrahedron whose fourth corner rises from its base with a sine below this is flat to rounding, a triangle with a
/// squared sine below it is a line.
const FLAT: f64 = 1e-14;

/// Up to four points of the Minkowski difference; the newest is last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex {
    points: [Vertex; 4],
    len: usize,
}

/// Where the origin lies seen from a simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Closest {
    /// Outside: the vector from the origin to the closest point, and the feature of the simplex that it lies on.
    At(DVec3, Kept),
    /// Inside the tetrahedron, or on its surface to rounding.
    Enclosed,
}

/// The points of a simplex that span its closest feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    which: [u8; 3],
    len: u8,
}

impl Kept {
    const ALL: [u8; 3] = [0, 1, 2];

    fn first(len: u8) -> Self {
        Self { which: Self::ALL, len }
    }

    fn part([first, second, newest]: [u8; 3], part: TrianglePart) -> Self {
        match part {
            TrianglePart::Corner => Self { which: [newest; 3], len: 1 },
            TrianglePart::EdgeToFirst => Self { which: [first, newest, newest], len: 2 },
            TrianglePart::EdgeToSecond => Self { which: [second, newest, newest], len: 2 },
            TrianglePart::Inside => Self { which: [first, second, newest], len: 3 },
        }
    }
}

impl Simplex {
    pub fn new(first: Vertex) -> Self {
        Self { points: [first; 4], len: 1 }
    }

    pub fn points(&self) -> &[Vertex] {
        &self.points[..self.len]
    }

    pub fn contains(&self, vertex: &Vertex) -> bool {
        self.points().iter().any(|known| known.same(vertex))
    }

    /// Adds a point; there is room for it unless the origin is enclosed.
    pub fn push(&mut self, vertex: Vertex) {
        self.points[self.len] = vertex;
        self.len += 1;
    }

    /// Takes the newest point away again.
    pub fn pop(&mut self) {
        self.len -= 1;
    }

    /// Cuts the simplex down to the feature that [`Self::closest`] has found.
    pub fn keep(&mut self, kept: Kept) {
        let points = kept.which.map(|k| self.points[k as usize]);
        self.points[..3].copy_from_slice(&points);
        self.len = kept.len as usize;
    }

    /// The closest point to the origin. The newest point is always part of the feature it lies on, because it was added
    /// on the origin's side of the others.
    pub fn closest(&self) -> Closest {
        match self.len {
            1 => Closest::At(self.points[0].w, Kept::first(1)),
            2 => self.closest_on_segment(),
            3 => self.closest_on_face(),
            _ => self.closest_on_tetrahedron(),
        }
    }

    fn closest_on_segment(&self) -> Closest {
        let (p, q) = (self.points[0].w, self.points[1].w);
        let edge = p - q;
        let along = -q.dot(edge);
        if along <= 0.0 {
            return Closest::At(q, Kept { which: [1; 3], len: 1 });
        }
        Closest::At(q + edge * (along / edge.length_squared()), Kept::first(2))
    }

    fn closest_on_face(&self) -> Closest {
        let r = self.points[2].w;
        let (to_p, to_q) = (self.points[0].w - r, self.points[1].w - r);
        let part = closest_on_triangle(to_p, to_q, r, to_p.cross(to_q));
        Closest::At(part.v, Kept::part(Kept::ALL, part.feature))
    }

    /// The three faces around the newest point are looked at; the old one cannot be closest.
    fn closest_on_tetrahedron(&self) -> Closest {
        let d = self.points[3].w;
        let edges = [self.points[0].w - d, self.points[1].w - d, self.points[2].w - d];
        let faces = [(0, 1), (1, 2), (2, 0)];
        let normals = faces.map(|(first, second)| edges[first].cross(edges[second]));
        // The same triple product tells for every face on which side the fourth corner is.
        let volume = normals[0].dot(edges[2]);
        // A flat tetrahedron has no inside: each of its faces is a candidate.
        let is_flat = volume * volume <= FLAT * FLAT * normals[0].length_squared() * edges[2].length_squared();
        let mut best = f64::INFINITY;
        let mut closest = Closest::Enclosed;
        for ((first, second), normal) in faces.into_iter().zip(normals) {
            if !is_flat && -d.dot(normal) * volume >= 0.0 {
                continue;
            }
            let part = closest_on_triangle(edges[first], edges[second], d, normal);
            let distance = part.v.length_squared();
            if distance < best {
                best = distance;
                closest = Closest::At(part.v, Kept::part([first as u8, second as u8, 3], part.feature));
            }
        }
        closest
    }
}

/// A part of a triangle that holds its newest corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TrianglePart {
    Corner,
    EdgeToFirst,
    EdgeToSecond,
    Inside,
}

#[derive(Clone, Copy, Debug)]
struct TriangleClosest {
    feature: TrianglePart,
    v: DVec3,
}

/// Closest point to the origin on a triangle among the parts that hold its newest corner `r`, from which `to_p` and
/// `to_q` lead to the others; `normal` is their cross product.
#[inline(always)]
fn closest_on_triangle(to_p: DVec3, to_q: DVec3, r: DVec3, normal: DVec3) -> TriangleClosest {
    let area = normal.length_squared();
    if area <= FLAT * to_p.length_squared() * to_q.length_squared() {
        return closest_on_edges(to_p, to_q, r);
    }
    // Signed areas of (r, p, origin) and (q, r, origin) as seen along the normal: negative means beyond that edge.
    let beyond_p = normal.dot(r.cross(to_p)) <= 0.0;
    let beyond_q = normal.dot(to_q.cross(r)) <= 0.0;
    if !beyond_p && !beyond_q {
        let v = normal * (normal.dot(r) / area);
        return TriangleClosest { feature: TrianglePart::Inside, v };
    }
    let (along_p, along_q) = (-r.dot(to_p), -r.dot(to_q));
    let at_p = beyond_p && along_p > 0.0;
    let at_q = beyond_q && along_q > 0.0;
    if at_p && !(at_q && nearer_edge(to_q, to_p, r)) {
        let v = r + to_p * (along_p / to_p.length_squared()).min(1.0);
        return TriangleClosest { feature: TrianglePart::EdgeToFirst, v };
    }
    if at_q {
        let v = r + to_q * (along_q / to_q.length_squared()).min(1.0);
        return TriangleClosest { feature: TrianglePart::EdgeToSecond, v };
    }
    TriangleClosest { feature: TrianglePart::Corner, v: r }
}

/// Closest point of a triangle that is a line to rounding.
#[cold]
fn closest_on_edges(to_p: DVec3, to_q: DVec3, r: DVec3) -> TriangleClosest {
    let on_edge =
        |edge: DVec3| r + edge * (-r.dot(edge) / edge.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let (p, q) = (on_edge(to_p), on_edge(to_q));
    let (feature, v) = if p.length_squared() <= q.length_squared() {
        (TrianglePart::EdgeToFirst, p)
    } else {
        (TrianglePart::EdgeToSecond, q)
    };
    if v == r { TriangleClosest { feature: TrianglePart::Corner, v } } else { TriangleClosest { feature, v } }
}

/// True when the origin is nearer to the edge along `first` than to that along `second`, both from `r`.
fn nearer_edge(first: DVec3, second: DVec3, r: DVec3) -> bool {
    let distance = |edge: DVec3| {
        let t = (-r.dot(edge) / edge.length_squared()).min(1.0);
        (r + edge * t).length_squared()
    };
    distance(first) < distance(second)
}
