//! How deep a grain is in a tube or cone at one azimuth, and the way from there to the nearest deepest one.

use glam::{DVec2, DVec3};

use super::meridian::{Meridian, Rim, cut_of, lifted};
use super::rim::{Corner, Stretch};
use super::touch::{RimPatch, RimTouch, TouchScratch};
use super::view::Grain;
use crate::force::Shared;
use crate::geometry::Shape;
use crate::narrow::Cause;

/// A climb has arrived when the deepest point lies in the cut to this share of the grain.
const ARRIVED: f64 = 1e-11;
/// The same at rims, where the deepest point is known less well. The overlap's error is the square of this.
const ARRIVED_AT_RIM: f64 = 1e-8;
/// Rounding of differences of coordinates, as a share of the largest of them.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// Differences of overlap below this share of the grain mean nothing: it is how well the overlap at a rim is known.
const NOISE: f64 = 2e-13;
/// Steps of a climb; smooth grains take about five, polyhedra two.
const MAX_STEPS: usize = 60;
/// Of a stretch that holds a maximum this share at least is cut off.
pub(crate) const MIN_CUT: f64 = 0.02;
/// Normals closer than this are those of one smooth maximum [rad].
const BEND: f64 = 1e-5;
/// An extrapolated step is at most this many times the safe one.
pub(crate) const MAX_GAIN: f64 = 16.0;
/// Normals that lean less than this off the axis are those of a flat end [rad].
const FLAT: f64 = 1e-9;

/// Lists reused from call to call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub stretches: Vec<Stretch>,
    pub touch: TouchScratch,
}

/// The overlap at one azimuth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    /// Unit vector from the axis.
    pub azimuth: DVec2,
    /// Overlap with the wall as it is in this cut [m]; below 0 if they are apart.
    pub overlap: f64,
    /// Its normal in the cut, into the wall.
    pub n: DVec2,
    /// The end of the wall that the search had to reckon with.
    pub rim: Option<Rim>,
    /// The point of the grain's core that is in contact [m].
    pub point: DVec3,
    /// Why it is only bounded, if it is.
    pub cause: Option<Cause>,
    /// What is shared with maxima beside it.
    pub shared: Shared,
}

impl Probe {
    /// Whether the grain lies on a flat end of the wall.
    pub fn on_end(&self) -> bool {
        self.rim.is_some() && self.n.x < FLAT
    }

    /// How the overlap changes with the azimuth [m/rad].
    pub fn slope(&self) -> f64 {
        self.n.x * self.place().y
    }

    /// Where the point lies: (distance along the azimuth, sideways) [m].
    pub fn place(&self) -> DVec2 {
        let (in_cut, aside) = cut_of(self.point, self.azimuth);
        DVec2::new(in_cut.x, aside)
    }
}

/// A grain in a tube or cone.
pub(crate) struct Inside<'g> {
    pub grain: &'g Grain<'g>,
    pub meridian: &'g Meridian,
    pub scratch: &'g mut Scratch,
}

