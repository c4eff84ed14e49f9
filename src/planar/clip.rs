//! The intersection of two convex polygons of few corners, four at a time and without memory of its own.

use glam::DVec2;
use wide::f64x4;

use super::figure::Corners;

/// Corners that there is room for.
pub(super) const ROOM: usize = 32;

/// A convex polygon, anticlockwise, coordinate by coordinate.
pub(super) struct Ring {
    x: [f64; ROOM],
    y: [f64; ROOM],
    len: usize,
}

/// What a cut does to a ring.
enum Cut {
    Nothing,
    /// The corners from the first on to before the second are cut off.
    Run(usize, usize),
    Everything,
    /// Corners in several places are below the line, which is rounding.
    Torn,
}

impl Ring {
    pub fn new(corners: &[DVec2]) -> Self {
        let mut ring = Self { x: [0.0; ROOM], y: [0.0; ROOM], len: corners.len() };
        for (k, corner) in corners.iter().enumerate() {
            (ring.x[k], ring.y[k]) = (corner.x, corner.y);
        }
        ring
    }

    fn at(&self, k: usize) -> DVec2 {
        DVec2::new(self.x[k], self.y[k])
    }

    pub fn corners(&self) -> Corners {
        (0..self.len).map(|k| self.at(k)).collect()
    }

    /// Cuts off what is right of the line `from` - `to`. None where nothing is left, false where the ring is not convex
    /// to rounding and was left as it is.
    #[inline]
    pub fn keep_left_of(&mut self, from: DVec2, to: DVec2) -> Option<bool> {
        match self.cut_by(from, to - from) {
            Cut::Nothing => Some(true),
            Cut::Run(first, end) => {
                self.cut_off((first, end), |x| (to - from).perp_dot(x - from));
                Some(true)
            }
            Cut::Everything => None,
            Cut::Torn => Some(false),
        }
    }

    #[inline]
    fn cut_by(&self, from: DVec2, edge: DVec2) -> Cut {
        let mut below = 0_u64;
        for start in (0..self.len).step_by(4) {
            let four =
                |list: &[f64; ROOM]| f64x4::from([list[start], list[start + 1], list[start + 2], list[start + 3]]);
            let side = (four(&self.y) - from.y) * edge.x - (four(&self.x) - from.x) * edge.y;
            below |= u64::from(side.simd_lt(f64x4::ZERO).to_bitmask()) << start;
        }
        let all = (1_u64 << self.len) - 1;
        below &= all;
        if below == 0 {
            return Cut::Nothing;
        }
        // Each bit moved to the place of its follower.
        let moved = (below << 1 | below >> (self.len - 1)) & all;
        let (starts, ends) = (below & !moved, moved & !below);
        match starts.count_ones() {
            0 => Cut::Everything,
            1 => Cut::Run(starts.trailing_zeros() as usize, ends.trailing_zeros() as usize),
            _ => Cut::Torn,
        }
    }

    /// Takes the corners from `first` to before `end` away and cuts the two edges that lead to them.
    #[inline]
    fn cut_off(&mut self, (first, end): (usize, usize), side: impl Fn(DVec2) -> f64) {
        let before = |k: usize| if k == 0 { self.len - 1 } else { k - 1 };
        let crossing = |from: usize, to: usize| {
            let (from, to) = (self.at(from), self.at(to));
            let (here, there) = (side(from), side(to));
            from + (to - from) * (here / (here - there))
        };
        let (leaving, coming) = (crossing(before(first), first), crossing(before(end), end));
        let (x, y) = (self.x, self.y);
        let mut len = 0;
        let mut k = end;
        while k != first {
            (self.x[len], self.y[len]) = (x[k], y[k]);
            len += 1;
            k = if k + 1 == self.len { 0 } else { k + 1 };
        }
        for corner in [leaving, coming] {
            (self.x[len], self.y[len]) = (corner.x, corner.y);
            len += 1;
        }
        self.len = len;
    }
}
