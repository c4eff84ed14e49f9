//! Pictures of grains and walls, drawn by the CPU alone.
//!
//! The true surfaces are drawn as triangles, fine enough that no edge of them shows, into a buffer that keeps for every
//! sample of the picture the nearest grain, its normal and its distance ([`raster`](self)). From that buffer alone come
//! the light, the shadows, the shade between close grains, and what walls of glass take away. Several samples make one
//! pixel.
//!
//! ```
//! use packstone::sim::{Options, Simulation};
//! use packstone::output::picture::{Look, draw};
//! use packstone::scene::Scene;
//!
//! let scene = Scene::parse(
//!     "[simulation]
//!      steps = 1
//!      [[material]]
//!      name = 'glass'
//!      density = 2500
//!      stiffness = 1e5
//!      restitution = 0.9
//!      friction = 0.3
//!      [[shape]]
//!      name = 'bead'
//!      material = 'glass'
//!      type = 'sphere'
//!      radius = 0.01
//!      [[body]]
//!      shape = 'bead'
//!      position = [0, 0, 0]",
//!     "bead.toml",
//! )?;
//! let start = Simulation::new(scene.clone(), Options::default())?.snapshot();
//! let picture = draw(&scene, &start, 0.0, &Look::of(&scene))?;
//! assert_eq!((picture.width(), picture.height()), (1600, 1200));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod camera;
mod chains;
mod colors;
mod draw;
mod error;
mod extent;
mod film;
mod glass;
mod image;
mod legend;
mod lines;
mod meshes;
mod occlusion;
mod outlines;
mod raster;
mod shade;
mod sheets;
mod text;
mod triangles;
mod view;

pub use chains::Chain;
pub use colors::{Scale, shape_colors, species_color};
pub use draw::{Look, draw};
pub use error::PictureError;
pub use extent::Extent;
pub use film::Film;
pub use image::Picture;
pub(crate) use text::{font_name, short};
