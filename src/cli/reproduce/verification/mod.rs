//! Verifications 1 and 2 of Feng and Tan (2021): the energy of elastic impacts.

pub mod impacts;

use serde_json::json;

use super::{Report, ReproduceError, Study};
use crate::common::table::Table;
use crate::output::plots::{Chart, Curve, Style};
use crate::sim::{Backend, Options, Simulation};
use impacts::{Effort, Impacts, Point, ROWS, Row, chosen};

/// What the paper gives for its two runs: the change of energy between start and end, and collisions.
const PUBLISHED: [(f64, &str); 2] = [(2e-3, "2e-3, about 85 collisions"), (3e-3, "3e-3, more than 80 collisions")];

/// Follows all starts of all rows.
pub(super) fn run(study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    let scene = ROWS[0].start(0)?;
    let backend = study.backend().of_a_run(&scene);
    report.ran_on(&Simulation::new(scene, Options { threads: Some(1), backend })?);
    let full = Effort::in_full(backend);
    let quick = Effort { steps: 10_000, wanted: 2, collisions: 0, ..full };
    let effort = study.either(quick, full);
    let found = follow_all(study, &effort)?;
    introduce(report, &effort);
    let rows: Vec<(Row, &[Impacts])> = ROWS.into_iter().zip(found.iter().map(Vec::as_slice)).collect();
    table(report, &rows)?;
    figures(report, &rows)
}

/// The starts that count, of each row.
fn follow_all(study: &Study, effort: &Effort) -> Result<Vec<Vec<Impacts>>, ReproduceError> {
    let progress = study.progress("rows of the table", ROWS.len() as u64);
    let one = |row: &Row| {
        let found = chosen(row, effort, || study.go_on())?;
        progress.advance(1);
        if found.len() < effort.wanted {
            let (found, wanted) = (found.len(), effort.wanted);
            return Err(ReproduceError::Starts { found, wanted, what: format!("{}, {}", row.bodies, row.scheme()) });
        }
        Ok(found)
    };
    let found = match effort.backend {
        Backend::Cpu => study.side_by_side(&ROWS, one),
        // One device at a time.
        Backend::Gpu(_) => ROWS.iter().map(one).collect(),
    };
    progress.finish();
    found
}

fn introduce(report: &mut Report, effort: &Effort) {
    let Effort { steps, wanted, collisions, .. } = effort;
    report.paragraph(&format!(
        "Three elastic superquadrics (verification 1) and three elastic polyhedra (verification 2) in a box of 0.8 m, \
         {steps} steps of 1.25e-5 s, {wanted} starts of each. Density, stiffness, box, gravity, step and the shapes of the \
         superquadrics are the paper's. It gives no positions, and no numbers for its polyhedra: those of the scenes \
         `verification-superquadrics` and `verification-polyhedra` are chosen, so the collisions are others than the \
         paper's, and only their number is alike."
    ));
    let rule = if *collisions == 0 {
        "The first ones are taken.".to_owned()
    } else {
        format!(
            "They are tried in order, and the first {wanted} count that have {collisions} collisions or more and in which \
             every body meets another; nothing else is looked at."
        )
    };
    report.paragraph(&format!(
        "A start is the scene with its bodies turned and shifted a little by random numbers from the number of the start; \
         start 0 is the scene itself. {rule}"
    ));
}

