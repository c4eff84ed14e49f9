//! Contact of convex shapes in the plane: Minkowski overlap, normal and contact points of polygons, discs and
//! ellipses.
//!
//! This is the planar case of Feng and Tan (2020), "On Minkowski difference-based contact detection in
//! discrete/discontinuous modelling of convex polygons/polyhedra", and of Feng and Tan (2021), "The Minkowski overlap
//! and the energy-conserving contact model". It is small enough to be drawn: [`traced_contact`] gives every step of
//! the search, [`Difference`] the Minkowski difference itself. Pictures are in `docs/planar.md`.
//!
//! ```
//! use glam::DVec2;
//! use packstone::studies::planar::{Disc, PlanarBody, PlanarKind, PlanarPose, PlanarShape, Polygon, contact};
//!
//! let plate = PlanarShape::Polygon(Polygon::rectangle(DVec2::new(4.0, 2.0))?);
//! let brick = PlanarShape::Polygon(Polygon::rectangle(DVec2::new(2.0, 1.0))?);
//! let a = PlanarBody { shape: &plate, pose: PlanarPose::IDENTITY };
//! let b = PlanarBody { shape: &brick, pose: PlanarPose::at(DVec2::new(2.5, 1.4)) };
//!
//! let found = contact(&a, &b);
//! assert!((found.overlap - 0.1).abs() < 1e-15);
//! assert_eq!(found.normal, DVec2::Y);
//! assert_eq!(found.kind, PlanarKind::EdgeEdge);
//! // The middle of what the two edges share: from x = 1.5, where the brick begins, to x = 2, where the plate ends.
//! assert!(found.point.distance(DVec2::new(1.75, 0.95)) < 1e-15);
//!
//! let disc = PlanarShape::Disc(Disc::new(0.5)?);
//! let c = PlanarBody { shape: &disc, pose: PlanarPose::at(DVec2::new(5.0, 5.0)) };
//! assert!((contact(&a, &c).overlap + 4.5).abs() < 1e-15); // 4.5 apart
//! # Ok::<(), packstone::studies::planar::PlanarShapeError>(())
//! ```

mod answer;
mod difference;
mod epa;
mod error;
#[doc(hidden)]
pub mod examples;
mod gjk;
mod pair;
mod patch;
mod polygon;
mod refine;
mod round;
mod shape;
mod solve;
mod trace;

/// The code of the page is compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/planar.md")]
struct Page;

pub use answer::{PlanarContact, PlanarKind};
pub use difference::{Difference, entrance_block};
pub use error::PlanarShapeError;
pub use polygon::Polygon;
pub use round::{Disc, Ellipse};
pub use shape::{PlanarBody, PlanarPose, PlanarShape};
pub use solve::{contact, observed_contact, traced_contact};
pub use trace::{Expansion, Look, Observer, Trace};
