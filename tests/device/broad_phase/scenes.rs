//! Seeded scenes, each a way to break a grid. Lengths in units of length of the device.

use glam::{DQuat, DVec3};
use packstone::broad::{BroadPhase, BroadReport, LocalBox, WorldBox, bounds};
use packstone::device::schema::constants::FIXED_BODY;
use packstone::device::schema::records::GpuPose;
use packstone::geometry::{Cylinder, Polyhedron, Pose, Shape, Sphere};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Bodies of some shapes at places of the device.
#[derive(Clone)]
pub struct Scene {
    pub name: &'static str,
    pub shapes: Vec<Shape>,
    pub poses: Vec<GpuPose>,
    pub skin: f64,
    /// Pairs at least, so that no scene is empty by mistake.
    pub at_least: usize,
}

pub fn vector(rng: &mut Pcg64) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)))
}

pub fn turn(rng: &mut Pcg64) -> DQuat {
    loop {
        let q = DQuat::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)));
        if (0.01..1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}

pub fn sphere(radius: f64) -> Shape {
    Shape::Sphere(Sphere::new(radius).expect("a sphere"))
}

/// A cube with corners at `radius` from its middle.
pub fn cube(radius: f64) -> Shape {
    cuboid(DVec3::splat(radius / 3f64.sqrt()))
}

/// A cylinder of radius 1 with the given height over diameter, times `size`.
fn cylinder(height: f64, size: f64) -> Shape {
    Shape::Cylinder(Cylinder::new(size, height * size).expect("a cylinder"))
}

fn cuboid(half: DVec3) -> Shape {
    Shape::Polyhedron(Polyhedron::cuboid(half).expect("a box"))
}

/// `count` bodies of the shapes in turn that fill the given share of a cube about `center`. Every tenth does not move.
pub fn scene(name: &'static str, shapes: Vec<Shape>, count: usize, filled: f64, center: DVec3) -> Scene {
    let rng = &mut Pcg64::seed_from_u64(91);
    let volume = |shape: &Shape| shape.mass_properties().expect("a finite shape").volume;
    let all: f64 = (0..count).map(|k| volume(&shapes[k % shapes.len()])).sum();
    let room = 0.5 * (all / filled).cbrt();
    let pose = |k: usize| {
        let flags = if k % 10 == 3 { FIXED_BODY } else { 0 };
        GpuPose::new(center + vector(rng) * room, turn(rng), (k % shapes.len()) as u32, flags)
    };
    let poses = (0..count).map(pose).collect();
    let shortest = |shape: &Shape| LocalBox::of(shape).expect("finite").oriented.half_extents.min_element();
    let skin = 0.2 * shapes.iter().map(shortest).fold(f64::INFINITY, f64::min);
    Scene { name, shapes, poses, skin, at_least: 0 }
}

/// Sizes from 1 to `ratio` with as much volume in each factor of size: of `count` bodies one is the largest.
fn sizes(ratio: f64, count: usize, make: impl Fn(f64) -> Shape) -> (Vec<Shape>, Vec<usize>) {
    let steps: Vec<f64> = (0..12).map(|k| ratio.powf(f64::from(k) / 11.0)).collect();
    let sum: f64 = steps.iter().map(|size| size.powi(-3)).sum();
    let mut kinds = Vec::new();
    for (k, size) in steps.iter().enumerate() {
        let share = (size.powi(-3) / sum * count as f64).round() as usize;
        kinds.extend(std::iter::repeat_n(k, share.max(2)));
    }
    (steps.into_iter().map(make).collect(), kinds)
}

/// Grains of many sizes on the surface of the largest of them, which is body 0 and as wide as `room`.
fn mixed(name: &'static str, ratio: f64, room: f64, make: impl Fn(f64) -> Shape) -> Scene {
    let rng = &mut Pcg64::seed_from_u64(92);
    let (shapes, kinds) = sizes(ratio, 1200, make);
    let poses = kinds.iter().rev().enumerate().map(|(body, kind)| {
        let reach = 0.9 * shapes[*kind].bounding_radius();
        let out = if body == 0 { 0.0 } else { room + rng.random_range(-reach..reach) };
        GpuPose::new(vector(rng).normalize() * out, turn(rng), *kind as u32, 0)
    });
    let poses = poses.collect();
    Scene { name, shapes, poses, skin: 0.1, at_least: 500 }
}

