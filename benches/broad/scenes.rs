//! Seeded arrangements of bodies, dense enough that each has a few true contacts.

use glam::{DQuat, DVec3};
use packstone::broad::LocalBox;
use packstone::geometry::{Cylinder, Polyhedron, Pose, Shape, Sphere};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Bodies of some shapes at places.
pub struct Scene {
    /// Name in the table.
    pub name: &'static str,
    /// The different shapes.
    pub shapes: Vec<Shape>,
    /// Their bounds.
    pub locals: Vec<LocalBox>,
    /// Which shape each body has.
    pub shape_of: Vec<u32>,
    /// Where each body is.
    pub poses: Vec<Pose>,
    /// A tenth of the shortest length of any body [m].
    pub skin: f64,
}

/// A kind of body, and the share of space that it fills.
pub struct Kind {
    name: &'static str,
    filled: f64,
    /// Largest over smallest size.
    ratio: f64,
    make: fn(f64) -> Shape,
}

/// A cylinder of diameter 1 or, if flat, of the given height over diameter, times `size`.
fn cylinder(height: f64, size: f64) -> Shape {
    Shape::Cylinder(Cylinder::new(0.5 * size, 0.5 * height * size).expect("a cylinder"))
}

fn sphere(size: f64) -> Shape {
    Shape::Sphere(Sphere::new(0.5 * size).expect("a sphere"))
}

fn cube(size: f64) -> Shape {
    Shape::Polyhedron(Polyhedron::cuboid(DVec3::splat(0.5 * size)).expect("a cube"))
}

fn tetrahedron(size: f64) -> Shape {
    Shape::Polyhedron(Polyhedron::regular_tetrahedron(size).expect("a tetrahedron"))
}

/// All kinds. Rods and discs in disorder cannot fill more space than this without ten or more contacts each.
pub const KINDS: [Kind; 12] = [
    Kind { name: "spheres", filled: 0.6, ratio: 1.0, make: sphere },
    Kind { name: "cubes", filled: 0.6, ratio: 1.0, make: cube },
    Kind { name: "tetrahedra", filled: 0.5, ratio: 1.0, make: tetrahedron },
    Kind { name: "cylinders H/D 0.025", filled: 0.3, ratio: 1.0, make: |size| cylinder(0.025, size) },
    Kind { name: "cylinders H/D 0.5", filled: 0.6, ratio: 1.0, make: |size| cylinder(0.5, size) },
    Kind { name: "cylinders H/D 1", filled: 0.6, ratio: 1.0, make: |size| cylinder(1.0, size) },
    Kind { name: "cylinders H/D 5", filled: 0.5, ratio: 1.0, make: |size| cylinder(5.0, size) },
    Kind { name: "cylinders H/D 50", filled: 0.1, ratio: 1.0, make: |size| cylinder(50.0, size) },
    Kind { name: "spheres 1:10", filled: 0.6, ratio: 10.0, make: sphere },
    Kind { name: "cubes 1:10", filled: 0.6, ratio: 10.0, make: cube },
    Kind { name: "spheres 1:100", filled: 0.6, ratio: 100.0, make: sphere },
    Kind { name: "rods H/D 50, 1:10", filled: 0.1, ratio: 10.0, make: |size| cylinder(50.0, size) },
];

impl Kind {
    /// `count` bodies: equal ones on a jittered lattice, others anywhere; turned at random; numbered at random, as
    /// after long mixing, which is the worst order for a cache.
    pub fn scene(&self, count: usize) -> Scene {
        let mut rng = Pcg64::seed_from_u64(7);
        // Sizes with equal volume in each factor of size: 1 : s^-3.
        let steps = if self.ratio > 1.0 { 24 } else { 1 };
        let sizes: Vec<f64> =
            (0..steps).map(|k| self.ratio.powf(f64::from(k) / f64::from((steps - 1).max(1)))).collect();
        let shapes: Vec<Shape> = sizes.iter().map(|size| (self.make)(*size)).collect();
        let locals: Vec<LocalBox> = shapes.iter().map(|shape| LocalBox::of(shape).expect("a finite shape")).collect();
        let volumes: Vec<f64> =
            shapes.iter().map(|shape| shape.mass_properties().expect("a finite shape").volume).collect();
        let shape_of = draw(count, &sizes, &mut rng);
        let volume: f64 = shape_of.iter().map(|shape| volumes[*shape as usize]).sum();
        let side = (volume / self.filled).cbrt();
        let mut places = if steps == 1 { jittered(count, side, &mut rng) } else { anywhere(count, side, &mut rng) };
        places.shuffle(&mut rng);
        let poses = places.into_iter().map(|place| Pose::new(place, turn(&mut rng))).collect();
        let shortest = locals[0].oriented.half_extents.min_element() * 2.0;
        Scene { name: self.name, shapes, locals, shape_of, poses, skin: 0.1 * shortest }
    }

    /// The name in the table.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// Which size each body has: one share of the volume for each size, and at least one body.
fn draw(count: usize, sizes: &[f64], rng: &mut Pcg64) -> Vec<u32> {
    let weights: Vec<f64> = sizes.iter().map(|size| size.powi(-3)).collect();
    let sum: f64 = weights.iter().sum();
    let pick = |mut at: f64| {
        weights.iter().position(|w| {
            at -= w;
            at < 0.0
        })
    };
    let mut drawn: Vec<u32> =
        (0..count).map(|_| pick(rng.random_range(0.0..sum)).unwrap_or(sizes.len() - 1) as u32).collect();
    (0..sizes.len()).for_each(|k| drawn[k] = k as u32);
    drawn
}

fn vector(rng: &mut Pcg64) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| rng.random_range(0.0..1.0)))
}

fn turn(rng: &mut Pcg64) -> DQuat {
    loop {
        let q = DQuat::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)));
        if (0.01..1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}

/// Sites of a cubic lattice in a cube of the given side [m], each moved by up to a quarter of the spacing.
fn jittered(count: usize, side: f64, rng: &mut Pcg64) -> Vec<DVec3> {
    let per_side = (count as f64).cbrt().ceil() as usize;
    let spacing = side / (count as f64).cbrt();
    let site =
        |k: usize| DVec3::new((k % per_side) as f64, (k / per_side % per_side) as f64, (k / per_side.pow(2)) as f64);
    (0..count).map(|k| (site(k) + 0.5 * vector(rng)) * spacing).collect()
}

/// Places anywhere in a cube of the given side [m].
fn anywhere(count: usize, side: f64, rng: &mut Pcg64) -> Vec<DVec3> {
    (0..count).map(|_| vector(rng) * side).collect()
}
