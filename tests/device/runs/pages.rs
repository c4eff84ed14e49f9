//! Records of pairs in pages: whatever their size, the bits are those of one page, and every pass agrees with the CPU.

use packstone::device::Checks;
use packstone::device::GpuOptions;
use packstone::engine::StepReport;
use packstone::scene::Scene;
use packstone::sim::{Backend, Options, Simulation};
use packstone::studies::bench::{Bed, State};

use super::lockstep::compared_with;
use super::{on_gpu, parsed};
use crate::common::folder::Folder;

/// The smallest pages: energies are summed over blocks of 64.
const SMALLEST: usize = 64;
/// Steps of a run, or of half of one.
const STEPS: u64 = 60;

fn with_pages(page: usize) -> GpuOptions {
    GpuOptions { page: Some(page), ..GpuOptions::default() }
}

fn boxes(state: State, count: usize) -> Scene {
    Bed::named("boxes").and_then(|bed| bed.scene(state, count).ok()).expect("a bed")
}

/// Takes steps. With `pages`, so many of that size must be full at their end, and more in use.
fn outcome(run: &mut Simulation, steps: u64, pages: Option<(usize, usize)>) -> (u64, StepReport) {
    let report = run.step(steps).expect("steps");
    let made = run.device_pages().expect("a GPU");
    match pages {
        None => assert_eq!(made, 1),
        Some((size, used)) => {
            assert!(report.counts.candidates > used * size, "{} pairs", report.counts.candidates);
            assert!(made > used, "{made} pages");
        }
    }
    (run.state_hash(), report)
}

#[test]
fn a_bed_that_settles_has_the_same_bits_in_pages() {
    let scene = boxes(State::Settling, 1000);
    let expected = outcome(&mut on_gpu(scene.clone(), GpuOptions::default()), STEPS, None);
    let counts = &expected.1.counts;
    assert!(counts.rebuilds > 2 && counts.ended > 20 && counts.wall_contacts > 20, "nothing happens: {counts:?}");
    let paged = outcome(&mut on_gpu(scene.clone(), with_pages(1024)), STEPS, Some((1024, 2)));
    assert_eq!(paged, expected, "pages of 1024");
    let options = GpuOptions { min_capacity: true, workgroup: Some(32), ..with_pages(1024) };
    let mut min_capacity = on_gpu(scene, options);
    assert_eq!(outcome(&mut min_capacity, STEPS, Some((1024, 2))), expected, "from a capacity of one");
    assert!(min_capacity.device_tally().is_some_and(|(tally, _)| tally.growths > 0), "no array has grown");
}

/// Small grains that come in more than once, fast and close to the floor.
fn shower() -> Scene {
    let text = include_str!("../../scenes/rain.toml")
        .replace("total = 24\nuntil = 0.08", "total = 400")
        .replace("min = 0.8, max = 1.2", "min = 0.3, max = 0.5")
        .replace("-0.018, 0.04], max = [0.018, 0.018, 0.07]", "-0.018, 0.004], max = [0.018, 0.018, 0.034]")
        .replace("velocity = [0, 0, -0.3]", "velocity = [0.5, 0, -3]");
    parsed(&text)
}

#[test]
fn grains_that_come_in_and_checkpoints_have_the_same_bits_in_pages() {
    let folder = Folder::new("gpu-pages");
    let file = folder.join("checkpoint.bin");
    let mut whole = on_gpu(shower(), GpuOptions::default());
    let few = whole.step(STEPS).expect("steps").grains;
    let expected = outcome(&mut whole, STEPS, None);
    let (grains, counts) = (expected.1.grains, &expected.1.counts);
    assert!(grains > few && counts.rebuilds > 10 && counts.contacts > 0, "nothing happens: {:?}", expected.1);
    let mut paged =
        on_gpu(shower(), GpuOptions { checks: Checks::Checked, min_capacity: true, ..with_pages(SMALLEST) });
    let _ = paged.step(STEPS).expect("steps");
    assert!(paged.device_tally().is_some_and(|(tally, _)| tally.growths > 1), "no array has grown");
    paged.save(&file).expect("is saved");
    // From pages to one page, and to other pages.
    for (options, used) in [(GpuOptions::default(), None), (with_pages(SMALLEST), Some((SMALLEST, 1)))] {
        let options = Options { backend: Backend::Gpu(options), ..Options::default() };
        let mut resumed = Simulation::load(&file, options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(outcome(&mut resumed, STEPS, used), expected, "resumed");
    }
    assert_eq!(outcome(&mut paged, STEPS, Some((SMALLEST, 1))), expected, "checked, from a capacity of one");
}

#[test]
fn pages_agree_with_the_cpu_in_every_pass() {
    compared_with(&boxes(State::Settling, 300), with_pages(256), 10, 300);
}

#[test]
fn a_step_in_one_page_starts_no_more_kernels() {
    let dispatches = |options| on_gpu(boxes(State::Settled, 300), options).dispatches_of_a_step();
    assert_eq!(dispatches(GpuOptions::default()), Some([14, 50]));
    let paged = dispatches(with_pages(1024)).expect("a GPU");
    // Of balls, all contacts are known in closed form, with their points: nothing is searched for.
    let balls = Bed::named("spheres").and_then(|bed| bed.scene(State::Settled, 300).ok()).expect("a bed");
    assert_eq!(on_gpu(balls, GpuOptions::default()).dispatches_of_a_step(), Some([9, 45]));
    assert!(paged[0] > 16 && paged[1] > 52, "{paged:?}");
}
