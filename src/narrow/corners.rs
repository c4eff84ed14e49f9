//! The corners of a polyhedron that take part in a contact, in the plane across the normal.

use glam::{DVec2, DVec3};

use super::answer::Kind;
use crate::geometry::Polyhedron;
use crate::geometry::planar::{Corners, DeepCorner, Figure, View, from_left_to_right, hull_of_ordered, side_by_side};

/// Corners of one side in the plane, with their depths.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlacedCorners {
    pub corners: Vec<DeepCorner>,
    /// They are those of one face or edge, in their order around it.
    pub around: bool,
}

impl PlacedCorners {
    pub fn clear(&mut self) {
        self.corners.clear();
        self.around = false;
    }

    /// Places the vertices `near` the support plane along `dir`, seen by a view in the body's own frame. Those of one face keep
    /// their order around it, others go from left to right.
    pub fn place(&mut self, shape: &Polyhedron, near: &[(u32, f64)], dir: DVec3, view: &View) {
        self.clear();
        let project = |vertex: u32| view.project(shape.vertices()[vertex as usize]);
        if near.len() > 2 {
            let (top, deepest) = (near[0].0, near.iter().map(|(_, depth)| *depth).fold(0.0, f64::max));
            let height = shape.vertices()[top as usize].dot(dir);
            for &vertex in shape.face_vertices(shape.steepest_face(top, dir).0) {
                let depth = height - shape.vertices()[vertex as usize].dot(dir);
                if depth <= deepest {
                    self.corners.push((project(vertex), depth));
                }
            }
            self.around = self.corners.len() == near.len();
            if self.around {
                return;
            }
            self.corners.clear();
        }
        self.corners.extend(near.iter().map(|(vertex, depth)| (project(*vertex), *depth)));
        self.around = near.len() <= 2;
        if !self.around {
            let by_depth = |p: &DeepCorner, q: &DeepCorner| p.1.total_cmp(&q.1);
            self.corners.sort_unstable_by(|p, q| from_left_to_right(&p.0, &q.0).then(by_depth(p, q)));
        }
    }

    /// Turns the order around a face that is seen from inside.
    pub fn reverse(&mut self) {
        if self.around {
            self.corners.reverse();
        }
    }

    fn within(&self, tolerance: f64) -> impl DoubleEndedIterator<Item = DVec2> {
        self.corners.iter().filter(move |(_, depth)| *depth <= tolerance).map(|(place, _)| *place)
    }

    /// The feature within `tolerance`.
    pub fn figure(&self, tolerance: f64) -> Figure {
        let mut order: Corners = self.within(tolerance).collect();
        if self.around {
            return Figure::from_corners(order);
        }
        order.dedup();
        Figure::from_corners(hull_of_ordered(&order, |place| *place))
    }

    /// The first and the last corner within `tolerance`.
    fn edge(&self, tolerance: f64) -> [DVec2; 2] {
        let mut within = self.within(tolerance);
        let first = within.next().unwrap_or_default();
        [first, within.next_back().unwrap_or(first)]
    }

    /// The name of a contact of two faces or edges, or what is within `tolerance` of them.
    pub fn kind_with(&self, other: &Self, tolerance: f64) -> Kind {
        match (self.within(tolerance).count(), other.within(tolerance).count()) {
            (1, count) | (count, 1) => named_by_corners(count),
            (2, 2) if side_by_side(self.edge(tolerance), other.edge(tolerance), tolerance) => Kind::ParallelEdges,
            (2, 2) => Kind::EdgeEdge,
            (2, _) | (_, 2) => Kind::EdgeFace,
            _ => Kind::FaceFace,
        }
    }
}

/// The name of a contact of a corner with a feature of some corners.
pub(crate) fn named_by_corners(count: usize) -> Kind {
    match count {
        1 => Kind::VertexVertex,
        2 => Kind::VertexEdge,
        _ => Kind::VertexFace,
    }
}
