//! The contact point near the end of a wall.
//!
//! Within a tolerance of its support plane along the normal, the wall is its rim's corner, or its whole side line, or its
//! flat end. The contact point is the centroid of what this shares with the grain's feature, averaged over the same
//! band of tolerances as between two grains, so that it moves and does not jump when a grain tips over the rim. In a damped
//! contact the band is as deep as the overlap: a brick that stands at the foot of a tube, sunk into the floor by a
//! thousandth of its height, leans on the tube with its whole edge, and not with the point of it at the tube's end.

use glam::{DVec2, DVec3};

use super::meridian::{Meridian, Rim, lifted};
use super::view::Grain;
use crate::geometry::planar::{Band, Figure, PatchAxes, Spread, View, overlap_centroid, projected};
use crate::narrow::band_of;

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
    /// How far from the support plane features take part [m]; see [`band_of`].
    pub depth: f64,
}

/// Where a contact at a rim is.
pub(crate) struct RimPatch {
    /// The contact point on the grain's support plane [m].
    pub point: DVec3,
    /// How far what touches spreads.
    pub axes: PatchAxes,
}

impl RimTouch<'_> {
    /// The contact point, and how far the patch around it spreads.
    pub fn patch(&self, scratch: &mut TouchScratch) -> RimPatch {
        let size = self.grain.size;
        let band = band_of((size, size + self.rim.corner.length()), self.depth);
        let n = lifted(self.n, self.azimuth);
        let view = View::new(lifted(self.rim.corner, self.azimuth), n);
        let width = self.width();
        let steps = &mut scratch.steps;
        steps.clear();
        steps.extend(self.wall_steps(width));
        self.grain.push_steps(n, band.high, &mut scratch.near, steps);
        steps.retain(|step| *step > band.low && *step < band.high);
        steps.sort_by(f64::total_cmp);
        let (mut middle, mut spread) = (DVec2::ZERO, Spread::ZERO);
        let mut from = band.low;
        for to in steps.iter().copied().chain([band.high]) {
            let share = band.faded(to) - band.faded(from);
            if share > 0.0 {
                let (shared, by) = self.shared(&view, (n, width), from, band);
                middle += shared * share;
                spread += by * share;
            }
            from = to;
        }
        let point = view.base() + view.lift(middle);
        RimPatch {
            point: point + n * (self.grain.height(n) - point.dot(n)),
            axes: if band.even { spread.axes(&view) } else { PatchAxes::POINT },
        }
    }

    /// The middle of what the features within a tolerance share, and how far both spread. A corner is known exactly,
    /// whatever the grain's is.
    fn shared(&self, view: &View, (n, width): (DVec3, f64), tolerance: f64, band: Band) -> (DVec2, Spread) {
        let wall = self.wall_figure(view, width, tolerance);
        if let Figure::Point(corner) = wall {
            return (corner, Spread::ZERO);
        }
        let feature = projected(self.grain.feature(n, tolerance), view, |p| self.grain.place(p));
        // A flat end is drawn as far as the grain may reach, and goes on.
        let spread =
            if let Figure::Segment(_) = wall { feature.spread().lesser(wall.spread()) } else { feature.spread() };
        (overlap_centroid(&feature, &wall, band), spread)
    }

    /// How much of the wall is drawn, along its side, and on the flat end away from the axis and to both sides: as far as the
    /// grain may reach [m].
    fn width(&self) -> f64 {
        self.grain.size + self.grain.center.distance(lifted(self.rim.corner, self.azimuth))
    }

    /// Tolerances at which the wall's feature grows from the corner to the side, and to the flat end.
    fn wall_steps(&self, width: f64) -> [f64; 2] {
        let side = self.rim.inward.dot(self.n).max(0.0);
        [self.meridian.length.min(width) * side, width * self.n.x.max(0.0)]
    }

    fn wall_figure(&self, view: &View, width: f64, tolerance: f64) -> Figure {
        let [to_side, to_end] = self.wall_steps(width);
        let sideways = self.azimuth.perp().extend(0.0);
        let at = |q: DVec2, aside: f64| view.project(lifted(q, self.azimuth) + sideways * aside);
        let corner = self.rim.corner;
        if to_side <= tolerance {
            let end = corner + self.rim.inward * self.meridian.length.min(width);
            return Figure::Segment([at(corner, 0.0), at(end, 0.0)]);
        }
        if to_end <= tolerance {
            let outer = corner + DVec2::X * width;
            return Figure::spanned(&[at(corner, -width), at(outer, -width), at(outer, width), at(corner, width)]);
        }
        Figure::Point(at(corner, 0.0))
    }
}
