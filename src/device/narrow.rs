//! The narrow phase by itself: contacts of pairs that stand alone, each in units of its own.

use std::collections::HashMap;

use glam::DVec3;

use super::buffer::Array;
use super::kernels as kernel;
use super::program::Kernels;
use super::schema::constants::{ITERATIONS_SHIFT, KIND_SHIFT, NOT_UNIQUE, UNCONVERGED};
use super::schema::control::Word;
use super::schema::records::GpuPose;
use super::schema::records::{GpuContact, GpuLaw, GpuSearch, GpuWarm};
use super::shader::Source;

use super::pages::Pages;
use super::shapes::{ShapeArrays, ShapeTables};
use super::{Gpu, GpuError};
use crate::geometry::{HalfSpace, Pose, Shape};
use crate::narrow::{Body, Cause, Contact, Kind, Status, Unsupported};

/// Pairs answered at a time: little enough for a fraction of a second on a slow device.
const CHUNK: usize = 4096;
/// Bodies further from the origin than this many units are brought back by a whole number of [`LATTICE`]s; well inside
/// the map of positions.
const MAP: f64 = 4e6;
/// Step of that lattice, in units: a power of two, so that it has a bit of its own in fixed point.
const LATTICE: f64 = 1_048_576.0;

/// Kernels that answer pairs.
#[derive(Debug)]
pub struct NarrowPhase<'g> {
    /// Gaps are measured (the default), or only proven, which is all that the engine asks for.
    pub gaps: bool,
    gpu: &'g Gpu,
    kernels: Kernels,
}

/// The kernels of the pass `contacts` up to the contact points.
const PASSES: [Source; 7] = [
    kernel::CACHED_NORMAL,
    kernel::SEPARATING_AXES,
    kernel::SEPARATE,
    kernel::PENETRATE,
    kernel::TOUCH,
    kernel::PATCH,
    kernel::PATCH_OTHERS,
];

/// A chunk of pairs as the device sees it.
#[derive(Default)]
struct Batch {
    tables: ShapeTables,
    /// Number of a shape in units of a power of two: shapes are known by where they are.
    known: HashMap<(*const Shape, i32), u32>,
    poses: Vec<GpuPose>,
    pairs: Vec<[u32; 2]>,
    placed: Vec<PlacedPair>,
}

/// How a pair was given to the device.
#[derive(Clone, Copy)]
struct PlacedPair {
    /// Its unit of length [m].
    unit: f64,
    /// The half-space came first.
    swapped: bool,
    /// Position of the device's A [m].
    origin: DVec3,
}

/// The power of two nearest to the smaller of the finite bounding radii: its exponent.
fn unit_exponent(a: &Shape, b: &Shape) -> i32 {
    let radius = |shape: &Shape| if let Shape::HalfSpace(_) = shape { None } else { Some(shape.bounding_radius()) };
    let smaller = match (radius(a), radius(b)) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b).unwrap_or(1.0),
    };
    smaller.log2().round() as i32
}

fn is_wall(body: &Body) -> bool {
    matches!(body.shape, Shape::HalfSpace(_))
}

fn two_walls() -> Unsupported {
    let reason = "two half-spaces overlap without bound; give at least one finite shape";
    Unsupported { detector: "minkowski on the gpu", a: "halfspace", b: "halfspace", reason }
}

impl Batch {
    fn kind(&mut self, shape: &Shape, exponent: i32) -> u32 {
        let tables = &mut self.tables;
        let unit = f64::from(exponent).exp2();
        *self.known.entry((std::ptr::from_ref(shape), exponent)).or_insert_with(|| match shape {
            // A half-space stands on its plane; see `push`.
            Shape::HalfSpace(wall) => match HalfSpace::new(wall.normal(), 0.0) {
                Ok(on_plane) => tables.push(&Shape::HalfSpace(on_plane), 0, None, unit),
                Err(_) => tables.push(shape, 0, None, unit),
            },
            _ => tables.push(shape, 0, None, unit),
        })
    }

    fn push(&mut self, a: &Body, b: &Body) {
        let swapped = is_wall(a);
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let exponent = unit_exponent(a.shape, b.shape);
        let unit = f64::from(exponent).exp2();
        // Exact: multiples of a power of two, and the same for both.
        let lattice = (a.pose.position / unit / LATTICE).round() * LATTICE;
        let far = [a, b].iter().any(|body| (body.pose.position / unit).abs().max_element() > MAP);
        let lattice = if far { lattice } else { DVec3::ZERO };
        let first = self.poses.len() as u32;
        for body in [a, b] {
            let Pose { mut position, orientation } = body.pose;
            if let Shape::HalfSpace(wall) = body.shape {
                // From its own origin to a point of its plane: an offset of many sizes of the other body costs digits.
                position += orientation * wall.normal() * wall.offset();
            }
            let kind = self.kind(body.shape, exponent);
            self.poses.push(GpuPose::new(position / unit - lattice, orientation, kind, 0));
        }
        self.pairs.push([first, first + 1]);
        self.placed.push(PlacedPair { unit, swapped, origin: a.pose.position });
    }
}

impl<'g> NarrowPhase<'g> {
    /// Compiles the kernels.
    pub fn new(gpu: &'g Gpu) -> Result<Self, GpuError> {
        let mut kernels = Kernels::default();
        PASSES.iter().try_for_each(|source| kernels.add(gpu, source))?;
        Ok(Self { gaps: true, gpu, kernels })
    }

