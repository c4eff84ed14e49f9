//! Closed triangle meshes of every shape, for output.

use std::f64::consts::FRAC_PI_2;

use glam::DVec3;

use super::gauge::planar_norm;
use super::superquadric::norm_support;
use super::{Polyhedron, Shape};

/// A closed surface of triangles, anticlockwise seen from outside.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SurfaceMesh {
    /// Points of the surface [m].
    pub vertices: Vec<DVec3>,
    /// Vertex indices of each triangle.
    pub triangles: Vec<[u32; 3]>,
}

impl SurfaceMesh {
    /// Volume inside [m3]; below zero if the triangles look inward.
    pub fn volume(&self) -> f64 {
        // About the middle of the vertices: the origin may be far away, and a hole in the surface shall show.
        let origin = self.vertices.iter().sum::<DVec3>() / self.vertices.len().max(1) as f64;
        let corner = |k: u32| self.vertices[k as usize] - origin;
        self.triangles.iter().map(|t| corner(t[0]).dot(corner(t[1]).cross(corner(t[2])))).sum::<f64>() / 6.0
    }
}

impl Shape {
    /// The surface as triangles with all vertices on it: exact for polyhedra; for curved shapes with about `segments`
    /// points around (rounded up to a multiple of 8, at least 8). None for a half-space.
    pub fn surface_mesh(&self, segments: usize) -> Option<SurfaceMesh> {
        let steps = segments.div_ceil(8).max(1);
        let circle = quarter_curve(2.0, steps);
        Some(match self {
            Self::Sphere(s) => round_mesh(DVec3::splat(s.radius()), 0.0, &circle, &circle),
            Self::Ellipsoid(s) => round_mesh(s.radii(), 0.0, &circle, &circle),
            Self::Capsule(s) => round_mesh(DVec3::splat(s.radius()), s.half_height(), &circle, &circle),
            Self::Cylinder(s) => {
                let radii = DVec3::new(s.radius(), s.radius(), 0.0);
                round_mesh(radii, s.half_height(), &circle, &[[1.0, 0.0], [0.0, 1.0]])
            }
            Self::Superquadric(s) => {
                let (n1, n2) = s.exponents();
                round_mesh(s.radii(), 0.0, &quarter_curve(n2, steps), &quarter_curve(n1, steps))
            }
            Self::Polyhedron(s) => polyhedron_mesh(s),
            Self::HalfSpace(_) => return None,
        })
    }
}

/// Points of the quarter x, y >= 0 of the curve `x^n + y^n = 1`, from (1, 0) to (0, 1): `steps` + 1 at even directions
/// and, between them, `steps` at even normals. The first follow the flat sides of a blocky curve, the second its
/// corners; on a circle they are evenly spaced together. Points that fall on each other are given once.
fn quarter_curve(n: f64, steps: usize) -> Vec<[f64; 2]> {
    let angle = |k: f64| (FRAC_PI_2 * k / steps as f64).sin_cos();
    let mut curve = vec![[1.0, 0.0], [0.0, 1.0]];
    for k in 1..steps {
        let (sin, cos) = angle(k as f64);
        let norm = planar_norm(cos, sin, n);
        curve.push([cos / norm, sin / norm]);
    }
    for k in 0..steps {
        let (sin, cos) = angle(k as f64 + 0.5);
        let point = norm_support(cos, sin, n);
        curve.push([point.x, point.y]);
    }
    curve.sort_by(|p, q| p[1].atan2(p[0]).total_cmp(&q[1].atan2(q[0])));
    let close = 1e-4 / steps as f64;
    let near = |p: &[f64; 2], q: &[f64; 2]| (p[0] - q[0]).hypot(p[1] - q[1]) < close;
    curve.dedup_by(|next, kept| near(next, kept));
    // The end of the quarter must be exact; it may have lost to a point just before it.
    let last = curve.len() - 1;
    curve[last] = [0.0, 1.0];
    curve
}

/// A surface of rings about z: `across` is a quarter of every ring, `meridian` the way from the widest ring to the
/// pole, both for unit radii; the two halves are pulled apart by `half_gap` [m] each.
fn round_mesh(radii: DVec3, half_gap: f64, across: &[[f64; 2]], meridian: &[[f64; 2]]) -> SurfaceMesh {
    let around = full_turn(across);
    let below_pole = &meridian[..meridian.len() - 1];
    let lower = below_pole.iter().rev().map(|&[width, height]| (width, -height, -half_gap));
    // Without a gap both halves share the widest ring.
    let first = usize::from(half_gap == 0.0);
    let upper = below_pole[first..].iter().map(|&[width, height]| (width, height, half_gap));
    let rings: Vec<Vec<DVec3>> = lower
        .chain(upper)
        .map(|(width, height, shift)| {
            let place = |p: &[f64; 2]| radii * DVec3::new(width * p[0], width * p[1], height) + DVec3::Z * shift;
            around.iter().map(place).collect()
        })
        .collect();
    let pole = DVec3::Z * (radii.z + half_gap);
    rings_with_poles(-pole, &rings, pole)
}

/// The whole closed curve from its first quarter.
fn full_turn(quarter: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let quarter = &quarter[..quarter.len() - 1];
    // A quarter turn maps the curve on itself because both coordinates have the same exponent.
    let turns = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let turned = |[cos, sin]: [f64; 2]| quarter.iter().map(move |[x, y]| [cos * x - sin * y, sin * x + cos * y]);
    turns.into_iter().flat_map(turned).collect()
}

