//! Runs the kernels of walls as a step does.

use glam::DVec3;
use packstone::device::buffer::Array;
use packstone::device::kernel::{Bound, Kernel, Window};
use packstone::device::kernels::{
    ENDS, LINKS_COUNT, LINKS_WRITE, PLANES, PLANES_OTHERS, REMAP_LINKS, RIMS, RODS, SCAN_BLOCKS, SCAN_SUMS, SCAN_WRITE,
    SETTLE_LINKS, TUBES, WALLS_LIST,
};
use packstone::device::program::Kernels;
use packstone::device::scan::{ScanArrays, bind_scan};
use packstone::device::schema::constants::FIXED_BODY;
use packstone::device::schema::control::{StatusFlag, Word};
use packstone::device::schema::records::GpuLaw;
use packstone::device::schema::records::GpuPose;
use packstone::device::schema::records::{GpuSurface, GpuWallLink};
use packstone::device::shader::Source;
use packstone::device::shapes::{ShapeArrays, ShapeTables};
use packstone::device::units::Units;
use packstone::device::{Checks, Gpu};
use packstone::geometry::Pose;
use packstone::geometry::planar::PatchAxes;
use packstone::narrow::Body;
use packstone::walls::{Form, Surface, SurfacePose, WallContact, WallContacts, WallDetector, WallWarm};

use super::Grain;

/// Lengths of the tests' grains are about 1 m.
pub const UNITS: Units = Units { length: 0.5, mass: 1.0, time: 1e-3 };

/// A scene on the device.
pub struct Device {
    gpu: Gpu,
    pub surfaces: Vec<Surface>,
    pub grains: Vec<Grain>,
    skin: f64,
    control: Array<u32>,
    poses: Array<GpuPose>,
    scan: [Bound; 3],
    scan_groups: [u32; 2],
    links: Array<GpuWallLink>,
    count: Bound,
    write: Bound,
    remap: Bound,
    settle: Bound,
    /// Those of round walls, where there are any, and those of planes.
    contacts: Vec<Bound>,
}

/// What a scene is run with.
pub struct Options {
    pub checks: Checks,
    pub skin: f64,
    pub room: usize,
    /// How deep patches reach, as a share of the overlap.
    pub patch_depth: f64,
    /// Steps of the batch; surfaces are set for each.
    pub steps: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { checks: Checks::Checked, skin: 0.1, room: 4096, patch_depth: 0.0, steps: 1 }
    }
}

