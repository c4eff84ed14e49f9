//! Cylinders and points seen in parallel projection.

use std::f64::consts::TAU;

use glam::{DVec2, DVec3};
use packstone::narrow::axisymmetric::AxialCylinder;

use crate::page::{Page, Rect, Style};

/// A parallel projection onto a rectangle of the page.
#[derive(Clone, Copy)]
pub struct View {
    right: DVec3,
    up: DVec3,
    /// What is in the middle [m].
    middle: DVec2,
    /// Page units per metre.
    scale: f64,
    rect: Rect,
}

impl View {
    /// Looking against `toward` (the direction to the eye), with `up` upward, such that all `points` are seen.
    pub fn fit(toward: DVec3, up: DVec3, points: &[DVec3], rect: Rect) -> Self {
        let right = up.cross(toward).normalize();
        let mut view = Self { right, up: toward.cross(right).normalize(), middle: DVec2::ZERO, scale: 1.0, rect };
        let flat: Vec<DVec2> = points.iter().map(|p| view.flat(*p)).collect();
        let low = flat.iter().copied().reduce(DVec2::min).unwrap_or_default();
        let high = flat.iter().copied().reduce(DVec2::max).unwrap_or_default();
        view.middle = 0.5 * (low + high);
        view.scale = (rect.size / (high - low)).min_element();
        view
    }

    fn flat(&self, p: DVec3) -> DVec2 {
        DVec2::new(p.dot(self.right), p.dot(self.up))
    }

    /// Direction to the eye.
    fn toward(&self) -> DVec3 {
        self.right.cross(self.up)
    }

    /// Where a point appears on the page.
    pub fn at(&self, p: DVec3) -> DVec2 {
        let off = (self.flat(p) - self.middle) * self.scale;
        self.rect.corner + 0.5 * self.rect.size + DVec2::new(off.x, -off.y)
    }

    /// Draws a cylinder: tinted outline, rims, axis.
    pub fn cylinder(&self, page: &mut Page, cylinder: &AxialCylinder, colour: &'static str) {
        let seen: Vec<DVec2> = rims(cylinder).iter().flatten().map(|p| self.at(*p)).collect();
        page.outline(&convex(seen), Style::filled(colour, 0.16));
        for (rim, side) in rims(cylinder).iter().zip([-1.0, 1.0]) {
            let hidden = side * cylinder.axis.dot(self.toward()) < -1e-9;
            let style = if hidden { Style::dashed(colour, 0.8) } else { Style::line(colour, 1.2) };
            page.outline(&rim.iter().map(|p| self.at(*p)).collect::<Vec<_>>(), style);
        }
    }
}

/// Points of both rims of a cylinder.
pub fn rims(cylinder: &AxialCylinder) -> [Vec<DVec3>; 2] {
    const POINTS: u32 = 72;
    let u = cylinder.axis.any_orthonormal_vector();
    let v = cylinder.axis.cross(u);
    [-1.0, 1.0].map(|side| {
        let base = cylinder.center + cylinder.axis * (side * cylinder.half_height);
        let at = |t: f64| base + (u * t.cos() + v * t.sin()) * cylinder.radius;
        (0..POINTS).map(|k| at(TAU * f64::from(k) / f64::from(POINTS))).collect()
    })
}

/// The convex hull of points of the page (Andrew's two chains).
fn convex(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    let mut hull: Vec<DVec2> = Vec::new();
    for _ in 0..2 {
        let start = hull.len();
        for &p in &points {
            while hull.len() >= start + 2 {
                let [q, r] = [hull[hull.len() - 2], hull[hull.len() - 1]];
                if (r - q).perp_dot(p - q) > 0.0 {
                    break;
                }
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
        points.reverse();
    }
    hull
}
