//! The convex polyhedron: vertices, faces, and the vertex graph that support searches climb.

mod graph;
pub mod hull;
mod merge;
mod normal;
mod quickhull;
mod solids;
pub mod spiral;
mod support;

use glam::{DMat3, DVec3};

use graph::Graph;
pub use graph::{Edge, Face};
pub(crate) use support::Lane;
use support::Lanes;
pub(crate) use support::{SCAN_LIMIT, SEED_CELLS};

use super::error::ShapeError;
use super::feature::Feature;
use crate::geometry::planar;

/// Words of 64 bits that mark which vertices a walk has met: enough for meshes of some hundred vertices.
const MET_WORDS: usize = 8;

/// A convex polyhedron with any number of vertices, in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    vertices: Vec<DVec3>,
    graph: Graph,
    lanes: Lanes,
    bounding_radius: f64,
    inner_radius: f64,
}

impl Polyhedron {
    /// The convex hull of `points` [m].
    pub fn from_vertices(points: &[DVec3]) -> Result<Self, ShapeError> {
        Ok(Self::from_hull(hull::convex_hull(points)?))
    }

    /// A polyhedron from a hull that is already known.
    pub fn from_hull(hull: hull::Hull) -> Self {
        let graph = Graph::new(&hull.vertices, &hull.faces);
        let lanes = Lanes::new(&hull.vertices, &graph);
        let bounding_radius = hull.vertices.iter().map(|v| v.length()).fold(0.0, f64::max);
        let inner_radius = graph.faces.iter().map(|face| face.offset).fold(f64::INFINITY, f64::min);
        Self { vertices: hull.vertices, graph, lanes, bounding_radius, inner_radius }
    }

    /// Corner points [m].
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// Flat faces, coplanar triangles merged.
    pub fn faces(&self) -> &[Face] {
        &self.graph.faces
    }

    /// Vertex indices around face `face`, anticlockwise seen from outside.
    pub fn face_vertices(&self, face: u32) -> &[u32] {
        self.graph.face_vertices(face)
    }

    /// Every edge once, with the two faces it joins.
    pub fn edges(&self) -> &[Edge] {
        &self.graph.edges
    }

    /// Vertices that share an edge with vertex `vertex`.
    pub fn neighbors(&self, vertex: u32) -> &[u32] {
        self.graph.neighbors(vertex)
    }

    /// Faces around vertex `vertex`.
    pub fn vertex_faces(&self, vertex: u32) -> &[u32] {
        self.graph.vertex_faces(vertex)
    }

    /// The face at a vertex whose normal is closest to the direction `dir`, and their product.
    #[inline]
    pub(crate) fn steepest_face(&self, vertex: u32, dir: DVec3) -> (u32, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for &face in self.vertex_faces(vertex) {
            let along = self.graph.faces[face as usize].normal.dot(dir);
            if along > best.1 {
                best = (face, along);
            }
        }
        best
    }

    /// Largest distance of a vertex from the frame's origin [m].
    pub fn bounding_radius(&self) -> f64 {
        self.bounding_radius
    }

    /// Radius of the largest ball about the frame's origin that is inside [m]; negative where the origin is outside.
    pub(crate) fn inner_radius(&self) -> f64 {
        self.inner_radius
    }

    /// Index of a furthest vertex along `dir`; `hint` is where a climb may start.
    #[inline(always)]
    pub fn support_index(&self, dir: DVec3, hint: Option<u32>) -> u32 {
        self.lanes.furthest(&self.vertices, &self.graph, dir, hint)
    }

    /// The vertices in lanes of four, turned and shifted, for repeated searches; none where climbing is faster.
    pub(crate) fn placed_lanes(&self, turn: &DMat3, shift: DVec3, placed: &mut Vec<Lane>) {
        self.lanes.place(turn, shift, placed);
    }

    /// The vertices from which climbs start, by cell of the cube of directions; none where scanning is faster.
    pub(crate) fn climbing_seeds(&self) -> &[u32] {
        self.lanes.seeds()
    }

    /// The furthest vertex along `dir`.
    pub fn support(&self, dir: DVec3) -> DVec3 {
        self.vertices[self.support_index(dir, None) as usize]
    }

    /// All vertices within `tolerance` [m] below the support plane along the unit direction `dir`, with their depth
    /// below it, the support vertex `top` first. The set is connected in the vertex graph, so a walk from the top finds it.
    pub fn vertices_near_support(&self, dir: DVec3, top: u32, tolerance: f64, found: &mut Vec<(u32, f64)>) {
        found.clear();
        let height = self.vertices[top as usize].dot(dir);
        found.push((top, 0.0));
        if self.lanes.are_few() {
            self.lanes.visit_above(self.vertices.len() as u32, dir, height - tolerance, |vertex, other| {
                if vertex != top {
                    found.push((vertex, height - other));
                }
            });
            return;
        }
        // Bits of the vertices that were met; beyond their number, the list itself is searched.
        let mut met = [0_u64; MET_WORDS];
        let meet = |met: &mut [u64; MET_WORDS], vertex: u32| match met.get_mut(vertex as usize / 64) {
            Some(word) => {
                let bit = 1 << (vertex % 64);
                let new = *word & bit == 0;
                *word |= bit;
                new
            }
            None => true,
        };
        meet(&mut met, top);
        let mut next = 0;
        while next < found.len() {
            for &vertex in self.neighbors(found[next].0) {
                if !meet(&mut met, vertex) {
                    continue;
                }
                let depth = height - self.vertices[vertex as usize].dot(dir);
                let listed = vertex as usize >= 64 * MET_WORDS && found.iter().any(|(known, _)| *known == vertex);
                if depth <= tolerance && !listed {
                    found.push((vertex, depth));
                }
            }
            next += 1;
        }
    }

    /// The vertex, edge or face within `tolerance` [m] of the support plane along the unit direction `dir`.
    pub fn support_feature(&self, dir: DVec3, tolerance: f64) -> Feature {
        let mut found = Vec::new();
        self.vertices_near_support(dir, self.support_index(dir, None), tolerance, &mut found);
        let points: Vec<DVec3> = found.iter().map(|(vertex, _)| self.vertices[*vertex as usize]).collect();
        planar::spanned_feature(&points, dir)
    }

    /// The same shape, `factor` times as large.
    pub fn scaled(&self, factor: f64) -> Result<Self, ShapeError> {
        super::error::positive("factor", factor)?;
        let vertices: Vec<DVec3> = self.vertices.iter().map(|v| *v * factor).collect();
        let faces = (0..self.faces().len() as u32).map(|face| self.face_vertices(face).to_vec()).collect();
        Ok(Self::from_hull(hull::Hull { vertices, faces }))
    }
}
