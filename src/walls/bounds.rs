//! Whether a grain can be near a wall, whether it is where it must not be, and what is inside a container.

use glam::{DVec2, DVec3};

use super::contact::{WallContacts, WallDetector};
use super::slots::WallWarm;
use super::surface::{Form, Revolved, Surface, SurfacePose};
use crate::narrow::{Body, Unsupported};
use crate::scene::{Wall, WallGeometry};

/// What is wrong with a body's place at a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WallFault {
    /// It is partly inside the solid of the wall.
    Inside {
        /// How deep [m].
        depth: f64,
        /// How deep as a share of its bounding radius.
        share: f64,
    },
    /// Its middle is inside or behind the wall.
    Beyond {
        /// How far behind the surface its middle is [m].
        depth: f64,
    },
}

impl Revolved {
    /// Distance from the solid that a point of the surface's frame has at least [m]; below 0 inside the solid. It is
    /// the distance, but for points off the edge of an end, which are further away.
    pub fn distance_bound(&self, p: DVec3) -> f64 {
        let from_side = self.cosine() * (self.radius_at(p.z) - p.x.hypot(p.y));
        self.height.map_or(from_side, |height| from_side.max(-p.z).max(p.z - height))
    }

    /// Whether a point of the surface's frame is inside, between the ends.
    pub fn contains(&self, p: DVec3) -> bool {
        let between_ends = self.height.is_none_or(|height| (0.0..=height).contains(&p.z));
        between_ends && p.x.hypot(p.y) <= self.radius_at(p.z)
    }
}

impl Surface {
    /// Distance from the wall's solid that a point of the world has at least [m]; below 0 inside the solid.
    pub fn distance_bound(&self, at: &SurfacePose, point: DVec3) -> f64 {
        let p = at.to_local(point);
        match self.form {
            Form::Plane { normal } => normal.dot(p),
            Form::Revolved(wall) => wall.distance_bound(p),
            Form::Rod { radius, height } => {
                let from_side = p.x.hypot(p.y) - radius;
                height.map_or(from_side, |height| {
                    let from_end = (-p.z).max(p.z - height);
                    let outside = DVec2::new(from_side, from_end).max(DVec2::ZERO);
                    if outside == DVec2::ZERO { from_side.max(from_end) } else { outside.length() }
                })
            }
        }
    }

    /// Whether a ball about `center` can come within `margin` of touching the wall [m]. A candidate list keeps those; no
    /// contact is missed.
    pub fn near(&self, at: &SurfacePose, center: DVec3, radius: f64, margin: f64) -> bool {
        let distance = self.distance_bound(at, center);
        // A distance that is not a number proves nothing.
        distance <= radius + margin || distance.is_nan()
    }

    /// Whether a point of the world is on the free side: before a plane, inside a tube or cone and between its ends,
    /// outside a rod. A container holds the points that all of its surfaces contain.
    pub fn contains(&self, at: &SurfacePose, point: DVec3) -> bool {
        match self.form {
            Form::Revolved(wall) => wall.contains(at.to_local(point)),
            Form::Plane { .. } | Form::Rod { .. } => self.distance_bound(at, point) >= 0.0,
        }
    }
}

impl WallDetector {
    /// What is wrong with the place of a body at a wall, if it is deeper in it than `allowed` [m]. Beyond the ends of a
    /// tube or cone nothing is wrong.
    pub fn fault(
        &mut self,
        surface: &Surface,
        at: &SurfacePose,
        body: &Body,
        allowed: f64,
    ) -> Result<Option<WallFault>, Unsupported> {
        let behind = -surface.distance_bound(at, body.pose.position);
        if behind > 0.0 {
            return Ok(Some(WallFault::Beyond { depth: behind }));
        }
        let mut found = WallContacts::default();
        self.contacts(surface, at, body, &mut WallWarm::default(), &mut found)?;
        let depth = found.iter().map(|contact| contact.overlap).fold(0.0, f64::max);
        let share = depth / body.shape.bounding_radius();
        Ok((depth > allowed).then_some(WallFault::Inside { depth, share }))
    }

    /// Whether a body is partly or wholly where the wall is, or behind it, by more than `allowed` [m].
    pub fn outside(
        &mut self,
        surface: &Surface,
        at: &SurfacePose,
        body: &Body,
        allowed: f64,
    ) -> Result<bool, Unsupported> {
        Ok(self.fault(surface, at, body, allowed)?.is_some())
    }
}

/// Volume inside a wall [m3], if it is a container that has one: a box, or a tube or cone with ends.
pub fn container_volume(wall: &Wall) -> Option<f64> {
    match &wall.geometry {
        WallGeometry::Box { min, max, .. } => Some((*max - *min).element_product()),
        WallGeometry::Cone { radius_base, radius_top, height, .. } => {
            Revolved::cone(*radius_base, *radius_top, *height).volume()
        }
        WallGeometry::Cylinder { radius, height, side: crate::scene::Side::Inside, .. } => {
            Revolved { radius: *radius, slope: 0.0, height: *height }.volume()
        }
        WallGeometry::Plane { .. } | WallGeometry::Cylinder { .. } => None,
    }
}
