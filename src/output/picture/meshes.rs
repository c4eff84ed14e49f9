//! The surfaces of shapes as triangles with normals, as fine as their size on the sheet asks for.

use std::collections::HashMap;
use std::f32::consts::PI;

use glam::Vec3;

use crate::geometry::{Shape, SurfaceMesh};
use crate::scene::Scene;

/// Largest distance of a curved surface from its triangles [samples].
const ERROR: f32 = 0.1;
/// Most segments around a curved shape: fine even where one grain fills the picture.
const MOST_SEGMENTS: usize = 256;
/// Triangles of a curved shape whose normals differ by more than this meet in a true edge, as on the rim of a can
/// [cosine of 60 degrees]. The coarsest meshes have 45 degrees between two triangles of a smooth part.
const CREASE: f32 = 0.5;

/// A surface to draw.
#[derive(Clone, Debug)]
pub(super) struct GrainMesh {
    /// Points in the frame of the shape [m].
    pub points: Vec<Vec3>,
    /// Corners of triangles, anticlockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Unit normals at the corners of each triangle.
    pub normals: Vec<[Vec3; 3]>,
}

/// The surfaces that a picture needs, made once each.
#[derive(Debug, Default)]
pub(super) struct Meshes {
    index: HashMap<(usize, usize), usize>,
    list: Vec<GrainMesh>,
}

impl Meshes {
    /// The number of the surface of a shape of the scene for a radius on the sheet [samples]; none for a shape without
    /// end.
    pub fn of(&mut self, scene: &Scene, shape: usize, radius: f32) -> Option<usize> {
        let body = &scene.shapes[shape].shape;
        let segments = if matches!(body, Shape::Polyhedron(_)) { 0 } else { segments(radius) };
        if let Some(found) = self.index.get(&(shape, segments)) {
            return Some(*found);
        }
        let mesh = GrainMesh::new(&body.surface_mesh(segments)?, !matches!(body, Shape::Polyhedron(_)));
        self.list.push(mesh);
        self.index.insert((shape, segments), self.list.len() - 1);
        Some(self.list.len() - 1)
    }

    /// The surface with a number that was given.
    pub fn get(&self, index: usize) -> &GrainMesh {
        &self.list[index]
    }
}

/// How many segments a circle of a radius [samples] needs: its arcs bulge by r (1 - cos(pi / n)).
fn segments(radius: f32) -> usize {
    let needed = PI * (radius / (2.0 * ERROR)).max(0.0).sqrt();
    (needed.ceil() as usize).clamp(8, MOST_SEGMENTS).next_multiple_of(8)
}

impl GrainMesh {
    /// With smooth normals except at creases, or with those of the triangles alone.
    fn new(mesh: &SurfaceMesh, smooth: bool) -> Self {
        let corner = |k: u32| mesh.vertices[k as usize];
        let flat = |t: &[u32; 3]| (corner(t[1]) - corner(t[0])).cross(corner(t[2]) - corner(t[0])).normalize_or_zero();
        let faces: Vec<Vec3> = mesh.triangles.iter().map(|triangle| flat(triangle).as_vec3()).collect();
        let normals = if smooth { smoothed(mesh, &faces) } else { faces.iter().map(|n| [*n; 3]).collect() };
        Self {
            points: mesh.vertices.iter().map(|vertex| vertex.as_vec3()).collect(),
            triangles: mesh.triangles.clone(),
            normals,
        }
    }
}

/// At each corner the mean of the normals around it, weighted by angles, of those that are on its side of any crease.
fn smoothed(mesh: &SurfaceMesh, faces: &[Vec3]) -> Vec<[Vec3; 3]> {
    let mut around: Vec<Vec<(usize, f32)>> = vec![Vec::new(); mesh.vertices.len()];
    for (face, triangle) in mesh.triangles.iter().enumerate() {
        for k in 0..3 {
            let [here, next, last] = [0, 1, 2].map(|turn| mesh.vertices[triangle[(k + turn) % 3] as usize]);
            let angle = (next - here).angle_between(last - here);
            around[triangle[k] as usize].push((face, angle as f32));
        }
    }
    let normal = |own: Vec3, vertex: u32| {
        let same_side = around[vertex as usize].iter().filter(|(face, _)| faces[*face].dot(own) > CREASE);
        same_side.map(|(face, angle)| faces[*face] * *angle).sum::<Vec3>().normalize_or(own)
    };
    mesh.triangles.iter().zip(faces).map(|(triangle, own)| triangle.map(|vertex| normal(*own, vertex))).collect()
}
