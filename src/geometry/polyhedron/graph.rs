//! Faces, edges and the vertex graph of a convex polyhedron, as flat arrays.

use std::collections::HashMap;

use glam::DVec3;

use super::normal::area_vector;

/// A flat face: the plane `normal . x = offset`, solid below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Outward unit normal.
    pub normal: DVec3,
    /// Distance of the plane from the frame's origin [m].
    pub offset: f64,
}

/// An edge between two vertices, with the faces left and right of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Vertex indices, as they follow each other around `faces[0]`.
    pub vertices: [u32; 2],
    /// Face indices.
    pub faces: [u32; 2],
}

/// Lists of differing length in one array: list `i` is `items[start[i]..start[i + 1]]`.
#[derive(Clone, Debug, PartialEq, Default)]
struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn new(lists: &[Vec<u32>]) -> Self {
        let mut start = vec![0];
        let mut items = Vec::new();
        for list in lists {
            items.extend_from_slice(list);
            start.push(items.len() as u32);
        }
        Self { start, items }
    }

    #[inline]
    fn get(&self, index: u32) -> &[u32] {
        let index = index as usize;
        &self.items[self.start[index] as usize..self.start[index + 1] as usize]
    }
}

/// How vertices, edges and faces hang together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Graph {
    pub faces: Vec<Face>,
    pub edges: Vec<Edge>,
    loops: Lists,
    neighbors: Lists,
    vertex_faces: Lists,
}

impl Graph {
    pub fn new(vertices: &[DVec3], loops: &[Vec<u32>]) -> Self {
        let mut neighbors = vec![Vec::new(); vertices.len()];
        let mut vertex_faces = vec![Vec::new(); vertices.len()];
        let mut half_edges = HashMap::new();
        let mut edges = Vec::new();
        for (face, corners) in loops.iter().enumerate() {
            for (k, &from) in corners.iter().enumerate() {
                let to = corners[(k + 1) % corners.len()];
                vertex_faces[from as usize].push(face as u32);
                neighbors[from as usize].push(to);
                match half_edges.remove(&(to, from)) {
                    Some(twin) => edges.push(Edge { vertices: [to, from], faces: [twin, face as u32] }),
                    None => {
                        half_edges.insert((from, to), face as u32);
                    }
                }
            }
        }
        Self {
            faces: loops.iter().map(|corners| face_plane(vertices, corners)).collect(),
            edges,
            loops: Lists::new(loops),
            neighbors: Lists::new(&neighbors),
            vertex_faces: Lists::new(&vertex_faces),
        }
    }

    pub fn face_vertices(&self, face: u32) -> &[u32] {
        self.loops.get(face)
    }

    #[inline]
    pub fn neighbors(&self, vertex: u32) -> &[u32] {
        self.neighbors.get(vertex)
    }

    pub fn vertex_faces(&self, vertex: u32) -> &[u32] {
        self.vertex_faces.get(vertex)
    }
}

/// Plane of a loop of vertices, by the sum of its fan's cross products about the first corner.
fn face_plane(vertices: &[DVec3], corners: &[u32]) -> Face {
    let at = |k: usize| vertices[corners[k] as usize];
    let origin = at(0);
    let area: DVec3 = (1..corners.len() - 1).map(|k| area_vector(origin, at(k), at(k + 1))).sum();
    let normal = area.normalize();
    // The highest corner: no vertex of the face stands above its plane by more than the rounding of one product.
    let offset = corners.iter().map(|&v| vertices[v as usize].dot(normal)).fold(f64::MIN, f64::max);
    Face { normal, offset }
}
