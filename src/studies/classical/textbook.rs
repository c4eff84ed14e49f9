//! GJK and EPA as textbooks have them, to count how much work they take: for the tables of Feng and Tan (2020).
//!
//! GJK stops at the first support point that shows a gap, EPA at the first face that cannot be moved outwards. Nothing is
//! remembered from call to call, and spheres are taken as they are, not as points with a radius.

use glam::DVec3;

use crate::geometry::Shape;
use crate::narrow::Body;
use crate::narrow::pair::{Frame, NO_VERTEX, Pair, Support, Vertex};
use crate::narrow::penetrate::complete_seed;
use crate::narrow::polytope::Polytope;
use crate::narrow::simplex::{Closest, Simplex};
use crate::narrow::solve::solid_seed;

/// Support points after which a search is given up: curved bodies that touch to rounding.
const LIMIT: u32 = 200;
/// A face that a support point moves by less than this share of the smaller body is on the surface.
const SETTLED: f64 = 1e-9;

/// What a pair took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Whether the bodies overlap.
    pub overlapping: bool,
    /// Support points that GJK asked for.
    pub updates: u32,
    /// Faces that EPA looked across, the last one included; 0 for bodies apart.
    pub expansions: u32,
}

/// A shape as it is.
struct Whole<'a>(&'a Shape);

impl Support for Whole<'_> {
    fn support(&self, dir: DVec3, hint: u32) -> (DVec3, u32) {
        match self.0 {
            Shape::Polyhedron(shape) => Support::support(shape, dir, hint),
            shape => (shape.support(dir.normalize_or_zero()), NO_VERTEX),
        }
    }

    fn vertex(&self, index: u32) -> DVec3 {
        match self.0 {
            Shape::Polyhedron(shape) => shape.vertex(index),
            _ => DVec3::ZERO,
        }
    }

    fn vertex_count(&self) -> u32 {
        match self.0 {
            Shape::Polyhedron(shape) => shape.vertex_count(),
            _ => 0,
        }
    }

    fn neighbors(&self, _: u32) -> &[u32] {
        &[]
    }

    fn face_normal(&self, _: [u32; 3]) -> Option<DVec3> {
        None
    }
}

/// Counts the work of two finite bodies, GJK starting along `start`, a direction of the world. EPA is left out where
/// `expand` is false.
pub fn count(a: &Body, b: &Body, start: DVec3, expand: bool) -> Work {
    let pair = Pair::new(Whole(a.shape), Whole(b.shape), Frame::new(a, b));
    let own = a.pose.orientation.inverse() * start;
    match search(&pair, own) {
        Err(updates) => Work { overlapping: false, updates, expansions: 0 },
        Ok((simplex, updates)) => {
            let size = a.shape.bounding_radius().min(b.shape.bounding_radius());
            let expansions = if expand { settle(&pair, &simplex, SETTLED * size) } else { 0 };
            Work { overlapping: true, updates, expansions }
        }
    }
}

/// GJK: the simplex that encloses the origin with the number of support points, or that number where one shows a gap.
fn search<A: Support, B: Support>(pair: &Pair<A, B>, start: DVec3) -> Result<(Simplex, u32), u32> {
    let first = pair.support(start);
    if first.w.dot(start) < 0.0 {
        return Err(1);
    }
    let mut simplex = Simplex::new(first);
    let mut direction = -first.w;
    for updates in 2..LIMIT {
        let vertex = pair.support(direction);
        if vertex.w.dot(direction) < 0.0 {
            return Err(updates);
        }
        simplex.push(vertex);
        match simplex.closest() {
            Closest::Enclosed => return Ok((simplex, updates)),
            Closest::At(nearest, kept) => {
                simplex.keep(kept);
                direction = -nearest;
                if direction == DVec3::ZERO {
                    return Ok((simplex, updates));
                }
            }
        }
    }
    Ok((simplex, LIMIT))
}

/// Faces that EPA looks across until the closest one is on the surface.
fn settle<A: Support, B: Support>(pair: &Pair<A, B>, simplex: &Simplex, settled: f64) -> u32 {
    let points: &[Vertex] = simplex.points();
    let Some(seed) = solid_seed(points).or_else(|| complete_seed(pair, points)) else { return 0 };
    let mut polytope = Polytope::default();
    polytope.seed(seed);
    for looks in 1..LIMIT {
        let (face, distance) = polytope.closest();
        let vertex = pair.support(polytope.faces[face].normal);
        let gain = vertex.w.dot(polytope.faces[face].normal) - distance;
        if gain <= settled || !polytope.expand(face, vertex) {
            return looks;
        }
    }
    LIMIT
}
