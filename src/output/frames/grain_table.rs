//! The table of grains of a frame, which `[[particles]]` reads too.

use std::path::Path;

use glam::{DQuat, DVec3};

use super::table::{Row, Table, begin};
use super::{Frame, FrameError, Provenance};
use crate::engine::Snapshot;
use crate::scene::Scene;

/// Columns of the table of grains.
pub const GRAIN_COLUMNS: &[&str] = &[
    "id",
    "shape",
    "scale",
    "x [m]",
    "y [m]",
    "z [m]",
    "qw",
    "qx",
    "qy",
    "qz",
    "vx [m/s]",
    "vy [m/s]",
    "vz [m/s]",
    "wx [rad/s]",
    "wy [rad/s]",
    "wz [rad/s]",
    "fx [N]",
    "fy [N]",
    "fz [N]",
    "fixed",
    "coordination",
    "mass [kg]",
    "volume [m3]",
];

/// Columns that frames of version 0.1.0 do not have: mass and volume.
const NEWER: usize = 2;

/// The grains of a frame as a table. A scene gives the velocity of the same point as the position, the engine that of the
/// centre of mass: the table has the former.
pub fn grain_table(frame: &Frame, scene: &Scene) -> String {
    let all = &frame.grains;
    let what = "grains, at their origins; forces are sums over contacts";
    let mut table = begin(frame, what, GRAIN_COLUMNS);
    let volumes = shape_volumes(scene);
    for grain in 0..all.len() {
        let rotation = all.orientations[grain];
        table.cell(all.ids[grain]).cell(&scene.shapes[all.shapes[grain]].name).numbers(&[all.scales[grain]]);
        table.numbers(&all.positions[grain].to_array());
        table.numbers(&[rotation.w, rotation.x, rotation.y, rotation.z]);
        for vector in [all.velocities_of_origins[grain], all.angular_velocities[grain], all.forces[grain]] {
            table.numbers(&vector.to_array());
        }
        table.cell(u8::from(all.fixed[grain])).cell(all.coordination[grain]);
        table.numbers(&mass_and_volume(frame, scene, &volumes, grain)).end();
    }
    table.into_text()
}

/// Volumes of the scene's shapes at their own sizes [m3].
pub(super) fn shape_volumes(scene: &Scene) -> Vec<f64> {
    let volume = |shape: &crate::geometry::Shape| shape.mass_properties().map_or(0.0, |mass| mass.volume);
    scene.shapes.iter().map(|named| volume(&named.shape)).collect()
}

/// Mass [kg] and volume [m3] of a grain.
pub(super) fn mass_and_volume(frame: &Frame, scene: &Scene, volumes: &[f64], grain: usize) -> [f64; 2] {
    let shape = frame.grains.shapes[grain];
    let volume = volumes[shape] * frame.grains.scales[grain].powi(3);
    [volume * scene.materials[scene.shapes[shape].material].density, volume]
}

/// Reads a table of grains of a run of `scene`; the contacts are left empty.
pub(super) fn read_grains(path: &Path, scene: &Scene) -> Result<Frame, FrameError> {
    let table = Table::open(path)?;
    let centers: Vec<DVec3> = scene.shapes.iter().map(|named| center_of(&named.shape)).collect();
    let mut grains = Snapshot::default();
    for row in table.rows(GRAIN_COLUMNS, NEWER)? {
        add_grain(&row?, scene, &centers, &mut grains)?;
    }
    let provenance = Provenance::read(&table)?;
    Ok(Frame { step: table.entry("step")?, time: table.entry("time")?, provenance, grains, contacts: Vec::new() })
}

/// Centre of mass of a shape in its own frame [m].
fn center_of(shape: &crate::geometry::Shape) -> DVec3 {
    shape.mass_properties().map_or(DVec3::ZERO, |mass| mass.center)
}

fn add_grain(row: &Row, scene: &Scene, centers: &[DVec3], grains: &mut Snapshot) -> Result<(), FrameError> {
    let id = row.value(0)?;
    if grains.ids.last().is_some_and(|last| *last >= id) {
        return Err(row.refuse(0, "is not above the id before it; the rows were moved"));
    }
    let shape = scene.shapes.iter().position(|named| named.name == row.cell(1));
    let shape = shape.ok_or_else(|| row.refuse(1, "is no shape of the run's scene"))?;
    let scale = row.number(2)?;
    if scale <= 0.0 {
        return Err(row.refuse(2, "is not above zero"));
    }
    let (position, vector_part) = (row.vector(3)?, row.vector(7)?);
    let turn = DQuat::from_xyzw(vector_part.x, vector_part.y, vector_part.z, row.number(6)?);
    if (turn.length() - 1.0).abs() > 1e-9 {
        return Err(row.refuse(6, "and qx, qy, qz are no unit quaternion"));
    }
    let (velocity, spin) = (row.vector(10)?, row.vector(13)?);
    let center = position + turn * (centers[shape] * scale);
    grains.ids.push(id);
    grains.shapes.push(shape);
    grains.scales.push(scale);
    grains.positions.push(position);
    grains.centers.push(center);
    grains.orientations.push(turn);
    grains.velocities.push(velocity - spin.cross(position - center));
    grains.velocities_of_origins.push(velocity);
    grains.angular_velocities.push(spin);
    grains.forces.push(row.vector(16)?);
    grains.fixed.push(row.value::<u8>(19)? != 0);
    grains.coordination.push(row.value(20)?);
    Ok(())
}