impl Inside<'_> {
    /// The overlap with the wall as it is in the cut at `azimuth`.
    pub fn probe(&mut self, azimuth: DVec2) -> Probe {
        let normal = self.meridian.normal;
        let point = self.grain.core_support(lifted(normal, azimuth));
        let in_cut = cut_of(point, azimuth).0;
        let depth = (in_cut - self.meridian.base).dot(normal);
        let side = Probe {
            azimuth,
            overlap: depth + self.grain.rounding,
            n: normal,
            rim: None,
            point,
            cause: None,
            shared: Shared::default(),
        };
        let mut found = side;
        for rim in self.meridian.rims_near(in_cut, depth).into_iter().flatten() {
            let corner = Corner { grain: self.grain, rim, azimuth };
            let least = corner.least(normal, &mut self.scratch.stretches);
            let sample = least.sample;
            if found.rim.is_none() || sample.overlap < found.overlap {
                let (overlap, n, point) = (sample.overlap, sample.n, sample.point);
                found = Probe {
                    azimuth,
                    overlap,
                    n,
                    rim: Some(*rim),
                    point,
                    cause: (!least.settled).then_some(Cause::Iterations),
                    shared: Shared::default(),
                };
            }
        }
        if found.on_end() {
            found.point = self.rim_patch(&found, 0.0).map_or(found.point, |patch| patch.point);
        }
        found
    }

    /// An end of the wall that the grain may reach.
    pub fn rim_in_reach(&self) -> Option<Rim> {
        let center = self.grain.center;
        self.meridian.rim_within(DVec2::new(center.x.hypot(center.y), center.z), self.grain.size)
    }

    /// The contact point of a probe near an end of the wall, with a patch of some `depth` [m]. That end may be out of the way
    /// of the overlap and still cut off a part of the line along which the grain touches.
    pub fn rim_patch(&mut self, probe: &Probe, depth: f64) -> Option<RimPatch> {
        let rim = &probe.rim.or_else(|| self.rim_in_reach())?;
        let Self { grain, meridian, .. } = *self;
        let touch = RimTouch { grain, meridian, rim, azimuth: probe.azimuth, n: probe.n, depth };
        Some(touch.patch(&mut self.scratch.touch))
    }

    /// Follows the overlap from `start` up to a local maximum.
    ///
    /// At the azimuth of the point that is deepest at the present one, this same point is deeper still: the step there
    /// never leads down, except at rims, and in a tube it passes over no other maximum. On smooth grains such steps shrink by a
    /// constant factor, so that two of them tell where all would lead; grains with corners have arrived by then.
    pub fn climb(&mut self, start: DVec2) -> Probe {
        let mut best = self.probe(start);
        let mut last: Option<(f64, f64)> = None;
        let mut damping = 1.0;
        for _ in 0..MAX_STEPS {
            let place = best.place();
            let arrived = if best.rim.is_some() { ARRIVED_AT_RIM } else { ARRIVED };
            if place.y.abs() <= arrived * self.grain.size && place.x >= 0.0 {
                return best;
            }
            let lag = place.y.atan2(place.x);
            let gain = last.map_or(1.0, |(step, lag_before)| gain(step, lag_before, lag));
            let gain = if self.has_corners() { 1.0 } else { gain };
            let step = lag * gain * damping;
            let next = self.probe(turned(&best, step, gain * damping));
            if next.overlap >= best.overlap - self.noise() {
                last = Some((step, lag));
                best = next;
            } else if gain != 1.0 {
                last = None;
            } else if next.place().y * lag < 0.0 {
                return self.between(best, next, step);
            } else {
                damping *= 0.5;
            }
        }
        Probe { cause: Some(Cause::Iterations), ..best }
    }

    /// Whether the grain's core is the hull of some points, and no end of the wall is in reach.
    pub fn has_corners(&self) -> bool {
        matches!(self.grain.shape, Shape::Polyhedron(_) | Shape::Capsule(_)) && self.rim_in_reach().is_none()
    }

    /// Differences of overlap that mean nothing [m].
    pub fn noise(&self) -> f64 {
        let reach = self.grain.center.length() + self.grain.size + self.meridian.base.length();
        NOISE * self.grain.size + ROUNDING * reach
    }

    /// The maximum between two probes `width` [rad] apart, where the overlap rises from the first and has fallen to the
    /// second. There the tangents at both sides cross, or near it.
    fn between(&mut self, mut a: Probe, mut b: Probe, mut width: f64) -> Probe {
        let arrived = ARRIVED * self.grain.size;
        for _ in 0..MAX_STEPS {
            let (up, down) = (a.slope() * width, b.slope() * width);
            // Flat on both sides, as on the end of a wall: any place between is as good.
            let (crossing, share) = if up > down {
                let crossing = (b.overlap - a.overlap - down) / (up - down);
                (crossing.clamp(MIN_CUT, 1.0 - MIN_CUT), up / (up - down))
            } else {
                (0.5, 0.5)
            };
            let gain = a.overlap + up * crossing - a.overlap.max(b.overlap);
            if (gain <= self.noise() && (a.n - b.n).length() < BEND) || width.abs() * a.place().length() <= arrived {
                return joined(a, b, share.clamp(0.0, 1.0));
            }
            let middle = self.probe(DVec2::from_angle(width * crossing).rotate(a.azimuth).normalize());
            if middle.slope() * width > 0.0 {
                (a, width) = (middle, width * (1.0 - crossing));
            } else {
                (b, width) = (middle, width * crossing);
            }
        }
        Probe { cause: Some(Cause::Iterations), ..if a.overlap > b.overlap { a } else { b } }
    }
}

/// The probe at a maximum that two probes have closed in on. Where the overlap is a minimum over directions that changes
/// from one to another just there, a step aside of the grain makes the overlap follow both in parts; so does the normal.
fn joined(a: Probe, b: Probe, share_of_b: f64) -> Probe {
    let higher = if a.overlap >= b.overlap { a } else { b };
    if (a.n - b.n).length() < BEND {
        return higher;
    }
    let n = a.n.lerp(b.n, share_of_b).normalize_or(higher.n);
    Probe { n, cause: Some(Cause::Local), ..higher }
}

/// By how much the safe step is to be stretched: the last step of `step` has changed the lag from `before` to `now`.
fn gain(step: f64, before: f64, now: f64) -> f64 {
    let closed = (before - now) / step;
    if closed > 0.0 && closed.is_finite() { (1.0 / closed).clamp(1.0 / MAX_GAIN, MAX_GAIN) } else { 1.0 }
}

/// The azimuth a step further: for the factor 1 that of the probe's point, exactly.
fn turned(probe: &Probe, step: f64, factor: f64) -> DVec2 {
    let across = DVec2::new(probe.point.x, probe.point.y);
    if factor == 1.0 {
        return across.normalize_or(probe.azimuth);
    }
    DVec2::from_angle(step).rotate(probe.azimuth).normalize()
}
