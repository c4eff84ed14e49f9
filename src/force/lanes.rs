//! Vectors of four contacts that go through the same operations together.

use std::ops::{Add, Mul, Sub};

use glam::DVec3;
use wide::f64x4;

/// How many contacts are worked out together.
pub const LANES: usize = 4;

/// One vector for each of four contacts.
#[derive(Clone, Copy, Debug)]
pub struct Vectors {
    x: f64x4,
    y: f64x4,
    z: f64x4,
}

impl Vectors {
    /// Four vectors, put together by their components.
    #[inline(always)]
    pub fn of([a, b, c, d]: [DVec3; LANES]) -> Self {
        Self {
            x: f64x4::new([a.x, b.x, c.x, d.x]),
            y: f64x4::new([a.y, b.y, c.y, d.y]),
            z: f64x4::new([a.z, b.z, c.z, d.z]),
        }
    }

    /// Four vectors again, to be taken one by one. (Vectors that are put together in memory number by number and then copied
    /// as a whole would have to wait for each number.)
    #[inline(always)]
    pub fn split(self) -> SplitVectors {
        SplitVectors([self.x, self.y, self.z].map(f64x4::to_array))
    }

    /// The four dot products.
    #[inline(always)]
    pub fn dot(self, other: Self) -> f64x4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The four cross products.
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// These where a lane of `mask` is set, else the others.
    #[inline(always)]
    pub fn where_set(self, mask: f64x4, others: Self) -> Self {
        Self { x: mask.select(self.x, others.x), y: mask.select(self.y, others.y), z: mask.select(self.z, others.z) }
    }
}

/// Four vectors in memory, by their components.
#[derive(Clone, Copy, Debug)]
pub struct SplitVectors([[f64; LANES]; 3]);

impl SplitVectors {
    /// That of one contact.
    #[inline(always)]
    pub fn of(&self, lane: usize) -> DVec3 {
        let [x, y, z] = &self.0;
        DVec3::new(x[lane], y[lane], z[lane])
    }
}

impl Add for Vectors {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Vectors {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Mul<f64x4> for Vectors {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factors: f64x4) -> Self {
        Self { x: self.x * factors, y: self.y * factors, z: self.z * factors }
    }
}
