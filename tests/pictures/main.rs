//! What is shown of a run: pictures, plots, VTK files and figures of packings.

mod analysis;
mod picture;
mod plots;
mod vtk;
