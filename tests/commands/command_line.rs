//! The `packstone` command as a user meets it: files, messages, exit codes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::folder::Folder;

/// A directory of its own for each test, gone at the end.
struct Place(Folder);

impl Place {
    fn new(test: &str) -> Self {
        Self(Folder::new(test))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, lines: &[String]) -> PathBuf {
        let path = self.file(name);
        fs::write(&path, lines.join("\n") + "\n").expect("the directory can be written");
        path
    }
}

fn packstone(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_packstone")).args(args).output().expect("the command starts")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn answers(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("the answers were written");
    text.lines().map(|line| serde_json::from_str(line).expect("every answer is JSON")).collect()
}

const BALL: &str = r#"{"type": "sphere", "radius": 1.0}"#;
const CUBE: &str = r#"{"type": "polyhedron", "vertices": [[-1, -1, -1], [1, -1, -1], [-1, 1, -1], [1, 1, -1],
    [-1, -1, 1], [1, -1, 1], [-1, 1, 1], [1, 1, 1]]}"#;
const WALL: &str = r#"{"type": "halfspace", "normal": [0, 0, 1], "offset": 0}"#;

/// A pair with `b` moved by `x` along x.
fn pair(id: &str, a: &str, b: &str, x: f64, expected: &str) -> String {
    let body = |shape: &str, x: f64| {
        format!(r#"{{"shape": {shape}, "position": [{x:?}, 0, 0], "orientation": [1, 0, 0, 0]}}"#)
    };
    let line = format!(
        r#"{{"id": "{id}", "family": "{id}:any", "a": {}, "b": {}, "size": 1.0{expected}}}"#,
        body(a, 0.0),
        body(b, x)
    );
    line.replace('\n', " ")
}

fn expected(state: &str, overlap: f64) -> String {
    format!(
        r#", "expected": {{"state": "{state}", "overlap": {overlap:?}, "normal": [1, 0, 0], "point": null,
        "unique": true, "kind": "smooth"}}"#
    )
}

