//! Contacts of cylinders from their symmetry about their axes, after Feng, Han and Owen, "A Generic Contact Detection
//! Framework for Cylindrical Particles in Discrete Element Modelling": a second way to see them, beside the Minkowski
//! overlap of [`crate::narrow`].
//!
//! The files follow the data. Two cylinders ([`AxialCylinder`]) are seen in a common frame in which four numbers say
//! how they stand ([`Arrangement`]); three checks tell whether they overlap ([`check()`]); the region that they share is
//! cut into layers or spanned by the edges of their bases ([`Region`]); from it come overlap, contact point and the
//! normal that runs through both axes ([`contact()`]). `docs/cylinders.md` has the mathematics, with the slips of the
//! printed formulas put right.

mod check;
mod contact;
mod cylinder;
mod edges;
mod ellipse;
mod frame;
mod halfspace;
mod hull;
mod layers;
mod normal;
pub mod quartic;
mod reach;
mod region;
mod section;
mod sphere;

/// The code of the page is compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/cylinders.md")]
struct Page;

pub use check::{Step, Verdict, check};
pub use contact::{AxialContact, Axisymmetric, FACTOR, Scheme, contact};
pub use cylinder::AxialCylinder;
pub use edges::{Edge, Edges, edges};
pub use ellipse::Ellipse;
pub use frame::{Arrangement, Axes};
pub use halfspace::{Lie, halfspace_contact};
pub use layers::layered;
pub use normal::{lever_arm, normal_through, point_on_normal};
pub use region::{Extents, Region};
pub use section::Section;
pub use sphere::{SphereCase, sphere_contact};
