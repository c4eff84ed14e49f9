//! The work lists between kernels.

use packstone::device::buffer::Array;
use packstone::device::kernel::Kernel;
use packstone::device::pages::Pages;
use packstone::device::schema::constants::{POINT_KNOWN, SEARCH_PENDING, TOUCHING};
use packstone::device::schema::control::Word;
use packstone::device::schema::records::GpuContact;
use packstone::device::shader::Source;
use packstone::device::twins::worklist;
use packstone::device::{Checks, Gpu, kernels};
use rand::RngExt;

use crate::common::seeded;

#[test]
fn every_pair_that_is_left_is_listed_once() {
    let open = (&kernels::LIST_UNPROVEN, Word::ToSeparate, SEARCH_PENDING, 0);
    let touching = (&kernels::LIST_TOUCHING, Word::ToPatch, TOUCHING, POINT_KNOWN);
    for (source, counter, bits, done) in [open, touching] {
        list_matches(source, counter, bits, done);
    }
}

fn list_matches(source: &Source, counter: Word, bits: u32, done: u32) {
    let gpu = Gpu::open(Checks::Checked).expect("an adapter; ./test.sh installs software Vulkan");
    let mut rng = seeded(9);
    let found: Vec<GpuContact> =
        (0..3000).map(|_| GpuContact { code: rng.random_range(0..64), ..GpuContact::default() }).collect();
    let pairs: Vec<[u32; 2]> = (0..3000).map(|k| [2 * k, 2 * k + 1]).collect();
    let mut words = [0u32; Word::COUNT];
    words[Word::Pairs as usize] = 2900;
    let control = Array::from_slice(&gpu, "control", &words).expect("room");
    let found_there = Array::from_slice(&gpu, "found", &found).expect("room");
    let pairs_there = Array::from_slice(&gpu, "pairs", &pairs).expect("room");
    let list: Array<[u32; 4]> = Array::zeros(&gpu, "meeting", 3000).expect("room");
    let kernel = Kernel::new(&gpu, source).expect("a good kernel");
    let page = Array::from_slice(&gpu, "page", &[Pages::one(3000).page(0)]).expect("room");
    let [there, found_there, list_there] = [pairs_there.window(), found_there.window(), list.window()];
    let bound = kernel.bind(&gpu, &[&[control.window(), there, found_there, list_there, page.window()]]);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    bound.expect("its arrays").run(&gpu, &mut encoder.begin_compute_pass(&Default::default()), 3000);
    gpu.queue.submit([encoder.finish()]);
    let expected = worklist(found[..2900].iter().map(|contact| contact.code), bits, done);
    let count = control.read(&gpu, Word::COUNT).expect("a result")[counter as usize] as usize;
    let mut listed = list.read(&gpu, count).expect("a result");
    listed.sort_unstable();
    let expected: Vec<[u32; 4]> = expected.into_iter().map(|k| [k, 2 * k, 2 * k + 1, 0]).collect();
    assert_eq!(listed, expected);
}
