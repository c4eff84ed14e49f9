//! A contact keeps its slot as long as it lasts, also through rebuilds of the list.

use glam::DQuat;
use packstone::walls::WallWarm;

use super::device::{Device, Options, expected, found};
use super::*;
use crate::common::{capsule, cuboid, ellipsoid};

const STEPS: usize = 400;

/// Slots of the contacts nearest to `places` on the way, on the device; every 37th step the list is made anew.
fn slots_on_the_way(device: &mut Device, way: impl Fn(f64) -> (Pose, Vec<DVec3>)) -> Vec<Vec<u8>> {
    let mut warm = WallWarm::default();
    let mut slots = Vec::new();
    for step in 0..=STEPS {
        let (pose, places) = way(step as f64 / STEPS as f64);
        device.grains[0].pose = pose;
        device.send();
        if step % 37 == 0 {
            device.rebuild();
        }
        let all = found(&device.touch(0)[0], &device.grains[0]);
        let cpu = expected(&device.surfaces[0], 0, &device.grains[0], 0.0, &mut warm);
        let slot_at = |place: &DVec3| {
            let distance = |contact: &&device::Found| contact.point.distance(*place);
            all.iter().min_by(|p, q| distance(p).total_cmp(&distance(q))).expect("a contact").slot
        };
        assert_eq!((all.len(), cpu.len()), (places.len(), places.len()), "{step}: {all:?}");
        // The same numbers as on the CPU.
        assert!(cpu.iter().all(|c| slot_at(&c.point) == c.slot), "{step}: {all:?} {cpu:?}");
        slots.push(places.iter().map(slot_at).collect());
    }
    slots
}

fn tube_with(shape: packstone::geometry::Shape) -> Device {
    let tube = cylinder_wall(DVec3::ZERO, DVec3::Z, 1.0, Some(5.0), Side::Inside);
    let grain = Grain { shape, pose: Pose::at(DVec3::Z), fixed: false };
    Device::new(&[tube], &[grain], &Options { skin: 4.0, ..Options::default() })
}

fn along(axis: DVec3) -> DQuat {
    DQuat::from_rotation_arc(DVec3::Z, axis)
}

#[test]
fn contacts_keep_their_slots() {
    let turn = |share: f64, start: f64| DQuat::from_rotation_z(2.0 * std::f64::consts::TAU * share + start);
    let up = DVec3::Z * 2.5;
    // A small grain that goes round the tube.
    let slots = slots_on_the_way(&mut tube_with(ellipsoid(0.05, 0.03, 0.02)), |share| {
        let turn = turn(share, 0.0);
        (Pose::new(turn * DVec3::X * 0.951 + up, turn), vec![turn * DVec3::X + up])
    });
    assert!(slots.iter().all(|slots| slots == &[0]));
    // The ends of a rod across the tube: their order round the axis changes.
    let slots = slots_on_the_way(&mut tube_with(capsule(0.1, 0.901)), |share| {
        let turn = turn(share, 0.3);
        let ends = [1.0, -1.0].map(|side| turn * DVec3::X * side + up);
        (Pose::new(up, turn * along(DVec3::X)), ends.to_vec())
    });
    assert!(slots.iter().all(|now| now == &slots[0]) && slots[0][0] != slots[0][1], "{slots:?}");
    // The edges of a box with a face to the wall: a tenth of a turn, so that none comes to where the other was.
    let slots = slots_on_the_way(&mut tube_with(cuboid(0.05, 0.02, 0.1)), |share| {
        let turn = turn(0.05 * share, -0.2);
        let edges = [1.0, -1.0].map(|side| turn * DVec3::new(1.001, 0.02 * side, 0.0) + up);
        (Pose::new(turn * DVec3::X * 0.951 + up, turn), edges.to_vec())
    });
    assert!(slots.iter().all(|now| now == &slots[0]) && slots[0][0] != slots[0][1], "{slots:?}");
}

/// When one of two contacts ends, the other keeps its slot, and the slot is free again for the next.
#[test]
fn a_slot_is_free_again_when_its_contact_ends() {
    let mut device = tube_with(capsule(0.1, 0.901));
    device.rebuild();
    let mut at = |x: f64| {
        device.grains[0].pose = Pose::new(DVec3::new(x, 0.0, 2.5), along(DVec3::X));
        device.send();
        let list = found(&device.touch(0)[0], &device.grains[0]);
        list.into_iter().map(|contact| (contact.slot, contact.normal.x > 0.0)).collect::<Vec<_>>()
    };
    assert_eq!(at(0.0), [(0, true), (1, false)]);
    assert_eq!(at(-0.01), [(1, false)]);
    assert_eq!(at(-0.005), [(1, false)]);
    assert_eq!(at(0.0), [(0, true), (1, false)]);
    assert_eq!(at(0.01), [(0, true)]);
}
