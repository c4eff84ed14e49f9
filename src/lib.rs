//! Packstone: a discrete-element engine for convex grains of real shape.
//!
//! [`scene`] reads what is simulated, [`sim`] runs it, [`output`] reads what a run has left on disk, measures it and draws it.
//! [`geometry`] and [`narrow`] serve without a scene too: shapes, and how deep, which way and where two of them meet.
//! [`studies`] has other ways to see contacts, to compare with. Modules that are not shown here are open to tests, and may change
//! with every version.
//!
//! ```
//! use glam::DVec3;
//! use packstone::geometry::{Cylinder, Pose, Shape};
//! use packstone::narrow::{Body, Detector, Kind, Minkowski, WarmStart};
//!
//! // Two upright cans, the second standing on the edge of the first and sunk 1 mm into it.
//! let can = Shape::Cylinder(Cylinder::new(0.04, 0.06)?);
//! let a = Body { shape: &can, pose: Pose::IDENTITY };
//! let b = Body { shape: &can, pose: Pose::at(DVec3::new(0.04, 0.0, 0.119)) };
//!
//! let mut detector = Minkowski::default();
//! let mut warm = WarmStart::default(); // what is remembered of this pair from call to call
//! let contact = detector.detect(&a, &b, &mut warm)?;
//!
//! assert!((contact.overlap - 0.001).abs() < 1e-15);
//! assert_eq!(contact.kind, Kind::FaceFace);
//! // The point is the middle of the lens that the two flat ends share.
//! assert!(contact.point.distance(DVec3::new(0.02, 0.0, 0.0595)) < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Lengths are in metres, angles in radians; doc comments give units in brackets. How contacts are computed is told in
//! `docs/contacts.md`, how the code is laid out in `ARCHITECTURE.md`.

// The rooms, from the ground up: each uses those before it and none behind it (`tests/house/architecture.rs`). Empty lines keep
// their order.

mod common; // files, hashes, tables

pub mod geometry; // shapes, hulls, mass, plane figures, mesh files

pub mod narrow; // contacts of two convex shapes: GJK, EPA, certificates, patches

pub mod scene; // scene files: what is simulated

#[doc(hidden)]
pub mod force; // the law of a contact, its history, sums per body

#[doc(hidden)]
pub mod motion; // the state of a body, drift, kick, rotation

#[doc(hidden)]
pub mod broad; // candidate pairs

#[doc(hidden)]
pub mod walls; // surfaces of walls and their contacts

pub mod health; // findings: whether a run can be trusted

pub mod engine; // the state of a run as arrays, and the step on the CPU

#[doc(hidden)]
pub mod device; // the same step on the GPU

pub mod sim; // the facade: a state and one of two executors

pub mod output; // frames, analysis, pictures, plots, ParaView files

pub mod studies; // classical detectors, contacts in the plane, oracle, bench, model of cards

#[doc(hidden)]
pub mod cli; // the command

pub use sim::{Backend, Options, Simulation};
