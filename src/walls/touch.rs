//! The contact point near the end of a wall.
//!
//! Within a tolerance of its support plane along the normal, the wall is its rim's corner, or its whole side line, or its
//! flat end. The contact point is the centroid of what this shares with the grain's feature, averaged over the same
//! narrow band of tolerances as between two grains, so that it moves and does not jump when a grain tips over the rim.

use glam::{DVec2, DVec3};

use super::meridian::{Meridian, Rim, lifted};
use super::view::Grain;
use crate::geometry::planar::{Band, Figure, View, overlap_centroid, projected};

/// Lower end of the band as a share of the grain: above the rounding of its coordinates.
const BAND_LOW: f64 = 1e-10;
/// Upper end of the band as a share of the grain.
const BAND_HIGH: f64 = 4e-8;
/// Rounding of heights as a share of the wall; the band starts above it.
const HEIGHT_ROUNDING: f64 = 2e-15;
/// A flat end has no end of its own; it is drawn this many grains further than the grain is.
pub(crate) const END_WIDTH: f64 = 4.0;

/// Lists reused from call to call.
#[derive(Clone, Debug, Default)]
pub(crate) struct TouchScratch {
    near: Vec<(u32, f64)>,
    steps: Vec<f64>,
}

/// A contact at a rim.
pub(crate) struct RimTouch<'g> {
    pub grain: &'g Grain<'g>,
    pub meridian: &'g Meridian,
    pub rim: &'g Rim,
    /// Where it is around the axis.
    pub azimuth: DVec2,
    /// The contact's normal in the cut there, into the wall.
    pub n: DVec2,
}

impl RimTouch<'_> {
    /// The contact point on the grain's support plane.
    pub fn point(&self, scratch: &mut TouchScratch) -> DVec3 {
        let size = self.grain.size;
        let low = (BAND_LOW * size).max(HEIGHT_ROUNDING * (size + self.rim.corner.length()));
        let band = Band { low, high: (BAND_HIGH * size).max(8.0 * low), even: false };
        let n = lifted(self.n, self.azimuth);
        let view = View::new(lifted(self.rim.corner, self.azimuth), n);
        let steps = &mut scratch.steps;
        steps.clear();
        steps.extend(self.wall_steps());
        self.grain.push_steps(n, band.high, &mut scratch.near, steps);
        steps.retain(|step| *step > band.low && *step < band.high);
        steps.sort_by(f64::total_cmp);
        let mut middle = DVec2::ZERO;
        let mut from = band.low;
        for to in steps.iter().copied().chain([band.high]) {
            let share = band.faded(to) - band.faded(from);
            if share > 0.0 {
                middle += self.shared(&view, n, from, band) * share;
            }
            from = to;
        }
        let point = view.base() + view.lift(middle);
        point + n * (self.grain.height(n) - point.dot(n))
    }

    /// The middle of what the features within a tolerance share. A corner is known exactly, whatever the grain's is.
    fn shared(&self, view: &View, n: DVec3, tolerance: f64, band: Band) -> DVec2 {
        let wall = self.wall_figure(view, tolerance);
        if let Figure::Point(corner) = wall {
            return corner;
        }
        let feature = projected(self.grain.feature(n, tolerance), view, |p| self.grain.place(p));
        overlap_centroid(&feature, &wall, band)
    }

    /// Tolerances at which the wall's feature grows from the corner to the side, and to the flat end.
    fn wall_steps(&self) -> [f64; 2] {
        let side = self.rim.inward.dot(self.n).max(0.0);
        [self.meridian.length * side, self.end_width() * self.n.x.max(0.0)]
    }

    /// How much of the flat end is drawn, away from the axis and to both sides [m].
    fn end_width(&self) -> f64 {
        END_WIDTH * self.grain.size + self.grain.center.distance(lifted(self.rim.corner, self.azimuth))
    }

    fn wall_figure(&self, view: &View, tolerance: f64) -> Figure {
        let [to_side, to_end] = self.wall_steps();
        let sideways = self.azimuth.perp().extend(0.0);
        let at = |q: DVec2, aside: f64| view.project(lifted(q, self.azimuth) + sideways * aside);
        let corner = self.rim.corner;
        if to_side <= tolerance {
            return Figure::Segment([at(corner, 0.0), at(corner + self.rim.inward * self.meridian.length, 0.0)]);
        }
        if to_end <= tolerance {
            let width = self.end_width();
            let outer = corner + DVec2::X * width;
            return Figure::spanned(&[at(corner, -width), at(outer, -width), at(outer, width), at(corner, width)]);
        }
        Figure::Point(at(corner, 0.0))
    }
}
