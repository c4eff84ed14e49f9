//! A convex polytope of support points that grows: EPA's data.

use glam::DVec3;

use super::pair::Vertex;

/// A cross product below this share of (edge x size) has no direction left.
const SLIVER: f64 = 16.0 * f64::EPSILON;

/// A triangle of the polytope, anticlockwise from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub corners: [u32; 3],
    /// Neighbour across the edge from corner k to corner k + 1: its face and its edge.
    neighbors: [(u32, u8); 3],
    /// Outward unit normal; zero for a sliver.
    pub normal: DVec3,
    alive: bool,
}

/// Support points and the triangles between them. The buffers are kept from pair to pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Polytope {
    pub vertices: Vec<Vertex>,
    pub faces: Vec<Face>,
    /// Signed distance of each face's plane from the origin [m]; infinite for dead faces and slivers.
    distances: Vec<f64>,
    horizon: Vec<(u32, u8)>,
    stack: Vec<(u32, u8)>,
    scale: f64,
}

impl Polytope {
    /// Starts from four points in general position.
    pub fn seed(&mut self, points: [Vertex; 4]) {
        self.vertices.clear();
        self.faces.clear();
        self.distances.clear();
        self.vertices.extend_from_slice(&points);
        self.scale = points.iter().map(|p| p.w.abs().max_element()).fold(0.0, f64::max);
        let [a, b, c, d] = points.map(|p| p.w);
        let inverted = (b - a).cross(c - a).dot(d - a) > 0.0;
        let corners: [[u32; 3]; 4] = if inverted {
            [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
        } else {
            [[0, 1, 2], [1, 0, 3], [2, 1, 3], [0, 2, 3]]
        };
        // Across each edge of each face: the neighbour's face and edge.
        const UPRIGHT: [[(u32, u8); 3]; 4] =
            [[(1, 0), (2, 0), (3, 0)], [(0, 0), (3, 2), (2, 1)], [(0, 1), (1, 2), (3, 1)], [(0, 2), (2, 2), (1, 1)]];
        const INVERTED: [[(u32, u8); 3]; 4] =
            [[(3, 0), (2, 0), (1, 0)], [(0, 2), (2, 2), (3, 1)], [(0, 1), (3, 2), (1, 1)], [(0, 0), (1, 2), (2, 1)]];
        let neighbors = if inverted { INVERTED } else { UPRIGHT };
        for (corners, neighbors) in corners.into_iter().zip(neighbors) {
            self.add_face(corners, neighbors);
        }
    }

    fn add_face(&mut self, corners: [u32; 3], neighbors: [(u32, u8); 3]) {
        let [p, q, r] = corners.map(|k| self.vertices[k as usize].w);
        let (first, second) = (q - p, r - p);
        let cross = first.cross(second);
        let square = cross.length_squared();
        let reach = SLIVER * self.scale;
        let sliver = square <= reach * reach * first.length_squared().max(second.length_squared());
        let normal = if sliver { DVec3::ZERO } else { cross / square.sqrt() };
        self.faces.push(Face { corners, neighbors, normal, alive: true });
        self.distances.push(if sliver { f64::INFINITY } else { normal.dot(p) });
    }

    /// The face whose plane is closest to the origin, and that distance.
    pub fn closest(&self) -> (usize, f64) {
        let mut best = 0;
        for (face, distance) in self.distances.iter().enumerate() {
            if *distance < self.distances[best] {
                best = face;
            }
        }
        (best, self.distances[best])
    }

    /// The three support points of a face.
    pub fn corners(&self, face: usize) -> [Vertex; 3] {
        self.faces[face].corners.map(|k| self.vertices[k as usize])
    }

    /// Leaves `face` out of later searches for the closest one.
    pub fn settle(&mut self, face: usize) {
        self.distances[face] = f64::INFINITY;
    }

    /// Takes `face` for a sliver: its corners are too nearly in line for its normal to mean anything.
    pub fn disown_normal(&mut self, face: usize) {
        self.faces[face].normal = DVec3::ZERO;
        self.distances[face] = f64::INFINITY;
    }

    /// The face that `point` stands furthest above, if any.
    pub fn face_below(&self, point: DVec3) -> Option<usize> {
        let height = |k: &usize| self.faces[*k].normal.dot(point) - self.distances[*k];
        let best = (0..self.faces.len())
            .filter(|k| self.distances[*k].is_finite())
            .max_by(|j, k| height(j).total_cmp(&height(k)))?;
        (height(&best) > SLIVER * self.scale).then_some(best)
    }

    /// Adds `vertex`, which must stand above `face`: every face it sees is replaced by the cone from its rim.
    /// False when rounding has torn that rim: the polytope is then no longer closed and must not be used.
    #[must_use]
    pub fn expand(&mut self, face: usize, vertex: Vertex) -> bool {
        let apex = self.vertices.len() as u32;
        self.vertices.push(vertex);
        self.collect_horizon(face, vertex.w);
        if !self.horizon_is_closed() {
            return false;
        }
        let first = self.faces.len() as u32;
        let count = self.horizon.len() as u32;
        for k in 0..count {
            let (outer, edge) = self.horizon[k as usize];
            let (from, to) = self.rim_edge(k as usize);
            let next = if k + 1 == count { first } else { first + k + 1 };
            let last = if k == 0 { first + count - 1 } else { first + k - 1 };
            self.add_face([from, to, apex], [(outer, edge), (next, 2), (last, 1)]);
            self.faces[outer as usize].neighbors[edge as usize] = (first + k, 0);
        }
        true
    }

    /// The two ends of rim edge `k` as the new face will walk it.
    #[inline]
    fn rim_edge(&self, k: usize) -> (u32, u32) {
        let (outer, edge) = self.horizon[k];
        let corners = self.faces[outer as usize].corners;
        (corners[(edge as usize + 1) % 3], corners[edge as usize])
    }

    fn horizon_is_closed(&self) -> bool {
        let count = self.horizon.len();
        count >= 3 && (0..count).all(|k| self.rim_edge(k).1 == self.rim_edge((k + 1) % count).0)
    }

    /// Kills the faces that `point` sees and lists the rim around them in order.
    fn collect_horizon(&mut self, face: usize, point: DVec3) {
        self.horizon.clear();
        self.stack.clear();
        self.kill(face);
        for edge in [2, 1, 0] {
            self.stack.push(self.faces[face].neighbors[edge]);
        }
        while let Some((face, edge)) = self.stack.pop() {
            let face_index = face as usize;
            let seen = self.faces[face_index];
            if !seen.alive {
                continue;
            }
            if self.is_visible(face_index, point) {
                self.kill(face_index);
                self.stack.push(seen.neighbors[(edge as usize + 2) % 3]);
                self.stack.push(seen.neighbors[(edge as usize + 1) % 3]);
            } else {
                self.horizon.push((face, edge));
            }
        }
    }

    /// A sliver has no side: whoever reaches it removes it.
    #[inline]
    fn is_visible(&self, face: usize, point: DVec3) -> bool {
        let face = &self.faces[face];
        let base = self.vertices[face.corners[0] as usize].w;
        face.normal == DVec3::ZERO || face.normal.dot(point - base) > 0.0
    }

    fn kill(&mut self, face: usize) {
        self.faces[face].alive = false;
        self.distances[face] = f64::INFINITY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every edge of every living face is shared with the face that its neighbour entry names.
    fn assert_closed(polytope: &Polytope) {
        for (index, face) in polytope.faces.iter().enumerate().filter(|(_, face)| face.alive) {
            for edge in 0..3 {
                let (other, back) = face.neighbors[edge];
                let twin = &polytope.faces[other as usize];
                assert!(twin.alive);
                assert_eq!(twin.neighbors[back as usize], (index as u32, edge as u8));
                assert_eq!(twin.corners[back as usize], face.corners[(edge + 1) % 3]);
                assert_eq!(twin.corners[(back as usize + 1) % 3], face.corners[edge]);
            }
        }
    }

    fn point(x: f64, y: f64, z: f64) -> Vertex {
        Vertex { w: DVec3::new(x, y, z), a: 0, b: 0 }
    }

    #[test]
    fn stays_closed_and_outward_while_it_grows() {
        let seed = [point(1.0, 0.0, -0.5), point(-1.0, 1.0, -0.5), point(-1.0, -1.0, -0.5), point(0.0, 0.0, 1.0)];
        for order in [[0, 1, 2, 3], [1, 0, 2, 3]] {
            let mut polytope = Polytope::default();
            polytope.seed(order.map(|k| seed[k]));
            assert_closed(&polytope);
            for k in 0..40 {
                let angle = 2.4 * f64::from(k);
                let z = 1.0 - f64::from(k) / 20.0;
                let across = 2.0 * (1.1 - z * z).sqrt();
                let vertex = point(across * angle.cos(), across * angle.sin(), 2.0 * z);
                if let Some(face) = polytope.face_below(vertex.w) {
                    assert!(polytope.expand(face, vertex));
                    assert_closed(&polytope);
                }
            }
            let (face, distance) = polytope.closest();
            assert!(distance > 0.5 && distance < 2.2, "closest face {face} at {distance}");
        }
    }
}
