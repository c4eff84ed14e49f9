//! Functions and fixed point of `shaders/shared` against f64 and i64.

use packstone::device::fixed::{MOTION_BITS, POSITION_BITS};
use packstone::device::schema::records::{Fixed3, GpuPose};
use packstone::device::shader::{FIXED, MATH, POSE, Source};

use glam::{DQuat, DVec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::{gpu, mapped};

const FUNCTIONS: &str = "
@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<f32>>;
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if k >= arrayLength(&input) { return; }
    let x = input[k];
    output[k] = vec4<f32>(sine_cosine(x.x), power(x.y, x.z), angle_of(x.w, x.x));
}";

#[test]
fn functions_have_the_precision_of_f32() {
    let mut rng = Pcg64::seed_from_u64(1);
    let input: Vec<[f32; 4]> = (0..20_000)
        .map(|_| {
            let base = 10f32.powf(rng.random_range(-6.0..0.3));
            [rng.random_range(-20.0..20.0), base, rng.random_range(-2.0..6.0), rng.random_range(-20.0..20.0)]
        })
        .collect();
    let source = Source::new("functions", &[MATH, FIXED, FUNCTIONS]);
    let output: Vec<[f32; 4]> = mapped(&gpu(), &source, &[], &input, input.len());
    for (x, y) in input.iter().zip(&output) {
        let [a, b, c, d] = x.map(f64::from);
        let [s, cos, p, angle] = y.map(f64::from);
        assert!((s - a.sin()).abs() < 2.5e-7 && (cos - a.cos()).abs() < 2.5e-7, "sine and cosine of {a}: {s} {cos}");
        let power = b.powf(c);
        // The logarithm is of f32 precision: its rounding grows with its size.
        let allowed = 3e-7 + 1.5e-7 * (c * b.log2()).abs();
        assert!((p / power - 1.0).abs() < allowed || power < 1e-36, "{b}^{c} = {p}, not {power}");
        assert!((angle - a.atan2(d)).abs() < 6e-7, "angle of ({d}, {a}): {angle}");
    }
}

const SUMS: &str = "
struct Two { a: Fixed3, b: Fixed3 }
struct Three { sum: Fixed3, difference: Fixed3, position: Fixed3, back: Fixed3, float: vec3<f32> }
@group(0) @binding(0) var<storage, read> input: array<Two>;
@group(0) @binding(1) var<storage, read_write> output: array<Three>;
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if k >= arrayLength(&input) { return; }
    let a = input[k].a;
    let b = input[k].b;
    let float = fixed_to_float(a, MOTION_UNIT);
    output[k] = Three(fixed_add(a, b), fixed_sub(a, b), fixed_motion_to_position(a),
        fixed_from_float(float * MOTION_PER_UNIT), float);
}";

#[test]
fn fixed_point_is_integer_arithmetic() {
    let mut rng = Pcg64::seed_from_u64(2);
    let mut number = || {
        let bits = rng.random_range(1..62);
        [0, 1, 2].map(|_| rng.random_range(-(1i64 << bits)..1i64 << bits))
    };
    let numbers: Vec<[[i64; 3]; 2]> = (0..5000).map(|_| [number(), number()]).collect();
    let input: Vec<[Fixed3; 2]> = numbers.iter().map(|two| two.map(Fixed3::from_integers)).collect();
    #[repr(C)]
    #[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    struct Three {
        fixed: [Fixed3; 4],
        float: [f32; 4],
    }
    let source = Source::new("sums", &[MATH, FIXED, SUMS]);
    let output: Vec<Three> = mapped(&gpu(), &source, &[], &input, input.len());
    for ([a, b], out) in numbers.iter().zip(&output) {
        for k in 0..3 {
            assert_eq!(out.fixed[0].integers()[k], a[k].wrapping_add(b[k]));
            assert_eq!(out.fixed[1].integers()[k], a[k].wrapping_sub(b[k]));
            assert_eq!(out.fixed[2].integers()[k], (a[k] + 32768) >> 16);
            let float = a[k] as f64 * f64::from(-MOTION_BITS).exp2();
            assert!((f64::from(out.float[k]) - float).abs() <= 1.3e-7 * float.abs(), "{} is {float}", out.float[k]);
            let exact = (f64::from(out.float[k]) * f64::from(MOTION_BITS).exp2()).round_ties_even() as i64;
            assert_eq!(out.fixed[3].integers()[k], exact);
        }
    }
}

const RELATIVE: &str = "
@group(0) @binding(0) var<storage, read> input: array<Pose>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<f32>>;
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if 2u * k + 1u >= arrayLength(&input) { return; }
    let a = input[2u * k];
    let b = input[2u * k + 1u];
    output[k] = vec4<f32>(quat_matrix(a.turn) * quat_turn_back(b.turn, relative_position(a, b)), 0.0);
}";

#[test]
fn places_are_relative_to_each_other_wherever_they_are() {
    let mut rng = Pcg64::seed_from_u64(3);
    let mut unit = || DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)));
    let mut bodies = Vec::new();
    let mut expected = Vec::new();
    for k in 0..2000 {
        let far = unit() * 10f64.powi(k % 7);
        let turns = [unit(), unit()].map(DQuat::from_scaled_axis);
        let places = [far, far + unit() * 2.0];
        let [a, b] = [0, 1].map(|side| GpuPose::new(places[side], turns[side], 0, 0));
        expected.push(a.orientation() * (b.orientation().inverse() * (b.position() - a.position())));
        bodies.extend([a, b]);
    }
    let source = Source::new("relative", &[MATH, FIXED, POSE, RELATIVE]);
    let output: Vec<[f32; 4]> = mapped(&gpu(), &source, &[], &bodies, 2000);
    for (out, expected) in output.iter().zip(&expected) {
        let found = DVec3::new(out[0].into(), out[1].into(), out[2].into());
        let slack = 2e-6 + 4.0 * f64::from(-POSITION_BITS).exp2();
        assert!(found.distance(*expected) < slack, "{found} is not {expected}");
    }
}
