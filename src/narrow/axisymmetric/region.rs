//! The region that two cylinders share: what is measured of it, and its ends.

use glam::DVec3;

use super::reach::{Cut, lens_end};
use super::{Arrangement, Section};

/// Steps of the search for the point nearest to an axis; five or so do.
const MAX_STEPS: usize = 60;
/// Share of the radius to which that point is found: the distance is then exact to the square of it.
const NEAR_ENOUGH: f64 = 1e-8;

/// The region's box in the frame of one cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extents {
    /// Least x, y, z [m].
    pub min: DVec3,
    /// Largest x, y, z [m].
    pub max: DVec3,
    /// How far the region reaches into the cylinder from its side, towards the axis [m].
    pub radial: f64,
}

impl Extents {
    /// Around nothing, for a cylinder that the region enters as deep as `radial` [m].
    pub(crate) fn around_nothing(radial: f64) -> Self {
        Self { min: DVec3::splat(f64::INFINITY), max: DVec3::splat(f64::NEG_INFINITY), radial }
    }

    pub(crate) fn include(&mut self, p: DVec3) {
        self.min = self.min.min(p);
        self.max = self.max.max(p);
    }

    /// Lengths along x, y, z [m].
    pub fn size(&self) -> DVec3 {
        (self.max - self.min).max(DVec3::ZERO)
    }

    /// The overlap: of the three lengths together, and of the radial one with the height, the lesser, times `factor`
    /// (equations 21 and 22) [m].
    ///
    /// The authors switch from the first to the second where the radial length is the smaller; taking the lesser of
    /// the two does so without a jump.
    pub fn overlap(&self, factor: f64) -> f64 {
        let size = self.size();
        let joined = |lengths: &[f64]| {
            let sum: f64 = lengths.iter().map(|length| (length * length).recip()).sum();
            if sum.is_finite() { factor / sum.sqrt() } else { 0.0 }
        };
        joined(&[size.x, size.y, size.z]).min(joined(&[self.radial, size.z]))
    }
}

/// What a scheme measures of the shared region. Points are in the frame of the leading cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// Volume [m3].
    pub volume: f64,
    /// The largest of the sections that the scheme cut [m2].
    pub area: f64,
    /// Centroid, in the leading frame [m].
    pub centroid: DVec3,
    /// The box in the leading cylinder's frame.
    pub leading: Extents,
    /// The box in the other cylinder's frame, the swapped one.
    pub other: Extents,
}

impl Region {
    /// The overlap, the same whichever cylinder leads: the lesser of both frames' [m].
    pub fn overlap(&self, factor: f64) -> f64 {
        self.leading.overlap(factor).min(self.other.overlap(factor))
    }
}

/// The boxes of a region under construction, in both frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Boxes<'a> {
    pair: &'a Arrangement,
    swapped: &'a Arrangement,
    pub leading: Extents,
    pub other: Extents,
}

impl<'a> Boxes<'a> {
    pub fn new(pair: &'a Arrangement, swapped: &'a Arrangement) -> Self {
        let deep = |pair: &Arrangement, other: &Arrangement| Extents::around_nothing(pair.r1 - nearest(pair, other));
        Self { pair, swapped, leading: deep(pair, swapped), other: deep(swapped, pair) }
    }

    /// A point of the leading frame.
    pub fn point(&mut self, p: DVec3) {
        self.leading.include(p);
        self.other.include(self.swapped.from_swapped(p));
    }

    /// A section across the leading cylinder. At one height, the other's y and z are linear in y: the ends suffice.
    pub fn section(&mut self, section: &Section) {
        self.point(section.min.extend(section.z));
        self.point(section.max.extend(section.z));
    }

    /// A section across the other cylinder.
    pub fn swapped_section(&mut self, section: &Section) {
        self.point(self.pair.from_swapped(section.min.extend(section.z)));
        self.point(self.pair.from_swapped(section.max.extend(section.z)));
    }
}

/// The lower end of the shared region along the leading axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// The leading cylinder's own base at -h1.
    Base,
    /// A point above it, in the leading frame [m].
    Peak(DVec3),
}

impl End {
    /// Height in the leading frame [m].
    pub fn height(self, pair: &Arrangement) -> f64 {
        match self {
            Self::Base => -pair.h1,
            Self::Peak(p) => p.z,
        }
    }
}

