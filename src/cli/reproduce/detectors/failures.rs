//! Figures 2, 4, 7 and 8: where the unrevised algorithms fail.

use glam::{DVec2, DVec3};
use serde_json::json;

use super::misleading::{Misleading, all, for_gjk};
use super::situations::Situation;
use crate::cli::reproduce::{Report, ReproduceError};
use crate::common::table::{Table, scientific};
use crate::geometry::Shape;
use crate::geometry::planar::convex_hull;
use crate::narrow::{Contact, Detector, WarmStart};
use crate::output::plots::{Chart, Curve, Style};
use crate::studies::classical::GjkTd;
use crate::studies::pairs::Placed;

/// An answer is wrong when its overlap is off by more than this share, or its normal by more than this angle [degrees].
const WRONG: (f64, f64) = (0.01, 1.0);

/// Shows them failing.
pub(super) fn write(situations: &[Situation], report: &mut Report) -> Result<(), ReproduceError> {
    report.heading("Where unrevised algorithms fail (figures 2, 4, 7, 8)");
    report.paragraph(
        "Cundall's search from the bisecting plane of the centroids alone; Nezami's, which moves overlapping bodies apart \
         along the first plane's normal; GJK, whose last tetrahedron is taken for the boundary of the difference. The \
         reconstructions of figures 2 and 4 among the nine situations mislead neither: there the centre line points the \
         right way. So pairs of that kind were chosen that do, with the published overlap and normal: parallelepipeds in the \
         proportions 1 : 1 : 4 that meet near their ends, and the sheared block of figure 4 with a tall box at its lower \
         corner.",
    );
    let cases = all(situations)?;
    let mut table = Table::new(&[
        "figure and algorithm",
        "overlap found [m]",
        "exact [m]",
        "normal off by [degrees]",
        "revised: overlap off by [m]",
        "normal off by [degrees]",
    ]);
    let mut results = Vec::new();
    let mut drawings = Vec::new();
    for case in &cases {
        let (mut unrevised, mut revised) = case.detectors();
        let (old, new) = (answer(case, &mut *unrevised)?, answer(case, &mut *revised)?);
        let (off, rest) = (degrees(&old, case), degrees(&new, case));
        let error = (new.overlap - case.overlap).abs();
        table.push(vec![
            format!("{}, {}", case.figure, case.algorithm.name()),
            format!("{:.6}", old.overlap),
            format!("{:.6}", case.overlap),
            format!("{off:.1}"),
            scientific(Some(error)),
            scientific(Some(rest)),
        ]);
        results.push(json!({
            "figure": case.figure, "algorithm": case.algorithm.name(), "overlap": old.overlap, "exact": case.overlap,
            "normal_error_degrees": off, "wrong": is_wrong(&old, case), "revised_error": error, "revised_normal_error_degrees": rest,
        }));
        drawings.push(drawing(case, &old));
    }
    report.table("What the unrevised algorithm says, and how far the revised one is off.", &table);
    report.result("failures", results)?;
    first_directions(&for_gjk(situations), report)?;
    for (case, chart) in cases.iter().zip(&drawings) {
        let file = format!("failure-{}", case.figure.to_lowercase().replace("fig. ", ""));
        let caption = format!("{}: {} unrevised", case.figure, case.algorithm.name());
        report.plot(&file, &caption, chart)?;
    }
    Ok(())
}

fn answer(case: &Misleading, detector: &mut dyn Detector) -> Result<Contact, ReproduceError> {
    Ok(detector.detect(&case.a.body(), &case.b.body(), &mut WarmStart::default())?)
}

/// Angle between the normal that was found and the exact one.
fn degrees(contact: &Contact, case: &Misleading) -> f64 {
    contact.normal.cross(case.normal).length().atan2(contact.normal.dot(case.normal)).to_degrees()
}

fn is_wrong(contact: &Contact, case: &Misleading) -> bool {
    (contact.overlap - case.overlap).abs() > WRONG.0 * case.overlap || degrees(contact, case) > WRONG.1
}

/// GJK's last tetrahedron depends on the direction that it starts with: all 26 towards the faces, edges and corners of a
/// cube are tried.
fn first_directions(cases: &[Misleading], report: &mut Report) -> Result<(), ReproduceError> {
    let steps = || (-1..=1).map(f64::from);
    let cube = steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| DVec3::new(x, y, z))));
    let directions: Vec<DVec3> = cube.filter(|dir| *dir != DVec3::ZERO).map(DVec3::normalize).collect();
    let mut table = Table::new(&["figure", "first directions", "wrong", "no overlap found", "gjk-td wrong"]);
    let mut results = Vec::new();
    for case in cases {
        let [mut wrong, mut nothing, mut revised_wrong] = [0; 3];
        for dir in &directions {
            let ask = |mut detector: GjkTd| {
                let mut warm = WarmStart { axis: Some(*dir), ..WarmStart::default() };
                detector.detect(&case.a.body(), &case.b.body(), &mut warm)
            };
            let (old, new) = (ask(GjkTd::unrevised())?, ask(GjkTd::default())?);
            wrong += usize::from(is_wrong(&old, case));
            nothing += usize::from(old.overlap <= 1e-12 * case.overlap);
            revised_wrong += usize::from(is_wrong(&new, case));
        }
        let counts = [directions.len(), wrong, nothing, revised_wrong].map(|count| count.to_string());
        table.push([vec![case.figure.to_owned()], counts.to_vec()].concat());
        results.push(json!({
            "figure": case.figure, "directions": directions.len(), "wrong": wrong, "no_overlap": nothing,
            "revised_wrong": revised_wrong,
        }));
    }
    report.table(
        "GJK in all nine situations: it ends with another tetrahedron for another first direction. `no overlap found`: the \
         origin lies on a face of it, as the paper's figure 8 shows. In the reconstruction of figure 8a that happens from \
         none of these directions, and its coordinates need not be the paper's; it does with B of figure 5f moved half as far.",
        &table,
    );
    report.result("first_directions", results)
}

/// The bodies from the side, with the exact way out of the overlap and the one that was found.
fn drawing(case: &Misleading, found: &Contact) -> Chart {
    let flat = |p: DVec3| case.flat(p).into();
    let start = case.start();
    let way = |name: &str, normal: DVec3, overlap: f64| Curve {
        name: name.into(),
        points: vec![flat(start), flat(start + normal * overlap)],
        style: Style::Line,
    };
    let [x, y] = case.axes.map(|axis| format!("{} [m]", ["x", "y", "z"][axis]));
    Chart {
        title: format!("{}: {}, unrevised", case.figure, case.algorithm.name()),
        x,
        y,
        same_scale: true,
        curves: vec![
            outline("A", case, &case.a),
            outline("B", case, &case.b),
            way("exact", case.normal, case.overlap),
            way("found", found.normal, found.overlap),
        ],
        ..Chart::default()
    }
}

fn outline(name: &str, case: &Misleading, body: &Placed) -> Curve {
    let points: Vec<DVec2> = match &body.shape {
        Shape::Polyhedron(solid) => solid.vertices().iter().map(|v| case.flat(body.pose.apply(*v))).collect(),
        _ => Vec::new(),
    };
    let corners = convex_hull(&points).into_iter().map(|k| points[k].into()).collect();
    Curve { name: name.into(), points: corners, style: Style::Outline }
}
