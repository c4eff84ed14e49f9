//! Surfaces of walls and the grains near them as kernels see them; see `shaders/shared/walls.wgsl`.

use glam::{DMat3, DQuat, DVec3};

use super::fixed::{POSITION_BITS, TURN_BITS};
use super::schema::constants::{HAS_ENDS, LOWER_RIM, PLANE, REVOLVED, ROD, UPPER_RIM};
use super::schema::records::Fixed3;
use super::schema::records::GpuSurface;
use super::units::Units;
use crate::walls::{Form, Revolved, Surface, SurfacePose};

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