impl Device {
    pub fn new(surfaces: &[Surface], grains: &[Grain], options: &Options) -> Self {
        let gpu = Gpu::open(options.checks).expect("an adapter; ./test.sh installs software Vulkan");
        let mut tables = ShapeTables::default();
        grains.iter().for_each(|grain| {
            let _ = tables.push(&grain.shape, 0, None, UNITS.length);
        });
        let shapes = ShapeArrays::new(&gpu, &tables).expect("room");
        let mut control = [0u32; Word::COUNT];
        let mut set = |word: Word, value: u32| control[word as usize] = value;
        set(Word::Bodies, grains.len() as u32);
        set(Word::Surfaces, surfaces.len() as u32);
        set(Word::Materials, 2);
        set(Word::WallCapacity, options.room as u32);
        set(Word::HalfSkin, ((0.5 * options.skin / UNITS.length) as f32).to_bits());
        let control = Array::from_slice(&gpu, "control", &control).expect("room");
        let at: Vec<GpuSurface> = (0..options.steps)
            .flat_map(|step| surfaces.iter().map(move |s| GpuSurface::new(s, &s.at(time_of(step)), &UNITS)))
            .collect();
        let at = Array::from_slice(&gpu, "surfaces", &at).expect("room");
        let law = |a: usize, b: usize| GpuLaw {
            patch_depth: if (a, b) == (0, 1) { options.patch_depth as f32 } else { 7.0 },
            ..GpuLaw::default()
        };
        let laws = [law(0, 0), law(0, 1), law(1, 0), law(1, 1)];
        let laws = Array::from_slice(&gpu, "laws", &laws).expect("room");
        let poses: Array<GpuPose> = Array::zeros(&gpu, "poses", grains.len()).expect("room");
        let starts: Array<u32> = Array::zeros(&gpu, "starts", grains.len() + 1).expect("room");
        let links: Array<GpuWallLink> = Array::zeros(&gpu, "links", options.room).expect("room");
        let fresh: Array<GpuWallLink> = Array::zeros(&gpu, "fresh", options.room).expect("room");
        let list: Array<[u32; 4]> = Array::zeros(&gpu, "work list", options.room).expect("room");
        let bind = |source, own: &[Window], with_shapes: bool| {
            let kernel = Kernel::new(&gpu, source).expect("a good kernel");
            let tables = shapes.group();
            let groups: &[&[Window]] = if with_shapes { &[own, &tables] } else { &[own] };
            kernel.bind(&gpu, groups).expect("the arrays it declares")
        };
        let bind_named = |source: &Source| {
            let find = |name: &str| match name {
                "control" => Some(control.window()),
                "poses" => Some(poses.window()),
                "surfaces" => Some(at.window()),
                "laws" => Some(laws.window()),
                "wall_links" => Some(links.window()),
                "wall_worklist" => Some(list.window()),
                _ => shapes.window(name),
            };
            Kernel::new(&gpu, source).and_then(|kernel| kernel.bind_named(&gpu, find)).expect("a good kernel")
        };
        let near = [control.window(), poses.window(), at.window(), starts.window(), fresh.window()];
        let lists = [control.window(), fresh.window(), links.window()];
        let mut kernels = Kernels::default();
        for source in [&SCAN_BLOCKS, &SCAN_SUMS, &SCAN_WRITE] {
            kernels.add(&gpu, source).expect("a good kernel");
        }
        let beside = ScanArrays::new(&gpu, starts.len()).expect("room");
        let windows = ["sums", "scan"].map(|part| beside.window(part));
        let scan = bind_scan(&gpu, &kernels, Some(starts.window()), windows).expect("a good scan");
        let has_axes = surfaces.iter().any(|s| !matches!(s.form, Form::Plane { .. }));
        let around: &[&Source] = if has_axes { &[&WALLS_LIST, &TUBES, &RIMS, &RODS, &ENDS] } else { &[] };
        let contacts = around.iter().copied().chain([&PLANES, &PLANES_OTHERS]).map(bind_named).collect();
        let device = Self {
            scan,
            scan_groups: beside.groups(),
            count: bind(&LINKS_COUNT, &near, true),
            write: bind(&LINKS_WRITE, &near, true),
            remap: bind(&REMAP_LINKS, &lists, false),
            settle: bind(&SETTLE_LINKS, &lists, false),
            contacts,
            surfaces: surfaces.to_vec(),
            grains: grains.to_vec(),
            skin: options.skin,
            gpu,
            control,
            poses,
            links,
        };
        device.send();
        device
    }

    /// Sends the grains' poses.
    pub fn send(&self) {
        let poses: Vec<GpuPose> = (0..).zip(&self.grains).map(|(kind, grain)| pose_of(grain, kind)).collect();
        self.poses.write(&self.gpu, 0, &poses);
    }

    pub fn set(&self, word: Word, value: u32) {
        self.control.write(&self.gpu, word as usize, &[value]);
    }

    pub fn word(&self, word: Word) -> u32 {
        self.control.read(&self.gpu, Word::COUNT).expect("a result")[word as usize]
    }

    fn run(&self, kernels: &[&Bound], count: usize) {
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        kernels.iter().for_each(|kernel| kernel.run(&self.gpu, &mut pass, count));
        drop(pass);
        self.gpu.queue.submit([encoder.finish()]);
    }

