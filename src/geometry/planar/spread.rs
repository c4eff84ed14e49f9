//! How far a figure spreads, and which way: its second moments about its middle.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

use glam::{DQuat, DVec2, DVec3};

use super::View;

/// Second moments of area or length about the middle, by area or length: the mean of r r^T, a symmetric matrix. Sums and averages are
/// those of its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Half its trace: the mean of its two principal moments [m2].
    pub mean: f64,
    /// Half the difference of the principal moments, times cosine and sine of twice the angle of the axis of the larger [m2].
    pub shear: DVec2,
}

impl Spread {
    /// Of a point.
    pub const ZERO: Self = Self { mean: 0.0, shear: DVec2::ZERO };

    /// The matrix p p^T.
    #[inline]
    pub fn of(p: DVec2) -> Self {
        let (x, y) = (p.x * p.x, p.y * p.y);
        Self { mean: 0.5 * (x + y), shear: DVec2::new(0.5 * (x - y), p.x * p.y) }
    }

    /// Of a segment from one end to the other by `along`.
    #[inline]
    pub fn of_segment(along: DVec2) -> Self {
        Self::of(along) * (1.0 / 12.0)
    }

    /// Of a disc.
    pub fn of_disc(radius: f64) -> Self {
        Self { mean: 0.25 * radius * radius, shear: DVec2::ZERO }
    }

    /// Of the whole plane.
    pub fn of_plane() -> Self {
        Self { mean: f64::INFINITY, shear: DVec2::ZERO }
    }

    /// Mean squared distance from the middle [m2].
    #[inline]
    pub fn mean_square(&self) -> f64 {
        2.0 * self.mean
    }

    /// What two figures about the same middle have in common: in each direction the smaller of the two, where their axes agree
    /// or one holds the other; in between it is (A + B - |A - B|) / 2, which changes continuously, without what would be below 0 of it.
    /// So edges that cross share a point, and crossed bricks a square.
    #[inline]
    pub fn lesser(self, other: Self) -> Self {
        let (more, shear) = (self.mean - other.mean, self.shear - other.shear);
        // One holds the other, which may be the whole plane.
        if shear.length_squared() <= more * more {
            return if more < 0.0 { self } else { other };
        }
        let apart = shear.length();
        let mean = 0.5 * (self.mean + other.mean - apart);
        let shear = (self.shear + other.shear - shear * (more / apart)) * 0.5;
        Self { mean, shear }.positive()
    }

    /// Without what is below 0 of it, by rounding or by a difference.
    #[inline]
    pub fn positive(self) -> Self {
        if self.mean >= 0.0 && self.mean * self.mean >= self.shear.length_squared() {
            return self;
        }
        let length = self.shear.length();
        let larger = (self.mean + length).max(0.0);
        if larger == 0.0 {
            return Self::ZERO;
        }
        Self { mean: 0.5 * larger, shear: self.shear * (0.5 * larger / length) }
    }

    /// Its principal axes in space.
    pub fn axes(&self, view: &View) -> PatchAxes {
        let (length, DVec2 { x, y }) = (self.shear.length(), self.shear);
        // Half the angle of the shear, in the form in which nothing cancels.
        let doubled = if x >= 0.0 { DVec2::new(length + x, y) } else { DVec2::new(y, length - x) };
        let along = doubled.normalize_or(DVec2::X);
        let [larger, smaller] = [self.mean + length, self.mean - length].map(|moment| moment.max(0.0).sqrt());
        PatchAxes([view.lift(along) * larger, view.lift(along.perp()) * smaller])
    }
}

impl Add for Spread {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, shear: self.shear + other.shear }
    }
}

impl Sub for Spread {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { mean: self.mean - other.mean, shear: self.shear - other.shear }
    }
}

impl AddAssign for Spread {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Spread {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, Add::add)
    }
}

impl Mul<f64> for Spread {
    type Output = Self;

    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self { mean: self.mean * factor, shear: self.shear * factor }
    }
}

/// The principal axes of a patch in space, each as long as the root mean square distance of the patch's points from its middle along
/// it [m]. An edge has one, a point none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PatchAxes(pub [DVec3; 2]);

impl PatchAxes {
    /// A contact that does not spread.
    pub const POINT: Self = Self([DVec3::ZERO; 2]);

    /// Whether the contact does not spread.
    #[inline]
    pub fn is_point(&self) -> bool {
        *self == Self::POINT
    }

