//! The list of grains near surfaces.

use packstone::device::schema::constants::NO_LINK;
use packstone::device::schema::control::{StatusFlag, Word};
use packstone::device::schema::records::GpuWallLink;
use rand::RngExt;

use super::device::{Device, Options};
use super::*;
use crate::common::{FAMILIES, direction, random_shape, seeded, turn, vector};

fn keys(links: &[GpuWallLink]) -> Vec<[u32; 2]> {
    links.iter().map(|link| [link.body, link.surface]).collect()
}

/// A hopper in a box, with a rod across it.
fn walls() -> Vec<Surface> {
    let slanted = DVec3::new(0.3, -0.2, 0.9).normalize();
    vec![
        plane(DVec3::new(0.0, 0.0, -4.0), DVec3::Z),
        plane(DVec3::new(3.0, 1.0, 0.0), direction(&mut seeded(1))),
        cylinder_wall(DVec3::ZERO, slanted, 4.0, Some(5.0), Side::Inside),
        cylinder_wall(DVec3::ZERO, DVec3::Y, 6.0, None, Side::Inside),
        cone(DVec3::new(0.5, 0.0, -3.0), slanted, [1.0, 5.0], 6.0),
        cone(DVec3::new(0.5, 0.0, -3.0), DVec3::Z, [0.0, 3.0], 4.0),
        cylinder_wall(DVec3::ZERO, slanted, 0.5, Some(3.0), Side::Outside),
        cylinder_wall(DVec3::ZERO, DVec3::X, 0.7, None, Side::Outside),
    ]
}

fn grains(count: usize, seed: u64) -> Vec<Grain> {
    let mut rng = seeded(seed);
    (0..count)
        .map(|k| Grain {
            shape: random_shape(FAMILIES[k % 6], &mut rng),
            pose: Pose::new(vector(&mut rng) * 7.0, turn(&mut rng)),
            fixed: rng.random_bool(0.1),
        })
        .collect()
}

/// Bit by bit: no grain of these is so close to the margin that f32 could tell otherwise.
#[test]
fn links_are_those_of_the_cpu() {
    let device = Device::new(&walls(), &grains(700, 11), &Options { room: 6000, ..Options::default() });
    device.rebuild();
    let links = keys(&device.links());
    assert!(links.len() > 1000);
    assert_eq!(links, device.expected_links(0));
}

#[test]
fn links_that_were_there_before_are_carried() {
    let mut device = Device::new(&walls(), &grains(300, 12), &Options { room: 3000, ..Options::default() });
    device.rebuild();
    assert!(device.links().iter().all(|link| link.from_link == NO_LINK && link.slots == 0));
    let old = device.touch(0);
    let mut rng = seeded(13);
    device.grains.iter_mut().for_each(|grain| grain.pose.position += vector(&mut rng) * 0.3);
    device.send();
    device.rebuild();
    let new = device.links();
    assert_eq!(keys(&new), device.expected_links(0));
    let expected = packstone::walls::remapped(&keys(&old), &keys(&new));
    assert!(expected.iter().any(Option::is_none) && expected.iter().any(Option::is_some));
    for (link, old_number) in new.iter().zip(&expected) {
        assert_eq!(link.from_link, old_number.map_or(NO_LINK, |number| number as u32));
        let before = old_number.map_or(GpuWallLink::default(), |number| old[number]);
        assert_eq!((link.slots, link.contacts), (before.slots, before.contacts));
    }
}

#[test]
fn a_list_without_room_says_what_it_needs() {
    let device = Device::new(&walls(), &grains(300, 12), &Options { room: 100, ..Options::default() });
    device.rebuild();
    assert_eq!(device.word(Word::Status), StatusFlag::WallsFull as u32);
    assert_eq!(device.word(Word::WallLinks) as usize, device.expected_links(0).len());
}

/// In a step without a rebuild the list stays as it is.
#[test]
fn nothing_happens_without_a_rebuild() {
    let device = Device::new(&walls(), &grains(50, 14), &Options::default());
    assert!(device.touch(0).is_empty());
}