    /// Makes the list of links anew.
    pub fn rebuild(&self) {
        self.set(Word::Rebuild, 1);
        self.run(&[&self.count], self.grains.len());
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let [x, y] = self.scan_groups;
        for (kernel, groups) in self.scan.iter().zip([[x, y, 1], [1, 1, 1], [x, y, 1]]) {
            kernel.run_groups(&mut encoder.begin_compute_pass(&Default::default()), groups);
        }
        self.gpu.queue.submit([encoder.finish()]);
        self.run(&[&self.write], self.grains.len());
        self.run(&[&self.remap, &self.settle], self.links.len());
        self.set(Word::Rebuild, 0);
    }

    /// The links, with the contacts that are found in a step.
    pub fn touch(&self, step: usize) -> Vec<GpuWallLink> {
        self.set(Word::Step, step as u32);
        self.set(Word::ToTubes, 0);
        self.set(Word::ToEnds, 0);
        self.run(&self.contacts.iter().collect::<Vec<_>>(), self.links.len());
        self.links()
    }

    pub fn links(&self) -> Vec<GpuWallLink> {
        let count = self.word(Word::WallLinks) as usize;
        assert_eq!(self.word(Word::Status) & !(StatusFlag::WallsFull as u32), 0);
        self.links.read(&self.gpu, count).expect("a result")
    }

    /// Body and surface of the links that the CPU would make.
    pub fn expected_links(&self, step: usize) -> Vec<[u32; 2]> {
        let at: Vec<SurfacePose> = self.surfaces.iter().map(|s| s.at(time_of(step))).collect();
        let ball = |body: usize| {
            let grain = &self.grains[body];
            (!grain.fixed).then(|| (seen_pose(grain).position, grain.shape.bounding_radius()))
        };
        packstone::walls::links((&self.surfaces, &at), self.grains.len(), ball, self.skin)
    }
}

/// The time at which surfaces stand in a step [s].
pub fn time_of(step: usize) -> f64 {
    (step + 1) as f64 * UNITS.time
}

fn pose_of(grain: &Grain, kind: u32) -> GpuPose {
    let flags = if grain.fixed { FIXED_BODY } else { 0 };
    GpuPose::new(grain.pose.position / UNITS.length, grain.pose.orientation, kind, flags)
}

/// The pose that the device sees.
pub fn seen_pose(grain: &Grain) -> Pose {
    let seen = pose_of(grain, 0);
    Pose { position: seen.position() * UNITS.length, orientation: seen.orientation() }
}

/// A contact as the device found it, in metres.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub slot: u8,
    pub overlap: f64,
    pub normal: DVec3,
    pub point: DVec3,
    pub patch: PatchAxes,
    pub code: u32,
}

/// The contacts of a link.
pub fn found(link: &GpuWallLink, grain: &Grain) -> Vec<Found> {
    let vector = |x: [f32; 3]| DVec3::from_array(x.map(f64::from));
    let position = seen_pose(grain).position;
    (0..6u8)
        .filter(|slot| link.slots >> slot & 1 == 1)
        .map(|slot| {
            let contact = &link.contacts[usize::from(slot)];
            Found {
                slot,
                overlap: f64::from(contact.overlap) * UNITS.length,
                normal: vector(contact.normal),
                point: position + vector(contact.arm) * UNITS.length,
                patch: contact.patch(UNITS.length),
                code: contact.code,
            }
        })
        .collect()
}

/// The CPU's contacts of the same grain.
pub fn expected(surface: &Surface, step: usize, grain: &Grain, depth: f64, warm: &mut WallWarm) -> Vec<WallContact> {
    let mut contacts = WallContacts::default();
    let mut detector = WallDetector::default();
    detector.set_patch_depth(depth);
    let body = Body { shape: &grain.shape, pose: seen_pose(grain) };
    detector.contacts(surface, &surface.at(time_of(step)), &body, warm, &mut contacts).expect("a finite grain");
    contacts.iter().copied().collect()
}
