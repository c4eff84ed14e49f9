//! The smooth surfaces that walls are made of.

use std::borrow::Cow;

use glam::{DQuat, DVec3};

use super::motion::Displacement;
use crate::force::Law;
use crate::geometry::Pose;
use crate::scene::{BoxSide, Line, Side, Wall, WallGeometry, WallMotion};

/// One smooth wall: a plane, the inside of a tube or cone, or a rod.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// Which of the scene's walls it belongs to.
    pub wall: usize,
    /// Its material, an index into the scene's materials.
    pub material: usize,
    /// Where its wall stands in the scene file.
    pub line: Line,
    /// What it looks like in its own frame.
    pub form: Form,
    /// Its frame at the start of the run. Axes of revolution run along the frame's z, from the base at its origin.
    pub rest: Pose,
    /// How it moves.
    pub motion: WallMotion,
}

/// A surface in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A plane through the origin.
    Plane {
        /// Unit normal into the free side.
        normal: DVec3,
    },
    /// The inside of a cylinder or cone about z.
    Revolved(Revolved),
    /// The outside of a cylinder about z.
    Rod {
        /// Radius [m].
        radius: f64,
        /// From the origin up [m], with flat ends; none if it is endless both ways.
        height: Option<f64>,
    },
}

/// The inside of a cylinder or cone: grains are where the distance from the axis is below `radius + slope z`. Between
/// its ends the wall is solid outwards without limit, and its ends are flat; beyond them there is nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Revolved {
    /// Radius at z = 0 [m].
    pub radius: f64,
    /// How much wider it gets per length along z.
    pub slope: f64,
    /// From z = 0 up [m]; none if it is endless both ways.
    pub height: Option<f64>,
}

impl Revolved {
    /// A cone between two radii [m], not both 0, over a height [m].
    pub fn cone(radius_base: f64, radius_top: f64, height: f64) -> Self {
        Self { radius: radius_base, slope: (radius_top - radius_base) / height, height: Some(height) }
    }

    /// Cosine of the angle between the wall and the axis.
    pub fn cosine(&self) -> f64 {
        1.0 / self.slope.hypot(1.0)
    }

    /// Radius at the height `z` [m].
    pub fn radius_at(&self, z: f64) -> f64 {
        self.radius + self.slope * z
    }

    /// Largest radius of a wall with ends, or the only one [m].
    pub fn widest(&self) -> f64 {
        self.radius.max(self.radius_at(self.height.unwrap_or(0.0)))
    }

    /// Whether a radius of an end [m] is 0: the cone closes in a tip there. Of two radii the other alone sets the slope, and
    /// what comes back from that is 0 but for rounding.
    pub fn closes_with(&self, radius: f64) -> bool {
        radius <= 1e-14 * self.widest()
    }

    /// Volume inside, between the ends [m3]; none if it is endless.
    pub fn volume(&self) -> Option<f64> {
        let height = self.height?;
        let (base, top) = (self.radius, self.radius_at(height));
        Some(std::f64::consts::PI * height * (base * base + base * top + top * top) / 3.0)
    }
}

/// A surface's frame at one time, and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePose {
    /// The surface's frame now.
    pub frame: Pose,
    /// The motion that brought it there.
    pub displacement: Displacement,
}

impl SurfacePose {
    /// A point of the world, seen from the surface's frame.
    pub fn to_local(&self, point: DVec3) -> DVec3 {
        self.frame.orientation.conjugate() * (point - self.frame.position)
    }
}

impl Surface {
    /// The law of a grain with it, from that of the two bodies: gaps are measured from planes alone.
    #[inline]
    pub(crate) fn law<'l>(&self, law: Cow<'l, Law>) -> Cow<'l, Law> {
        let is_plane = matches!(self.form, Form::Plane { .. });
        if is_plane || !law.is_cohesive() { law } else { Cow::Owned(law.at_round_wall()) }
    }

    /// Where it is at the time `t` [s].
    pub fn at(&self, t: f64) -> SurfacePose {
        let displacement = Displacement::at(&self.motion, t);
        let frame = Pose {
            position: displacement.pose.apply(self.rest.position),
            orientation: (displacement.pose.orientation * self.rest.orientation).normalize(),
        };
        SurfacePose { frame, displacement }
    }
}

/// The surfaces of all walls, in their order; those of a box in the order of `BoxSide::ALL`.
pub fn surfaces(walls: &[Wall]) -> Vec<Surface> {
    let mut found = Vec::new();
    for (index, wall) in walls.iter().enumerate() {
        let mut add = |form: Form, rest: Pose| {
            found.push(Surface {
                wall: index,
                material: wall.material,
                line: wall.line,
                form,
                rest,
                motion: wall.motion.clone(),
            });
        };
        match &wall.geometry {
            WallGeometry::Plane { point, normal } => add(Form::Plane { normal: *normal }, Pose::at(*point)),
            WallGeometry::Box { min, max, open } => {
                for side in BoxSide::ALL.into_iter().filter(|side| !open.contains(side)) {
                    add(Form::Plane { normal: side.inward_normal() }, Pose::at(middle_of(side, *min, *max)));
                }
            }
            WallGeometry::Cylinder { base, axis, radius, height, side } => {
                let form = match side {
                    Side::Inside => Form::Revolved(Revolved { radius: *radius, slope: 0.0, height: *height }),
                    Side::Outside => Form::Rod { radius: *radius, height: *height },
                };
                add(form, along(*base, *axis));
            }
            WallGeometry::Cone { base, axis, radius_base, radius_top, height } => {
                add(Form::Revolved(Revolved::cone(*radius_base, *radius_top, *height)), along(*base, *axis));
            }
        }
    }
    found
}

/// The middle of a side of a box.
fn middle_of(side: BoxSide, min: DVec3, max: DVec3) -> DVec3 {
    let (middle, inward) = ((min + max) * 0.5, side.inward_normal());
    // Along the normal the corner itself, not the middle and half the width: the plane stands where it was written.
    let across = inward.abs();
    let end = if inward.max_element() > 0.0 { min } else { max };
    middle * (DVec3::ONE - across) + end * across
}

/// A frame at `base` whose z is `axis`.
fn along(base: DVec3, axis: DVec3) -> Pose {
    Pose::new(base, DQuat::from_rotation_arc(DVec3::Z, axis))
}
