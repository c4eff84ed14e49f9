//! Walls: where they are, and how grains touch them.
//!
//! A wall of a scene becomes one or more smooth [`Surface`]s. A plane and a rod are convex solids, and their contacts
//! are those of two convex bodies. The inside of a tube or a cone is not: there a grain can touch at several places, see
//! `revolved.rs`.
//!
//! In every contact the overlap's gradient with respect to the grain's position is the normal, which points from the grain
//! into the wall: a force that is a function of the overlap, against the normal, has an energy.

mod bounds;
mod climb;
mod contact;
mod links;
mod meridian;
mod motion;
mod remap;
mod revolved;
mod rim;
mod slots;
mod surface;
mod touch;
mod valley;
mod view;

pub use bounds::{WallFault, container_volume};
pub(crate) use climb::{MAX_GAIN, MIN_CUT};
pub use contact::{WallContact, WallContacts, WallDetector};
pub use links::links;
pub use motion::Displacement;
pub use remap::remapped;
pub(crate) use revolved::{SAME_END, SMALL, STARTS};
pub use slots::{MAX_CONTACTS, WallWarm};
pub use surface::{Form, Revolved, Surface, SurfacePose, surfaces};