    /// The contacts of all pairs, touching or not, with gaps measured. Two half-spaces have no contact to find.
    pub fn answer(&self, pairs: &[(Body, Body)]) -> Result<Vec<Result<Contact, Unsupported>>, GpuError> {
        let mut answers = Vec::with_capacity(pairs.len());
        for chunk in pairs.chunks(CHUNK) {
            let mut batch = Batch::default();
            let finite = chunk.iter().filter(|(a, b)| !(is_wall(a) && is_wall(b)));
            finite.for_each(|(a, b)| batch.push(a, b));
            let found = self.run(&batch)?;
            let mut found = found.iter().zip(&batch.placed).map(|(found, placed)| in_metres(found, placed));
            answers.extend(chunk.iter().map(|(a, b)| {
                let answer = if is_wall(a) && is_wall(b) { None } else { found.next() };
                answer.ok_or_else(two_walls)
            }));
        }
        Ok(answers)
    }

    /// The contacts of all pairs, in their order, with the bounds of their overlaps.
    fn run(&self, batch: &Batch) -> Result<Vec<(GpuContact, [f32; 2])>, GpuError> {
        let (gpu, count) = (self.gpu, batch.pairs.len());
        let mut words = [0u32; Word::COUNT];
        words[Word::Bodies as usize] = batch.poses.len() as u32;
        words[Word::Pairs as usize] = count as u32;
        words[Word::GapWanted as usize] = u32::from(self.gaps);
        words[Word::AllWanted as usize] = 1;
        let control = Array::from_slice(gpu, "control", &words)?;
        let poses = Array::from_slice(gpu, "poses", &batch.poses)?;
        let pairs = Array::from_slice(gpu, "pairs", &batch.pairs)?;
        let warm: Array<GpuWarm> = Array::zeros(gpu, "warm", count)?;
        let contacts: Array<GpuContact> = Array::zeros(gpu, "contacts", count + 1)?;
        let searches: Array<GpuSearch> = Array::zeros(gpu, "searches", count)?;
        let shapes = ShapeArrays::new(gpu, &batch.tables)?;
        // Of the law, the patch needs its depth only: none.
        let laws = Array::from_slice(gpu, "laws", &[GpuLaw::default()])?;
        let page = Array::from_slice(gpu, "page", &[Pages::one(count).page(0)])?;
        let find = |name: &str| match name {
            "control" => Some(control.window()),
            "poses" => Some(poses.window()),
            "pairs" => Some(pairs.window()),
            "warm" => Some(warm.window()),
            "contacts" => Some(contacts.window()),
            "searches" => Some(searches.window()),
            "laws" => Some(laws.window()),
            "page" => Some(page.window()),
            _ => shapes.window(name),
        };
        let bound = PASSES.iter().map(|source| self.kernels.get(source)?.bind_named(gpu, find));
        let passes = bound.collect::<Result<Vec<_>, GpuError>>()?;
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for (pass, source) in passes.iter().zip(&PASSES) {
            let mut begun = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.run(gpu, &mut begun, count * kernel::lanes_of(source, gpu.workgroup) as usize);
        }
        gpu.queue.submit([encoder.finish()]);
        // Behind what is counted of them, in any order.
        let listed = contacts.read(gpu, count + 1)?.into_iter().skip(1);
        let bounds = searches.read(gpu, count)?.into_iter().map(|search| [search.lower, search.upper]);
        let mut found: Vec<_> = listed.zip(bounds).collect();
        found.sort_by_key(|(contact, _)| contact.pair);
        Ok(found)
    }
}

fn vector(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}

/// The kinds in the order in which the device numbers them.
const KINDS: [Kind; 8] = [
    Kind::VertexVertex,
    Kind::VertexEdge,
    Kind::VertexFace,
    Kind::EdgeEdge,
    Kind::ParallelEdges,
    Kind::EdgeFace,
    Kind::FaceFace,
    Kind::Smooth,
];

/// What the device found, in metres.
fn in_metres((found, bounds): &(GpuContact, [f32; 2]), placed: &PlacedPair) -> Contact {
    let length = |x: f32| f64::from(x) * placed.unit;
    let overlap = length(found.overlap);
    let normal = vector(found.normal).normalize_or(DVec3::X);
    let point = placed.origin + vector(found.arm) * placed.unit;
    let unconverged = found.code & UNCONVERGED != 0;
    let contact = Contact {
        overlap,
        lower: length(bounds[0]),
        upper: length(bounds[1]),
        normal,
        point,
        c1: point + normal * (0.5 * overlap),
        c2: point - normal * (0.5 * overlap),
        kind: KINDS[(found.code >> KIND_SHIFT & 0xff) as usize % KINDS.len()],
        unique: found.code & NOT_UNIQUE == 0,
        status: if unconverged { Status::Unsure(Cause::Iterations) } else { Status::Ok },
        patch: found.patch(placed.unit),
        gjk_iterations: found.code >> ITERATIONS_SHIFT & 0xff,
        epa_iterations: found.code >> (ITERATIONS_SHIFT + 8),
    };
    if placed.swapped { contact.swapped() } else { contact }
}
