//! The inside of a tube or cone: all contacts of a grain.
//!
//! The free space is what all tangent planes of the wall leave, one for each azimuth. Along the normal of one of them the
//! grain overlaps the wall by H, and each local maximum of H over the azimuth is a contact: where it lies the wall is
//! touched, and the places between lie shallower. A small grain has one, a box with a face towards the wall one at each
//! of the two edges of that face, a rod across the tube one at each end. A flat face never touches with its middle: there
//! H has a minimum. So the contacts of a standing box are its edges, each with the middle of its length as its point,
//! and they stay there when it rocks.

use glam::DVec2;

use super::climb::{Inside, Probe, Scratch};
use super::meridian::Meridian;
use super::slots::{MAX_CONTACTS, WallWarm, angle_of, apart, may_be_same};
use super::view::Grain;
use crate::bodies::Shape;

/// Grains smaller than this share of their distance from the axis are seen by the wall from one side: two climbs, from
/// either edge of what they cover, find the outermost maxima.
const SMALL: f64 = 0.5;
/// Evenly spread starts for all other grains, and for those at rims, where a climb may step over a maximum.
const STARTS: u32 = 8;
/// Two climbs have arrived at the same place if they are this share of the grain apart.
const SAME_PLACE: f64 = 1e-7;
/// Where a valley between two maxima is looked for, from the lower one: beside it the other is already deeper. Between two
/// corners of a regular prism the middle may be a third one.
const BETWEEN: [f64; 2] = [0.5, 0.38];
/// Grains that lie on a flat end are as deep all along it; two places closer than this count as one [rad].
const SAME_END: f64 = 0.5;

/// All contacts of a grain, by azimuth.
pub(super) fn peaks(
    grain: &Grain,
    meridian: &Meridian,
    warm: &WallWarm,
    scratch: &mut Scratch,
    found: &mut Vec<Probe>,
) {
    found.clear();
    let mut search = Search { inside: Inside { grain, meridian, scratch }, found };
    search.climb_from_grain();
    search.climb_from_last(warm);
    found.sort_by(|p, q| q.overlap.total_cmp(&p.overlap).then(angle_of(p.azimuth).total_cmp(&angle_of(q.azimuth))));
    found.truncate(MAX_CONTACTS);
    found.sort_by(|p, q| angle_of(p.azimuth).total_cmp(&angle_of(q.azimuth)));
}

struct Search<'g> {
    inside: Inside<'g>,
    found: &'g mut Vec<Probe>,
}

impl Search<'_> {
    /// Climbs from where the grain is.
    fn climb_from_grain(&mut self) {
        let (center, size) = (self.inside.grain.center, self.inside.grain.size);
        let across = DVec2::new(center.x, center.y);
        let middle = across.normalize_or(DVec2::X);
        if matches!(self.inside.grain.shape, Shape::Sphere(_)) {
            let peak = self.inside.climb(middle);
            return self.keep(peak);
        }
        let covered = size / across.length();
        if covered >= SMALL {
            return self.climb_from_arc(middle, std::f64::consts::TAU / f64::from(STARTS));
        }
        if self.inside.rim_in_reach().is_some() {
            return self.climb_from_arc(middle, 2.0 * covered.asin() / f64::from(STARTS - 1));
        }
        let edge = DVec2::new((1.0 - covered * covered).sqrt(), covered);
        let right = self.inside.climb(DVec2::new(edge.x, -edge.y).rotate(middle));
        let left = self.inside.climb(edge.rotate(middle));
        if !self.same(&right, &left) {
            let between = self.inside.climb((right.azimuth + left.azimuth).normalize_or(middle));
            self.keep(between);
        }
        self.keep(right);
        self.keep(left);
    }

    /// Climbs from evenly spread starts, `spacing` apart [rad].
    fn climb_from_arc(&mut self, middle: DVec2, spacing: f64) {
        for k in 0..STARTS {
            let turn = DVec2::from_angle((f64::from(k) - 0.5 * f64::from(STARTS - 1)) * spacing);
            let peak = self.inside.climb(turn.rotate(middle));
            self.keep(peak);
        }
    }

    /// Climbs from contacts of the last step that have not been found again.
    fn climb_from_last(&mut self, warm: &WallWarm) {
        let size = self.inside.grain.size;
        for angle in warm.azimuths.into_iter().flatten() {
            if !self.found.iter().any(|probe| may_be_same(probe, angle, size)) {
                let peak = self.inside.climb(DVec2::from_angle(angle));
                self.keep(peak);
            }
        }
    }

    /// Adds a peak that touches and is not yet known.
    fn keep(&mut self, peak: Probe) {
        if peak.overlap <= 0.0 {
            return;
        }
        for k in 0..self.found.len() {
            let known = self.found[k];
            if self.same(&known, &peak) {
                if peak.overlap > known.overlap && !self.is_level(&known, &peak) {
                    self.found[k] = peak;
                }
                return;
            }
        }
        self.found.push(peak);
    }

    fn is_level(&self, p: &Probe, q: &Probe) -> bool {
        (p.overlap - q.overlap).abs() <= self.inside.noise()
    }

    /// Whether two peaks are one.
    fn same(&mut self, p: &Probe, q: &Probe) -> bool {
        let angle = apart(angle_of(p.azimuth), angle_of(q.azimuth));
        let distance = angle * p.place().length().max(q.place().length());
        if distance <= SAME_PLACE * self.inside.grain.size {
            return true;
        }
        if p.on_end() && q.on_end() {
            return angle < SAME_END;
        }
        let (low, high) = if p.overlap <= q.overlap { (p, q) } else { (q, p) };
        let turn = low.azimuth.angle_to(high.azimuth);
        let level = low.overlap - self.inside.noise();
        BETWEEN.iter().all(|share| {
            let azimuth = DVec2::from_angle(share * turn).rotate(low.azimuth).normalize();
            self.inside.probe(azimuth).overlap >= level
        })
    }
}
