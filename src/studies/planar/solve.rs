//! From two bodies to their contact.

use glam::DVec2;

use super::answer::PlanarContact;
use super::epa::epa;
use super::gjk::{Gjk, gjk};
use super::pair::Pair;
use super::patch::meet;
use super::refine::refine;
use super::shape::PlanarBody;
use super::trace::{Observer, Trace};
use crate::narrow::{Cause, Status};

/// Bounds further apart than this share of the size have not closed.
const CLOSED: f64 = 1e-11;

/// Overlap or distance of two bodies, the normal, and where they meet.
///
/// Bodies with the same centre have no direction between them; the search then starts along x, and of several
/// directions that are equally good one is chosen, the same at every call.
pub fn contact(a: &PlanarBody, b: &PlanarBody) -> PlanarContact {
    observed_contact(a, b, &mut ())
}

/// The contact, with all steps of the search for it.
pub fn traced_contact(a: &PlanarBody, b: &PlanarBody) -> (PlanarContact, Trace) {
    let mut trace = Trace::default();
    (observed_contact(a, b, &mut trace), trace)
}

/// The contact, while `observer` watches the search.
pub fn observed_contact(a: &PlanarBody, b: &PlanarBody, observer: &mut impl Observer) -> PlanarContact {
    let pair = Pair::new(a, b);
    observer.radius(pair.radius);
    let found = solve(&pair, observer);
    let (along, kind) = meet(&pair, found.n);
    let overlap = found.width + pair.radius;
    let height = pair.a.support(found.n).0.dot(found.n) + pair.radius_a;
    let from_a = a.centroid();
    let at_height = |height: f64| from_a + (found.n.perp() * along + found.n * height);
    let settled = found.width - found.lower <= CLOSED * pair.scale();
    PlanarContact {
        overlap,
        lower: found.lower + pair.radius,
        upper: overlap,
        normal: found.n,
        point: at_height(height - 0.5 * overlap),
        c1: at_height(height),
        c2: at_height(height - overlap),
        kind,
        unique: found.unique,
        status: if settled { Status::Ok } else { Status::Unsure(Cause::Iterations) },
        gjk_iterations: found.gjk_iterations,
        epa_iterations: found.epa_iterations,
    }
}

/// The direction of least width of the cores.
struct Found {
    n: DVec2,
    width: f64,
    lower: f64,
    unique: bool,
    gjk_iterations: u32,
    epa_iterations: u32,
}

fn solve(pair: &Pair, observer: &mut impl Observer) -> Found {
    if pair.is_points() {
        return between_points(pair);
    }
    let search = gjk(pair, pair.shift.normalize_or(DVec2::X), observer);
    if search.meets { overlapping(pair, &search, observer) } else { apart(pair, &search) }
}

/// Two discs.
fn between_points(pair: &Pair) -> Found {
    let distance = pair.shift.length();
    let unique = distance > 0.0;
    let n = if unique { pair.shift / distance } else { DVec2::X };
    Found { n, width: -distance, lower: -distance, unique, gjk_iterations: 0, epa_iterations: 0 }
}

fn apart(pair: &Pair, search: &Gjk) -> Found {
    let best = refine(pair, -search.closest.normalize_or(DVec2::NEG_X), &search.simplex);
    // Any two points of the bodies bound the distance from above: those of the simplex, and those at the final normal.
    let at_normal = pair.support(best.n).w.length();
    let lower = -search.closest.length().min(at_normal);
    let lower = lower.min(best.width);
    Found { n: best.n, width: best.width, lower, unique: true, gjk_iterations: search.iterations, epa_iterations: 0 }
}

fn overlapping(pair: &Pair, search: &Gjk, observer: &mut impl Observer) -> Found {
    let (mut polygon, ends, normal) = epa(pair, &search.simplex, observer);
    let best = refine(pair, normal, &ends);
    // The edge of a cornered difference is the answer itself, without the rounding of its ends.
    let exact = polygon.closed && !pair.is_curved();
    let lower = if exact { best.width } else { polygon.lower.min(best.width) };
    let unique = polygon.is_unique(pair, best.n, best.width);
    Found {
        n: best.n,
        width: best.width,
        lower,
        unique,
        gjk_iterations: search.iterations,
        epa_iterations: polygon.iterations,
    }
}
