//! Shapes on planes: `plane_patch` against the detector's answer for half-spaces.

use std::f64::consts::TAU;

use glam::{DQuat, DVec2, DVec3};
use packstone::device::Checks;
use packstone::device::buffer::Array;
use packstone::device::kernel::Kernel;
use packstone::device::shader::{BANDS, FEATURES, FIGURES, FIXED, MATH, NEAR_MANY, PATCHES, SHAPES, SPREAD, Source};
use packstone::device::shapes::{ShapeArrays, ShapeTables};
use packstone::geometry::planar::{PatchAxes, Spread, View};
use packstone::geometry::{HalfSpace, Polyhedron, Pose, Shape};
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};
use rand::RngExt;

use super::gpu;
use crate::common::{FAMILIES, cuboid, cylinder, direction, log_uniform, random_shape, seeded, solid, superquadric};

const ON_PLANES: &str = "
struct Query { dir: vec3<f32>, depth: f32, kind: u32 }
@group(0) @binding(0) var<storage, read> input: array<Query>;
@group(0) @binding(1) var<storage, read_write> output: array<array<vec4<f32>, 2>>;
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if k >= arrayLength(&input) { return; }
    let found = plane_patch(input[k].kind, input[k].dir, input[k].depth);
    output[k] = array<vec4<f32>, 2>(vec4<f32>(found.point, 0.0), vec4<f32>(found.spread, 0.0));
}";

#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
struct Query {
    dir: [f32; 3],
    depth: f32,
    kind: u32,
    pad: [u32; 3],
}

fn on_planes(checks: Checks, shapes: &[Shape], queries: &[Query]) -> Vec<[[f32; 4]; 2]> {
    let gpu = gpu(checks);
    let mut tables = ShapeTables::default();
    shapes.iter().for_each(|shape| {
        let _ = tables.push(shape, 0, None, 1.0);
    });
    let arrays = ShapeArrays::new(&gpu, &tables).expect("room");
    let source = Source::new(
        "on_planes",
        &[MATH, FIXED, SHAPES, SPREAD, FIGURES, NEAR_MANY, FEATURES, BANDS, PATCHES, ON_PLANES],
    );
    let kernel = Kernel::new(&gpu, &source).expect("a good kernel");
    let input = Array::from_slice(&gpu, "input", queries).expect("room");
    let output: Array<[[f32; 4]; 2]> = Array::zeros(&gpu, "output", queries.len()).expect("room");
    let bound =
        kernel.bind(&gpu, &[&[input.window(), output.window()], &arrays.group()]).expect("the arrays it declares");
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    bound.run(&gpu, &mut encoder.begin_compute_pass(&Default::default()), queries.len());
    gpu.queue.submit([encoder.finish()]);
    output.read(&gpu, queries.len()).expect("a result")
}

/// The middle and the patch that the detector finds for a body that dips by `depth` into a plane.
fn expected(shape: &Shape, dir: DVec3, depth: f64) -> (DVec3, PatchAxes) {
    let dir = dir.normalize();
    let wall = Shape::HalfSpace(HalfSpace::new(-dir, depth.abs() - shape.support(dir).dot(dir)).expect("a wall"));
    let pose = Pose { position: DVec3::ZERO, orientation: DQuat::IDENTITY };
    let mut detector = Minkowski::default();
    detector.patch_depth = if depth > 0.0 { 1.0 } else { 0.0 };
    let bodies = [Body { shape, pose }, Body { shape: &wall, pose }];
    let found = detector.detect(&bodies[0], &bodies[1], &mut WarmStart::default()).expect("a supported pair");
    (found.c1, found.patch)
}

/// From this place on `shapes` have more corners near some planes than a list on the device holds.
const MANY_CORNERS: usize = 39;

