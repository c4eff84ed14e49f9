//! Least support width over face normals and edge crossings.

use glam::DVec3;

use super::{ANOTHER_DIRECTION, AS_GOOD, EdgeArc, Exact, Solid, width};

/// Arcs that miss each other by less than this [rad] are taken to cross: trying one more direction does no harm.
const NEAR_CROSSING: f64 = 1e-9;
/// Edges closer to parallel than this have no cross product to speak of [rad].
const PARALLEL: f64 = 1e-14;

/// The sweep over all candidate directions, with its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    /// Directions whose width was the least so far, or as good.
    good: Vec<(f64, DVec3)>,
    best: f64,
    window: f64,
    /// Product of an edge of A with every face normal of B.
    products: Vec<f64>,
}

impl Sweep {
    /// The least width of `a` and `b`; `size` [m] is the smaller body's.
    pub fn least_width(&mut self, a: &Solid, b: &Solid, size: f64) -> Exact {
        self.good.clear();
        self.best = f64::INFINITY;
        self.window = AS_GOOD * size;
        a.sides.iter().for_each(|side| self.take(a, b, side.normal));
        b.sides.iter().for_each(|side| self.take(a, b, -side.normal));
        for edge in &a.edges {
            self.products.clear();
            self.products.extend(b.sides.iter().map(|side| side.normal.dot(edge.along)));
            for other in &b.edges {
                let [p, q] = other.faces.map(|face| self.products[face as usize]);
                if on_both_sides(p, q) {
                    self.cross(a, b, edge, other);
                }
            }
        }
        self.result()
    }

    /// Takes the direction normal to both edges, if their arcs cross there.
    fn cross(&mut self, a: &Solid, b: &Solid, edge: &EdgeArc, other: &EdgeArc) {
        let [p, q] = edge.normals.map(|normal| normal.dot(other.along));
        if !on_both_sides(p, q) {
            return;
        }
        let product = edge.along.cross(other.along);
        let length = product.length();
        if length < PARALLEL {
            return;
        }
        let (middle_a, middle_b) = (edge.normals[0] + edge.normals[1], -(other.normals[0] + other.normals[1]));
        for n in [product / length, -product / length] {
            if n.dot(middle_a) < -NEAR_CROSSING || n.dot(middle_b) < -NEAR_CROSSING {
                continue;
            }
            // The width is at least that of two of the bodies' points: no need for a scan if these are far enough.
            if n.dot(edge.ends[0] - other.ends[0]) <= self.best + self.window {
                self.take(a, b, n);
            }
        }
    }

    fn take(&mut self, a: &Solid, b: &Solid, n: DVec3) {
        let value = width(a, b, n);
        if value <= self.best + self.window {
            self.good.push((value, n));
            self.best = self.best.min(value);
        }
    }

    fn result(&self) -> Exact {
        let least = self.good.iter().copied().min_by(|p, q| p.0.total_cmp(&q.0));
        let (overlap, normal) = least.unwrap_or((f64::INFINITY, DVec3::X));
        let another =
            |(value, n): &(f64, DVec3)| *value <= overlap + self.window && (*n - normal).length() > ANOTHER_DIRECTION;
        Exact { overlap, normal, unique: !self.good.iter().any(another) }
    }
}

/// Whether `p` and `q` have different signs, or nearly.
fn on_both_sides(p: f64, q: f64) -> bool {
    p * q <= 0.0 || p.abs() < NEAR_CROSSING || q.abs() < NEAR_CROSSING
}

/// The least width with nothing passed over.
#[cfg(test)]
pub(super) fn least_width_of_all(a: &Solid, b: &Solid) -> f64 {
    let faces = a.sides.iter().map(|s| s.normal).chain(b.sides.iter().map(|s| -s.normal));
    let crossings = a.edges.iter().flat_map(|e| b.edges.iter().map(|o| e.along.cross(o.along).normalize_or_zero()));
    let both_ways = crossings.filter(|n| *n != DVec3::ZERO).flat_map(|n| [n, -n]);
    faces.chain(both_ways).map(|n| width(a, b, n)).fold(f64::INFINITY, f64::min)
}
