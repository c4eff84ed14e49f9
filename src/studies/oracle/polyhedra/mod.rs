//! The exact contact of two convex polyhedra, by trying all features.
//!
//! Overlapping: the least support width lies at a face normal of one of the two or at the cross product of two edges.
//! Apart: the nearest points lie on a vertex and a face, or on two edges.

mod distance;
mod segments;
mod sweep;

use glam::{DMat3, DVec3};

use super::support::highest;
use crate::geometry::Polyhedron;
use crate::narrow::Body;

/// A second direction counts as another answer when it is more than this away [rad].
const ANOTHER_DIRECTION: f64 = 1e-6;
/// A second direction is as good when its width is within this share of the smaller body.
const AS_GOOD: f64 = 1e-9;

/// The exact contact of two polyhedra.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// Minkowski overlap [m].
    pub overlap: f64,
    /// Normal from A to B, in the world.
    pub normal: DVec3,
    /// No other direction is as good.
    pub unique: bool,
}

/// An edge with its two faces' normals: the arc of directions in which it is the support feature.
#[derive(Clone, Copy, Debug)]
struct EdgeArc {
    ends: [DVec3; 2],
    along: DVec3,
    faces: [u32; 2],
    normals: [DVec3; 2],
}

/// A face: its normal and its corners.
#[derive(Clone, Debug, Default)]
struct Side {
    normal: DVec3,
    corners: Vec<DVec3>,
}

/// A polyhedron in A's frame.
#[derive(Clone, Debug, Default)]
struct Solid {
    vertices: Vec<DVec3>,
    sides: Vec<Side>,
    edges: Vec<EdgeArc>,
}

impl Solid {
    /// Takes `shape`, turned and moved, into this memory.
    fn fill(&mut self, shape: &Polyhedron, turn: DMat3, shift: DVec3) {
        self.vertices.clear();
        self.vertices.extend(shape.vertices().iter().map(|v| turn * *v + shift));
        let at = |v: u32, vertices: &[DVec3]| vertices[v as usize];
        self.sides.resize_with(shape.faces().len(), Side::default);
        for (index, (side, face)) in self.sides.iter_mut().zip(shape.faces()).enumerate() {
            side.normal = turn * face.normal;
            side.corners.clear();
            side.corners.extend(shape.face_vertices(index as u32).iter().map(|v| at(*v, &self.vertices)));
        }
        let sides = &self.sides;
        self.edges.clear();
        self.edges.extend(shape.edges().iter().map(|edge| {
            let ends = edge.vertices.map(|v| at(v, &self.vertices));
            let normals = edge.faces.map(|f| sides[f as usize].normal);
            EdgeArc { ends, along: (ends[1] - ends[0]).normalize(), faces: edge.faces, normals }
        }));
    }
}

/// Finds exact contacts of polyhedra; keeps its memory between calls.
#[derive(Clone, Debug, Default)]
pub struct Exhaustive {
    a: Solid,
    b: Solid,
    sweep: sweep::Sweep,
    distance: distance::Distance,
}

impl Exhaustive {
    /// The exact contact of `a` and `b`, the shapes being `shape_a` and `shape_b`. `guess` is any unit direction: when
    /// the bodies are apart along it, features that cannot be nearest are passed over.
    pub fn contact(&mut self, a: (&Body, &Polyhedron), b: (&Body, &Polyhedron), guess: DVec3) -> Exact {
        let out_of_a = DMat3::from_quat(a.0.pose.orientation);
        let into_a = out_of_a.transpose();
        let turn = into_a * DMat3::from_quat(b.0.pose.orientation);
        self.a.fill(a.1, DMat3::IDENTITY, DVec3::ZERO);
        self.b.fill(b.1, turn, into_a * (b.0.pose.position - a.0.pose.position));
        let size = a.1.bounding_radius().min(b.1.bounding_radius());
        let exact = self.contact_in_a(into_a * guess, size);
        Exact { normal: out_of_a * exact.normal, ..exact }
    }

    fn contact_in_a(&mut self, guess: DVec3, size: f64) -> Exact {
        let mut apart = guess.normalize_or(DVec3::X);
        if width(&self.a, &self.b, apart) >= 0.0 {
            let exact = self.sweep.least_width(&self.a, &self.b, size);
            if exact.overlap >= 0.0 {
                return exact;
            }
            apart = exact.normal;
        }
        self.distance.nearest(&self.a, &self.b, apart)
    }
}

