//! Line plots: overlap ratio and angle between the normals, against depth and against tilt.

use glam::{DVec2, DVec3};
use packstone::narrow::Minkowski;
use packstone::narrow::axisymmetric::Scheme;

use crate::page::{Page, Rect, Style, colour};
use crate::pairs::{Compared, arrangements, cylinder, sunk};

const CURVES: [&str; 6] = ["#b5382a", "#d98b1f", "#2e6b3a", "#4f7fa3", "#7446b8", "#28282c"];

/// A plot in the page: ranges of both axes, with ticks.
struct Plot<'a> {
    rect: Rect,
    x: [f64; 2],
    y: [f64; 2],
    x_name: &'a str,
    /// Ticks with what is written under them.
    x_ticks: Vec<(f64, String)>,
    y_ticks: Vec<(f64, String)>,
}

impl Plot<'_> {
    fn at(&self, x: f64, y: f64) -> DVec2 {
        let share = DVec2::new((x - self.x[0]) / (self.x[1] - self.x[0]), (y - self.y[0]) / (self.y[1] - self.y[0]));
        self.rect.corner + self.rect.size * DVec2::new(share.x, 1.0 - share.y)
    }

    fn axes(&self, page: &mut Page) {
        for (x, name) in &self.x_ticks {
            page.line(&[self.at(*x, self.y[0]), self.at(*x, self.y[1])], Style::line(colour::PALE, 0.8));
            page.text(self.at(*x, self.y[0]) + DVec2::Y * 16.0, "middle", name);
        }
        for (y, name) in &self.y_ticks {
            page.line(&[self.at(self.x[0], *y), self.at(self.x[1], *y)], Style::line(colour::PALE, 0.8));
            page.text(self.at(self.x[0], *y) + DVec2::new(-6.0, 4.0), "end", name);
        }
        let middle = self.at(0.5 * (self.x[0] + self.x[1]), self.y[0]);
        page.text(middle + DVec2::Y * 34.0, "middle", self.x_name);
    }

    fn curve(&self, page: &mut Page, points: &[DVec2], style: Style) {
        let seen: Vec<DVec2> = points.iter().map(|p| self.at(p.x, p.y.clamp(self.y[0], self.y[1]))).collect();
        page.line(&seen, style);
    }
}

fn ticks(values: &[f64]) -> Vec<(f64, String)> {
    values.iter().map(|value| (*value, format!("{value}"))).collect()
}

/// Both along the approach: [depth / radius, ratio, angle in degrees], for the k-th arrangement.
pub fn approach(k: usize, detector: &mut Minkowski) -> Vec<[f64; 3]> {
    let named = arrangements()[k];
    let radius = named.pair[0].radius.min(named.pair[1].radius);
    let mut found = Vec::new();
    // Deeper than this, a coin would leave at its other side.
    let half = named.pair[0].half_height.min(named.pair[1].half_height);
    let most = (0.2 * radius).min(0.9 * half);
    for step in 1..=80 {
        let depth = most * f64::from(step) / 80.0;
        let Some(pair) = sunk(&named.pair, depth, detector) else { continue };
        if let Some(both) = Compared::new(&pair, Scheme::Edges, detector) {
            found.push([depth / radius, both.ratio(), both.angle().to_degrees()]);
        }
    }
    found
}

/// A disc on a disc, tilted by `tilt` [rad] about a line that is not across the offset, as deep as `depth` in radii:
/// [ratio, framework's normal to the face normal, Minkowski normal to the face normal, both in degrees].
pub fn tilted(tilt: f64, depth: f64, detector: &mut Minkowski) -> Option<[f64; 3]> {
    let lean = DVec3::new(0.7, 0.7, 0.0).normalize() * tilt.sin();
    let axis = lean + DVec3::Z * tilt.cos();
    let pair =
        [cylinder(1.0, 0.1, DVec3::Z, DVec3::ZERO), cylinder(1.0, 0.1, axis, DVec3::new(0.6, -0.2, 0.2 + 0.5 * tilt))];
    let pair = sunk(&pair, depth, detector)?;
    let found = Compared::new(&pair, Scheme::Edges, detector)?;
    let off = |n: DVec3| n.cross(DVec3::Z).length().atan2(n.dot(DVec3::Z)).to_degrees();
    Some([found.ratio(), off(found.axial.normal), off(found.minkowski.normal)])
}

/// Tilts from 1e-6 to 0.3 rad, even in their logarithm.
pub fn tilts(count: u32) -> impl Iterator<Item = f64> {
    let (lo, hi) = (1e-6f64.ln(), 0.3f64.ln());
    (0..count).map(move |k| (lo + (hi - lo) * f64::from(k) / f64::from(count - 1)).exp())
}

/// The picture.
pub fn draw() -> String {
    let mut page = Page::default();
    let mut detector = Minkowski::default();
    draw_approach(&mut page, &mut detector);
    draw_tilt(&mut page, &mut detector);
    page.finish(1188.0, 792.0)
}

