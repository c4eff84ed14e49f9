//! Records that follow their pairs.

use packstone::broad::remap;
use packstone::device::Checks;
use packstone::device::broad::Capacities;
use packstone::device::control::Word;
use packstone::device::fixed::GpuPose;
use packstone::device::pages::Paged;
use packstone::device::remap::Remap;
use packstone::device::scratch::{Block, Share};
use packstone::device::twins::{Lists, NONE, from_old};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::harness::{Device, run};
use super::scenes::{self, vector};

/// Words of a record.
const WORDS: usize = 5;

fn moved(poses: &[GpuPose], by: f64) -> Vec<GpuPose> {
    let rng = &mut Pcg64::seed_from_u64(93);
    let step =
        |pose: &GpuPose| GpuPose::new(pose.position() + vector(rng) * by, pose.orientation(), pose.kind, pose.flags);
    poses.iter().map(step).collect()
}

#[test]
fn records_follow_their_pairs() {
    for (checks, workgroup, page) in
        [(Checks::Checked, 64, None), (Checks::Trusted, 256, None), (Checks::Checked, 64, Some(1024))]
    {
        let mut device = Device::new(checks, workgroup);
        device.gpu.page = page.unwrap_or(device.gpu.page);
        let scene = scenes::all().swap_remove(1);
        let capacities = Capacities { found: 40_000, pairs: 20_000, ..Capacities::usual(scene.poses.len()) };
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
        let carrier = Remap::new(gpu).expect("good kernels");
        let aside = Block::new(gpu, "aside", pages, Share { whole: 0, per_pair: WORDS }).expect("room");
        let bound = carrier.bind(gpu, &broad.control, &broad.inner, (&array, &aside)).expect("good arrays");
        broad.poses.write(gpu, 0, &moved(&scene.poses, 0.3));
        broad.set(Word::Rebuild, 1);
        run(gpu, |pass| {
            broad.inner.record(pass);
            bound.record(pass, &broad.inner);
        })
        .expect("it runs");
        let new = broad.lists();
        let index = broad.inner.from_old().read(gpu, new.pairs.len()).expect("a result");
        assert!(index == from_old(&old.pairs, &new.pairs));
        let mut expected = Vec::new();
        let remapped = remap(&old.pairs, &records, &new.pairs, &mut expected);
        assert!(remapped.kept > 1000 && remapped.left > 100, "{remapped:?}");
        assert!(array.read(gpu, new.pairs.len()).expect("a result") == expected);
        // Without a rebuild, nothing moves.
        broad.set(Word::Rebuild, 0);
        run(gpu, |pass| {
            broad.inner.record(pass);
            bound.record(pass, &broad.inner);
        })
        .expect("it runs");
        assert!(array.read(gpu, new.pairs.len()).expect("a result") == expected);
    }
}

#[test]
fn more_room_takes_over_what_there_was() {
    let device = Device::new(Checks::Checked, 64);
    let scene = scenes::all().swap_remove(0);
    let small = device.broad(&scene, Capacities::usual(scene.poses.len()));
    small.rebuild();
    let capacities = Capacities { pairs: 30_000, ..Capacities::usual(scene.poses.len()) };
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
