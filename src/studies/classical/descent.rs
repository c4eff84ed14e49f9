//! GJK's descent to the point of a Minkowski difference that lies nearest to the origin.
//!
//! E. G. Gilbert, D. W. Johnson, S. S. Keerthi (1988). The nearest point of a simplex is found by trying its faces,
//! with barycentric weights as ratios of areas, not by Johnson's recursion, whose products of products lose digits.

use glam::DVec3;

/// A corner of the difference A - B: a vertex of each, and where their difference stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    /// Vertex of A.
    pub a: u32,
    /// Vertex of B.
    pub b: u32,
    /// Vertex of A minus vertex of B [m].
    pub at: DVec3,
}

/// One to four corners, and the convex sum of them that is nearest to the origin.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Simplex {
    corners: [Corner; 4],
    weights: [f64; 4],
    count: usize,
    /// Their point nearest to the origin [m]; zero when a tetrahedron holds the origin.
    pub nearest: DVec3,
}

/// How a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// No corner lies nearer to the origin: the nearest point is final.
    Nearest,
    /// The simplex holds the origin, inside or to rounding on its surface.
    Holds,
    /// The budget of updates ran out.
    Iterations,
}

impl Simplex {
    /// A single corner.
    pub fn point(corner: Corner) -> Self {
        Self { corners: [corner; 4], weights: [1.0, 0.0, 0.0, 0.0], count: 1, nearest: corner.at }
    }

    /// The corners.
    pub fn corners(&self) -> &[Corner] {
        &self.corners[..self.count]
    }

    /// The corners with their barycentric weights at the nearest point.
    pub fn weighted(&self) -> impl Iterator<Item = (Corner, f64)> + '_ {
        self.corners().iter().copied().zip(self.weights)
    }

    /// The least face of `corners` whose inside holds the nearest point to the origin.
    pub fn spanning(corners: &[Corner]) -> Self {
        match *corners {
            [p, q] => segment(p, q),
            [p, q, r] => triangle(p, q, r),
            [p, q, r, s] => tetrahedron([p, q, r, s]),
            _ => Self::point(corners[0]),
        }
    }

    fn with(&self, corner: Corner) -> Self {
        let mut corners = self.corners;
        corners[self.count] = corner;
        Self::spanning(&corners[..=self.count])
    }

    fn nearer(self, other: Self) -> Self {
        if other.nearest.length_squared() < self.nearest.length_squared() { other } else { self }
    }
}

fn segment(p: Corner, q: Corner) -> Simplex {
    let along = q.at - p.at;
    let length2 = along.length_squared();
    let t = -p.at.dot(along);
    if t <= 0.0 || length2 == 0.0 {
        return Simplex::point(p);
    }
    if t >= length2 {
        return Simplex::point(q);
    }
    let t = t / length2;
    let foot = p.at + along * t;
    // Rounding of the foot is large beside a small gap. What it leaves along the edge would tilt the support plane
    // off that edge and cost a whole lever arm of width; across the edge it does no harm.
    let nearest = foot - along * (foot.dot(along) / length2);
    Simplex { corners: [p, q, q, q], weights: [1.0 - t, t, 0.0, 0.0], count: 2, nearest }
}

fn triangle(p: Corner, q: Corner, r: Corner) -> Simplex {
    let normal = (q.at - p.at).cross(r.at - p.at);
    let area2 = normal.length_squared();
    if area2 > 0.0 {
        let foot = normal * (normal.dot(p.at) / area2);
        let (u, v, w) = (p.at - foot, q.at - foot, r.at - foot);
        // Not yet divided by the area: only signs and ratios matter.
        let weights = [v.cross(w).dot(normal), w.cross(u).dot(normal), u.cross(v).dot(normal)];
        if weights.iter().all(|weight| *weight > 0.0) {
            let total: f64 = weights.iter().sum();
            let weights = [weights[0] / total, weights[1] / total, weights[2] / total, 0.0];
            return Simplex { corners: [p, q, r, r], weights, count: 3, nearest: foot };
        }
    }
    segment(p, q).nearer(segment(q, r)).nearer(segment(r, p))
}

