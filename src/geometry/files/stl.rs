//! STL, text and binary. Read here and not by a library: those at hand round the numbers of text files to f32, which
//! tears flat faces apart, and do not tell the line of an error.

use glam::DVec3;

use super::coordinate;
use crate::common::files::quote;
use crate::geometry::SurfaceMesh;

/// Length of the free text at the start of a binary file [bytes].
const HEADER: usize = 80;
/// Length of a triangle: normal, three corners, two bytes of attributes [bytes].
const RECORD: usize = 50;

/// The triangles of an STL file.
pub(super) fn read(bytes: &[u8]) -> Result<SurfaceMesh, String> {
    let start = bytes.trim_ascii_start().get(..5);
    let is_text = start.is_some_and(|word| word.eq_ignore_ascii_case(b"solid")) && !fits_binary(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) if is_text => read_text(text),
        _ => read_binary(bytes),
    }
}

/// Number of triangles that a binary file promises.
fn promised_triangles(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(HEADER..HEADER + 4)?;
    Some(u32::from_le_bytes([count[0], count[1], count[2], count[3]]) as usize)
}

/// Whether the length is the one of a binary file. Some of those also start with "solid".
fn fits_binary(bytes: &[u8]) -> bool {
    promised_triangles(bytes).is_some_and(|count| bytes.len() == HEADER + 4 + RECORD * count)
}

fn read_binary(bytes: &[u8]) -> Result<SurfaceMesh, String> {
    let Some(count) = promised_triangles(bytes) else {
        return Err(format!("truncated: {} bytes are less than the header of a binary STL file", bytes.len()));
    };
    let needed = HEADER + 4 + RECORD * count;
    if bytes.len() < needed {
        return Err(format!("truncated: {count} triangles need {needed} bytes, the file has {}", bytes.len()));
    }
    let mut mesh = SurfaceMesh::default();
    for (k, record) in bytes[HEADER + 4..needed].chunks_exact(RECORD).enumerate() {
        let number =
            |at: usize| f64::from(f32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]]));
        for corner in 1..4 {
            let point = DVec3::from_array([0, 4, 8].map(|axis| number(12 * corner + axis)));
            if !point.is_finite() {
                return Err(format!("triangle {}: corner {point} is not finite", k + 1));
            }
            mesh.vertices.push(point);
        }
        push_last_triangle(&mut mesh);
    }
    Ok(mesh)
}

fn read_text(text: &str) -> Result<SurfaceMesh, String> {
    let mut mesh = SurfaceMesh::default();
    let mut ended = false;
    for (line, number) in text.lines().zip(1..) {
        let mut words = line.split_whitespace();
        let Some(keyword) = words.next() else { continue };
        ended = false;
        match keyword.to_ascii_lowercase().as_str() {
            "vertex" => mesh.vertices.push(corner(words).map_err(|reason| format!("line {number}: {reason}"))?),
            "endloop" if mesh.vertices.len() != 3 * mesh.triangles.len() + 3 => {
                let found = mesh.vertices.len() - 3 * mesh.triangles.len();
                return Err(format!("line {number}: a facet with {found} vertices, not 3"));
            }
            "endloop" => push_last_triangle(&mut mesh),
            "endsolid" => ended = true,
            "solid" | "facet" | "outer" | "endfacet" => {}
            other => return Err(format!("line {number}: '{}' is no word of the STL format", quote(other))),
        }
    }
    if ended { Ok(mesh) } else { Err("truncated: the file ends without 'endsolid'".into()) }
}

/// The three coordinates after "vertex".
fn corner<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<DVec3, String> {
    let mut next = || coordinate(words.next().ok_or("a vertex with fewer than 3 coordinates")?);
    Ok(DVec3::new(next()?, next()?, next()?))
}

/// Makes a triangle of the last three vertices.
fn push_last_triangle(mesh: &mut SurfaceMesh) {
    let end = mesh.vertices.len() as u32;
    mesh.triangles.push([end - 3, end - 2, end - 1]);
}
