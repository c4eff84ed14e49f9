//! Walls: their surfaces, and the contacts of grains with them.

use super::bodies::Fixed3;
use crate::device::schema::{Record, shared_records};
use crate::walls::MAX_CONTACTS;

shared_records! {
    /// A surface in one step of a batch. The array has those of step 0 in their order, then those of
    /// step 1, and so on; a step's are where [`crate::walls::Surface::at`] sets them at its end.
    struct GpuSurface as "Surface" {
        /// Where its frame is.
        origin: Fixed3,
        /// What x, y and z of the world are in its frame.
        columns: [Fixed3; 3],
        /// From its frame to the world, (x, y, z, w).
        turn: [f32; 4],
        /// Velocity of the wall's point `center`.
        velocity: [f32; 3],
        /// `PLANE`, `REVOLVED` or `ROD`.
        form: u32,
        /// Angular velocity of the wall.
        angular_velocity: [f32; 3],
        /// Its material.
        material: u32,
        /// A point of the wall, or moving with it.
        center: Fixed3,
        /// Cosine and sine of the angle between side and axis.
        side: Fixed3,
        /// Radius at the base and at the top, and height.
        extent: Fixed3,
        /// Bits `HAS_ENDS`, `LOWER_RIM`, `UPPER_RIM`.
        ends: u32,
        /// Fills up to 16 bytes.
        pad: [u32; 3],
    }

    /// A contact of a grain with a surface.
    struct GpuWallContact as "WallContact" {
        /// Unit normal from the grain into the wall, in the world.
        normal: [f32; 3],
        /// Overlap.
        overlap: f32,
        /// Contact point from the grain's centre, in the axes of the world, halfway between grain and wall.
        arm: [f32; 3],
        /// Second moments of the patch in the axes `tangents(normal)`: half the trace.
        spread: f32,
        /// The same: half of xx - yy, and xy; see [`crate::geometry::planar::Spread`].
        spread_shear: [f32; 2],
        /// Where around the axis of a tube or cone it is, in the surface's frame, from 0 to a full turn.
        azimuth: f32,
        /// Bits `TOUCHING` and `UNCONVERGED`.
        code: u32,
        /// Of what contacts beside it share: the part that is taken off this one, see [`crate::force::Shared`].
        shared_part: f32,
        /// How deep that is.
        shared_depth: f32,
        /// Mean curvature of the grain's surface, where the law goes by it.
        curvature: f32,
        /// Fills up to 64 bytes.
        pad: u32,
    }

    /// A grain near a surface, with its contacts by slot.
    struct GpuWallLink as "WallLink" {
        /// Grain.
        body: u32,
        /// Surface.
        surface: u32,
        /// Which link it was before the last rebuild, or `NO_LINK`.
        from_link: u32,
        /// Bit k: slot k holds a contact.
        slots: u32,
        /// The slots.
        contacts: [GpuWallContact; MAX_CONTACTS],
    }
}
