//! Frames of a run on the GPU: its contacts, told in double precision.

use glam::DVec3;
use packstone::device::GpuOptions;
use packstone::engine::ContactPartner;
use packstone::output::frames::Frame;

use super::{on_gpu, rain};

#[test]
fn contacts_of_the_gpu_sum_to_its_forces() {
    let mut run = on_gpu(rain(), GpuOptions::default());
    let _ = run.run_steps(1500).expect("steps");
    // The frame brings the state from the device by itself.
    let frame = Frame::capture(&mut run).expect("a frame");
    assert_eq!((frame.step, frame.provenance.backend.as_str()), (1500, "gpu"));
    assert!(frame.provenance.adapter.is_some());
    let grains = &frame.grains;
    let mut sums = vec![DVec3::ZERO; grains.len()];
    let mut counts = vec![0; grains.len()];
    for contact in &frame.contacts {
        let a = grains.index_of(contact.grain).expect("a grain");
        sums[a] -= contact.force;
        counts[a] += 1;
        if let ContactPartner::Grain(other) = contact.partner {
            let b = grains.index_of(other).expect("a grain");
            sums[b] += contact.force;
            counts[b] += 1;
        }
    }
    assert_eq!(counts, grains.coordination);
    assert!(frame.contacts.len() > 10, "{} contacts", frame.contacts.len());
    let largest = frame.contacts.iter().map(|contact| contact.force.length()).fold(0.0, f64::max);
    for (sum, force) in sums.iter().zip(&grains.forces) {
        assert!(sum.distance(*force) < 1e-4 * largest, "{sum} {force}");
    }
    let deepest = frame.contacts.iter().map(|contact| contact.overlap).fold(0.0, f64::max);
    let told = run.report().counts.largest_overlap;
    assert!((deepest / told - 1.0).abs() < 1e-2, "{deepest} in f64, {told} of the device");
}