/// The lower end of the region that `pair` shares, which must not be empty.
pub(crate) fn lower_end(pair: &Arrangement, swapped: &Arrangement) -> End {
    if Cut::new(pair, -pair.h1).meets() {
        return End::Base;
    }
    let Some((s1, s2)) = pair.feet() else {
        let x = 0.5 * ((-pair.r1).max(pair.d - pair.r2) + pair.r1.min(pair.d + pair.r2));
        return End::Peak(DVec3::new(x, 0.0, (pair.z - pair.h2).max(-pair.h1)));
    };
    // The sides' lens may end first, or the other's base that cuts it off.
    if let Some([x, y, y2]) = lens_end(pair) {
        let up = (pair.cos * y - y2) / pair.sin;
        let along_other = s2 + pair.sin * y + pair.cos * up;
        if along_other.abs() <= pair.h2 {
            return End::Peak(DVec3::new(x, y, s1 + up));
        }
        let base = Section::new(swapped, pair.h2.copysign(along_other));
        let tips = [true, false].into_iter().filter_map(|least| base.tip(least));
        let lowest = tips.map(|tip| pair.from_swapped(tip.extend(base.z))).min_by(|p, q| p.z.total_cmp(&q.z));
        if let Some(peak) = lowest {
            return End::Peak(peak);
        }
    }
    End::Base
}

/// The pair seen upside down: turned by half a turn about x.
pub(crate) fn upside_down(pair: &Arrangement) -> Arrangement {
    Arrangement { y: -pair.y, z: -pair.z, ..*pair }
}

/// The upper end of the region that `pair` shares.
pub(crate) fn upper_end(pair: &Arrangement, swapped: &Arrangement) -> End {
    match lower_end(&upside_down(pair), &upside_down(swapped)) {
        End::Base => End::Base,
        End::Peak(p) => End::Peak(DVec3::new(p.x, -p.y, -p.z)),
    }
}

/// Least distance of the shared region from the leading axis [m]. As in the checks, it is found at the foot of the
/// shortest line or on a base that faces it.
pub(crate) fn nearest(pair: &Arrangement, swapped: &Arrangement) -> f64 {
    let d = pair.d.abs();
    let Some((s1, s2)) = pair.feet() else { return (d - pair.r2).max(0.0) };
    let (past1, past2) = (s1.abs() >= pair.h1, s2.abs() >= pair.h2);
    if !past1 && !past2 {
        return (d - pair.r2).max(0.0);
    }
    let mut least = f64::INFINITY;
    if past1 {
        let cut = Cut::new(pair, pair.h1.copysign(s1));
        least = least.min(nearest_in(&cut, |y| {
            let (w, y2) = (cut.other_half_chord(y), cut.other_y(y));
            Offset { x: d - w, slope: cut.cos * y2 / w, bend: (cut.cos * cut.r2).powi(2) / w.powi(3), y, scale: 1.0 }
        }));
    }
    if past2 {
        let cut = Cut::new(swapped, pair.h2.copysign(s2));
        least = least.min(nearest_in(&cut, |y| {
            let w = cut.half_chord(y);
            let (slope, bend) = (y / w, cut.r1 * cut.r1 / w.powi(3));
            Offset { x: d - w, slope, bend, y: cut.other_y(y), scale: cut.cos }
        }));
    }
    least.min(pair.r1)
}

/// How far the figure in a plane keeps from an axis, at one y of the plane.
struct Offset {
    /// Along x, not less than nothing [m].
    x: f64,
    /// Its derivative.
    slope: f64,
    /// Its second derivative [1/m].
    bend: f64,
    /// Across x [m], linear in the plane's y.
    y: f64,
    /// Its derivative.
    scale: f64,
}

/// The least distance from the axis over the range of a cut. The squared distance is convex in y: Newton's method on its
/// slope, with bisection behind it.
fn nearest_in(cut: &Cut, offset: impl Fn(f64) -> Offset) -> f64 {
    if cut.is_empty() {
        return f64::INFINITY;
    }
    let (mut lo, mut hi) = (cut.lo, cut.hi);
    let slope_at = |at: &Offset| at.x.max(0.0) * at.slope + at.y * at.scale;
    let squared = |at: &Offset| at.x.max(0.0).powi(2) + at.y * at.y;
    // Often one end of the range is nearest.
    let (at_lo, at_hi) = (offset(lo), offset(hi));
    if slope_at(&at_lo) >= 0.0 {
        return squared(&at_lo).sqrt();
    } else if slope_at(&at_hi) <= 0.0 {
        return squared(&at_hi).sqrt();
    }
    let mut y = 0.0;
    let mut least = squared(&at_lo).min(squared(&at_hi));
    for _ in 0..MAX_STEPS {
        y = if y > lo && y < hi { y } else { 0.5 * (lo + hi) };
        let at = offset(y);
        least = least.min(squared(&at));
        let (x, slope) = (at.x.max(0.0), slope_at(&at));
        let bend = at.scale * at.scale + if x > 0.0 { at.slope * at.slope + x * at.bend } else { 0.0 };
        if slope > 0.0 {
            hi = y
        } else {
            lo = y
        }
        let step = slope / bend;
        if hi - lo <= NEAR_ENOUGH * cut.r1 || step.abs() <= NEAR_ENOUGH * cut.r1 {
            break;
        }
        y -= step;
    }
    least.sqrt()
}
