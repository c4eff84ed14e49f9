//! Packstone: a discrete-element engine for convex grains of real shape.
//!
//! The modules follow the data of one time step: [`bodies`] are what grains are made of, [`broad`] finds the pairs that
//! may touch, [`contact`] tells how deep, which way and where two of them meet, [`walls`] does the same for a grain and a
//! wall, [`force`] has the law of a contact, [`integrate`] the motion, [`observe`] the account of energy; [`engine`] runs
//! them all on a [`scene`]. [`planar`] serves with convex figures in a plane, [`axisymmetric`] sees cylinders another
//! way. Around them, [`pairs`] reads pairs of bodies from files, [`judge`] finds contacts by other means than the
//! detectors, and [`command`] is the command line.
//!
//! ```
//! use glam::DVec3;
//! use packstone::bodies::{Cylinder, Pose, Shape};
//! use packstone::contact::{Body, Detector, Kind, Minkowski, WarmStart};
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

pub mod analysis;
pub mod axisymmetric;
pub mod bodies;
pub mod broad;
pub mod command;
pub mod contact;
pub mod engine;
pub mod force;
pub mod frames;
pub mod gpu;
pub mod integrate;
pub mod judge;
pub mod observe;
pub mod pairs;
pub mod picture;
pub mod planar;
pub mod plots;
pub mod scene;
pub mod vtk;
pub mod walls;
