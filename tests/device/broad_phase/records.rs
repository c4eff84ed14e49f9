//! Records that follow their pairs.

use packstone::broad::remap;
use packstone::device::Checks;
use packstone::device::capacities::Capacities;
use packstone::device::kernel::Window;
use packstone::device::pages::Paged;
use packstone::device::program::NamedArrays;
use packstone::device::remap::RemapArrays;
use packstone::device::schedule::{REBUILD, REMAP};
use packstone::device::schema::constants::NOT_IN_OLD_LIST as NONE;
use packstone::device::schema::control::Word;
use packstone::device::schema::records::GpuPose;
use packstone::device::scratch::{Block, Share};
use packstone::device::twins::{Lists, from_old};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::harness::{Device, usual};
use super::scenes::{self, vector};

/// Words of a record.
const WORDS: usize = 5;

fn moved(poses: &[GpuPose], by: f64) -> Vec<GpuPose> {
    let rng = &mut Pcg64::seed_from_u64(93);
    let step =
        |pose: &GpuPose| GpuPose::new(pose.position() + vector(rng) * by, pose.orientation(), pose.kind, pose.flags);
    poses.iter().map(step).collect()
}

/// The arrays of a broad phase, and records that stand for warm starts.
struct WithRecords<'a> {
    broad: &'a super::harness::Broad<'a>,
    array: &'a Paged<[u32; WORDS]>,
    beside: &'a RemapArrays<[u32; WORDS]>,
}

impl NamedArrays for WithRecords<'_> {
    fn window(&self, name: &str, page: usize) -> Option<Window<'_>> {
        match name.split_once('.') {
            None if name == "warm" => Some(self.array.page(page)),
            Some(("warm", part)) => self.beside.window(part, page),
            _ => self.broad.window(name, page),
        }
    }
}

#[test]
fn records_follow_their_pairs() {
    for (checks, workgroup, page) in
        [(Checks::Checked, 64, None), (Checks::Trusted, 256, None), (Checks::Checked, 64, Some(1024))]
    {
        let mut device = Device::new(checks, workgroup);
        device.gpu.page = page.unwrap_or(device.gpu.page);
        let scene = scenes::all().swap_remove(1);
        let capacities = Capacities { found: 40_000, pairs: 20_000, ..usual(scene.poses.len()) };
        let broad = device.broad(&scene, capacities);
        let gpu = broad.gpu();
        broad.rebuild();
        let old: Lists = broad.lists();
        let first = broad.inner.from_old().read(gpu, old.pairs.len()).expect("a result");
        assert!(first.iter().all(|k| *k == NONE), "the first list has no old one");
        let records: Vec<[u32; WORDS]> =
            (0..old.pairs.len() as u32).map(|k| std::array::from_fn(|w| 1 + k * WORDS as u32 + w as u32)).collect();
        let pages = broad.inner.pages();
        assert!(page.is_none_or(|page| old.pairs.len() > 3 * page), "too few pairs for pages");
        let array: Paged<[u32; WORDS]> = Paged::zeros(gpu, "records", pages).expect("room");
        array.write(gpu, &records);
        let aside = Block::new(gpu, "aside", pages, Share { whole: 0, per_pair: WORDS }).expect("room");
        let beside = RemapArrays::<[u32; WORDS]>::new(gpu, pages, &aside).expect("room");
        let records_too = WithRecords { broad: &broad, array: &array, beside: &beside };
        // The dispatches of warm starts, with other records in their place.
        let programs = [broad.program(REBUILD, &broad), broad.program(&REMAP[..1], &records_too)];
        broad.poses.write(gpu, 0, &moved(&scene.poses, 0.3));
        broad.set(Word::Rebuild, 1);
        broad.run(&programs.each_ref());
        let new = broad.lists();
        let index = broad.inner.from_old().read(gpu, new.pairs.len()).expect("a result");
        assert!(index == from_old(&old.pairs, &new.pairs));
        let mut expected = Vec::new();
        let remapped = remap(&old.pairs, &records, &new.pairs, &mut expected);
        assert!(remapped.kept > 1000 && remapped.left > 100, "{remapped:?}");
        assert!(array.read(gpu, new.pairs.len()).expect("a result") == expected);
        // Without a rebuild, nothing moves.
        broad.set(Word::Rebuild, 0);
        broad.run(&programs.each_ref());
        assert!(array.read(gpu, new.pairs.len()).expect("a result") == expected);
    }
}

#[test]
fn more_room_takes_over_what_there_was() {
    let device = Device::new(Checks::Checked, 64);
    let scene = scenes::all().swap_remove(0);
    let small = device.broad(&scene, usual(scene.poses.len()));
    small.rebuild();
    let capacities = Capacities { pairs: 30_000, ..usual(scene.poses.len()) };
    let large = device.broad(&scene, capacities);
    large.set(Word::Pairs, small.word(Word::Pairs));
    let mut encoder = device.gpu.device.create_command_encoder(&Default::default());
    large.inner.copy_state(&mut encoder, &small.inner);
    device.gpu.queue.submit([encoder.finish()]);
    assert!(large.lists() == small.lists());
    large.rebuild();
    let pairs = large.lists().pairs;
    let index = large.inner.from_old().read(&device.gpu, pairs.len()).expect("a result");
    assert!(index == (0..pairs.len() as u32).collect::<Vec<_>>(), "the same pairs in the same order");
}
