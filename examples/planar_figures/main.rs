//! Draws the figures of `docs/planar.md`: contact detection in the plane, step by step.
//!
//! `cargo run --release --example planar_figures [-- FOLDER]`
//!
//! - `planar-difference.svg`: the Minkowski difference at separation, touch and overlap, like figure 1 of Feng and Tan
//!   (2020), "On Minkowski difference-based contact detection in discrete/discontinuous modelling of convex
//!   polygons/polyhedra".
//! - `planar-epa.svg`, `planar-epa-ellipse.svg`: EPA growing its polygon, the second like figure 4 of Feng and Tan
//!   (2021), "The Minkowski overlap and the energy-conserving contact model".
//! - `planar-configurations.svg`: the four configurations of section 5.1 of the first paper.
//! - `planar-kinds.svg`: the contact types v-v, v-e and e-e, and contacts of discs and ellipses.
//!
//! The papers give no coordinates of their planar figures. All coordinates here are chosen, to show what theirs show.

mod configurations;
mod growth;
mod kinds;
mod marks;
mod page;
mod scenes;
mod states;

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "docs".to_owned()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let figures = [states::draw()?, growth::polygons()?, growth::curved()?, configurations::draw()?, kinds::draw()?];
    for (name, svg) in figures {
        let path = folder.join(name);
        std::fs::write(&path, &svg).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{}: {} bytes", path.display(), svg.len());
    }
    Ok(())
}
