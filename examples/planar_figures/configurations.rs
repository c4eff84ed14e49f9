//! Four configurations of a quadrilateral and a triangle, as in section 5.1 of Feng and Tan (2020).

use glam::DVec2;
use packstone::studies::planar::examples::CONFIGURATIONS;
use packstone::studies::planar::{Difference, PlanarBody, PlanarContact, PlanarShapeError, Trace, traced_contact};

use crate::marks;
use crate::page::{Mark, Page, Plot, Rect, Style, colour};
use crate::scenes::overlap_text;

const ROW: f64 = 290.0;
const TOP: f64 = 64.0;
pub fn draw() -> Result<(String, String), PlanarShapeError> {
    let mut page = Page::default();
    page.text(
        DVec2::new(24.0, 40.0),
        "title",
        "A quadrilateral and a triangle in four slightly different configurations",
    );
    for (k, configuration) in CONFIGURATIONS.iter().enumerate() {
        let (a, b) = configuration.shapes()?;
        let [a, b] = configuration.place(&a, &b);
        let name = format!("({}) {}", configuration.letter, configuration.name);
        row(&mut page, TOP + (ROW + 12.0) * k as f64, &name, [&a, &b]);
    }
    let below = TOP + 4.0 * (ROW + 12.0);
    let entries = [
        (Mark::Patch(Style::filled(colour::DIFFERENCE, 0.28)), "A ⊖ B"),
        (Mark::Dot(colour::SEARCH), "support points of GJK, in order"),
        (Mark::Patch(Style::filled(colour::SEARCH, 0.24)), "its last simplex"),
        (Mark::Line(Style::line(colour::CONTACT, 4.0)), "final edge"),
        (Mark::Arrow(colour::CONTACT), "overlap"),
        (Mark::Cross, "origin"),
    ];
    page.legend(DVec2::new(24.0, below + 16.0), &entries);
    let caption = [
        "After section 5.1 of Feng and Tan (2020), with coordinates of our own. A small move changes the edge that the contact is on: the left",
        "edge of A in (a), the lower one in (b) and (c), the left one again in (d). The overlap changes continuously; normal and point jump.",
        "In (c) two edges are parallel. The contact is then e-e, with its points in the middle of the shared length, and not at a corner.",
    ];
    page.lines(DVec2::new(24.0, below + 54.0), "caption", 20.0, &caption);
    Ok(("planar-configurations.svg".to_owned(), page.finish(1182.0, below + 116.0)))
}

fn row(page: &mut Page, top: f64, name: &str, [a, b]: [&PlanarBody; 2]) {
    let (found, trace) = traced_contact(a, b);
    let left = Rect::new(24.0, top, 440.0, ROW);
    let right = Rect::new(476.0, top, 440.0, ROW);
    page.panel(left);
    page.panel(right);
    // The same view in all rows: the triangle's reach about its corner, whatever its turn.
    let seen = [DVec2::new(-1.1, -1.3), DVec2::new(2.1, 1.5)];
    let plot = Plot::fit(&seen, left, 12.0);
    marks::bodies(page, &plot, a, b, &found);
    marks::contact(page, &plot, &found);
    let difference = Difference::new(a, b, 0);
    let view = Plot::fit(&[DVec2::new(-0.75, -0.7), DVec2::new(3.05, 2.75)], right, 12.0);
    marks::difference(page, &view, &difference, 0.0);
    simplices(page, &view, &trace);
    final_edge(page, &view, &trace);
    marks::shortest_way(page, &view, &found);
    report(page, DVec2::new(934.0, top + 40.0), name, &found, &trace);
}

fn simplices(page: &mut Page, view: &Plot, trace: &Trace) {
    for (k, simplex) in trace.simplices.iter().enumerate() {
        let last = k + 1 == trace.simplices.len();
        let style = if last { Style::filled(colour::SEARCH, 0.24) } else { Style::dashed(colour::SEARCH, 1.6) };
        page.outline(simplex.iter().map(|p| view.at(*p)), style);
    }
    let seen = support_points(trace);
    let middle = seen.iter().sum::<DVec2>() / seen.len() as f64;
    for (k, p) in seen.iter().enumerate() {
        page.dot(view.at(*p), colour::SEARCH);
        let outward = (view.at(*p) - view.at(middle)).normalize_or(DVec2::X);
        page.label(view.at(*p) - outward * 17.0, "number", &format!("{}", k + 1));
    }
}

/// GJK's support points, each once, in the order in which it found them.
fn support_points(trace: &Trace) -> Vec<DVec2> {
    let mut seen: Vec<DVec2> = Vec::new();
    for p in trace.simplices.iter().flatten() {
        if !seen.contains(p) {
            seen.push(*p);
        }
    }
    seen
}

/// The simplices by the numbers of their points, as in "1, 1-2, 1-2-3".
fn sequence(trace: &Trace) -> String {
    let seen = support_points(trace);
    let number = |p: &DVec2| seen.iter().position(|q| q == p).map_or(0, |k| k + 1).to_string();
    let names = trace.simplices.iter().map(|simplex| simplex.iter().map(number).collect::<Vec<_>>().join("-"));
    names.collect::<Vec<_>>().join(", ")
}

/// The edge at which EPA ended.
fn final_edge(page: &mut Page, view: &Plot, trace: &Trace) {
    let Some(last) = trace.expansions.last() else { return };
    let [start, end] = [last.look.edge, last.look.edge + 1].map(|k| last.polygon[k % last.polygon.len()]);
    page.line(view.at(start), view.at(end), Style::line(colour::CONTACT, 4.0));
}

fn report(page: &mut Page, at: DVec2, name: &str, found: &PlanarContact, trace: &Trace) {
    for (k, line) in wrapped(name, 26).iter().enumerate() {
        page.text(at + DVec2::Y * (20.0 * k as f64), "head", line);
    }
    let lines = [
        overlap_text(found, 1.0),
        format!("n = ({:.4}, {:.4})", found.normal.x, found.normal.y),
        format!("c₁ = ({:.4}, {:.4})", found.c1.x, found.c1.y),
        format!("c₂ = ({:.4}, {:.4})", found.c2.x, found.c2.y),
        format!("type {}", found.kind.name()),
        format!("GJK simplices {}", sequence(trace)),
        format!("EPA {} looks", found.epa_iterations),
    ];
    page.lines(at + DVec2::Y * 54.0, "value", 23.0, &lines);
}

/// Words in lines of about this many characters.
fn wrapped(text: &str, length: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + word.len() < length => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
