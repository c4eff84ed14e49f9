//! EPA: the face of the Minkowski difference closest to the origin, with a lower and an upper bound at every step.

use glam::DVec3;

use super::answer::{Cause, Status};
use super::features::{Candidate, clear_normal};
use super::pair::{Pair, Support, Vertex};
use super::polytope::Polytope;
use super::ring_certificate::Rings;
use super::solve::solid_seed;

/// Expansions spent on looking for a second direction of the same overlap.
const UNIQUENESS_LIMIT: u32 = 64;
/// Two directions with overlaps within this share of the smaller body are equally good.
pub(crate) const UNIQUENESS_BAND: f64 = 1e-9;
/// A face whose own corners differ in height by more than this share of its distance has no normal to speak of.
const SLIVER_GAIN: f64 = 1e-9;
/// Spread of a seed below this share of its size counts as flat.
const FLAT: f64 = 1e-11;

/// How exact an expansion must be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accuracy {
    /// The bounds must close to this [m].
    pub tolerance: f64,
    /// Bounding radius of the smaller body [m].
    pub size: f64,
    /// Directions closer than this cosine are one and the same minimum.
    pub same_direction: f64,
    /// Expansions before the answer is given with the bounds reached.
    pub iteration_limit: u32,
    /// Polyhedra: the last face is a face of the Minkowski difference itself.
    pub polyhedral: bool,
}

impl Accuracy {
    /// Whether a direction came with a proof that none is better, and none as good.
    pub fn is_proven(&self, found: &Candidate) -> bool {
        found.width - found.floor <= self.tolerance
    }
}

/// The best direction with its bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Penetration {
    pub best: Candidate,
    /// The overlap is not below this [m].
    pub lower: f64,
    pub unique: bool,
    pub status: Status,
    pub iterations: u32,
    /// Support points of the face closest to the origin, and one on the far side: a warm start.
    pub simplex: [Vertex; 4],
}

/// Four points in general position that hold `points` as far as these are.
pub(crate) fn complete_seed<A: Support, B: Support>(pair: &Pair<A, B>, points: &[Vertex]) -> Option<[Vertex; 4]> {
    let first = *points.first()?;
    let axes = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z];
    let from_first = |p: &Vertex| (p.w - first.w).length();
    let second = furthest(pair, points, &axes, from_first, 0.0)?;
    let scale = from_first(&second);
    let along = (second.w - first.w) / scale;
    let (t1, t2) = along.any_orthonormal_pair();
    let from_line = |p: &Vertex| (p.w - first.w).reject_from_normalized(along).length();
    let third = furthest(pair, points, &[t1, t2, -t1, -t2], from_line, FLAT * scale)?;
    let normal = along.cross(third.w - first.w).normalize();
    let from_plane = |p: &Vertex| (p.w - first.w).dot(normal).abs();
    let fourth = furthest(pair, points, &[normal, -normal], from_plane, FLAT * scale)?;
    Some([first, second, third, fourth])
}

/// The one of `points` with the largest `measure`; where none exceeds `least`, the best support along `directions`.
fn furthest<A: Support, B: Support>(
    pair: &Pair<A, B>,
    points: &[Vertex],
    directions: &[DVec3],
    measure: impl Fn(&Vertex) -> f64,
    least: f64,
) -> Option<Vertex> {
    let larger = |p: &Vertex, q: &Vertex| measure(p).total_cmp(&measure(q));
    let known = points.iter().copied().max_by(larger).filter(|p| measure(p) > least);
    known.or_else(|| directions.iter().map(|dir| pair.support(*dir)).max_by(larger).filter(|p| measure(p) > least))
}

/// Expands from `seed` until the bounds close. `refine` turns a face of the polytope into an exact direction.
pub(crate) fn penetrate<A: Support, B: Support>(
    pair: &Pair<A, B>,
    polytope: &mut Polytope,
    seed: [Vertex; 4],
    accuracy: Accuracy,
    refine: impl Fn(DVec3, &[Vertex; 3]) -> Candidate,
) -> Penetration {
    polytope.seed(seed);
    Expansion { pair, polytope, accuracy, refine, best: Candidate::NONE, next_try: 1, lower: 0.0 }.finish()
}

/// Proves that the stationary direction `found` is the least of all, or finds a better one. The polytope starts from the
/// point that the direction leads to and rings of support points around it, made such that its faces are far enough from
/// the origin as a rule. None where the polytope does not close.
pub(crate) fn prove<A: Support, B: Support>(
    pair: &Pair<A, B>,
    polytope: &mut Polytope,
    found: Candidate,
    accuracy: Accuracy,
    refine: impl Fn(DVec3, &[Vertex; 3]) -> Candidate,
) -> Option<Penetration> {
    let rings = Rings::around(pair, &found, accuracy.tolerance);
    let [p, q, r] = rings.outermost();
    polytope.seed(solid_seed(&[p, q, r, pair.support(-found.n)])?);
    for vertex in rings.inwards() {
        if let Some(face) = polytope.face_below(vertex.w)
            && !polytope.expand(face, vertex)
        {
            return None;
        }
    }
    let proof = Expansion { pair, polytope, accuracy, refine, best: found, next_try: u32::MAX, lower: 0.0 }.finish();
    (proof.status == Status::Ok && proof.best.witness.is_some()).then_some(proof)
}

/// One expansion in progress.
struct Expansion<'p, A, B, R> {
    pair: &'p Pair<A, B>,
    polytope: &'p mut Polytope,
    accuracy: Accuracy,
    refine: R,
    best: Candidate,
    /// The iteration at which a curved pair next tries to jump to the smooth minimum.
    next_try: u32,
    lower: f64,
}

