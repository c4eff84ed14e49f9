//! The intersection of two convex polygons of few corners, four at a time and without memory of its own.

use glam::DVec2;
use wide::f64x4;

use super::figure::Corners;

/// Corners that there is room for: those that a ring begins with and one for each cut.
pub(super) const CAPACITY: usize = 40;
/// Corners that are looked at together.
const LANE: usize = 4;

/// A convex polygon, anticlockwise, coordinate by coordinate. Cuts leave it where it is in its room: corners go and come at
/// its ends, or in its middle.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    x: [f64; CAPACITY + LANE],
    y: [f64; CAPACITY + LANE],
    begin: usize,
    end: usize,
}

/// What a cut has left of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    All,
    Part,
    Nothing,
    /// The ring is not convex to rounding and was left as it is.
    Torn,
}

/// What a cut is to do to a ring.
enum Cut {
    Nothing,
    /// The corners from the first on to before the second are cut off.
    Run(usize, usize),
    Everything,
    /// Corners in several places are below the line, which is rounding.
    Torn,
}

/// Four numbers of a list, from `start` on.
#[inline(always)]
fn four(list: &[f64; CAPACITY + LANE], start: usize) -> f64x4 {
    let part = &list[start..start + LANE];
    f64x4::from([part[0], part[1], part[2], part[3]])
}

impl Default for Ring {
    fn default() -> Self {
        Self { x: [0.0; CAPACITY + LANE], y: [0.0; CAPACITY + LANE], begin: 0, end: 0 }
    }
}

impl Ring {
    /// Begins anew with the corners of a polygon.
    #[inline]
    pub fn begin_with(&mut self, corners: impl Iterator<Item = DVec2>) {
        (self.begin, self.end) = (0, 0);
        corners.for_each(|corner| self.push(corner));
    }

    #[inline]
    fn push(&mut self, corner: DVec2) {
        (self.x[self.end], self.y[self.end]) = (corner.x, corner.y);
        self.end += 1;
    }

    #[inline]
    fn at(&self, k: usize) -> DVec2 {
        DVec2::new(self.x[k], self.y[k])
    }

    pub fn corners(&self) -> Corners {
        (self.begin..self.end).map(|k| self.at(k)).collect()
    }

    /// Twice the area [m2], and the centroid [m].
    #[inline]
    pub fn area_and_centroid(&mut self) -> (f64, DVec2) {
        let first = self.at(self.begin);
        // The last lane may reach beyond the end; triangles with the first corner twice have no area.
        self.x[self.end..self.end + LANE].fill(first.x);
        self.y[self.end..self.end + LANE].fill(first.y);
        let [mut area, mut along_x, mut along_y] = [f64x4::ZERO; 3];
        let mut k = self.begin + 1;
        while k + 1 < self.end {
            let (px, py) = (four(&self.x, k) - first.x, four(&self.y, k) - first.y);
            let (qx, qy) = (four(&self.x, k + 1) - first.x, four(&self.y, k + 1) - first.y);
            let triangle = px * qy - qx * py;
            area += triangle;
            along_x += (px + qx) * triangle;
            along_y += (py + qy) * triangle;
            k += LANE;
        }
        let sum = |lane: f64x4| {
            let [a, b, c, d] = lane.to_array();
            (a + b) + (c + d)
        };
        let area = sum(area);
        (area, first + DVec2::new(sum(along_x), sum(along_y)) / (3.0 * area))
    }

    /// Cuts off what is right of the line `from` - `to`.
    #[inline]
    pub fn keep_left_of(&mut self, from: DVec2, to: DVec2) -> Kept {
        match self.cut_by(from, to - from) {
            Cut::Nothing => Kept::All,
            Cut::Run(first, end) => {
                self.cut_off((first, end), |x| (to - from).perp_dot(x - from));
                Kept::Part
            }
            Cut::Everything => Kept::Nothing,
            Cut::Torn => Kept::Torn,
        }
    }

    #[inline]
    fn cut_by(&self, from: DVec2, edge: DVec2) -> Cut {
        let (mut below, mut k) = (0_u64, self.begin);
        while k < self.end {
            let side = (four(&self.y, k) - from.y) * edge.x - (four(&self.x, k) - from.x) * edge.y;
            below |= u64::from(side.simd_lt(f64x4::ZERO).to_bitmask()) << (k - self.begin);
            k += LANE;
        }
        let len = self.end - self.begin;
        let all = (1_u64 << len) - 1;
        below &= all;
        if below == 0 {
            return Cut::Nothing;
        }
        // Each bit moved to the place of its follower.
        let moved = (below << 1 | below >> (len - 1)) & all;
        let (starts, ends) = (below & !moved, moved & !below);
        match starts.count_ones() {
            0 => Cut::Everything,
            1 => Cut::Run(self.begin + starts.trailing_zeros() as usize, self.begin + ends.trailing_zeros() as usize),
            _ => Cut::Torn,
        }
    }

    /// Takes the corners from `first` to before `end` away and cuts the two edges that lead to them.
    #[inline]
    fn cut_off(&mut self, (first, end): (usize, usize), side: impl Fn(DVec2) -> f64) {
        let before = |k: usize| if k == self.begin { self.end - 1 } else { k - 1 };
        let crossing = |from: usize, to: usize| {
            let (from, to) = (self.at(from), self.at(to));
            let (here, there) = (side(from), side(to));
            from + (to - from) * (here / (here - there))
        };
        let (leaving, coming) = (crossing(before(first), first), crossing(before(end), end));
        if end < first {
            // The run goes around the end: what is left lies together.
            (self.begin, self.end) = (end, first);
            self.push(leaving);
            self.push(coming);
            return;
        }
        self.move_tail(end, first + 2);
        (self.x[first], self.y[first]) = (leaving.x, leaving.y);
        (self.x[first + 1], self.y[first + 1]) = (coming.x, coming.y);
    }

    /// Moves the corners from `from` on so that they begin at `to`.
    #[inline]
    fn move_tail(&mut self, from: usize, to: usize) {
        let tail = self.end - from;
        if to > from {
            for k in (0..tail).rev() {
                (self.x[to + k], self.y[to + k]) = (self.x[from + k], self.y[from + k]);
            }
        } else if to < from {
            for k in 0..tail {
                (self.x[to + k], self.y[to + k]) = (self.x[from + k], self.y[from + k]);
            }
        }
        self.end = to + tail;
    }
}
