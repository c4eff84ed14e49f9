//! The frame of a pair and the four numbers d, alpha, s1, s2: in space and in the three projections.

use glam::{DVec2, DVec3};
use packstone::narrow::axisymmetric::AxialCylinder;

use crate::page::{Page, Rect, Style, colour};
use crate::pairs::cylinder;
use crate::view::{View, rims};

/// The pair in the leading frame: both cylinders, the feet of the shortest line.
struct Scene {
    pair: [AxialCylinder; 2],
    feet: [DVec3; 2],
}

fn scene() -> Scene {
    let (d, s1, s2): (f64, f64, f64) = (1.35, 0.75, -0.85);
    let (sin, cos) = 50f64.to_radians().sin_cos();
    let axis = DVec3::new(0.0, sin, cos);
    let feet = [DVec3::Z * s1, DVec3::new(d, 0.0, s1)];
    let center = feet[1] - axis * s2;
    Scene { pair: [cylinder(1.0, 1.7, DVec3::Z, DVec3::ZERO), cylinder(0.75, 1.8, axis, center)], feet }
}

/// The picture.
pub fn draw() -> String {
    let mut page = Page::default();
    let views = [
        ("in space", DVec3::new(1.0, -0.75, 0.55), DVec3::Z, ["x", "y", "z"]),
        ("x-y: a circle and a tablet", DVec3::Z, DVec3::Y, ["x", "y", ""]),
        ("y-z: two rectangles", DVec3::X, DVec3::Z, ["", "y", "z"]),
        ("x-z: parallel axes", -DVec3::Y, DVec3::Z, ["x", "", "z"]),
    ];
    for (k, (heading, eye, up, names)) in views.into_iter().enumerate() {
        let rect = Rect::new(16.0 + 292.0 * k as f64, 16.0, 280.0, 380.0);
        page.panel(rect, heading);
        draw_view(&mut page, eye, up, names, rect.inset(26.0, 26.0));
    }
    page.text(
        DVec2::new(20.0, 420.0),
        "value",
        "The x axis runs along the shortest line o1 o2 between the axes, z along the first axis. d: distance of the axes; \
         α: angle between them; s1, s2: from each centre to its foot, signed.",
    );
    page.finish(1188.0, 436.0)
}

fn draw_view(page: &mut Page, eye: DVec3, up: DVec3, names: [&str; 3], rect: Rect) {
    let Scene { pair: [first, second], feet: [o1, o2] } = scene();
    let tips = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| axis * 2.35);
    let mut points: Vec<DVec3> = [rims(&first), rims(&second)].into_iter().flatten().flatten().collect();
    points.extend(tips.iter().zip(names).filter(|(_, name)| !name.is_empty()).map(|(tip, _)| *tip));
    let view = View::fit(eye, up, &points, rect);
    view.cylinder(page, &first, colour::FIRST);
    view.cylinder(page, &second, colour::SECOND);
    for (tip, name) in tips.into_iter().zip(names).filter(|(_, name)| !name.is_empty()) {
        page.arrow(view.at(DVec3::ZERO), view.at(tip), colour::INK, 1.2);
        page.label(view.at(tip) + DVec2::new(11.0, -2.0), name);
    }
    let along = |c: &AxialCylinder, t: f64| view.at(c.center + c.axis * (t * c.half_height));
    page.line(&[along(&second, -1.15), along(&second, 1.15)], Style::dashed(colour::SECOND, 1.2));
    page.line(&[view.at(first.center), view.at(o1)], Style::line(colour::FIRST, 4.0));
    page.line(&[view.at(second.center), view.at(o2)], Style::line(colour::SECOND, 4.0));
    page.line(&[view.at(o1), view.at(o2)], Style::line(colour::AXIAL, 3.0));
    mark_points(page, &view, eye);
}

fn mark_points(page: &mut Page, view: &View, eye: DVec3) {
    let Scene { pair: [first, second], feet: [o1, o2] } = scene();
    let spot = |p: DVec3, x: f64, y: f64| view.at(p) + DVec2::new(x, y);
    for p in [first.center, second.center, o1, o2] {
        page.dot(view.at(p), colour::INK);
    }
    let middle = |p: DVec3, q: DVec3| 0.5 * (p + q);
    // Along an axis of the frame, some lengths are points and their letters would fall together.
    if eye != DVec3::Z {
        page.label(spot(middle(first.center, o1), -14.0, 0.0), "s1");
        page.label(spot(first.center, -14.0, 4.0), "c1");
    }
    if eye != DVec3::X {
        page.label(spot(middle(o1, o2), 0.0, -12.0), "d");
        page.label(spot(o2, 14.0, 10.0), "o2");
    }
    page.label(spot(o1, -15.0, -6.0), if eye == DVec3::X { "o1, o2" } else { "o1" });
    page.label(spot(middle(second.center, o2), 15.0, 6.0), "s2");
    page.label(spot(second.center, 15.0, -4.0), "c2");
    if eye == DVec3::X {
        let angle = 50f64.to_radians();
        let arc = |t: f64| view.at(o1 + DVec3::new(0.0, t.sin(), t.cos()) * 1.25);
        page.line(
            &(0..=20).map(|k| arc(angle * f64::from(k) / 20.0)).collect::<Vec<_>>(),
            Style::line(colour::INK, 1.2),
        );
        page.label(arc(0.5 * angle) + DVec2::new(4.0, -12.0), "α");
    }
}
