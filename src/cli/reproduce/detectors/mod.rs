//! Descantes, Tricoire and Richard (2019): three classical detectors of polyhedra, their accuracy, their speed, and where
//! they failed before they were revised.

mod accuracy;
mod failures;
mod misleading;
mod situations;
mod speed;

use super::{Report, ReproduceError, Study};

/// All tables and figures.
pub(super) fn run(study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    report.paragraph(
        "The paper revises three classical algorithms, compares them in nine situations of overlapping polyhedra, and shows \
         where the unrevised ones fail. It gives overlaps and normals but no coordinates: the bodies here are \
         reconstructions that have the published overlap and normal (`examples/papers/descantes.jsonl`). Answers can be \
         compared digit by digit, times only as ratios. The default detector, minkowski, stands beside the three. All of \
         this is computed on the CPU.",
    );
    let situations = situations::all()?;
    accuracy::write(&situations, report)?;
    study.go_on()?;
    speed::write(&situations, study, report)?;
    failures::write(&situations, report)
}
