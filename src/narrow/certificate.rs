//! What has been proven of a pair, and how far the bodies may move before it has to be proven again.
//!
//! Grains of a bed move by far less than their size from step to step. A pair that was apart by a gap is apart until it has
//! moved by that gap. A vertex of one polyhedron that was the deepest in a face of the other stays so until it nears the
//! face's rim, or until another vertex may be as deep: till then the overlap is the distance of the vertex from the
//! plane, and no search is needed. The same holds for two edges that cross. Where bodies lie face on face, the deepest vertex
//! changes all the time, but the face does not: that its normal is still the best is proven anew in each step, by a ball
//! inside of the body that touches the face where the deepest vertex is (`inscribed.rs`).
//!
//! Why no other direction can be better: let w be the overlap along n, and let the point of the Minkowski difference nearest
//! to the origin be at least r inside of the rim of its face. Then the difference holds a disc of radius r about that point,
//! and its width at an angle t from n is at least w cos t + r sin t, which is not below w up to t = 2 atan(r / w). Beyond
//! that only directions near -n are left, and there the width is that of both bodies together, less what it can lose
//! over so small an angle.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use super::Body;
use super::answer::Kind;
use super::face_certificate::{SAME_NORMAL, distance_from_rim};
use super::features::Candidate;
use super::inscribed::ball_depth;
use super::pair::{Frame, Pair, Support};
use super::patch::edges_crossing;
use crate::geometry::Polyhedron;
use crate::geometry::planar::Band;

/// Rounding of a pose that is kept in single precision, as a share of its lengths.
const KEPT_ROUNDING: f64 = 4e-7;
/// A look at all faces is shorter than a search up to so many.
const FEW_FACES: usize = 40;

/// Where B stands in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relative {
    /// From B's frame to A's.
    pub turn: DQuat,
    /// B's origin [m].
    pub shift: DVec3,
}

impl Relative {
    pub fn new(a: &Body, b: &Body) -> Self {
        let to_a = a.pose.orientation.conjugate();
        Self { turn: to_a * b.pose.orientation, shift: to_a * (b.pose.position - a.pose.position) }
    }

    fn place(&self, p: DVec3) -> DVec3 {
        self.turn * p + self.shift
    }
}

/// What was proven of a pair of bodies. It is of use for the same two bodies only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    claim: Claim,
    /// B's turn and place in A's frame at the proof [m].
    turn: [f32; 4],
    shift: [f32; 3],
    /// How far points may have moved since [m].
    margin: f32,
    /// All vertices that are not named are lower than those named by at least this, at the proof [m].
    clear: f32,
}

/// What is claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
enum Claim {
    /// Nothing.
    #[default]
    Nothing,
    /// The bodies are apart, by at least the margin.
    Apart,
    /// A vertex of B is the deepest, in a face of A.
    FaceOfA { face: u32, vertex: u32 },
    /// A vertex of A is the deepest, in a face of B.
    FaceOfB { face: u32, vertex: u32 },
    /// The normal is that of a face of A (`side` 0) or of B (`side` 1); nothing is claimed of vertices.
    Face { side: u8, face: u32 },
    /// Two edges cross; the cross product of the first and the second points from A to B.
    Edges { a: [u32; 2], b: [u32; 2] },
}

/// What follows from a certificate at a new pose, in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Followed {
    /// A gap of at least so much [m].
    Apart(f64),
    /// An overlap.
    Meeting(Met),
}

impl Followed {
    /// Whether it tells all that is asked, where gaps up to `gap_limit` [m] are to be exact.
    pub fn is_enough(&self, gap_limit: f64) -> bool {
        !matches!(self, Self::Apart(gap) if *gap <= gap_limit)
    }
}

/// An overlap of two features that are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    /// Unit normal from A to B.
    pub n: DVec3,
    /// Overlap [m].
    pub overlap: f64,
    /// The contact point on A's support plane [m].
    pub on_a: DVec3,
    pub kind: Kind,
}

/// What a certificate is made from: the answer of a search.
pub(crate) struct Proof<'p> {
    /// Unit normal from A to B, in A's frame.
    pub n: DVec3,
    /// Overlap [m].
    pub overlap: f64,
    /// Support vertices along the normal.
    pub top: (u32, u32),
    pub kind: Kind,
    /// Vertices of A and B that take part in the contact.
    pub near: [&'p [(u32, f64)]; 2],
}

