//! Packings that start with contacts, on both back ends. Closed forms: `tests/engine/physics.rs`.

use packstone::device::GpuOptions;

use super::{on_cpu, on_gpu};

#[test]
fn a_settled_packing_starts_with_its_contacts() {
    let bed = packstone::studies::bench::Bed::named("boxes").expect("a bed");
    let scene = bed.scene(packstone::studies::bench::State::Settled, 100).expect("a scene");
    let mut cpu = on_cpu(scene.clone());
    let before = cpu.report().energies.elastic;
    let expected = cpu.step(20).expect("steps").energies;
    let found = on_gpu(scene, GpuOptions::default()).step(20).expect("steps").energies;
    assert!(before > 0.0 && (found.elastic / expected.elastic - 1.0).abs() < 1e-2, "{found:?}, {expected:?}");
    // Contacts that were new in the first step would have made all of their energy out of nothing.
    assert!(expected.flows.patch_work.abs() < 0.1 * before, "{expected:?}");
    assert!(found.flows.patch_work.abs() < 0.1 * before, "{found:?}");
}
