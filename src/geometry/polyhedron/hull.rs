//! Convex hull of a point set, with coplanar triangles merged into faces.

use glam::DVec3;

use super::merge;
use super::quickhull;
use crate::geometry::{LARGEST_LENGTH, SMALLEST_LENGTH, ShapeError};

/// Point sets thinner than this part of their size have no volume that rounding leaves alone.
const FLAT: f64 = 1e-12;
/// Points within this part of the hull's size of a face's plane belong to the face. Below `FLAT`, so that the two
/// sides of the thinnest plate stay apart; far above the rounding of coordinates, which is 1e-16.
const COPLANAR: f64 = 4e-13;

/// A convex polyhedron as its corner points and the loops of its faces.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// Corners, in the order they were given; points that are no corner are left out.
    pub vertices: Vec<DVec3>,
    /// Vertex indices around each face, anticlockwise seen from outside.
    pub faces: Vec<Vec<u32>>,
}

/// The convex hull of `points` [m]. Points that lie on a face or an edge to rounding are no corners.
pub fn convex_hull(points: &[DVec3]) -> Result<Hull, ShapeError> {
    for point in points {
        if let Some(value) = point.to_array().into_iter().find(|x| !x.is_finite()) {
            return Err(ShapeError::NotFinite { what: "vertices", value });
        }
    }
    let largest = points.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    if !(SMALLEST_LENGTH..=LARGEST_LENGTH).contains(&largest) && largest > 0.0 {
        return Err(ShapeError::OutOfRange { what: "vertices", value: largest });
    }
    let unit = power_of_two_near(largest);
    // Scaling by a power of two is exact: the hull is the same, and no product can overflow or underflow.
    let scaled: Vec<DVec3> = distinct(points).into_iter().map(|p| p / unit).collect();
    let start = starting_tetrahedron(&scaled, unit)?;
    let triangles = quickhull::triangulated_hull(&scaled, start.corners);
    let tolerance = COPLANAR * start.size + 4.0 * f64::EPSILON * largest / unit;
    let loops = merge::merged_faces(&scaled, &triangles, tolerance);
    Ok(with_corners_only(&scaled, &loops, unit))
}

/// The largest power of two up to `x`; 1 for zero.
fn power_of_two_near(x: f64) -> f64 {
    const EXPONENT_BITS: u64 = 0x7ff0_0000_0000_0000;
    let power = f64::from_bits(x.to_bits() & EXPONENT_BITS);
    if power > 0.0 { power } else { 1.0 }
}

/// The points without repetitions, each where it first stood.
fn distinct(points: &[DVec3]) -> Vec<DVec3> {
    // Adding zero makes -0 and 0 the same bits.
    let key = |k: usize| (points[k] + DVec3::ZERO).to_array().map(f64::to_bits);
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_key(|&k| (key(k), k));
    order.dedup_by_key(|k| key(*k));
    order.sort_unstable();
    order.into_iter().map(|k| points[k]).collect()
}

/// Four points that span a volume, and the extent of the whole set.
struct Start {
    corners: [u32; 4],
    size: f64,
}

/// Point with the largest `measure`, and that measure.
fn furthest(points: &[DVec3], measure: impl Fn(DVec3) -> f64) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (k, point) in points.iter().enumerate() {
        let value = measure(*point);
        if value > best.1 {
            best = (k, value);
        }
    }
    best
}

