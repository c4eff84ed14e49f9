//! A run that knows when it is wrong: scenes that came to impossible states in silence, each with what it is told now; and
//! ordinary scenes, which have no warnings.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::folder::Folder;

/// A folder of its own for each test, gone at the end.
struct Place(Folder);

impl Place {
    fn new(test: &str) -> Self {
        Self(Folder::new(test))
    }

    /// The command, which must end with this code.
    #[track_caller]
    fn ends(&self, code: i32, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        let output = command.current_dir(&self.0).args(args).output().expect("the command starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        output
    }

    fn summary(&self, run: &str) -> Value {
        let text = fs::read_to_string(self.0.join(run).join("summary.json")).expect("a summary");
        serde_json::from_str(&text).expect("JSON")
    }
}

fn defect(name: &str) -> String {
    format!("{}/tests/defects/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A scene that runs into an impossible overlap: it ends with exit code 1, and all that it leaves says so.
#[track_caller]
fn ends_in_an_impossible_overlap(name: &str, words: &str) {
    let place = Place::new(name);
    let output = place.ends(1, &["run", &defect(name), "-o", "out", "--backend", "cpu", "--threads", "1"]);
    let (told, error) = (text(&output.stdout), text(&output.stderr));
    assert!(error.contains(words) && error.contains("stiffer") && error.contains("after step"), "{error}");
    assert_eq!(told.lines().filter(|line| line.starts_with("trust: none: ")).count(), 1, "{told}");
    let summary = place.summary("out");
    let findings = summary["findings"].as_array().expect("a list");
    let found = findings.iter().find(|finding| finding["check"] == "overlap").expect("an overlap");
    assert_eq!(found["level"], "error");
    let (value, limit) = (found["value"].as_f64().expect("a number"), found["limit"].as_f64().expect("a number"));
    assert!(value > limit && limit == 1.0, "{found}");
    assert_eq!(found["step"], summary["steps"]);
    assert_eq!(summary["largest_overlap_share"]["share"], found["value"]);
    // The checkpoint is that of the last step: to go on tells the same.
    let again = place.ends(1, &["resume", "out", "--quiet"]);
    assert!(!text(&again.stderr).is_empty());
}

#[test]
fn thin_discs_do_not_pass_through_each_other_in_silence() {
    ends_in_an_impossible_overlap("disc10", "grains 0 and 1 overlap");
}

#[test]
fn fast_balls_do_not_pass_through_each_other_in_silence() {
    ends_in_an_impossible_overlap("headon50", "grains 0 and 1 overlap");
}

#[test]
fn a_piston_is_not_pushed_through_the_floor_in_silence() {
    ends_in_an_impossible_overlap("squeeze1", "overlap");
}

#[test]
fn balls_do_not_leave_their_box_in_silence() {
    ends_in_an_impossible_overlap("espeed100", "overlap");
}

/// A scene that is refused before it begins, by `check` and by `run`, at the line of its file that says why.
#[track_caller]
fn is_refused(name: &str, words: [&str; 3]) {
    let place = Place::new(name);
    let checked = text(&place.ends(1, &["check", &defect(name)]).stderr);
    assert!(words.iter().all(|word| checked.contains(word)), "{checked}");
    let run = text(&place.ends(1, &["run", &defect(name), "-o", "out", "--backend", "cpu"]).stderr);
    assert!(words.iter().all(|word| run.contains(word)), "{run}");
    assert!(!place.0.join("out").exists());
}

#[test]
fn a_wall_that_crosses_a_grain_in_one_step_is_refused() {
    is_refused(
        "rodsweep10000",
        ["rodsweep10000.toml:24", "half-thickness of the thinnest grain", "time step of at most"],
    );
}

#[test]
fn a_wall_that_shakes_faster_than_the_steps_is_refused() {
    is_refused("osc100000", ["osc100000.toml:21", "period", "time step of at most"]);
}

#[test]
fn particles_beyond_all_measure_are_refused() {
    is_refused("beyond", ["beyond.toml:18", "position", "beyond 1e30"]);
}

#[test]
fn warnings_fail_a_strict_run_only_and_outlive_a_checkpoint() {
    let place = Place::new("strict");
    let scene = defect("headon15");
    let run = |code: i32, folder: &str, more: &[&str]| {
        let all = [&["run", &scene, "-o", folder, "--backend", "cpu", "--threads", "1"], more].concat();
        place.ends(code, &all)
    };
    let output = run(0, "loose", &[]);
    assert!(
        text(&output.stdout).contains("\ntrust: 1 warning: grains 0 and 1 overlap by "),
        "{}",
        text(&output.stdout)
    );
    assert_eq!(text(&output.stderr).matches("warning: grains 0 and 1").count(), 1, "told once");
    let found = &place.summary("loose")["findings"][0];
    assert_eq!((&found["level"], &found["check"]), (&"warning".into(), &"overlap".into()));
    let value = found["value"].as_f64().expect("a number");
    // A head-on impact sinks in by v sqrt(m / 2k), with the mass of one of the balls.
    let expected = 30.0 * (2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-6 / 2.0 / 1e5f64).sqrt() / 0.01;
    assert!((value / expected - 1.0).abs() < 0.01, "{value} is not {expected}");
    run(3, "strict", &["--strict"]);
    let json: Value = serde_json::from_slice(&run(3, "json", &["--strict", "--json"]).stdout).expect("JSON");
    assert!(json["trust"].as_str().is_some_and(|trust| trust.starts_with("trust: 1 warning")), "{json}");
    // The impact is over when the run is stopped; what comes after it is sound.
    run(3, "parted", &["--strict", "--steps", "200"]);
    place.ends(3, &["resume", "parted", "--strict"]);
    assert_eq!(place.summary("parted")["findings"], place.summary("loose")["findings"]);
    place.ends(3, &["resume", "parted", "--strict"]);
    place.ends(0, &["resume", "parted"]);
}

#[test]
fn walls_with_few_steps_in_a_period_are_told_of_by_check() {
    let place = Place::new("period");
    let slower =
        fs::read_to_string(defect("osc100000")).expect("a scene").replace("frequency=100000.0", "frequency=2800.0");
    let weaker = slower.replace("amplitude=[0,0,0.02]", "amplitude=[0,0,0.00001]");
    fs::write(place.0.join("slower.toml"), weaker).expect("a place to write");
    let told = text(&place.ends(0, &["check", "slower.toml"]).stdout);
    assert!(told.contains("warning: wall \"p\": a period of 3.6e-4 s has 14.6 steps"), "{told}");
    place.ends(3, &["run", "slower.toml", "--steps", "5", "--strict", "--backend", "cpu"]);
}

/// The checks do not cry wolf.
#[test]
fn ordinary_scenes_have_no_warnings() {
    let place = Place::new("ordinary");
    let folder = format!("{}/examples/scenes", env!("CARGO_MANIFEST_DIR"));
    let mut scenes = 0;
    for entry in fs::read_dir(folder).expect("scenes") {
        let path = entry.expect("a readable entry").path();
        let (name, steps) =
            (path.to_string_lossy().into_owned(), if path.ends_with("bed-2000.toml") { "1200" } else { "2500" });
        let output =
            place.ends(0, &["run", &name, "-o", "out", "--force", "--steps", steps, "--strict", "--backend", "cpu"]);
        assert!(text(&output.stdout).contains("\ntrust: good ("), "{name}: {}", text(&output.stdout));
        scenes += 1;
    }
    assert!(scenes >= 12, "{scenes} scenes");
}
