//! Too little room: what is needed is told, nothing is written out of range, and more room gives the same lists.

use packstone::device::Checks;
use packstone::device::broad::Rooms;
use packstone::device::control::{Trouble, Word};

use super::harness::{Device, run};
use super::scenes;

#[test]
fn room_for_one_grows_to_the_same_lists() {
    for (checks, names) in [(Checks::Checked, ["discs", "spheres 1:10"]), (Checks::Trusted, ["all shapes", "one body"])]
    {
        let device = Device::new(checks, 64);
        for scene in scenes::all().iter().filter(|scene| names.contains(&scene.name)) {
            let (expected, needed) = device.lists(scene);
            let mut rooms = Rooms { bodies: scene.poses.len(), entries: 1, found: 1, pairs: 1 };
            let mut seen = 0;
            for _ in 0..4 {
                let broad = device.broad(scene, rooms);
                broad.try_rebuild();
                let words = broad.words();
                let trouble = words[Word::Trouble as usize];
                assert!(trouble == 0 || trouble.is_power_of_two() && trouble & seen == 0);
                seen |= trouble;
                let known = [(Trouble::EntriesFull, Word::Entries), (Trouble::PairsFull, Word::Pairs)];
                for (bit, word) in known {
                    if trouble == bit as u32 {
                        assert_eq!(words[word as usize], needed[word as usize], "{}: {word:?}", scene.name);
                    }
                }
                // Without room, repeats cannot be told from others.
                if trouble == Trouble::FoundFull as u32 {
                    assert!(words[Word::Found as usize] >= needed[Word::Pairs as usize], "{}", scene.name);
                }
                if trouble == 0 {
                    assert!(broad.lists() == expected, "{}: {rooms:?}", scene.name);
                    break;
                }
                rooms = rooms.grown(&words);
            }
            let all = Trouble::EntriesFull as u32 | Trouble::FoundFull as u32 | Trouble::PairsFull as u32;
            let expected = if scene.poses.len() > 1 { all } else { Trouble::EntriesFull as u32 };
            assert_eq!(seen, expected, "{}", scene.name);
        }
    }
}

#[test]
fn nothing_happens_without_need_or_after_trouble() {
    let device = Device::new(Checks::Checked, 64);
    let scenes = scenes::all();
    let scene = scenes.iter().find(|scene| scene.name == "rods far away").expect("that scene");
    let broad = device.broad(scene, Rooms { entries: 20_000, ..Rooms::usual(scene.poses.len()) });
    broad.rebuild();
    let (lists, words) = (broad.lists(), broad.words());
    assert!(words[Word::Pairs as usize] > 0);
    broad.set(Word::Rebuild, 0);
    broad.poses.write(broad.gpu(), 0, &vec![scene.poses[0]; scene.poses.len()]);
    run(broad.gpu(), |pass| broad.inner.record(pass)).expect("it runs");
    // All bodies are in one place now: a rebuild would have found other pairs.
    assert!(broad.lists() == lists);
    broad.set(Word::Trouble, Trouble::TooFast as u32);
    broad.try_rebuild();
    assert!(broad.lists() == lists);
}

#[test]
fn a_body_that_is_nowhere_is_named() {
    let device = Device::new(Checks::Checked, 64);
    let mut scene = scenes::all().swap_remove(0);
    scene.poses[77].turn[2] = f32::NAN;
    let broad = device.broad(&scene, Rooms::usual(scene.poses.len()));
    broad.try_rebuild();
    assert_eq!((broad.word(Word::Trouble), broad.word(Word::Culprit)), (Trouble::NotFinite as u32, 77));
}
