//! The packing as one mesh, for programs that mesh pores or print solids.

use std::fmt::Write as _;

use glam::DVec3;

use super::Frame;
use crate::geometry::SurfaceMesh;
use crate::scene::Scene;

/// The surface of every grain in the world, one after the other.
fn placed<'a>(frame: &'a Frame, scene: &Scene, segments: usize) -> impl Iterator<Item = (u64, SurfaceMesh)> + 'a {
    let meshes: Vec<SurfaceMesh> =
        scene.shapes.iter().map(|named| named.shape.surface_mesh(segments).unwrap_or_default()).collect();
    let all = &frame.grains;
    (0..all.len()).map(move |grain| {
        let mut mesh = meshes[all.shapes[grain]].clone();
        let place = |vertex: &DVec3| all.positions[grain] + all.orientations[grain] * (*vertex * all.scales[grain]);
        mesh.vertices.iter_mut().for_each(|vertex| *vertex = place(vertex));
        (all.ids[grain], mesh)
    })
}

/// All grains as a binary STL file, in metres.
pub fn frame_stl(frame: &Frame, scene: &Scene, segments: usize) -> Vec<u8> {
    let mut triangles: Vec<u8> = Vec::new();
    let mut count = 0u32;
    for (_, mesh) in placed(frame, scene, segments) {
        for corners in &mesh.triangles {
            let [a, b, c] = corners.map(|corner| mesh.vertices[corner as usize]);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let numbers = [normal, a, b, c].into_iter().flat_map(|point| point.as_vec3().to_array());
            triangles.extend(numbers.flat_map(f32::to_le_bytes));
            triangles.extend([0; 2]);
            count += 1;
        }
    }
    // The first 80 bytes are free, but must not begin like a text file in STL.
    let title = format!("packstone {} step {} in metres", frame.provenance.packstone, frame.step);
    let mut file: Vec<u8> = title.into_bytes();
    file.resize(80, b' ');
    file.extend(count.to_le_bytes());
    file.extend(triangles);
    file
}

/// All grains as an OBJ file, in metres, an object for each grain.
pub fn frame_obj(frame: &Frame, scene: &Scene, segments: usize) -> String {
    let mut text = String::new();
    // Writing to a text in memory cannot fail.
    frame.provenance.entries().iter().for_each(|(key, value)| {
        let _ = writeln!(text, "# {key} = {value}");
    });
    let mut first = 1;
    for (id, mesh) in placed(frame, scene, segments) {
        let _ = writeln!(text, "o grain{id}");
        for vertex in &mesh.vertices {
            let _ = writeln!(text, "v {:?} {:?} {:?}", vertex.x as f32, vertex.y as f32, vertex.z as f32);
        }
        for corners in &mesh.triangles {
            let [a, b, c] = corners.map(|corner| corner + first);
            let _ = writeln!(text, "f {a} {b} {c}");
        }
        first += mesh.vertices.len() as u32;
    }
    text
}