    /// Mean squared distance of the patch's points from its middle [m2].
    #[inline]
    pub fn mean_square(&self) -> f64 {
        self.0[0].length_squared() + self.0[1].length_squared()
    }

    /// Its root [m].
    pub fn size(&self) -> f64 {
        self.mean_square().sqrt()
    }

    /// The same patch of bodies that are turned.
    #[inline]
    pub fn turned(self, turn: DQuat) -> Self {
        if self.is_point() { self } else { Self(self.0.map(|axis| turn * axis)) }
    }

    /// The largest difference of the second moments of two patches in any direction [m2].
    pub fn moment_difference(&self, other: &Self) -> f64 {
        let moment = |patch: &Self, n: DVec3| patch.0.iter().map(|axis| axis.dot(n).powi(2)).sum::<f64>();
        // The axes of both, and halfway between them.
        let axes: Vec<DVec3> = self.0.iter().chain(&other.0).map(|axis| axis.normalize_or_zero()).collect();
        let ways = axes.iter().flat_map(|p| axes.iter().flat_map(|q| [*p + *q, *p - *q]));
        let off = ways.map(|n| n.normalize_or_zero()).map(|n| (moment(self, n) - moment(other, n)).abs());
        off.fold(0.0, f64::max)
    }

    /// The same over the sum of both sizes: how far they differ, as two lengths do [m].
    pub fn difference(&self, other: &Self) -> f64 {
        let sum = self.size() + other.size();
        if sum > 0.0 { self.moment_difference(other) / sum } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(length: f64, angle: f64) -> Spread {
        Spread::of_segment(DVec2::from_angle(angle) * length)
    }

    fn close(a: Spread, b: Spread) -> bool {
        (a.mean - b.mean).abs() < 1e-14 && a.shear.distance(b.shear) < 1e-14
    }

    #[test]
    fn in_each_direction_the_smaller_counts() {
        // Bricks that cross share a square, edges a point; a face shares with an edge on it the edge.
        let brick = |along: f64, across: f64| line(along, 0.3) + line(across, 0.3 + 0.5 * std::f64::consts::PI);
        assert!(close(brick(2.0, 1.0).lesser(brick(1.0, 2.0)), brick(1.0, 1.0)));
        assert!(close(line(2.0, 0.3).lesser(line(2.0, 0.3 + 0.5 * std::f64::consts::PI)), Spread::ZERO));
        assert!(close(brick(2.0, 1.0).lesser(line(1.5, 0.3)), line(1.5, 0.3)));
        assert!(close(brick(2.0, 1.0).lesser(line(2.5, 0.3)), line(2.0, 0.3)));
        assert!(close(brick(2.0, 1.0).lesser(Spread::of_plane()), brick(2.0, 1.0)));
        assert!(close(Spread::of_plane().lesser(line(2.0, 0.3)), line(2.0, 0.3)));
    }

    #[test]
    fn it_is_continuous_and_never_below_zero() {
        let mut before = None;
        for k in 0..=20_000 {
            let angle = f64::from(k) * 1e-4;
            let shared = line(1.0, angle).lesser(line(1.3, 0.0) + line(0.01, 1.57));
            assert!(shared.mean >= shared.shear.length() * (1.0 - 1e-12), "at {angle}: {shared:?}");
            if let Some(before) = before.replace(shared) {
                let moved = (shared - before).mean.abs() + (shared - before).shear.length();
                assert!(moved < 1e-3 / 12.0, "at {angle}: by {moved:e}");
            }
        }
    }

    #[test]
    fn axes_have_the_moments() {
        let view = View::new(DVec3::new(1.0, 2.0, 3.0), DVec3::new(0.6, 0.0, 0.8));
        let spread = line(2.0, 0.7) + line(0.5, -0.2);
        let axes = spread.axes(&view);
        for k in 0..40 {
            let way = DVec2::from_angle(0.16 * f64::from(k));
            let expected = spread.mean + spread.shear.dot(DVec2::from_angle(0.32 * f64::from(k)));
            let found: f64 = axes.0.iter().map(|axis| axis.dot(view.lift(way)).powi(2)).sum();
            assert!((found - expected).abs() < 1e-14);
        }
        assert!((axes.mean_square() - spread.mean_square()).abs() < 1e-14 && axes.0[0].dot(axes.0[1]).abs() < 1e-14);
        assert_eq!(axes.difference(&axes), 0.0);
        assert!((PatchAxes::POINT.difference(&line(3.0, 0.4).axes(&view)) - (9.0f64 / 12.0).sqrt()).abs() < 1e-14);
    }
}
