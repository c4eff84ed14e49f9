//! Wavefront OBJ: its vertices and faces. Read here and not by a library: the one at hand does not tell the line of an
//! error, and what a grain needs is two of the format's many words.

use glam::DVec3;

use super::{coordinate, push_polygon};
use crate::common::files::quote;
use crate::geometry::SurfaceMesh;

/// The faces of an OBJ file, cut into triangles.
pub(super) fn read(bytes: &[u8]) -> Result<SurfaceMesh, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| format!("not a text file: {error}"))?;
    let mut mesh = SurfaceMesh::default();
    for (line, number) in text.lines().zip(1..) {
        read_line(line, &mut mesh).map_err(|reason| format!("line {number}: {reason}"))?;
    }
    Ok(mesh)
}

/// Adds what a line says; normals, textures, groups and materials are passed over.
fn read_line(line: &str, mesh: &mut SurfaceMesh) -> Result<(), String> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("v") => {
            let mut next = || coordinate(words.next().ok_or("a vertex with fewer than 3 coordinates")?);
            mesh.vertices.push(DVec3::new(next()?, next()?, next()?));
        }
        Some("f") => {
            let corners = words.map(|word| vertex_index(word, mesh.vertices.len())).collect::<Result<Vec<_>, _>>()?;
            if corners.len() < 3 {
                return Err(format!("a face with {} vertices", corners.len()));
            }
            push_polygon(mesh, &corners);
        }
        _ => {}
    }
    Ok(())
}

/// The vertex of a face's corner such as `7`, `7/1/2` or `-1` (the last one so far).
fn vertex_index(word: &str, count: usize) -> Result<u32, String> {
    let text = word.split('/').next().unwrap_or_default();
    let number: i64 = text.parse().map_err(|_| format!("'{}' is not a vertex of a face", quote(word)))?;
    let index = if number < 0 { count as i64 + number } else { number - 1 };
    if number == 0 || !(0..count as i64).contains(&index) {
        return Err(format!("a face names vertex {number}, with {count} vertices before it"));
    }
    Ok(index as u32)
}