/// All scenes.
pub fn all() -> Vec<Scene> {
    let far = DVec3::new(1e5, -1.1e5, 0.9e5);
    let zero = DVec3::ZERO;
    let odd = || vec![cuboid(DVec3::new(0.3, 0.5, 0.7)), Shape::Polyhedron(pyramid())];
    let rods = || vec![cylinder(50.0, 1.0)];
    let discs = || vec![cylinder(0.025, 1.0)];
    let dense = |scene: Scene, at_least: usize| Scene { at_least, ..scene };
    let mut scenes = vec![
        dense(scene("spheres", vec![sphere(1.0)], 2000, 0.6, zero), 4000),
        dense(scene("boxes and pyramids", odd(), 1500, 0.6, zero), 4000),
        dense(scene("discs", discs(), 1200, 0.15, zero), 4000),
        dense(scene("rods", rods(), 800, 0.08, zero), 2500),
        dense(scene("boxes far away", odd(), 700, 0.6, far), 2000),
        dense(scene("discs far away", discs(), 500, 0.15, far), 1500),
        dense(scene("rods far away", rods(), 300, 0.08, far), 800),
        mixed("spheres 1:10", 10.0, 10.0, sphere),
        mixed("boxes 1:10", 10.0, 8.0, |size| cuboid(DVec3::new(1.0, 0.8, 0.6) * size)),
        mixed("spheres 1:1000", 1000.0, 1000.0, sphere),
        mixed("rods 1:10", 10.0, 60.0, |size| cylinder(50.0, size)),
    ];
    scenes.push(dense(scene("all in one place", odd(), 120, 1e6, zero), 120 * 119 / 2 - 12 * 11 / 2));
    scenes.push(scene("one body", rods(), 1, 1.0, zero));
    scenes.push(Scene { name: "no body", shapes: rods(), poses: Vec::new(), skin: 0.1, at_least: 0 });
    let mut shapes = odd();
    shapes.extend(rods());
    shapes.extend([cylinder(0.025, 10.0), cylinder(50.0, 0.1), sphere(0.5), sphere(20.0)]);
    scenes.push(dense(scene("all shapes", shapes, 900, 0.5, zero), 1000));
    scenes
}

fn pyramid() -> Polyhedron {
    Polyhedron::square_pyramid(1.0, 0.7).expect("a pyramid")
}

impl Scene {
    /// Poses as the device has them, in f64.
    pub fn poses(&self) -> Vec<Pose> {
        self.poses.iter().map(|pose| Pose::new(pose.position(), pose.orientation())).collect()
    }

    /// Boxes on the CPU.
    pub fn boxes(&self) -> Vec<WorldBox> {
        let locals: Vec<LocalBox> =
            self.shapes.iter().map(|shape| LocalBox::of(shape).expect("a finite shape")).collect();
        let mut boxes = Vec::new();
        bounds(&self.poses(), |body| locals[self.poses[body].kind as usize], self.skin, &mut boxes);
        boxes
    }

    pub fn skips(&self, i: u32, j: u32) -> bool {
        self.poses[i as usize].flags & self.poses[j as usize].flags & FIXED_BODY != 0
    }

    /// The list of the CPU.
    pub fn pairs(&self) -> (Vec<[u32; 2]>, BroadReport) {
        let mut broad = BroadPhase::default();
        let report = broad.rebuild(&self.boxes(), |i, j| self.skips(i, j)).expect("good boxes");
        (broad.pairs().to_vec(), report)
    }
}

/// Whether two boxes are no further apart than this share of the sum of their radii, along each of the lines that can separate
/// them: the test of the device in f64.
pub fn touch_within(a: &WorldBox, b: &WorldBox, share: f64) -> bool {
    let slack = share * (a.radius + b.radius);
    let t = b.center - a.center;
    if t.length() > a.radius + b.radius + slack {
        return false;
    }
    let upright = a.aligned_half() + b.aligned_half() + slack;
    let columns = |b: &WorldBox| [b.axes.x_axis, b.axes.y_axis, b.axes.z_axis];
    let reach = |b: &WorldBox, line: DVec3| (b.axes.transpose() * line).abs().dot(b.half);
    let near = |line: DVec3| t.dot(line).abs() <= reach(a, line) + reach(b, line) + slack;
    let crosses = columns(a).into_iter().flat_map(|p| columns(b).map(|q| p.cross(q)));
    t.abs().cmple(upright).all() && columns(a).into_iter().chain(columns(b)).chain(crosses).all(near)
}
