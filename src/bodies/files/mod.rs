//! Grains from mesh files.

mod obj;
mod ply;
mod stl;
#[cfg(test)]
mod tests;

use std::path::Path;

use super::{Polyhedron, Shape, ShapeError, SurfaceMesh};

/// A mesh whose volume differs from its convex hull's by more than this part of it is not convex.
const CONVEX: f64 = 1e-3;

/// Turns the bytes of a file into its triangles, or says what is wrong with them and where.
type Reader = fn(&[u8]) -> Result<SurfaceMesh, String>;

impl Polyhedron {
    /// The convex grain in an STL, OBJ or PLY file (text or binary), lengths in metres: the hull of its vertices. A
    /// mesh that is not closed and convex is refused, for the hull would be another grain than the one in the file.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, ShapeError> {
        let path = path.as_ref();
        read_grain(path).map_err(|reason| ShapeError::File { path: path.to_path_buf(), reason })
    }
}

/// Reads the file and builds the grain; the error is the reason alone.
fn read_grain(path: &Path) -> Result<Polyhedron, String> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let read: Reader = match extension.as_str() {
        "stl" => stl::read,
        "obj" => obj::read,
        "ply" => ply::read,
        _ => return Err(format!("unknown extension '{extension}': give a .stl, .obj or .ply file")),
    };
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    if bytes.is_empty() {
        return Err("the file is empty".into());
    }
    convex_grain(&read(&bytes)?)
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
    let value: f64 = text.parse().map_err(|_| format!("'{text}' is not a number"))?;
    if value.is_finite() { Ok(value) } else { Err(format!("coordinate '{text}' is not finite")) }
}

/// Adds the fan of a polygon to a mesh.
fn push_polygon(mesh: &mut SurfaceMesh, corners: &[u32]) {
    if let [first, rest @ ..] = corners {
        mesh.triangles.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
    }
}