impl Certificate {
    /// Whether it can be of a pair, given where both are polyhedra: what it names, they have.
    pub(crate) fn fits(&self, bodies: Option<(&Polyhedron, &Polyhedron)>) -> bool {
        let face = |body: &Polyhedron, face: u32| (face as usize) < body.faces().len();
        let vertex = |body: &Polyhedron, vertex: u32| (vertex as usize) < body.vertices().len();
        let edge = |body: &Polyhedron, [p, q]: [u32; 2]| p != q && vertex(body, p) && vertex(body, q);
        match self.claim {
            Claim::Nothing | Claim::Apart => true,
            Claim::FaceOfA { face: of_a, vertex: of_b } => {
                bodies.is_some_and(|(a, b)| face(a, of_a) && vertex(b, of_b))
            }
            Claim::FaceOfB { face: of_b, vertex: of_a } => {
                bodies.is_some_and(|(a, b)| face(b, of_b) && vertex(a, of_a))
            }
            Claim::Face { side: 0, face: of_a } => bodies.is_some_and(|(a, _)| face(a, of_a)),
            Claim::Face { side, face: of_b } => side == 1 && bodies.is_some_and(|(_, b)| face(b, of_b)),
            Claim::Edges { a: of_a, b: of_b } => bodies.is_some_and(|(a, b)| edge(a, of_a) && edge(b, of_b)),
        }
    }

    /// Of bodies with a gap of at least `gap` [m].
    pub(crate) fn apart(at: &Relative, gap: f64) -> Self {
        Self { claim: Claim::Apart, margin: gap as f32, ..Self::at(at) }
    }

    fn at(at: &Relative) -> Self {
        Self { turn: at.turn.to_array().map(|x| x as f32), shift: at.shift.as_vec3().to_array(), ..Self::default() }
    }

    /// Of two polyhedra that overlap, where the features that meet are a vertex and a face or two edges and there is room to
    /// move; else a certificate of nothing.
    pub(crate) fn meeting<B: Support>(
        pair: &Pair<&Polyhedron, B>,
        (a, b): (&Polyhedron, &Polyhedron),
        at: &Relative,
        proof: &Proof,
    ) -> Self {
        let found = match proof.kind {
            Kind::VertexFace => vertex_in_face((a, b), at, proof),
            Kind::EdgeEdge => edges((a, b), at, proof),
            _ => None,
        };
        let opposite = || pair.support(-proof.n).w.dot(-proof.n);
        let reach = || a.bounding_radius() + b.bounding_radius() + at.shift.length();
        match found {
            Some(found) if found.leaves_no_other(proof.overlap, opposite(), reach()) => {
                Self { claim: found.claim, margin: found.margin as f32, clear: found.clear as f32, ..Self::at(at) }
            }
            // The normal of two edges is that of no face.
            _ if proof.kind == Kind::EdgeEdge => Self::default(),
            _ => Self::of_a_face((a, b), at, proof),
        }
    }

    /// Of the face whose normal the contact has; of nothing where there is none.
    fn of_a_face((a, b): (&Polyhedron, &Polyhedron), at: &Relative, proof: &Proof) -> Self {
        let on_a = || face_along(a, proof.top.0, proof.n).map(|face| Claim::Face { side: 0, face });
        let on_b = || {
            let outward = at.turn.inverse() * -proof.n;
            face_along(b, proof.top.1, outward).map(|face| Claim::Face { side: 1, face })
        };
        Self { claim: on_a().or_else(on_b).unwrap_or_default(), ..Self::default() }
    }

    /// The normal of the face that a contact had, where it is proven to be still the best: with the overlap and the support
    /// vertices.
    pub(crate) fn still_best(&self, (a, b): (&Polyhedron, &Polyhedron), now: &Frame) -> Option<Candidate> {
        let (side, face) = match self.claim {
            Claim::Face { side, face } => (side, face),
            Claim::FaceOfA { face, .. } => (0, face),
            Claim::FaceOfB { face, .. } => (1, face),
            _ => return None,
        };
        if side == 0 {
            let found = deepest_in_face((a, face), b, now)?;
            let top = (a.face_vertices(face)[0], found.vertex);
            return Some(Candidate {
                n: a.faces()[face as usize].normal,
                width: found.overlap,
                top,
                ..Candidate::NONE
            });
        }
        let found = deepest_in_face((b, face), a, &now.inverse())?;
        let n = now.turn * -b.faces()[face as usize].normal;
        Some(Candidate { n, width: found.overlap, top: (found.vertex, b.face_vertices(face)[0]), ..Candidate::NONE })
    }

    /// How far points of one body may have moved since the proof, seen from the other [m]; `radii` is the sum of both.
    fn moved(&self, now: &Relative, radii: f64) -> f64 {
        let turn = DQuat::from_array(self.turn.map(f64::from));
        let shift = DVec3::from_array(self.shift.map(f64::from));
        // A turn and its negative are the same. No point moves by more than twice the difference, times its distance.
        let (plus, minus) = ((now.turn - turn).length_squared(), (now.turn + turn).length_squared());
        let chord = 2.0 * plus.min(minus).sqrt();
        let lever = radii + now.shift.length();
        now.shift.distance(shift) + lever * (chord + KEPT_ROUNDING)
    }

