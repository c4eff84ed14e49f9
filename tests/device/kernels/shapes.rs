//! Support points and curvatures on the device against those of the CPU.

use glam::DVec3;
use packstone::device::schema::records::GpuKind;
use packstone::device::shader::{CURVATURE, FIXED, MATH, SHAPES, Source};
use packstone::device::shapes::{ShapeArrays, ShapeTables};
use packstone::geometry::{Capsule, Cylinder, Ellipsoid, Polyhedron, Shape, Sphere, Superquadric};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::{gpu, mapped};

const SUPPORTS: &str = "
@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<f32>>;
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if k >= arrayLength(&input) { return; }
    let kind = u32(input[k].w);
    let dir = input[k].xyz;
    let found = core_support(kind, dir, NO_VERTEX);
    output[k] = vec4<f32>(found.point, dot(found.point, dir) + rounding_of(kind));
}";

const CURVATURES: &str = "
@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<f32>>;
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if k >= arrayLength(&input) { return; }
    output[k] = vec4<f32>(local_curvature(u32(input[k].w), normalize(input[k].xyz)));
}";

fn shapes() -> Vec<Shape> {
    let superquadric = |n1: f64, n2: f64| Superquadric::new(DVec3::new(1.0, 0.7, 0.4), n1, n2).expect("good numbers");
    let mut rng = Pcg64::seed_from_u64(4);
    let mut cloud = |count: usize| -> Vec<DVec3> {
        (0..count)
            .map(|_| DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0))).normalize())
            .collect()
    };
    vec![
        Shape::Sphere(Sphere::new(0.8).expect("good numbers")),
        Shape::Ellipsoid(Ellipsoid::new(DVec3::new(1.0, 0.5, 0.02)).expect("good numbers")),
        Shape::Capsule(Capsule::new(0.2, 0.9).expect("good numbers")),
        Shape::Cylinder(Cylinder::new(0.2, 0.9).expect("good numbers")),
        Shape::Superquadric(superquadric(2.0, 2.0)),
        Shape::Superquadric(superquadric(4.0, 8.0)),
        Shape::Superquadric(superquadric(1.5, 1.2)),
        Shape::Superquadric(superquadric(20.0, 2.5)),
        Shape::Superquadric(superquadric(1.0, 1.0)),
        Shape::Polyhedron(Polyhedron::from_vertices(&cloud(12)).expect("a hull")),
        Shape::Polyhedron(Polyhedron::from_vertices(&cloud(300)).expect("a hull")),
    ]
}

/// A table of all shapes, and directions for each, many of them close to axes and planes of symmetry.
fn inputs(shapes: &[Shape]) -> (ShapeTables, Vec<[f32; 4]>) {
    let mut tables = ShapeTables::default();
    shapes.iter().for_each(|shape| {
        let _ = tables.push(shape, 0, None, 1.0);
    });
    let mut rng = Pcg64::seed_from_u64(5);
    let mut input = Vec::new();
    for k in 0..11_000 {
        let spread = 10f32.powf(rng.random_range(-6.0..0.0));
        let dir: [f32; 3] =
            std::array::from_fn(|axis| rng.random_range(-1.0f32..1.0) * if axis == k % 3 { 1.0 } else { spread });
        input.push([dir[0], dir[1], dir[2], (k % shapes.len()) as f32]);
    }
    (tables, input)
}

#[test]
fn curvatures_are_those_of_the_cpu() {
    let shapes = shapes();
    let (tables, input) = inputs(&shapes);
    let gpu = gpu();
    let arrays = ShapeArrays::new(&gpu, &tables).expect("room");
    let source = Source::new("curvatures", &[MATH, FIXED, SHAPES, CURVATURE, CURVATURES]);
    let output: Vec<[f32; 4]> = mapped(&gpu, &source, &arrays.group(), &input, input.len());
    let mut within = vec![0; shapes.len()];
    for (x, out) in input.iter().zip(&output) {
        let dir = DVec3::new(x[0].into(), x[1].into(), x[2].into()).normalize();
        let shape = &shapes[x[3] as usize];
        let volume = shape.contact_radius().recip();
        let (expected, found) = (shape.local_curvature(volume, dir), f64::from(out[0]));
        assert!((found / expected - 1.0).abs() < 3e-5, "{} along {dir}: {found}, not {expected}", shape.family());
        within[x[3] as usize] += usize::from(expected > 0.1001 * volume && expected < 9.99 * volume);
    }
    assert!(within.iter().all(|count| *count > 10), "few places are within the bounds: {within:?}");
}

#[test]
fn supports_reach_as_far_as_on_the_cpu() {
    let shapes = shapes();
    let (tables, input) = inputs(&shapes);
    let gpu = gpu();
    let arrays = ShapeArrays::new(&gpu, &tables).expect("room");
    let source = Source::new("supports", &[MATH, FIXED, SHAPES, SUPPORTS]);
    let output: Vec<[f32; 4]> = mapped(&gpu, &source, &arrays.group(), &input, input.len());
    for (x, out) in input.iter().zip(&output) {
        let dir = DVec3::new(x[0].into(), x[1].into(), x[2].into());
        let shape = &shapes[x[3] as usize];
        let height = shape.support(dir.normalize()).dot(dir.normalize());
        let point = DVec3::new(out[0].into(), out[1].into(), out[2].into());
        let rounding = match shape {
            Shape::Sphere(s) => s.radius(),
            Shape::Capsule(s) => s.radius(),
            _ => 0.0,
        };
        let found = point.dot(dir.normalize()) + rounding;
        assert!((found - height).abs() < 4e-7, "{} along {dir}: {found}, not {height}", shape.family());
    }
}

#[test]
fn kinds_have_the_layout_that_kernels_expect() {
    let text = Source::new("kinds", &[MATH, SHAPES]).text(64);
    let module = naga::front::wgsl::parse_str(&text).expect("good text");
    let mut layouter = naga::proc::Layouter::default();
    layouter.update(module.to_ctx()).expect("sized types");
    let (handle, _) =
        module.types.iter().find(|(_, kind)| kind.name.as_deref() == Some("Kind")).expect("a struct Kind");
    assert_eq!(layouter[handle].to_stride() as usize, size_of::<GpuKind>());
}
