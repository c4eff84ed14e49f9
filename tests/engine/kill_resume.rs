//! Runs that are stopped and go on are those that were never stopped, bit by bit, on the CPU and on the GPU: stopped at random
//! steps through the library, and killed as programs. `examples/kill_resume` does the same as often as one likes.

mod harness;
mod killed;
mod scenes;

use harness::{Tally, Where, pairs};
use packstone::device::GpuOptions;
use packstone::scene::Scene;
use packstone::sim::{Backend, Options, Simulation};

use crate::common::folder::Folder;

/// Pairs of runs, on the CPU and on the GPU: `PACKSTONE_KILL_PAIRS` asks for another number of both.
const PAIRS: [u64; 2] = [60, 20];

#[track_caller]
fn all_alike(place: Where, usual: u64) {
    let asked = std::env::var("PACKSTONE_KILL_PAIRS").ok().map(|text| text.parse().expect("a number of pairs"));
    let count = asked.unwrap_or(usual);
    let Tally { pairs, in_contact, differences } =
        pairs(&scenes::cases(), place, count, 7, |_| {}).unwrap_or_else(|error| panic!("{error}"));
    assert!(differences.is_empty(), "{} of {pairs} differ:\n{}", differences.len(), differences.join("\n"));
    assert!(pairs >= count, "{pairs} of {count}");
    assert!(2 * in_contact > pairs, "{in_contact} of {pairs} were stopped in contact");
}

#[test]
fn stopped_at_random_steps_on_the_cpu() {
    all_alike(Where::Cpu, PAIRS[0]);
}

#[test]
fn stopped_at_random_steps_on_the_gpu() {
    all_alike(Where::Gpu, PAIRS[1]);
}

/// A ball comes with 0.2 m/s and goes with 0.1797: whatever the phase of the contact in which it was stopped.
#[test]
fn one_contact_stopped_in_each_of_its_phases_on_the_gpu() {
    let scene = Scene::parse(include_str!("../defects/one-contact.toml"), "one-contact.toml").expect("a scene");
    let options = Options { threads: Some(1), backend: Backend::Gpu(GpuOptions::default()) };
    let folder = Folder::new("one-contact");
    let file = folder.join("checkpoint.bin");
    let mut stopped = Simulation::new(scene.clone(), options).unwrap_or_else(|error| panic!("{error}"));
    let mut whole = Simulation::new(scene, options).unwrap_or_else(|error| panic!("{error}"));
    let expected = whole.step(120).expect("steps");
    let (hash, rebound) = (whole.state_hash(), whole.snapshot().velocities[0].z);
    assert!((rebound - 0.1797).abs() < 2e-4, "it goes with {rebound} m/s");
    let mut in_contact = 0;
    for step in (20..110).step_by(3) {
        let report = stopped.step(step - stopped.steps_done()).expect("steps");
        in_contact += report.counts.contacts;
        stopped.save(&file).expect("it is saved");
        whole = Simulation::load_in_place_of(whole, &file, options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(whole.report(), report, "as it was saved at step {step}");
        let found = whole.step(120 - step).expect("steps");
        assert_eq!((found, whole.state_hash()), (expected, hash), "stopped at step {step}");
    }
    assert!(in_contact > 3, "stopped in contact {in_contact} times");
}
