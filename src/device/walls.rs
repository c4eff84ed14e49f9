//! Surfaces of walls and the grains near them as kernels see them; see `shaders/shared/walls.wgsl`.

use bytemuck::{Pod, Zeroable};
use glam::{DMat3, DQuat, DVec3};

use super::fixed::{Fixed3, POSITION_BITS, TURN_BITS};
use super::units::Units;
use crate::walls::{Form, MAX_CONTACTS, Revolved, Surface, SurfacePose};

/// A surface in one step of a batch: the struct `Surface`. The array has those of step 0 in their order, then those of
/// step 1, and so on; a step's are where [`Surface::at`] sets them at its end.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuSurface {
    /// Where its frame is.
    pub origin: Fixed3,
    /// What x, y and z of the world are in its frame.
    pub columns: [Fixed3; 3],
    /// From its frame to the world, (x, y, z, w).
    pub turn: [f32; 4],
    /// Velocity of the wall's point `center`.
    pub velocity: [f32; 3],
    /// [`PLANE`], [`REVOLVED`] or [`ROD`].
    pub form: u32,
    /// Angular velocity of the wall.
    pub angular_velocity: [f32; 3],
    /// Its material.
    pub material: u32,
    /// A point of the wall, or moving with it.
    pub center: Fixed3,
    /// Cosine and sine of the angle between side and axis.
    pub side: Fixed3,
    /// Radius at the base and at the top, and height.
    pub extent: Fixed3,
    /// Bits [`HAS_ENDS`], [`LOWER_RIM`], [`UPPER_RIM`].
    pub ends: u32,
    /// Fills up to 16 bytes.
    pub pad: [u32; 3],
}

/// A plane; its normal into the free side is the z of its frame.
pub const PLANE: u32 = 0;
/// The inside of a tube or cone about z.
pub const REVOLVED: u32 = 1;
/// The outside of a cylinder about z.
pub const ROD: u32 = 2;
/// The surface has ends.
pub const HAS_ENDS: u32 = 1;
/// It has an edge at its lower end.
pub const LOWER_RIM: u32 = 2;
/// It has an edge at its upper end.
pub const UPPER_RIM: u32 = 4;
/// The former number of a link that is new.
pub const NO_LINK: u32 = u32::MAX;

impl GpuSurface {
    /// A surface at its place of one step.
    pub fn new(surface: &Surface, at: &SurfacePose, units: &Units) -> Self {
        let position = |x: DVec3| Fixed3::new(x / units.length, POSITION_BITS);
        let floats = |x: DVec3| x.to_array().map(|x| x as f32);
        let to_world = at.frame.orientation * own_turn(&surface.form);
        let to_frame = DMat3::from_quat(to_world.normalize()).transpose();
        let moves = &at.displacement;
        let mut made = Self {
            origin: position(at.frame.position),
            columns: to_frame.to_cols_array_2d().map(|column| Fixed3::new(DVec3::from_array(column), TURN_BITS)),
            turn: to_world.normalize().to_array().map(|x| x as f32),
            velocity: floats(moves.velocity / units.velocity()),
            angular_velocity: floats(moves.angular_velocity * units.time),
            material: surface.material as u32,
            center: position(moves.center),
            ..Self::default()
        };
        match surface.form {
            Form::Plane { .. } => made.form = PLANE,
            Form::Revolved(wall) => made.set_revolved(REVOLVED, &wall, units),
            Form::Rod { radius, height } => made.set_revolved(ROD, &Revolved { radius, slope: 0.0, height }, units),
        }
        made
    }

    fn set_revolved(&mut self, form: u32, wall: &Revolved, units: &Units) {
        let (cosine, height) = (wall.cosine(), wall.height.unwrap_or(0.0));
        let radii = [wall.radius, wall.radius_at(height)];
        self.form = form;
        self.side = Fixed3::new(DVec3::new(cosine, wall.slope * cosine, 0.0), TURN_BITS);
        self.extent = Fixed3::new(DVec3::new(radii[0], radii[1], height) / units.length, POSITION_BITS);
        if wall.height.is_some() {
            self.ends = HAS_ENDS;
            for (radius, bit) in radii.into_iter().zip([LOWER_RIM, UPPER_RIM]) {
                self.ends |= if wall.closes_with(radius) { 0 } else { bit };
            }
        }
    }
}

/// The turn that brings z to the axis or normal of a form in its own frame.
fn own_turn(form: &Form) -> DQuat {
    match form {
        Form::Plane { normal } => DQuat::from_rotation_arc(DVec3::Z, *normal),
        Form::Revolved(_) | Form::Rod { .. } => DQuat::IDENTITY,
    }
}

/// A contact of a grain with a surface: the struct `WallContact`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuWallContact {
    /// Unit normal from the grain into the wall, in the world.
    pub normal: [f32; 3],
    /// Overlap.
    pub overlap: f32,
    /// Contact point from the grain's centre, in the axes of the world, halfway between grain and wall.
    pub arm: [f32; 3],
    /// Root mean square size of the patch.
    pub patch: f32,
    /// Where around the axis of a tube or cone it is, in the surface's frame, from 0 to a full turn.
    pub azimuth: f32,
    /// Bits [`super::contact::TOUCHING`] and [`super::contact::UNCONVERGED`].
    pub code: u32,
    /// Of what contacts beside it share: the part that is taken off this one, see [`crate::force::Shared`].
    pub shared_part: f32,
    /// How deep that is.
    pub shared_depth: f32,
}

/// A grain near a surface, with its contacts by slot: the struct `WallLink`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuWallLink {
    /// Grain.
    pub body: u32,
    /// Surface.
    pub surface: u32,
    /// Which link it was before the last rebuild, or [`NO_LINK`].
    pub from: u32,
    /// Bit k: slot k holds a contact.
    pub slots: u32,
    /// The slots.
    pub contacts: [GpuWallContact; MAX_CONTACTS],
}
