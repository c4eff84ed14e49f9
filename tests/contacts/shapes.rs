//! Every shape family: bad ones are refused with the reason, good ones agree with themselves.

use glam::{DQuat, DVec3};
use packstone::geometry::polyhedron::spiral::golden_spiral;
use packstone::geometry::{
    Capsule, Cylinder, Ellipsoid, Feature, HalfSpace, Polyhedron, Shape, ShapeError, Sphere, Superquadric,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::common::folder::Folder;

fn vector(rng: &mut Pcg64) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)))
}

/// A random unit direction; some along axes, where flat sides and ends lie.
fn direction(rng: &mut Pcg64) -> DVec3 {
    match rng.random_range(0..8) {
        0 => DVec3::AXES[rng.random_range(0..3)] * [-1.0, 1.0][rng.random_range(0..2)],
        1 => (vector(rng) * DVec3::new(1.0, 1.0, 0.0)).normalize(),
        _ => vector(rng).normalize(),
    }
}

fn superquadric(n1: f64, n2: f64) -> Superquadric {
    Superquadric::new(DVec3::new(1.5, 0.4, 1.0), n1, n2).expect("valid")
}

/// One or more of every family with an end.
fn shapes() -> Vec<Shape> {
    let mut rng = Pcg64::seed_from_u64(41);
    let cloud: Vec<DVec3> = (0..60).map(|_| vector(&mut rng) + DVec3::new(0.5, 0.0, 2.0)).collect();
    let polyhedra = [
        Polyhedron::cuboid(DVec3::new(1.0, 0.2, 3.0)),
        Polyhedron::regular_tetrahedron(0.7),
        Polyhedron::regular_octahedron(0.7),
        Polyhedron::square_pyramid(1.0, 2.0),
        Polyhedron::octagonal_prism(0.3, 0.1),
        Polyhedron::octagonal_frustum(0.3, 0.2, 0.4),
        golden_spiral(&superquadric(3.0, 10.0), 400),
        Polyhedron::from_vertices(&cloud),
    ];
    let mut shapes: Vec<Shape> = polyhedra.into_iter().map(|p| Shape::Polyhedron(p.expect("valid"))).collect();
    shapes.extend([
        Shape::Sphere(Sphere::new(0.3).expect("valid")),
        Shape::Ellipsoid(Ellipsoid::new(DVec3::new(3.0, 1.0, 0.2)).expect("valid")),
        Shape::Capsule(Capsule::new(0.3, 1.0).expect("valid")),
        Shape::Cylinder(Cylinder::new(0.3, 1.0).expect("valid")),
        Shape::Cylinder(Cylinder::new(1.0, 0.025).expect("valid")),
    ]);
    let exponents =
        [(1.0, 1.0), (1.0, 2.0), (2.0, 1.0), (1.2, 1.5), (2.0, 2.0), (3.0, 10.0), (20.0, 20.0), (100.0, 2.0)];
    shapes.extend(exponents.map(|(n1, n2)| Shape::Superquadric(superquadric(n1, n2))));
    shapes
}

/// Where the ray along `dir` from the centre of mass leaves the shape, by its equations.
fn surface_point(shape: &Shape, dir: DVec3) -> DVec3 {
    let center = shape.mass_properties().expect("finite").center;
    match shape {
        Shape::Sphere(s) => dir * s.radius(),
        Shape::Ellipsoid(s) => dir / (dir / s.radii()).length(),
        Shape::Superquadric(s) => s.surface_point(dir),
        Shape::Cylinder(s) => dir / (dir.truncate().length() / s.radius()).max(dir.z.abs() / s.half_height()),
        Shape::Capsule(s) => {
            let across = dir.truncate().length();
            let side = dir * (s.radius() / across);
            if across > 0.0 && side.z.abs() <= s.half_height() {
                return side;
            }
            // On the ball about the end: |t dir - h z| = r.
            let along = dir.z.abs() * s.half_height();
            dir * (along + (along * along + s.radius().powi(2) - s.half_height().powi(2)).sqrt())
        }
        Shape::Polyhedron(s) => {
            let reach = |normal: DVec3, offset: f64| (offset - center.dot(normal)) / dir.dot(normal).max(0.0);
            center + dir * s.faces().iter().map(|f| reach(f.normal, f.offset)).fold(f64::MAX, f64::min)
        }
        Shape::HalfSpace(_) => unreachable!("only shapes with an end are asked"),
    }
}