/// A large tetrahedron among the points: a long edge, the point furthest from its line, the point furthest from
/// their plane. Refuses sets that are flat to rounding; `unit` turns lengths back into metres.
fn starting_tetrahedron(points: &[DVec3], unit: f64) -> Result<Start, ShapeError> {
    let count = points.len();
    if count < 4 {
        return Err(ShapeError::TooFewVertices { count });
    }
    let (a, _) = furthest(points, |p| p.distance_squared(points[0]));
    let (b, length_squared) = furthest(points, |p| p.distance_squared(points[a]));
    let size = length_squared.sqrt();
    let flat = |thickness: f64| ShapeError::Flat { count, thickness: thickness * unit, size: size * unit };
    let along = (points[b] - points[a]) / size;
    let (c, width) = furthest(points, |p| (p - points[a]).cross(along).length());
    if width <= FLAT * size {
        return Err(flat(width));
    }
    let normal = along.cross(points[c] - points[a]).normalize();
    let height = |p: DVec3| (p - points[a]).dot(normal);
    let (above, highest) = furthest(points, height);
    let (below, deepest) = furthest(points, |p| -height(p));
    if highest + deepest <= FLAT * size {
        return Err(flat(highest + deepest));
    }
    let d = if highest >= deepest { above } else { below };
    Ok(Start { corners: [a, b, c, d].map(|k| k as u32), size })
}

