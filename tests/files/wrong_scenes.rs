//! Wrong scenes as users write them, and what each is told, word by word: `tests/wrong_scenes/*.toml` and `*.txt`.
//!
//! When a message is changed on purpose, look at what the failing test prints and put it into the file.

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong_scenes")
}

/// What `packstone check` says of a scene: its exit code, errors and warnings.
fn told(scene: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
    let output = command.current_dir(folder()).args(["check", scene]).output().expect("the command starts");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let warnings = out.lines().filter(|line| line.starts_with("warning: "));
    let mut text = format!("exit code {}\n", output.status.code().expect("it ends by itself"));
    err.lines().chain(warnings).for_each(|line| text.push_str(&format!("{line}\n")));
    // What a system says of a missing file is its own affair.
    match (text.find("cannot be read ("), text.find("); give")) {
        (Some(from), Some(to)) => format!("{}cannot be read (...{}", &text[..from], &text[to..]),
        _ => text,
    }
}

#[test]
fn every_wrong_scene_is_told_what_to_do() {
    let mut scenes: Vec<String> = std::fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    scenes.sort();
    assert!(scenes.len() >= 20, "only {} scenes", scenes.len());
    let mut changed = String::new();
    for scene in scenes {
        let said = told(&scene);
        let expected = std::fs::read_to_string(folder().join(scene.replace(".toml", ".txt"))).unwrap_or_default();
        assert!(!said.contains("panicked"), "{scene}: {said}");
        if said != expected {
            changed.push_str(&format!("--- {scene}\n{said}"));
        }
    }
    assert!(changed.is_empty(), "not the message that is on file:\n{changed}");
}
