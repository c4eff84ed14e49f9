//! The hull as triangles, with exact orientation tests: points are added furthest first, each to a face it is above.
//!
//! A point is added if it is *strictly above* a face, and replaces all faces it is strictly above. No triangle can come
//! out degenerate: an edge of the horizon borders such a face, so the point is not in line with it. Triangles of one
//! plane may come out side by side (they are merged later), and points on a face or an edge are dropped unseen. The
//! faces that go are those that the point, moved slightly inward, would see in a hull without coplanar neighbours:
//! they are connected and ringed by one loop.

use glam::DVec3;
use robust::Coord3D;

/// No face.
const NONE: u32 = u32::MAX;

/// A triangle of the growing hull.
struct Triangle {
    corners: [u32; 3],
    /// Across the edge from corner k to corner k + 1.
    neighbors: [u32; 3],
    /// Points strictly above it that wait to be added.
    waiting: Vec<u32>,
    alive: bool,
}

/// An edge of the horizon: from corner to corner as the removed face had it, and the face that stays beyond.
struct HorizonEdge {
    from: u32,
    to: u32,
    beyond: u32,
}

/// The growing hull.
struct Growth<'a> {
    points: &'a [DVec3],
    triangles: Vec<Triangle>,
    /// Triangles that may have points waiting.
    open: Vec<u32>,
    /// The new triangle whose horizon edge starts at a vertex; valid during one addition.
    fan_at: Vec<u32>,
}

/// Triangles of the hull of `points`, anticlockwise seen from outside, grown from the tetrahedron `start`, which must
/// have a volume.
pub(super) fn triangulated_hull(points: &[DVec3], start: [u32; 4]) -> Vec<[u32; 3]> {
    let mut growth = Growth::new(points, start);
    while let Some(face) = growth.open.pop() {
        if growth.triangles[face as usize].alive {
            growth.add_furthest_of(face);
        }
    }
    growth.triangles.iter().filter(|t| t.alive).map(|t| t.corners).collect()
}

impl<'a> Growth<'a> {
    fn new(points: &'a [DVec3], start: [u32; 4]) -> Self {
        let mut growth = Self { points, triangles: Vec::new(), open: Vec::new(), fan_at: vec![NONE; points.len()] };
        let [a, mut b, mut c, d] = start;
        if growth.side([a, b, c], d) > 0.0 {
            (b, c) = (c, b);
        }
        // With d below a, b, c the four faces look outward.
        for (corners, neighbors) in
            [([a, b, c], [1, 2, 3]), ([b, a, d], [0, 3, 2]), ([c, b, d], [0, 1, 3]), ([a, c, d], [0, 2, 1])]
        {
            growth.triangles.push(Triangle { corners, neighbors, waiting: Vec::new(), alive: true });
        }
        let others = (0..points.len() as u32).filter(|k| !start.contains(k)).collect();
        growth.hand_out(others, 0);
        growth
    }

    /// Above zero if `point` is strictly above the triangle's plane, zero if exactly on it.
    fn side(&self, [a, b, c]: [u32; 3], point: u32) -> f64 {
        let at = |k: u32| {
            let p = self.points[k as usize];
            Coord3D { x: p.x, y: p.y, z: p.z }
        };
        -robust::orient3d(at(a), at(b), at(c), at(point))
    }

    /// Gives every point to the first triangle from index `first` on that it is strictly above. A point that was
    /// above a removed face and is above none of the new ones is inside the hull or on it, and is done with.
    fn hand_out(&mut self, points: Vec<u32>, first: usize) {
        for point in points {
            let seen = (first..self.triangles.len()).find(|&k| self.side(self.triangles[k].corners, point) > 0.0);
            if let Some(k) = seen {
                self.triangles[k].waiting.push(point);
            }
        }
        let open = (first..self.triangles.len()).filter(|&k| !self.triangles[k].waiting.is_empty());
        self.open.extend(open.map(|k| k as u32));
    }

    /// The waiting point that stands highest above a triangle, as far as rounding tells.
    fn highest(&self, face: u32) -> Option<u32> {
        let triangle = &self.triangles[face as usize];
        let [a, b, c] = triangle.corners.map(|k| self.points[k as usize]);
        let normal = (b - a).cross(c - a);
        let height = |k: u32| (self.points[k as usize] - a).dot(normal);
        triangle.waiting.iter().copied().max_by(|&p, &q| height(p).total_cmp(&height(q)))
    }

    /// Adds the highest point above `face`.
    fn add_furthest_of(&mut self, face: u32) {
        let Some(point) = self.highest(face) else { return };
        let mut orphans = Vec::new();
        let horizon = self.remove_seen(face, point, &mut orphans);
        let first = self.triangles.len();
        self.span(point, &horizon);
        orphans.retain(|&k| k != point);
        self.hand_out(orphans, first);
    }

    /// Removes all faces that `point` is strictly above, from `face` outward; returns the edges that ring them and
    /// gathers the points that waited there.
    fn remove_seen(&mut self, face: u32, point: u32, orphans: &mut Vec<u32>) -> Vec<HorizonEdge> {
        let mut horizon = Vec::new();
        self.triangles[face as usize].alive = false;
        let mut removed = vec![face];
        while let Some(face) = removed.pop() {
            orphans.append(&mut self.triangles[face as usize].waiting);
            let Triangle { corners, neighbors, .. } = self.triangles[face as usize];
            for k in 0..3 {
                let beyond = neighbors[k];
                if !self.triangles[beyond as usize].alive {
                    continue;
                }
                if self.side(self.triangles[beyond as usize].corners, point) > 0.0 {
                    self.triangles[beyond as usize].alive = false;
                    removed.push(beyond);
                } else {
                    horizon.push(HorizonEdge { from: corners[k], to: corners[(k + 1) % 3], beyond });
                }
            }
        }
        horizon
    }

    /// Closes the hole with the triangles from the horizon's edges to `point`.
    fn span(&mut self, point: u32, horizon: &[HorizonEdge]) {
        let first = self.triangles.len() as u32;
        for (edge, k) in horizon.iter().zip(first..) {
            self.fan_at[edge.from as usize] = k;
            let corners = [edge.from, edge.to, point];
            let triangle = Triangle { corners, neighbors: [edge.beyond, NONE, NONE], waiting: Vec::new(), alive: true };
            self.triangles.push(triangle);
            let beyond = &mut self.triangles[edge.beyond as usize];
            let side = (0..3).find(|&s| beyond.corners[s] == edge.to && beyond.corners[(s + 1) % 3] == edge.from);
            if let Some(side) = side {
                beyond.neighbors[side] = k;
            }
        }
        for (edge, k) in horizon.iter().zip(first..) {
            let next = self.fan_at[edge.to as usize];
            self.triangles[k as usize].neighbors[1] = next;
            self.triangles[next as usize].neighbors[2] = k;
        }
    }
}
