//! The default detector: the Minkowski overlap of any two convex shapes.
//!
//! In the frame of A: a closed form where there is one; else GJK, and EPA when the shapes meet; then the exact normal
//! from the features or from Newton's method; then the contact point.

use glam::DVec3;

use super::analytic::direct_normal;
use super::answer::{Cause, Contact, Status};
use super::curved::stationary_direction;
use super::features::{Candidate, feature_normal};
use super::pair::{Core, Frame, NO_VERTEX, Pair, Placed, Support, Vertex};
use super::patch::{Meeting, PatchScratch, patch};
use super::penetrate::{Accuracy, complete_seed, penetrate};
use super::polytope::Polytope;
use super::separate::{Outcome, Separation};
use super::{Body, Detector, Unsupported, WarmStart};
use crate::bodies::polyhedron::Lane;
use crate::bodies::{HalfSpace, Shape};

/// Rounding of a support width, as a share of the bodies' sizes.
const WIDTH_ROUNDING: f64 = 4e-15;
/// How closely the bounds of a curved pair must close, as a share of the smaller body.
const CURVED_TOLERANCE: f64 = 1e-11;
/// Shares of the gap to which GJK runs on curved pairs before each try of Newton's method.
const CURVED_GAPS: [f64; 4] = [1e-2, 1e-5, 1e-8, 1e-12];
/// Cosine of 1e-6 rad: directions this close belong to one face.
const SAME_FACE: f64 = 1.0 - 5e-13;
/// Cosine of 0.1 rad: directions this close belong to one smooth minimum.
const SAME_MINIMUM: f64 = 0.995;

/// GJK, EPA and Newton's method behind one call, for every pair of shapes.
#[derive(Clone, Debug)]
pub struct Minkowski {
    /// Pairs that are proven to be further apart than this [m] get a bound of their gap instead of its exact value.
    /// Infinite by default: every gap is exact.
    pub gap_limit: f64,
    polytope: Polytope,
    patch: PatchScratch,
    lanes: Vec<Lane>,
}

impl Default for Minkowski {
    fn default() -> Self {
        Self {
            gap_limit: f64::INFINITY,
            polytope: Polytope::default(),
            patch: PatchScratch::default(),
            lanes: Vec::new(),
        }
    }
}

impl Minkowski {
    /// A detector that only bounds gaps above `gap_limit` [m]: all that a force law needs, and faster.
    pub fn with_gap_limit(gap_limit: f64) -> Self {
        Self { gap_limit, ..Self::default() }
    }
}

impl Detector for Minkowski {
    fn name(&self) -> &'static str {
        "minkowski"
    }

    fn detect(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<Contact, Unsupported> {
        match (a.shape, b.shape) {
            (Shape::HalfSpace(_), Shape::HalfSpace(_)) => Err(Unsupported {
                detector: self.name(),
                a: a.shape.family(),
                b: b.shape.family(),
                reason: "two half-spaces overlap without bound; give at least one finite shape",
            }),
            (_, Shape::HalfSpace(wall)) => Ok(self.against_wall(a, b, wall)),
            (Shape::HalfSpace(wall), _) => Ok(self.against_wall(b, a, wall).swapped()),
            (Shape::Polyhedron(on_a), Shape::Polyhedron(on_b)) => {
                let frame = Frame::new(a, b);
                let mut lanes = std::mem::take(&mut self.lanes);
                on_b.placed_lanes(&frame.turn, frame.shift, &mut lanes);
                let pair = Pair::new(on_a, Placed { shape: on_b, lanes: &lanes }, frame);
                let solution = self.solve_polyhedral(&pair, Rounding::NONE, sizes(a, b), warm);
                let contact = self.finish(a, b, &pair, solution, Rounding::NONE);
                self.lanes = lanes;
                Ok(contact)
            }
            _ => Ok(self.any_pair(a, b, warm)),
        }
    }
}

/// Radii by which the cores are rounded [m].
#[derive(Clone, Copy, Debug)]
struct Rounding {
    a: f64,
    b: f64,
}

