//! Six arrangements with the normals and contact points of both measures.

use glam::{DVec2, DVec3};
use packstone::narrow::Minkowski;
use packstone::narrow::axisymmetric::Scheme;

use crate::page::{Page, Rect, colour};
use crate::pairs::{Compared, Named, arrangements, sunk};
use crate::view::{View, rims};

/// Depth of the drawn contacts, as a share of the smaller radius.
const DEPTH: f64 = 0.1;

/// The picture.
pub fn draw() -> String {
    let mut page = Page::default();
    let mut detector = Minkowski::default();
    for (k, named) in arrangements().iter().enumerate() {
        let (column, row) = ((k % 3) as f64, (k / 3) as f64);
        let rect = Rect::new(16.0 + 390.0 * column, 16.0 + 366.0 * row, 376.0, 352.0);
        page.panel(rect, named.name);
        draw_one(&mut page, named, rect, &mut detector);
    }
    let legend = DVec2::new(20.0, 764.0);
    for (k, (name, colour)) in
        [("axisymmetric", colour::AXIAL), ("Minkowski", colour::MINKOWSKI)].into_iter().enumerate()
    {
        let p = legend + DVec2::X * (290.0 * k as f64);
        page.arrow(p, p + DVec2::X * 40.0, colour, if k == 0 { 2.2 } else { 5.0 });
        page.text(p + DVec2::new(50.0, 5.0), "value", &format!("{name}: point and normal"));
    }
    page.text(
        legend + DVec2::new(580.0, 5.0),
        "value",
        "Minkowski overlap of all: 10 % of the smaller radius (discs: 2 %).",
    );
    page.finish(1188.0, 786.0)
}

fn draw_one(page: &mut Page, named: &Named, rect: Rect, detector: &mut Minkowski) {
    let radius = named.pair[0].radius.min(named.pair[1].radius);
    let flat = named.pair[0].half_height < 0.2;
    let depth = if flat { 0.2 * DEPTH } else { DEPTH } * radius;
    let Some(pair) = sunk(&named.pair, depth, detector) else { return };
    let Some(found) = Compared::new(&pair, Scheme::Edges, detector) else { return };
    let arrow = radius.max(0.5 * pair[0].bounding_radius());
    let mut points: Vec<DVec3> = pair.iter().flat_map(rims).flatten().collect();
    points.push(found.axial.point + found.axial.normal * arrow);
    let view = View::fit(named.eye, DVec3::Z, &points, rect.inset(20.0, 58.0));
    view.cylinder(page, &pair[0], colour::FIRST);
    view.cylinder(page, &pair[1], colour::SECOND);
    let measures = [
        (found.minkowski.point, found.minkowski.normal, colour::MINKOWSKI, 5.0),
        (found.axial.point, found.axial.normal, colour::AXIAL, 2.2),
    ];
    for (point, normal, colour, width) in measures {
        page.arrow(view.at(point), view.at(point + normal * arrow), colour, width);
        page.dot(view.at(point), colour);
    }
    let values = format!(
        "overlap {:.4} : {:.4} = {:.2}, normals {:.1}° apart",
        found.axial.overlap,
        found.minkowski.overlap,
        found.ratio(),
        found.angle().to_degrees()
    );
    page.text(rect.corner + DVec2::new(12.0, 42.0), "small", &values);
}
