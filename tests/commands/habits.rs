//! What people expect of any tool: Ctrl-C, --quiet, --json, completions, a scene to start from.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::folder::{Folder, ask_to_stop};

/// A folder of its own for each test, gone at the end.
struct Place(Folder);

impl Place {
    fn new(test: &str) -> Self {
        Self(Folder::new(test))
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        command.current_dir(&self.0).args(args);
        command
    }

    /// The command, which must end with this code.
    #[track_caller]
    fn ends(&self, code: i32, args: &[&str]) -> Output {
        let output = self.command(args).output().expect("the command starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        output
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> Value {
        let output = self.ends(0, args);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn example(name: &str) -> String {
    format!("{}/examples/scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_new_scene_runs_and_is_never_overwritten() {
    let place = Place::new("new");
    assert!(text(&place.ends(0, &["new", "mine"]).stdout).contains("mine.toml is written"));
    place.ends(0, &["check", "mine.toml"]);
    place.ends(0, &["run", "mine.toml", "--steps", "20", "--backend", "cpu"]);
    let again = text(&place.ends(1, &["new", "mine"]).stderr);
    assert!(again.contains("mine.toml") && again.contains("choose a name that is not taken"), "{again}");
}

#[test]
fn every_example_scene_is_built_in() {
    let place = Place::new("scenes");
    let listed = place.json(&["scenes", "--json"]);
    let folder = format!("{}/examples/scenes", env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut scenes = 0;
    for file in files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")) {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let known = listed.as_array().expect("a list").iter().find(|scene| scene["name"] == name.as_str());
        let about = known.unwrap_or_else(|| panic!("{name} is not listed"))["about"].as_str().expect("a line");
        assert!(about.len() > 20, "{name}: {about}");
        place.ends(0, &["new", &name, "--from", &name]);
        assert_eq!(fs::read(place.0.join(format!("{name}.toml"))).expect("written"), fs::read(&file).expect("there"));
        scenes += 1;
    }
    assert_eq!(scenes, listed.as_array().map_or(0, Vec::len));
    let wrong = text(&place.ends(1, &["new", "x", "--from", "quikstart"]).stderr);
    assert!(wrong.contains("\"quikstart\"") && wrong.contains("quickstart"), "{wrong}");
}

#[test]
fn quiet_is_quiet_and_json_is_json() {
    let place = Place::new("quiet");
    let ball = example("bouncing-ball");
    let quiet = place.ends(0, &["run", &ball, "--quiet", "-o", "a"]);
    assert_eq!((text(&quiet.stdout), text(&quiet.stderr)), (String::new(), String::new()));
    let summary = place.json(&["run", &ball, "--json", "-o", "b", "--backend", "cpu"]);
    assert_eq!(summary["state_hash"].as_str().map(str::len), Some(16));
    assert!(summary["date"].as_str().is_some_and(|date| date.ends_with('Z')), "{summary}");
    assert_eq!(summary["scene_hash"].as_str().map(str::len), Some(16));
    let saved: Value =
        serde_json::from_slice(&fs::read(place.0.join("b/summary.json")).expect("written")).expect("JSON");
    assert_eq!(saved, summary);
    assert_eq!(place.json(&["check", &ball, "--json"])["grains_at_start"], 1);
    let pairs = format!("{}/tests/reference/poly_mixed.jsonl", env!("CARGO_MANIFEST_DIR"));
    assert!(place.json(&["contacts", &pairs, "--json"]).as_array().is_some_and(|rows| !rows.is_empty()));
    let hunted = place.json(&["hunt", "--poses", "50", "--shape-a", "sphere", "--shape-b", "sphere", "--json"]);
    assert_eq!(hunted["poses"], 50);
}

#[test]
fn verbose_tells_what_is_done() {
    let place = Place::new("verbose");
    let told = text(&place.ends(0, &["run", &example("bouncing-ball"), "-v", "--steps", "50"]).stderr);
    assert!(told.contains("checkpoint after step 50"), "{told}");
}

#[test]
fn shells_get_their_completions() {
    let place = Place::new("shells");
    for (shell, sign) in [("bash", "complete -F"), ("zsh", "#compdef packstone"), ("fish", "complete -c packstone")] {
        let script = text(&place.ends(0, &["completions", shell]).stdout);
        assert!(script.contains(sign) && script.contains("validate"), "{shell}");
    }
}

/// Sends Ctrl-C to a run after it has taken some steps, and compares with one that was left alone.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_checkpoint_from_which_all_is_the_same() {
    let place = Place::new("stop");
    let scene = format!("{}/tests/scenes/rain.toml", env!("CARGO_MANIFEST_DIR"));
    let whole = place.json(&["run", &scene, "-o", "whole", "--json", "--backend", "cpu"]);
    let args = ["run", &scene, "-o", "stopped", "--backend", "cpu"];
    let child = place.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    let series = place.0.join("stopped/series.csv");
    let patience = Instant::now() + Duration::from_secs(120);
    while fs::read_to_string(&series).map_or(0, |rows| rows.lines().count()) < 5 {
        assert!(Instant::now() < patience, "the run does not get on");
        std::thread::sleep(Duration::from_millis(5));
    }
    ask_to_stop(child.id());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("to go on: packstone resume stopped"), "{}", text(&output.stdout));
    let resumed = place.json(&["resume", "stopped", "--json"]);
    assert_eq!(resumed["state_hash"], whole["state_hash"]);
    let rows = |run: &str| fs::read_to_string(place.0.join(run).join("series.csv")).expect("written");
    assert_eq!(rows("stopped"), rows("whole"));
}
