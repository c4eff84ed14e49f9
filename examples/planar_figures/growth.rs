//! EPA step by step: the polygon inside the Minkowski difference grows towards the boundary next to the origin.

use glam::DVec2;
use packstone::studies::planar::{
    Difference, Expansion, Look, PlanarBody, PlanarContact, PlanarPose, PlanarShapeError, Trace, traced_contact,
};

use crate::marks::{self, ROUND};
use crate::page::{Mark, Page, Plot, Rect, Style, colour};
use crate::scenes::{ellipse, overlap_text, polygon};

const PANEL: DVec2 = DVec2::new(370.0, 290.0);
/// Looks from this number on are magnified: what changes is small.
const ZOOMED_FROM: usize = 5;

/// A hexagon deep in a quadrilateral: every look of EPA.
pub fn polygons() -> Result<(String, String), PlanarShapeError> {
    let quad = polygon(&[(-1.5, -1.1), (1.6, -0.8), (1.3, 1.2), (-1.2, 1.0)])?;
    let hexagon = polygon(&[(-0.9, -0.2), (-0.4, -0.8), (0.5, -0.75), (0.95, 0.0), (0.3, 0.8), (-0.6, 0.65)])?;
    let a = PlanarBody { shape: &quad, pose: PlanarPose::IDENTITY };
    let b = PlanarBody { shape: &hexagon, pose: PlanarPose::new(DVec2::new(0.75, 0.55), 0.35) };
    let (found, trace) = traced_contact(&a, &b);
    let shown: Vec<usize> = (0..trace.expansions.len()).collect();
    let title = "EPA between two polygons, look by look";
    let caption = [
        "The polygon starts as GJK's last simplex. EPA looks across its edge closest to the origin, along that edge's normal. A support",
        "point further out becomes a corner, and the edge two. When nothing lies further out, the edge is one of A ⊖ B: its distance from",
        "the origin is the overlap. That distance is a lower bound at every look, the least height of a support point so far an upper one.",
    ];
    let svg = page(title, &caption, [&a, &b], &found, &trace, &shown);
    Ok(("planar-epa.svg".to_owned(), svg))
}

/// A quadrilateral and an ellipse: first looks, and the last one.
pub fn curved() -> Result<(String, String), PlanarShapeError> {
    let quad = polygon(&[(-1.4, 0.0), (1.3, 0.35), (1.1, 1.7), (-0.9, 1.9)])?;
    let egg = ellipse(1.25, 0.4)?;
    let a = PlanarBody { shape: &quad, pose: PlanarPose::IDENTITY };
    let b = PlanarBody { shape: &egg, pose: PlanarPose::new(DVec2::new(1.2, 0.3), 0.5) };
    let (found, trace) = traced_contact(&a, &b);
    let last = trace.expansions.len() - 1;
    let title = "EPA between a quadrilateral and an ellipse";
    let caption = [
        "The ellipse is searched without its least radius of curvature, which is added in the end: dashed, the difference without it. Its",
        "boundary is curved, and EPA comes closer with every look without arriving. It stops when the bounds are 1e-12 of the bodies'",
        "size apart; Newton's method on the angle of the normal then makes the direction exact.",
    ];
    let svg = page(title, &caption, [&a, &b], &found, &trace, &[0, 1, 2, 5, last]);
    Ok(("planar-epa-ellipse.svg".to_owned(), svg))
}

/// The bodies, then the looks with these numbers.
fn page(
    title: &str,
    caption: &[&str],
    [a, b]: [&PlanarBody; 2],
    found: &PlanarContact,
    trace: &Trace,
    shown: &[usize],
) -> String {
    let mut page = Page::default();
    page.text(DVec2::new(24.0, 40.0), "title", title);
    let corner =
        |k: usize| DVec2::new(24.0 + (PANEL.x + 12.0) * (k % 3) as f64, 62.0 + (PANEL.y + 12.0) * (k / 3) as f64);
    bodies_panel(&mut page, corner(0), [a, b], found);
    let difference = Difference::new(a, b, ROUND);
    let (core, looks) = (core_outline(a, b, trace.radius), &trace.expansions);
    for (k, &number) in shown.iter().enumerate() {
        let place = corner(k + 1);
        page.panel(Rect { corner: place, size: PANEL });
        let area = Rect { corner: place + DVec2::new(6.0, 34.0), size: PANEL - DVec2::new(12.0, 40.0) };
        let close = number >= ZOOMED_FROM;
        let around = [DVec2::splat(-0.55), DVec2::splat(0.55)];
        let plot = Plot::fit(if close { &around } else { difference.outline() }, area, 10.0);
        page.clipped(area, |page| {
            marks::difference(page, &plot, &difference, 0.0);
            if trace.radius > 0.0 {
                page.outline(core.iter().map(|p| plot.at(*p)), Style::dashed(colour::DIFFERENCE, 1.4));
            }
            draw_look(page, &plot, &looks[number]);
        });
        let upper =
            looks[..=number].iter().map(|step| step.look.support.dot(step.look.normal)).fold(f64::MAX, f64::min);
        let text = look_text(number, looks[number].look, upper, trace.radius);
        page.text(place + DVec2::new(14.0, 24.0), "head", &text);
        if close {
            page.text(place + PANEL - DVec2::new(88.0, 14.0), "value", "magnified");
        }
    }
    let below =
        corner(3 * shown.len().div_ceil(3)).y + if shown.len().is_multiple_of(3) { PANEL.y + 12.0 } else { 0.0 };
    legend(&mut page, below + 16.0);
    page.lines(DVec2::new(24.0, below + 54.0), "caption", 20.0, caption);
    page.finish(1182.0, below + 116.0)
}

