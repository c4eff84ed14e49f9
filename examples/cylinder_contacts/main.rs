//! Draws the figures of `docs/cylinders.md` and prints its tables of differences to the Minkowski overlap.
//!
//! `cargo run --release --example cylinder_contacts [-- OUTDIR]`

mod compare;
mod frame;
mod page;
mod pairs;
mod plots;
mod region;
mod statistics;
mod view;

use std::error::Error;
use std::path::Path;

use packstone::narrow::Minkowski;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs".to_owned());
    let pictures = [
        ("cylinders-frame.svg", frame::draw()),
        ("cylinders-regions.svg", region::draw()),
        ("cylinders-section.svg", region::draw_section()),
        ("cylinders-compared.svg", compare::draw()),
        ("cylinders-plots.svg", plots::draw()),
    ];
    for (name, svg) in pictures {
        let path = Path::new(&folder).join(name);
        std::fs::write(&path, &svg).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{}: {} bytes", path.display(), svg.len());
    }
    approach_table();
    tilt_table();
    println!("\nrandom pairs, Minkowski overlap 0.1 % to 5 % of the smaller of radius and half height");
    statistics::table();
    Ok(())
}

/// Ratio and angle at three depths, per arrangement.
fn approach_table() {
    let mut detector = Minkowski::default();
    println!("\n| arrangement | depth / radius | overlap ratio | angle [°] |\n|---|---|---|---|");
    for (k, named) in pairs::arrangements().iter().enumerate() {
        let rows = plots::approach(k, &mut detector);
        for row in [rows.first(), rows.get(rows.len() / 4), rows.last()].into_iter().flatten() {
            println!("| {} | {:.4} | {:.3} | {:.2} |", named.name, row[0], row[1], row[2]);
        }
    }
}

/// A disc on a disc at a few tilts, 0.1 %, 0.5 % and 5 % of the radius deep.
fn tilt_table() {
    let mut detector = Minkowski::default();
    println!(
        "\n| tilt [rad] | depth / radius | overlap ratio | axisymmetric normal off the face's [°] | Minkowski's [°] |"
    );
    println!("|---|---|---|---|---|");
    for tilt in [0.0, 1e-6, 1e-4, 1e-2, 0.1, 0.3] {
        for depth in [0.001, 0.005, 0.05] {
            if let Some([ratio, axial, minkowski]) = plots::tilted(tilt, depth, &mut detector) {
                println!("| {tilt} | {depth} | {ratio:.3} | {axial:.4} | {minkowski:.4} |");
            }
        }
    }
}
