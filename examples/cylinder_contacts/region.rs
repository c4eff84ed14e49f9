//! Typical overlap regions as layers and edges, and one section.

use std::f64::consts::TAU;

use glam::{DVec2, DVec3};
use packstone::narrow::axisymmetric::{Arrangement, AxialCylinder, Edge, Edges, Ellipse, Section, edges, layered};

use crate::page::{Page, Rect, Style, colour};
use crate::pairs::cylinder;
use crate::view::View;

const LAYERS: u32 = 14;

/// A cylinder pair, the name of its kind of region, and the direction to the eye.
fn regions() -> [(&'static str, [AxialCylinder; 2], DVec3); 4] {
    let upright = |radius, half| cylinder(radius, half, DVec3::Z, DVec3::ZERO);
    [
        (
            "edge and side: one base",
            [upright(1.0, 2.0), cylinder(0.8, 1.2, DVec3::new(0.3, 1.0, 0.8), DVec3::new(0.5, 1.75, 0.9))],
            DVec3::new(1.0, -0.5, 0.4),
        ),
        (
            "two bases, one of each",
            [upright(1.0, 1.0), cylinder(0.9, 0.8, DVec3::new(0.25, 0.1, 1.0), DVec3::new(0.7, -0.3, 1.65))],
            DVec3::new(0.8, -1.0, 0.35),
        ),
        (
            "interior: two sides",
            [upright(1.0, 2.5), cylinder(0.8, 2.5, DVec3::new(0.0, 1.0, 0.5), DVec3::new(1.35, 0.2, 0.2))],
            DVec3::new(1.0, -1.2, 0.5),
        ),
        (
            "deep: both bases of one",
            [upright(1.0, 0.35), cylinder(0.7, 1.5, DVec3::new(0.3, 0.5, 1.0), DVec3::new(0.4, 0.2, 0.3))],
            DVec3::new(1.0, -0.9, 0.6),
        ),
    ]
}

/// The regions.
pub fn draw() -> String {
    let mut page = Page::default();
    for (k, (heading, pair, eye)) in regions().into_iter().enumerate() {
        let rect = Rect::new(16.0 + 292.0 * k as f64, 16.0, 280.0, 330.0);
        page.panel(rect, heading);
        page.clipped(rect.inset(6.0, 26.0), |page| draw_region(page, &pair, eye, rect.inset(60.0, 20.0)));
    }
    let legend = "Red, thin: sections across the first cylinder. Red, thick: the edges of bases that the edge \
                  representation keeps; a dot: the far end of the region where only one base takes part.";
    page.text(DVec2::new(20.0, 370.0), "value", legend);
    page.finish(1188.0, 386.0)
}

fn draw_region(page: &mut Page, [first, second]: &[AxialCylinder; 2], eye: DVec3, rect: Rect) {
    let (pair, axes) = Arrangement::new(first, second);
    let Some(region) = layered(&pair, 32) else { return };
    let (low, high) = (region.leading.min.z, region.leading.max.z);
    let outlines: Vec<Vec<DVec3>> = (0..LAYERS)
        .map(|k| Section::new(&pair, low + (high - low) * (f64::from(k) + 0.5) / f64::from(LAYERS)))
        .map(|section| section.outline(24).into_iter().map(|p| axes.point(p.extend(section.z))).collect())
        .collect();
    let all: Vec<DVec3> = outlines.iter().flatten().copied().collect();
    let view = View::fit(eye, DVec3::Z, &all, rect);
    view.cylinder(page, first, colour::FIRST);
    view.cylinder(page, second, colour::SECOND);
    for outline in &outlines {
        let seen: Vec<DVec2> = outline.iter().map(|p| view.at(*p)).collect();
        page.outline(&seen, Style { width: 0.9, ..Style::filled(colour::AXIAL, 0.10) });
    }
    let mut draw_edge = |edge: &Edge| {
        let place = |p: DVec2| {
            let p = p.extend(edge.section.z);
            view.at(axes.point(if edge.leading { p } else { pair.from_swapped(p) }))
        };
        page.outline(
            &edge.section.outline(24).into_iter().map(place).collect::<Vec<_>>(),
            Style::line(colour::AXIAL, 2.6),
        );
    };
    match edges(&pair).map(|(edges, _)| edges) {
        Some(Edges::Two(two)) => two.iter().for_each(draw_edge),
        Some(Edges::Peak(edge, tip)) => {
            draw_edge(&edge);
            page.dot(view.at(axes.point(tip)), colour::AXIAL);
        }
        Some(Edges::Lens) | None => {}
    }
    page.dot(view.at(axes.point(region.centroid)), colour::INK);
}

/// One section: circle, ellipse, the lines of the other's bases, what they share; and the plane in the profile.
pub fn draw_section() -> String {
    let mut page = Page::default();
    let (sin, cos) = 0.7f64.sin_cos();
    let axis = DVec3::new(0.0, sin, cos);
    let pair = [cylinder(1.0, 1.2, DVec3::Z, DVec3::ZERO), cylinder(0.8, 1.0, axis, DVec3::new(0.55, 0.55, 1.15))];
    let arranged = Arrangement { r1: 1.0, h1: 1.2, r2: 0.8, h2: 1.0, d: 0.55, sin, cos, y: 0.55, z: 1.15 };
    let z = 0.75;
    let left = Rect::new(16.0, 16.0, 380.0, 400.0);
    page.panel(left, "profile (y-z) with the plane of the section");
    let corners = [DVec3::new(0.0, -1.5, -1.4), DVec3::new(0.0, 2.2, 2.6)];
    let profile = View::fit(DVec3::X, DVec3::Z, &corners, left.inset(20.0, 20.0));
    profile.cylinder(&mut page, &pair[0], colour::FIRST);
    profile.cylinder(&mut page, &pair[1], colour::SECOND);
    let ends = [-1.4, 2.1].map(|y| profile.at(DVec3::new(0.0, y, z)));
    page.line(&ends, Style::dashed(colour::AXIAL, 2.0));
    page.label(ends[1] + DVec2::new(-2.0, -12.0), "z1");
    let right = Rect::new(412.0, 16.0, 520.0, 400.0);
    page.panel(right, "in the plane (x-y): circle, ellipse, lines of the bases");
    draw_plane(&mut page, &arranged, z, right.inset(16.0, 20.0));
    page.finish(948.0, 432.0)
}

fn draw_plane(page: &mut Page, pair: &Arrangement, z: f64, rect: Rect) {
    let section = Section::new(pair, z);
    let center = DVec2::new(pair.d, pair.y + (z - pair.z) * pair.sin / pair.cos);
    let ellipse = Ellipse { center, radii: DVec2::new(pair.r2, pair.r2 / pair.cos) };
    let corners = [DVec3::new(-1.6, -1.2, 0.0), DVec3::new(2.0, 1.35, 0.0)];
    let view = View::fit(DVec3::Z, DVec3::Y, &corners, rect);
    let at = |p: DVec2| view.at(p.extend(0.0));
    let round = |point: &dyn Fn(f64) -> DVec2| -> Vec<DVec2> {
        (0..120).map(|k| at(point(TAU * f64::from(k) / 120.0))).collect()
    };
    page.outline(&section.outline(40).into_iter().map(at).collect::<Vec<_>>(), Style::filled(colour::AXIAL, 0.3));
    page.outline(&round(&|t| DVec2::from_angle(t) * pair.r1), Style::line(colour::FIRST, 2.0));
    page.outline(&round(&|t| ellipse.point(t)), Style::line(colour::SECOND, 2.0));
    for end in [-pair.h2, pair.h2] {
        // sin (y - y_c) + cos (z - z_c) = end
        let y = pair.y + (end - pair.cos * (z - pair.z)) / pair.sin;
        page.line(&[at(DVec2::new(-1.5, y)), at(DVec2::new(1.9, y))], Style::dashed(colour::SECOND, 1.6));
    }
    ellipse.circle_crossings(pair.r1).into_iter().for_each(|p| page.dot(at(p), colour::INK));
    page.dot(at(section.centroid), colour::AXIAL);
    page.label(at(section.centroid) + DVec2::new(0.0, -16.0), "centroid");
    page.label(at(DVec2::new(-0.95, -0.75)), "C1");
    page.label(at(center + DVec2::new(0.95, 0.2)), "C2");
}
