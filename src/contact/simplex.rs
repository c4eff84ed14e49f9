//! The closest point to the origin on a simplex of one to four points: GJK's inner step.

use glam::DVec3;

use super::pair::Vertex;

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

    pub fn push(&mut self, vertex: Vertex) {
        self.points[self.len] = vertex;
        self.len += 1;
    }

    /// Largest distance of a point from the origin, squared [m2]: the scale of rounding.
    pub fn scale_squared(&self) -> f64 {
        self.points().iter().map(|p| p.w.length_squared()).fold(0.0, f64::max)
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
        let part = closest_on_triangle(self.points[0].w, self.points[1].w, self.points[2].w);
        match part.feature {
            TrianglePart::Corner => self.keep([2]),
            TrianglePart::EdgeToFirst => self.keep([0, 2]),
            TrianglePart::EdgeToSecond => self.keep([1, 2]),
            TrianglePart::Inside => {}
        }
        part.v
    }

    /// The three faces around the newest point are looked at; the old one cannot be closest.
    fn reduce_tetrahedron(&mut self) -> Closest {
        let [a, b, c, d] = [self.points[0].w, self.points[1].w, self.points[2].w, self.points[3].w];
        let volume = (a - d).cross(b - d).dot(c - d);
        let mut best: Option<(f64, [usize; 2], TriangleClosest)> = None;
        for (first, second, across) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            let (p, q, r) = (self.points[first].w, self.points[second].w, self.points[across].w);
            let normal = (p - d).cross(q - d);
            let origin_side = -d.dot(normal);
            let inner_side = (r - d).dot(normal);
            // A flat tetrahedron has no inside: each of its faces is a candidate.
            let flat = volume == 0.0 || inner_side == 0.0;
            if !flat && origin_side * inner_side >= 0.0 {
                continue;
            }
            let part = closest_on_triangle(p, q, d);
            let distance = part.v.length_squared();
            if best.as_ref().is_none_or(|(least, ..)| distance < *least) {
                best = Some((distance, [first, second], part));
            }
        }
        let Some((_, [first, second], part)) = best else {
            return Closest::Enclosed;
        };
        match part.feature {
            TrianglePart::Corner => self.keep([3]),
            TrianglePart::EdgeToFirst => self.keep([first, 3]),
            TrianglePart::EdgeToSecond => self.keep([second, 3]),
            TrianglePart::Inside => self.keep([first, second, 3]),
        }
        Closest::At(part.v)
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

/// Closest point to the origin on the triangle (p, q, r) among the parts that hold the newest corner `r`.
#[inline]
fn closest_on_triangle(p: DVec3, q: DVec3, r: DVec3) -> TriangleClosest {
    let (to_p, to_q) = (p - r, q - r);
    let normal = to_p.cross(to_q);
    let (along_p, along_q) = (-r.dot(to_p), -r.dot(to_q));
    // Signed areas of (r, p, origin) and (q, r, origin) as seen along the normal: negative means beyond that edge.
    let beyond_p = normal.dot(to_p.cross(-r)) <= 0.0;
    let beyond_q = normal.dot((-r).cross(to_q)) <= 0.0;
    if along_p > 0.0 && beyond_p && !(beyond_q && along_q > 0.0 && nearer_edge(to_q, to_p, r)) {
        return TriangleClosest {
            feature: TrianglePart::EdgeToFirst,
            v: r + to_p * (along_p / to_p.length_squared()).min(1.0),
        };
    }
    if along_q > 0.0 && beyond_q {
        return TriangleClosest {
            feature: TrianglePart::EdgeToSecond,
            v: r + to_q * (along_q / to_q.length_squared()).min(1.0),
        };
    }
    if beyond_p || beyond_q {
        return TriangleClosest { feature: TrianglePart::Corner, v: r };
    }
    TriangleClosest { feature: TrianglePart::Inside, v: normal * (normal.dot(r) / normal.length_squared()) }
}

/// True when the origin is nearer to the edge along `first` than to that along `second`, both from `r`.
fn nearer_edge(first: DVec3, second: DVec3, r: DVec3) -> bool {
    let distance = |edge: DVec3| {
        let t = (-r.dot(edge) / edge.length_squared()).min(1.0);
        (r + edge * t).length_squared()
    };
    distance(first) < distance(second)
}