fn draw_approach(page: &mut Page, detector: &mut Minkowski) {
    let [left, right] = [Rect::new(16.0, 16.0, 572.0, 372.0), Rect::new(600.0, 16.0, 572.0, 372.0)];
    page.panel(left, "overlap, axisymmetric : Minkowski");
    page.panel(right, "angle between the normals [degrees]");
    let plot = |rect: Rect, y: [f64; 2], y_ticks: &[f64]| Plot {
        rect: Rect { size: rect.size - DVec2::new(226.0, 98.0), corner: rect.corner + DVec2::new(44.0, 44.0) },
        x: [0.0, 0.2],
        y,
        x_name: "Minkowski overlap / smaller radius",
        x_ticks: ticks(&[0.0, 0.05, 0.1, 0.15, 0.2]),
        y_ticks: ticks(y_ticks),
    };
    let ratio = plot(left, [1.75, 2.05], &[1.8, 1.85, 1.9, 1.95, 2.0, 2.05]);
    let angle = plot(right, [0.0, 4.0], &[0.0, 1.0, 2.0, 3.0, 4.0]);
    ratio.axes(page);
    angle.axes(page);
    for (k, named) in arrangements().iter().enumerate() {
        let found = approach(k, detector);
        let line = |which: usize| found.iter().map(|row| DVec2::new(row[0], row[which])).collect::<Vec<_>>();
        ratio.curve(page, &line(1), Style::line(CURVES[k], 2.0));
        angle.curve(page, &line(2), Style::line(CURVES[k], 2.0));
        for rect in [left, right] {
            let p = rect.corner + DVec2::new(402.0, 60.0 + 22.0 * k as f64);
            page.line(&[p, p + DVec2::X * 16.0], Style::line(CURVES[k], 2.4));
            page.text(p + DVec2::new(21.0, 4.0), "small", named.name);
        }
    }
}

/// Depths of the tilted discs, in radii, with their colours.
const DEPTHS: [(f64, &str); 3] = [(0.001, "#d98b1f"), (0.005, "#b5382a"), (0.05, "#7446b8")];

fn draw_tilt(page: &mut Page, detector: &mut Minkowski) {
    let [left, right] = [Rect::new(16.0, 400.0, 572.0, 376.0), Rect::new(600.0, 400.0, 572.0, 376.0)];
    page.panel(left, "disc on disc, tilted: overlap, axisymmetric : Minkowski");
    page.panel(right, "disc on disc, tilted: normal off the face normal [degrees]");
    let powers = |from: i32, to: i32| (from..=to).map(|k| (f64::from(k), format!("1e{k}"))).collect::<Vec<_>>();
    let plot = |rect: Rect, y: [f64; 2], y_ticks: Vec<(f64, String)>| Plot {
        rect: Rect { size: rect.size - DVec2::new(226.0, 98.0), corner: rect.corner + DVec2::new(44.0, 44.0) },
        x: [-6.0, 0.3f64.log10()],
        y,
        x_name: "tilt [rad]",
        x_ticks: powers(-6, -1),
        y_ticks,
    };
    let ratio = plot(left, [1.75, 2.05], ticks(&[1.8, 1.85, 1.9, 1.95, 2.0, 2.05]));
    let angle = plot(right, [-5.0, 2.0], powers(-5, 2));
    ratio.axes(page);
    angle.axes(page);
    let mut entries = vec![("Minkowski".to_owned(), colour::MINKOWSKI)];
    for (depth, shade) in DEPTHS {
        let rows: Vec<(f64, [f64; 3])> =
            tilts(200).filter_map(|tilt| Some((tilt.log10(), tilted(tilt, depth, detector)?))).collect();
        let line = |value: &dyn Fn(&[f64; 3]) -> f64| rows.iter().map(|(x, row)| DVec2::new(*x, value(row))).collect();
        let curves: [Vec<DVec2>; 3] = [line(&|row| row[0]), line(&|row| row[1].log10()), line(&|row| row[2].log10())];
        ratio.curve(page, &curves[0], Style::line(shade, 2.0));
        angle.curve(page, &curves[2], Style::line(colour::MINKOWSKI, 3.0));
        angle.curve(page, &curves[1], Style::line(shade, 2.0));
        entries.push((format!("axial, {depth} r deep"), shade));
    }
    for (k, (name, colour)) in entries.iter().enumerate() {
        let p = right.corner + DVec2::new(402.0, 60.0 + 22.0 * k as f64);
        page.line(&[p, p + DVec2::X * 14.0], Style::line(colour, 2.4));
        page.text(p + DVec2::new(18.0, 4.0), "small", name);
        if k > 0 {
            let p = left.corner + DVec2::new(402.0, 60.0 + 22.0 * k as f64);
            page.line(&[p, p + DVec2::X * 14.0], Style::line(colour, 2.4));
            page.text(p + DVec2::new(18.0, 4.0), "small", name);
        }
    }
}
