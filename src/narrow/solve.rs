//! From two cores to the contact normal with its bounds: GJK, then EPA where they meet, then the exact direction.

use glam::DVec3;

use super::WarmStart;
use super::answer::{Cause, Status};
use super::curved::{followed_direction, stationary_direction};
use super::features::{Candidate, feature_normal, separating_normal};
use super::pair::{Core, NO_VERTEX, Pair, Support, Vertex};
use super::penetrate::{Accuracy, complete_seed, penetrate, prove};
use super::polytope::Polytope;
use super::separate::{Approach, Outcome, Separation};

/// Rounding of a support width, as a share of the bodies' sizes.
const WIDTH_ROUNDING: f64 = 4e-15;
/// How closely the bounds of a curved pair must close, as a share of the smaller body.
const CURVED_TOLERANCE: f64 = 1e-11;
/// Bounds of a gap further apart than this share of the larger body make the answer unconverged.
const OPEN_GAP: f64 = 1e-9;
/// Bounds of a gap that agree to this share of the larger body are both exact.
const EXACT_GAP: f64 = 1e-12;
/// Sine by which the origin may stand beside a face's edge and still be before the face.
const FACING: f64 = 1e-9;
/// Rounds of looking along a sharper normal for still closer points.
const SHARPENINGS: usize = 16;
/// Shares of the gap to which GJK runs on curved pairs before each try of Newton's method.
const CURVED_GAPS: [f64; 4] = [1e-2, 1e-5, 1e-8, 1e-12];
/// Expansions of a polyhedral pair before the answer is given with the bounds reached.
const POLYHEDRAL_LIMIT: u32 = 8000;
/// The same for a curved pair: bounds that have not closed by then are those of a whole family of equal minima.
const CURVED_LIMIT: u32 = 1000;
/// The same for the proof of a minimum that was followed: beyond it, a new search is the shorter way.
const FOLLOWED_LIMIT: u32 = 100;
/// Cosine of 1e-6 rad: directions this close belong to one face.
const SAME_FACE: f64 = 1.0 - 5e-13;
/// Cosine of 0.1 rad: directions this close belong to one smooth minimum.
const SAME_MINIMUM: f64 = 0.995;

/// The normal of two cores, with bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solution {
    /// The direction; its width is the overlap of the cores.
    pub best: Candidate,
    /// The overlap is not below this [m].
    pub lower: f64,
    /// The overlap is not above this [m].
    pub upper: f64,
    pub unique: bool,
    pub status: Status,
    pub gjk_iterations: u32,
    pub epa_iterations: u32,
}

impl Solution {
    /// A direction that is known to be the best.
    pub fn certain(best: Candidate, unique: bool) -> Self {
        let width = best.width;
        Self { best, lower: width, upper: width, unique, status: Status::Ok, gjk_iterations: 0, epa_iterations: 0 }
    }
}

/// What a search for the normal needs besides the pair.
pub(crate) struct Solver<'s> {
    pub polytope: &'s mut Polytope,
    pub warm: &'s mut WarmStart,
    /// Cores proven to be further apart than this [m] need no exact gap.
    pub gap_limit: f64,
    /// Bounding radii of the bodies, the smaller first [m].
    pub sizes: (f64, f64),
}

