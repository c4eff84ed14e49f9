//! Scene files: good ones of each kind, bad ones with what they are told, the reference page, and noise.

mod bad_lists;
mod bad_parts;
mod bad_text;
mod good;
mod noise;
mod odd;
mod reference_page;

use std::path::{Path, PathBuf};

use packstone::scene::{Scene, SceneError};

/// A file of the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The scene that has every key.
fn every_key() -> String {
    std::fs::read_to_string(repository("tests/scenes/every_key.toml")).expect("the file is there")
}

/// A small good scene: lines 1 to 3 are the simulation, 4 to 9 a material, 10 to 14 a shape, 15 to 17 a body.
const SMALL: &str = "\
[simulation]
duration = 1.0
gravity = [0, 0, -9.81]
[[material]]
name = \"steel\"
density = 7800
stiffness = 1e6
restitution = 0.7
friction = 0.2
[[shape]]
name = \"ball\"
material = \"steel\"
type = \"sphere\"
radius = 0.01
[[body]]
shape = \"ball\"
position = [0, 0, 1]
";

/// The small scene with `from` replaced.
fn changed(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from} is not in the scene");
    SMALL.replacen(from, to, 1)
}

/// The small scene with more tables, which start at line 18.
fn extended(more: &str) -> String {
    format!("{SMALL}{more}")
}

fn parse(text: &str) -> Result<Scene, SceneError> {
    Scene::parse(text, "box.toml")
}

/// Refuses `text` with a message that is `expected`.
#[track_caller]
fn refused(text: &str, expected: &str) {
    let message = parse(text).expect_err("a scene that must be refused").to_string();
    assert_eq!(message, expected);
}
