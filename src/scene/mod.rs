//! Scene files: what is simulated, as plain data, read from TOML and checked.
//!
//! The page `docs/scene.md` tells every key. Whatever cannot be used is refused with file, line, value and what to do;
//! what needs the engine to be judged, such as grains that overlap at the start, is refused there by
//! [`Source::error_at`] with the line that each part of the scene carries.
//!
//! ```
//! let text = "
//!     simulation = { duration = 0.5 }
//!     [[material]]
//!     name = \"glass\"
//!     density = 2500.0
//!     stiffness = 1e5
//!     restitution = 0.9
//!     friction = 1.O
//! ";
//! let error = packstone::scene::Scene::parse(text, "beads.toml").expect_err("an O is no 0");
//! assert!(error.to_string().starts_with("beads.toml:8:18: not valid TOML: "), "{error}");
//! ```

mod bodies;
pub mod builder;
mod camera;
mod cohesion;
mod drag;
mod elastic;
mod error;
mod inputs;
mod insertion;
mod lattice;
mod load;
mod materials;
mod motion;
mod orientation;
mod output;
mod pair_law;
mod particles;
mod read;
mod rolling;
mod schema;
mod shapes;
mod simulation;
mod sizes;
mod source;
mod walls;
mod warnings;

pub use bodies::BodySeed;
pub use builder::SceneBuilder;
pub use camera::{CameraSettings, ColorBy, MOST_PIXELS, PICTURE_SIDE, Viewpoint};
pub use cohesion::{Adhesion, Cohesion};
pub use drag::DragSettings;
pub use elastic::{Accepted, ContactRadius, Elastic};
pub use error::{SceneError, Warning};
pub use inputs::{Input, Inputs};
pub use insertion::{Amount, Insertion, Region};
pub(crate) use load::LARGEST_SCENE;
pub use materials::{Dashpots, Material, MaterialPair, TangentialSpring};
pub use motion::{Oscillation, Rotation, WallMotion};
pub use orientation::Orientation;
pub use output::{Every, OutputSettings};
pub use pair_law::PairLaw;
pub use read::Key;
pub use rolling::{RollingKeys, RollingResistance};
pub use schema::{TableSchema, schema};
pub use shapes::NamedShape;
pub use simulation::{ContactSettings, CylinderContact, End, SimulationSettings, TimeStep};
pub use sizes::SizeDistribution;
pub use source::{KeyLines, Line, Place, Source};
pub use walls::{BoxSide, Side, Wall, WallGeometry};

/// What is simulated. All indices are valid and all numbers checked in a scene that was loaded.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Where it was read from.
    pub source: Source,
    /// How it runs.
    pub simulation: SimulationSettings,
    /// How contacts are found.
    pub contact: ContactSettings,
    /// What slows grains down beside their contacts.
    pub drag: Option<DragSettings>,
    /// What grains and walls are made of.
    pub materials: Vec<Material>,
    /// What two materials have in common that their own values do not tell.
    pub material_pairs: Vec<MaterialPair>,
    /// The kinds of grain.
    pub shapes: Vec<NamedShape>,
    /// What holds the grains.
    pub walls: Vec<Wall>,
    /// Grains that are there from the start: those of `[[body]]`, then `[[lattice]]`, then `[[particles]]`.
    pub bodies: Vec<BodySeed>,
    /// Grains that come in during the run.
    pub insertions: Vec<Insertion>,
    /// How often the run tells about itself.
    pub output: OutputSettings,
    /// How pictures of it are taken.
    pub camera: CameraSettings,
}
