//! The six packings of Feng, Han and Owen (2017): cylinders poured into a round vessel.

use super::boxes::density;
use super::rest::{kinetic_chart, table, total_chart};
use super::{Bed, Recipe, cost, literature, methods};
use crate::cli::reproduce::{Report, ReproduceError, Study};
use crate::common::table::Table;
use crate::output::plots::TimeSeries;

/// Values that make the packings small.
const QUICK: &[(&str, &str)] = &[("duration", "0.4"), ("total", "30"), ("until", "0.05"), ("snapshot_every", "0.05")];

macro_rules! case {
    ($name:literal) => {
        Recipe::new($name, include_str!(concat!("../../../../examples/papers/", $name, ".toml")), QUICK)
    };
}

/// Each case with its name and its ratio H/D, where all cylinders have the same.
pub(super) const CASES: [(Recipe, &str, Option<f64>); 6] = [
    (case!("cylinders-1"), "1: H/D = 0.025", Some(0.025)),
    (case!("cylinders-2"), "2: H/D = 0.5", Some(0.5)),
    (case!("cylinders-3"), "3: H/D = 5", Some(5.0)),
    (case!("cylinders-4"), "4: H/D = 50", Some(50.0)),
    (case!("cylinders-5"), "5: H/D = 0.5 and 10", None),
    (case!("cylinders-6"), "6: normally distributed", None),
];

/// All of them, what a contact costs, and the paper's own method beside the Minkowski overlap.
pub(in crate::cli::reproduce) fn run(study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    report.paragraph(
        "Given by the paper: 5,000 cylinders in each case and their ratios of height H to diameter D; they are injected at \
         random with some velocity into a round vessel and settle under gravity and damping. Chosen: sizes, material \
         (2500 kg/m3, friction 0.3 and 1 for needles, restitution 0.2), vessel, velocity (1 m/s downwards, needles 3 m/s), duration. \
         The scenes are in `examples/papers`. Colours show the angle of the axis to the vertical, as in the paper.",
    );
    let mut beds = Vec::new();
    for (recipe, _, _) in &CASES {
        beds.push(Bed::complete(study, recipe, report)?);
    }
    report.heading("Three stages of each case");
    for bed in &beds {
        let last_in = bed.end_of_insertion();
        bed.draw(report, &[&bed.frame_near(0.3 * last_in)?, &bed.frame_near(0.8 * last_in)?, &bed.last])?;
    }
    rest(report, &beds)?;
    order(report, &beds)?;
    cost::measure(study, report, &beds)?;
    methods::compare(study, report, &beds[1])
}

fn rest(report: &mut Report, beds: &[Bed]) -> Result<(), ReproduceError> {
    let named = || CASES.iter().map(|(_, name, _)| (*name).to_owned()).zip(beds);
    report.heading("Coming to rest");
    report.table(
        "Overlaps are in diameters of a sphere of the mean volume of the cylinders.",
        &table(&named().map(|(name, bed)| (name, &bed.rest)).collect::<Vec<_>>()),
    );
    let series: Vec<(String, &TimeSeries)> = named().map(|(name, bed)| (name, &bed.series)).collect();
    report.plot("kinetic", "Kinetic energy of the six cases", &kinetic_chart("Kinetic energy", &series))?;
    report.plot("total", "Energy of motion, height and contacts", &total_chart("Total energy", &series))?;
    report.paragraph(
        "As in the paper's figure 10, kinetic and total energy grow while cylinders come in, then the kinetic energy falls \
         and the total one becomes that of height.",
    );
    report.result("packings", beds.iter().map(|bed| &bed.rest).collect::<Vec<_>>())
}

fn order(report: &mut Report, beds: &[Bed]) -> Result<(), ReproduceError> {
    report.heading("Density and order");
    let literature = |ratio: Option<f64>| {
        let [loose, dense] = literature::cylinders(ratio?);
        let rods = if ratio? > 15.0 { format!("; {:.3}", literature::long_rods(ratio?)) } else { String::new() };
        Some(format!("{loose:.2} to {dense:.2}{rods}"))
    };
    let rows: Vec<(String, &Bed, String)> = CASES
        .iter()
        .zip(beds)
        .map(|((_, name, ratio), bed)| ((*name).to_owned(), bed, literature(*ratio).unwrap_or_else(|| "-".into())))
        .collect();
    report.table(
        &format!(
            "In the middle half of the bed. Literature: loose and dense packings by the fits of {}; for needles also \
             5.4 D/H of {}. Experiments with thin rods count 9.8 contacts of a rod ({}).",
            literature::ZOU_YU,
            literature::PHILIPSE,
            literature::WOUTERSE
        ),
        &density(&rows),
    );
    let mut table = Table::new(&["packing", "kind", "upright"]);
    for ((_, name, _), bed) in CASES.iter().zip(beds).take(5) {
        for order in &bed.analysis.order {
            let upright = order.along_gravity.map_or("-".into(), |value| format!("{value:.3}"));
            table.push(vec![(*name).to_owned(), order.species.clone(), upright]);
        }
    }
    report.table(
        "Mean of 3/2 cos2 - 1/2 of the angle between axes and the vertical: 1 upright, -1/2 lying, 0 at random.",
        &table,
    );
    Ok(())
}
