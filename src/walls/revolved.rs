//! The inside of a tube or cone: all contacts of a grain.
//!
//! The free space is what all tangent planes of the wall leave, one for each azimuth. Along the normal of one of them the
//! grain overlaps the wall by H, and each local maximum of H over the azimuth is a contact: where it lies the wall is
//! touched, and the places between lie shallower. A small grain has one, a box with a face towards the wall one at each
//! of the two edges of that face, a rod across the tube one at each end. A flat face never touches with its middle: there
//! H has a minimum. So the contacts of a standing box are its edges, each with the middle of its length as its point,
//! and they stay there when it rocks.
//!
//! Where two contacts are one is a matter of rounding when an edge lies nearly along the axis: so it must not matter. What
//! they share is taken off them, all the more the shallower the valley between them is; see `force::Shared`.

use glam::DVec2;

use super::climb::{Inside, Probe, Scratch};
use super::meridian::Meridian;
use super::slots::{MAX_CONTACTS, WallWarm, angle_of, may_be_same};
use super::valley::Valley;
use super::view::Grain;
use crate::force::Shared;
use crate::geometry::Shape;
use crate::narrow::Cause;

/// Grains smaller than this share of their distance from the axis are seen by the wall from one side: two climbs, from
/// either edge of what they cover, find the outermost maxima.
pub(crate) const SMALL: f64 = 0.5;
/// Evenly spread starts for all other grains, and for those at rims, where a climb may step over a maximum.
pub(crate) const STARTS: u32 = 8;
/// Grains that lie on a flat end are as deep all along it; two places closer than this count as one [rad].
pub(crate) const SAME_END: f64 = 0.5;
/// Maxima that are found between others, or turn out to be none, before the search ends.
const MOST_CHANGES: usize = 32;

/// All contacts of a grain, by azimuth.
pub(crate) fn peaks(
    grain: &Grain,
    meridian: &Meridian,
    warm: &WallWarm,
    scratch: &mut Scratch,
    found: &mut Vec<Probe>,
) {
    found.clear();
    let inside = Inside { grain, meridian, scratch };
    let mut search = Search { seeks: inside.has_corners(), inside, found };
    search.climb_from_grain();
    search.climb_from_last(warm);
    search.settle_valleys();
    found.retain(|peak| peak.overlap > 0.0);
    found.sort_by(|p, q| q.overlap.total_cmp(&p.overlap).then(angle_of(p.azimuth).total_cmp(&angle_of(q.azimuth))));
    found.truncate(MAX_CONTACTS);
    found.sort_by(|p, q| angle_of(p.azimuth).total_cmp(&angle_of(q.azimuth)));
}

struct Search<'g> {
    inside: Inside<'g>,
    found: &'g mut Vec<Probe>,
    /// Maxima that hide in valleys are looked for: between corners, until the first of them has turned out to be none.
    seeks: bool,
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
        // Between corners is looked for others in any case.
        if !self.inside.has_corners() && !self.same(&right, &left) {
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

    /// Adds a peak that is not yet known; it must touch, but for corners, since another one may hide beside it.
    fn keep(&mut self, peak: Probe) {
        if peak.overlap <= 0.0 && !self.inside.has_corners() {
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
        let turn = p.azimuth.angle_to(q.azimuth);
        if self.inside.at_one_place(p, q) {
            return true;
        }
        if p.on_end() && q.on_end() {
            return turn.abs() < SAME_END;
        }
        if self.inside.has_corners() {
            return false;
        }
        let level = p.overlap.min(q.overlap) - self.inside.noise();
        let (first, second) = if turn > 0.0 { (p, q) } else { (q, p) };
        self.inside.valley([first, second], turn.abs(), level, false).depth >= level
    }

    /// Looks into the valleys between neighbours, all but the widest: for maxima that hide there, for those that are none,
    /// and for what they share.
    fn settle_valleys(&mut self) {
        for _ in 0..MOST_CHANGES {
            self.set_in_order();
            self.found.iter_mut().for_each(|peak| peak.shared = Shared::default());
            if !(1..self.found.len()).any(|next| self.changes_at([next - 1, next])) {
                return self.pass_on();
            }
        }
        self.found.iter_mut().for_each(|peak| peak.cause = Some(Cause::Iterations));
    }

    /// Sorts the peaks, from one end of the widest gap to the other.
    fn set_in_order(&mut self) {
        self.found.sort_by(|p, q| angle_of(p.azimuth).total_cmp(&angle_of(q.azimuth)));
        let count = self.found.len();
        let gap = |k: &usize| width(&self.found[*k], &self.found[(*k + 1) % count]);
        if let Some(widest) = (0..count).max_by(|p, q| gap(p).total_cmp(&gap(q))) {
            self.found.rotate_left((widest + 1) % count);
        }
    }

    /// Looks into one valley; whether the peaks are others then.
    fn changes_at(&mut self, [k, next]: [usize; 2]) -> bool {
        let (first, second) = (self.found[k], self.found[next]);
        if first.on_end() && second.on_end() {
            return false;
        }
        let valley = self.inside.valley([&first, &second], width(&first, &second), 0.0, self.seeks);
        let level = first.overlap.min(second.overlap) - self.inside.noise();
        if let Some(hidden) = valley.hidden {
            self.found.push(hidden);
            return true;
        }
        if valley.depth >= level {
            let shallower = if second.overlap > first.overlap && !self.is_level(&first, &second) { k } else { next };
            self.found.remove(shallower);
            self.seeks = false;
            return true;
        }
        self.share([k, next], &valley);
        false
    }

    /// Takes what two neighbours share off them, off the nearer one to the valley the more: so the force and its lever are
    /// those at the valley, and a maximum that is about to be none has lost its force by then.
    fn share(&mut self, [k, next]: [usize; 2], valley: &Valley) {
        if valley.depth > 0.0 {
            self.found[k].shared.add(1.0 - valley.at, valley.depth);
            self.found[next].shared.add(valley.at, valley.depth);
        }
    }

    /// A contact between two others can lose no more than all that it has: the rest is theirs, by the lever rule.
    fn pass_on(&mut self) {
        for k in 1..self.found.len().saturating_sub(1) {
            let [left, middle, right] = [k - 1, k, k + 1].map(|k| self.found[k]);
            let rest = middle.shared.part - 1.0;
            if rest > 0.0 {
                let at = width(&left, &middle) / width(&left, &right);
                self.found[k - 1].shared.add(rest * (1.0 - at), middle.shared.depth);
                self.found[k + 1].shared.add(rest * at, middle.shared.depth);
                self.found[k].shared.part = 1.0;
            }
        }
        self.found.iter_mut().for_each(|peak| peak.shared.part = peak.shared.part.min(1.0));
    }
}

/// How far round it is from one peak to the next [rad].
fn width(from: &Probe, to: &Probe) -> f64 {
    (angle_of(to.azimuth) - angle_of(from.azimuth)).rem_euclid(std::f64::consts::TAU)
}