impl Rounding {
    const NONE: Self = Self { a: 0.0, b: 0.0 };
}

/// The normal of two cores, with bounds.
#[derive(Clone, Copy, Debug)]
struct Solution {
    best: Candidate,
    lower: f64,
    unique: bool,
    status: Status,
    gjk_iterations: u32,
    epa_iterations: u32,
}

impl Solution {
    fn direct(best: Candidate, unique: bool) -> Self {
        let lower = best.width;
        Self { best, lower, unique, status: Status::Ok, gjk_iterations: 0, epa_iterations: 0 }
    }
}

/// Bounding radii of two finite bodies, the smaller first [m].
fn sizes(a: &Body, b: &Body) -> (f64, f64) {
    let (a, b) = (a.shape.bounding_radius(), b.shape.bounding_radius());
    (a.min(b), a.max(b))
}

impl Minkowski {
    fn any_pair(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Contact {
        let cores = Core::new(a.shape).zip(Core::new(b.shape));
        let ((core_a, radius_a), (core_b, radius_b)) = cores.unwrap_or(((Core::Point, 0.0), (Core::Point, 0.0)));
        let pair = Pair::new(core_a, core_b, Frame::new(a, b));
        let rounding = Rounding { a: radius_a, b: radius_b };
        let solution = if let Some(direct) = direct_normal(&pair) {
            Solution::direct(Candidate::along(&pair, direct.n), direct.unique)
        } else if core_a.is_polyhedral() && core_b.is_polyhedral() {
            self.solve_polyhedral(&pair, rounding, sizes(a, b), warm)
        } else {
            self.solve_curved(&pair, rounding, sizes(a, b), warm)
        };
        warm.axis = Some(solution.best.n);
        self.finish(a, b, &pair, solution, rounding)
    }

    /// A finite body against a half-space: the normal is known.
    fn against_wall(&mut self, a: &Body, wall_body: &Body, wall: &HalfSpace) -> Contact {
        let frame = Frame::new(a, wall_body);
        let outward = frame.turn * wall.normal();
        let n = -outward;
        let top = match a.shape {
            Shape::Polyhedron(shape) => shape.support_index(n, None),
            _ => NO_VERTEX,
        };
        let support = a.shape.support(n);
        let overlap = wall.offset() + outward.dot(frame.shift) + support.dot(n);
        let size = a.shape.bounding_radius();
        let meeting = Meeting {
            a: a.shape,
            b: wall_body.shape,
            frame,
            n,
            top: (top, NO_VERTEX),
            witness: None,
            sizes: (size, size),
        };
        let solution = Solution::direct(Candidate { n, width: overlap, ..Candidate::NONE }, true);
        self.place(a, meeting, solution, overlap, support.dot(n))
    }

    fn solve_polyhedral<A: Support, B: Support>(
        &mut self,
        pair: &Pair<A, B>,
        rounding: Rounding,
        (size, large): (f64, f64),
        warm: &mut WarmStart,
    ) -> Solution {
        let accuracy =
            Accuracy { tolerance: WIDTH_ROUNDING * (size + large), size, same_direction: SAME_FACE, polyhedral: true };
        let gap_limit = self.gap_limit + rounding.a + rounding.b;
        let refine = |n: DVec3, corners: &[Vertex]| feature_normal(pair, corners, n);
        if let Some(seed) = enclosing_seed(pair, warm) {
            return self.solve_meeting(pair, seed, accuracy, refine, warm, 0);
        }
        let guess = first_guess(pair, warm);
        let mut search = Separation::start(pair, guess);
        if let Some(apart) = proven_apart(&search, guess, gap_limit) {
            return apart;
        }
        match search.run(pair, 0.0, gap_limit) {
            Outcome::Apart { gap } => {
                remember(warm, search.simplex.points());
                self.separated(&search, gap, refine, large)
            }
            Outcome::Meeting => {
                let points = search.simplex.points();
                self.solve_meeting(pair, points, accuracy, refine, warm, search.iterations)
            }
        }
    }

    /// The exact gap from the features that GJK ended on.
    fn separated(
        &self,
        search: &Separation,
        gap: f64,
        refine: impl Fn(DVec3, &[Vertex]) -> Candidate,
        large: f64,
    ) -> Solution {
        let distance = search.v.length();
        let best = refine(-search.v / distance, search.simplex.points());
        let lower = -distance;
        let open = -gap.max(-best.width) - lower > 1e-9 * large && gap <= self.gap_limit;
        let status = if open { Status::Unsure(Cause::Stalled) } else { Status::Ok };
        Solution { best, lower, unique: true, status, gjk_iterations: search.iterations, epa_iterations: 0 }
    }

    /// EPA from whatever GJK ended with.
    fn solve_meeting<A: Support, B: Support>(
        &mut self,
        pair: &Pair<A, B>,
        points: &[Vertex],
        accuracy: Accuracy,
        refine: impl Fn(DVec3, &[Vertex]) -> Candidate,
        warm: &mut WarmStart,
        gjk_iterations: u32,
    ) -> Solution {
        let Some(seed) = solid_seed(points).or_else(|| complete_seed(pair, points)) else {
            // A difference without volume: the support width along the centre line still bounds the overlap.
            let n = first_guess(pair, &WarmStart::default());
            let best = Candidate::along(pair, n);
            let status = Status::Unsure(Cause::Stalled);
            return Solution {
                best,
                lower: f64::NEG_INFINITY,
                unique: true,
                status,
                gjk_iterations,
                epa_iterations: 0,
            };
        };
        let found = penetrate(pair, &mut self.polytope, seed, accuracy, &refine);
        remember(warm, &found.simplex);
        if found.best.width < -accuracy.tolerance {
            // The polytope has shown a gap after all: the distance is GJK's to find.
            let mut search = Separation::start(pair, found.best.n);
            if let Outcome::Apart { gap } = search.run(pair, 0.0, f64::INFINITY) {
                let mut apart = self.separated(&search, gap, refine, accuracy.size);
                apart.gjk_iterations += gjk_iterations;
                apart.epa_iterations = found.iterations;
                return apart;
            }
        }
        Solution {
            best: found.best,
            lower: found.lower,
            unique: found.unique,
            status: found.status,
            gjk_iterations,
            epa_iterations: found.iterations,
        }
    }

    fn solve_curved(
        &mut self,
        pair: &Pair<Core, Core>,
        rounding: Rounding,
        (size, large): (f64, f64),
        warm: &mut WarmStart,
    ) -> Solution {
        let accuracy = Accuracy {
            tolerance: CURVED_TOLERANCE * size + WIDTH_ROUNDING * (size + large),
            size,
            same_direction: SAME_MINIMUM,
            polyhedral: false,
        };
        let gap_limit = self.gap_limit + rounding.a + rounding.b;
        let refine = |n: DVec3, corners: &[Vertex]| stationary_direction(pair, corners, n);
        let guess = first_guess(pair, warm);
        let mut search = Separation::start(pair, guess);
        if let Some(apart) = proven_apart(&search, guess, gap_limit) {
            return apart;
        }
        for tolerance in CURVED_GAPS {
            let Outcome::Apart { gap } = search.run(pair, tolerance, gap_limit) else {
                let points = search.simplex.points();
                return self.solve_meeting(pair, points, accuracy, refine, warm, search.iterations);
            };
            let found = refine(-search.v.normalize(), search.simplex.points());
            // Apart, the problem has one stationary direction only: a solution that proves a gap is the solution.
            if found.width < 0.0 || gap > gap_limit {
                let raw = |n: DVec3, _: &[Vertex]| if found.width < 0.0 { found } else { Candidate::along(pair, n) };
                let solution = self.separated(&search, gap, raw, large);
                return Solution { status: Status::Ok, ..solution };
            }
        }
        let gap = pair.width(-search.v.normalize());
        self.separated(&search, -gap, |n, _| Candidate::along(pair, n), large)
    }

    /// Adds rounding and contact point, and turns all to the world.
    fn finish<A: Support, B: Support>(
        &mut self,
        a: &Body,
        b: &Body,
        pair: &Pair<A, B>,
        solution: Solution,
        rounding: Rounding,
    ) -> Contact {
        let n = solution.best.n;
        let rounded = |(p, q): (DVec3, DVec3)| (p + n * rounding.a, q - n * rounding.b);
        let meeting = Meeting {
            a: a.shape,
            b: b.shape,
            frame: pair.frame,
            n,
            top: solution.best.top,
            witness: solution.best.witness.map(rounded),
            sizes: sizes(a, b),
        };
        let top = match solution.best.top.0 {
            NO_VERTEX => pair.a.support(n, NO_VERTEX).0,
            vertex => pair.a.vertex(vertex),
        };
        let height = top.dot(n) + rounding.a;
        let radii = rounding.a + rounding.b;
        let solution = Solution { lower: solution.lower + radii, ..solution };
        self.place(a, meeting, solution, solution.best.width + radii, height)
    }

    /// The contact in the world; `height` is that of A's support plane along the normal, in A's frame.
    fn place(&mut self, a: &Body, meeting: Meeting, solution: Solution, overlap: f64, height: f64) -> Contact {
        let n = meeting.n;
        let found = patch(&meeting, &mut self.patch);
        let on_a = found.p + n * (height - found.p.dot(n));
        let normal = a.pose.orientation * n;
        let c1 = a.pose.apply(on_a);
        let c2 = c1 - normal * overlap;
        Contact {
            overlap,
            lower: solution.lower.min(overlap),
            upper: overlap,
            normal,
            point: (c1 + c2) * 0.5,
            c1,
            c2,
            kind: found.kind,
            unique: solution.unique,
            status: solution.status,
            gjk_iterations: solution.gjk_iterations,
            epa_iterations: solution.epa_iterations,
        }
    }
}

/// The last normal, else from centre to centre, else a fixed choice.
fn first_guess<A: Support, B: Support>(pair: &Pair<A, B>, warm: &WarmStart) -> DVec3 {
    warm.axis.or_else(|| pair.frame.shift.try_normalize()).unwrap_or(DVec3::X)
}

/// An answer from the very first support pair, when it proves a gap above the limit.
fn proven_apart(search: &Separation, n: DVec3, gap_limit: f64) -> Option<Solution> {
    let width = search.v.dot(n);
    (width < -gap_limit).then(|| Solution {
        best: Candidate::with_support(n, &search.simplex.points()[0]),
        lower: -search.v.length(),
        unique: true,
        status: Status::Ok,
        gjk_iterations: 1,
        epa_iterations: 0,
    })
}

/// The remembered support pairs, if they still enclose the origin.
fn enclosing_seed<'s, A: Support, B: Support>(pair: &Pair<A, B>, warm: &WarmStart) -> Option<&'s [Vertex]> {
    let _ = (pair, warm);
    None
}

/// Four points that span a solid tetrahedron, as they are.
fn solid_seed(points: &[Vertex]) -> Option<[Vertex; 4]> {
    let &[a, b, c, d] = points else { return None };
    let (u, v, w) = (b.w - a.w, c.w - a.w, d.w - a.w);
    let size = u.length_squared().max(v.length_squared()).max(w.length_squared());
    (u.cross(v).dot(w).abs() > 1e-9 * size * size.sqrt()).then_some([a, b, c, d])
}

/// Stores the support pairs of numbered vertices for the next call.
fn remember(warm: &mut WarmStart, points: &[Vertex]) {
    warm.simplex = [None; 4];
    for (slot, point) in warm.simplex.iter_mut().zip(points) {
        *slot = (point.a != NO_VERTEX && point.b != NO_VERTEX).then_some((point.a, point.b));
    }
}
