//! The lists: complete, in order, the same for any number of threads.

use glam::DVec3;
use packstone::broad::{BroadPhase, LocalBox, WorldBox, bounds, needs_rebuild, remap};
use packstone::geometry::Pose;
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::ThreadPoolBuilder;

use super::scenes;

/// All pairs whose boxes touch, each pair tried.
fn brute_force(boxes: &[WorldBox]) -> Vec<[u32; 2]> {
    let touching = |i: usize| (i + 1..boxes.len()).filter(move |j| boxes[i].touches(&boxes[*j]));
    (0..boxes.len()).flat_map(|i| touching(i).map(move |j| [i as u32, j as u32])).collect()
}

fn list(boxes: &[WorldBox]) -> Vec<[u32; 2]> {
    let mut broad = BroadPhase::default();
    assert_eq!(broad.rebuild(boxes, |_, _| false).expect("good boxes").bodies, boxes.len());
    broad.pairs().to_vec()
}

#[test]
fn every_scene_has_the_pairs_of_brute_force_in_order() {
    // One object for all scenes: what a scene leaves in the buffers must not show in the next.
    let mut broad = BroadPhase::default();
    for (name, boxes, least) in scenes::all() {
        let expected = brute_force(&boxes);
        assert!(expected.len() >= least, "{name}: {} pairs, not a test", expected.len());
        let report = broad.rebuild(&boxes, |_, _| false).expect("good boxes");
        assert!(broad.pairs() == expected, "{name}: {} pairs for {}", broad.pairs().len(), expected.len());
        assert!(broad.pairs().is_sorted_by(|a, b| a < b), "{name}");
        assert_eq!((report.pairs, report.bodies), (expected.len(), boxes.len()), "{name}");
        assert!(report.tested >= expected.len() as u64 && report.visits >= report.tested, "{name}");
    }
}

#[test]
fn the_order_of_bodies_does_not_change_who_touches() {
    for (name, boxes, _) in scenes::all() {
        let reversed: Vec<WorldBox> = boxes.iter().rev().copied().collect();
        let last = boxes.len() as u32 - 1;
        let mut renamed: Vec<[u32; 2]> = list(&reversed).iter().map(|[i, j]| [last - j, last - i]).collect();
        renamed.sort_unstable();
        assert!(renamed == list(&boxes), "{name}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_lists() {
    for (name, boxes, _) in scenes::all() {
        let with = |threads: usize| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| {
                let mut broad = BroadPhase::default();
                let report = broad.rebuild(&boxes, |i, j| (i + j) % 7 == 0).expect("good boxes");
                let links: Vec<_> = (0..boxes.len()).map(|body| broad.contacts_of(body).to_vec()).collect();
                (broad.pairs().to_vec(), links, (report.entries, report.visits, report.tested))
            })
        };
        let one = with(1);
        assert!(one == with(2) && one == with(3), "{name}");
    }
}

#[test]
fn each_body_has_links_to_all_its_pairs_in_order() {
    for (name, boxes, _) in scenes::all() {
        let mut broad = BroadPhase::default();
        let report = broad.rebuild(&boxes, |_, _| false).expect("good boxes");
        let mut expected = vec![Vec::new(); boxes.len()];
        for (index, pair) in broad.pairs().iter().enumerate() {
            pair.iter().enumerate().for_each(|(side, body)| expected[*body as usize].push((index, side)));
        }
        for (body, expected) in expected.iter().enumerate() {
            let links: Vec<_> = broad.contacts_of(body).iter().map(|link| (link.pair(), link.side())).collect();
            assert_eq!(&links, expected, "{name}, body {body}");
        }
        assert!(broad.contacts_of(boxes.len()).is_empty() && report.bytes > 0);
    }
}

#[test]
fn skipped_pairs_are_left_out_and_others_are_not() {
    let (_, boxes, _) = scenes::all().swap_remove(0);
    let fixed = |body: u32| body.is_multiple_of(3);
    let mut broad = BroadPhase::default();
    let report = broad.rebuild(&boxes, |i, j| fixed(i) && fixed(j)).expect("good boxes");
    let mut expected = brute_force(&boxes);
    let before = expected.len();
    expected.retain(|[i, j]| !(fixed(*i) && fixed(*j)));
    assert!(broad.pairs() == expected && report.pairs == expected.len() && expected.len() < before);
}

