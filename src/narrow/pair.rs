//! Two shapes in the frame of the first: every difference is taken once, so the answer does not depend on where the
//! pair stands in the world.

use std::cell::Cell;

use glam::{DMat3, DVec3};

use super::Body;
use super::certificate::Relative;
use crate::geometry::polyhedron::Lane;
use crate::geometry::{Cylinder, Ellipsoid, Feature, Polyhedron, Shape, Superquadric};

/// The vertex number of a support point on a curved surface.
pub(crate) const NO_VERTEX: u32 = u32::MAX;

/// A shape without its rounding: the overlap of rounded shapes is that of their cores plus the radii, at the same normal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a> {
    /// A sphere's centre.
    Point,
    /// A capsule's axis, from `-half` to `half` along z.
    Segment(f64),
    Polyhedron(&'a Polyhedron),
    Ellipsoid(&'a Ellipsoid),
    Cylinder(&'a Cylinder),
    Superquadric(&'a Superquadric),
}

impl<'a> Core<'a> {
    /// Core and rounding radius of a finite shape. (A half-space has neither; it never gets here.)
    pub fn new(shape: &'a Shape) -> (Self, f64) {
        match shape {
            Shape::Sphere(s) => (Self::Point, s.radius()),
            Shape::Capsule(s) => (Self::Segment(s.half_height()), s.radius()),
            Shape::Polyhedron(s) => (Self::Polyhedron(s), 0.0),
            Shape::Ellipsoid(s) => (Self::Ellipsoid(s), 0.0),
            Shape::Cylinder(s) => (Self::Cylinder(s), 0.0),
            Shape::Superquadric(s) => (Self::Superquadric(s), 0.0),
            Shape::HalfSpace(_) => (Self::Point, 0.0),
        }
    }

    /// True when the core is the hull of finitely many points.
    pub fn is_polyhedral(&self) -> bool {
        matches!(self, Self::Point | Self::Segment(_) | Self::Polyhedron(_))
    }

    /// What lies within `tolerance` [m] of the support plane along the unit direction `dir`.
    pub fn support_feature(&self, dir: DVec3, tolerance: f64) -> Feature {
        match self {
            Self::Segment(half) if 2.0 * half * dir.z.abs() <= tolerance => {
                Feature::Segment([DVec3::Z * -half, DVec3::Z * *half])
            }
            Self::Point | Self::Segment(_) => Feature::Point(Support::support(self, dir, NO_VERTEX).0),
            Self::Polyhedron(s) => s.support_feature(dir, tolerance),
            Self::Ellipsoid(s) => Feature::Point(s.support(dir)),
            Self::Cylinder(s) => s.support_feature(dir, tolerance),
            Self::Superquadric(s) => s.support_feature(dir, tolerance),
        }
    }

    /// Numbers of the vertices that the support along the unit direction `dir` may become when it turns by `angle` [rad];
    /// none of curved shapes.
    pub fn vertices_near_support(&self, dir: DVec3, angle: f64) -> Vec<u32> {
        match self {
            Self::Point => vec![0],
            Self::Segment(_) if dir.z.abs() <= angle => vec![0, 1],
            Self::Segment(_) => vec![u32::from(dir.z.is_sign_positive())],
            Self::Polyhedron(shape) => {
                let mut near = Vec::new();
                let top = shape.support_index(dir, None);
                shape.vertices_near_support(dir, top, angle * shape.bounding_radius(), &mut near);
                // Three are enough to name a face.
                near.into_iter().take(3).map(|(vertex, _)| vertex).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Largest distance from the origin [m].
    pub fn radius(&self) -> f64 {
        match self {
            Self::Point => 0.0,
            Self::Segment(half) => *half,
            Self::Polyhedron(s) => s.bounding_radius(),
            Self::Ellipsoid(s) => s.radii().max_element(),
            Self::Cylinder(s) => s.bounding_radius(),
            Self::Superquadric(s) => s.bounding_radius(),
        }
    }
}

/// Where B's frame stands in A's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Rotation from B's frame to A's.
    pub turn: DMat3,
    /// Rotation from A's frame to B's.
    pub turn_back: DMat3,
    /// B's origin in A's frame [m].
    pub shift: DVec3,
}

impl Frame {
    pub fn new(a: &Body, b: &Body) -> Self {
        Self::from(&Relative::new(a, b))
    }

    /// Where A's frame stands in B's.
    pub fn inverse(&self) -> Self {
        Self { turn: self.turn_back, turn_back: self.turn, shift: -(self.turn_back * self.shift) }
    }
}

impl From<&Relative> for Frame {
    fn from(relative: &Relative) -> Self {
        let turn = DMat3::from_quat(relative.turn);
        Self { turn, turn_back: turn.transpose(), shift: relative.shift }
    }
}

/// What GJK and EPA ask of a shape.
pub(crate) trait Support {
    /// A furthest point along `dir` and its vertex number; a search may start from vertex `hint`.
    fn support(&self, dir: DVec3, hint: u32) -> (DVec3, u32);

    /// The same for a shape that stands in another frame: direction and answer are in the outer frame.
    #[inline(always)]
    fn support_placed(&self, dir: DVec3, hint: u32, frame: &Frame) -> (DVec3, u32) {
        let (point, index) = self.support(frame.turn_back * dir, hint);
        (frame.turn * point + frame.shift, index)
    }

    /// Position of a numbered vertex.
    fn vertex(&self, index: u32) -> DVec3;

    /// How many numbered vertices there are.
    fn vertex_count(&self) -> u32;

    /// Vertices joined to a numbered vertex by an edge.
    fn neighbors(&self, vertex: u32) -> &[u32];

    /// Outward normal of the flat face that holds three numbered vertices.
    fn face_normal(&self, corners: [u32; 3]) -> Option<DVec3>;

    /// The polyhedron that this is, in its own frame.
    fn polyhedron(&self) -> Option<&Polyhedron> {
        None
    }
}

impl<T: Support> Support for &T {
    #[inline(always)]
    fn support(&self, dir: DVec3, hint: u32) -> (DVec3, u32) {
        (**self).support(dir, hint)
    }

    fn vertex(&self, index: u32) -> DVec3 {
        (**self).vertex(index)
    }

    fn vertex_count(&self) -> u32 {
        (**self).vertex_count()
    }

    fn neighbors(&self, vertex: u32) -> &[u32] {
        (**self).neighbors(vertex)
    }

    fn face_normal(&self, corners: [u32; 3]) -> Option<DVec3> {
        (**self).face_normal(corners)
    }

    fn polyhedron(&self) -> Option<&Polyhedron> {
        (**self).polyhedron()
    }
}

impl Support for Polyhedron {
    #[inline(always)]
    fn support(&self, dir: DVec3, hint: u32) -> (DVec3, u32) {
        let index = self.support_index(dir, (hint != NO_VERTEX).then_some(hint));
        (self.vertices()[index as usize], index)
    }

    fn vertex(&self, index: u32) -> DVec3 {
        self.vertices()[index as usize]
    }

    fn vertex_count(&self) -> u32 {
        self.vertices().len() as u32
    }

    fn neighbors(&self, vertex: u32) -> &[u32] {
        Self::neighbors(self, vertex)
    }

    fn face_normal(&self, corners: [u32; 3]) -> Option<DVec3> {
        let holds = |face: &&u32| corners.iter().all(|corner| self.face_vertices(**face).contains(corner));
        let face = self.vertex_faces(corners[0]).iter().find(holds)?;
        Some(self.faces()[*face as usize].normal)
    }

    fn polyhedron(&self) -> Option<&Polyhedron> {
        Some(self)
    }
}

impl Support for Core<'_> {
    #[inline]
    fn support(&self, dir: DVec3, hint: u32) -> (DVec3, u32) {
        match self {
            Self::Point => (DVec3::ZERO, 0),
            Self::Segment(half) => (DVec3::Z * half.copysign(dir.z), u32::from(dir.z.is_sign_positive())),
            Self::Polyhedron(shape) => Support::support(*shape, dir, hint),
            Self::Ellipsoid(shape) => (shape.support(dir), NO_VERTEX),
            Self::Cylinder(shape) => (shape.support(dir), NO_VERTEX),
            Self::Superquadric(shape) => (shape.support(dir), NO_VERTEX),
        }
    }

    fn vertex(&self, index: u32) -> DVec3 {
        match self {
            Self::Segment(half) => DVec3::Z * if index == 0 { -half } else { *half },
            Self::Polyhedron(shape) => shape.vertex(index),
            _ => DVec3::ZERO,
        }
    }

    fn vertex_count(&self) -> u32 {
        match self {
            Self::Point => 1,
            Self::Segment(_) => 2,
            Self::Polyhedron(shape) => shape.vertex_count(),
            _ => 0,
        }
    }

    fn neighbors(&self, vertex: u32) -> &[u32] {
        match self {
            Self::Segment(_) if vertex == 0 => &[1],
            Self::Segment(_) => &[0],
            Self::Polyhedron(shape) => shape.neighbors(vertex),
            _ => &[],
        }
    }

    fn face_normal(&self, corners: [u32; 3]) -> Option<DVec3> {
        match self {
            Self::Polyhedron(shape) => shape.face_normal(corners),
            _ => None,
        }
    }
}

/// A point of the Minkowski difference A - B, with the vertices it comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    /// The point [m].
    pub w: DVec3,
    /// Vertex of A, or [`NO_VERTEX`].
    pub a: u32,
    /// Vertex of B, or [`NO_VERTEX`].
    pub b: u32,
}

impl Vertex {
    /// True when both come from the same vertices, so that they are the same point.
    #[inline]
    pub fn same(&self, other: &Self) -> bool {
        self.a == other.a && self.b == other.b && self.a != NO_VERTEX && self.b != NO_VERTEX
    }
}

/// A polyhedron whose few vertices have been moved to the outer frame once, so that each search is a plain scan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'s> {
    pub shape: &'s Polyhedron,
    /// The moved vertices; empty for a polyhedron of many, which is climbed in its own frame.
    pub lanes: &'s [Lane],
}

impl Support for Placed<'_> {
    #[inline(always)]
    fn support(&self, dir: DVec3, hint: u32) -> (DVec3, u32) {
        Support::support(self.shape, dir, hint)
    }

    #[inline(always)]
    fn support_placed(&self, dir: DVec3, hint: u32, frame: &Frame) -> (DVec3, u32) {
        if self.lanes.is_empty() {
            return self.shape.support_placed(dir, hint, frame);
        }
        Lane::furthest(self.lanes, dir)
    }

    fn vertex(&self, index: u32) -> DVec3 {
        self.shape.vertices()[index as usize]
    }

    fn vertex_count(&self) -> u32 {
        self.shape.vertex_count()
    }

    fn neighbors(&self, vertex: u32) -> &[u32] {
        self.shape.neighbors(vertex)
    }

    fn face_normal(&self, corners: [u32; 3]) -> Option<DVec3> {
        self.shape.face_normal(corners)
    }

    fn polyhedron(&self) -> Option<&Polyhedron> {
        Some(self.shape)
    }
}

/// Two convex sets, seen from the frame of A.
#[derive(Clone, Debug)]
pub(crate) struct Pair<A, B> {
    pub a: A,
    pub b: B,
    pub frame: Frame,
    hint: Cell<(u32, u32)>,
}

impl<A: Support, B: Support> Pair<A, B> {
    pub fn new(a: A, b: B, frame: Frame) -> Self {
        Self { a, b, frame, hint: Cell::new((NO_VERTEX, NO_VERTEX)) }
    }

    /// Lets the next climb begin at a vertex of A and one of B.
    pub fn search_from(&self, vertices: (u32, u32)) {
        self.hint.set(vertices);
    }

    /// The furthest point of A - B along `dir`.
    #[inline(always)]
    pub fn support(&self, dir: DVec3) -> Vertex {
        let (hint_a, hint_b) = self.hint.get();
        let (on_a, a) = self.a.support(dir, hint_a);
        let (on_b, b) = self.b.support_placed(-dir, hint_b, &self.frame);
        self.hint.set((a, b));
        Vertex { w: on_a - on_b, a, b }
    }

    /// The difference of two numbered vertices, if the shapes have them.
    pub fn vertex(&self, a: u32, b: u32) -> Option<Vertex> {
        if a >= self.a.vertex_count() || b >= self.b.vertex_count() {
            return None;
        }
        let w = self.a.vertex(a) - (self.frame.turn * self.b.vertex(b) + self.frame.shift);
        Some(Vertex { w, a, b })
    }
}
