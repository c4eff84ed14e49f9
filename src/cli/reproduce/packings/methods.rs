//! The same packing by the axisymmetric method of the paper and by the Minkowski overlap.

use super::boxes::density;
use super::rest::{kinetic_chart, table};
use super::{Bed, Recipe, cylinders};
use crate::cli::reproduce::{Report, ReproduceError, Study};

const AXISYMMETRIC: Recipe = Recipe {
    name: "cylinders-2-axisymmetric",
    also: "\n[contact]\ncylinders = \"axisymmetric\"\n",
    ..cylinders::CASES[1].0
};

/// Runs case 2 by the other method, and sets both beside each other.
pub(super) fn compare(study: &Study, report: &mut Report, minkowski: &Bed) -> Result<(), ReproduceError> {
    let other = Bed::complete(study, &AXISYMMETRIC, report)?;
    report.heading("The axisymmetric method and the Minkowski overlap");
    report.paragraph(
        "Case 2 once more, with contacts of two cylinders found by the paper's method (overlap region by layers, normal by \
         its theorem); everything else is the same, the seed too.",
    );
    let names = ["Minkowski overlap", "axisymmetric"].map(str::to_owned);
    let both = [minkowski, &other];
    let rests: Vec<_> = names.iter().cloned().zip(both.map(|bed| &bed.rest)).collect();
    report.table("Coming to rest.", &table(&rests));
    let rows: Vec<_> = names.iter().cloned().zip(both).map(|(name, bed)| (name, bed, "-".to_owned())).collect();
    report.table("Density.", &density(&rows));
    let series: Vec<_> = names.iter().cloned().zip(both.map(|bed| &bed.series)).collect();
    report.plot("methods", "Kinetic energy of case 2 by both methods", &kinetic_chart("Kinetic energy", &series))?;
    report.result("axisymmetric", &other.rest)
}
