//! Simulations 1 and 2 of Feng and Tan (2021): superquadrics, and superquadrics with polyhedra, fall into a box.

use super::rest::{kinetic_chart, table, total_chart};
use super::{Bed, Recipe, literature};
use crate::cli::reproduce::{Report, ReproduceError, Study};
use crate::common::table::Table;

const SUPERQUADRICS: Recipe = Recipe::new(
    "superquadrics",
    include_str!("../../../../examples/papers/superquadrics.toml"),
    &[("duration", "1.6"), ("total", "30"), ("until", "0.2"), ("time_step", "2e-4"), ("snapshot_every", "0.2")],
);
const MIXTURE: Recipe = Recipe::new(
    "mixture",
    include_str!("../../../../examples/papers/mixture.toml"),
    &[("duration", "1.6"), ("total", "40"), ("until", "0.2"), ("time_step", "2e-4"), ("snapshot_every", "0.2")],
);

/// Simulation 1.
pub(in crate::cli::reproduce) fn superquadrics(study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    report.paragraph(
        "Given by the paper: three superquadrics as meshes of 400 vertices, 987 grains in a box of 5 m by 5 m by 15 m, \
         injected until 2.5 s and watched until 5 s, density 2000 kg/m3, stiffness 1e6 N/m, friction 0.5, restitution 0.1. \
         Chosen: lengths of 0.08 to 0.12 times the paper's constants, places of entry between 2.5 m and 5.5 m, a third of \
         each kind, a time step of 2e-4 s instead of 1.25e-5 s, and 8 s instead of 5 s, because a few grains on top rock on. \
         Smaller grains lie in a lower bed and hit it less hard, so \
         heights and energies are not to be compared; what is compared is that a stable packing comes of it.",
    );
    packing(study, report, &SUPERQUADRICS)
}

/// Simulation 2.
pub(in crate::cli::reproduce) fn mixture(study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    report.paragraph(
        "Given by the paper: 3,280 grains of three polyhedra and one superquadric, its mesh of 400 vertices, the box, times \
         and material constants of simulation 1. Chosen: the polyhedra themselves, those of verification 2 here, 1 to 2 \
         times as large; a quarter of each kind; places of entry between 3.5 m and 7.5 m; a time step of 2e-4 s. What is \
         compared is that a stable packing comes of it.",
    );
    packing(study, report, &MIXTURE)
}

fn packing(study: &Study, report: &mut Report, recipe: &Recipe) -> Result<(), ReproduceError> {
    let bed = Bed::complete(study, recipe, report)?;
    report.heading("Four instants");
    let last_in = bed.end_of_insertion();
    let frames = [0.25, 0.5, 1.0].map(|share| bed.frame_near(share * last_in));
    let [first, second, third] = frames;
    bed.draw(report, &[&first?, &second?, &third?, &bed.last])?;
    report.heading("Coming to rest");
    report.table(
        "Overlaps are in diameters of a sphere of the mean volume of the grains. A grain is lost if it is missing or outside \
         of the walls.",
        &table(&[(bed.name.clone(), &bed.rest)]),
    );
    let series = [(bed.name.clone(), &bed.series)];
    report.plot("kinetic", "Kinetic energy", &kinetic_chart("Kinetic energy", &series))?;
    report.plot("total", "Energy of motion, height and contacts", &total_chart("Total energy", &series))?;
    report.heading("Density");
    report.table("In the middle half of the bed.", &density(&[(bed.name.clone(), &bed, "-".into())]));
    report.paragraph(&format!(
        "The paper gives no density. Plastic dice lie at 0.51 to 0.54 when they settle loosely and at 0.59 to 0.67 when \
         shaken ({}).",
        literature::BAKER
    ));
    report.result("packings", [&bed.rest])
}

/// Packing fractions and contacts, with what the literature has.
pub(super) fn density(rows: &[(String, &Bed, String)]) -> Table {
    let mut table =
        Table::new(&["packing", "packing fraction", "away from walls", "literature", "contacts of a grain"]);
    let shown = |value: Option<f64>, digits: usize| value.map_or("-".into(), |value| format!("{value:.digits$}"));
    for (name, bed, literature) in rows {
        let rest = &bed.rest;
        table.push(vec![
            name.clone(),
            shown(rest.fraction, 3),
            shown(rest.fraction_away_from_walls, 3),
            literature.clone(),
            shown(rest.coordination, 2),
        ]);
    }
    table
}
