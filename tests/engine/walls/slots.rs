//! A contact keeps its slot as long as it lasts.

use std::f64::consts::TAU;

use super::*;
use crate::common::{capsule, cuboid, ellipsoid};

/// The slot of the contact nearest to each of the `places` at each step.
fn slots_on_the_way(surface: &Surface, shape: &Shape, way: impl Fn(f64) -> (Pose, Vec<DVec3>)) -> Vec<Vec<u8>> {
    let mut warm = WallWarm::default();
    let slot_at = |found: &[WallContact], place: &DVec3| {
        let distance = |contact: &&WallContact| contact.c1.distance(*place);
        found.iter().min_by(|p, q| distance(p).total_cmp(&distance(q))).expect("a contact").slot
    };
    (0..=4000)
        .map(|step| {
            let (pose, places) = way(f64::from(step) / 4000.0);
            let found = touches_with(surface, shape, pose, &mut warm);
            assert_eq!(found.len(), places.len(), "{step}: {found:?}");
            places.iter().map(|place| slot_at(&found, place)).collect()
        })
        .collect()
}

#[test]
fn a_grain_that_goes_round_a_tube_keeps_its_slot() {
    let slots = slots_on_the_way(&tube(1.0, None), &ellipsoid(0.05, 0.03, 0.02), |share| {
        let turn = DQuat::from_rotation_z(2.0 * TAU * share);
        (Pose::new(turn * DVec3::X * 0.951, turn), vec![turn * DVec3::X])
    });
    assert!(slots.iter().all(|slots| slots == &[0]));
}

/// A rod across the tube turns twice: its ends pass the azimuth 0 and the order round the axis changes.
#[test]
fn the_ends_of_a_rod_keep_their_slots() {
    let slots = slots_on_the_way(&tube(1.0, None), &capsule(0.1, 0.901), |share| {
        let turn = DQuat::from_rotation_z(2.0 * TAU * share + 0.3);
        let ends = [1.0, -1.0].map(|side| turn * DVec3::X * side);
        (Pose::new(DVec3::ZERO, turn * turned(DVec3::X)), ends.to_vec())
    });
    assert!(slots.iter().all(|slots| slots == &[0, 1]), "{:?}", slots[0]);
}

#[test]
fn the_edges_of_a_box_keep_their_slots() {
    let shape = cuboid(0.05, 0.02, 0.1);
    let slots = slots_on_the_way(&tube(1.0, Some(5.0)), &shape, |share| {
        let turn = DQuat::from_rotation_z(TAU * share - 1.0);
        let edges = [1.0, -1.0].map(|side| turn * DVec3::new(1.001, 0.02 * side, 0.0) + DVec3::Z * 2.0);
        (Pose::new(turn * DVec3::X * 0.951 + DVec3::Z * 2.0, turn), edges.to_vec())
    });
    assert!(slots.iter().all(|now| now == &slots[0]));
    assert_ne!(slots[0][0], slots[0][1]);
}

/// When one of two contacts ends, the other keeps its slot, and the slot is free again for the next.
#[test]
fn a_slot_is_free_again_when_its_contact_ends() {
    let (tube, shape, mut warm) = (tube(1.0, None), capsule(0.1, 0.901), WallWarm::default());
    let mut at = |x: f64| {
        let found = touches_with(&tube, &shape, Pose::new(DVec3::X * x, turned(DVec3::X)), &mut warm);
        found.into_iter().map(|contact| (contact.slot, contact.normal.x > 0.0)).collect::<Vec<_>>()
    };
    assert_eq!(at(0.0), [(0, true), (1, false)]);
    assert_eq!(at(-0.01), [(1, false)]);
    assert_eq!(at(-0.005), [(1, false)]);
    assert_eq!(at(0.0), [(0, true), (1, false)]);
    assert_eq!(at(0.01), [(0, true)]);
}
