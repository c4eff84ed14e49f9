//! Distance of two polyhedra by trying vertices against faces and edges against edges.

use glam::DVec3;

use super::segments::{Near, edge_edge, vertex_face};
use super::{Exact, Solid};
use crate::studies::oracle::support::highest;

/// Features of one solid in the order in which they can be nearest: (how far below the support plane, index).
type Order = Vec<(f64, u32)>;

/// The search for the nearest features, with its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Distance {
    edges: [Order; 2],
    sides: [Order; 2],
    vertices: [Order; 2],
}

impl Distance {
    /// The contact of `a` and `b`, which are apart along the unit direction `n`.
    ///
    /// Their gap along `n` is a lower bound of the distance, and points that lie s and t below the two support planes
    /// are apart by at least the gap + s + t. Features are tried in the order of s and t, so the search can end
    /// as soon as that exceeds the distance already found.
    pub fn nearest(&mut self, a: &Solid, b: &Solid, n: DVec3) -> Exact {
        self.sort(0, a, n);
        self.sort(1, b, -n);
        let gap = -(highest(&a.vertices, n) + highest(&b.vertices, -n));
        let [edges_a, edges_b] = &self.edges;
        let mut best = Near { distance: f64::INFINITY, normal: n };
        walk(edges_a, edges_b, gap, &mut best, |i, j| Some(edge_edge(&a.edges[i], &b.edges[j])));
        walk(&self.vertices[0], &self.sides[1], gap, &mut best, |i, j| vertex_face(a.vertices[i], &b.sides[j]));
        walk(&self.vertices[1], &self.sides[0], gap, &mut best, |i, j| {
            vertex_face(b.vertices[i], &a.sides[j]).map(Near::reversed)
        });
        // Points that touch exactly have no direction between them: the one they were found apart along will do.
        let normal = if best.normal == DVec3::ZERO { n } else { best.normal };
        Exact { overlap: -best.distance, normal, unique: true }
    }

    fn sort(&mut self, which: usize, solid: &Solid, n: DVec3) {
        let top = highest(&solid.vertices, n);
        let below = |point: &DVec3| top - point.dot(n);
        let least = |points: &[DVec3]| points.iter().map(below).fold(f64::INFINITY, f64::min);
        order(&mut self.edges[which], solid.edges.iter().map(|edge| least(&edge.ends)));
        order(&mut self.sides[which], solid.sides.iter().map(|side| least(&side.corners)));
        order(&mut self.vertices[which], solid.vertices.iter().map(below));
    }
}

fn order(list: &mut Order, depths: impl Iterator<Item = f64>) {
    list.clear();
    list.extend(depths.enumerate().map(|(index, depth)| (depth, index as u32)));
    list.sort_unstable_by(|p, q| p.0.total_cmp(&q.0));
}

fn walk(first: &Order, second: &Order, gap: f64, best: &mut Near, near: impl Fn(usize, usize) -> Option<Near>) {
    // Rounding of the depths must not end the walk early.
    let rounding = 1e-12 * (first.last().map_or(0.0, |f| f.0) + second.last().map_or(0.0, |f| f.0));
    for &(depth, i) in first {
        for &(other_depth, j) in second {
            if gap + depth + other_depth > best.distance + rounding {
                break;
            }
            if let Some(near) = near(i as usize, j as usize)
                && near.distance < best.distance
            {
                *best = near;
            }
        }
    }
}

/// The distance with nothing passed over.
#[cfg(test)]
pub(super) fn nearest_of_all(a: &Solid, b: &Solid) -> f64 {
    let edges = a.edges.iter().flat_map(|e| b.edges.iter().map(move |o| edge_edge(e, o)));
    let down = a.vertices.iter().flat_map(|v| b.sides.iter().filter_map(move |s| vertex_face(*v, s)));
    let up = b.vertices.iter().flat_map(|v| a.sides.iter().filter_map(move |s| vertex_face(*v, s)));
    edges.chain(down).chain(up).map(|near| near.distance).fold(f64::INFINITY, f64::min)
}
