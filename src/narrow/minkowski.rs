//! The default detector: the Minkowski overlap of any two convex shapes.
//!
//! In the frame of A: the normal in closed form where there is one, else by GJK, EPA and the features or Newton's method
//! (`solve.rs`); then the contact point (`patch.rs`); then all is turned to the world.

use glam::DVec3;

use super::analytic::direct_normal;
use super::answer::{Contact, Kind, Status};
use super::certificate::{Certificate, Followed, Met, Proof, Relative};
use super::features::Candidate;
use super::pair::{Core, Frame, NO_VERTEX, Pair, Placed, Support};
use super::patch::{Meeting, PatchScratch, band_of, patch};
use super::penetrate::UNIQUENESS_BAND;
use super::polytope::Polytope;
use super::separate::{Outcome, Separation};
use super::solve::{Solution, Solver};
use super::{Body, Detector, Unsupported, WarmStart};
use crate::geometry::planar::PatchAxes;
use crate::geometry::polyhedron::Lane;
use crate::geometry::{HalfSpace, Polyhedron, Shape};

/// GJK, EPA and Newton's method behind one call, for every pair of shapes.
#[derive(Clone, Debug)]
pub struct Minkowski {
    /// Pairs that are proven to be further apart than this [m] get a bound of their gap instead of its exact value, and the
    /// middle between the bodies' origins may stand for its place. Infinite by default: every gap is exact.
    pub gap_limit: f64,
    /// Features take part in the contact up to this share of the overlap from the support planes, fading out evenly, and
    /// the contact point is their middle. 0 by default: the point is that of the deepest feature alone, and jumps from edge
    /// to edge as bodies rock on each other. With 1, it moves as evenly as they tilt.
    pub patch_depth: f64,
    polytope: Polytope,
    patch: PatchScratch,
    lanes: Vec<Lane>,
}

impl Default for Minkowski {
    fn default() -> Self {
        Self::with_gap_limit(f64::INFINITY)
    }
}

impl Minkowski {
    /// A detector that only bounds gaps above `gap_limit` [m]: all that a force law needs, and faster.
    pub fn with_gap_limit(gap_limit: f64) -> Self {
        let (polytope, patch) = (Polytope::default(), PatchScratch::default());
        Self { gap_limit, patch_depth: 0.0, polytope, patch, lanes: Vec::new() }
    }

    /// Whether two bodies overlap, by GJK alone: how deep or how far apart is not asked, which saves most of the work.
    pub fn overlapping(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<bool, Unsupported> {
        if !matches!(a.shape, Shape::HalfSpace(_)) && !matches!(b.shape, Shape::HalfSpace(_)) {
            let ((core_a, radius_a), (core_b, radius_b)) = (Core::new(a.shape), Core::new(b.shape));
            let pair = Pair::new(core_a, core_b, Frame::new(a, b));
            let radii = radius_a + radius_b;
            let guess = warm.axis.or(pair.frame.shift.try_normalize()).unwrap_or(DVec3::X);
            let mut search = Separation::start(&pair, guess);
            let outcome = search.run(&pair, 0.0, radii);
            warm.axis = (-search.v).try_normalize().or(warm.axis);
            match outcome {
                Outcome::Apart { gap } if gap > radii => return Ok(false),
                Outcome::Meeting if !search.touching() => return Ok(true),
                Outcome::Apart { .. } if search.v.length() < radii => return Ok(true),
                // Within rounding of touch: only the whole answer can tell.
                _ => {}
            }
        }
        Ok(self.detect(a, b, warm)?.overlap > 0.0)
    }
}

impl Detector for Minkowski {
    fn name(&self) -> &'static str {
        "minkowski"
    }

