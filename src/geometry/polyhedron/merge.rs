//! Triangles of a hull that lie in one plane to rounding, merged into faces.

use std::collections::HashMap;

use glam::DVec3;

use super::normal::area_vector;

/// A face takes in only what is flat compared with its first triangle, by this part of that one's width: slivers are
/// left alone, as a plane through several of them could stand at any angle.
const FLAT_FOR_WIDTH: f64 = 1e-3;
/// A triangle that no face has taken yet.
const FREE: u32 = u32::MAX;

/// The triangles of a closed convex surface, with the way across every edge.
struct Surface<'a> {
    points: &'a [DVec3],
    triangles: &'a [[u32; 3]],
    /// Triangle that holds the directed edge from one vertex to the next.
    owner: HashMap<(u32, u32), u32>,
}

/// Loops of the faces of the closed convex surface `triangles`. Neighbouring triangles share a face when all their
/// vertices are within `tolerance` of the plane of its largest triangle; vertices left with fewer than three faces
/// around them are in no loop.
pub(super) fn merged_faces(points: &[DVec3], triangles: &[[u32; 3]], tolerance: f64) -> Vec<Vec<u32>> {
    let surface = Surface::new(points, triangles);
    // Largest first: their planes are the best known, and slivers between two faces fall to one of them.
    let mut order: Vec<u32> = (0..triangles.len() as u32).collect();
    let area: Vec<f64> = order.iter().map(|&k| surface.area_vector(k).length()).collect();
    order.sort_by(|&i, &j| area[j as usize].total_cmp(&area[i as usize]).then(i.cmp(&j)));
    let mut face_of = vec![FREE; triangles.len()];
    let mut loops = Vec::new();
    for seed in order {
        if face_of[seed as usize] == FREE {
            let limit = tolerance.min(FLAT_FOR_WIDTH * surface.width(seed));
            let members = surface.grow(seed, limit, &mut face_of);
            surface.outline(&members, &face_of, &mut loops);
        }
    }
    drop_flat_corners(points.len(), &mut loops);
    loops
}

impl<'a> Surface<'a> {
    fn new(points: &'a [DVec3], triangles: &'a [[u32; 3]]) -> Self {
        let mut owner = HashMap::with_capacity(3 * triangles.len());
        for (triangle, k) in triangles.iter().zip(0..) {
            edges(*triangle).into_iter().for_each(|edge| {
                owner.insert(edge, k);
            });
        }
        Self { points, triangles, owner }
    }

    /// Twice the area, along the outward normal.
    fn area_vector(&self, triangle: u32) -> DVec3 {
        let [a, b, c] = self.triangles[triangle as usize].map(|k| self.points[k as usize]);
        area_vector(a, b, c)
    }

    /// The smallest height of a triangle.
    fn width(&self, triangle: u32) -> f64 {
        let [a, b, c] = self.triangles[triangle as usize].map(|k| self.points[k as usize]);
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        self.area_vector(triangle).length() / longest
    }

    /// The triangle across an edge.
    fn across(&self, (from, to): (u32, u32)) -> Option<u32> {
        self.owner.get(&(to, from)).copied()
    }

    /// All free triangles connected with `seed` whose vertices are within `limit` of its plane, marked in
    /// `face_of` with the number of the seed.
    fn grow(&self, seed: u32, limit: f64, face_of: &mut [u32]) -> Vec<u32> {
        let normal = self.area_vector(seed).normalize_or_zero();
        let base = self.points[self.triangles[seed as usize][0] as usize];
        let near = |k: u32| {
            self.triangles[k as usize].iter().all(|&v| (self.points[v as usize] - base).dot(normal).abs() <= limit)
        };
        face_of[seed as usize] = seed;
        let mut members = vec![seed];
        let mut next = 0;
        while next < members.len() {
            for edge in edges(self.triangles[members[next] as usize]) {
                if let Some(k) = self.across(edge)
                    && face_of[k as usize] == FREE
                    && near(k)
                {
                    face_of[k as usize] = seed;
                    members.push(k);
                }
            }
            next += 1;
        }
        members
    }

    /// Adds the loop around the triangles `members` of one face. Should they not be ringed by one simple loop (which
    /// a convex surface rules out but for rounding), each stays a face of its own.
    fn outline(&self, members: &[u32], face_of: &[u32], loops: &mut Vec<Vec<u32>>) {
        let face = face_of[members[0] as usize];
        let outside = |edge| self.across(edge).is_none_or(|k| face_of[k as usize] != face);
        let border = members.iter().flat_map(|&k| edges(self.triangles[k as usize])).filter(|edge| outside(*edge));
        let mut next = HashMap::new();
        let mut simple = true;
        let mut first = None;
        for (from, to) in border {
            first = first.or(Some(from));
            simple &= next.insert(from, to).is_none();
        }
        let ring = first.map(|start| ring_from(start, &next)).unwrap_or_default();
        if simple && ring.len() == next.len() && ring.len() >= 3 {
            loops.push(ring);
        } else {
            loops.extend(members.iter().map(|&k| self.triangles[k as usize].to_vec()));
        }
    }
}

/// The directed edges of a triangle.
fn edges([a, b, c]: [u32; 3]) -> [(u32, u32); 3] {
    [(a, b), (b, c), (c, a)]
}

/// Follows `next` from `start` until it is back there.
fn ring_from(start: u32, next: &HashMap<u32, u32>) -> Vec<u32> {
    let mut ring = vec![start];
    let mut at = start;
    while let Some(&to) = next.get(&at) {
        if to == start || ring.len() > next.len() {
            break;
        }
        ring.push(to);
        at = to;
    }
    ring
}

/// Leaves out the vertices with fewer than three faces around them, and the faces that lose their area by it, until
/// none is left.
fn drop_flat_corners(count: usize, loops: &mut Vec<Vec<u32>>) {
    loop {
        let mut faces_around = vec![0u32; count];
        loops.iter().flatten().for_each(|&v| faces_around[v as usize] += 1);
        let before: usize = loops.iter().map(Vec::len).sum();
        loops.iter_mut().for_each(|corners| corners.retain(|&v| faces_around[v as usize] >= 3));
        loops.retain(|corners| corners.len() >= 3);
        if loops.iter().map(Vec::len).sum::<usize>() == before {
            return;
        }
    }
}
