//! Grains from mesh files.

mod obj;
mod ply;
mod stl;
#[cfg(test)]
mod tests;

use std::path::Path;

use super::{Polyhedron, Shape, ShapeError, SurfaceMesh};
use crate::common::files::{self, quote};

/// Largest mesh that is read [B]: some five million triangles.
const LARGEST_FILE: u64 = 256 << 20;

/// A mesh whose volume differs from its convex hull's by more than this part of it is not convex.
const CONVEX: f64 = 1e-3;

/// Turns the bytes of a file into its triangles, or says what is wrong with them and where.
type Reader = fn(&[u8]) -> Result<SurfaceMesh, String>;

impl Polyhedron {
    /// The convex grain in an STL, OBJ or PLY file (text or binary), lengths in metres: the hull of its vertices. A
    /// mesh that is not closed and convex is refused, for the hull would be another grain than the one in the file.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, ShapeError> {
        let path = path.as_ref();
        let refused = |reason: String| ShapeError::File { path: path.to_path_buf(), reason };
        reader(path).map_err(refused)?;
        let bytes = files::read(path, LARGEST_FILE).map_err(|error| refused(error.to_string()))?;
        Self::from_bytes(path, &bytes)
    }

    /// The same from the bytes of a file, whose name tells what kind of mesh they are.
    pub fn from_bytes(path: impl AsRef<Path>, bytes: &[u8]) -> Result<Self, ShapeError> {
        let path = path.as_ref();
        let grain = reader(path).and_then(|read| read_grain(read, bytes));
        grain.map_err(|reason| ShapeError::File { path: path.to_path_buf(), reason })
    }
}

/// Who reads files of this name.
fn reader(path: &Path) -> Result<Reader, String> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match extension.as_str() {
        "stl" => Ok(stl::read),
        "obj" => Ok(obj::read),
        "ply" => Ok(ply::read),
        _ => Err(format!("unknown extension '{}': give a .stl, .obj or .ply file", quote(&extension))),
    }
}

/// Builds the grain; the error is the reason alone.
fn read_grain(read: Reader, bytes: &[u8]) -> Result<Polyhedron, String> {
    if bytes.is_empty() {
        return Err("the file is empty".into());
    }
    convex_grain(&read(bytes)?)
}

/// The hull of a mesh that fills it.
fn convex_grain(mesh: &SurfaceMesh) -> Result<Polyhedron, String> {
    if mesh.triangles.is_empty() {
        return Err("no volume: the file holds no faces".into());
    }
    let grain = Polyhedron::from_vertices(&mesh.vertices).map_err(|error| error.to_string())?;
    let own = mesh.volume().abs();
    let shape = Shape::Polyhedron(grain.clone());
    let hull = shape.mass_properties().map_or(0.0, |mass| mass.volume);
    if (own - hull).abs() > CONVEX * hull {
        return Err(format!(
            "the mesh encloses {own:e} m3, its convex hull {hull:e} m3: it is not convex, has holes, or its triangles \
             are not all oriented the same way"
        ));
    }
    Ok(grain)
}

/// A coordinate, from its text.
fn coordinate(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| format!("'{}' is not a number", quote(text)))?;
    if value.is_finite() { Ok(value) } else { Err(format!("coordinate '{}' is not finite", quote(text))) }
}

/// Adds the fan of a polygon to a mesh.
fn push_polygon(mesh: &mut SurfaceMesh, corners: &[u32]) {
    if let [first, rest @ ..] = corners {
        mesh.triangles.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
    }
}
