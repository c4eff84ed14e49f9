//! The numbers of the law: one contact, or several that go through the same operations together.
//!
//! The law of a contact is written once, over any [`Real`]: for `f64`, which is one contact of any two shapes, and for the
//! four lanes of `lanes.rs`. Both compute the same numbers, which a test holds against each other. Conditions are masks; a branch is
//! taken only where it is the same for all contacts, and else both answers are worked out and one of them is selected.

use std::ops::{Add, BitAnd, Div, Index, Mul, Neg, Sub};

/// Powers that need none to be taken: those of d^(m-1) in a linear law and in that of Hertz.
pub(super) const CONSTANT: f64 = 0.0;
pub(super) const ROOT: f64 = 0.5;

/// A number for each contact that is worked out.
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Mul<f64, Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A condition for each contact.
    type Mask: Mask + std::fmt::Debug;
    /// The numbers in memory, to be taken one by one.
    type Lanes: Index<usize, Output = f64> + Copy;

    /// The same number for all contacts.
    fn splat(value: f64) -> Self;
    /// A number for each contact, by its lane.
    fn from_lanes(of: impl Fn(usize) -> f64) -> Self;
    /// The numbers, to be taken one by one.
    fn to_lanes(self) -> Self::Lanes;
    fn sqrt(self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    /// Between -most and most.
    fn clamp_to(self, most: Self) -> Self;
    /// This to a power.
    fn power(self, exponent: Self) -> Self;
    /// The angle of this tangent [rad].
    fn arc_tangent(self) -> Self;
    fn equals(self, other: f64) -> Self::Mask;
    fn exceeds(self, other: f64) -> Self::Mask;
    fn at_most(self, other: Self) -> Self::Mask;
    /// The one where a condition holds, the other where not.
    fn select(mask: Self::Mask, one: Self, other: Self) -> Self;
}

/// A condition for each contact.
pub trait Mask: Copy + BitAnd<Output = Self> {
    /// Where this does not hold.
    fn negated(self) -> Self;
    /// Whether it holds for all contacts.
    fn all(self) -> bool;
    /// Whether it holds for none of them.
    fn none(self) -> bool;
}

impl Mask for bool {
    #[inline(always)]
    fn negated(self) -> Self {
        !self
    }
    #[inline(always)]
    fn all(self) -> bool {
        self
    }
    #[inline(always)]
    fn none(self) -> bool {
        !self
    }
}

impl Real for f64 {
    type Mask = bool;
    type Lanes = [f64; 1];

    #[inline(always)]
    fn splat(value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn from_lanes(of: impl Fn(usize) -> f64) -> Self {
        of(0)
    }
    #[inline(always)]
    fn to_lanes(self) -> Self::Lanes {
        [self]
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        f64::min(self, other)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        f64::max(self, other)
    }
    #[inline(always)]
    fn clamp_to(self, most: Self) -> Self {
        self.clamp(-most, most)
    }
    #[inline(always)]
    fn power(self, exponent: Self) -> Self {
        if exponent == CONSTANT {
            1.0
        } else if exponent == ROOT {
            f64::sqrt(self)
        } else {
            self.powf(exponent)
        }
    }
    #[inline(always)]
    fn arc_tangent(self) -> Self {
        self.atan()
    }
    #[inline(always)]
    fn equals(self, other: f64) -> bool {
        self == other
    }
    #[inline(always)]
    fn exceeds(self, other: f64) -> bool {
        self > other
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> bool {
        self <= other
    }
    #[inline(always)]
    fn select(mask: bool, one: Self, other: Self) -> Self {
        if mask { one } else { other }
    }
}
