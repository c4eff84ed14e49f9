//! Grains that come in: where they come in is asked of the GPU, and they are the same as on the CPU.

use packstone::device::GpuOptions;
use packstone::device::lockstep::Lockstep;
use packstone::scene::Scene;
use packstone::sim::Simulation;

use super::{on_cpu, on_gpu, parsed, rain};

/// Shapes beside those of the rain, so that all families are there.
const ROUND: &str = "
[[shape]]
name = \"egg\"
material = \"stone\"
type = \"ellipsoid\"
radii = [0.006, 0.005, 0.003]
[[shape]]
name = \"pill\"
material = \"stone\"
type = \"capsule\"
radius = 0.003
half_height = 0.004
[[shape]]
name = \"drum\"
material = \"stone\"
type = \"cylinder\"
radius = 0.004
half_height = 0.004
[[shape]]
name = \"pebble\"
material = \"stone\"
type = \"superquadric\"
radii = [0.005, 0.004, 0.004]
n1 = 4
n2 = 3
";

/// Grains of all shapes and many sizes, more than there is room for, that want to come in at once; and balls from elsewhere.
fn rush() -> Scene {
    let more = "{ shape = \"wedge\" }, { shape = \"egg\" }, { shape = \"pill\" }, { shape = \"drum\" }, { shape = \"pebble\" }]";
    let balls = "[[insertion]]\nregion = { type = \"sphere\", center = [0, 0, 0.065], radius = 0.02 }\ntotal = 5\n\
                 shape = \"ball\"\nsize = 0.5\n[output]";
    let text = include_str!("../../scenes/rain.toml")
        .replace("total = 24\nuntil = 0.08", "total = 400")
        .replace("min = 0.8, max = 1.2", "min = 0.3, max = 0.5")
        .replacen("[[wall]]", &format!("{ROUND}[[wall]]"), 1)
        .replace("{ shape = \"wedge\" }]", more)
        .replace("[output]", balls);
    parsed(&text)
}

fn same_grains(here: &Simulation, there: &Simulation) {
    let (here, there) = (here.snapshot(), there.snapshot());
    assert_eq!((&here.shapes, &here.scales), (&there.shapes, &there.scales));
    for (k, (p, q)) in here.positions.iter().zip(&there.positions).enumerate() {
        assert!(p.distance(*q) < 1e-9, "grain {k} is at {p}, not at {q}");
    }
}

#[test]
fn a_rush_fills_the_region_with_the_same_grains() {
    let (mut gpu, mut cpu) = (on_gpu(rush(), GpuOptions::default()), on_cpu(rush()));
    let mut min_capacity = on_gpu(rush(), GpuOptions { min_capacity: true, ..GpuOptions::default() });
    let (told, expected) = (gpu.step(1).expect("a step"), cpu.step(1).expect("a step"));
    let _ = min_capacity.step(1).expect("a step");
    // More than are tried at a time, and not all: the last ones found no place.
    assert!((80..400).contains(&expected.grains), "{} grains", expected.grains);
    assert_eq!(told.grains, expected.grains);
    same_grains(&gpu, &cpu);
    assert_eq!(min_capacity.state_hash(), gpu.state_hash(), "from a capacity of one");
    // The next round of tries comes after a pause, and finds other places.
    let (told, expected) = (gpu.step(50).expect("steps"), cpu.step(50).expect("steps"));
    assert_eq!(told.grains, expected.grains);
    let (a, b) = (told.energies.flows.inserted, expected.energies.flows.inserted);
    assert!((a / b - 1.0).abs() < 1e-9, "inserted {a} J, not {b} J");
}

#[test]
fn every_try_in_a_crowd_is_judged_alike() {
    let mut both = Lockstep::new(&rush(), GpuOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let found = both.step(|_, _| false).expect("a step");
    assert!(found.iter().all(|found| found.offenders == 0), "{found:?}");
    let tries = found.iter().find(|found| found.quantity == "blocked attempts").map_or(0, |found| found.elements);
    let grains = found.iter().find(|found| found.quantity == "new grains").map_or(0, |found| found.elements);
    println!("{tries} tries compared, {grains} grains came in");
    assert!(tries > 2000 && grains > 80, "{tries} tries, {grains} grains");
}

#[test]
fn both_back_ends_insert_the_same_grains_one_by_one() {
    let (mut gpu, mut cpu) = (on_gpu(rain(), GpuOptions::default()), on_cpu(rain()));
    for _ in 0..8 {
        let (told, expected) = (gpu.step(40).expect("steps"), cpu.step(40).expect("steps"));
        let (here, there) = (gpu.snapshot(), cpu.snapshot());
        assert_eq!((told.grains, &here.shapes, &here.scales), (expected.grains, &there.shapes, &there.scales));
        let newest = here.positions.len() - 1;
        let off = here.positions[newest].distance(there.positions[newest]);
        assert!(off < 1e-6, "the newest grain is {off:e} m off");
        let (a, b) = (told.energies.flows.inserted, expected.energies.flows.inserted);
        assert!((a / b - 1.0).abs() < 1e-9, "inserted {a} J, not {b} J");
    }
    assert!(gpu.grains().len() > 4, "too few grains for a test");
}

#[test]
fn the_host_reads_one_word_for_each_try() {
    // The same grains come in, with and without 400 others far away that rest on nothing.
    let lattice = "[[lattice]]\nshape = \"ball\"\nfixed = true\norigin = [1, 1, 1]\nspacing = [0.02, 0.02, 0.02]\ncounts = [10, 10, 4]\n";
    let text = include_str!("../../scenes/rain.toml");
    let with_others = text.replace("[[insertion]]", &format!("{lattice}[[insertion]]"));
    let reads = |text: &str| {
        let mut run = on_gpu(parsed(text), GpuOptions::default());
        let report = run.run_steps(300).expect("steps").report;
        let (tally, _) = run.device_tally().expect("a GPU");
        (report.grains, tally)
    };
    let ((few, alone), (many, among)) = (reads(text), reads(&with_others));
    assert_eq!(many, few + 400);
    assert_eq!((alone.dispatches, alone.host_reads), (among.dispatches, among.host_reads));
    // Only the sums of energy are longer: 112 bytes for 64 bodies, once in a batch.
    let batches = alone.host_reads;
    let more = among.bytes_read - alone.bytes_read;
    assert!(more <= batches * 112 * 400_u64.div_ceil(64), "{more} bytes more");
}
