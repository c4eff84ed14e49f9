//! Lists of pairs, and links.

use std::collections::BTreeSet;

use packstone::device::Checks;
use packstone::device::capacities::Capacities;
use packstone::device::schema::control::Word;
use packstone::device::twins::lists_of;
use packstone::geometry::Pose;
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};

use super::harness::Device;
use super::scenes::{self, Scene, touch_within};

/// Extra pairs are closer than this share of the sum of their radii: the slack of the device, 2e-6, and its rounding.
const SLACK: f64 = 4e-6;

fn check(scene: &Scene, found: &[[u32; 2]]) {
    let (expected, _) = scene.pairs();
    assert!(expected.len() >= scene.at_least, "{}: only {} pairs", scene.name, expected.len());
    assert!(found.is_sorted_by(|a, b| a < b), "{}: not in order", scene.name);
    let boxes = scene.boxes();
    let set: BTreeSet<[u32; 2]> = found.iter().copied().collect();
    for [i, j] in &expected {
        assert!(set.contains(&[*i, *j]), "{}: {i} and {j} are missing", scene.name);
    }
    for i in 0..boxes.len() {
        for j in i + 1..boxes.len() {
            let pair = [i as u32, j as u32];
            let skipped = scene.skips(pair[0], pair[1]);
            if set.contains(&pair) {
                assert!(
                    !skipped && touch_within(&boxes[i], &boxes[j], SLACK),
                    "{}: {i} and {j} are no pair",
                    scene.name
                );
            } else {
                assert!(skipped || !touch_within(&boxes[i], &boxes[j], 0.0), "{}: {i} and {j} are missing", scene.name);
            }
        }
    }
    assert!(found.iter().all(|[i, j]| i < j));
}

#[test]
fn lists_hold_the_pairs_of_the_cpu() {
    let device = Device::new(Checks::Checked, 64);
    scenes::all().iter().for_each(|scene| check(scene, &device.lists(scene).0.pairs));
}

#[test]
fn other_workgroups_and_trusted_kernels_give_the_same_bits() {
    let scenes = scenes::all();
    let checked = Device::new(Checks::Checked, 64);
    let expected: Vec<_> = scenes.iter().map(|scene| checked.lists(scene)).collect();
    for (checks, workgroup) in
        [(Checks::Trusted, 64), (Checks::Checked, 32), (Checks::Trusted, 128), (Checks::Trusted, 256)]
    {
        let device = Device::new(checks, workgroup);
        for (scene, (lists, words)) in scenes.iter().zip(&expected) {
            let found = device.lists(scene);
            assert!(found.0 == *lists, "{}: workgroups of {workgroup}, {checks:?}", scene.name);
            for word in [Word::Entries, Word::Found, Word::Pairs] {
                assert_eq!(found.1[word as usize], words[word as usize], "{}: {word:?}", scene.name);
            }
        }
    }
}

/// A device that takes few workgroups in one dimension gets them in two.
#[test]
fn few_workgroups_in_one_dimension_give_the_same_bits() {
    let mut device = Device::new(Checks::Checked, 32);
    let scenes: Vec<Scene> = scenes::all().into_iter().filter(|scene| scene.poses.len() < 1000).collect();
    let expected: Vec<_> = scenes.iter().map(|scene| device.lists(scene)).collect();
    device.gpu.limits.max_compute_workgroups_per_dimension = 7;
    for (scene, (lists, _)) in scenes.iter().zip(&expected) {
        assert!(device.lists(scene).0 == *lists, "{}", scene.name);
    }
}

#[test]
fn sorting_and_linking_are_exact() {
    let device = Device::new(Checks::Checked, 64);
    for scene in scenes::all() {
        let n = scene.poses.len();
        // Capacity for bodies that are not there yet.
        let capacities = Capacities {
            bodies: n + 37,
            entries: 60 * n + 64,
            found: n * n.min(200) + 64,
            pairs: n * n.min(200) + 64,
            walls: 0,
        };
        let broad = device.broad(&scene, capacities);
        broad.rebuild();
        let count = broad.word(Word::Found) as usize;
        let found = broad.inner.found().read(broad.gpu(), count).expect("a result");
        assert_eq!(found.len(), count);
        assert!(broad.lists() == lists_of(&found, n), "{}", scene.name);
    }
}

#[test]
fn lists_of_known_pairs() {
    let lists = lists_of(&[[1, 2], [0, 3], [1, 2], [0, 1]], 4);
    assert_eq!(lists.pairs, [[0, 1], [0, 3], [1, 2]]);
    assert_eq!(lists.link_starts, [0, 2, 4, 5, 6]);
    assert_eq!(lists.links, [0, 2, 1, 4, 5, 3]);
}

/// Prints, for each scene, what the lists cost on the device and on the CPU, per body.
#[test]
fn there_are_few_candidates_for_each_contact() {
    let device = Device::new(Checks::Trusted, 64);
    println!("scene | contacts | pairs/contact: device, CPU | entries | found, tested; per body");
    for scene in scenes::all().iter().filter(|scene| scene.at_least > 0) {
        let (lists, words) = device.lists(scene);
        let (pairs, report) = scene.pairs();
        let contacts = contacts(scene, &lists.pairs) as f64;
        let n = scene.poses.len() as f64;
        let per = |count: f64| count / n;
        println!(
            "{} | {:.2} | {:.2} {:.2} | {:.1} {:.1} | {:.1} {:.1}",
            scene.name,
            per(contacts),
            lists.pairs.len() as f64 / contacts,
            pairs.len() as f64 / contacts,
            per(f64::from(words[Word::Entries as usize])),
            per(report.entries as f64),
            per(f64::from(words[Word::Found as usize])),
            per(report.tested as f64),
        );
        let entries = (f64::from(words[Word::Entries as usize]), report.entries as f64);
        assert!(lists.pairs.len() as f64 <= pairs.len() as f64 * 1.01 + 1.0, "{}: too many pairs", scene.name);
        assert!(entries.0 <= 3.0 * entries.1, "{}: {entries:?}", scene.name);
    }
}

fn contacts(scene: &Scene, pairs: &[[u32; 2]]) -> usize {
    let poses: Vec<Pose> = scene.poses();
    let mut detector = Minkowski::with_gap_limit(0.0);
    let body = |k: u32| Body { shape: &scene.shapes[scene.poses[k as usize].kind as usize], pose: poses[k as usize] };
    let mut touches = |i: u32, j: u32| {
        detector.detect(&body(i), &body(j), &mut WarmStart::default()).expect("finite shapes").overlap > 0.0
    };
    pairs.iter().filter(|[i, j]| touches(*i, *j)).count()
}
