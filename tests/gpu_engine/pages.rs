//! Records of pairs in pages: whatever their size, the bits are those of one page, and every pass agrees with the processor.

use packstone::bench::{Bed, State};
use packstone::engine::{Backend, GpuOptions, Options, Report, Simulation};
use packstone::gpu::Checks;
use packstone::scene::Scene;

use super::insertion::rush;
use super::lockstep::compared_with;
use super::on_gpu;

/// The smallest pages: the ledger sums over blocks of 64.
const SMALLEST: usize = 64;

fn with_pages(page: usize) -> GpuOptions {
    GpuOptions { page: Some(page), ..GpuOptions::default() }
}

fn boxes(state: State, count: usize) -> Scene {
    Bed::named("boxes").and_then(|bed| bed.scene(state, count).ok()).expect("a bed")
}

/// Takes steps; more than `pages` pages must be in use at their end where there is more than one.
fn outcome(run: &mut Simulation, steps: u64, pages: Option<(usize, usize)>) -> (u64, Report) {
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
    let (_, report) = outcome(&mut on_gpu(scene.clone(), GpuOptions::default()), 0, None);
    assert_eq!(report.counts.rebuilds, 0);
    let expected = outcome(&mut on_gpu(scene.clone(), GpuOptions::default()), 150, None);
    let counts = &expected.1.counts;
    assert!(counts.rebuilds > 1 && counts.ended > 50 && counts.wall_contacts > 20, "nothing happens: {counts:?}");
    let paged = outcome(&mut on_gpu(scene.clone(), with_pages(1024)), 150, Some((1024, 2)));
    assert_eq!(paged, expected, "pages of 1024");
    let options = GpuOptions { cramped: true, workgroup: Some(32), ..with_pages(1024) };
    let mut cramped = on_gpu(scene, options);
    assert_eq!(outcome(&mut cramped, 150, Some((1024, 2))), expected, "from room for one");
    assert!(cramped.device_tally().is_some_and(|(tally, _)| tally.growths > 0), "no array has grown");
}

#[test]
fn grains_that_come_in_have_the_same_bits_in_pages() {
    let steps = 400;
    let expected = outcome(&mut on_gpu(rush(), GpuOptions::default()), steps, None);
    assert!(expected.1.counts.ended > 5 && expected.1.counts.rebuilds > 5, "nothing happens: {:?}", expected.1);
    let used = Some((SMALLEST, 2));
    assert_eq!(outcome(&mut on_gpu(rush(), with_pages(SMALLEST)), steps, used), expected, "smallest pages");
    let options = GpuOptions { cramped: true, checks: Checks::Checked, ..with_pages(SMALLEST) };
    let mut cramped = on_gpu(rush(), options);
    assert_eq!(outcome(&mut cramped, steps, used), expected, "checked, from room for one");
    assert!(cramped.device_tally().is_some_and(|(tally, _)| tally.growths > 1), "no array has grown");
}

#[test]
fn a_checkpoint_does_not_know_of_pages() {
    let file = std::env::temp_dir().join(format!("packstone-gpu-pages-{}.bin", std::process::id()));
    let scene = boxes(State::Settling, 300);
    let (one, many) = (GpuOptions::default(), with_pages(256));
    let expected = outcome(&mut on_gpu(scene.clone(), one), 80, None);
    for (before, after, used) in [(one, many, Some((256, 2))), (many, one, None)] {
        let mut run = on_gpu(scene.clone(), before);
        let _ = run.step(40).expect("steps");
        run.save(&file).expect("is saved");
        let options = Options { backend: Backend::Gpu(after), ..Options::default() };
        let mut resumed = Simulation::load(&file, options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(outcome(&mut resumed, 40, used), expected);
    }
    std::fs::remove_file(&file).expect("is removed");
}

#[test]
fn pages_agree_with_the_processor_in_every_pass() {
    compared_with(&boxes(State::Settling, 300), with_pages(256), 20, 500);
}

#[test]
fn a_step_in_one_page_starts_no_more_kernels() {
    let dispatches = |options| on_gpu(boxes(State::Settled, 300), options).dispatches_of_a_step();
    assert_eq!(dispatches(GpuOptions::default()), Some([18, 54]));
    let paged = dispatches(with_pages(1024)).expect("a GPU");
    assert!(paged[0] > 18 && paged[1] > 54, "{paged:?}");
}
