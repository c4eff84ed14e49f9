//! EPA in the plane: a polygon inside the Minkowski difference grows until its edge closest to the origin is final.

use glam::DVec2;

use super::pair::{Pair, Vertex};
use super::trace::{Look, Observer};
use crate::geometry::planar::convex_hull;

/// Expansions after which the answer is given with the bounds reached.
const LIMIT: u32 = 256;
/// Expansions spent on looking for a second direction of the same overlap.
const UNIQUENESS_LIMIT: u32 = 64;
/// Two directions with overlaps within this share of the smaller body are equally good.
const UNIQUENESS_BAND: f64 = 1e-9;
/// Directions closer than this [rad] are one and the same minimum.
const SAME_DIRECTION: f64 = 1e-3;
/// Gain of a support point over its edge that is no gain, as a share of the size: for cornered bodies the rounding of
/// a few coordinates, for curved ones a bit more, because they never end by finding a corner again.
const GAIN: [f64; 2] = [8.0 * f64::EPSILON, 1e-12];

/// An edge of the growing polygon, from its own corner to the next one's.
#[derive(Clone, Copy, Debug)]
struct Edge {
    start: Vertex,
    normal: DVec2,
    /// Distance from the origin along the normal [m]; infinite for an edge that needs no more looks.
    distance: f64,
}

/// The polygon.
#[derive(Clone, Debug)]
pub(super) struct Epa {
    edges: Vec<Edge>,
    /// No overlap of the cores is smaller [m].
    pub lower: f64,
    pub iterations: u32,
    /// True when the closest edge was final.
    pub closed: bool,
}

/// Grows from `seed`, the simplex of GJK. The answer is the final edge: its two ends, and its normal.
pub(super) fn epa(pair: &Pair, seed: &[Vertex], observer: &mut impl Observer) -> (Epa, [Vertex; 2], DVec2) {
    let mut run = Epa::seeded(pair, seed);
    let gain_limit = GAIN[usize::from(pair.is_curved())] * pair.scale();
    loop {
        let k = run.closest();
        let Edge { start, normal, distance } = run.edges[k];
        let end = run.edges[(k + 1) % run.edges.len()].start;
        run.lower = run.lower.max(distance);
        if run.iterations == LIMIT || distance == f64::INFINITY {
            return (run, [start, end], normal);
        }
        let vertex = pair.support(normal);
        let grows = vertex.w.dot(normal) - distance > gain_limit && !run.holds(&vertex);
        let look = Look { edge: k, normal, distance, support: vertex.w, grows };
        observer.expansion(run.edges.iter().map(|edge| edge.start.w), look);
        run.iterations += 1;
        if !grows {
            run.closed = true;
            return (run, [start, end], normal);
        }
        run.insert(k, vertex);
    }
}

impl Epa {
    /// The hull of the simplex, which is completed by further support points where it has no area.
    fn seeded(pair: &Pair, simplex: &[Vertex]) -> Self {
        let mut points = simplex.to_vec();
        match *simplex {
            [_, _, _] => {}
            [p, q] if p.w != q.w => {
                let across = (q.w - p.w).perp().normalize_or(DVec2::Y);
                points.extend([pair.support(across), pair.support(-across)]);
            }
            _ => points.extend([DVec2::X, DVec2::Y, -DVec2::X, -DVec2::Y].map(|n| pair.support(n))),
        }
        let places: Vec<DVec2> = points.iter().map(|p| p.w).collect();
        let hull: Vec<Vertex> = convex_hull(&places).into_iter().map(|k| points[k]).collect();
        let edge = |k: usize| Edge::new(hull[k], hull[(k + 1) % hull.len()]);
        let edges = (0..hull.len()).map(edge).collect();
        Self { edges, lower: f64::NEG_INFINITY, iterations: 0, closed: false }
    }

    /// Number of the edge closest to the origin; the first one of equals.
    fn closest(&self) -> usize {
        let distances = self.edges.iter().map(|edge| edge.distance).enumerate();
        distances.min_by(|x, y| x.1.total_cmp(&y.1)).map_or(0, |(k, _)| k)
    }

    /// True when the vertex is a corner already. The polygon has few corners when it is asked.
    fn holds(&self, vertex: &Vertex) -> bool {
        self.edges.iter().any(|edge| edge.start.same(vertex))
    }

    /// Replaces edge `k` by two edges over `vertex`. All corners lie on the boundary of a convex set, so that no
    /// other edge can see the new one.
    fn insert(&mut self, k: usize, vertex: Vertex) {
        let end = self.edges[(k + 1) % self.edges.len()].start;
        self.edges[k] = Edge::new(self.edges[k].start, vertex);
        self.edges.insert(k + 1, Edge::new(vertex, end));
    }

    /// Looks for a second minimum of the same overlap as that at `n`, growing edges that might still hide one. Where
    /// too many might, as between two bodies that are nearly round, there is none that stands out.
    pub fn is_unique(&mut self, pair: &Pair, n: DVec2, overlap: f64) -> bool {
        if self.edges.len() < 3 {
            // All of the difference is one point, and the origin is there: no direction is better than another.
            return false;
        }
        let limit = overlap + UNIQUENESS_BAND * pair.sizes.0;
        let gain_limit = UNIQUENESS_BAND * pair.sizes.0;
        for _ in 0..UNIQUENESS_LIMIT {
            let k = self.closest();
            let Edge { normal, distance, .. } = self.edges[k];
            if distance > limit {
                return true;
            }
            if normal.angle_to(n).abs() <= SAME_DIRECTION {
                self.edges[k].distance = f64::INFINITY;
                continue;
            }
            let vertex = pair.support(normal);
            if vertex.w.dot(normal) - distance <= gain_limit || self.holds(&vertex) {
                return false;
            }
            self.insert(k, vertex);
        }
        false
    }
}

impl Edge {
    fn new(start: Vertex, end: Vertex) -> Self {
        match (end.w - start.w).try_normalize() {
            Some(along) => {
                let normal = -along.perp();
                // The corner nearer to the foot of the origin: its height carries less of the normal's rounding.
                let near = if start.w.length_squared() <= end.w.length_squared() { start.w } else { end.w };
                Self { start, normal, distance: near.dot(normal) }
            }
            None => Self { start, normal: start.w.normalize_or(DVec2::X), distance: f64::INFINITY },
        }
    }
}
