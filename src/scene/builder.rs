//! Scenes from Rust values: the same keys, checks and messages as in a scene file.
//!
//! A [`SceneBuilder`] is the document of a scene file as a tree of values. [`SceneBuilder::build`] writes it as TOML and hands it to
//! the reader of scene files, so that nothing is allowed here that is not allowed there, and every refusal names its key.
//! Lines in messages are those of [`SceneBuilder::to_toml`].
//!
//! ```
//! use glam::DVec3;
//! use packstone::scene::SceneBuilder;
//! use packstone::scene::builder::{Body, Material, Shape, Wall};
//!
//! let scene = SceneBuilder::new()
//!     .steps(1000)
//!     .time_step(1e-5)
//!     .add(Material::new("glass").density(2500.0).stiffness(1e5).restitution(0.9).friction(0.3))
//!     .add(Shape::sphere("bead", "glass", 0.004))
//!     .add(Wall::plane("glass", DVec3::ZERO, DVec3::Z).name("floor"))
//!     .add(Body::new("bead", DVec3::new(0.0, 0.0, 0.1)).velocity(DVec3::NEG_Z));
//! assert_eq!(scene.build()?.bodies.len(), 1);
//!
//! // Any key of any table by its path; tables of a list by their name, or by their number from 0.
//! let changed = scene.set("output.vtk", true).set("material.glass.friction", 0.1).set("body.0.fixed", false);
//! assert_eq!(changed.build()?.materials[0].friction, 0.1);
//!
//! let error = changed.set("material.glass.restitution", 1.7).build().expect_err("too much");
//! assert!(error.to_string().contains("material \"glass\": restitution = 1.7 is outside (0, 1]"), "{error}");
//! # Ok::<(), packstone::scene::SceneError>(())
//! ```

mod parts;
mod path;
mod value;

use std::path::{Path, PathBuf};

use glam::DVec3;
use toml::de::DeTable;

pub use parts::{Body, Insertion, Lattice, Material, MaterialPair, Part, Particles, Region, Shape, Wall};
pub use value::{Table, Value};

use super::load::syntax;
use super::{Line, Scene, SceneError, Source};

/// The document of a scene, built table by table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneBuilder {
    document: Table,
    /// The name of the scene in errors; files that it names are sought beside it.
    path: Option<PathBuf>,
    /// The first step that could not be done.
    problem: Option<String>,
}

impl SceneBuilder {
    /// An empty scene.
    pub fn new() -> Self {
        Self::default()
    }

    /// A scene file's text as a start, to be changed; `path` is for errors and for the files that it names.
    pub fn from_toml(text: &str, path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let source = Source::new(path.as_ref(), text);
        let document = DeTable::parse(text).map_err(|error| syntax(&source, &error))?;
        Ok(Self { document: Table::of(document.get_ref()), path: Some(path.as_ref().into()), problem: None })
    }

    /// A scene file as a start, to be changed.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let path = path.as_ref();
        Self::from_toml(&Scene::text_of(path)?, path)
    }

    /// The name of the scene in errors; files that it names are sought beside it. `scene.toml` without.
    pub fn path(self, path: impl Into<PathBuf>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// Adds a material, shape, wall, body, lattice, insertion, or another table of a list.
    #[expect(clippy::should_implement_trait, reason = "a scene and a table are not added to each other")]
    pub fn add(mut self, part: impl Into<Part>) -> Self {
        let Part { section, table } = part.into();
        if self.document.get(section).is_none() {
            self.document.insert(section, Value::List(Vec::new()));
        }
        match self.document.get_mut(section) {
            Some(Value::List(list)) => list.push(Value::Table(table)),
            _ => self.note(format!("\"{section}\" is not a list of tables, so that none can be added to it")),
        }
        self
    }

    /// Adds several tables of one kind.
    pub fn add_all<P: Into<Part>>(self, parts: impl IntoIterator<Item = P>) -> Self {
        parts.into_iter().fold(self, Self::add)
    }

    /// Sets the value at a path: `"simulation.seed"`, `"material.glass.friction"` by name, `"insertion.0.region.max"` by number.
    ///
    /// Tables on the way are made where there are none; elements of lists are not. Keys are checked by [`Self::build`].
    pub fn set(mut self, path: &str, value: impl Into<Value>) -> Self {
        match path::place(&mut self.document, path) {
            Ok(place) => place.set(value.into()),
            Err(problem) => self.note(problem),
        }
        self
    }

    /// Takes away what is at a path: a key, a table of a list, or all tables of a list as in `"body"`.
    pub fn remove(mut self, path: &str) -> Self {
        match path::place(&mut self.document, path) {
            Ok(place) => {
                if !place.remove() {
                    self.note(format!("\"{path}\" is not there, so that it cannot be removed"));
                }
            }
            Err(problem) => self.note(problem),
        }
        self
    }

    /// The value at a path.
    pub fn get(&self, path: &str) -> Option<&Value> {
        path::find(&self.document, path)
    }

    /// Keeps the first problem: what follows may follow from it.
    fn note(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    /// Simulated time of the run [s]; instead of [`Self::steps`].
    pub fn duration(self, seconds: f64) -> Self {
        self.set("simulation.duration", seconds)
    }

    /// Time steps of the run; instead of [`Self::duration`].
    pub fn steps(self, steps: u64) -> Self {
        self.set("simulation.steps", steps)
    }

    /// Length of a time step [s].
    pub fn time_step(self, seconds: f64) -> Self {
        self.set("simulation.time_step", seconds)
    }

    /// The part of the critical time step that is used where no length is given.
    pub fn safety(self, share: f64) -> Self {
        self.set("simulation.safety", share)
    }

    /// Acceleration of free fall [m/s2].
    pub fn gravity(self, gravity: DVec3) -> Self {
        self.set("simulation.gravity", gravity)
    }

    /// Seed of all random numbers.
    pub fn seed(self, seed: u64) -> Self {
        self.set("simulation.seed", seed)
    }

    /// How deep grains may be in each other at the start, as a share of the smaller bounding radius.
    pub fn start_overlap(self, share: f64) -> Self {
        self.set("simulation.start_overlap", share)
    }

    /// Whether the energy error of time steps in elastic contacts is taken back.
    pub fn energy_return(self, returned: bool) -> Self {
        self.set("simulation.energy_return", returned)
    }

    /// The scene file that says the same.
    pub fn to_toml(&self) -> String {
        value::document(&self.document)
    }

    /// Reads and checks what was built, as a scene file is read and checked.
    pub fn build(&self) -> Result<Scene, SceneError> {
        let path = self.path.as_deref().unwrap_or(Path::new("scene.toml"));
        match &self.problem {
            Some(problem) => Err(Source::new(path, "").error_at(Line::default(), problem)),
            None => Scene::parse(self.to_toml(), path),
        }
    }
}