fn shapes() -> Vec<Shape> {
    let mut rng = seeded(31);
    let mut all: Vec<Shape> = FAMILIES.iter().flat_map(|f| [*f; 6]).map(|f| random_shape(f, &mut rng)).collect();
    all.push(cuboid(1.0, 0.5, 0.25));
    all.push(cylinder(0.5, 0.7));
    all.push(superquadric(DVec3::new(1.0, 0.7, 0.4), 1.0, 1.0));
    assert_eq!(all.len(), MANY_CORNERS);
    let corner = |k: i32, z: f64| DQuat::from_rotation_z(f64::from(k) * TAU / 80.0) * DVec3::new(1.0, 0.0, z);
    let ring = |z: f64| (0..80).map(move |k| corner(k, z));
    all.push(solid(Polyhedron::from_vertices(&ring(0.5).chain(ring(-0.5)).collect::<Vec<_>>())));
    let smooth = superquadric(DVec3::new(1.0, 0.7, 0.4), 6.0, 6.0);
    let mesh: Vec<DVec3> = (0..400).map(|_| smooth.support(direction(&mut rng).powf(5.0).normalize())).collect();
    all.push(solid(Polyhedron::from_vertices(&mesh)));
    all
}

/// Directions along which features lie flat, in the shape's frame.
fn flat_directions(shape: &Shape) -> Vec<DVec3> {
    match shape {
        Shape::Polyhedron(body) if body.vertices().len() > 200 => vec![DVec3::Z, DVec3::X],
        Shape::Polyhedron(body) => body.faces().iter().take(12).map(|face| face.normal).collect(),
        Shape::Superquadric(s) => vec![s.radii().recip().normalize(), DVec3::Z, DVec3::X],
        _ => vec![DVec3::Z, DVec3::NEG_Z, DVec3::X, DVec3::new(0.6, -0.8, 0.0)],
    }
}

#[test]
fn patches_on_planes_are_those_of_the_detector() {
    let shapes = shapes();
    let mut rng = seeded(32);
    let (mut queries, mut exact) = (Vec::new(), Vec::new());
    for (kind, shape) in shapes.iter().enumerate() {
        let size = shape.bounding_radius();
        let flat = flat_directions(shape);
        let tilted: Vec<DVec3> = flat
            .iter()
            .map(|dir| (*dir + direction(&mut rng) * log_uniform(&mut rng, 2e-4, 0.1)).normalize())
            .collect();
        let random: Vec<DVec3> = (0..10).map(|_| direction(&mut rng)).collect();
        for dir in flat.iter().chain(&tilted).chain(&random) {
            for depth in [0.0, rng.random_range(1e-3..0.1) * size] {
                exact.push(*dir);
                queries.push(Query {
                    dir: dir.as_vec3().to_array(),
                    depth: depth as f32,
                    kind: kind as u32,
                    pad: [0; 3],
                });
            }
        }
    }
    let output = on_planes(Checks::Checked, &shapes, &queries);
    assert_eq!(output, on_planes(Checks::Trusted, &shapes, &queries), "checked and trusted modules differ");
    let mut worst = [(0.0_f64, 0.0_f64); 2];
    for ((query, dir), [out, spread]) in queries.iter().zip(&exact).zip(&output) {
        let shape = &shapes[query.kind as usize];
        let size = shape.bounding_radius();
        let (point, patch) = expected(shape, *dir, query.depth.into());
        let off = DVec3::new(out[0].into(), out[1].into(), out[2].into()).distance(point) / size;
        // The device's axes are those of its own direction.
        let view = View::new(DVec3::ZERO, DVec3::from_array(query.dir.map(f64::from)).normalize());
        let [mean, x, y, _] = spread.map(f64::from);
        let found = Spread { mean, shear: DVec2::new(x, y) }.axes(&view);
        let off_square = found.moment_difference(&patch) / (size * size);
        let many = usize::from(query.kind as usize >= MANY_CORNERS);
        // Neighbouring corners of so many lie within the narrow band of the device, but for the flat ends of the prism.
        let prism = query.kind as usize == MANY_CORNERS;
        if many == 1 && query.depth == 0.0 && !(prism && flat_directions(shape).contains(dir)) {
            continue;
        }
        worst[many] = (worst[many].0.max(off), worst[many].1.max(off_square));
    }
    let [few, many] = worst;
    println!("{} patches on planes: points off by {:.1e}, moments by {:.1e}", queries.len(), few.0, few.1);
    println!("of more corners than there is room for: points off by {:.1e}, moments by {:.1e}", many.0, many.1);
    // Shares of the size. The band of the device starts higher, which moves deep patches by its share of the depth.
    assert!(few.0 < 2e-4 && few.1 < 2e-4, "points off by {:e}, moments by {:e}", few.0, few.1);
    assert!(many.0 < 6e-2 && many.1 < 5e-2, "points off by {:e}, moments by {:e}", many.0, many.1);
}
