//! What the figures share: a pair of bodies with its contact, and the Minkowski difference with the origin.

use glam::DVec2;
use packstone::studies::planar::{Difference, PlanarBody, PlanarContact};

use crate::page::{Page, Plot, Style, colour, flipped};

/// Points around a curved outline.
pub const ROUND: usize = 240;

/// Two bodies and their letters.
pub fn bodies(page: &mut Page, plot: &Plot, a: &PlanarBody, b: &PlanarBody, found: &PlanarContact) {
    for (body, colour) in [(a, colour::A), (b, colour::B)] {
        page.outline(body.outline(ROUND).into_iter().map(|p| plot.at(p)), Style::filled(colour, 0.5));
    }
    // The letters keep away from the contact: from the line through its points, and from each other.
    let (c, n) = (plot.at(found.point), flipped(found.normal));
    for (body, letter, way) in [(a, "A", -n), (b, "B", n)] {
        let middle = plot.at(body.centroid());
        let aside = (middle - c).dot(n.perp());
        // On the side of the normal's own letter there must be room for both.
        let clear = if aside > 0.0 { aside.max(40.0) } else { aside.min(-27.0) } - aside;
        page.label(middle + n.perp() * clear + way * 10.0, "mark", letter);
    }
}

/// The contact of two drawn bodies: c1 and c2, the overlap or gap between them, and the normal.
pub fn contact(page: &mut Page, plot: &Plot, found: &PlanarContact) {
    let [c1, c2] = [found.c1, found.c2].map(|p| plot.at(p));
    let n = flipped(found.normal);
    // The normal starts beyond both points, so that it does not hide the overlap.
    let start = if found.overlap > 0.0 { c1 } else { c2 };
    page.arrow(start + n * 5.0, start + n * 44.0, colour::INK);
    page.label(start + n * 40.0 + n.perp() * 14.0, "mark", "n");
    page.line(c1, c2, Style::line(colour::CONTACT, 2.6));
    page.dot(c1, colour::CONTACT);
    page.dot(c2, colour::CONTACT);
    // Beside the points, on the side where the normal's letter is not.
    let aside = -n.perp() * 18.0;
    let spread = if c1.distance(c2) < 19.0 { n * (0.5 * (19.0 - c1.distance(c2))) } else { DVec2::ZERO };
    let spread = if found.overlap > 0.0 { spread } else { -spread };
    page.label(c1 + aside + spread, "mark", "c₁");
    page.label(c2 + aside - spread, "mark", "c₂");
}

/// The difference, axes through the origin, and the origin on them.
pub fn difference(page: &mut Page, plot: &Plot, difference: &Difference, reach: f64) {
    let style = Style::filled(colour::DIFFERENCE, 0.28);
    page.outline(difference.outline().iter().map(|p| plot.at(*p)), style);
    axes(page, plot, reach);
}

fn axes(page: &mut Page, plot: &Plot, reach: f64) {
    for axis in [DVec2::X, DVec2::Y] {
        let thin = Style::line(colour::PALE, 1.0);
        page.line(plot.at(axis * -reach), plot.at(axis * reach), thin);
    }
}

/// From the origin to the closest point of the boundary.
pub fn shortest_way(page: &mut Page, plot: &Plot, found: &PlanarContact) {
    let (origin, closest) = (plot.at(DVec2::ZERO), plot.at(found.c1 - found.c2));
    if origin.distance(closest) > 2.0 {
        page.arrow(origin, closest, colour::CONTACT);
    }
    page.dot(closest, colour::CONTACT);
    page.cross(origin);
}
