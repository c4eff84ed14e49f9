//! Table 1 and figure 11: overlaps and normals.

use glam::DVec3;
use serde_json::json;

use super::situations::{Situation, detectors};
use crate::cli::reproduce::{Report, ReproduceError};
use crate::common::table::{Table, scientific};
use crate::narrow::{Contact, WarmStart};
use crate::output::plots::{Chart, Curve, Style};

/// How far an answer is from another: largest difference of a component of the normal, mean difference of the components,
/// and difference of the overlap [m].
#[derive(Clone, Copy, Debug, Default)]
struct Apart {
    normal: f64,
    mean_normal: f64,
    overlap: f64,
}

impl Apart {
    fn of(contact: &Contact, overlap: f64, normal: DVec3) -> Self {
        let apart = (contact.normal - normal).abs();
        Self {
            normal: apart.max_element(),
            mean_normal: apart.element_sum() / 3.0,
            overlap: (contact.overlap - overlap).abs(),
        }
    }
}

/// Asks all detectors about all situations.
pub(super) fn write(situations: &[Situation], report: &mut Report) -> Result<(), ReproduceError> {
    let names = detectors().map(|(name, _)| name);
    let mut answers = Vec::new();
    for situation in situations {
        let (a, b) = (situation.pair.a.body(), situation.pair.b.body());
        let ask = |(_, mut detector): (_, Box<dyn crate::narrow::Detector + Send>)| {
            detector.detect(&a, &b, &mut WarmStart::default())
        };
        answers.push(detectors().into_iter().map(ask).collect::<Result<Vec<Contact>, _>>()?);
    }
    report.heading("Normals and overlaps (table 1)");
    table_1(situations, &answers, report)?;
    report.heading("Accuracy (figure 11)");
    exact_errors(situations, &answers, &names, report)?;
    figure_11(situations, &answers, &names, report)
}

fn table_1(situations: &[Situation], answers: &[Vec<Contact>], report: &mut Report) -> Result<(), ReproduceError> {
    let mut table =
        Table::new(&["situation", "n_x", "n_y", "n_z", "overlap [m]", "published overlap [m]", "largest difference"]);
    let mut worst = 0.0f64;
    for (situation, found) in situations.iter().zip(answers) {
        let (published, contact) = (&situation.published, &found[0]);
        let apart = Apart::of(contact, published.overlap, published.normal);
        let difference = apart.normal.max(apart.overlap);
        worst = worst.max(difference);
        let mut cells = vec![published.figure.to_owned()];
        cells.extend(contact.normal.to_array().map(|n| format!("{n:.15}")));
        cells.extend([format!("{:.15}", contact.overlap), format!("{:.15}", published.overlap)]);
        cells.push(scientific(Some(difference)));
        table.push(cells);
    }
    report.table(
        "By our gjk-td. The last column is the largest difference from the published normal and overlap, which have 15 \
         digits. The paper writes overlaps as negative gaps.",
        &table,
    );
    report.result("difference_from_table_1", worst)
}

fn exact_errors(
    situations: &[Situation],
    answers: &[Vec<Contact>],
    names: &[&str],
    report: &mut Report,
) -> Result<(), ReproduceError> {
    let mut table = Table::new(&["detector", "worst normal", "worst overlap [m]", "published"]);
    let published = ["taken as exact", "equal to 15 digits", "", "1e-10 at best", ""];
    let mut results = serde_json::Map::new();
    for (k, name) in names.iter().enumerate() {
        let errors = situations.iter().zip(answers).map(|(situation, found)| {
            let (overlap, normal) = situation.exact();
            Apart::of(&found[k], overlap, normal)
        });
        let worst = errors.fold(Apart::default(), |worst, one| Apart {
            normal: worst.normal.max(one.normal),
            mean_normal: worst.mean_normal.max(one.mean_normal),
            overlap: worst.overlap.max(one.overlap),
        });
        let told = [scientific(Some(worst.normal)), scientific(Some(worst.overlap))];
        table.push([vec![(*name).to_owned()], told.to_vec(), vec![published[k].to_owned()]].concat());
        results.insert((*name).to_owned(), json!({ "normal": worst.normal, "overlap": worst.overlap }));
    }
    report.table(
        "Largest error over the nine situations against the exact answers of the reconstructions: components of the normal, \
         and overlap.",
        &table,
    );
    report.paragraph(
        "Our cundall ends with perturbations of 1e-12, the paper's with 1e-7 degrees; the row `cundall 1e-7°` ends as the \
         paper's.",
    );
    report.result("errors", results)
}

fn figure_11(
    situations: &[Situation],
    answers: &[Vec<Contact>],
    names: &[&str],
    report: &mut Report,
) -> Result<(), ReproduceError> {
    report.paragraph(
        "Figure 11 shows how far Nezami and Cundall are from GJK-TD. Answers that are equal bit by bit have no bar.",
    );
    let bars = |value: fn(&Apart) -> f64| {
        (1..names.len()).map(move |k| {
            let shift = 0.2 * (k as f64 - 2.5);
            let height = |found: &Vec<Contact>| value(&Apart::of(&found[k], found[0].overlap, found[0].normal));
            let points = answers.iter().enumerate().map(|(at, found)| (at as f64 + shift, height(found)));
            Curve { name: names[k].into(), points: points.collect(), style: Style::Bars { width: 0.2 } }
        })
    };
    let figures = [
        ("normals", "mean difference of normal components", bars(|apart| apart.mean_normal)),
        ("overlaps", "difference of overlaps [m]", bars(|apart| apart.overlap)),
    ];
    for (file, what, curves) in figures {
        let chart = Chart {
            title: format!("Against gjk-td: {what}"),
            x: "situation".into(),
            y: what.into(),
            log_y: true,
            names: situations.iter().map(|situation| situation.published.figure.replace("Fig. ", "")).collect(),
            curves: curves.collect(),
            ..Chart::default()
        };
        report.plot(file, &format!("Figure 11: {what}, against gjk-td"), &chart)?;
    }
    Ok(())
}