#[test]
fn support_is_the_maximum_over_the_surface() {
    let mut rng = Pcg64::seed_from_u64(42);
    for shape in shapes() {
        let size = shape.bounding_radius();
        let mut points = shape.surface_mesh(40).expect("finite").vertices;
        points.extend((0..1000).map(|_| surface_point(&shape, direction(&mut rng))));
        for _ in 0..200 {
            let dir = direction(&mut rng);
            let support = shape.support(dir).dot(dir);
            let highest = points.iter().map(|p| p.dot(dir)).fold(f64::MIN, f64::max);
            assert!(highest <= support + 1e-14 * size, "{shape:?} {dir}: {highest} above {support}");
            // The mesh comes close: the support is no bound far outside either.
            assert!(highest >= support - 0.02 * size, "{shape:?} {dir}: {highest} far below {support}");
        }
    }
}

/// Whether `point` belongs to the feature to within `tolerance` [m] in the plane across `dir`.
fn holds(feature: &Feature, point: DVec3, dir: DVec3, tolerance: f64) -> bool {
    let flat = |p: DVec3| (p - point).reject_from_normalized(dir);
    match feature {
        Feature::Point(p) => flat(*p).length() <= tolerance,
        Feature::Segment([p, q]) => {
            let (p, along) = (flat(*p), flat(*q) - flat(*p));
            let t = (-p.dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            (p + along * t).length() <= tolerance
        }
        Feature::Polygon(corners) => {
            // Left of every edge, or right of every edge.
            let side = |k: usize| {
                let (p, q) = (flat(corners[k]), flat(corners[(k + 1) % corners.len()]));
                (q - p).cross(-p).dot(dir) / (q - p).length()
            };
            let sides: Vec<f64> = (0..corners.len()).map(side).collect();
            sides.iter().all(|s| *s >= -tolerance) || sides.iter().all(|s| *s <= tolerance)
        }
        Feature::Disc { center, axis, radius } => {
            (*center - point).reject_from_normalized(*axis).length() <= radius + tolerance
        }
    }
}

/// A direction within about `tilt` of one along which a flat face, a straight side or a corner may lie.
fn near_flat(shape: &Shape, tilt: f64, rng: &mut Pcg64) -> DVec3 {
    let base = match shape {
        Shape::Polyhedron(s) => s.faces()[rng.random_range(0..s.faces().len())].normal,
        Shape::Superquadric(s) => vector(rng).signum() / s.radii(),
        _ => direction(rng),
    };
    (base.normalize() + vector(rng) * tilt).normalize()
}

/// Points whose hull the feature is, or that lie on its rim.
fn feature_points(feature: &Feature) -> Vec<DVec3> {
    match feature {
        Feature::Point(p) => vec![*p],
        Feature::Segment(ends) => ends.to_vec(),
        Feature::Polygon(corners) => corners.clone(),
        Feature::Disc { center, axis, radius } => {
            let (u, v) = axis.any_orthonormal_pair();
            [u, v, -u, -v].map(|dir| *center + dir * *radius).to_vec()
        }
    }
}

#[test]
fn features_hold_the_support_point_and_lie_at_its_height() {
    let mut rng = Pcg64::seed_from_u64(43);
    for shape in shapes() {
        let size = shape.bounding_radius();
        // An octahedral superquadric finds its face in two steps, across and along: their tolerances add up.
        let octahedral = matches!(&shape, Shape::Superquadric(s) if s.exponents() == (1.0, 1.0));
        let steps = if octahedral { 2.0 } else { 1.0 };
        for case in 0..1200 {
            let tolerance = [0.0, 1e-9, 1e-4][case % 3] * size;
            let tilt = tolerance / size * rng.random_range(0.0..2.0);
            let dir = if case % 2 == 0 { direction(&mut rng) } else { near_flat(&shape, tilt, &mut rng) };
            let feature = shape.support_feature(dir, tolerance);
            let support = shape.support(dir);
            assert!(holds(&feature, support, dir, 1e-13 * size), "{shape:?} {dir} {tolerance:e}: {feature:?}");
            for point in feature_points(&feature) {
                let depth = (support - point).dot(dir);
                assert!(
                    depth.abs() <= steps * tolerance + 1e-14 * size,
                    "{shape:?} {dir} {tolerance:e} {depth:e}: {feature:?}"
                );
            }
        }
    }
}

#[test]
fn flat_faces_straight_sides_and_ends_are_found() {
    let cuboid = Shape::Polyhedron(Polyhedron::cuboid(DVec3::ONE).expect("valid"));
    assert!(matches!(cuboid.support_feature(DVec3::X, 0.0), Feature::Polygon(corners) if corners.len() == 4));
    let edge = DVec3::new(1.0, 1.0, 0.0).normalize();
    assert!(matches!(cuboid.support_feature(edge, 1e-12), Feature::Segment(_)));
    let cylinder = Shape::Cylinder(Cylinder::new(0.3, 1.0).expect("valid"));
    assert!(matches!(cylinder.support_feature(-DVec3::Z, 0.0), Feature::Disc { axis, .. } if axis == -DVec3::Z));
    assert!(matches!(cylinder.support_feature(DVec3::X, 0.0), Feature::Segment(_)));
    let octahedron = Shape::Superquadric(Superquadric::new(DVec3::ONE, 1.0, 1.0).expect("valid"));
    let face = octahedron.support_feature(DVec3::ONE.normalize(), 1e-12);
    assert!(matches!(face, Feature::Polygon(corners) if corners.len() == 3));
}

#[test]
fn blocky_and_pointed_superquadrics_keep_to_their_equation() {
    let mut rng = Pcg64::seed_from_u64(44);
    let exponents = [1.0, 1.2, 2.0, 3.0, 10.0, 20.0, 100.0];
    for (n1, n2) in exponents.into_iter().flat_map(|n1| exponents.map(|n2| (n1, n2))) {
        let radii = vector(&mut rng).abs() + DVec3::splat(0.05);
        let body = Superquadric::new(radii, n1, n2).expect("valid");
        let points: Vec<DVec3> = (0..1000).map(|_| body.surface_point(direction(&mut rng))).collect();
        for _ in 0..300 {
            let dir = direction(&mut rng);
            let support = body.support(dir);
            let scaled = (support / radii).abs();
            let across = (scaled.x.powf(n2) + scaled.y.powf(n2)).powf(n1 / n2);
            // The implicit equation, its powers undone: they would multiply the rounding of a coordinate by n.
            let gauge = (across + scaled.z.powf(n1)).powf(1.0 / n1);
            assert!((gauge - 1.0).abs() < 1e-12, "n1 {n1}, n2 {n2}, {dir}: {gauge}");
            let highest = points.iter().map(|p| p.dot(dir)).fold(f64::MIN, f64::max);
            let size = body.bounding_radius();
            assert!(highest <= support.dot(dir) + 1e-14 * size, "n1 {n1}, n2 {n2}, {dir}");
        }
    }
}

#[test]
fn mass_grows_with_the_third_and_fifth_power() {
    for shape in shapes() {
        let mass = shape.mass_properties().expect("finite");
        for factor in [1e-5, 0.3, 70.0] {
            let scaled = shape.scaled(factor).expect("a good factor").mass_properties().expect("finite");
            assert!((scaled.volume / mass.volume / factor.powi(3) - 1.0).abs() < 1e-13, "{shape:?}");
            assert!(scaled.center.distance(mass.center * factor) < 1e-13 * factor * shape.bounding_radius());
            let moments = scaled.principal / mass.principal / factor.powi(5);
            assert!((moments - DVec3::ONE).abs().max_element() < 1e-12, "{shape:?}");
            assert!(mass.axes.angle_between(scaled.axes) < 1e-6, "{shape:?}");
        }
    }
}

#[test]
fn moments_are_those_of_a_solid_body() {
    for shape in shapes() {
        let m = shape.mass_properties().expect("finite").principal;
        assert!(m.min_element() > 0.0 && 2.0 * m.max_element() <= m.element_sum() * (1.0 + 1e-12), "{shape:?}: {m}");
        let fine = Shape::Polyhedron(
            Polyhedron::from_vertices(&shape.surface_mesh(256).expect("finite").vertices).expect("a hull"),
        );
        let mesh = fine.mass_properties().expect("finite");
        assert!((mesh.principal - m).abs().max_element() < 5e-3 * m.max_element(), "{shape:?}: {m} {}", mesh.principal);
    }
}

#[test]
fn balls_and_boxes_hold_the_surface() {
    let mut rng = Pcg64::seed_from_u64(45);
    for shape in shapes() {
        let size = shape.bounding_radius();
        let (center, radius) = shape.bounding_sphere().expect("finite");
        let around = shape.oriented_box().expect("finite");
        let mut points = shape.surface_mesh(64).expect("finite").vertices;
        points.extend((0..1000).map(|_| surface_point(&shape, direction(&mut rng))));
        let (mut furthest, mut reach) = (0f64, DVec3::ZERO);
        for point in &points {
            furthest = furthest.max(point.distance(center));
            reach = reach.max((around.axes.inverse() * (*point - around.center)).abs());
        }
        assert!(furthest <= radius + 1e-14 * size, "{shape:?}");
        assert!((reach - around.half_extents).max_element() <= 1e-14 * size, "{shape:?}");
        // Both are tight: the surface comes near the ball and near every side of the box.
        assert!(furthest >= 0.98 * radius, "{shape:?}: {furthest} {radius}");
        assert!((around.half_extents - reach).max_element() <= 0.01 * size, "{shape:?}");
        assert!(radius <= size * (1.0 + 1e-14), "{shape:?}");
    }
}

/// Why a shape was refused.
fn reason<T: std::fmt::Debug>(shape: Result<T, ShapeError>) -> String {
    shape.expect_err("a bad shape").to_string()
}

#[test]
fn bad_numbers_are_refused_by_name_and_value() {
    let nan = f64::NAN;
    let one = DVec3::ONE;
    let cases = [
        (reason(Sphere::new(0.0)), "radius is 0:"),
        (reason(Sphere::new(nan)), "radius is NaN:"),
        (reason(Sphere::new(-0.5)), "radius is -0.5:"),
        (reason(Ellipsoid::new(DVec3::new(1.0, f64::INFINITY, 1.0))), "radii[1] is inf:"),
        (reason(Ellipsoid::new(DVec3::new(1.0, 1.0, 0.0))), "radii[2] is 0:"),
        (reason(Capsule::new(0.0, 1.0)), "radius is 0:"),
        (reason(Capsule::new(1.0, nan)), "half_height is NaN:"),
        (reason(Cylinder::new(1.0, 0.0)), "half_height is 0:"),
        (reason(Superquadric::new(DVec3::new(1.0, 0.0, 1.0), 2.0, 2.0)), "b is 0:"),
        (reason(Superquadric::new(one, 0.9, 2.0)), "n1 is 0.9: exponents below 1"),
        (reason(Superquadric::new(one, 2.0, 0.5)), "n2 is 0.5: exponents below 1"),
        (reason(Superquadric::new(one, 2.0, nan)), "n2 is NaN:"),
        (reason(HalfSpace::new(DVec3::ZERO, 0.0)), "normal is [0.0, 0.0, 0.0]"),
        (reason(HalfSpace::new(DVec3::Z, nan)), "offset is NaN"),
        (reason(Polyhedron::cuboid(DVec3::new(0.0, 1.0, 1.0))), "half_extents[0] is 0:"),
    ];
    for (message, expected) in cases {
        assert!(message.contains(expected), "{message} / {expected}");
    }
}

#[test]
fn vertex_sets_without_a_volume_are_refused() {
    let triangle = [DVec3::X, DVec3::Y, DVec3::Z];
    assert!(reason(Polyhedron::from_vertices(&triangle)).starts_with("3 different vertices"));
    let repeated = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::X, DVec3::Y];
    assert!(reason(Polyhedron::from_vertices(&repeated)).starts_with("3 different vertices"));
    let turn = DQuat::from_scaled_axis(DVec3::new(0.4, -1.0, 0.2));
    let flat: Vec<DVec3> =
        (0..7).map(|k| turn * DVec3::new(f64::from(k).sin(), f64::from(k).cos(), 0.0) * 1e-3).collect();
    let message = reason(Polyhedron::from_vertices(&flat));
    assert!(message.contains("the 7 vertices lie in one plane") && message.contains("no volume"), "{message}");
    let mut broken = prism_vertices();
    broken[5].z = f64::NAN;
    assert!(reason(Polyhedron::from_vertices(&broken)).contains("vertices is NaN"));
}

fn prism_vertices() -> Vec<DVec3> {
    Polyhedron::octagonal_prism(1.0, 1.0).expect("valid").vertices().to_vec()
}

#[test]
fn a_flat_stl_file_has_no_volume() {
    let folder = Folder::new("shapes");
    let path = folder.join("flat.stl");
    let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    let other = facet.replace("vertex 0 0 0", "vertex 1 1 0");
    std::fs::write(&path, format!("solid flat\n{facet}{other}endsolid flat\n")).expect("a writable folder");
    let message = reason(Polyhedron::from_file(&path));
    assert!(message.contains("no volume") && message.contains("flat.stl"), "{message}");
}

#[test]
fn factors_that_leave_nothing_are_refused() {
    let wall = Shape::HalfSpace(HalfSpace::new(DVec3::Z, 1.0).expect("valid"));
    for shape in shapes().into_iter().chain([wall]) {
        for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let message = reason(shape.scaled(factor));
            assert!(message.starts_with(&format!("factor is {factor}:")), "{message}");
        }
    }
}