impl Solver<'_> {
    pub(crate) fn rounding(&self) -> f64 {
        WIDTH_ROUNDING * (self.sizes.0 + self.sizes.1)
    }

    /// Cores that are hulls of points.
    pub fn polyhedral<A: Support, B: Support>(mut self, pair: &Pair<A, B>) -> Solution {
        let shapes = pair.a.polyhedron().zip(pair.b.polyhedron());
        if let Some(found) = shapes.and_then(|shapes| self.last_face(pair, shapes)) {
            return found;
        }
        let guess = first_guess(pair, self.warm);
        let first = pair.support(guess);
        if let Some(apart) = proven_apart(&first, guess, self.gap_limit) {
            return apart;
        }
        if let Some(found) = shapes.and_then(|shapes| self.direct(pair, shapes, (guess, first))) {
            return found;
        }
        if let Some(seed) = remembered_seed(pair, self.warm) {
            return self.meeting_polyhedra(pair, seed, 0);
        }
        let mut search = Separation::from_point(first);
        if let Some(apart) = self.separated_polyhedra(pair, &mut search) {
            return apart;
        }
        let points = search.simplex.points();
        match solid_seed(points).or_else(|| complete_seed(pair, points)) {
            Some(seed) => self.meeting_polyhedra(pair, seed, search.iterations),
            None => without_volume(pair, search.iterations),
        }
    }

    /// The gap is the distance of the closest points; the normal comes from the features they lie on. None when no
    /// direction shows a gap.
    fn separated_polyhedra<A: Support, B: Support>(
        &mut self,
        pair: &Pair<A, B>,
        search: &mut Separation,
    ) -> Option<Solution> {
        let gap = match search.run(pair, 0.0, self.gap_limit) {
            Outcome::Apart { gap } => gap,
            Outcome::Stalled => 0.0,
            Outcome::Meeting => return None,
        };
        let beyond_limit = gap > self.gap_limit;
        let mut best = if beyond_limit {
            Candidate::along(pair, -search.v.normalize())
        } else {
            self.sharpened_normal(pair, search)?
        };
        if best.width >= 0.0 && gap == 0.0 {
            return None;
        }
        remember(self.warm, search.simplex.points());
        let distance = search.v.length();
        let upper = best.width.min(-gap);
        let open = upper + distance;
        if !beyond_limit
            && open > EXACT_GAP * self.sizes.1
            && let Some(face) = self.facing_polyhedra(pair, search)
        {
            return Some(face);
        }
        let unconverged = open > OPEN_GAP * self.sizes.1 && !beyond_limit;
        let status = if unconverged { Status::Unsure(Cause::Stalled) } else { Status::Ok };
        // Three points make a face of the difference, and the width at its exact normal is the best value; the normal
        // of fewer carries the rounding of a short vector, and the length of that vector is better.
        let exact = search.simplex.points().len() == 3 && open <= EXACT_GAP * self.sizes.1;
        let by_width = exact || beyond_limit || !search.is_settled(gap);
        best.width = if by_width { upper } else { -distance };
        let gjk_iterations = search.iterations;
        Some(Solution { best, lower: -distance, upper, unique: true, status, gjk_iterations, epa_iterations: 0 })
    }

    /// A gap so small that its direction drowns in rounding, and with it the steps of GJK: where a face of the difference
    /// stands squarely before the origin, EPA finds it, and its exact normal measures the gap.
    fn facing_polyhedra<A: Support, B: Support>(&mut self, pair: &Pair<A, B>, search: &Separation) -> Option<Solution> {
        let seed = complete_seed(pair, search.simplex.points())?;
        let refine = |n: DVec3, corners: &[Vertex; 3]| feature_normal(pair, corners, n);
        let found = penetrate(pair, self.polytope, seed, self.polyhedral_accuracy(), refine);
        let [p, q, r, _] = found.simplex.map(|vertex| vertex.w);
        let n = found.best.n;
        let before = |from: DVec3, to: DVec3| from.cross(to).dot(n) >= -FACING * from.length() * to.length();
        let squarely = before(p, q) && before(q, r) && before(r, p);
        (squarely && found.best.width < 0.0 && found.status == Status::Ok).then(|| Solution {
            gjk_iterations: search.iterations,
            epa_iterations: found.iterations,
            ..Solution::certain(found.best, true)
        })
    }

    fn polyhedral_accuracy(&self) -> Accuracy {
        Accuracy {
            tolerance: self.rounding(),
            size: self.sizes.0,
            same_direction: SAME_FACE,
            polyhedral: true,
            iteration_limit: POLYHEDRAL_LIMIT,
        }
    }

    fn curved_accuracy(&self) -> Accuracy {
        Accuracy {
            tolerance: CURVED_TOLERANCE * self.sizes.0 + self.rounding(),
            size: self.sizes.0,
            same_direction: SAME_MINIMUM,
            polyhedral: false,
            iteration_limit: CURVED_LIMIT,
        }
    }

    /// The normal from the features at the closest points. It has more digits than the vector between these points that
    /// steered the search, so a support point along it may bring them closer still. None when the origin is reached or
    /// enclosed.
    fn sharpened_normal<A: Support, B: Support>(
        &self,
        pair: &Pair<A, B>,
        search: &mut Separation,
    ) -> Option<Candidate> {
        let mut best = Candidate::NONE;
        for _ in 0..SHARPENINGS {
            let distance = search.v.length();
            if distance == 0.0 {
                return None;
            }
            let guess = -search.v / distance;
            let found = separating_normal(pair, search.simplex.points(), guess, (distance, self.rounding()));
            best.improve(found);
            let vertex = pair.vertex(found.top.0, found.top.1)?;
            if found.width + distance <= self.rounding() || search.simplex.contains(&vertex) {
                break;
            }
            match search.approach(vertex) {
                Approach::Nearer => search.iterations += 1,
                Approach::NoNearer => break,
                Approach::Enclosed => return None,
            }
        }
        Some(best)
    }

    fn meeting_polyhedra<A: Support, B: Support>(
        &mut self,
        pair: &Pair<A, B>,
        seed: [Vertex; 4],
        gjk_iterations: u32,
    ) -> Solution {
        let accuracy = self.polyhedral_accuracy();
        let refine = |n: DVec3, corners: &[Vertex; 3]| feature_normal(pair, corners, n);
        let found = self.meeting(pair, seed, accuracy, gjk_iterations, refine);
        if found.best.width < -accuracy.tolerance {
            // The polytope has shown a gap after all: the distance is GJK's to find.
            let mut search = Separation::start(pair, found.best.n);
            if let Some(apart) = self.separated_polyhedra(pair, &mut search) {
                let gjk_iterations = gjk_iterations + apart.gjk_iterations;
                return Solution { gjk_iterations, epa_iterations: found.epa_iterations, ..apart };
            }
        }
        found
    }

    fn meeting<A: Support, B: Support>(
        &mut self,
        pair: &Pair<A, B>,
        seed: [Vertex; 4],
        accuracy: Accuracy,
        gjk_iterations: u32,
        refine: impl Fn(DVec3, &[Vertex; 3]) -> Candidate,
    ) -> Solution {
        let found = penetrate(pair, self.polytope, seed, accuracy, refine);
        remember(self.warm, &found.simplex);
        Solution {
            best: found.best,
            lower: found.lower,
            upper: found.best.width,
            unique: found.unique,
            status: found.status,
            gjk_iterations,
            epa_iterations: found.iterations,
        }
    }

    /// Cores of which one at least is curved.
    pub fn curved(mut self, pair: &Pair<Core, Core>) -> Solution {
        let guess = first_guess(pair, self.warm);
        let mut search = Separation::start(pair, guess);
        if let Some(apart) = proven_apart(&search.simplex.points()[0], guess, self.gap_limit) {
            return apart;
        }
        if self.warm.axis.is_some()
            && let Some(found) = self.followed(pair, guess)
        {
            return found;
        }
        let mut gap = 0.0;
        let mut best = Candidate::NONE;
        let mut floor = f64::NEG_INFINITY;
        for tolerance in CURVED_GAPS {
            match search.run(pair, tolerance, self.gap_limit) {
                Outcome::Apart { gap: proven } => gap = proven,
                Outcome::Stalled | Outcome::Meeting => return self.meeting_curved(pair, &search),
            }
            if gap > self.gap_limit {
                break;
            }
            let found = stationary_direction(pair, search.simplex.points(), -search.v.normalize());
            // Apart, there is one stationary direction only: a solution that proves a gap is the solution.
            if found.width < 0.0 && found.witness.is_some() {
                return Solution { gjk_iterations: search.iterations, ..Solution::certain(found, true) };
            }
            best.improve(found);
            floor = floor.max(found.floor);
        }
        best.floor = floor;
        self.bounded_gap(pair, &search, gap, best)
    }

    /// The minimum of the last call, followed to the new pose by Newton's method and proven anew. None where it is lost, or
    /// where the proof shows that another direction may be better.
    fn followed(&mut self, pair: &Pair<Core, Core>, last: DVec3) -> Option<Solution> {
        let found = followed_direction(pair, last)?;
        if found.width < 0.0 {
            return Some(Solution { gjk_iterations: 1, ..Solution::certain(found, true) });
        }
        let accuracy = Accuracy { iteration_limit: FOLLOWED_LIMIT, ..self.curved_accuracy() };
        if accuracy.is_proven(&found) {
            return Some(Solution { lower: found.floor, gjk_iterations: 1, ..Solution::certain(found, true) });
        }
        let refine = |n: DVec3, corners: &[Vertex; 3]| stationary_direction(pair, corners, n);
        let proven = prove(pair, self.polytope, found, accuracy, refine)?;
        Some(Solution {
            best: proven.best,
            lower: proven.lower,
            upper: proven.best.width,
            unique: proven.unique,
            status: proven.status,
            gjk_iterations: 1,
            epa_iterations: proven.iterations,
        })
    }

    /// What GJK knows of a gap whose exact normal was not found: the distance of its closest points and the widest gap
    /// that any direction tried has shown.
    fn bounded_gap(&self, pair: &Pair<Core, Core>, search: &Separation, gap: f64, mut best: Candidate) -> Solution {
        let floor = best.floor.max(-search.v.length());
        best.improve(Candidate::along(pair, -search.v.normalize()));
        let upper = best.width.min(-gap);
        let lower = floor.min(upper);
        let unconverged = upper - lower > OPEN_GAP * self.sizes.0 && gap <= self.gap_limit;
        let status = if unconverged { Status::Unsure(Cause::Stalled) } else { Status::Ok };
        best.width = upper;
        let gjk_iterations = search.iterations;
        Solution { best, lower, upper, unique: true, status, gjk_iterations, epa_iterations: 0 }
    }

    fn meeting_curved(&mut self, pair: &Pair<Core, Core>, search: &Separation) -> Solution {
        let points = search.simplex.points();
        let Some(seed) = solid_seed(points).or_else(|| complete_seed(pair, points)) else {
            return without_volume(pair, search.iterations);
        };
        let accuracy = self.curved_accuracy();
        let refine = |n: DVec3, corners: &[Vertex; 3]| stationary_direction(pair, corners, n);
        let found = self.meeting(pair, seed, accuracy, search.iterations, refine);
        if found.best.width < 0.0 && found.best.witness.is_none() {
            // The polytope has shown a gap after all, but its faces are not made to measure it.
            let mut search = Separation::start(pair, found.best.n);
            if let Outcome::Apart { gap } = search.run(pair, 0.0, f64::INFINITY) {
                search.iterations += found.gjk_iterations;
                let apart = self.bounded_gap(pair, &search, gap, found.best);
                return Solution { epa_iterations: found.epa_iterations, ..apart };
            }
        }
        found
    }
}

