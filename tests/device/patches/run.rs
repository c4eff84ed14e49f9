//! Runs the pass on pairs whose contacts the detector knows.

use glam::DVec3;
use packstone::device::buffer::Array;
use packstone::device::kernel::Kernel;
use packstone::device::kernels;
use packstone::device::schema::constants::{KIND_SHIFT, TOUCHING};
use packstone::device::schema::control::{ListWord, Word};
use packstone::device::schema::records::GpuPose;
use packstone::device::schema::records::{GpuContact, GpuLaw, GpuSearch};
use packstone::device::shapes::{ShapeArrays, ShapeTables};
use packstone::device::{Checks, Gpu};
use packstone::geometry::Shape;
use packstone::geometry::planar::PatchAxes;
use packstone::narrow::{Contact, Minkowski, WarmStart};

use crate::common::Scene;

/// Depths of patches that laws of the test have, by material of A.
pub const DEPTHS: [f64; 2] = [0.0, 1.0];

/// A pair with the detector's answer.
#[derive(Clone, Debug)]
pub struct Case {
    pub id: String,
    pub scene: Scene,
    /// Index in [`DEPTHS`].
    pub depth: usize,
    pub answer: Contact,
}

/// What the device finds [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub point: DVec3,
    pub patch: PatchAxes,
    pub kind: u32,
}

impl Case {
    pub fn new(id: &str, scene: &Scene, depth: usize) -> Self {
        let mut detector = Minkowski::default();
        detector.patch_depth = DEPTHS[depth];
        let answer = scene.detect_with(&mut detector, &mut WarmStart::default());
        Self { id: format!("{id} depth {}", DEPTHS[depth]), scene: scene.clone(), depth, answer }
    }

    /// Unit of length on the device [m].
    fn unit(&self) -> f64 {
        self.scene.smaller().log2().round().exp2()
    }
}

fn direction(v: DVec3) -> [f32; 3] {
    v.as_vec3().to_array()
}

/// All cases on the device, with these words of the control block besides the counts; with the kernel of simple contacts
/// before the one that can do all, or without it.
pub fn run(gpu: &Gpu, cases: &[Case], words: &[(Word, u32)], simple_first: bool) -> Vec<Found> {
    let mut tables = ShapeTables::default();
    let gaps = words.contains(&(Word::GapWanted, 1));
    // Words of the list come before the contacts.
    let (mut poses, mut contacts, mut left) = (Vec::new(), vec![GpuContact::default()], Vec::new());
    for case in cases {
        let unit = case.unit();
        for (body, material) in [(&case.scene.a, case.depth), (&case.scene.b, 0)] {
            let kind = tables.push(&body.shape, material, None, unit);
            poses.push(GpuPose::new(body.pose.position / unit, body.pose.orientation, kind, 0));
        }
        let (pair, bodies) = (contacts.len() as u32 - 1, [poses.len() as u32 - 2, poses.len() as u32 - 1]);
        let overlap = (case.answer.overlap / unit) as f32;
        let code = if overlap > 0.0 { TOUCHING } else { 0 };
        let normal = direction(case.answer.normal);
        contacts.push(GpuContact { normal, overlap, code, bodies, pair, ..GpuContact::default() });
        if gaps || overlap > 0.0 {
            left.push(GpuSearch { left: pair, ..GpuSearch::default() });
        }
    }
    let head: &mut [u32] = bytemuck::cast_slice_mut(&mut contacts[..1]);
    head[ListWord::Listed as usize] = cases.len() as u32;
    // Where simple contacts come first, they list all others.
    head[ListWord::ToPatch as usize] = if simple_first { 0 } else { left.len() as u32 };
    left.resize(cases.len(), GpuSearch::default());
    let law = |depth: f64| GpuLaw { patch_depth: depth as f32, ..GpuLaw::default() };
    // By material of A times the number of materials, plus that of B, which is 0.
    let laws: Vec<GpuLaw> = DEPTHS.iter().flat_map(|depth| [law(*depth), law(f64::NAN)]).collect();
    let mut control = vec![0_u32; Word::COUNT];
    control[Word::Pairs as usize] = cases.len() as u32;
    control[Word::Materials as usize] = DEPTHS.len() as u32;
    words.iter().for_each(|(word, value)| control[*word as usize] = *value);
    let shapes = ShapeArrays::new(gpu, &tables).expect("room");
    let control = Array::from_slice(gpu, "control", &control).expect("room");
    let poses = Array::from_slice(gpu, "poses", &poses).expect("room");
    let laws = Array::from_slice(gpu, "laws", &laws).expect("room");
    let found = Array::from_slice(gpu, "found", &contacts).expect("room");
    let searches = Array::from_slice(gpu, "searches", &left).expect("room");
    let find = |name: &str| match name {
        "control" => Some(control.window()),
        "poses" => Some(poses.window()),
        "laws" => Some(laws.window()),
        "contacts" => Some(found.window()),
        "searches" => Some(searches.window()),
        _ => shapes.window(name),
    };
    let sources = [&kernels::TOUCH, &kernels::PATCH, &kernels::PATCH_OTHERS];
    let passes = sources.map(|source| {
        let kernel = Kernel::new(gpu, source).expect("a good kernel");
        kernel.bind_named(gpu, find).expect("the arrays it declares")
    });
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    for (pass, source) in passes.iter().zip(sources).skip(usize::from(!simple_first)) {
        let lanes = cases.len() * kernels::lanes_of(source, gpu.workgroup) as usize;
        pass.run(gpu, &mut encoder.begin_compute_pass(&Default::default()), lanes);
    }
    gpu.queue.submit([encoder.finish()]);
    let found = found.read(gpu, contacts.len()).expect("a result");
    cases.iter().zip(&found[1..]).map(|(case, contact)| placed(case, contact)).collect()
}

fn placed(case: &Case, contact: &GpuContact) -> Found {
    let arm = DVec3::from_array(contact.arm.map(f64::from)) * case.unit();
    let patch = contact.patch(case.unit());
    Found { point: case.scene.a.pose.position + arm, patch, kind: contact.code >> KIND_SHIFT }
}

/// On checked and on trusted modules, which must agree bit by bit; gaps included.
pub fn run_both(cases: &[Case]) -> Vec<Found> {
    let words = [(Word::GapWanted, 1)];
    let found = run(&super::gpu(Checks::Checked), cases, &words, true);
    let trusted = run(&super::gpu(Checks::Trusted), cases, &words, true);
    for ((case, checked), trusted) in cases.iter().zip(&found).zip(&trusted) {
        assert_eq!(checked, trusted, "{}: checked and trusted modules differ", case.id);
    }
    found
}

/// A half-space is always the second body on the device.
pub fn walls_last(scene: &Scene) -> Scene {
    if matches!(scene.a.shape, Shape::HalfSpace(_)) { scene.swapped() } else { scene.clone() }
}
