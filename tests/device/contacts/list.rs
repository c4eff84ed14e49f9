//! The lists between kernels.

use glam::{DQuat, DVec3};
use packstone::device::buffer::Array;
use packstone::device::kernel::Kernel;
use packstone::device::pages::Pages;
use packstone::device::schema::constants::{HISTORY_LEFT, SEARCH_PENDING, TOUCHING};
use packstone::device::schema::control::{ListWord, Word};
use packstone::device::schema::records::{GpuContact, GpuPose, GpuSearch, GpuWarm};
use packstone::device::shapes::{ShapeArrays, ShapeTables};
use packstone::device::{Checks, Gpu, kernels};
use rand::RngExt;

use crate::common::{cuboid, seeded, sphere};

const PAIRS: usize = 3000;
/// Pairs of the list: those behind it are of no use.
const LISTED: usize = 2900;

/// Pairs of balls, of boxes, and of both, about as far apart as they are large; of every seventh a contact has ended in the last
/// step.
#[test]
fn pairs_that_touch_or_may_do_so_are_listed_once() {
    let gpu = Gpu::open(Checks::Checked).expect("an adapter; ./test.sh installs software Vulkan");
    let mut rng = seeded(9);
    let mut tables = ShapeTables::default();
    let shapes = [sphere(1.0), cuboid(0.8, 0.8, 0.8)];
    let kinds = shapes.map(|shape| tables.push(&shape, 0, None, 1.0));
    let (mut poses, mut pairs, mut warm) = (Vec::new(), Vec::new(), Vec::new());
    for pair in 0..PAIRS {
        let apart = DVec3::from_array(std::array::from_fn(|_| rng.random_range(-2.2..2.2)));
        poses.push(GpuPose::new(DVec3::ZERO, DQuat::IDENTITY, kinds[pair % 2], 0));
        poses.push(GpuPose::new(apart, DQuat::from_rotation_x(apart.y), kinds[pair / 2 % 2], 0));
        pairs.push([2 * pair as u32, 2 * pair as u32 + 1]);
        warm.push(GpuWarm { flags: if pair % 7 == 0 { HISTORY_LEFT } else { 0 }, ..GpuWarm::default() });
    }
    let mut words = [0u32; Word::COUNT];
    words[Word::Pairs as usize] = LISTED as u32;
    let control = Array::from_slice(&gpu, "control", &words).expect("room");
    let poses = Array::from_slice(&gpu, "poses", &poses).expect("room");
    let pairs = Array::from_slice(&gpu, "pairs", &pairs).expect("room");
    let warm = Array::from_slice(&gpu, "warm", &warm).expect("room");
    let contacts: Array<GpuContact> = Array::zeros(&gpu, "contacts", PAIRS + 1).expect("room");
    let searches: Array<GpuSearch> = Array::zeros(&gpu, "searches", PAIRS).expect("room");
    let page = Array::from_slice(&gpu, "page", &[Pages::one(PAIRS).page(0)]).expect("room");
    let tables = ShapeArrays::new(&gpu, &tables).expect("room");
    let find = |name: &str| match name {
        "control" => Some(control.window()),
        "poses" => Some(poses.window()),
        "pairs" => Some(pairs.window()),
        "warm" => Some(warm.window()),
        "contacts" => Some(contacts.window()),
        "searches" => Some(searches.window()),
        "page" => Some(page.window()),
        _ => tables.window(name),
    };
    let kernel = Kernel::new(&gpu, &kernels::CACHED_NORMAL).expect("a good kernel");
    let bound = kernel.bind_named(&gpu, find).expect("its arrays");
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    bound.run(&gpu, &mut encoder.begin_compute_pass(&Default::default()), PAIRS);
    gpu.queue.submit([encoder.finish()]);

    let all = contacts.read(&gpu, PAIRS + 1).expect("a result");
    let head: &[u32] = bytemuck::cast_slice(&all[..1]);
    let [listed, pending] = [ListWord::Listed, ListWord::ToSeparate].map(|word| head[word as usize] as usize);
    let found = &all[1..=listed];
    let of = |bit: u32| found.iter().filter(|contact| contact.code & bit != 0).count();
    assert!(of(TOUCHING) > 200 && of(SEARCH_PENDING) > 500, "{} {}", of(TOUCHING), of(SEARCH_PENDING));
    let mut numbers: Vec<u32> = found.iter().map(|contact| contact.pair).collect();
    numbers.sort_unstable();
    assert!(numbers.windows(2).all(|two| two[0] < two[1]), "a pair has two places");
    assert!(numbers.iter().all(|pair| (*pair as usize) < LISTED), "behind the end of the list of pairs");
    assert!((0..LISTED as u32).step_by(7).all(|pair| numbers.binary_search(&pair).is_ok()), "a history is not ended");
    assert!(numbers.len() < LISTED * 19 / 20, "pairs apart are listed: {}", numbers.len());
    for contact in found {
        assert_eq!(contact.bodies, [2 * contact.pair, 2 * contact.pair + 1]);
        let open = contact.code & (TOUCHING | SEARCH_PENDING) != 0;
        assert!(open || contact.pair % 7 == 0, "{contact:?} has no need of a place");
    }
    let mut left: Vec<u32> = searches.read(&gpu, pending).expect("a result").iter().map(|search| search.left).collect();
    left.sort_unstable();
    let expected = (0u32..).zip(found).filter(|(_, contact)| contact.code == SEARCH_PENDING).map(|(place, _)| place);
    assert_eq!(left, expected.collect::<Vec<_>>());
}