/// The last normal, else from centre to centre, else a fixed choice.
fn first_guess<A: Support, B: Support>(pair: &Pair<A, B>, warm: &WarmStart) -> DVec3 {
    let last = warm.axis.and_then(DVec3::try_normalize);
    last.or_else(|| pair.frame.shift.try_normalize()).unwrap_or(DVec3::X)
}

/// An answer from the very first support pair, when it proves a gap above the limit.
pub(crate) fn proven_apart(first: &Vertex, n: DVec3, gap_limit: f64) -> Option<Solution> {
    let best = Candidate::with_support(n, first);
    (best.width < -gap_limit).then(|| Solution {
        lower: -first.w.length(),
        gjk_iterations: 1,
        ..Solution::certain(best, true)
    })
}

/// A difference without volume: the support width along the centre line still bounds the overlap.
fn without_volume<A: Support, B: Support>(pair: &Pair<A, B>, gjk_iterations: u32) -> Solution {
    let best = Candidate::along(pair, first_guess(pair, &WarmStart::default()));
    Solution {
        lower: f64::NEG_INFINITY,
        status: Status::Unsure(Cause::Stalled),
        gjk_iterations,
        ..Solution::certain(best, true)
    }
}

/// The remembered support pairs at the new pose, if they span a solid that still encloses the origin.
fn remembered_seed<A: Support, B: Support>(pair: &Pair<A, B>, warm: &WarmStart) -> Option<[Vertex; 4]> {
    let [Some(p), Some(q), Some(r), Some(s)] = warm.simplex else { return None };
    let mut seed = [Vertex { w: DVec3::ZERO, a: NO_VERTEX, b: NO_VERTEX }; 4];
    for (vertex, (a, b)) in seed.iter_mut().zip([p, q, r, s]) {
        *vertex = pair.vertex(a, b)?;
    }
    let seed = solid_seed(&seed)?;
    let [p, q, r, s] = seed.map(|vertex| vertex.w);
    let volume = (q - p).cross(r - p).dot(s - p);
    // The origin in place of each corner in turn: all four tetrahedra must have the sense of the whole.
    let parts = [q.cross(r).dot(s), -p.cross(r).dot(s), p.cross(q).dot(s), -p.cross(q).dot(r)];
    parts.iter().all(|part| part * volume > 0.0).then_some(seed)
}

/// Four points that span a solid tetrahedron, as they are.
pub(crate) fn solid_seed(points: &[Vertex]) -> Option<[Vertex; 4]> {
    let &[a, b, c, d] = points else { return None };
    let (u, v, w) = (b.w - a.w, c.w - a.w, d.w - a.w);
    let size = u.length_squared().max(v.length_squared()).max(w.length_squared());
    (u.cross(v).dot(w).abs() > 1e-9 * size * size.sqrt()).then_some([a, b, c, d])
}

/// Stores the support pairs of numbered vertices for the next call.
pub(crate) fn remember(warm: &mut WarmStart, points: &[Vertex]) {
    warm.simplex = [None; 4];
    for (slot, point) in warm.simplex.iter_mut().zip(points) {
        *slot = (point.a != NO_VERTEX && point.b != NO_VERTEX).then_some((point.a, point.b));
    }
}
