//! What tests share: seeded shapes and poses, rigid motions of a pair, a list of what went wrong; runs on either back end.

// Each test file takes what it needs.
#![allow(dead_code)]

pub mod backends;
pub mod folder;

use std::fmt::Display;

use glam::{DQuat, DVec3};
use packstone::geometry::{
    Capsule, Cylinder, Ellipsoid, HalfSpace, Polyhedron, Pose, Shape, ShapeError, Sphere, Superquadric,
};
use packstone::narrow::{Contact, Detector, Minkowski, WarmStart};
use packstone::studies::oracle::support::Width;
use packstone::studies::pairs::Placed;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Families with an end; half-spaces come on top.
pub const FAMILIES: [&str; 6] = ["sphere", "ellipsoid", "capsule", "cylinder", "superquadric", "polyhedron"];

/// The random numbers of a test.
pub fn seeded(seed: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed)
}

/// Evenly spread exponents between `low` and `high`.
pub fn log_uniform(rng: &mut Pcg64, low: f64, high: f64) -> f64 {
    rng.random_range(low.ln()..high.ln()).exp()
}

/// A point of the cube from -1 to 1.
pub fn vector(rng: &mut Pcg64) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)))
}

/// A unit vector, evenly spread.
pub fn direction(rng: &mut Pcg64) -> DVec3 {
    loop {
        let v = vector(rng);
        if (0.01..1.0).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}

/// A rotation, evenly spread.
pub fn turn(rng: &mut Pcg64) -> DQuat {
    loop {
        let q = DQuat::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)));
        if (0.01..1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}

/// A box.
pub fn cuboid(x: f64, y: f64, z: f64) -> Shape {
    solid(Polyhedron::cuboid(DVec3::new(x, y, z)))
}

/// A polyhedron that is known to be valid.
pub fn solid(polyhedron: Result<Polyhedron, ShapeError>) -> Shape {
    Shape::Polyhedron(polyhedron.expect("a valid polyhedron"))
}

/// A sphere.
pub fn sphere(radius: f64) -> Shape {
    Shape::Sphere(Sphere::new(radius).expect("a valid sphere"))
}

/// A cylinder along z.
pub fn cylinder(radius: f64, half_height: f64) -> Shape {
    Shape::Cylinder(Cylinder::new(radius, half_height).expect("a valid cylinder"))
}

/// A capsule along z.
pub fn capsule(radius: f64, half_height: f64) -> Shape {
    Shape::Capsule(Capsule::new(radius, half_height).expect("a valid capsule"))
}

/// An ellipsoid.
pub fn ellipsoid(x: f64, y: f64, z: f64) -> Shape {
    Shape::Ellipsoid(Ellipsoid::new(DVec3::new(x, y, z)).expect("a valid ellipsoid"))
}

/// A superquadric.
pub fn superquadric(radii: DVec3, n1: f64, n2: f64) -> Shape {
    Shape::Superquadric(Superquadric::new(radii, n1, n2).expect("a valid superquadric"))
}

/// Lengths for a random shape [m].
fn length(rng: &mut Pcg64) -> f64 {
    log_uniform(rng, 0.2, 1.0)
}

/// A ready solid or a random hull.
fn random_polyhedron(rng: &mut Pcg64) -> Shape {
    match rng.random_range(0..6) {
        0 => cuboid(length(rng), length(rng), length(rng)),
        1 => solid(Polyhedron::regular_tetrahedron(length(rng))),
        2 => solid(Polyhedron::square_pyramid(length(rng), length(rng))),
        3 => solid(Polyhedron::octagonal_prism(length(rng), length(rng))),
        4 => solid(Polyhedron::octagonal_frustum(length(rng), length(rng), length(rng))),
        _ => random_hull(rng),
    }
}

/// The hull of 8 to 64 points around the origin.
pub fn random_hull(rng: &mut Pcg64) -> Shape {
    let count = rng.random_range(8..=64);
    let stretch = DVec3::new(length(rng), length(rng), length(rng));
    let points: Vec<DVec3> = (0..count).map(|_| direction(rng) * stretch * rng.random_range(0.8..1.0)).collect();
    solid(Polyhedron::from_vertices(&points))
}

