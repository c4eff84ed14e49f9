//! From the direction that a search has found to the exact one.
//!
//! The overlap is the least support width over all directions. Of cornered bodies the least width is that across an edge
//! or, when they are apart, that along the line between two corners: these few directions are tried with the normals as
//! the shapes have them, and none is made of a difference of nearly equal points. Of curved bodies it is a smooth minimum,
//! or one at an edge.

use glam::DVec2;

use super::pair::{Pair, Vertex};

/// Newton steps at most.
const NEWTON_LIMIT: u32 = 50;
/// Largest turn of one Newton step [rad].
const LONGEST_STEP: f64 = 0.3;

/// Widths closer than this share of the size are the same to rounding.
const FLAT: f64 = 1e-14;

/// A direction and the support width of the cores along it: an upper bound of their overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub n: DVec2,
    pub width: f64,
}

impl Candidate {
    const NONE: Self = Self { n: DVec2::X, width: f64::INFINITY };

    fn new(pair: &Pair, n: DVec2) -> Self {
        Self { n, width: pair.support(n).w.dot(n) }
    }

    /// The narrower of the two; of equals the first.
    fn or(self, other: Self) -> Self {
        if other.width < self.width { other } else { self }
    }
}

/// The exact direction near `n`, where the search ended at `vertices`.
pub(super) fn refine(pair: &Pair, n: DVec2, vertices: &[Vertex]) -> Candidate {
    let at_edges = vertices.iter().flat_map(|vertex| pair.normals_around(vertex));
    let mut best = at_edges.map(|n| Candidate::new(pair, n)).fold(Candidate::NONE, Candidate::or);
    if pair.is_curved() {
        // Near a smooth minimum the width is flat: what rounding makes of it must not prefer the coarser direction.
        let (found, smooth) = (Candidate::new(pair, n), newton(pair, n));
        let smooth = if found.width < smooth.width - FLAT * pair.scale() { found } else { smooth };
        return best.or(smooth);
    }
    // Apart, corner to corner.
    for vertex in vertices {
        if let Some(n) = (-vertex.w).try_normalize() {
            best = best.or(Candidate::new(pair, n));
        }
    }
    best
}

/// Follows the slope of the support width to its zero, as long as that gets nearer.
fn newton(pair: &Pair, start: DVec2) -> Candidate {
    let mut n = start;
    let mut w = pair.support(n).w;
    for _ in 0..NEWTON_LIMIT {
        let (slope, bend) = (w.dot(n.perp()), pair.bend(n, w));
        let step = -slope / bend;
        // A bend that is not upward leads to no minimum.
        if bend.is_nan() || bend <= 0.0 || !step.is_finite() {
            break;
        }
        let Some((next, next_w)) = shortened(pair, n, step.clamp(-LONGEST_STEP, LONGEST_STEP), slope.abs()) else {
            break;
        };
        (n, w) = (next, next_w);
    }
    Candidate { n, width: w.dot(n) }
}

/// The direction after `step`, or after a part of it, at which the slope is less than `slope`.
fn shortened(pair: &Pair, n: DVec2, step: f64, slope: f64) -> Option<(DVec2, DVec2)> {
    for halvings in 0..8 {
        let next = DVec2::from_angle(step * 0.5_f64.powi(halvings)).rotate(n).normalize();
        let w = pair.support(next).w;
        if w.dot(next.perp()).abs() < slope {
            return Some((next, w));
        }
    }
    None
}
