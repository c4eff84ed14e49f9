//! From the direction that a search has found to the exact one.
//!
//! The overlap is the least support width over all directions. Of cornered bodies the least width is that across an
//! edge or, when they are apart, that along the line between two corners: these few directions are tried with the
//! normals as the shapes have them, and none is made of a difference of nearly equal points. Of curved bodies it is a
//! smooth minimum, or one at an edge.

use std::f64::consts::PI;

use glam::DVec2;

use super::pair::{Pair, Vertex};

/// Steps of Newton's method and bisections at most.
const NEWTON_LIMIT: u32 = 100;
/// Steps in a row without a smaller slope, after which rounding is all that is left of it.
const IDLE_LIMIT: u32 = 3;
/// First step downhill [rad].
const FIRST_STEP: f64 = 1e-7;

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
        let (found, smooth) = (Candidate::new(pair, n), smooth_minimum(pair, n));
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

/// The minimum downhill from `start`: first a bracket of it, then Newton's method on the slope, which may not leave
/// it.
fn smooth_minimum(pair: &Pair, start: DVec2) -> Candidate {
    let first = Slope::new(pair, start, 0.0);
    let Some([mut below, mut above]) = bracket(pair, start, first) else {
        return first.candidate();
    };
    let (mut best, mut idle) = (if below.slope.abs() < above.slope.abs() { below } else { above }, 0);
    for _ in 0..NEWTON_LIMIT {
        let newton = best.angle - best.slope / pair.bend(best.n, best.w);
        let middle = 0.5 * (below.angle + above.angle);
        let inside = newton > below.angle && newton < above.angle;
        let next = Slope::new(pair, start, if inside && idle == 0 { newton } else { middle });
        if next.slope < 0.0 {
            below = next;
        } else {
            above = next;
        }
        idle = if next.slope.abs() < best.slope.abs() { 0 } else { idle + 1 };
        if idle == 0 {
            best = next;
        }
        if best.slope == 0.0 || idle == IDLE_LIMIT || above.angle - below.angle <= f64::EPSILON {
            break;
        }
    }
    best.candidate()
}

/// A direction turned by an angle from where a search started, and the slope of the support width there.
#[derive(Clone, Copy, Debug)]
struct Slope {
    angle: f64,
    n: DVec2,
    w: DVec2,
    slope: f64,
}

impl Slope {
    fn new(pair: &Pair, start: DVec2, angle: f64) -> Self {
        let n = DVec2::from_angle(angle).rotate(start).normalize();
        let w = pair.support(n).w;
        Self { angle, n, w, slope: w.dot(n.perp()) }
    }

    fn candidate(&self) -> Candidate {
        Candidate { n: self.n, width: self.w.dot(self.n) }
    }
}

/// Goes downhill in growing steps until the slope has turned: a minimum lies between the two directions, the first of
/// which has a falling width, the second a rising one. None where the width is flat already.
fn bracket(pair: &Pair, start: DVec2, first: Slope) -> Option<[Slope; 2]> {
    let downhill = if first.slope < 0.0 { 1.0 } else { -1.0 };
    let mut last = first;
    let mut step = FIRST_STEP;
    while step < PI && first.slope != 0.0 {
        let next = Slope::new(pair, start, downhill * step);
        if next.slope * downhill >= 0.0 {
            return Some(if downhill > 0.0 { [last, next] } else { [next, last] });
        }
        last = next;
        step *= 4.0;
    }
    None
}
