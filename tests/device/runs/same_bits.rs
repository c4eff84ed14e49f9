//! The same scene gives the same bits: twice, resumed, from min_capacity arrays, with other workgroups, checked or not.

use packstone::device::Checks;
use packstone::device::GpuOptions;
use packstone::sim::{Backend, Options, Simulation};

use super::{on_gpu, rain};
use crate::common::folder::Folder;

/// Steps in which all grains come in, collide and slide on each other.
const STEPS: u64 = 900;

/// Hash, and what shows that something has happened.
fn outcome(options: GpuOptions) -> (u64, u64, usize) {
    let mut run = on_gpu(rain(), options);
    let report = run.step(STEPS).expect("steps");
    assert!(report.counts.ended > 5 && report.energies.flows.dissipated_friction > 0.0, "nothing happens: {report:?}");
    if options.min_capacity {
        let growths = run.device_tally().map_or(0, |(tally, _)| tally.growths);
        assert!(growths > 0, "no array has grown");
    }
    (run.state_hash(), report.counts.ended, report.counts.candidates)
}

#[test]
fn repeats_and_growing_arrays_give_the_same_bits() {
    let first = outcome(GpuOptions::default());
    assert_eq!(outcome(GpuOptions::default()), first, "twice");
    assert_eq!(outcome(GpuOptions { min_capacity: true, ..GpuOptions::default() }), first, "from a capacity of one");
}

#[test]
fn workgroup_sizes_and_checks_give_the_same_bits() {
    let first = outcome(GpuOptions::default());
    let other = GpuOptions { workgroup: Some(32), ..GpuOptions::default() };
    assert_eq!(outcome(other), first, "workgroups of 32");
    let checked = GpuOptions { checks: Checks::Checked, ..GpuOptions::default() };
    assert_eq!(outcome(checked), first, "checked kernels");
}

#[test]
fn checkpoints_during_insertion_go_on_on_either_back_end() {
    let folder = Folder::new("gpu-checkpoint");
    let file = folder.join("checkpoint.bin");
    let mut whole = on_gpu(rain(), GpuOptions::default());
    let _ = whole.step(400).expect("steps");
    whole.save(&file).expect("is saved");
    let gpu = Options { backend: Backend::Gpu(GpuOptions::default()), ..Options::default() };
    let mut resumed = Simulation::load(&file, gpu).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(resumed.state_hash(), whole.state_hash());
    // On the CPU it goes on from the same numbers.
    let mut moved = Simulation::load(&file, Options::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(moved.snapshot().positions, whole.snapshot().positions);
    let (a, b) = (whole.step(600).expect("steps"), resumed.step(600).expect("steps"));
    assert!(a.grains > 10 && a.counts.ended > 5, "{a:?}");
    assert_eq!(a, b, "reports");
    assert_eq!(resumed.state_hash(), whole.state_hash());
    let _ = moved.step(5).expect("steps");
    // And back: a checkpoint of the CPU goes on on the GPU.
    moved.save(&file).expect("is saved");
    let mut back = Simulation::load(&file, gpu).unwrap_or_else(|error| panic!("{error}"));
    let (here, there) = (back.step(5).expect("steps"), moved.step(5).expect("steps"));
    assert_eq!(here.grains, there.grains);
    let apart = back
        .snapshot()
        .positions
        .iter()
        .zip(&moved.snapshot().positions)
        .map(|(p, q)| p.distance(*q))
        .fold(0.0, f64::max);
    assert!(apart < 1e-7, "{apart:e} m after five steps on either");
}