/// The support width by a plain scan of all vertices [m].
fn width(a: &Solid, b: &Solid, n: DVec3) -> f64 {
    highest(&a.vertices, n) + highest(&b.vertices, -n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Pose, Shape};
    use glam::DQuat;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    fn boxed(half: DVec3) -> Shape {
        let signs = [-1.0, 1.0];
        let corners = signs.map(|x| signs.map(|y| signs.map(|z| half * DVec3::new(x, y, z))));
        Shape::Polyhedron(Polyhedron::from_vertices(corners.as_flattened().as_flattened()).expect("a box"))
    }

    fn contact(a: (&Shape, Pose), b: (&Shape, Pose), guess: DVec3) -> Exact {
        let (Shape::Polyhedron(p), Shape::Polyhedron(q)) = (a.0, b.0) else { panic!("polyhedra only") };
        let (a, b) = (Body { shape: a.0, pose: a.1 }, Body { shape: b.0, pose: b.1 });
        Exhaustive::default().contact((&a, p), (&b, q), guess)
    }

    #[test]
    fn boxes_meet_as_on_paper() {
        let cube = boxed(DVec3::ONE);
        let at = |x: f64, y: f64, z: f64| (&cube, Pose::at(DVec3::new(x, y, z)));
        let deep = contact(at(0.0, 0.0, 0.0), at(0.5, 1.75, 0.2), DVec3::X);
        assert_eq!((deep.overlap, deep.normal, deep.unique), (0.25, DVec3::Y, true));
        let corner = contact(at(0.0, 0.0, 0.0), at(5.0, 6.0, 2.0), DVec3::X);
        assert!((corner.overlap + 5.0).abs() < 1e-15);
        assert!((corner.normal - DVec3::new(0.6, 0.8, 0.0)).length() < 1e-15);
        let tie = contact(at(0.0, 0.0, 0.0), at(1.5, 1.5, 0.0), DVec3::X);
        assert_eq!((tie.overlap, tie.unique), (0.5, false));
    }

    #[test]
    fn crossing_edges_meet_as_on_paper() {
        // Two cubes on edge, one edge along x and one along y: they overlap by 0.1 along z.
        let cube = boxed(DVec3::ONE);
        let quarter = std::f64::consts::FRAC_PI_4;
        let a = Pose::new(DVec3::ZERO, DQuat::from_rotation_x(quarter));
        let b = Pose::new(DVec3::Z * (8.0_f64.sqrt() - 0.1), DQuat::from_rotation_y(quarter));
        let exact = contact((&cube, a), (&cube, b), DVec3::X);
        assert!((exact.overlap - 0.1).abs() < 1e-15, "{exact:?}");
        assert!((exact.normal - DVec3::Z).length() < 1e-14, "{exact:?}");
        let gap = Pose::new(DVec3::Z * (8.0_f64.sqrt() + 0.1), b.orientation);
        let exact = contact((&cube, a), (&cube, gap), DVec3::Z);
        assert!((exact.overlap + 0.1).abs() < 1e-15, "{exact:?}");
    }

    fn random_hull(rng: &mut Pcg64) -> Shape {
        let count = rng.random_range(4..24);
        let mut entry = || rng.random_range(-1.0..1.0);
        let points: Vec<DVec3> = (0..count).map(|_| DVec3::new(entry(), entry(), entry())).collect();
        Shape::Polyhedron(Polyhedron::from_vertices(&points).expect("random points span a volume"))
    }

    fn random_pose(rng: &mut Pcg64) -> Pose {
        let mut entry = || rng.random_range(-1.0..1.0);
        let turn = DQuat::from_xyzw(entry(), entry(), entry(), entry());
        Pose::new(DVec3::new(entry(), entry(), entry()) * 1.5, turn)
    }

    #[test]
    fn what_is_passed_over_changes_nothing() {
        let mut rng = Pcg64::seed_from_u64(11);
        let (mut overlapping, mut apart) = (0, 0);
        for _ in 0..600 {
            let (a, b) = (random_hull(&mut rng), random_hull(&mut rng));
            let pose = random_pose(&mut rng);
            let exact = contact((&a, Pose::IDENTITY), (&b, pose), DVec3::X);
            let mut all = Exhaustive::default();
            let (Shape::Polyhedron(p), Shape::Polyhedron(q)) = (&a, &b) else { panic!("polyhedra only") };
            all.a.fill(p, DMat3::IDENTITY, DVec3::ZERO);
            all.b.fill(q, DMat3::from_quat(pose.orientation), pose.position);
            let least = sweep::least_width_of_all(&all.a, &all.b);
            let expected = if least >= 0.0 { least } else { -distance::nearest_of_all(&all.a, &all.b) };
            assert!((exact.overlap - expected).abs() < 1e-14, "{exact:?} {expected}");
            assert!((width(&all.a, &all.b, exact.normal) - expected).abs() < 1e-14, "{exact:?} {expected}");
            if least >= 0.0 { overlapping += 1 } else { apart += 1 }
        }
        assert!(overlapping > 100 && apart > 100, "{overlapping} {apart}");
    }
}