/// A random shape of a family.
pub fn random_shape(family: &str, rng: &mut Pcg64) -> Shape {
    match family {
        "sphere" => sphere(length(rng)),
        "ellipsoid" => ellipsoid(length(rng), length(rng), length(rng)),
        "capsule" => capsule(length(rng), length(rng)),
        "cylinder" => cylinder(length(rng), length(rng)),
        "superquadric" => {
            let radii = DVec3::new(length(rng), length(rng), length(rng));
            superquadric(radii, rng.random_range(1.5..6.0), rng.random_range(1.5..6.0))
        }
        "polyhedron" => random_polyhedron(rng),
        "halfspace" => Shape::HalfSpace(HalfSpace::new(direction(rng), rng.random_range(-1.0..1.0)).expect("valid")),
        other => unreachable!("no family {other}"),
    }
}

/// Two placed shapes.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The first body.
    pub a: Placed,
    /// The second body.
    pub b: Placed,
}

/// A shape at a place.
pub fn placed(shape: &Shape, position: DVec3, orientation: DQuat) -> Placed {
    Placed { shape: shape.clone(), pose: Pose::new(position, orientation) }
}

impl Scene {
    /// A pair; A is not turned and stands at the origin.
    pub fn of(a: &Shape, b: &Shape, position: DVec3, orientation: DQuat) -> Self {
        Self { a: placed(a, DVec3::ZERO, DQuat::IDENTITY), b: placed(b, position, orientation) }
    }

    /// B is moved along the unit vector `dir` until the support width along it is `width` [m]; the true overlap is
    /// not above that.
    pub fn with_width(mut self, dir: DVec3, width: f64) -> Self {
        let excess = Width::new(&self.a.body(), &self.b.body()).at(dir) - width;
        self.b.pose.position += dir * excess;
        self
    }

    /// Bounding radius of the smaller finite body [m].
    pub fn smaller(&self) -> f64 {
        self.a.shape.bounding_radius().min(self.b.shape.bounding_radius())
    }

    /// Bounding radius of the larger finite body [m].
    pub fn larger(&self) -> f64 {
        let radius = |shape: &Shape| Some(shape.bounding_radius()).filter(|r| r.is_finite());
        [radius(&self.a.shape), radius(&self.b.shape)].into_iter().flatten().fold(0.0, f64::max)
    }

    /// Distance of the further body from the world's origin [m].
    pub fn reach(&self) -> f64 {
        self.a.pose.position.length().max(self.b.pose.position.length())
    }

    /// Two polyhedra, or a polyhedron at a wall.
    pub fn is_flat(&self) -> bool {
        [&self.a, &self.b].iter().all(|p| matches!(p.shape, Shape::Polyhedron(_) | Shape::HalfSpace(_)))
    }

    /// The answer of a cold default detector.
    pub fn detect(&self) -> Contact {
        self.detect_with(&mut Minkowski::default(), &mut WarmStart::default())
    }

    /// The answer of `detector`.
    pub fn detect_with(&self, detector: &mut dyn Detector, warm: &mut WarmStart) -> Contact {
        detector.detect(&self.a.body(), &self.b.body(), warm).expect("a pair that can be treated")
    }

    /// Both turned about the world's origin, then shifted.
    pub fn moved(&self, turn: DQuat, shift: DVec3) -> Self {
        let place =
            |body: &Placed| placed(&body.shape, turn * body.pose.position + shift, turn * body.pose.orientation);
        Self { a: place(&self.a), b: place(&self.b) }
    }

    /// A and B exchanged.
    pub fn swapped(&self) -> Self {
        Self { a: self.b.clone(), b: self.a.clone() }
    }

    /// Everything `factor` times as large, the world included.
    pub fn scaled(&self, factor: f64) -> Self {
        let scale = |body: &Placed| {
            let shape = body.shape.scaled(factor).expect("a positive factor");
            Placed { shape, pose: Pose { position: body.pose.position * factor, ..body.pose } }
        };
        Self { a: scale(&self.a), b: scale(&self.b) }
    }

