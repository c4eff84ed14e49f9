//! GJK in the plane: the point of the Minkowski difference closest to the origin, or a simplex around the origin.

use glam::DVec2;

use super::pair::{Pair, Vertex};
use super::trace::Observer;

/// Simplex updates after which the search ends with what it has.
const LIMIT: u32 = 256;
/// Bounds closer than this share of the size end the search for curved bodies; Newton's method takes over.
const CURVED_TOLERANCE: f64 = 1e-12;
/// The origin closer than this share of the size counts as reached: for cornered bodies a few roundings of a
/// coordinate, for curved ones what still leaves the closest point a direction to start Newton's method from.
const REACHED: [f64; 2] = [4.0 * f64::EPSILON, 1e-10];

/// How a search ended.
#[derive(Clone, Debug)]
pub(super) struct Gjk {
    /// One to three vertices.
    pub simplex: Vec<Vertex>,
    /// The point of the simplex closest to the origin [m]; no number of use when the bodies meet.
    pub closest: DVec2,
    /// True when the origin was not shown to be outside.
    pub meets: bool,
    pub iterations: u32,
}

/// Walks towards the origin, first from the support along `start`.
pub(super) fn gjk(pair: &Pair, start: DVec2, observer: &mut impl Observer) -> Gjk {
    let first = pair.support(start);
    let mut run = Gjk { simplex: vec![first], closest: first.w, meets: true, iterations: 1 };
    observer.simplex(run.simplex.iter().map(|p| p.w));
    let reached = REACHED[usize::from(pair.is_curved())] * pair.scale();
    while run.iterations < LIMIT {
        let distance = run.closest.length();
        if distance <= reached {
            run.meets = true;
            return run;
        }
        let vertex = pair.support(-run.closest / distance);
        // No point of the difference is closer than the support line, once that has passed the origin.
        let proven = vertex.w.dot(run.closest) / distance;
        run.meets = proven <= 0.0;
        let tolerance = if pair.is_curved() { CURVED_TOLERANCE * (pair.scale() + distance) } else { 0.0 };
        let known = run.simplex.iter().any(|p| p.same(&vertex));
        if known || distance - proven <= tolerance || !run.advance(vertex) {
            return run;
        }
        run.iterations += 1;
        observer.simplex(run.simplex.iter().map(|p| p.w));
        if run.simplex.len() == 3 {
            return run;
        }
    }
    run
}

impl Gjk {
    /// Takes `vertex` in and drops what the closest point does not need. False, with nothing changed, when that
    /// brings it no nearer: rounding has the last word.
    fn advance(&mut self, vertex: Vertex) -> bool {
        let mut grown = self.simplex.clone();
        grown.push(vertex);
        if let [p, q, r] = grown[..]
            && encloses(p.w, q.w, r.w)
        {
            (self.simplex, self.closest, self.meets) = (grown, DVec2::ZERO, true);
            return true;
        }
        // The new vertex is part of the closest feature: without it nothing would have come nearer.
        let candidates = self.simplex.iter().map(|p| closest_on_edge(*p, vertex));
        let nearest = candidates.min_by(|x, y| x.1.length_squared().total_cmp(&y.1.length_squared()));
        match nearest {
            Some((kept, closest)) if closest.length_squared() < self.closest.length_squared() => {
                (self.simplex, self.closest) = (kept, closest);
                true
            }
            _ => false,
        }
    }
}

/// The part of an edge that is closest to the origin, and the point.
fn closest_on_edge(p: Vertex, q: Vertex) -> (Vec<Vertex>, DVec2) {
    let along = q.w - p.w;
    let share = -p.w.dot(along) / along.length_squared();
    if share.is_nan() || share <= 0.0 {
        return (vec![p], p.w);
    }
    if share >= 1.0 {
        return (vec![q], q.w);
    }
    // Across the edge rather than along it: the distance of a long edge from a near origin is not lost in its length.
    let across = along.perp() / along.length();
    (vec![p, q], across * p.w.dot(across))
}

/// True when the triangle has the origin inside or on its boundary, and an area.
fn encloses(p: DVec2, q: DVec2, r: DVec2) -> bool {
    let sides = [p.perp_dot(q), q.perp_dot(r), r.perp_dot(p)];
    let area = (q - p).perp_dot(r - p);
    area != 0.0 && sides.iter().all(|side| side * area.signum() >= 0.0)
}
