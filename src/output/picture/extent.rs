//! How much of the world there is to see.

use glam::DVec3;

use crate::engine::Snapshot;
use crate::scene::{Region, Scene};

/// A box along the axes, possibly empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Lowest corner [m].
    pub min: DVec3,
    /// Highest corner [m].
    pub max: DVec3,
}

impl Extent {
    /// Nothing.
    pub const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// The box about some points [m].
    pub fn of(points: impl IntoIterator<Item = DVec3>) -> Self {
        points.into_iter().filter(|point| point.is_finite()).fold(Self::EMPTY, |extent, point| extent.with(point, 0.0))
    }

    /// The box about the bounding balls of all grains.
    pub fn of_grains(scene: &Scene, grains: &Snapshot) -> Self {
        let radii: Vec<f64> = scene.shapes.iter().map(|shape| shape.shape.bounding_radius()).collect();
        let places = grains.positions.iter().zip(&grains.shapes).zip(&grains.scales);
        places.fold(Self::EMPTY, |extent, ((position, shape), scale)| {
            extent.with(*position, radii.get(*shape).map_or(0.0, |radius| radius * scale))
        })
    }

    /// The box about the regions in which grains come in.
    pub(super) fn of_insertions(scene: &Scene) -> Self {
        scene.insertions.iter().fold(Self::EMPTY, |extent, insertion| match insertion.region {
            Region::Box { min, max } => extent.with(min, 0.0).with(max, 0.0),
            Region::Sphere { center, radius } => extent.with(center, radius),
            Region::Cylinder { base, axis, radius, height } => {
                extent.with(base, radius).with(base + axis * height, radius)
            }
        })
    }

    /// Grown to hold a ball.
    fn with(self, point: DVec3, radius: f64) -> Self {
        if !point.is_finite() {
            return self;
        }
        Self { min: self.min.min(point - radius), max: self.max.max(point + radius) }
    }

    /// Grown to hold another.
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// What both have in common.
    pub(super) fn intersection(self, other: Self) -> Self {
        let both = Self { min: self.min.max(other.min), max: self.max.min(other.max) };
        if both.is_empty() { Self::EMPTY } else { both }
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.min.cmpgt(self.max).any()
    }

    /// Wider by a length on all sides [m].
    pub(super) fn grown(self, by: f64) -> Self {
        if self.is_empty() { self } else { Self { min: self.min - by, max: self.max + by } }
    }

    /// Its middle [m].
    pub fn center(&self) -> DVec3 {
        (self.min + self.max) * 0.5
    }

    /// Its edges [m].
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }

    /// Its eight corners [m].
    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|k| {
            let pick = |bit: usize, low: f64, high: f64| if k & bit == 0 { low } else { high };
            DVec3::new(
                pick(1, self.min.x, self.max.x),
                pick(2, self.min.y, self.max.y),
                pick(4, self.min.z, self.max.z),
            )
        })
    }
}
