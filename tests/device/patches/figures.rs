//! Overlaps of planar figures on the device against those of the CPU.

use glam::DVec2;
use packstone::device::buffer::Array;
use packstone::device::kernel::Kernel;
use packstone::device::shader::{BANDS, DISCS, FIGURES, FIXED, MATH, OVERLAPS, SHAPES, SPREAD, Source};
use packstone::device::shapes::{ShapeArrays, ShapeTables};
use packstone::device::{Checks, Gpu};
use packstone::geometry::planar::{Band, Figure, Spread, convex_hull, overlap_centroid};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::gpu;
use crate::common::{log_uniform, seeded, sphere};

/// Corners that a figure of the test may have.
const CAPACITY: usize = 12;

const FIGURE_PAIRS: &str = "
// A side of this test is a query and which of its figures.
struct Side { query: u32, number: u32 }
// All corners in order, or of a figure that has shrunk the two that are left: numbers above these.
struct Hull { ends: vec2<u32> }
fn hull_element(hull: Hull, k: u32) -> u32 { return select(k, hull.ends[min(k, 1u)] - 1u, k < 2u && hull.ends[min(k, 1u)] > 0u); }
fn with_hull(hull: Hull, k: u32, vertex: u32) -> Hull { var changed = hull; changed.ends[min(k, 1u)] = vertex + 1u; return changed; }
fn octant_corner(side: Side, source: u32, k: u32) -> vec2<f32> { return vec2<f32>(0.0); }
fn hull_corner(side: Side, hull: Hull, k: u32) -> vec2<f32> { return input[side.query].corners[12u * side.number + hull_element(hull, k)]; }
struct Query { form: vec2<u32>, count: vec2<u32>, radius: vec2<f32>, pad: vec2<f32>, corners: array<vec2<f32>, 24> }
@group(0) @binding(0) var<storage, read> input: array<Query>;
struct Answer { middle: vec4<f32>, spreads: array<vec4<f32>, 3> }
@group(0) @binding(1) var<storage, read_write> output: array<Answer>;
fn read_figure(side: Side) -> Figure {
    let k = side.query;
    let number = side.number;
    let form = input[k].form[number];
    if form == FORM_DISC { return disc_figure(hull_corner(side, Hull(), 0u), input[k].radius[number]); }
    return shrunk(Figure(FORM_POLYGON, ON_HULL, input[k].count[number], Hull(), vec2<f32>(0.0), vec2<f32>(0.0), 0.0), side);
}
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if k >= arrayLength(&input) { return; }
    let a = Side(k, 0u);
    let b = Side(k, 1u);
    let f = read_figure(a);
    let g = read_figure(b);
    let band = Band(1e-5, 1e-3, false, 1e-6);
    let spreads = array<vec3<f32>, 2>(figure_spread(f, a), figure_spread(g, b));
    output[k].middle = vec4<f32>(overlap_centroid(Features(f, g, a, b), band), 0.0, 0.0);
    output[k].spreads[0] = vec4<f32>(spreads[0], 0.0);
    output[k].spreads[1] = vec4<f32>(spreads[1], 0.0);
    output[k].spreads[2] = vec4<f32>(lesser_spread(spreads[0], spreads[1]), 0.0);
}";

const BAND: Band = Band { low: 1e-5, high: 1e-3, even: false };

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
struct Query {
    form: [u32; 2],
    count: [u32; 2],
    radius: [f32; 2],
    pad: [f32; 2],
    corners: [[[f32; 2]; CAPACITY]; 2],
}

impl Query {
    fn new(figures: &[Figure; 2]) -> Self {
        let mut query = Self::default();
        for (side, figure) in figures.iter().enumerate() {
            let (form, points) = match figure {
                Figure::Point(p) => (0, vec![*p]),
                Figure::Segment(ends) => (1, ends.to_vec()),
                Figure::Polygon(corners) => (2, corners.to_vec()),
                Figure::Disc { center, .. } => (3, vec![*center]),
                Figure::Plane => (4, vec![]),
            };
            if let Figure::Disc { radius, .. } = figure {
                query.radius[side] = *radius as f32;
            }
            (query.form[side], query.count[side]) = (form, points.len() as u32);
            for (corner, point) in query.corners[side].iter_mut().zip(&points) {
                *corner = point.as_vec2().to_array();
            }
        }
        query
    }
}