    /// Whether bodies that were apart still are: by how much at least [m].
    pub(crate) fn still_apart(&self, now: &Relative, radii: f64) -> Option<f64> {
        if self.claim != Claim::Apart {
            return None;
        }
        let left = f64::from(self.margin) - self.moved(now, radii);
        (left > 0.0).then_some(left)
    }

    /// What follows for two polyhedra at a new pose; none where the proof no longer holds. `band` tells how far from the
    /// support planes vertices take part in a contact of some overlap.
    pub(crate) fn follow(
        &self,
        (a, b): (&Polyhedron, &Polyhedron),
        now: &Relative,
        band: impl Fn(f64) -> Band,
    ) -> Option<Followed> {
        if matches!(self.claim, Claim::Nothing | Claim::Face { .. }) {
            return None;
        }
        let moved = self.moved(now, a.bounding_radius() + b.bounding_radius());
        let left = f64::from(self.margin) - moved;
        if left <= 0.0 {
            return None;
        }
        let (met, tilt) = match self.claim {
            Claim::Nothing | Claim::Face { .. } => return None,
            Claim::Apart => return Some(Followed::Apart(left)),
            Claim::FaceOfA { face, vertex } => {
                let plane = a.faces().get(face as usize)?;
                let p = now.place(*b.vertices().get(vertex as usize)?);
                let (n, overlap) = (plane.normal, plane.offset - plane.normal.dot(p));
                (Met { n, overlap, on_a: p + n * overlap, kind: Kind::VertexFace }, 2.0)
            }
            Claim::FaceOfB { face, vertex } => {
                let plane = b.faces().get(face as usize)?;
                let (outward, p) = (now.turn * plane.normal, *a.vertices().get(vertex as usize)?);
                let overlap = plane.offset - outward.dot(p - now.shift);
                (Met { n: -outward, overlap, on_a: p, kind: Kind::VertexFace }, 2.0)
            }
            Claim::Edges { a: on_a, b: on_b } => crossing((a, b), now, (on_a, on_b), &band)?,
        };
        let lone = f64::from(self.clear) - tilt * moved > band(met.overlap).high;
        (met.overlap > 0.0 && lone).then_some(Followed::Meeting(met))
    }
}

/// Where two edges cross at a new pose, and by how much the heights of other vertices may change for each length that points
/// have moved.
fn crossing(
    (a, b): (&Polyhedron, &Polyhedron),
    now: &Relative,
    (on_a, on_b): ([u32; 2], [u32; 2]),
    band: impl Fn(f64) -> Band,
) -> Option<(Met, f64)> {
    let p = [*a.vertices().get(on_a[0] as usize)?, *a.vertices().get(on_a[1] as usize)?];
    let q = [*b.vertices().get(on_b[0] as usize)?, *b.vertices().get(on_b[1] as usize)?].map(|x| now.place(x));
    let (u, v) = (p[1] - p[0], q[1] - q[0]);
    let cross = u.cross(v);
    let length = cross.length();
    let (n, sine) = (cross / length, length / (u.length() * v.length()));
    let overlap = n.dot(p[0] - q[0]);
    let point = edges_crossing(p, q, n, band(overlap))?;
    let on_a = point + n * n.dot(p[0] - point);
    Some((Met { n, overlap, on_a, kind: Kind::EdgeEdge }, EDGE_TILT / sine))
}

/// The normal of two edges turns by up to twice the turn of a body over the sine between them, and with it the heights of
/// vertices: `docs/contacts.md` has the bound.
const EDGE_TILT: f64 = 6.0;

/// The vertex of a body that is deepest in a face of another.
struct Deepest {
    vertex: u32,
    /// How far it is below the face [m].
    overlap: f64,
}

/// The vertex of `other` that is deepest in a face of `owner`, where that proves the normal of the face to be the best of all:
/// a ball inside `owner` touches the face above the vertex, and is larger than the overlap. `at` is where `other` stands in
/// the frame of `owner`.
fn deepest_in_face((owner, face): (&Polyhedron, u32), other: &Polyhedron, at: &Frame) -> Option<Deepest> {
    let plane = owner.faces().get(face as usize)?;
    let vertex = other.support_index(at.turn_back * -plane.normal, None);
    let p = at.turn * other.vertices()[vertex as usize] + at.shift;
    let overlap = plane.offset - plane.normal.dot(p);
    if overlap <= 0.0 || owner.faces().len() > FEW_FACES {
        return None;
    }
    let size = owner.bounding_radius().min(other.bounding_radius());
    let (center, radius) = (p + plane.normal * (overlap - ball_depth(overlap, size)), ball_depth(overlap, size));
    let others = owner.faces().iter().enumerate().filter(|(k, _)| *k != face as usize);
    let holds = others.into_iter().all(|(_, side)| side.offset - side.normal.dot(center) >= radius);
    holds.then_some(Deepest { vertex, overlap })
}

