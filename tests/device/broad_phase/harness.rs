//! One device, one broad phase, and what comes out of it.

use packstone::device::broad::GpuBroad;
use packstone::device::buffer::Array;
use packstone::device::capacities::Capacities;
use packstone::device::kernel::Window;
use packstone::device::outlines::Outlines;
use packstone::device::program::{Features, Kernels, NamedArrays, Program, Recording};
use packstone::device::schedule::{MOTION, REBUILD, REMAP, Slot};
use packstone::device::schema::control::{StatusFlag, Word};
use packstone::device::schema::records::GpuPose;
use packstone::device::scratch::Lent;
use packstone::device::shapes::ShapeTables;
use packstone::device::twins::Lists;
use packstone::device::{Checks, Gpu, GpuError};

use super::scenes::Scene;

/// Opens the device, or fails: a GPU test never skips in silence.
pub fn gpu(checks: Checks) -> Gpu {
    Gpu::open(checks).expect("an adapter; ./test.sh installs software Vulkan")
}

/// Records some work, runs it and waits for it.
pub fn run(gpu: &Gpu, record: impl FnOnce(&mut wgpu::ComputePass)) -> Result<(), GpuError> {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    record(&mut encoder.begin_compute_pass(&Default::default()));
    gpu.queue.submit([encoder.finish()]);
    gpu.wait()
}

/// A device with compiled kernels.
pub struct Device {
    pub gpu: Gpu,
    pub kernels: Kernels,
}

impl Device {
    pub fn new(checks: Checks, workgroup: u32) -> Self {
        let mut gpu = gpu(checks);
        gpu.workgroup = workgroup;
        let list = MOTION[MOTION.len() - 1..].iter().chain(REBUILD).chain(&REMAP[..1]);
        let kernels = Kernels::new(&gpu, list, &Features::default()).expect("good kernels");
        Self { gpu, kernels }
    }

    /// The broad phase of a scene, with some room.
    pub fn broad(&self, scene: &Scene, capacities: Capacities) -> Broad<'_> {
        let mut tables = ShapeTables::default();
        scene.shapes.iter().for_each(|shape| {
            let _ = tables.push(shape, 0, None, 1.0);
        });
        let outlines = Outlines::new(&tables, 0.5 * scene.skin);
        let control = Array::zeros(&self.gpu, "control", Word::COUNT).expect("room");
        let poses = Array::from_slice(&self.gpu, "poses", &scene.poses).expect("room");
        let sizes = (&outlines, 0.5 * scene.skin as f32, [0.0; 2]);
        let inner = GpuBroad::new(&self.gpu, sizes, capacities, Lent::default()).expect("room");
        inner.write_words(&self.gpu, &control);
        let arguments = Array::zeros(&self.gpu, "arguments", Slot::count(inner.pages().count())).expect("room");
        let broad = Broad { device: self, control, arguments, poses, inner };
        broad.set(Word::Bodies, scene.poses.len() as u32);
        broad
    }

    /// The lists of a scene with ample room.
    pub fn lists(&self, scene: &Scene) -> (Lists, Vec<u32>) {
        let n = scene.poses.len();
        let capacities = Capacities {
            bodies: n,
            entries: 60 * n + 64,
            found: n * n.min(200) + 64,
            pairs: n * n.min(200) + 64,
            walls: 0,
        };
        let broad = self.broad(scene, capacities);
        broad.rebuild();
        (broad.lists(), broad.words())
    }
}

/// The broad phase of a scene.
pub struct Broad<'a> {
    pub device: &'a Device,
    pub control: Array<u32>,
    pub arguments: Array<[u32; 4]>,
    pub poses: Array<GpuPose>,
    pub inner: GpuBroad,
}

impl NamedArrays for Broad<'_> {
    fn window(&self, name: &str, page: usize) -> Option<Window<'_>> {
        match name {
            "control" => Some(self.control.window()),
            "arguments" => Some(self.arguments.window()),
            "poses" => Some(self.poses.window()),
            _ => self.inner.window(name, page),
        }
    }
}

/// What packings of so many grains mostly need.
pub fn usual(bodies: usize) -> Capacities {
    Capacities { bodies, entries: 12 * bodies + 64, found: 8 * bodies + 64, pairs: 8 * bodies + 64, walls: 0 }
}

/// More where the control block says that it was too little.
pub fn grown(capacities: Capacities, words: &[u32]) -> Capacities {
    let word = |word: Word| words[word as usize] as usize;
    let needed = Capacities {
        bodies: 0,
        entries: word(Word::Entries),
        found: word(Word::Found),
        pairs: word(Word::Pairs),
        walls: 0,
    };
    capacities.grown(u64::from(u32::MAX), words[Word::Status as usize] & StatusFlag::CAPACITY, &needed)
}

impl Broad<'_> {
    fn recording(&self) -> Recording<'_> {
        Recording { gpu: self.gpu(), arguments: self.arguments.raw(), bodies: self.poses.len() }
    }

    /// Some dispatches of the step, bound to arrays that hold at least those of the broad phase.
    pub fn program(&self, list: &[packstone::device::schedule::Dispatch], arrays: &dyn NamedArrays) -> Program {
        let pages = self.inner.pages().count();
        Program::bind(self.gpu(), (&self.device.kernels, &Features::default()), list, (arrays, pages))
            .expect("good arrays")
    }

    /// Runs programs, one after the other.
    pub fn run(&self, programs: &[&Program]) {
        let record = |pass: &mut wgpu::ComputePass| {
            for program in programs {
                let _ = program.record(pass, self.recording(), |_| true);
            }
        };
        run(self.gpu(), record).expect("it runs");
    }

    /// Runs the dispatches of a rebuild, due or not.
    pub fn run_rebuild(&self) {
        self.run(&[&self.program(REBUILD, self)]);
    }

    pub fn gpu(&self) -> &Gpu {
        &self.device.gpu
    }

    pub fn set(&self, word: Word, value: u32) {
        self.control.write(self.gpu(), word as usize, &[value]);
    }

    pub fn words(&self) -> Vec<u32> {
        self.control.read(self.gpu(), Word::COUNT).expect("a result")
    }

    pub fn word(&self, word: Word) -> u32 {
        self.words()[word as usize]
    }

    /// Makes the list anew, with or without trouble.
    pub fn try_rebuild(&self) {
        self.set(Word::Rebuild, 1);
        self.run_rebuild();
    }

    /// Makes the list anew.
    pub fn rebuild(&self) {
        self.try_rebuild();
        assert_eq!(self.word(Word::Status), 0, "{:?}", self.words());
    }

    pub fn lists(&self) -> Lists {
        let words = self.words();
        let (pairs, bodies) = (words[Word::Pairs as usize] as usize, words[Word::Bodies as usize] as usize);
        Lists {
            pairs: self.inner.pairs().read(self.gpu(), pairs).expect("a result"),
            link_starts: self.inner.link_starts().read(self.gpu(), bodies + 1).expect("a result"),
            links: self.inner.links().read(self.gpu(), 2 * pairs).expect("a result"),
        }
    }
}
