//! The least overlap of a grain and the end of a wall: a minimum over the directions of a meridian plane.
//!
//! Seen in the cut at one azimuth the grain is a convex figure P, the solid a corner q between its side and its flat end.
//! Along the direction n the overlap is `f(n) = h_P(n) - n . q`, for all n between the normals of side and end; the
//! Minkowski overlap is the least of these. This is the plane's version of EPA, with bounds: if a and b are the points
//! of P furthest along two directions, then between these f is not below the larger of n . (a - q) and n . (b - q). The
//! least of that bound is tried next, until the grain reaches no further than it says.

use glam::{DVec2, DVec3};

use super::meridian::{Rim, cut_of, lifted};
use super::view::Grain;

/// The bound and the value have met when they agree to this share of the grain.
const CLOSE: f64 = 1e-13;
/// Rounding of differences of coordinates, as a share of the largest of them.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
/// Turn that tells the ends of an edge from each other [rad]: above the rounding of a direction.
const TURN: f64 = 1e-9;
/// A smooth grain takes about 25 tries, each a quarter as far off as the one before; a polyhedron a few.
const MAX_TRIES: usize = 64;

/// The furthest point along a direction of the cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The direction.
    pub n: DVec2,
    /// The overlap along it [m].
    pub overlap: f64,
    /// A point of the core that lies furthest along it [m].
    pub point: DVec3,
    /// The point in the cut, from the rim's corner.
    from_corner: DVec2,
}

/// A range of directions, anticlockwise from `a` to `b`, with the bound of the overlap in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    a: Sample,
    b: Sample,
    guess: Guess,
}

/// The least of the bound.
#[derive(Clone, Copy, Debug)]
struct Guess {
    overlap: f64,
    n: DVec2,
    /// Both points lie as deep there.
    is_tie: bool,
}

/// The least overlap, and whether the search came to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Least {
    /// The best direction.
    pub sample: Sample,
    /// False when only bounded.
    pub settled: bool,
}

/// Samples of one grain at one rim, in the cut at one azimuth.
pub(crate) struct Corner<'g> {
    pub grain: &'g Grain<'g>,
    pub rim: &'g Rim,
    pub azimuth: DVec2,
}

impl Corner<'_> {
    fn sample(&self, n: DVec2) -> Sample {
        let point = self.grain.core_support(lifted(n, self.azimuth));
        let from_corner = cut_of(point, self.azimuth).0 - self.rim.corner;
        Sample { n, overlap: from_corner.dot(n) + self.grain.rounding, point, from_corner }
    }

    /// The least overlap over all directions between the `side`'s normal and that of the end.
    pub fn least(&self, side: DVec2, stretches: &mut Vec<Stretch>) -> Least {
        let tolerance = CLOSE * self.grain.size + ROUNDING * self.rim.corner.length();
        let (side, end) = (self.sample(side), self.sample(self.rim.end_normal));
        let (a, b) = if side.n.perp_dot(end.n) > 0.0 { (side, end) } else { (end, side) };
        stretches.clear();
        stretches.push(self.stretch(a, b));
        let mut best = if a.overlap <= b.overlap { a } else { b };
        for _ in 0..MAX_TRIES {
            let (k, lowest) = lowest(stretches);
            let Stretch { a, b, guess } = lowest;
            let sample = self.sample(guess.n);
            if sample.overlap - guess.overlap <= tolerance {
                let point = if guess.is_tie { meeting(&a, &b) } else { self.meeting_along(sample.n) };
                return Least { sample: Sample { point, ..sample }, settled: true };
            }
            if sample.overlap < best.overlap {
                best = sample;
            }
            stretches[k] = self.stretch(a, sample);
            stretches.push(self.stretch(sample, b));
        }
        Least { sample: best, settled: false }
    }

    /// The point at the corner, of all those of the core that lie furthest along `n`. The ends of an edge that lies across
    /// n are found by turning n a little either way.
    fn meeting_along(&self, n: DVec2) -> DVec3 {
        let turned = |by: f64| self.sample((n + n.perp() * by).normalize());
        meeting(&turned(-TURN), &turned(TURN))
    }

    fn stretch(&self, a: Sample, b: Sample) -> Stretch {
        Stretch { a, b, guess: bound(&a, &b, self.grain.rounding) }
    }
}

/// The point at the corner between two that lie as deep.
fn meeting(p: &Sample, q: &Sample) -> DVec3 {
    let chord = q.from_corner - p.from_corner;
    let share = -p.from_corner.dot(chord) / chord.length_squared();
    if share.is_finite() { p.point.lerp(q.point, share.clamp(0.0, 1.0)) } else { p.point }
}

fn lowest(stretches: &[Stretch]) -> (usize, Stretch) {
    let mut found = 0;
    for (k, stretch) in stretches.iter().enumerate() {
        if stretch.guess.overlap < stretches[found].guess.overlap {
            found = k;
        }
    }
    (found, stretches[found])
}

/// The least over the directions between a's and b's of the larger of the two points' overlaps. It is at either end, or
/// where both are the same, or straight from a point to the corner, where this is outside the core.
fn bound(a: &Sample, b: &Sample, rounding: f64) -> Guess {
    let (p, q) = (a.from_corner, b.from_corner);
    let mut least = Guess { overlap: a.overlap, n: a.n, is_tie: false };
    let mut consider = |n: DVec2, overlap: f64, is_tie: bool| {
        if overlap < least.overlap {
            least = Guess { overlap, n, is_tie };
        }
    };
    consider(b.n, b.overlap, false);
    // b lies anticlockwise of a, and so does the normal on the right of the way from a to b.
    let tie = (p - q).perp().try_normalize().filter(|n| between(*n, a.n, b.n));
    if let Some(n) = tie {
        consider(n, p.dot(n).max(q.dot(n)) + rounding, true);
    }
    for (point, from, to) in [(p, a.n, tie.unwrap_or(b.n)), (q, tie.unwrap_or(a.n), b.n)] {
        if let Some(n) = (-point).try_normalize().filter(|n| between(*n, from, to)) {
            consider(n, rounding - point.length(), false);
        }
    }
    least
}

/// Whether `n` lies strictly in the range of less than half a turn, anticlockwise from `a` to `b`.
fn between(n: DVec2, a: DVec2, b: DVec2) -> bool {
    a.perp_dot(n) > 0.0 && n.perp_dot(b) > 0.0
}
