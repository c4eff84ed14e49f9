//! Rings of support points around a stationary direction: the polytope that proves it to be the least.
//!
//! The direction n leads to the point w n of the Minkowski difference, w being its width. A face of the polytope that
//! holds this point and is tilted by t has the distance w cos t from the origin: so the innermost ring is so narrow that
//! w t^2 / 2 is below the tolerance. A face that starts at a ring of radius a and is tilted by t has w cos t + a sin t,
//! which is w and more as long as tan(t / 2) <= a / w: that is how much wider the next ring may be.

use super::features::Candidate;
use super::pair::{Pair, Support, Vertex};

/// Rings at most: overlaps of a tenth of the body need three.
const RING_LIMIT: usize = 5;
/// The faces of a ring of three points are tilted by more than the directions it was made by, where the surface is curved
/// unevenly.
const MARGIN: f64 = 0.7;
/// A ring that may be followed by faces tilted like this [rad] is the last: what is left, expansions find.
const WIDE: f64 = 1.0;

/// Support points around a direction, three to a ring, from the inside out.
pub(crate) struct Rings {
    /// The point that the direction itself leads to.
    top: Vertex,
    rings: [[Vertex; 3]; RING_LIMIT],
    count: usize,
}

impl Rings {
    pub fn around<A: Support, B: Support>(pair: &Pair<A, B>, found: &Candidate, tolerance: f64) -> Self {
        let (n, width) = (found.n, found.width);
        let top = pair.support(n);
        let (t1, t2) = n.any_orthonormal_pair();
        let height = 0.75_f64.sqrt();
        let mut rings = Self { top, rings: [[top; 3]; RING_LIMIT], count: 0 };
        let mut tilt = (MARGIN * (tolerance / width).sqrt()).min(WIDE);
        while rings.count < RING_LIMIT {
            // Every other ring is turned by half of the circle, so that its points stand between those of the last.
            let side = if rings.count.is_multiple_of(2) { tilt } else { -tilt };
            let outwards = [t1 * side, (t2 * height - t1 * 0.5) * side, (-t2 * height - t1 * 0.5) * side];
            let ring = outwards.map(|outward| pair.support((n + outward).normalize()));
            rings.rings[rings.count] = ring;
            rings.count += 1;
            let sideways = ring.iter().map(|p| (p.w - top.w).reject_from_normalized(n).length());
            let radius = 0.5 * sideways.fold(f64::INFINITY, f64::min);
            let next = MARGIN * 2.0 * (radius / width).atan();
            if next >= WIDE || next <= tilt {
                break;
            }
            tilt = next;
        }
        rings
    }

    pub fn outermost(&self) -> [Vertex; 3] {
        self.rings[self.count - 1]
    }

    /// The points inside the outermost ring.
    pub fn inwards(&self) -> impl Iterator<Item = Vertex> + '_ {
        let inner = self.rings[..self.count - 1].iter().rev().flatten();
        std::iter::once(self.top).chain(inner.copied())
    }
}
