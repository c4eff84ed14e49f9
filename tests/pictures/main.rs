//! What is shown of a run: pictures, plots, VTK files and figures of packings.

#[path = "../common/mod.rs"]
mod common;

mod analysis;
mod picture;
mod plots;
mod vtk;