/// Features that may be certified.
struct Found {
    claim: Claim,
    /// How far points may move before the features may be others [m].
    margin: f64,
    clear: f64,
    /// How far the origin is from the rim of the face of the Minkowski difference when the margin is used up [m].
    inside: f64,
    /// Angle by which the normal may have turned then [rad].
    turned: f64,
}

impl Found {
    /// Whether no direction far from the normal can be better, up to the margin. `opposite` is the width along the opposite
    /// direction and `reach` the largest distance of a point of the Minkowski difference from the origin [m].
    fn leaves_no_other(&self, overlap: f64, opposite: f64, reach: f64) -> bool {
        let deepest = overlap + self.margin;
        let angle = 2.0 * deepest / self.inside + self.turned;
        self.margin > 0.0 && self.inside > 0.0 && opposite - (reach + self.margin) * angle - self.margin > deepest
    }
}

/// How much lower than `height` the vertices next to `vertex` are along `dir`, the `partner` left out [m].
fn clearance(shape: &Polyhedron, vertex: u32, partner: u32, dir: DVec3) -> f64 {
    let height = shape.vertices()[vertex as usize].dot(dir);
    let others = shape.neighbors(vertex).iter().filter(|other| **other != partner);
    others.map(|other| height - shape.vertices()[*other as usize].dot(dir)).fold(f64::INFINITY, f64::min)
}

fn vertex_in_face((a, b): (&Polyhedron, &Polyhedron), at: &Relative, proof: &Proof) -> Option<Found> {
    let (top_a, top_b) = proof.top;
    let n_in_b = at.turn.inverse() * proof.n;
    if proof.near[1].len() == 1 && proof.near[1][0].0 == top_b {
        let face = face_along(a, top_a, proof.n)?;
        let inside = distance_from_rim(a, face, at.place(b.vertices()[top_b as usize]));
        let clear = clearance(b, top_b, top_b, -n_in_b);
        return Some(Found::vertex(Claim::FaceOfA { face, vertex: top_b }, inside, clear));
    }
    if proof.near[0].len() == 1 && proof.near[0][0].0 == top_a {
        let face = face_along(b, top_b, -n_in_b)?;
        let vertex = at.turn.inverse() * (a.vertices()[top_a as usize] - at.shift);
        let clear = clearance(a, top_a, top_a, proof.n);
        return Some(Found::vertex(Claim::FaceOfB { face, vertex: top_a }, distance_from_rim(b, face, vertex), clear));
    }
    None
}

impl Found {
    fn vertex(claim: Claim, inside: f64, clear: f64) -> Self {
        let margin = (0.5 * inside).min(0.25 * clear);
        Self { claim, margin, clear, inside: inside - margin, turned: 0.0 }
    }
}

/// The face at a vertex whose normal is `n`.
fn face_along(shape: &Polyhedron, vertex: u32, n: DVec3) -> Option<u32> {
    let faces = shape.vertex_faces(vertex);
    faces.iter().copied().find(|face| shape.faces()[*face as usize].normal.dot(n) > SAME_NORMAL)
}

fn edges((a, b): (&Polyhedron, &Polyhedron), at: &Relative, proof: &Proof) -> Option<Found> {
    let [&[(a0, _), (a1, _)], &[(b0, _), (b1, _)]] = proof.near else { return None };
    let p = [a0, a1].map(|k| a.vertices()[k as usize]);
    let q = [b0, b1].map(|k| at.place(b.vertices()[k as usize]));
    let (u, v, between) = (p[1] - p[0], q[1] - q[0], q[0] - p[0]);
    let cross = proof.n.dot(u.cross(v));
    let sine = cross.abs() / (u.length() * v.length());
    let (along_p, along_q) = (proof.n.dot(between.cross(v)) / cross, proof.n.dot(between.cross(u)) / cross);
    let middle = |share: f64| share.min(1.0 - share);
    let inside = sine * (middle(along_p) * u.length()).min(middle(along_q) * v.length());
    let n_in_b = at.turn.inverse() * -proof.n;
    let clear = clearance(a, a0, a1, proof.n)
        .min(clearance(a, a1, a0, proof.n))
        .min(clearance(b, b0, b1, n_in_b))
        .min(clearance(b, b1, b0, n_in_b));
    let margin = (0.125 * sine * inside).min(sine * clear / (4.0 * EDGE_TILT));
    let on_b = if cross > 0.0 { [b0, b1] } else { [b1, b0] };
    let turned = 2.0 * margin / (sine * (a.bounding_radius() + b.bounding_radius()));
    Some(Found { claim: Claim::Edges { a: [a0, a1], b: on_b }, margin, clear, inside: 0.5 * inside, turned })
}