#[test]
fn a_good_file_is_answered_in_full() {
    let place = Place::new("good");
    let gap = 0.1 + 0.2;
    let pairs = place.write(
        "pairs.jsonl",
        &[
            pair("balls", BALL, BALL, 2.0 + gap, &expected("separated", 2.0 - (2.0 + gap))),
            pair("cubes", CUBE, CUBE, 1.5, &expected("overlap", 0.5)),
        ],
    );
    let results = place.file("results.jsonl");
    let output = packstone(&["contacts", text(&pairs), "-o", text(&results), "--repeat", "2"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let answers = answers(&results);
    assert_eq!(answers.len(), 2);
    for answer in &answers {
        let fields = [
            "id",
            "state",
            "overlap",
            "normal",
            "point",
            "c1",
            "c2",
            "kind",
            "status",
            "unique",
            "lower",
            "upper",
            "gjk_iterations",
            "epa_iterations",
        ];
        let object = answer.as_object().expect("an object per line");
        assert_eq!(object.len(), fields.len());
        assert!(fields.iter().all(|field| object.contains_key(*field)), "{answer}");
    }
    assert_eq!((&answers[0]["id"], &answers[0]["state"]), (&"balls".into(), &"separated".into()));
    // Every digit is there: the sum of two halves is exact in the file too.
    assert_eq!(answers[0]["overlap"].as_f64(), Some(2.0 - (2.0 + gap)));
    assert_eq!(answers[1]["overlap"].as_f64(), Some(0.5));
    assert_eq!(answers[1]["kind"], "face-face");
    let table = stdout(&output);
    let row = |name: &str| {
        let line = table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name} in {table}"));
        line.split_whitespace().map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!((row("balls")[1].as_str(), row("cubes")[6].as_str(), row("all")[1].as_str()), ("1", "0", "2"));
}

#[test]
fn wrong_expectations_show_in_the_table() {
    let place = Place::new("wrong");
    let pairs = place.write(
        "pairs.jsonl",
        &[
            pair("state", BALL, BALL, 1.5, &expected("separated", -0.5)),
            pair("overlap", BALL, BALL, 1.5, &expected("overlap", 0.25)),
        ],
    );
    let output = packstone(&["contacts", text(&pairs), "--subfamilies"]);
    let table = stdout(&output);
    let cells = |name: &str| {
        let line = table.lines().find(|line| line.starts_with(name)).expect("a row per family");
        line.split_whitespace().map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(cells("state:any")[6..9], ["1", "1.0e0", "1.0e0"]);
    assert_eq!(cells("overlap:any")[6..9], ["0", "2.5e-1", "2.5e-1"]);
}

#[test]
fn answers_can_go_to_standard_output() {
    let place = Place::new("stdout");
    let pairs = place.write("pairs.jsonl", &[pair("balls", BALL, BALL, 1.0, "")]);
    let output = packstone(&["contacts", text(&pairs), "-o", "-"]);
    let line: Value = serde_json::from_str(&stdout(&output)).expect("nothing but answers");
    assert_eq!(line["overlap"].as_f64(), Some(1.0));
    assert!(stderr(&output).contains("pairs_per_second"));
}

#[test]
fn a_malformed_line_is_named_and_the_others_are_answered() {
    let place = Place::new("malformed");
    let good = pair("balls", BALL, BALL, 1.0, "");
    let lines = [
        good.clone(),
        good.replace("1.0}", "null}"),
        String::new(),
        good.replace("sphere", "torus"),
        pair("walls", WALL, WALL, 0.0, ""),
        good,
    ];
    let pairs = place.write("pairs.jsonl", &lines);
    let results = place.file("results.jsonl");
    let output = packstone(&["contacts", text(&pairs), "-o", text(&results)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(answers(&results).len(), 2);
    let message = stderr(&output);
    for (line, reason) in [(2, "null"), (4, "torus"), (5, "two half-spaces")] {
        let start = format!("{}:{line}: ", text(&pairs));
        let found = message.lines().find(|text| text.starts_with(&start));
        assert!(found.is_some_and(|text| text.contains(reason)), "{line}: {message}");
    }
    assert!(message.contains("3 of the lines"), "{message}");
}

#[test]
fn a_detector_that_cannot_treat_a_pair_says_so() {
    let place = Place::new("unsupported");
    let pairs = place.write("pairs.jsonl", &[pair("balls", BALL, BALL, 1.0, ""), pair("cubes", CUBE, CUBE, 1.5, "")]);
    let results = place.file("results.jsonl");
    let output = packstone(&["contacts", text(&pairs), "-o", text(&results), "--method", "gjk-td"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains(":1: gjk-td cannot treat a sphere"), "{}", stderr(&output));
    assert_eq!(answers(&results)[0]["id"], "cubes");
}

#[test]
fn what_cannot_be_done_is_refused_with_a_reason() {
    let place = Place::new("refused");
    let pairs = place.write("pairs.jsonl", &[pair("balls", BALL, BALL, 1.0, "")]);
    let missing = place.file("missing.jsonl");
    let nowhere = place.file("no/such/directory.jsonl");
    let refused = |args: &[&str], reason: &str| {
        let output = packstone(args);
        assert!(!output.status.success(), "{args:?}");
        assert!(stderr(&output).contains(reason), "{args:?}: {}", stderr(&output));
    };
    refused(&["contacts", text(&missing)], "cannot read");
    refused(&["contacts", text(&place.0)], "cannot read");
    refused(&["contacts", text(&pairs), "-o", text(&nowhere)], "cannot write");
    refused(&["contacts", text(&pairs), "-o", text(&pairs)], "both read and written");
    refused(&["contacts", text(&pairs), "--method", "magic"], "minkowski");
    refused(&["contacts", text(&pairs), "--backend", "gpu", "--method", "nezami"], "--backend cpu");
    refused(&["contacts"], "PAIRS.jsonl");
    refused(&["hunt", "--shape-a", "torus"], "no shape is called \"torus\"");
    refused(&["hunt", "--shape-a", "halfspace", "--shape-b", "halfspace"], "two half-spaces");
    refused(&["hunt", "--poses", "0"], "--poses");
    assert!(fs::read_to_string(&pairs).expect("still there").contains("balls"));
}

#[test]
fn version_and_help_are_there() {
    assert_eq!(stdout(&packstone(&["--version"])).trim(), format!("packstone {}", env!("CARGO_PKG_VERSION")));
    assert!(stdout(&packstone(&["contacts", "--help"])).contains("Examples:"));
    assert!(stdout(&packstone(&["hunt", "--help"])).contains("Examples:"));
}

/// Runs a small hunt; the table without its last line, which holds the time, and the failures.
fn hunt(place: &Place, args: &[&str], threads: &str) -> (String, String, Output) {
    let failures = place.file(&format!("failures-{threads}.jsonl"));
    let mut all = vec!["hunt", "--seed", "3", "--threads", threads, "-o", text(&failures)];
    all.extend(args);
    let output = packstone(&all);
    let table = stdout(&output);
    let rows: Vec<&str> =
        table.lines().filter(|line| !line.contains("poses/s") && !line.contains("failing poses")).collect();
    (rows.join("\n"), fs::read_to_string(&failures).expect("the failures' file"), output)
}

#[test]
fn a_hunt_is_the_same_for_any_number_of_threads() {
    let place = Place::new("threads");
    // A classical method that does not always find the least overlap: there are failures to compare too.
    let args = ["--shape-a", "polyhedron", "--shape-b", "polyhedron", "--poses", "3000", "--method", "nezami"];
    let (table, failures, _) = hunt(&place, &args, "1");
    assert_eq!((table.clone(), failures.clone()), {
        let (table, failures, _) = hunt(&place, &args, "2");
        (table, failures)
    });
    assert!(table.contains("3000") && !failures.is_empty(), "{table}");
}

#[test]
fn a_hunt_on_spheres_finds_nothing() {
    let place = Place::new("spheres");
    let markdown = place.file("hunt.md");
    let args = ["--shape-a", "sphere", "--shape-b", "sphere", "--poses", "2000", "--markdown", text(&markdown)];
    let (table, failures, output) = hunt(&place, &args, "2");
    assert!(output.status.success(), "{table}{}", stderr(&output));
    assert!(failures.is_empty());
    let written = fs::read_to_string(&markdown).expect("the markdown file");
    assert!(written.contains("| sphere - sphere |") && written.contains("--shape-a sphere"), "{written}");
    assert!(written.contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_detector_that_refuses_every_pair_fails_the_hunt_and_its_poses_can_be_read_back() {
    let place = Place::new("failing");
    let args = ["--shape-a", "cylinder", "--shape-b", "halfspace", "--poses", "150", "--method", "cundall"];
    let (table, failures, output) = hunt(&place, &args, "2");
    assert_eq!(output.status.code(), Some(1), "{table}");
    assert_eq!(failures.lines().count(), 100, "at most 100 are kept");
    assert!(failures.contains("cundall cannot treat"));
    let saved = place.file("failures-2.jsonl");
    let again = packstone(&["contacts", text(&saved)]);
    assert!(again.status.success(), "{}", stderr(&again));
}