    /// The point reflection x -> -x of the world. All shapes but polyhedra and half-spaces are symmetric in it.
    pub fn mirrored(&self) -> Self {
        let mirror = |body: &Placed| Placed {
            shape: mirrored(&body.shape),
            pose: Pose { position: -body.pose.position, ..body.pose },
        };
        Self { a: mirror(&self.a), b: mirror(&self.b) }
    }

    /// The same pair with B shifted.
    pub fn with_b_shifted(&self, shift: DVec3) -> Self {
        let mut scene = self.clone();
        scene.b.pose.position += shift;
        scene
    }

    /// The same pair with B turned about its own origin by the rotation vector `spin` [rad].
    pub fn with_b_turned(&self, spin: DVec3) -> Self {
        let mut scene = self.clone();
        let by = DQuat::from_scaled_axis(spin);
        scene.b.pose.orientation = (by * scene.b.pose.orientation).normalize();
        scene
    }
}

/// The shape reflected at its origin.
fn mirrored(shape: &Shape) -> Shape {
    match shape {
        Shape::Polyhedron(s) => {
            let corners: Vec<DVec3> = s.vertices().iter().map(|v| -*v).collect();
            solid(Polyhedron::from_vertices(&corners))
        }
        Shape::HalfSpace(s) => Shape::HalfSpace(HalfSpace::new(-s.normal(), s.offset()).expect("a unit normal")),
        other => other.clone(),
    }
}

/// Two random shapes at random places, apart or overlapping by up to 0.3 of the smaller one.
pub fn random_scene(families: (&str, &str), rng: &mut Pcg64) -> Scene {
    let (a, b) = (random_shape(families.0, rng), random_shape(families.1, rng));
    let (place, aside) = (vector(rng), vector(rng) * (0.2 * b.bounding_radius()));
    let scene = Scene { a: placed(&a, place, turn(rng)), b: placed(&b, place + aside, turn(rng)) };
    let dir = match &scene.a.shape {
        Shape::HalfSpace(wall) => scene.a.pose.orientation * wall.normal(),
        _ => direction(rng),
    };
    let size = scene.smaller();
    let sign = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
    let overlap = sign * size * log_uniform(rng, 1e-4, 0.3);
    // From a place that is not yet in contact along the way that closes the gap, and beyond.
    let apart = scene.with_width(dir, 0.0);
    let contact = apart.detect();
    apart.with_b_shifted(contact.normal * (contact.overlap - overlap))
}

/// Every pair of families, walls included.
pub fn family_pairs() -> Vec<(&'static str, &'static str)> {
    let finite = FAMILIES.iter().enumerate().flat_map(|(k, a)| FAMILIES[k..].iter().map(move |b| (*a, *b)));
    finite.chain(FAMILIES.iter().map(|b| ("halfspace", *b))).collect()
}

/// What went wrong in a test: all of it is counted, the first few are shown.
#[derive(Default)]
pub struct Failures {
    count: usize,
    shown: Vec<String>,
}

impl Failures {
    /// Notes `what` of `case` when `value` is above `allowed` or not a number.
    pub fn above(&mut self, value: f64, allowed: f64, case: impl Display, what: &str) {
        self.unless(value <= allowed, || format!("{case}: {what} {value:e} > {allowed:e}"));
    }

    /// How much was noted; the test goes on.
    pub fn into_count(mut self) -> usize {
        std::mem::take(&mut self.count)
    }

    /// Notes `message` unless `holds`.
    pub fn unless(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.count += 1;
            if self.shown.len() < 12 {
                self.shown.push(message());
            }
        }
    }
}

impl Drop for Failures {
    /// The test fails here when anything was noted.
    fn drop(&mut self) {
        if self.count > 0 && !std::thread::panicking() {
            panic!("{} failures, the first:\n{}", self.count, self.shown.join("\n"));
        }
    }
}
