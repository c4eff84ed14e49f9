//! What the three classical polyhedron detectors share: the pair in one frame, its support width along a direction,
//! and the contact that follows from a normal.
//!
//! Y. Descantes, F. Tricoire, P. Richard (2019), "Classical contact detection algorithms for 3D DEM simulations:
//! drawbacks and solutions", compare the three. All of them end with a direction; the answer is built from it here.

use glam::{DMat3, DVec3};

use super::descent::{Corner, Simplex, descend};
use crate::geometry::planar::PatchAxes;
use crate::geometry::{Feature, Polyhedron, Pose, Shape};
use crate::narrow::{Body, Unsupported, WarmStart};
use crate::narrow::{Cause, Contact, Kind, Status, TOUCH_BAND};

/// Vertices within this share of a body's bounding radius of its support plane belong to the contact feature.
const FEATURE_BAND: f64 = 1e-9;
/// Directions closer than this are one [rad].
const SAME_DIRECTION: f64 = 1e-6;
/// Widths closer than this share of the smaller body are equal.
const SAME_WIDTH: f64 = 1e-9;
/// A feature's own normal replaces a computed one that lies within this of it [rad].
const SNAP_ANGLE: f64 = 1e-5;

/// Two polyhedra in the frame of A: the difference of their positions is taken before anything is turned, so that the
/// answer does not depend on where in the world they stand.
#[derive(Clone, Debug)]
pub(super) struct Pair<'a> {
    /// Polyhedron A.
    pub a: &'a Polyhedron,
    /// Polyhedron B.
    pub b: &'a Polyhedron,
    /// From B's frame to A's.
    turn: DMat3,
    /// The origin of B's frame [m].
    offset: DVec3,
    /// Where A's frame is in the world.
    pose: Pose,
}

/// A direction and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    /// Unit normal from A to B, in A's frame.
    pub normal: DVec3,
    /// The true overlap is not below this [m]; minus infinity when the search proves nothing.
    pub lower: f64,
    /// Whether no other direction was seen that is as good.
    pub unique: bool,
    /// What to blame when the bounds do not meet.
    pub cause: Cause,
    /// Simplex updates.
    pub gjk_iterations: u32,
    /// Rounds of refinement.
    pub epa_iterations: u32,
}

impl<'a> Pair<'a> {
    /// The pair, when both bodies are polyhedra.
    pub fn new(detector: &'static str, a: &Body<'a>, b: &Body<'a>) -> Result<Self, Unsupported> {
        Unsupported::refuse_far(detector, a, b)?;
        let (Shape::Polyhedron(first), Shape::Polyhedron(second)) = (a.shape, b.shape) else {
            let reason = "it walks the vertices of two polyhedra; use minkowski, or mesh the curved shape";
            return Err(Unsupported { detector, a: a.shape.family(), b: b.shape.family(), reason });
        };
        let back = a.pose.orientation.inverse();
        Ok(Self {
            a: first,
            b: second,
            turn: DMat3::from_quat((back * b.pose.orientation).normalize()),
            offset: back * (b.pose.position - a.pose.position),
            pose: a.pose,
        })
    }

    /// The same pair with B moved by `shift` [m].
    pub fn shifted(&self, shift: DVec3) -> Self {
        Self { offset: self.offset + shift, ..self.clone() }
    }

    /// Bounding radius of the smaller body [m].
    pub fn size(&self) -> f64 {
        self.a.bounding_radius().min(self.b.bounding_radius())
    }

    /// No corner of the difference A - B is further from the origin than this [m]: the measure of rounding.
    pub fn reach(&self) -> f64 {
        self.a.bounding_radius() + self.b.bounding_radius() + self.offset.length()
    }

    /// Vertex `index` of A [m].
    pub fn vertex_a(&self, index: u32) -> DVec3 {
        self.a.vertices()[index as usize]
    }

    /// Vertex `index` of B [m].
    pub fn vertex_b(&self, index: u32) -> DVec3 {
        self.turn * self.b.vertices()[index as usize] + self.offset
    }

    /// Outward normal of face `index` of B, turned round to point from A to B.
    pub fn normal_b(&self, index: u32) -> DVec3 {
        -(self.turn * self.b.faces()[index as usize].normal)
    }

    /// The furthest corner of the difference A - B along `dir`: the furthest vertex of A, the least one of B.
    pub fn support(&self, dir: DVec3) -> Corner {
        let a = self.a.support_index(dir, None);
        let b = self.b.support_index(self.turn.transpose() * -dir, None);
        Corner { a, b, at: self.vertex_a(a) - self.vertex_b(b) }
    }

