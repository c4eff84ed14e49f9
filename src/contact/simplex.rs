//! The closest point to the origin on a simplex of one to four points: GJK's inner step.

use glam::DVec3;

use super::pair::Vertex;

/// A tetrahedron with a volume below this share of its longest edge cubed is flat to rounding, a triangle with a
/// squared sine below it is a line.
const FLAT: f64 = 1e-14;

/// Up to four points of the Minkowski difference; the newest is last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simplex {
    points: [Vertex; 4],
    len: usize,
}

/// Where the origin lies seen from a simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Closest {
    /// Outside: the vector from the origin to the closest point. The simplex is cut down to the feature it lies on.
    At(DVec3),
    /// Inside the tetrahedron, or on its surface to rounding.
    Enclosed,
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

    /// Adds a point; there must be room for it, as there is after [`Self::reduce`] unless the origin was enclosed.
    pub fn push(&mut self, vertex: Vertex) {
        self.points[self.len] = vertex;
        self.len += 1;
    }

    /// Cuts the simplex down to the feature closest to the origin. The newest point is always part of that feature,
    /// because it was added on the origin's side of the others.
    pub fn reduce(&mut self) -> Closest {
        match self.len {
            1 => Closest::At(self.points[0].w),
            2 => Closest::At(self.reduce_segment()),
            3 => Closest::At(self.reduce_triangle()),
            _ => self.reduce_tetrahedron(),
        }
    }

    fn keep<const N: usize>(&mut self, which: [usize; N]) {
        let kept = which.map(|k| self.points[k]);
        self.points[..N].copy_from_slice(&kept);
        self.len = N;
    }

    fn reduce_segment(&mut self) -> DVec3 {
        let (p, q) = (self.points[0].w, self.points[1].w);
        let edge = p - q;
        let along = -q.dot(edge);
        if along <= 0.0 {
            self.keep([1]);
            return q;
        }
        q + edge * (along / edge.length_squared())
    }

    fn reduce_triangle(&mut self) -> DVec3 {
        let r = self.points[2].w;
        let (to_p, to_q) = (self.points[0].w - r, self.points[1].w - r);
        let part = closest_on_triangle(to_p, to_q, r, to_p.cross(to_q));
        self.keep_part([0, 1, 2], part.feature);
        part.v
    }

    /// The three faces around the newest point are looked at; the old one cannot be closest.
    fn reduce_tetrahedron(&mut self) -> Closest {
        let d = self.points[3].w;
        let edges = [self.points[0].w - d, self.points[1].w - d, self.points[2].w - d];
        let faces = [(0, 1), (1, 2), (2, 0)];
        let normals = faces.map(|(first, second)| edges[first].cross(edges[second]));
        // The same triple product tells for every face on which side the fourth corner is.
        let volume = normals[0].dot(edges[2]);
        let longest = edges[0].length_squared().max(edges[1].length_squared()).max(edges[2].length_squared());
        // A flat tetrahedron has no inside: each of its faces is a candidate.
        let is_flat = volume * volume <= FLAT * FLAT * longest * longest * longest;
        let mut best = f64::INFINITY;
        let mut kept = None;
        for ((first, second), normal) in faces.into_iter().zip(normals) {
            if !is_flat && -d.dot(normal) * volume >= 0.0 {
                continue;
            }
            let part = closest_on_triangle(edges[first], edges[second], d, normal);
            let distance = part.v.length_squared();
            if distance < best {
                best = distance;
                kept = Some(([first, second, 3], part));
            }
        }
        let Some((which, part)) = kept else {
            return Closest::Enclosed;
        };
        self.keep_part(which, part.feature);
        Closest::At(part.v)
    }

    fn keep_part(&mut self, [first, second, newest]: [usize; 3], part: TrianglePart) {
        match part {
            TrianglePart::Corner => self.keep([newest]),
            TrianglePart::EdgeToFirst => self.keep([first, newest]),
            TrianglePart::EdgeToSecond => self.keep([second, newest]),
            TrianglePart::Inside => self.keep([first, second, newest]),
        }
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