/// The hull with only those points that a face uses, in their first order and size.
fn with_corners_only(points: &[DVec3], loops: &[Vec<u32>], unit: f64) -> Hull {
    let mut used = vec![false; points.len()];
    loops.iter().flatten().for_each(|&v| used[v as usize] = true);
    let mut index = vec![0; points.len()];
    let mut vertices = Vec::new();
    for (k, point) in points.iter().enumerate().filter(|(k, _)| used[*k]) {
        index[k] = vertices.len() as u32;
        vertices.push(*point * unit);
    }
    let faces = loops.iter().map(|corners| corners.iter().map(|&v| index[v as usize]).collect()).collect();
    Hull { vertices, faces }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::f64::consts::TAU;

    use glam::{DQuat, DVec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::{Hull, convex_hull};
    use crate::geometry::{Polyhedron, ShapeError};

    fn random_point(rng: &mut Pcg64) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)))
    }

    fn random_turn(rng: &mut Pcg64) -> DQuat {
        DQuat::from_scaled_axis(random_point(rng) * 3.0)
    }

    fn on_sphere(count: usize, rng: &mut Pcg64) -> Vec<DVec3> {
        (0..count).map(|_| random_point(rng).normalize()).collect()
    }

    /// `cells` + 1 points along every edge of the cube from -1 to 1, and a grid of them on every face.
    fn cube_grid(cells: usize) -> Vec<DVec3> {
        let at = |k: usize| 2.0 * k as f64 / cells as f64 - 1.0;
        let all = 0..=cells;
        let triples = all.clone().flat_map(|i| all.clone().flat_map(move |j| (0..=cells).map(move |k| [i, j, k])));
        triples.filter(|t| t.iter().any(|k| k % cells == 0)).map(|t| DVec3::from_array(t.map(at))).collect()
    }

    fn ring(count: usize, radius: f64, z: f64) -> impl Iterator<Item = DVec3> {
        (0..count).map(move |k| {
            let (sin, cos) = (TAU * k as f64 / count as f64).sin_cos();
            DVec3::new(radius * cos, radius * sin, z)
        })
    }

    /// The hull, after checking that it is one: closed, by Euler's formula a sphere, and with no point above a face.
    fn checked(points: &[DVec3]) -> Hull {
        let hull = convex_hull(points).expect("these points have a hull");
        let mut half_edges = HashSet::new();
        for corners in &hull.faces {
            for (k, &from) in corners.iter().enumerate() {
                assert!(half_edges.insert((from, corners[(k + 1) % corners.len()])), "an edge has two left faces");
            }
        }
        assert!(half_edges.iter().all(|&(from, to)| half_edges.contains(&(to, from))), "an edge has one face");
        let (v, e, f) = (hull.vertices.len(), half_edges.len() / 2, hull.faces.len());
        assert_eq!(v + f, e + 2, "Euler's formula for {v} vertices, {e} edges, {f} faces");
        let body = Polyhedron::from_hull(hull.clone());
        let far = points.iter().map(|p| p.length()).fold(0.0, f64::max);
        for (k, face) in body.faces().iter().enumerate() {
            let above = points.iter().map(|p| p.dot(face.normal) - face.offset).fold(f64::MIN, f64::max);
            assert!(above <= 2e-12 * far, "a point is {above:e} above face {k} of {f}");
            assert!(hull.faces[k].len() >= 3);
        }
        hull
    }

    #[test]
    fn points_on_a_sphere_are_all_corners() {
        let mut rng = Pcg64::seed_from_u64(1);
        for count in [4, 5, 6, 8, 20, 100, 1000, 10_000] {
            for scale in [1e-6, 1.0, 1e3] {
                let points: Vec<DVec3> = on_sphere(count, &mut rng).into_iter().map(|p| p * scale).collect();
                let hull = checked(&points);
                assert_eq!(hull.vertices, points);
                assert_eq!(hull.faces.len(), 2 * count - 4);
            }
        }
    }

    #[test]
    fn points_in_a_box_keep_the_outer_ones_in_order() {
        let mut rng = Pcg64::seed_from_u64(2);
        for count in [4, 10, 100, 3000] {
            let shift = DVec3::new(3.0, -40.0, 500.0);
            let points: Vec<DVec3> = (0..count).map(|_| random_point(&mut rng) + shift).collect();
            let hull = checked(&points);
            let mut rest = points.iter();
            assert!(hull.vertices.iter().all(|v| rest.any(|p| p == v)), "order of the input");
        }
    }

    #[test]
    fn grids_on_a_cube_give_eight_corners_turned_or_not() {
        let mut rng = Pcg64::seed_from_u64(3);
        for cells in [1, 2, 3, 7, 30] {
            for case in 0..10 {
                let turn = if case == 0 { DQuat::IDENTITY } else { random_turn(&mut rng) };
                let scale = [1.0, 1e-6, 1e3][case % 3];
                let points: Vec<DVec3> = cube_grid(cells).into_iter().map(|p| turn * p * scale).collect();
                let hull = checked(&points);
                assert_eq!((hull.vertices.len(), hull.faces.len()), (8, 6), "{cells} cells, case {case}");
            }
        }
    }

    #[test]
    fn few_lattice_points_and_noise_around_the_tolerance_make_closed_hulls() {
        let mut rng = Pcg64::seed_from_u64(7);
        let mut flat = 0;
        for case in 0..5000 {
            let count = rng.random_range(4..40);
            let noise = if case % 2 == 0 { 0.0 } else { 10f64.powf(rng.random_range(-16.0..-9.0)) };
            let points: Vec<DVec3> =
                (0..count).map(|_| (random_point(&mut rng) * 2.0).round() + random_point(&mut rng) * noise).collect();
            match convex_hull(&points) {
                Ok(_) => drop(checked(&points)),
                Err(error) => {
                    assert!(matches!(error, ShapeError::Flat { .. } | ShapeError::TooFewVertices { .. }));
                    flat += 1;
                }
            }
        }
        assert!(flat < 1000, "{flat} flat sets");
    }

    #[test]
    fn noisy_grids_and_discs_leave_slivers_that_still_bound_the_points() {
        let mut rng = Pcg64::seed_from_u64(8);
        for case in 0..300 {
            let disc = ring(100, 1.0, 0.0).chain(ring(100, 1.0, 1e-11)).collect();
            let base = if case % 2 == 0 { cube_grid(9) } else { disc };
            let noise = 10f64.powf(rng.random_range(-18.0..-6.0));
            let turn = random_turn(&mut rng);
            let points: Vec<DVec3> = base.into_iter().map(|p| turn * p + random_point(&mut rng) * noise).collect();
            checked(&points);
        }
    }

    #[test]
    fn many_points_on_one_circle_are_quick() {
        let points: Vec<DVec3> = ring(10_000, 1.0, 0.0).chain([DVec3::Z]).collect();
        let hull = convex_hull(&points).expect("a cone");
        assert_eq!((hull.vertices.len(), hull.faces.len()), (10_001, 10_001));
    }

    #[test]
    fn turned_octagonal_prisms_have_ten_faces() {
        let mut rng = Pcg64::seed_from_u64(4);
        for _ in 0..500 {
            let turn = random_turn(&mut rng);
            let size = 10f64.powf(rng.random_range(-6.0..3.0));
            let prism: Vec<DVec3> = ring(8, 1.0, -0.8).chain(ring(8, 0.7, 0.8)).map(|p| turn * p * size).collect();
            let hull = checked(&prism);
            let mut corners: Vec<usize> = hull.faces.iter().map(Vec::len).collect();
            corners.sort_unstable();
            assert_eq!(corners, [4, 4, 4, 4, 4, 4, 4, 4, 8, 8]);
        }
    }

    #[test]
    fn long_cones_keep_their_thin_triangles() {
        let mut rng = Pcg64::seed_from_u64(5);
        for count in [3, 50, 1000] {
            for length in [1e-4, 1.0, 1e4] {
                let turn = random_turn(&mut rng);
                let cone: Vec<DVec3> = ring(count, 1.0, 0.0).chain([DVec3::Z * length]).map(|p| turn * p).collect();
                let hull = checked(&cone);
                assert_eq!((hull.vertices.len(), hull.faces.len()), (count + 1, count + 1));
            }
        }
    }

    #[test]
    fn needles_keep_their_narrow_sides() {
        // Each side is about as wide as the tolerance for the whole length.
        let needle: Vec<DVec3> = ring(40, 1e-11, -1.0).chain(ring(40, 1e-11, 1.0)).collect();
        let hull = checked(&needle);
        assert_eq!((hull.vertices.len(), hull.faces.len()), (80, 42));
    }

    #[test]
    fn faces_that_meet_at_a_small_angle_stay_apart() {
        // A roof over a square: its two halves rise by 1e-8 of their width.
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| DVec3::new(x, y, 0.0));
        let ridge = [DVec3::new(0.0, -1.0, 1e-8), DVec3::new(0.0, 1.0, 1e-8)];
        let points: Vec<DVec3> = square.into_iter().chain(square.map(|p| p - DVec3::Z)).chain(ridge).collect();
        let hull = checked(&points);
        assert_eq!((hull.vertices.len(), hull.faces.len()), (10, 7));
    }

    #[test]
    fn repeated_points_and_bad_sets() {
        let cube: Vec<DVec3> = cube_grid(1).into_iter().chain(cube_grid(1)).chain([DVec3::ZERO]).collect();
        assert_eq!(checked(&cube).vertices, cube_grid(1));
        assert_eq!(convex_hull(&[DVec3::ZERO, -DVec3::ZERO]), Err(ShapeError::TooFewVertices { count: 1 }));
        assert_eq!(convex_hull(&[]), Err(ShapeError::TooFewVertices { count: 0 }));
        let nan = convex_hull(&[DVec3::NAN; 4]);
        assert!(matches!(nan, Err(ShapeError::NotFinite { what: "vertices", .. })), "{nan:?}");
        let mut rng = Pcg64::seed_from_u64(6);
        for _ in 0..100 {
            let turn = random_turn(&mut rng);
            let flat: Vec<DVec3> = ring(20, 3.0, 0.0).map(|p| turn * p).collect();
            assert!(matches!(convex_hull(&flat), Err(ShapeError::Flat { count: 20, .. })));
            let line: Vec<DVec3> = (0..9).map(|k| turn * DVec3::X * f64::from(k)).collect();
            assert!(matches!(convex_hull(&line), Err(ShapeError::Flat { count: 9, .. })));
            // A plate of 1e-9 of its width is thin, not flat.
            let plate: Vec<DVec3> = ring(6, 1.0, 0.0).chain(ring(6, 1.0, 1e-9)).map(|p| turn * p).collect();
            assert_eq!(checked(&plate).vertices.len(), 12);
        }
    }
}
