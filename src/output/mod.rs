//! What a run leaves and how it is looked at: frames on disk, VTK files, pictures, plots, and the measures of a packing.

pub mod analysis;
pub mod frames;
pub mod picture;
pub mod plots;
pub mod vtk;
mod wall_mesh;

pub use wall_mesh::{Sight, WallMesh, sight, wall_mesh};
pub(crate) use wall_mesh::{across, wall_ends};
