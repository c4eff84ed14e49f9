//! The walls as surfaces.

use super::poly_data::{Array, Cells, PolyData};
use crate::output::frames::Frame;
use crate::output::{WallMesh, sight, wall_mesh};
use crate::scene::Scene;

/// Points around a round wall.
const SEGMENTS: usize = 64;

/// The walls of a frame where they are at its time. Of a wall without end, the part near the grains is drawn.
pub fn walls(frame: &Frame, scene: &Scene) -> PolyData {
    let sight = sight(scene, &frame.grains, frame.time);
    let mut all = PolyData::default();
    let (mut polygons, mut owners) = (Cells::default(), Vec::new());
    for (index, wall) in scene.walls.iter().enumerate() {
        let WallMesh { vertices, faces } = wall_mesh(wall, frame.time, &sight, SEGMENTS);
        let first = all.points.len() as u32;
        all.points.extend(vertices.iter().map(|vertex| vertex.as_vec3().to_array()));
        for face in faces {
            polygons.points.extend(face.iter().map(|corner| (corner + first) as i32));
            polygons.ends.push(polygons.points.len() as i32);
            owners.push(index);
        }
    }
    all.polygons = polygons;
    all.cell_data = vec![Array::whole("wall", owners)];
    all.tables = vec![("wall_names", scene.walls.iter().map(|wall| wall.name.clone()).collect())];
    all
}
