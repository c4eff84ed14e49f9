//! Too little room: what is needed is told, nothing is written out of range, and more room gives the same lists.

use packstone::device::Checks;
use packstone::device::capacities::Capacities;
use packstone::device::schema::control::{StatusFlag, Word};

use super::harness::{Device, grown, usual};
use super::scenes;

#[test]
fn growing_from_room_for_one_gives_the_same_lists() {
    for (checks, names) in [(Checks::Checked, ["discs", "spheres 1:10"]), (Checks::Trusted, ["all shapes", "one body"])]
    {
        let device = Device::new(checks, 64);
        for scene in scenes::all().iter().filter(|scene| names.contains(&scene.name)) {
            let (expected, needed) = device.lists(scene);
            let mut capacities = Capacities { bodies: scene.poses.len(), entries: 1, found: 1, pairs: 1, walls: 0 };
            let mut seen = 0;
            for _ in 0..4 {
                let broad = device.broad(scene, capacities);
                broad.try_rebuild();
                let words = broad.words();
                let status = words[Word::Status as usize];
                assert!(status == 0 || status.is_power_of_two() && status & seen == 0);
                seen |= status;
                let known = [(StatusFlag::EntriesFull, Word::Entries), (StatusFlag::PairsFull, Word::Pairs)];
                for (bit, word) in known {
                    if status == bit as u32 {
                        assert_eq!(words[word as usize], needed[word as usize], "{}: {word:?}", scene.name);
                    }
                }
                // Without room, repeats cannot be told from others.
                if status == StatusFlag::FoundFull as u32 {
                    assert!(words[Word::Found as usize] >= needed[Word::Pairs as usize], "{}", scene.name);
                }
                if status == 0 {
                    assert!(broad.lists() == expected, "{}: {capacities:?}", scene.name);
                    break;
                }
                capacities = grown(capacities, &words);
            }
            let all = StatusFlag::EntriesFull as u32 | StatusFlag::FoundFull as u32 | StatusFlag::PairsFull as u32;
            let expected = if scene.poses.len() > 1 { all } else { StatusFlag::EntriesFull as u32 };
            assert_eq!(seen, expected, "{}", scene.name);
        }
    }
}

#[test]
fn nothing_happens_without_need_or_after_trouble() {
    let device = Device::new(Checks::Checked, 64);
    let scenes = scenes::all();
    let scene = scenes.iter().find(|scene| scene.name == "rods far away").expect("that scene");
    let broad = device.broad(scene, Capacities { entries: 20_000, ..usual(scene.poses.len()) });
    broad.rebuild();
    let (lists, words) = (broad.lists(), broad.words());
    assert!(words[Word::Pairs as usize] > 0);
    broad.set(Word::Rebuild, 0);
    broad.poses.write(broad.gpu(), 0, &vec![scene.poses[0]; scene.poses.len()]);
    broad.run_rebuild();
    // All bodies are in one place now: a rebuild would have found other pairs.
    assert!(broad.lists() == lists);
    broad.set(Word::Status, StatusFlag::TooFast as u32);
    broad.try_rebuild();
    assert!(broad.lists() == lists);
}

#[test]
fn a_body_that_is_nowhere_is_named() {
    let device = Device::new(Checks::Checked, 64);
    let mut scene = scenes::all().swap_remove(0);
    scene.poses[77].turn[2] = f32::NAN;
    let broad = device.broad(&scene, usual(scene.poses.len()));
    broad.try_rebuild();
    assert_eq!((broad.word(Word::Status), broad.word(Word::FirstOffender)), (StatusFlag::NotFinite as u32, 77));
}
