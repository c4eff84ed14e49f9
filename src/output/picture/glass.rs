//! What walls of thin glass do to the light of a sample.
//!
//! All walls have one colour, so that the order of several before one sample does not matter.

use glam::{DVec2, DVec3, Vec3};

use super::occlusion::{Lamp, phase};
use super::sheets::Sheet;
use super::view::{Lens, View};

/// Colour of the glass, linear.
const TINT: Vec3 = Vec3::new(0.36, 0.48, 0.62);
/// Share of the light that a sheet takes when it is seen straight on: over grains, and over the background.
const OVER_GRAINS: f32 = 0.045;
const OVER_NOTHING: f32 = 0.085;
/// What is added where it is seen along its surface, as at the sides of a tube.
const GRAZING: f32 = 0.30;
/// Share of the light that a shadow takes from a sheet that lies in it.
const SHADOW: f32 = 0.34;

/// A sheet with the part of the picture that it can be in.
struct Pane {
    sheet: Sheet,
    cover: [DVec2; 2],
}

/// All walls before the camera.
pub(super) struct Glass<'a> {
    view: &'a View,
    /// The light that falls on them.
    pub lamp: Lamp,
    panes: Vec<Pane>,
}

impl<'a> Glass<'a> {
    /// The sheets as the camera sees them.
    pub fn new(view: &'a View, lamp: Lamp, sheets: &[Sheet]) -> Self {
        let panes = sheets.iter().map(|sheet| Pane { cover: cover(view, sheet), sheet: sheet.clone() }).collect();
        Self { view, lamp, panes }
    }

    /// The colour of a sample with all glass before it. `nearness` is that of the grain in it, 0 without one.
    pub fn over(&self, color: Vec3, column: usize, row: usize, nearness: f32) -> Vec3 {
        let place = DVec2::new(column as f64 + 0.5, row as f64 + 0.5);
        let in_cover = |pane: &&Pane| place.cmpge(pane.cover[0]).all() && place.cmple(pane.cover[1]).all();
        let mut panes = self.panes.iter().filter(in_cover).peekable();
        if panes.peek().is_none() {
            return color;
        }
        let ray = self.view.ray(place);
        let (mut passed, mut shade) = (1.0, 1.0);
        for pane in panes {
            for (distance, normal) in pane.sheet.hits(self.view.eye, ray).into_iter().flatten() {
                let depth = -self.view.basis.row(2).dot(ray * distance);
                if nearness > 0.0 && self.view.nearness(depth as f32) <= nearness {
                    continue;
                }
                passed *= 1.0 - share(ray.dot(normal).abs() as f32, nearness > 0.0);
                // Only what stands on the free side throws a shadow that is seen.
                if nearness == 0.0 && ray.dot(normal) < 0.0 && normal.dot(self.lamp.towards) > 0.0 {
                    let point = self.view.eye + ray * distance;
                    shade *= 1.0 - SHADOW * (1.0 - self.lamp.lit(point, normal, phase(column, row)));
                }
            }
        }
        (color * passed + TINT * (1.0 - passed)) * shade
    }
}

/// Share of the light that a sheet takes, by the cosine of the angle to its normal.
fn share(cosine: f32, over_grains: bool) -> f32 {
    let straight = if over_grains { OVER_GRAINS } else { OVER_NOTHING };
    straight + if over_grains { 0.5 * GRAZING } else { GRAZING } * (1.0 - cosine).powi(4)
}

/// The corners of the part of the picture that a sheet can be in [samples]: all of it for one that reaches behind the
/// camera.
fn cover(view: &View, sheet: &Sheet) -> [DVec2; 2] {
    let edges: Vec<DVec3> = sheet.edges().into_iter().flatten().collect();
    let mut cover = [DVec2::INFINITY, DVec2::NEG_INFINITY];
    for point in edges {
        let Some(place) = view.project(view.local(point)) else { return [DVec2::NEG_INFINITY, DVec2::INFINITY] };
        let place = place.truncate().as_dvec2();
        cover = [cover[0].min(place), cover[1].max(place)];
    }
    // Between two circles the sheet bulges by no more than the pieces of the circles do.
    let slack = match view.lens {
        Lens::Perspective { .. } => (cover[1] - cover[0]).max_element() * 2e-3 + 1.0,
        Lens::Parallel { .. } => 1.0,
    };
    [cover[0] - slack, cover[1] + slack]
}
