//! Contacts of two convex shapes: how deep, which way, where.
//!
//! With the support functions h, the **Minkowski overlap** of A and B is the least value over all unit directions n of
//! the support width `f(n) = h_A(n) + h_B(-n)`: the length of the shortest translation that brings the shapes into mere
//! touch, or minus their distance when they are apart. The minimising n is the contact normal, from A to B.

mod analytic;
mod answer;
pub mod axisymmetric;
mod certificate;
mod chart;
mod corners;
mod curved;
mod direct;
mod face_certificate;
mod features;
mod inscribed;
mod minkowski;
mod naming;
pub(crate) mod pair;
pub mod patch;
pub(crate) mod penetrate;
pub(crate) mod polytope;
mod portal;
mod ring_certificate;
mod separate;
pub(crate) mod simplex;
pub(crate) mod solve;

pub use answer::{Cause, Contact, Kind, State, Status, TOUCH_BAND};
pub use certificate::Certificate;
pub use minkowski::Minkowski;
pub(crate) use naming::kind_by_eye;
pub(crate) use patch::band_of;

use glam::DVec3;

use crate::geometry::{LARGEST_LENGTH, Pose, Shape};

/// A shape at a place.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    /// The shape, in its own frame.
    pub shape: &'a Shape,
    /// Where it is.
    pub pose: Pose,
}

/// What a detector remembers of a pair between two calls. The default is a cold start.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WarmStart {
    /// The last contact normal or separating direction, in A's frame.
    pub axis: Option<DVec3>,
    /// Support pairs (vertex of A, vertex of B) that enclosed or came closest to the origin; polyhedra only.
    pub simplex: [Option<(u32, u32)>; 4],
    /// What was proven, and how far it holds; only detectors that need not tell gaps use it.
    pub certificate: Certificate,
}

impl WarmStart {
    /// Whether it can be of these two shapes, of which the second may be a curved wall: what it names, they have.
    pub(crate) fn fits(&self, a: &Shape, b: Option<&Shape>) -> bool {
        let vertices = |shape: &Shape| match shape {
            Shape::Sphere(_) => 1,
            Shape::Capsule(_) => 2,
            Shape::Polyhedron(body) => body.vertices().len(),
            _ => 0,
        };
        let counts = [vertices(a), b.map_or(0, vertices)];
        let known = |(p, q): &(u32, u32)| (*p as usize) < counts[0] && (*q as usize) < counts[1];
        let bodies = match (a, b) {
            (Shape::Polyhedron(a), Some(Shape::Polyhedron(b))) => Some((a, b)),
            _ => None,
        };
        self.axis.is_none_or(|axis| (0.5..2.0).contains(&axis.length()))
            && self.simplex.iter().flatten().all(known)
            && self.certificate.fits(bodies)
    }
}

/// A pair that a detector cannot treat.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
#[error("{detector} cannot treat a {a} with a {b}: {reason}")]
pub struct Unsupported {
    /// The detector's name.
    pub detector: &'static str,
    /// Family of shape A.
    pub a: &'static str,
    /// Family of shape B.
    pub b: &'static str,
    /// Why not, and what to use instead.
    pub reason: &'static str,
}

impl Unsupported {
    /// Refuses bodies that are so far from the origin that squares of their distances are lost.
    pub(crate) fn refuse_far(detector: &'static str, a: &Body, b: &Body) -> Result<(), Self> {
        let near = |body: &Body| body.pose.position.to_array().iter().all(|x| x.abs() <= LARGEST_LENGTH);
        if near(a) && near(b) {
            return Ok(());
        }
        let reason = "a position is beyond 1e30 m or not a number; bring the bodies nearer to the origin";
        Err(Self { detector, a: a.shape.family(), b: b.shape.family(), reason })
    }
}

/// A way to find contacts. A detector owns its scratch memory: one per thread.
pub trait Detector {
    /// The name in commands and tables.
    fn name(&self) -> &'static str;

    /// The contact of `a` and `b`, touching or not. `warm` is read as a first guess and rewritten for the next call.
    fn detect(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<Contact, Unsupported>;
}