#[test]
fn memory_follows_the_pairs_that_stay() {
    let mut rng = Pcg64::seed_from_u64(72);
    for (name, mut boxes, _) in scenes::all() {
        let mut broad = BroadPhase::default();
        let first = broad.rebuild(&boxes, |_, _| false).expect("good boxes");
        let old = broad.pairs().to_vec();
        // The memory of a pair is its own name, which shows any mix-up; no pair has the name of the default.
        let memory: Vec<[u32; 2]> = old.iter().map(|[i, j]| [i + 1, j + 1]).collect();
        let push = |b: &mut WorldBox, by: DVec3| b.center += by * b.half.max_element() * 0.5;
        boxes.iter_mut().step_by(3).for_each(|b| push(b, scenes::vector(&mut rng)));
        let second = broad.rebuild(&boxes, |_, _| false).expect("good boxes");
        let mut remapped = Vec::new();
        let outcome = broad.remap(&memory, &mut remapped);
        let shared = broad.pairs().iter().filter(|pair| old.binary_search(pair).is_ok()).count();
        assert_eq!((outcome.kept, outcome.left), (shared, old.len() - shared), "{name}");
        assert_eq!((first.pairs, second.pairs), (old.len(), remapped.len()), "{name}");
        for (pair, memory) in broad.pairs().iter().zip(&remapped) {
            let expected = if old.binary_search(pair).is_ok() { [pair[0] + 1, pair[1] + 1] } else { [0, 0] };
            assert_eq!(*memory, expected, "{name}");
        }
    }
}

#[test]
fn carrying_between_random_lists_keeps_the_common_part() {
    let mut rng = Pcg64::seed_from_u64(73);
    for share in [0.0, 0.01, 0.5, 0.99, 1.0] {
        let all: Vec<[u32; 2]> = (0..30_000u32).map(|k| [k / 7, k / 7 + 1 + k % 7]).collect();
        let mut pick = || all.iter().copied().filter(|_| rng.random_bool(share)).collect::<Vec<_>>();
        let (old, new) = (pick(), pick());
        let names: Vec<Option<[u32; 2]>> = old.iter().map(|pair| Some(*pair)).collect();
        let mut remapped = Vec::new();
        let outcome = remap(&old, &names, &new, &mut remapped);
        let expected: Vec<_> = new.iter().map(|pair| old.binary_search(pair).is_ok().then_some(*pair)).collect();
        let kept = expected.iter().flatten().count();
        assert!(remapped == expected && outcome.kept == kept && outcome.left == old.len() - kept);
    }
}

#[test]
fn no_true_contact_is_missed_while_bodies_stay_within_half_the_skin() {
    let mut rng = Pcg64::seed_from_u64(74);
    for (shape, room) in scenes::shapes() {
        let local = LocalBox::of(&shape).expect("a finite shape");
        let radius = shape.bounding_radius();
        let skin = 0.3 * local.oriented.half_extents.min_element();
        let before: Vec<Pose> =
            (0..120).map(|_| Pose::new(scenes::vector(&mut rng) * room, scenes::turn(&mut rng))).collect();
        let mut boxes = Vec::new();
        bounds(&before, |_| local, skin, &mut boxes);
        let listed = list(&boxes);
        // Half of the way in shift, half in rotation, to just below the limit.
        let moved = |pose: &Pose| {
            let shift = scenes::vector(&mut rng).normalize() * 0.249 * skin;
            let axis = scenes::vector(&mut rng).normalize();
            let turn = glam::DQuat::from_axis_angle(axis, 0.249 * skin / radius);
            Pose::new(pose.position + shift, turn * pose.orientation)
        };
        let now: Vec<Pose> = before.iter().map(moved).collect();
        assert!(!needs_rebuild(&before, &now, |_| shape.levers(), skin));
        let contacts = true_contacts(&shape, &now);
        assert!(contacts.len() > 60, "{}: {} contacts, not a test", shape.family(), contacts.len());
        assert!(contacts.iter().all(|pair| listed.binary_search(pair).is_ok()), "{}", shape.family());
        // Without the skin the list of the old poses would not do: the test can fail.
        bounds(&before, |_| local, 0.0, &mut boxes);
        let bare = list(&boxes);
        assert!(bare.len() < listed.len());
    }
}

fn true_contacts(shape: &packstone::geometry::Shape, poses: &[Pose]) -> Vec<[u32; 2]> {
    let mut detector = Minkowski::default();
    let mut overlap = |i: usize, j: usize| {
        let [a, b] = [i, j].map(|k| Body { shape, pose: poses[k] });
        detector.detect(&a, &b, &mut WarmStart::default()).expect("finite shapes").overlap
    };
    let pairs = (0..poses.len()).flat_map(|i| (i + 1..poses.len()).map(move |j| (i, j)));
    pairs.filter(|(i, j)| overlap(*i, *j) >= 0.0).map(|(i, j)| [i as u32, j as u32]).collect()
}
