//! Figure 4 of Feng and Tan (2020): a quadrilateral and a triangle in four slightly different configurations.

use glam::DVec2;
use serde_json::json;

use super::{Report, ReproduceError, Study};
use crate::common::table::Table;
use crate::output::plots::{Chart, Curve, Style};
use crate::studies::planar::examples::{CONFIGURATIONS, Configuration};
use crate::studies::planar::{Difference, PlanarBody, PlanarContact, contact};

/// Draws and tabulates the four.
pub(super) fn run(study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    report.paragraph(
        "The paper shows four configurations in its figure 4 and gives no coordinates. Those here are chosen so that the \
         same happens: in (a) the origin is nearly as close to two edges of the difference A ⊖ B; in (b) the triangle B has \
         moved to the right, and the lower edge of the quadrilateral A takes over from the left one; in (c) it is turned \
         clockwise until its top edge is parallel to that lower edge; in (d) it is turned further, and the left edge is \
         back. The comparison is of what happens, not of numbers.",
    );
    let mut table = Table::new(&["configuration", "overlap [m]", "normal", "c1 [m]", "c2 [m]", "kind", "GJK", "EPA"]);
    let mut results = Vec::new();
    for configuration in CONFIGURATIONS {
        study.go_on()?;
        let (a, b) = configuration.shapes()?;
        let [a, b] = configuration.place(&a, &b);
        let found = contact(&a, &b);
        table.push(row(configuration, &found));
        results.push(numbers(configuration, &found, excess(&a, &b, &found)));
        draw(report, configuration, [&a, &b], &found)?;
    }
    report.heading("Contacts");
    report.table(
        "GJK: updates of the simplex. EPA: looks across an edge, the last one included. c1 is on A, c2 on B.",
        &table,
    );
    report.paragraph(
        "Where two edges are parallel, in (c), the points are in the middle of the shared length and not at a corner.",
    );
    report.result("configurations", results)?;
    way(study, report)
}

/// Overlap and direction of the normal on the way through all four.
fn way(study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    let steps = study.either(50, 1000);
    let (mut overlaps, mut directions) = (Vec::new(), Vec::new());
    for (k, pair) in CONFIGURATIONS.windows(2).enumerate() {
        let (a, b) = pair[0].shapes()?;
        for step in 0..=steps {
            let share = f64::from(step) / f64::from(steps);
            let [a, b] = pair[0].on_the_way(&pair[1], share, &a, &b);
            let found = contact(&a, &b);
            overlaps.push((k as f64 + share, found.overlap));
            directions.push((k as f64 + share, found.normal.to_angle().to_degrees()));
        }
    }
    let largest = |curve: &[(f64, f64)]| curve.windows(2).map(|w| (w[1].1 - w[0].1).abs()).fold(0.0, f64::max);
    let (overlap_jump, turn) = (largest(&overlaps), largest(&directions));
    report.heading("On the way from one to the next");
    report.paragraph(&format!(
        "The triangle moved and turned evenly through all four, {steps} steps from each to the next. From step to step the \
         overlap changes by {overlap_jump:.1e} m at most, and the normal by up to {turn:.1} degrees: the overlap is \
         continuous where the normal jumps, as the paper argues."
    ));
    let chart = |title: &str, y: &str, points: Vec<(f64, f64)>| Chart {
        title: title.into(),
        x: "configuration".into(),
        y: y.into(),
        names: CONFIGURATIONS.iter().map(|one| format!("({})", one.letter)).collect(),
        curves: vec![Curve { name: String::new(), points, style: Style::Line }],
        ..Chart::default()
    };
    report.plot("overlap", "Overlap on the way", &chart("Overlap on the way", "overlap [m]", overlaps))?;
    let title = "Direction of the normal on the way";
    report.plot("normal", title, &chart(title, "angle from x [degrees]", directions))?;
    report.result("largest_step", json!({ "overlap": overlap_jump, "normal_degrees": turn }))
}

fn row(configuration: &Configuration, found: &PlanarContact) -> Vec<String> {
    let pair = |v: DVec2| format!("({:.4}, {:.4})", v.x, v.y);
    vec![
        format!("({}) {}", configuration.letter, configuration.name),
        format!("{:.6}", found.overlap),
        pair(found.normal),
        pair(found.c1),
        pair(found.c2),
        found.kind.name().into(),
        found.gjk_iterations.to_string(),
        found.epa_iterations.to_string(),
    ]
}

/// How far the overlap is from the least distance of the difference's edges from the origin, which is built and searched
/// without GJK and EPA [m].
fn excess(a: &PlanarBody, b: &PlanarBody, found: &PlanarContact) -> f64 {
    let difference = Difference::new(a, b, 0);
    let corners = difference.outline();
    let next = corners.iter().cycle().skip(1);
    let distance = |(p, q): (&DVec2, &DVec2)| p.perp_dot(*q).abs() / p.distance(*q);
    let least = corners.iter().zip(next).map(distance).fold(f64::INFINITY, f64::min);
    (found.overlap - least).abs()
}

fn numbers(configuration: &Configuration, found: &PlanarContact, error: f64) -> serde_json::Value {
    json!({
        "configuration": configuration.letter.to_string(),
        "overlap": found.overlap,
        "normal": found.normal.to_array(),
        "c1": found.c1.to_array(),
        "c2": found.c2.to_array(),
        "kind": found.kind.name(),
        "gjk": found.gjk_iterations,
        "epa": found.epa_iterations,
        "error": error,
    })
}

fn draw(
    report: &mut Report,
    configuration: &Configuration,
    [a, b]: [&PlanarBody; 2],
    found: &PlanarContact,
) -> Result<(), ReproduceError> {
    let outline = |name: &str, points: &[DVec2]| curve(name, points, Style::Outline);
    let difference = Difference::new(a, b, 0);
    let bodies = vec![
        outline("A", &a.outline(0)),
        outline("B", &b.outline(0)),
        curve("c1, c2", &[found.c1, found.c2], Style::Points),
        curve("normal", &[found.point, found.point + 0.5 * found.normal], Style::Line),
    ];
    let ways = vec![
        outline("A ⊖ B", difference.outline()),
        curve("origin", &[DVec2::ZERO], Style::Points),
        curve("overlap", &[DVec2::ZERO, found.overlap * found.normal], Style::Line),
    ];
    let Configuration { letter, name, .. } = configuration;
    for (kind, curves, what) in [("bodies", bodies, "the bodies"), ("difference", ways, "their Minkowski difference")] {
        let chart = Chart {
            title: format!("({letter}) {name}: {what}"),
            x: "x [m]".into(),
            y: "y [m]".into(),
            same_scale: true,
            curves,
            ..Chart::default()
        };
        report.plot(&format!("{letter}-{kind}"), &format!("({letter}) {name}: {what}"), &chart)?;
    }
    Ok(())
}

fn curve(name: &str, points: &[DVec2], style: Style) -> Curve {
    Curve { name: name.into(), points: points.iter().map(|p| (p.x, p.y)).collect(), style }
}
