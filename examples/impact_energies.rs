//! Energies of the two verification runs of Feng and Tan (2021), "The Minkowski overlap and the energy-conserving contact
//! model for discrete element modeling of convex nonspherical particles", drawn as the paper does: `cargo run --release
//! --example impact_energies [-- OUTDIR]` writes `energy-superquadrics.svg` and `energy-polyhedra.svg` (to `docs` by
//! default) and prints the largest change of the total energy outside contacts.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use packstone::engine::{Options, Simulation};
use packstone::scene::Scene;

/// Steps between two points of a curve.
const EVERY: u64 = 100;
const STEPS: u64 = 100_000;
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 56.0;

/// Time [s] and energies [J]: total, translation, rotation.
type Point = [f64; 4];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = std::env::args().nth(1).map_or_else(|| PathBuf::from("docs"), PathBuf::from);
    for name in ["superquadrics", "polyhedra"] {
        let mut curves = Vec::new();
        for energy_return in [false, true] {
            let (curve, error, collisions) = run(name, energy_return)?;
            let scheme = if energy_return { "energy returned" } else { "plain velocity Verlet" };
            println!(
                "{name}, {scheme}: largest change of energy outside contacts {error:.2e}, {collisions} collisions"
            );
            curves.push((scheme, curve));
        }
        let path = out.join(format!("energy-{name}.svg"));
        std::fs::write(&path, picture(name, &curves[0].1))?;
        println!("{}", path.display());
    }
    Ok(())
}

fn run(name: &str, energy_return: bool) -> Result<(Vec<Point>, f64, u64), Box<dyn std::error::Error>> {
    let path = Path::new("examples/scenes").join(format!("verification-{name}.toml"));
    let mut scene = Scene::load(path)?;
    scene.simulation.energy_return = energy_return;
    let mut run = Simulation::new(scene, Options::threads(1))?;
    let start = run.energies().total();
    let (mut curve, mut worst) = (Vec::new(), 0.0f64);
    for step in 0..STEPS {
        let report = run.step(1)?;
        let energies = report.energies;
        if report.counts.contacts + report.counts.wall_contacts == 0 {
            worst = worst.max((energies.total() - start).abs() / start);
        }
        if step % EVERY == 0 {
            // As in the paper, without the energy of overlaps: the total drops while bodies touch.
            let total = energies.kinetic() + energies.gravity;
            curve.push([report.time, total, energies.translation, energies.rotation]);
        }
    }
    Ok((curve, worst, run.report().counts.ended))
}

fn picture(name: &str, curve: &[Point]) -> String {
    let most = curve.iter().map(|point| point[1]).fold(0.0, f64::max);
    let end = curve.last().map_or(1.0, |point| point[0]);
    let x = |time: f64| MARGIN + (WIDTH - 1.5 * MARGIN) * time / end;
    let y = |share: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * share / 1.1;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"26\" font-size=\"16\">Elastic impact of three {name}: energies over the largest total</text>\n"
    );
    for k in 0..=5 {
        let share = 0.2 * f64::from(k);
        let _ = writeln!(
            svg,
            "<path d=\"M{} {h} H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{share:.1}</text>",
            x(0.0),
            x(end),
            x(0.0) - 6.0,
            y(share) + 4.0,
            h = y(share)
        );
        let time = end * share;
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{time:.2}</text>", x(time), y(0.0) + 20.0);
    }
    let _ =
        writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">time [s]</text>", x(0.5 * end), y(0.0) + 42.0);
    let names = [("total (with height)", "#222"), ("translation", "#c0392b"), ("rotation", "#2471a3")];
    for (k, (label, colour)) in names.into_iter().enumerate() {
        let points: Vec<String> =
            curve.iter().map(|point| format!("{:.1},{:.1}", x(point[0]), y(point[k + 1] / most))).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.2\"/>",
            points.join(" ")
        );
        let at = MARGIN + 10.0 + 170.0 * k as f64;
        let _ = writeln!(
            svg,
            "<path d=\"M{at} 42 h24\" stroke=\"{colour}\" stroke-width=\"2\"/><text x=\"{}\" y=\"46\">{label}</text>",
            at + 30.0
        );
    }
    svg + "</svg>\n"
}
