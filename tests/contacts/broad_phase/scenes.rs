//! Seeded scenes, each a way to break a grid.

use glam::{DQuat, DVec3};
use packstone::broad::WorldBox;
use packstone::geometry::{Cylinder, OrientedBox, Polyhedron, Pose, Shape, Sphere};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Evenly spread in the cube from -1 to 1.
pub fn vector(rng: &mut Pcg64) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)))
}

/// A rotation.
pub fn turn(rng: &mut Pcg64) -> DQuat {
    loop {
        let q = DQuat::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)));
        if (0.01..1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}

/// A box with the given half lengths, somewhere in a cube of half width `room`, turned at random.
pub fn boxed(half: DVec3, room: f64, rng: &mut Pcg64) -> WorldBox {
    let oriented = OrientedBox { center: DVec3::ZERO, half_extents: half, axes: DQuat::IDENTITY };
    WorldBox::new(&oriented, &Pose::new(vector(rng) * room, turn(rng)))
}

fn many(count: usize, half: DVec3, room: f64, rng: &mut Pcg64) -> Vec<WorldBox> {
    (0..count).map(|_| boxed(half, room, rng)).collect()
}

/// Half lengths of a rod and of a disc.
const ROD: DVec3 = DVec3::new(0.5, 0.5, 25.0);
const DISC: DVec3 = DVec3::new(0.5, 0.5, 0.0125);

fn log_uniform(low: f64, high: f64, rng: &mut Pcg64) -> f64 {
    rng.random_range(low.ln()..high.ln()).exp()
}

/// All scenes by name: boxes, and pairs expected at least, so that no scene is empty by mistake.
pub fn all() -> Vec<(&'static str, Vec<WorldBox>, usize)> {
    let rng = &mut Pcg64::seed_from_u64(71);
    let cube = DVec3::splat(0.5);
    let mut scenes = vec![
        ("cubes", many(1500, cube, 5.0, rng), 2000),
        ("rods", many(600, ROD, 30.0, rng), 2000),
        ("discs", many(1500, DISC, 2.0, rng), 2000),
        ("small far from the origin", shifted(many(500, cube * 1e-4, 3e-4, rng), DVec3::new(1e3, -1e3, 1e3)), 500),
        ("all over each other", many(150, ROD, 0.1, rng), 150 * 149 / 2),
        ("flat as paper", many(400, DVec3::new(1.0, 1.0, 0.0), 2.0, rng), 500),
        ("points", many(300, DVec3::ZERO, 1.0, rng), 0),
        ("needles", many(300, DVec3::new(1e-6, 1e-6, 1.0), 1e-3, rng), 0),
    ];
    let sizes = (0..2000).map(|_| cube * log_uniform(0.05, 5.0, rng)).collect::<Vec<_>>();
    scenes.push(("sizes 1:100", sizes.iter().map(|half| boxed(*half, 6.0, rng)).collect(), 5000));
    let sizes = (0..600).map(|_| cube * log_uniform(1e-9, 1e3, rng)).collect::<Vec<_>>();
    scenes.push(("sizes 1:1e12", sizes.iter().map(|half| boxed(*half, 100.0, rng)).collect(), 5000));
    let shapes = [ROD, DISC * 10.0, cube, cube * 20.0, DVec3::new(40.0, 40.0, 0.1)];
    scenes.push(("all shapes", (0..900).map(|k| boxed(shapes[k % 5], 60.0, rng)).collect(), 5000));
    scenes.push(("clusters", clusters(rng), 5000));
    scenes.push(("far-flung", far_flung(rng), 500));
    scenes.push(("one place", vec![boxed(cube, 1.0, rng); 80], 80 * 79 / 2));
    scenes.push(("upright lattice", upright_lattice(), 4000));
    scenes
}

fn shifted(mut boxes: Vec<WorldBox>, by: DVec3) -> Vec<WorldBox> {
    boxes.iter_mut().for_each(|b| b.center += by);
    boxes
}

/// Dense heaps with nothing between them.
fn clusters(rng: &mut Pcg64) -> Vec<WorldBox> {
    let heaps: Vec<DVec3> = (0..8).map(|_| vector(rng) * 500.0).collect();
    (0..1200).map(|k| shifted(vec![boxed(DVec3::splat(0.5), 1.5, rng)], heaps[k % 8])[0]).collect()
}

/// A heap, and grains at ever larger distances, some of them touching there.
fn far_flung(rng: &mut Pcg64) -> Vec<WorldBox> {
    let mut boxes = many(300, DVec3::splat(0.5), 2.0, rng);
    for power in 0..300 {
        let place = vector(rng) * 10f64.powi(power);
        boxes.extend(
            [place, place + DVec3::splat(0.1)].map(|p| shifted(vec![boxed(DVec3::splat(0.5), 0.1, rng)], p)[0]),
        );
    }
    boxes
}

/// Cubes face to face, with faces on the borders of cells.
fn upright_lattice() -> Vec<WorldBox> {
    let place = |k: i32| DVec3::new(f64::from(k % 8), f64::from(k / 8 % 8), f64::from(k / 64));
    let oriented = OrientedBox { center: DVec3::ZERO, half_extents: DVec3::splat(0.5), axes: DQuat::IDENTITY };
    (0..512).map(|k| WorldBox::new(&oriented, &Pose::at(place(k)))).collect()
}

/// Shapes for tests with true contacts, with the half width of the room for `count` of them.
pub fn shapes() -> Vec<(Shape, f64)> {
    let cylinder = |radius, half| Shape::Cylinder(Cylinder::new(radius, half).expect("a cylinder"));
    vec![
        (Shape::Sphere(Sphere::new(0.5).expect("a sphere")), 2.6),
        (Shape::Polyhedron(Polyhedron::cuboid(DVec3::new(0.3, 0.5, 0.7)).expect("a box")), 2.6),
        (Shape::Polyhedron(Polyhedron::square_pyramid(1.0, 0.7).expect("a pyramid")), 2.0),
        (cylinder(0.5, 0.0125), 1.3),
        (cylinder(0.5, 0.5), 2.6),
        (cylinder(0.5, 25.0), 18.0),
    ]
}