    /// Support width along the unit direction `dir` [m]: minus the gap that the common-plane methods speak of.
    pub fn width(&self, dir: DVec3) -> f64 {
        self.support(dir).at.dot(dir)
    }

    /// Unit direction from the mean vertex of A to that of B; a fixed one when the two coincide.
    pub fn centre_line(&self) -> DVec3 {
        let mean = |body: &Polyhedron| body.vertices().iter().sum::<DVec3>() / body.vertices().len() as f64;
        let line = self.turn * mean(self.b) + self.offset - mean(self.a);
        if line.length() > f64::EPSILON * self.reach() { line.normalize() } else { DVec3::X }
    }

    /// Edge vectors of A that leave vertex `index`.
    pub fn edges_a(&self, index: u32) -> impl Iterator<Item = DVec3> + '_ {
        let from = self.vertex_a(index);
        self.a.neighbors(index).iter().map(move |&to| self.vertex_a(to) - from)
    }

    /// Edge vectors of B that leave vertex `index`.
    pub fn edges_b(&self, index: u32) -> impl Iterator<Item = DVec3> + '_ {
        let from = self.b.vertices()[index as usize];
        self.b.neighbors(index).iter().map(move |&to| self.turn * (self.b.vertices()[to as usize] - from))
    }

    /// Face normals around a corner's two vertices and the normals of crossing edges there, either way round: all
    /// directions that can be a least width with these two vertices in touch. Faces come first.
    pub fn feature_normals(&self, corner: Corner, mut visit: impl FnMut(DVec3)) {
        for &face in self.a.vertex_faces(corner.a) {
            visit(self.a.faces()[face as usize].normal);
        }
        for &face in self.b.vertex_faces(corner.b) {
            visit(self.normal_b(face));
        }
        for first in self.edges_a(corner.a) {
            for second in self.edges_b(corner.b) {
                let cross = first.cross(second);
                if cross.length_squared() > (1e-12 * first.length() * second.length()).powi(2) {
                    let normal = cross.normalize();
                    visit(normal);
                    visit(-normal);
                }
            }
        }
    }

    /// The normal of the feature that `normal` was computed from, free of the rounding it went through.
    pub fn snapped(&self, normal: DVec3) -> DVec3 {
        let slack = 2.0 * f64::EPSILON * self.reach();
        let corner = self.support(normal);
        let mut best: Option<(DVec3, f64)> = None;
        self.feature_normals(corner, |feature| {
            if feature.distance_squared(normal) > SNAP_ANGLE * SNAP_ANGLE {
                return;
            }
            let width = self.width(feature);
            if best.is_none_or(|(_, least)| width < least - slack) {
                best = Some((feature, width));
            }
        });
        // A feature that makes the width worse is not the one that was meant.
        let limit = corner.at.dot(normal) + slack;
        best.filter(|(_, width)| *width <= limit).map_or(normal, |(feature, _)| feature)
    }

    /// Whether `width` along `dir` is as good an answer as `least` along `best`, yet another one.
    pub fn is_rival(&self, dir: DVec3, width: f64, best: DVec3, least: f64) -> bool {
        width <= least + SAME_WIDTH * self.size() && dir.distance_squared(best) > SAME_DIRECTION * SAME_DIRECTION
    }

    /// How far beyond the least width a rival may be [m].
    pub fn rival_band(&self) -> f64 {
        SAME_WIDTH * self.size()
    }

    /// The contact for a finding, in the world. `warm` gets the normal.
    pub fn contact(&self, finding: Finding, warm: &mut WarmStart) -> Contact {
        let normal = finding.normal;
        let overlap = self.width(normal);
        let (first, second) = self.features(normal);
        let (on_a, on_b) = meeting(&corners(&first), &corners(&second), normal, self.reach());
        let middle = 0.5 * (on_a + on_b);
        let top = self.vertex_a(self.support(normal).a).dot(normal);
        let point = middle + normal * (top - 0.5 * overlap - middle.dot(normal));
        let lower = finding.lower.max(self.proven(on_a, on_b, point)).min(overlap);
        let band = TOUCH_BAND * self.size() + 8.0 * f64::EPSILON * self.reach();
        warm.axis = Some(normal);
        Contact {
            overlap,
            lower,
            kind: kind(&first, &second),
            unique: finding.unique,
            status: if overlap - lower <= band { Status::Ok } else { Status::Unsure(finding.cause) },
            gjk_iterations: finding.gjk_iterations,
            epa_iterations: finding.epa_iterations,
            ..self.placed(normal, point, overlap)
        }
    }

    /// A contact with `overlap` [m] along `normal` about `point`, both of A's frame, brought to the world; the other
    /// fields are the most cautious ones.
    pub fn placed(&self, normal: DVec3, point: DVec3, overlap: f64) -> Contact {
        let normal = (self.pose.orientation * normal).normalize();
        let point = self.pose.apply(point);
        Contact {
            overlap,
            lower: f64::NEG_INFINITY,
            upper: overlap,
            normal,
            point,
            c1: point + normal * (0.5 * overlap),
            c2: point - normal * (0.5 * overlap),
            kind: Kind::VertexVertex,
            unique: true,
            status: Status::Unsure(Cause::Local),
            gjk_iterations: 0,
            epa_iterations: 0,
            patch: PatchAxes::POINT,
        }
    }

    /// Which features meet along `normal`.
    pub fn kind_at(&self, normal: DVec3) -> Kind {
        let (first, second) = self.features(normal);
        kind(&first, &second)
    }

    /// The support features of A along `normal` and of B against it.
    fn features(&self, normal: DVec3) -> (Feature, Feature) {
        let first = self.a.support_feature(normal, FEATURE_BAND * self.a.bounding_radius());
        let against = self.turn.transpose() * -normal;
        let second = self.b.support_feature(against, FEATURE_BAND * self.b.bounding_radius());
        (first, second.map(|p| self.turn * p + self.offset, |d| self.turn * d))
    }

    /// A lower bound of the overlap [m] that needs no search. The distance is not above that of any point of A from
    /// any point of B; and when `shared` lies in both, balls about it fit into both.
    fn proven(&self, on_a: DVec3, on_b: DVec3, shared: DVec3) -> f64 {
        let room = |body: &Polyhedron, point: DVec3| {
            body.faces().iter().map(|face| face.offset - face.normal.dot(point)).fold(f64::INFINITY, f64::min)
        };
        let in_a = room(self.a, shared);
        let in_b = room(self.b, self.turn.transpose() * (shared - self.offset));
        if in_a >= 0.0 && in_b >= 0.0 { in_a + in_b } else { -on_a.distance(on_b) }
    }
}

