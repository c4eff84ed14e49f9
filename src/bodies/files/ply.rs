//! PLY, text and binary, read by the `ply-rs-bw` library.

use glam::DVec3;
use ply_rs_bw::parser::Parser;
use ply_rs_bw::ply::{DefaultElement, Property};

use super::push_polygon;
use crate::bodies::SurfaceMesh;

/// The faces of a PLY file, cut into triangles.
pub(super) fn read(mut bytes: &[u8]) -> Result<SurfaceMesh, String> {
    let parser = Parser::<DefaultElement>::new();
    // The library's messages run over several lines: a reason is one.
    let one_line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let file = parser.read_ply(&mut bytes).map_err(|error| one_line(error.to_string()))?;
    let elements = |name: &str| file.payload.get(name).map_or(&[][..], Vec::as_slice);
    let mut mesh = SurfaceMesh::default();
    for (k, vertex) in elements("vertex").iter().enumerate() {
        mesh.vertices.push(position(vertex).map_err(|reason| format!("vertex {k}: {reason}"))?);
    }
    for (k, face) in elements("face").iter().enumerate() {
        let corners = corners(face, mesh.vertices.len()).map_err(|reason| format!("face {k}: {reason}"))?;
        push_polygon(&mut mesh, &corners);
    }
    Ok(mesh)
}

/// The coordinates of a vertex.
fn position(vertex: &DefaultElement) -> Result<DVec3, String> {
    let mut point = DVec3::ZERO;
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        let value = vertex.get(name).and_then(number).ok_or_else(|| format!("it has no number {name}"))?;
        if !value.is_finite() {
            return Err(format!("{name} is {value}: not finite"));
        }
        point[axis] = value;
    }
    Ok(point)
}

/// A number of any of the format's types.
fn number(property: &Property) -> Option<f64> {
    match property {
        Property::Double(value) => Some(*value),
        Property::Int(value) => Some(f64::from(*value)),
        Property::UInt(value) => Some(f64::from(*value)),
        // All others fit an f32.
        other => other.to_f32_lossy().map(f64::from),
    }
}

/// The vertex indices of a face.
fn corners(face: &DefaultElement, count: usize) -> Result<Vec<u32>, String> {
    let list = face.get("vertex_indices").or_else(|| face.get("vertex_index"));
    let corners = list.and_then(Property::to_u32_list).ok_or("it has no list vertex_indices")?;
    match corners.iter().find(|&&index| index as usize >= count) {
        Some(index) => Err(format!("it names vertex {index} of {count}")),
        None if corners.len() < 3 => Err(format!("it has {} vertices", corners.len())),
        None => Ok(corners),
    }
}