    fn detect(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<Contact, Unsupported> {
        Unsupported::refuse_far(self.name(), a, b)?;
        match (a.shape, b.shape) {
            (Shape::HalfSpace(_), Shape::HalfSpace(_)) => Err(Unsupported {
                detector: self.name(),
                a: a.shape.family(),
                b: b.shape.family(),
                reason: "two half-spaces overlap without bound; give at least one finite shape",
            }),
            (_, Shape::HalfSpace(wall)) => Ok(self.against_wall(a, b, wall)),
            (Shape::HalfSpace(wall), _) => Ok(self.against_wall(b, a, wall).swapped()),
            (Shape::Polyhedron(on_a), Shape::Polyhedron(on_b)) => Ok(self.polyhedra(a, b, (on_a, on_b), warm)),
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

/// Bounding radii of two finite bodies, the smaller first [m].
fn sizes(a: &Body, b: &Body) -> (f64, f64) {
    let (a, b) = (a.shape.bounding_radius(), b.shape.bounding_radius());
    (a.min(b), a.max(b))
}

/// The contact that follows from a certificate.
fn followed_contact(a: &Body, relative: &Relative, followed: Followed, warm: &WarmStart) -> Contact {
    let (met, lower) = match followed {
        Followed::Meeting(met) => (met, met.overlap),
        Followed::Apart(gap) => {
            // The gap is only bounded, and so is the place: halfway between the origins.
            let n = warm.axis.unwrap_or(DVec3::X);
            (Met { n, overlap: -gap, on_a: relative.shift * 0.5, kind: Kind::VertexVertex }, f64::NEG_INFINITY)
        }
    };
    let normal = a.pose.orientation * met.n;
    let c1 = a.pose.apply(met.on_a);
    let c2 = c1 - normal * met.overlap;
    Contact {
        overlap: met.overlap,
        lower,
        upper: met.overlap,
        normal,
        point: (c1 + c2) * 0.5,
        c1,
        c2,
        kind: met.kind,
        unique: true,
        status: Status::Ok,
        patch: PatchAxes::POINT,
        gjk_iterations: 0,
        epa_iterations: 0,
    }
}

impl Minkowski {
    fn solver<'s>(&'s mut self, a: &Body, b: &Body, rounding: Rounding, warm: &'s mut WarmStart) -> Solver<'s> {
        let gap_limit = self.gap_limit + rounding.a + rounding.b;
        Solver { polytope: &mut self.polytope, warm, gap_limit, sizes: sizes(a, b) }
    }

    fn polyhedra(
        &mut self,
        a: &Body,
        b: &Body,
        (on_a, on_b): (&Polyhedron, &Polyhedron),
        warm: &mut WarmStart,
    ) -> Contact {
        let relative = Relative::new(a, b);
        if self.follows() {
            let band = |overlap: f64| band_of(sizes(a, b), self.patch_depth * overlap);
            if let Some(followed) =
                warm.certificate.follow((on_a, on_b), &relative, band).filter(|it| it.is_enough(self.gap_limit))
            {
                return followed_contact(a, &relative, followed, warm);
            }
        }
        let frame = Frame::from(&relative);
        if self.follows()
            && let Some(best) = warm.certificate.still_best((on_a, on_b), &frame)
        {
            let pair = Pair::new(on_a, Placed { shape: on_b, lanes: &[] }, frame);
            let solution = Solution::certain(best, true);
            warm.axis = Some(best.n);
            let contact = self.finish(a, b, &pair, solution, Rounding { a: 0.0, b: 0.0 });
            // Where several vertices take part on both sides, there is no more to claim than there was.
            if contact.kind == Kind::VertexFace && (self.patch.near_a.len() == 1 || self.patch.near_b.len() == 1) {
                warm.certificate = self.certificate(&pair, (on_a, on_b), &relative, (&solution, &contact));
            }
            return contact;
        }
        let mut lanes = std::mem::take(&mut self.lanes);
        on_b.placed_lanes(&frame.turn, frame.shift, &mut lanes);
        let pair = Pair::new(on_a, Placed { shape: on_b, lanes: &lanes }, frame);
        let rounding = Rounding { a: 0.0, b: 0.0 };
        let solution = self.solver(a, b, rounding, warm).polyhedral(&pair);
        warm.axis = Some(solution.best.n);
        let contact = if solution.upper < -self.gap_limit {
            // Of such a gap only a bound is asked for; where it is, no more than that.
            let bounded = followed_contact(a, &relative, Followed::Apart(-solution.upper), warm);
            Contact { lower: solution.lower, gjk_iterations: solution.gjk_iterations, ..bounded }
        } else {
            self.finish(a, b, &pair, solution, rounding)
        };
        if self.follows() {
            warm.certificate = self.certificate(&pair, (on_a, on_b), &relative, (&solution, &contact));
        }
        self.lanes = lanes;
        contact
    }

    /// Whether proofs are kept: a detector that must tell gaps exactly has no use for them.
    fn follows(&self) -> bool {
        self.gap_limit.is_finite()
    }

    /// What a new answer proves for the steps to come.
    fn certificate(
        &self,
        pair: &Pair<&Polyhedron, Placed>,
        shapes: (&Polyhedron, &Polyhedron),
        at: &Relative,
        (solution, contact): (&Solution, &Contact),
    ) -> Certificate {
        if contact.upper < 0.0 {
            return Certificate::apart(at, -contact.upper);
        }
        if contact.status != Status::Ok || contact.overlap <= 0.0 {
            return Certificate::default();
        }
        let proof = Proof {
            n: solution.best.n,
            overlap: contact.overlap,
            top: solution.best.top,
            kind: contact.kind,
            near: [&self.patch.near_a, &self.patch.near_b],
        };
        Certificate::meeting(pair, shapes, at, &proof)
    }

    fn any_pair(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Contact {
        let (core_a, radius_a) = Core::new(a.shape);
        let (core_b, radius_b) = Core::new(b.shape);
        let relative = Relative::new(a, b);
        // The closed form of two spheres is as short as a look at the certificate.
        let follows = self.follows() && !matches!((core_a, core_b), (Core::Point, Core::Point));
        let radii = a.shape.bounding_radius() + b.shape.bounding_radius();
        let apart = || warm.certificate.still_apart(&relative, radii).filter(|gap| *gap > self.gap_limit);
        if follows && let Some(gap) = apart() {
            return followed_contact(a, &relative, Followed::Apart(gap), warm);
        }
        let pair = Pair::new(core_a, core_b, Frame::from(&relative));
        let rounding = Rounding { a: radius_a, b: radius_b };
        let solution = if let Some(direct) = direct_normal(&pair) {
            Solution::certain(Candidate::along(&pair, direct.n), direct.unique)
        } else if core_a.is_polyhedral() && core_b.is_polyhedral() {
            self.solver(a, b, rounding, warm).polyhedral(&pair)
        } else {
            self.solver(a, b, rounding, warm).curved(&pair)
        };
        warm.axis = Some(solution.best.n);
        let contact = self.finish(a, b, &pair, solution, rounding);
        if follows {
            let apart = contact.upper < 0.0;
            warm.certificate =
                if apart { Certificate::apart(&relative, -contact.upper) } else { Certificate::default() };
        }
        contact
    }

    /// A finite body against a half-space: the normal is known.
    fn against_wall(&mut self, a: &Body, wall_body: &Body, wall: &HalfSpace) -> Contact {
        let frame = Frame::new(a, wall_body);
        let outward = frame.turn * wall.normal();
        let n = -outward;
        let support = a.shape.support(n);
        let overlap = wall.offset() + outward.dot(frame.shift) + support.dot(n);
        let size = a.shape.bounding_radius();
        let meeting = Meeting {
            a: a.shape,
            b: wall_body.shape,
            frame: &frame,
            n,
            top: (NO_VERTEX, NO_VERTEX),
            witness: None,
            sizes: (size, size),
            depth: self.patch_depth * overlap,
        };
        let best = Candidate { n, width: overlap, ..Candidate::NONE };
        self.place(a, &meeting, Solution::certain(best, true), support.dot(n))
    }

    /// Adds the rounding to the answer for the cores.
    fn finish<A: Support, B: Support>(
        &mut self,
        a: &Body,
        b: &Body,
        pair: &Pair<A, B>,
        mut solution: Solution,
        rounding: Rounding,
    ) -> Contact {
        let n = solution.best.n;
        let rounded = |(p, q): (DVec3, DVec3)| (p + n * rounding.a, q - n * rounding.b);
        let meeting = Meeting {
            a: a.shape,
            b: b.shape,
            frame: &pair.frame,
            n,
            top: solution.best.top,
            witness: solution.best.witness.map(rounded),
            sizes: sizes(a, b),
            depth: self.patch_depth * (solution.best.width + rounding.a + rounding.b),
        };
        let top = match solution.best.top.0 {
            NO_VERTEX => pair.a.support(n, NO_VERTEX).0,
            vertex => pair.a.vertex(vertex),
        };
        let radii = rounding.a + rounding.b;
        solution.lower += radii;
        solution.upper += radii;
        solution.best.width += radii;
        self.place(a, &meeting, solution, top.dot(n) + rounding.a)
    }

    /// The contact in the world; `height` is that of A's support plane along the normal, in A's frame.
    fn place(&mut self, a: &Body, meeting: &Meeting, solution: Solution, height: f64) -> Contact {
        let n = meeting.n;
        let overlap = solution.best.width;
        let found = patch(meeting, &mut self.patch);
        let on_a = found.p + n * (height - found.p.dot(n));
        let normal = a.pose.orientation * n;
        let c1 = a.pose.apply(on_a);
        let c2 = c1 - normal * overlap;
        // Bodies that all but touch at a corner or along parallel edges do so along many directions.
        let touching = overlap < 0.0 && -overlap <= UNIQUENESS_BAND * meeting.sizes.0;
        let pointed = matches!(found.kind, Kind::VertexVertex | Kind::VertexEdge | Kind::ParallelEdges);
        Contact {
            overlap,
            lower: solution.lower.min(overlap),
            upper: solution.upper.max(overlap),
            normal,
            point: (c1 + c2) * 0.5,
            c1,
            c2,
            kind: found.kind,
            unique: solution.unique && !(touching && pointed),
            status: solution.status,
            patch: found.axes.turned(a.pose.orientation),
            gjk_iterations: solution.gjk_iterations,
            epa_iterations: solution.epa_iterations,
        }
    }
}
