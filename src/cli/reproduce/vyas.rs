//! Vyas, Ottino, Lueptow and Umbanhowar (2025): a small sphere between two large ones.

use glam::DVec3;
use serde_json::json;

use super::{Report, ReproduceError, Study};
use crate::common::table::Table;
use crate::output::plots::{Chart, Curve, Style};
use crate::scene::SceneBuilder;
use crate::scene::builder::{Body, Material, Shape};

/// When the paper gives the energy of motion of the centre [s], and how much it is [J].
const WHEN: f64 = 0.144;
const PUBLISHED: f64 = 2.8e-10;
const STEP: f64 = 1e-6;

/// The gap that the small sphere slips through.
fn scene() -> SceneBuilder {
    let material = Material::new("m").density(2500.0).stiffness(1e4).restitution(0.5).friction(0.5);
    SceneBuilder::new()
        .path("vyas.toml")
        .duration(WHEN)
        .time_step(STEP)
        .gravity(DVec3::new(0.0, 0.0, -9.81))
        .start_overlap(0.01)
        .add(material.tangential_stiffness_ratio(0.8235))
        .add(Shape::sphere("large", "m", 0.005))
        .add(Shape::sphere("small", "m", 2.5e-4))
        .add(Body::new("large", DVec3::ZERO).fixed(true))
        .add(Body::new("large", DVec3::new(0.01, 0.0, 0.0)).fixed(true))
        .add(Body::new("small", DVec3::new(0.005, 2.7937481665024794e-5, 0.0016005372526493155)))
}

/// Lets it slip.
pub(super) fn run(study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    report.paragraph(
        "Two fixed spheres of 10 mm touch; one of 0.5 mm lies on both, just off the plane of symmetry, and is let go. It slips through \
         the gap. Codes that take velocities and places of different instants together leave it wedged: the tangential springs then \
         point along a motion that is not that of the step. Here both are of the middle of the step, and springs are turned with the \
         contact. Linear springs, k_n = 1e4 N/m, k_t = 8235 N/m, friction 0.5, restitution 0.5, steps of 1e-6 s.",
    );
    let mut run = study.simulation(scene().build()?)?;
    report.ran_on(&run);
    let end = study.either((0.01 / STEP) as u64, (WHEN / STEP).round() as u64);
    let mut points = Vec::new();
    let last = study.drive("steps", &mut run, end, 1000, |run, _| {
        points.push((run.steps_done() as f64 * STEP, run.energies().translation));
        Ok(())
    })?;
    let (energy, turning) = (last.energies.translation, last.energies.rotation);
    let mut table = Table::new(&["", "time [s]", "translation [J]", "rotation [J]"]);
    table.push(vec!["paper".into(), WHEN.to_string(), format!("{PUBLISHED:.2e}"), "-".into()]);
    let found = [format!("{:.3}", end as f64 * STEP), format!("{energy:.3e}"), format!("{turning:.3e}")];
    table.push(std::iter::once("Packstone".to_owned()).chain(found).collect());
    report.table("Energy of motion of the small sphere, at the end.", &table);
    let chart = Chart {
        title: "A sphere slips through a gap".into(),
        x: "time [s]".into(),
        y: "energy of translation [J]".into(),
        log_y: true,
        curves: vec![Curve { name: String::new(), points, style: Style::Line }],
        ..Chart::default()
    };
    report.plot("energy", "Energy of translation", &chart)?;
    report.result(
        "energy",
        json!({ "time": end as f64 * STEP, "translation": energy, "rotation": turning, "published": PUBLISHED }),
    )
}