fn tetrahedron(corners: [Corner; 4]) -> Simplex {
    let [p, q, r, s] = corners;
    let volume = |p: DVec3, q: DVec3, r: DVec3| p.dot(q.cross(r));
    let parts =
        [volume(q.at, s.at, r.at), volume(p.at, r.at, s.at), volume(p.at, s.at, q.at), volume(p.at, q.at, r.at)];
    let total: f64 = parts.iter().sum();
    let reach = corners.iter().map(|c| c.at.length()).fold(0.0, f64::max);
    // Volumes within rounding of zero prove nothing: a flat tetrahedron must not pass for one that holds the origin.
    let noise = 8.0 * f64::EPSILON * reach.powi(3);
    if parts.iter().all(|part| *part > noise) || parts.iter().all(|part| *part < -noise) {
        return Simplex { corners, weights: parts.map(|part| part / total), count: 4, nearest: DVec3::ZERO };
    }
    triangle(p, q, r).nearer(triangle(p, q, s)).nearer(triangle(p, r, s)).nearer(triangle(q, r, s))
}

/// Descends from `start` until no support corner is nearer, or the simplex holds the origin to `tiny` [m].
/// Gives the last simplex, how it ended, and the number of simplex updates.
pub(super) fn descend(start: Corner, support: impl Fn(DVec3) -> Corner, tiny: f64, limit: u32) -> (Simplex, End, u32) {
    let mut simplex = Simplex::point(start);
    for updates in 0..limit {
        let distance = simplex.nearest.length();
        if distance <= tiny {
            return (simplex, End::Holds, updates);
        }
        let corner = support(-simplex.nearest / distance);
        let progress = distance - corner.at.dot(simplex.nearest) / distance;
        let known = simplex.corners().iter().any(|c| c.at == corner.at);
        if known || progress <= f64::EPSILON * distance {
            return (simplex, End::Nearest, updates);
        }
        let next = simplex.with(corner);
        // Rounding may offer a point that is no nearer: the one at hand is then as good as it gets.
        if next.nearest.length() >= distance {
            return (simplex, End::Nearest, updates);
        }
        simplex = next;
    }
    (simplex, End::Iterations, limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64, z: f64) -> Corner {
        Corner { a: 0, b: 0, at: DVec3::new(x, y, z) }
    }

    #[test]
    fn nearest_point_on_every_part_of_a_triangle() {
        // The triangle's plane is z = 1; the origin is over its inside, over an edge, over a corner.
        let cases = [
            ([at(-1.0, -1.0, 1.0), at(3.0, -1.0, 1.0), at(-1.0, 3.0, 1.0)], DVec3::Z, 3),
            ([at(1.0, -1.0, 1.0), at(1.0, 3.0, 1.0), at(4.0, 0.0, 1.0)], DVec3::new(1.0, 0.0, 1.0), 2),
            ([at(1.0, 2.0, 1.0), at(5.0, 2.0, 1.0), at(1.0, 7.0, 1.0)], DVec3::new(1.0, 2.0, 1.0), 1),
        ];
        for (corners, nearest, count) in cases {
            let simplex = Simplex::spanning(&corners);
            assert!(simplex.nearest.distance(nearest) < 1e-15, "{simplex:?}");
            assert_eq!(simplex.corners().len(), count);
            let sum: DVec3 = simplex.weighted().map(|(corner, weight)| corner.at * weight).sum();
            assert!(sum.distance(nearest) < 1e-15, "{sum}");
        }
    }

    #[test]
    fn a_flat_tetrahedron_does_not_hold_the_origin() {
        let height = 1e-17;
        let corners = [at(-1.0, -1.0, 0.0), at(1.0, -1.0, height), at(1.0, 1.0, 0.0), at(-1.0, 1.0, height)];
        assert!(Simplex::spanning(&corners).corners().len() < 4);
        let corners = [at(-1.0, -1.0, -1.0), at(1.0, -1.0, 1.0), at(1.0, 1.0, -1.0), at(-1.0, 1.0, 1.0)];
        let simplex = Simplex::spanning(&corners);
        assert_eq!((simplex.corners().len(), simplex.nearest), (4, DVec3::ZERO));
        assert!(simplex.weighted().all(|(_, weight)| (weight - 0.25).abs() < 1e-15));
    }

    #[test]
    fn a_needle_gives_the_point_on_its_line() {
        // Three corners on a line one above the origin: no triangle, but a nearest point.
        let simplex = Simplex::spanning(&[at(-2.0, 0.0, 1.0), at(-1.0, 0.0, 1.0), at(3.0, 0.0, 1.0)]);
        assert!(simplex.nearest.distance(DVec3::Z) < 1e-15, "{simplex:?}");
    }
}
