//! What a command reads it does not write over, by whatever name; and output that does not arrive is told.

use std::fs;

use super::harness::{Place, ball, cube, mesh_scene};

const PAIR: &str = r#"{"id": "i", "family": "f", "a": {"shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 0], "orientation": [1, 0, 0, 0]}, "b": {"shape": {"type": "sphere", "radius": 1}, "position": [1.9, 0, 0], "orientation": [1, 0, 0, 0]}, "size": 1}"#;

/// The command must be refused and all files stay as they are.
#[track_caller]
fn left_alone(place: &Place, args: &[&str], files: &[&str]) {
    let before: Vec<Vec<u8>> = files.iter().map(|file| place.bytes(file)).collect();
    place.refused(args, &["is both read and written"]);
    for (file, bytes) in files.iter().zip(before) {
        assert!(place.bytes(file) == bytes, "{args:?} has changed {file}");
    }
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let place = Place::new("same");
    place.write("s.toml", mesh_scene(30));
    place.write("cube.obj", cube(1.0));
    place.write("pairs.jsonl", PAIR);
    fs::hard_link(place.0.join("s.toml"), place.0.join("hard.png")).expect("a free name");
    fs::hard_link(place.0.join("pairs.jsonl"), place.0.join("hard.jsonl")).expect("a free name");
    place.fine(&["run", "s.toml", "-o", "r", "--backend", "cpu"]);
    left_alone(&place, &["render", "s.toml", "-o", "s.toml"], &["s.toml"]);
    left_alone(&place, &["render", "s.toml", "-o", "./cube.obj"], &["cube.obj"]);
    left_alone(&place, &["contacts", "pairs.jsonl", "-o", "pairs.jsonl"], &["pairs.jsonl"]);
    left_alone(&place, &["render", "r", "-o", "r/checkpoint.bin"], &["r/checkpoint.bin"]);
    left_alone(&place, &["render", "r", "--video", "r/snapshots/0000000030.csv"], &["r/snapshots/0000000030.csv"]);
    left_alone(&place, &["track", "r", "-o", "r/series.csv"], &["r/series.csv"]);
    left_alone(&place, &["bench", "--scene", "s.toml", "--report", "s.toml"], &["s.toml"]);
    place.write("f.jsonl", "");
    place.refused(&["hunt", "--poses", "5", "-o", "f.jsonl", "--markdown", "f.jsonl"], &["both read and written"]);
    if cfg!(unix) {
        left_alone(&place, &["render", "s.toml", "-o", "hard.png"], &["s.toml"]);
        left_alone(&place, &["contacts", "pairs.jsonl", "-o", "hard.jsonl"], &["pairs.jsonl"]);
        fs::create_dir_all(place.0.join("out")).expect("made");
        for name in ["energies.png", "analysis-0000000030.json", "grains-0000000030.csv", "00000.png"] {
            fs::hard_link(place.0.join("r/series.csv"), place.0.join("out").join(name)).expect("a free name");
        }
        left_alone(&place, &["plot", "r", "-o", "out"], &["r/series.csv"]);
        left_alone(&place, &["inspect", "r", "-o", "out"], &["r/series.csv"]);
        left_alone(&place, &["export", "r", "--frame", "last", "--format", "csv", "-o", "out"], &["r/series.csv"]);
        left_alone(&place, &["render", "r", "--frame", "all", "-o", "out"], &["r/series.csv"]);
    }
}

/// A device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let place = Place::new("full");
    place.write("s.toml", ball(20, ""));
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    for args in [
        &["check", "s.toml"][..],
        &["run", "s.toml", "--backend", "cpu", "-o", "r"],
        &["scenes"],
        &["--help"],
        &["completions", "bash"],
    ] {
        let child = place.command(args).stdout(full()).spawn().expect("starts");
        let output = super::harness::ended(child);
        let said = super::harness::said(&output);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.contains("cannot write to standard output"), "{args:?}: {said}");
    }
}