fn bodies_panel(page: &mut Page, corner: DVec2, [a, b]: [&PlanarBody; 2], found: &PlanarContact) {
    page.panel(Rect { corner, size: PANEL });
    let mut seen = a.outline(ROUND);
    seen.extend(b.outline(ROUND));
    let plot = Plot::fit(&seen, Rect { corner: corner + DVec2::Y * 26.0, size: PANEL - DVec2::Y * 26.0 }, 34.0);
    marks::bodies(page, &plot, a, b, found);
    marks::contact(page, &plot, found);
    let size = a.shape.bounding_radius().min(b.shape.bounding_radius());
    let text = format!("{}, {} looks", overlap_text(found, size), found.epa_iterations);
    page.text(corner + DVec2::new(14.0, 24.0), "head", &text);
}

/// The difference without the radius that is left out of the search.
fn core_outline(a: &PlanarBody, b: &PlanarBody, radius: f64) -> Vec<DVec2> {
    let normals = (0..ROUND).map(|k| DVec2::from_angle(std::f64::consts::TAU * k as f64 / ROUND as f64));
    normals.map(|n| a.support(n) - b.support(-n) - n * radius).collect()
}

fn draw_look(page: &mut Page, plot: &Plot, step: &Expansion) {
    let look = step.look;
    page.outline(step.polygon.iter().map(|p| plot.at(*p)), Style::filled(colour::SEARCH, 0.24));
    for p in &step.polygon {
        page.dot(plot.at(*p), colour::SEARCH);
    }
    let [start, end] = [look.edge, look.edge + 1].map(|k| plot.at(step.polygon[k % step.polygon.len()]));
    page.line(start, end, Style::line(colour::CONTACT, 4.0));
    let (origin, foot) = (plot.at(DVec2::ZERO), plot.at(look.normal * look.distance));
    if look.grows {
        page.line(start, plot.at(look.support), Style::dashed(colour::SUPPORT, 1.8));
        page.line(end, plot.at(look.support), Style::dashed(colour::SUPPORT, 1.8));
        page.dot(plot.at(look.support), colour::SUPPORT);
    }
    if origin.distance(foot) > 3.0 {
        page.arrow(origin, foot, colour::CONTACT);
    }
    page.cross(origin);
}

/// The bounds after a look; `upper` is the least height of a support point so far, `radius` what is left out of the
/// search.
fn look_text(number: usize, look: Look, upper: f64, radius: f64) -> String {
    let (lower, upper) = (look.distance + radius, upper + radius);
    if look.grows {
        format!("look {}: {lower:.4} ≤ overlap ≤ {upper:.4}", number + 1)
    } else {
        format!("look {}: final, overlap {lower:.4}", number + 1)
    }
}

fn legend(page: &mut Page, y: f64) {
    let entries = [
        (Mark::Patch(Style::filled(colour::DIFFERENCE, 0.28)), "A ⊖ B"),
        (Mark::Patch(Style::filled(colour::SEARCH, 0.24)), "polygon of EPA"),
        (Mark::Line(Style::line(colour::CONTACT, 4.0)), "closest edge"),
        (Mark::Arrow(colour::CONTACT), "its distance from the origin"),
        (Mark::Dot(colour::SUPPORT), "support point"),
        (Mark::Line(Style::dashed(colour::SUPPORT, 1.8)), "edges to come"),
        (Mark::Cross, "origin"),
    ];
    page.legend(DVec2::new(24.0, y), &entries);
}
