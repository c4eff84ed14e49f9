//! Frames for ParaView: binary, compressed VTK files of surfaces, contacts and walls, with series over time.
//!
//! `docs/output.md` tells every field and how to look at them.

mod contacts;
mod grains;
mod poly_data;
mod series;
mod walls;

pub use contacts::{chains, contacts};
pub use grains::{default_segments, grains};
pub use poly_data::{Array, Cells, PolyData, Values};
pub use series::Series;
pub use walls::walls;