impl<A: Support, B: Support, R: Fn(DVec3, &[Vertex; 3]) -> Candidate> Expansion<'_, A, B, R> {
    fn finish(mut self) -> Penetration {
        let (status, iterations, face) = self.close_bounds();
        self.polish(face);
        let simplex = self.warm_simplex(face);
        let unique = self.is_unique(face);
        Penetration { best: self.best, lower: self.lower, unique, status, iterations, simplex }
    }

    /// Expands the closest face until lower and upper bound meet; tells why it ended, after how much, and where.
    fn close_bounds(&mut self) -> (Status, u32, usize) {
        self.lower = f64::NEG_INFINITY;
        for iteration in 0..self.accuracy.iteration_limit {
            let (face, distance) = self.polytope.closest();
            if distance == f64::INFINITY {
                return (Status::Unsure(Cause::Stalled), iteration, face);
            }
            self.lower = self.lower.max(distance);
            if self.best.width - distance <= self.accuracy.tolerance {
                return (Status::Ok, iteration, face);
            }
            let corners = self.polytope.corners(face);
            let flat = self.polytope.faces[face].normal;
            let clear = if self.accuracy.polyhedral { clear_normal(self.pair, &corners, flat) } else { None };
            let n = clear.unwrap_or(flat);
            let vertex = self.pair.support(n);
            let raw = Candidate::with_support(n, &vertex);
            let width = raw.width;
            let known = corners.iter().any(|corner| corner.same(&vertex));
            let gain = width - corners[0].w.dot(n);
            if known && gain > SLIVER_GAIN * (self.accuracy.tolerance + distance.abs()) {
                self.best.improve(raw);
                self.polytope.disown_normal(face);
                continue;
            }
            let reached = known || gain <= self.accuracy.tolerance;
            if reached && (self.accuracy.polyhedral || width < self.best.width) {
                self.best.improve(raw);
                if clear.is_none() {
                    self.best.improve((self.refine)(n, &corners));
                }
                return (Status::Ok, iteration + 1, face);
            }
            let jump = !self.accuracy.polyhedral && self.is_worth_a_jump(&raw, iteration);
            self.best.improve(raw);
            if !self.polytope.expand(face, vertex) {
                return (Status::Unsure(Cause::Stalled), iteration + 1, face);
            }
            if jump && !self.jump(n, &corners, iteration) {
                return (Status::Unsure(Cause::Stalled), iteration + 1, face);
            }
            if self.accuracy.is_proven(&self.best) {
                self.lower = self.lower.max(self.best.floor);
                return (Status::Ok, iteration + 1, self.polytope.closest().0);
            }
        }
        (Status::Unsure(Cause::Iterations), self.accuracy.iteration_limit, self.polytope.closest().0)
    }

    /// Curved pairs try to jump to the smooth minimum: now and then, until they have found one, and again when a direction
    /// turns out to be better than that.
    fn is_worth_a_jump(&self, raw: &Candidate, iteration: u32) -> bool {
        iteration >= self.next_try || raw.width < self.best.width && self.best.witness.is_some()
    }

    /// Solves the smooth problem from direction `n`; the point found there joins the polytope, so that the faces
    /// around it prove the minimum. False when the polytope was torn.
    fn jump(&mut self, n: DVec3, corners: &[Vertex; 3], iteration: u32) -> bool {
        self.next_try = 2 * iteration + 2;
        let found = (self.refine)(n, corners);
        if found.width > self.best.width {
            return true;
        }
        if found.witness.is_some() {
            self.next_try = u32::MAX;
        }
        self.best = found;
        let vertex = self.pair.support(found.n);
        match self.polytope.face_below(vertex.w) {
            Some(face) => self.polytope.expand(face, vertex),
            None => true,
        }
    }

    /// A curved pair whose bounds closed by expansion alone still gets the exact direction.
    fn polish(&mut self, face: usize) {
        if self.accuracy.polyhedral || self.best.witness.is_some() {
            return;
        }
        let found = (self.refine)(self.best.n, &self.polytope.corners(face));
        if found.width <= self.best.width + self.accuracy.tolerance {
            self.best = found;
        }
    }

    /// The closest face and the vertex furthest behind it.
    fn warm_simplex(&self, face: usize) -> [Vertex; 4] {
        let [a, b, c] = self.polytope.corners(face);
        let n = self.polytope.faces[face].normal;
        let depth = |p: &&Vertex| -p.w.dot(n);
        let behind = self.polytope.vertices.iter().max_by(|p, q| depth(p).total_cmp(&depth(q)));
        [a, b, c, *behind.unwrap_or(&a)]
    }

    /// Looks for a second minimum of the same overlap, expanding faces that might still hide one.
    fn is_unique(&mut self, mut face: usize) -> bool {
        if self.accuracy.is_proven(&self.best) {
            return true;
        }
        let limit = self.best.width + UNIQUENESS_BAND * self.accuracy.size;
        for _ in 0..UNIQUENESS_LIMIT {
            self.polytope.settle(face);
            let distance;
            (face, distance) = self.polytope.closest();
            if distance > limit {
                return true;
            }
            let n = self.polytope.faces[face].normal;
            if n.dot(self.best.n) > self.accuracy.same_direction {
                continue;
            }
            let vertex = self.pair.support(n);
            let known = self.polytope.corners(face).iter().any(|corner| corner.same(&vertex));
            if known || vertex.w.dot(n) - distance <= self.accuracy.tolerance {
                return false;
            }
            if !self.polytope.expand(face, vertex) {
                return true;
            }
        }
        true
    }
}
