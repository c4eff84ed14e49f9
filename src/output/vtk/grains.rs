//! The true surfaces of all grains.

use rayon::prelude::*;

use super::poly_data::{Array, Cells, PolyData};
use crate::geometry::SurfaceMesh;
use crate::output::frames::Frame;
use crate::scene::Scene;

/// Points around a curved grain, where nothing else is said: the more grains, the fewer, so that files stay of a size
/// that ParaView turns with ease.
pub fn default_segments(grains: usize) -> usize {
    match grains {
        0..2_000 => 24,
        2_000..20_000 => 16,
        _ => 8,
    }
}

/// The surfaces of the grains of a frame, curved ones with about `segments` points around.
pub fn grains(frame: &Frame, scene: &Scene, segments: usize) -> PolyData {
    let meshes: Vec<SurfaceMesh> =
        scene.shapes.iter().map(|named| named.shape.surface_mesh(segments).unwrap_or_default()).collect();
    let all = &frame.grains;
    let mesh_of = |grain: usize| &meshes[all.shapes[grain]];
    let points = (0..all.len()).into_par_iter().flat_map_iter(|grain| {
        let (place, turn, scale) = (all.positions[grain], all.orientations[grain], all.scales[grain]);
        mesh_of(grain).vertices.iter().map(move |vertex| (place + turn * (*vertex * scale)).as_vec3().to_array())
    });
    let mut first = 0;
    let mut triangles = Vec::new();
    for grain in 0..all.len() {
        triangles.extend(mesh_of(grain).triangles.iter().map(|corners| corners.map(|corner| corner + first)));
        first += mesh_of(grain).vertices.len() as u32;
    }
    // Every point of a grain has the values of its grain.
    let owners: Vec<u32> =
        (0..all.len()).flat_map(|grain| std::iter::repeat_n(grain as u32, mesh_of(grain).vertices.len())).collect();
    let (families, family_of) = families(scene);
    let names = scene.shapes.iter().map(|named| named.name.clone()).collect();
    PolyData {
        points: points.collect(),
        polygons: Cells::of(triangles),
        point_data: fields(frame, &owners, &family_of),
        tables: vec![("species_names", names), ("shape_names", families)],
        ..PolyData::default()
    }
}

/// Names of the families of shapes, and the place of that of each species among them.
fn families(scene: &Scene) -> (Vec<String>, Vec<usize>) {
    let mut names: Vec<String> = Vec::new();
    let places = scene.shapes.iter().map(|named| {
        let family = named.shape.family();
        names.iter().position(|name| name == family).unwrap_or_else(|| {
            names.push(family.into());
            names.len() - 1
        })
    });
    let places = places.collect();
    (names, places)
}

fn fields(frame: &Frame, owners: &[u32], family_of: &[usize]) -> Vec<Array> {
    let all = &frame.grains;
    let each = || owners.iter().map(|owner| *owner as usize);
    vec![
        Array::ids("id", each().map(|grain| Some(all.ids[grain]))),
        Array::whole("species", each().map(|grain| all.shapes[grain])),
        Array::whole("shape", each().map(|grain| family_of[all.shapes[grain]])),
        Array::numbers("scale", each().map(|grain| all.scales[grain])),
        Array::vectors("velocity", each().map(|grain| all.velocities[grain])),
        Array::numbers("speed", each().map(|grain| all.velocities[grain].length())),
        Array::vectors("angular_velocity", each().map(|grain| all.angular_velocities[grain])),
        Array::vectors("force", each().map(|grain| all.forces[grain])),
        Array::whole("coordination", each().map(|grain| all.coordination[grain] as usize)),
        Array::turns("orientation", each().map(|grain| all.orientations[grain])),
    ]
}
