//! Vectors of one contact, or of several together.

use std::ops::{Add, Index, Mul, Sub};

use glam::DVec3;

use super::real::Real;

/// A vector for each contact, by its components.
#[derive(Clone, Copy, Debug)]
pub struct Vec3<T> {
    pub x: T,
    pub y: T,
    pub z: T,
}

impl<R: Real> Vec3<R> {
    /// A vector for each contact, by its lane.
    #[inline(always)]
    pub fn from_lanes(of: impl Fn(usize) -> DVec3) -> Self {
        Self {
            x: R::from_lanes(|lane| of(lane).x),
            y: R::from_lanes(|lane| of(lane).y),
            z: R::from_lanes(|lane| of(lane).z),
        }
    }

    /// The vectors, to be taken one by one. (Vectors that are put together in memory number by number and then copied as a
    /// whole would have to wait for each number.)
    #[inline(always)]
    pub fn to_lanes(self) -> Vec3<R::Lanes> {
        Vec3 { x: self.x.to_lanes(), y: self.y.to_lanes(), z: self.z.to_lanes() }
    }

    #[inline(always)]
    pub fn zero() -> Self {
        Self { x: R::splat(0.0), y: R::splat(0.0), z: R::splat(0.0) }
    }

    #[inline(always)]
    pub fn dot(self, other: Self) -> R {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub fn length_squared(self) -> R {
        self.dot(self)
    }

    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// The one where a condition holds, the other where not.
    #[inline(always)]
    pub fn select(mask: R::Mask, one: Self, other: Self) -> Self {
        Self {
            x: R::select(mask, one.x, other.x),
            y: R::select(mask, one.y, other.y),
            z: R::select(mask, one.z, other.z),
        }
    }
}

impl<L: Index<usize, Output = f64>> Vec3<L> {
    /// That of one contact.
    #[inline(always)]
    pub fn of(&self, lane: usize) -> DVec3 {
        DVec3::new(self.x[lane], self.y[lane], self.z[lane])
    }
}

impl From<DVec3> for Vec3<f64> {
    #[inline(always)]
    fn from(vector: DVec3) -> Self {
        Self { x: vector.x, y: vector.y, z: vector.z }
    }
}

impl From<Vec3<f64>> for DVec3 {
    #[inline(always)]
    fn from(vector: Vec3<f64>) -> Self {
        Self::new(vector.x, vector.y, vector.z)
    }
}

impl<R: Real> Add for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl<R: Real> Sub for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl<R: Real> Mul<R> for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: R) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}