fn table(report: &mut Report, rows: &[(Row, &[Impacts])]) -> Result<(), ReproduceError> {
    let mut table = Table::new(&[
        "bodies and scheme",
        "worst",
        "mean",
        "spread",
        "at the end",
        "collisions",
        "starts",
        "published",
    ]);
    let mut results = Vec::new();
    for (row, found) in rows {
        let errors: Vec<f64> = found.iter().map(|one| one.error).collect();
        let (worst, mean, spread) = statistics(&errors);
        let at_end = found.iter().map(|one| one.final_change).fold(0.0, f64::max);
        let collisions = found.iter().map(|one| one.collisions);
        let (least, most) = (collisions.clone().min().unwrap_or(0), collisions.max().unwrap_or(0));
        let published = published(row);
        let numbers = [worst, mean, spread, at_end].map(|value| format!("{value:.2e}"));
        let mut cells = vec![format!("{}, {}", row.bodies, row.scheme())];
        cells.extend(numbers);
        let beside = if row.formula || row.returned { String::new() } else { published.1.into() };
        let starts: Vec<String> = found.iter().map(|one| one.start.to_string()).collect();
        cells.extend([format!("{least} to {most}"), starts.join(", "), beside]);
        table.push(cells);
        results.push(json!({
            "bodies": row.bodies, "scheme": row.scheme(), "scene": row.scene,
            "worst": worst, "mean": mean, "spread": spread, "worst_at_the_end": at_end, "published": published.0,
            "runs": found,
        }));
    }
    report.heading("Energy error");
    report.table(
        "Largest change of the total energy outside contacts, as a share of its start: worst and mean over the starts, and \
         their standard deviation; then its change at the end, at worst, which is what the paper gives; contacts that ended; numbers of the starts.",
        &table,
    );
    report.result("rows", results)
}

fn published(row: &Row) -> (f64, &'static str) {
    PUBLISHED[usize::from(row.bodies == "polyhedra")]
}

/// Largest, mean and standard deviation.
fn statistics(values: &[f64]) -> (f64, f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (values.iter().copied().fold(0.0, f64::max), mean, square.sqrt())
}

fn figures(report: &mut Report, rows: &[(Row, &[Impacts])]) -> Result<(), ReproduceError> {
    report.heading("Energies over time");
    report.paragraph(
        "As in the paper's figures 8 and 10: normalised by the largest total, which leaves out the energy of overlaps and so \
         drops while bodies touch. Plain scheme, first start.",
    );
    let plain = |bodies: &str| rows.iter().find(|(row, _)| row.bodies == bodies && !row.returned);
    for (bodies, name, number) in
        [("superquadrics of 400 vertices", "superquadrics", 8), ("polyhedra", "polyhedra", 10)]
    {
        if let Some((_, [first, ..])) = plain(bodies) {
            let caption = format!("Figure {number} of the paper: energies of three {name}");
            report.plot(&format!("energies-{name}"), &caption, &energies(name, &first.curve))?;
        }
    }
    report.plot("errors", "How the energy error grows with collisions, first start of each row", &errors(rows))
}

fn energies(name: &str, curve: &[Point]) -> Chart {
    let most = curve.iter().map(|point| point.total).fold(f64::MIN_POSITIVE, f64::max);
    let line = |name: &str, pick: fn(&Point) -> f64| Curve {
        name: name.into(),
        points: curve.iter().map(|point| (point.time, pick(point) / most)).collect(),
        style: Style::Line,
    };
    Chart {
        title: format!("Elastic impact of three {name}"),
        x: "time [s]".into(),
        y: "energy over the largest total".into(),
        curves: vec![
            line("total", |point| point.total),
            line("translation", |point| point.translation),
            line("rotation", |point| point.rotation),
        ],
        ..Chart::default()
    }
}

fn errors(rows: &[(Row, &[Impacts])]) -> Chart {
    let name = |row: &Row| {
        let bodies = if row.formula {
            "formula"
        } else if row.bodies == "polyhedra" {
            "polyhedra"
        } else {
            "mesh"
        };
        format!("{bodies}{}", if row.returned { ", ret." } else { "" })
    };
    let curve = |(row, found): &(Row, &[Impacts])| {
        // Before the first collision there is but rounding.
        let changed = found[0].curve.iter().filter(|point| point.change > 1e-9);
        let points = changed.map(|point| (point.time, point.change)).collect();
        Curve { name: name(row), points, style: Style::Line }
    };
    Chart {
        title: "Largest change of energy so far".into(),
        x: "time [s]".into(),
        y: "share of the energy at the start".into(),
        log_y: true,
        curves: rows.iter().map(curve).collect(),
        ..Chart::default()
    }
}