/// Triangles between rings of equally many points, ascending, closed by fans to a point below and one above.
fn rings_with_poles(bottom: DVec3, rings: &[Vec<DVec3>], top: DVec3) -> SurfaceMesh {
    let count = rings[0].len() as u32;
    let mut vertices = vec![bottom];
    vertices.extend(rings.iter().flatten());
    vertices.push(top);
    let top_index = vertices.len() as u32 - 1;
    let at = |ring: u32, k: u32| 1 + ring * count + k % count;
    let last = rings.len() as u32 - 1;
    let mut triangles = Vec::new();
    for k in 0..count {
        triangles.push([0, at(0, k + 1), at(0, k)]);
        for ring in 0..last {
            let [a, b, c, d] = [at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
        triangles.push([at(last, k), at(last, k + 1), top_index]);
    }
    SurfaceMesh { vertices, triangles }
}

/// The faces as fans.
fn polyhedron_mesh(body: &Polyhedron) -> SurfaceMesh {
    let faces = (0..body.faces().len() as u32).map(|face| body.face_vertices(face));
    let triangles = faces.flat_map(|corners| corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]));
    SurfaceMesh { vertices: body.vertices().to_vec(), triangles: triangles.collect() }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::geometry::{Capsule, Cylinder, Ellipsoid, HalfSpace, Sphere, Superquadric};

    fn superquadric(n1: f64, n2: f64) -> Shape {
        Shape::Superquadric(Superquadric::new(DVec3::new(1.5, 0.4, 1.0), n1, n2).expect("valid"))
    }

    fn curved_shapes() -> Vec<Shape> {
        vec![
            Shape::Sphere(Sphere::new(0.3).expect("valid")),
            Shape::Ellipsoid(Ellipsoid::new(DVec3::new(3.0, 1.0, 0.2)).expect("valid")),
            Shape::Capsule(Capsule::new(0.3, 1.0).expect("valid")),
            Shape::Cylinder(Cylinder::new(0.3, 1.0).expect("valid")),
            superquadric(1.2, 1.5),
            superquadric(1.0, 2.0),
            superquadric(3.0, 10.0),
            superquadric(20.0, 20.0),
            superquadric(100.0, 2.0),
        ]
    }

    fn mesh(shape: &Shape, segments: usize) -> SurfaceMesh {
        shape.surface_mesh(segments).expect("a finite shape")
    }

    fn assert_closed(mesh: &SurfaceMesh) {
        let mut edges = HashSet::new();
        for [a, b, c] in &mesh.triangles {
            assert!([(a, b), (b, c), (c, a)].into_iter().all(|edge| edges.insert(edge)), "an edge runs twice one way");
        }
        assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))), "an open edge");
        let used: HashSet<u32> = mesh.triangles.iter().flatten().copied().collect();
        assert_eq!(used.len(), mesh.vertices.len());
        assert_eq!(mesh.vertices.len() + mesh.triangles.len(), edges.len() / 2 + 2, "Euler's formula");
    }

    #[test]
    fn curved_meshes_are_closed_and_fill_the_shape_from_inside() {
        for shape in curved_shapes() {
            let volume = shape.mass_properties().expect("finite").volume;
            let missing = [8, 16, 32, 64, 128, 256].map(|segments| {
                let mesh = mesh(&shape, segments);
                assert_closed(&mesh);
                1.0 - mesh.volume() / volume
            });
            assert!(missing.is_sorted_by(|a, b| a > b) && missing[5] > 0.0, "{shape:?} {missing:?}");
            // Twice the segments leave about a quarter of the gap, once they resolve the sharp edges.
            assert!(missing[5] < 2e-3 && missing[5] < 0.4 * missing[4], "{shape:?} {missing:?}");
        }
    }

    #[test]
    fn vertices_lie_on_the_surface() {
        for (n1, n2) in [(1.0, 1.0), (1.2, 1.5), (3.0, 10.0), (20.0, 20.0), (100.0, 2.0)] {
            let shape = superquadric(n1, n2);
            let Shape::Superquadric(body) = &shape else { unreachable!("made above") };
            for vertex in mesh(&shape, 48).vertices {
                assert!((body.gauge(vertex) - 1.0).abs() < 1e-14, "{vertex}");
            }
        }
        let capsule = Shape::Capsule(Capsule::new(0.3, 1.0).expect("valid"));
        for vertex in mesh(&capsule, 48).vertices {
            let axis = DVec3::Z * vertex.z.clamp(-1.0, 1.0);
            assert!((vertex.distance(axis) / 0.3 - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn polyhedra_are_exact() {
        for solid in
            [Polyhedron::octagonal_prism(0.3, 1.0), Polyhedron::cuboid(DVec3::ONE), Polyhedron::regular_octahedron(2.0)]
        {
            let shape = Shape::Polyhedron(solid.expect("a solid"));
            let mesh = mesh(&shape, 8);
            assert_closed(&mesh);
            assert!((mesh.volume() / shape.mass_properties().expect("finite").volume - 1.0).abs() < 1e-14);
        }
        // A superquadric with both exponents 1 is an octahedron: its mesh is exact too.
        let octahedron = superquadric(1.0, 1.0);
        assert_closed(&mesh(&octahedron, 20));
        assert!(
            (mesh(&octahedron, 20).volume() / octahedron.mass_properties().expect("finite").volume - 1.0).abs() < 1e-13
        );
    }

    #[test]
    fn segments_are_rounded_up() {
        let sphere = Shape::Sphere(Sphere::new(1.0).expect("valid"));
        for (asked, around) in [(0, 8), (8, 8), (9, 16), (32, 32)] {
            let equator = mesh(&sphere, asked).vertices.iter().filter(|v| v.z == 0.0).count();
            assert_eq!(equator, around);
        }
        assert!(Shape::HalfSpace(HalfSpace::new(DVec3::Z, 0.0).expect("valid")).surface_mesh(8).is_none());
    }
}
