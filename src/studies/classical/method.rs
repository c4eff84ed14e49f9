//! Detectors by name.

use crate::narrow::axisymmetric::Axisymmetric;

use super::{Cundall, GjkTd, Nezami};
use crate::narrow::{Detector, Minkowski};

/// The ways to find contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    /// Minkowski overlap by GJK, EPA and a smooth refinement: every shape, overlapping or not.
    #[default]
    Minkowski,
    /// GJK with tetrahedron distortion (classical, polyhedra only).
    GjkTd,
    /// Cundall's common plane (classical, polyhedra only).
    Cundall,
    /// Nezami's fast common plane (classical, polyhedra only).
    Nezami,
    /// The axisymmetric framework of Feng, Han and Owen (cylinders with cylinders, spheres and half-spaces only).
    Axisymmetric,
}

impl Method {
    /// The overlap and normal of overlapping bodies are not those of the least translation, and cannot be judged by it:
    /// only the state can.
    pub fn measures_otherwise(self) -> bool {
        self == Self::Axisymmetric
    }
}

/// A new detector of the given kind.
pub fn detector(method: Method) -> Box<dyn Detector + Send> {
    match method {
        Method::Minkowski => Box::new(Minkowski::default()),
        Method::GjkTd => Box::new(GjkTd::default()),
        Method::Cundall => Box::new(Cundall::default()),
        Method::Nezami => Box::new(Nezami::default()),
        Method::Axisymmetric => Box::new(Axisymmetric::default()),
    }
}