fn corners(feature: &Feature) -> Vec<DVec3> {
    match feature {
        Feature::Point(p) | Feature::Disc { center: p, .. } => vec![*p],
        Feature::Segment(ends) => ends.to_vec(),
        Feature::Polygon(points) => points.clone(),
    }
}

/// Where two features meet when seen along `normal`: a point of each, with the barycentric weights of the nearest
/// point of their flattened difference.
fn meeting(first: &[DVec3], second: &[DVec3], normal: DVec3, reach: f64) -> (DVec3, DVec3) {
    let highest = |points: &[DVec3], dir: DVec3| {
        (0..points.len()).max_by(|&i, &j| points[i].dot(dir).total_cmp(&points[j].dot(dir))).unwrap_or(0)
    };
    let corner = |dir: DVec3| {
        let (a, b) = (highest(first, dir), highest(second, -dir));
        let apart = first[a] - second[b];
        Corner { a: a as u32, b: b as u32, at: apart - normal * apart.dot(normal) }
    };
    let limit = 16 + 4 * (first.len() + second.len()) as u32;
    let tiny = 4.0 * f64::EPSILON * reach;
    let (simplex, ..) = descend(corner(normal.any_orthonormal_vector()), corner, tiny, limit);
    weighted_points(&simplex, |a| first[a as usize], |b| second[b as usize])
}

/// The points of A and of B whose difference is the simplex's nearest point.
pub(super) fn weighted_points(
    simplex: &Simplex,
    vertex_a: impl Fn(u32) -> DVec3,
    vertex_b: impl Fn(u32) -> DVec3,
) -> (DVec3, DVec3) {
    simplex.weighted().fold((DVec3::ZERO, DVec3::ZERO), |(on_a, on_b), (corner, weight)| {
        (on_a + vertex_a(corner.a) * weight, on_b + vertex_b(corner.b) * weight)
    })
}

fn kind(first: &Feature, second: &Feature) -> Kind {
    use Feature::{Point, Polygon, Segment};
    match (first, second) {
        (Segment([p, q]), Segment([r, s])) => {
            let (u, v) = ((q - p).normalize(), (s - r).normalize());
            if u.cross(v).length() > FEATURE_BAND { Kind::EdgeEdge } else { Kind::ParallelEdges }
        }
        (Point(_), Point(_)) => Kind::VertexVertex,
        (Point(_), Segment(_)) | (Segment(_), Point(_)) => Kind::VertexEdge,
        (Point(_), _) | (_, Point(_)) => Kind::VertexFace,
        (Polygon(_), Polygon(_)) => Kind::FaceFace,
        _ => Kind::EdgeFace,
    }
}
