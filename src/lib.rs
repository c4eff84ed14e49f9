//! Packstone: a discrete-element engine for convex grains of real shape.
//!
//! [`scene`] reads what is simulated, [`engine`] runs it, [`frames`] reads what a run has left on disk, [`analysis`] tells
//! what a packing is like, [`picture`], [`plots`] and [`vtk`] show it. [`bodies`] and [`contact`] serve without a scene too:
//! shapes, and how deep, which way and where two of them meet; [`axisymmetric`] sees cylinders another way, [`planar`] has
//! the same in the plane. The other modules are open to tests and to the curious, and may change with every version.
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

// The capacities of the house, from the ground up: each uses those above it in this list and none below (`tests/house/architecture.rs`).
#[doc(hidden)]
pub mod broad;
#[doc(hidden)]
pub mod cli;
mod common;
#[doc(hidden)]
pub mod device;
pub mod engine;
#[doc(hidden)]
pub mod force;
pub mod geometry;
pub mod health;
#[doc(hidden)]
pub mod motion;
pub mod narrow;
pub mod output;
pub mod scene;
pub mod sim;
pub mod studies;
#[doc(hidden)]
pub mod walls;

pub use sim::{Backend, Options, Simulation};