/// A figure whose numbers are those of f32.
fn random_figure(rng: &mut Pcg64, form: usize) -> Figure {
    let size = log_uniform(rng, 0.05, 1.0);
    let mut point = || DVec2::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
    let center = point() * 0.5;
    let mut near = || (center + point() * size).as_vec2().as_dvec2();
    match form {
        0 => Figure::Point(near()),
        1 => Figure::Segment([near(), near()]),
        2 => {
            let points: Vec<DVec2> = (0..CAPACITY).map(|_| near()).collect();
            Figure::from_corners(convex_hull(&points).into_iter().map(|k| points[k]).collect())
        }
        _ => Figure::Disc { center: near(), radius: f64::from(size as f32) },
    }
}

/// The figure as rounding may see it.
fn nudged(figure: &Figure, by: DVec2) -> Figure {
    let moved = |points: &[DVec2]| points.iter().map(|p| *p + by).collect();
    match figure {
        Figure::Point(p) => Figure::Point(*p + by),
        Figure::Segment([p, q]) => Figure::Segment([*p + by, *q + by]),
        Figure::Polygon(corners) => Figure::Polygon(moved(corners)),
        Figure::Disc { center, radius } => Figure::Disc { center: *center + by, radius: *radius },
        Figure::Plane => Figure::Plane,
    }
}

fn on_device(gpu: &Gpu, queries: &[Query]) -> Vec<[[f32; 4]; 4]> {
    let mut tables = ShapeTables::default();
    let _ = tables.push(&sphere(1.0), 0, None, 1.0);
    let arrays = ShapeArrays::new(gpu, &tables).expect("room");
    let parts = &[MATH, FIXED, SHAPES, SPREAD, FIGURES, BANDS, OVERLAPS, DISCS, FIGURE_PAIRS];
    let kernel = Kernel::new(gpu, &Source::new("figure_pairs", parts)).expect("a good kernel");
    let input = Array::from_slice(gpu, "input", queries).expect("room");
    let output: Array<[[f32; 4]; 4]> = Array::zeros(gpu, "output", queries.len()).expect("room");
    let bound =
        kernel.bind(gpu, &[&[input.window(), output.window()], &arrays.group()]).expect("the arrays it declares");
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    bound.run(gpu, &mut encoder.begin_compute_pass(&Default::default()), queries.len());
    gpu.queue.submit([encoder.finish()]);
    output.read(gpu, queries.len()).expect("a result")
}

/// Second moments as the device has them.
fn as_spread([mean, x, y, _]: [f32; 4]) -> Spread {
    Spread { mean: mean.into(), shear: DVec2::new(x.into(), y.into()) }
}

#[test]
fn overlaps_have_the_middle_and_the_spread_that_the_cpu_finds() {
    let mut rng = seeded(51);
    let pairs: Vec<[Figure; 2]> =
        (0..8000).map(|k| [k % 4, k / 4 % 4].map(|form| random_figure(&mut rng, form))).collect();
    let queries: Vec<Query> = pairs.iter().map(Query::new).collect();
    let output = on_device(&gpu(Checks::Checked), &queries);
    assert_eq!(output, on_device(&gpu(Checks::Trusted), &queries), "checked and trusted modules differ");
    let (mut worst, mut loose) = (0.0_f64, 0);
    for ([f, g], [out, spreads @ ..]) in pairs.iter().zip(&output) {
        let middle = overlap_centroid(f, g, BAND);
        let shifts = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|by| nudged(g, by * 1e-6));
        let moved = shifts.iter().map(|g| overlap_centroid(f, g, BAND).distance(middle)).fold(0.0, f64::max);
        let off = DVec2::new(out[0].into(), out[1].into()).distance(middle);
        // Where a shift by a millionth moves the middle far (figures that just meet), so may rounding.
        loose += usize::from(moved > 1e-5);
        assert!(off < 5e-6 + 3.0 * moved, "{f:?} and {g:?}: off by {off:e}, {moved:e} by rounding");
        worst = worst.max(off / (5e-6 + 3.0 * moved));
        let expected = [f.spread(), g.spread(), f.spread().lesser(g.spread())];
        for (expected, spread) in expected.iter().zip(spreads) {
            let off = *expected - as_spread(*spread);
            assert!(off.mean.abs() + off.shear.length() < 2e-6, "{f:?} and {g:?}: {spread:?} is not {expected:?}");
        }
    }
    println!("{} pairs of figures: {worst:.2} of what is allowed at worst, {loose} ill conditioned", pairs.len());
    assert!(loose < pairs.len() / 20, "{loose} pairs ill conditioned: the test sees too little");
}
