//! `packstone reproduce` as a user meets it, and what its quick versions find.

use std::fs;
use std::process::{Command, Output};

use packstone::cli::reproduce::STUDIES;
use serde_json::Value;

use crate::common::folder::{Folder, ask_to_stop};

/// A directory of its own for each test, gone at the end.
struct Place(Folder);

impl Place {
    fn new(test: &str) -> Self {
        Self(Folder::new(test))
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        command.current_dir(&self.0).arg("reproduce").args(words);
        command
    }

    fn call(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("the program starts")
    }

    /// Runs the quick version of a study on the CPU and gives its results; the report and all that it shows are there.
    fn results(&self, study: &str, more: &[&str]) -> Value {
        let words = [&[study, "--quick", "--backend", "cpu", "-q", "-o", "out"], more].concat();
        let output = self.call(&words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let folder = self.0.join("out").join(study);
        let report = fs::read_to_string(folder.join("report.md")).expect("a report");
        let images: Vec<&str> = report.lines().filter_map(image).collect();
        assert!(!images.is_empty(), "{study} shows nothing");
        for file in images {
            let bytes = fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(bytes.starts_with(b"\x89PNG"), "{file} is no picture");
        }
        for told in
            ["- date: 20", "- packstone: ", &format!("- command: `packstone reproduce {study} --quick"), "quick"]
        {
            assert!(report.contains(told), "{told} is missing in\n{report}");
        }
        let results = fs::read_to_string(folder.join("results.json")).expect("results");
        serde_json::from_str(&results).expect("JSON")
    }
}

/// The file of a line that shows an image.
fn image(line: &str) -> Option<&str> {
    line.starts_with("![").then(|| line.rsplit_once("](")?.1.strip_suffix(')')).flatten()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

#[test]
fn unknown_studies_are_refused_with_the_names() {
    let place = Place::new("unknown");
    let output = place.call(&["verificaton"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(STUDIES.iter().all(|study| told.contains(study.name)) && told.contains("\"verificaton\""), "{told}");
    assert!(!place.0.join("reproduction").exists(), "nothing is written");
}

#[test]
fn all_studies_are_listed() {
    let output = Place::new("list").call(&["--list"]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    assert_eq!(told.lines().count(), STUDIES.len());
    assert!(told.lines().zip(STUDIES).all(|(line, study)| line.starts_with(study.name) && line.ends_with(study.title)));
}

#[test]
fn energies_are_kept_better_than_in_the_paper() {
    let place = Place::new("verification");
    let results = place.results("verification", &["--threads", "2"]);
    let rows = list(&results["rows"]);
    assert_eq!(rows.len(), 6);
    for row in rows {
        let (worst, published) = (number(&row["worst"]), number(&row["published"]));
        assert!(worst > 0.0 && worst <= published, "{row:#}");
        assert!(list(&row["runs"]).iter().all(|run| number(&run["collisions"]) >= 5.0), "{row:#}");
    }
    for pair in rows.chunks(2) {
        let [plain, returned] = [0, 1].map(|k| number(&pair[k]["worst"]));
        assert_eq!((&pair[0]["scheme"], &pair[1]["scheme"]), (&"plain".into(), &"energy returned".into()));
        assert!(returned < 0.5 * plain, "{returned:e} returned, {plain:e} plain");
    }
    // No result depends on the number of threads.
    assert_eq!(place.results("verification", &["--threads", "1"])["rows"], results["rows"]);
}

#[test]
fn detectors_agree_and_their_unrevised_versions_fail() {
    let results = Place::new("detectors").results("detectors", &[]);
    assert!(number(&results["difference_from_table_1"]) <= 1e-14);
    for (name, allowed) in [("gjk-td", 1e-14), ("nezami", 1e-14), ("minkowski", 1e-14), ("cundall", 1e-9)] {
        let errors = &results["errors"][name];
        assert!(number(&errors["normal"]) <= allowed && number(&errors["overlap"]) <= allowed, "{name}: {errors}");
    }
    let times = list(&results["times"]);
    assert_eq!(times.len(), 9);
    assert!(times.iter().all(|row| list(&row["microseconds"]).iter().all(|time| number(time) > 0.0)));
    let failures = list(&results["failures"]);
    let shown: Vec<&str> = failures.iter().filter_map(|one| one["figure"].as_str()).collect();
    assert_eq!(shown, ["Fig. 2", "Fig. 4", "Fig. 7", "Fig. 8a"]);
    for failure in failures {
        assert_eq!(failure["wrong"], true, "{failure:#}");
        assert!(number(&failure["normal_error_degrees"]) > 10.0, "{failure:#}");
        assert!(
            number(&failure["revised_error"]) <= 1e-9 && number(&failure["revised_normal_error_degrees"]) <= 1e-6,
            "{failure:#}"
        );
    }
    let directions = list(&results["first_directions"]);
    assert!(directions.iter().all(|row| number(&row["wrong"]) > 0.0 && row["revised_wrong"] == 0), "{directions:#?}");
    let moved = directions.iter().find(|row| row["figure"] == "Fig. 5f, B moved by -0.5 m").expect("figure 8");
    assert!(number(&moved["no_overlap"]) > 0.0, "{moved:#}");
}

#[test]
fn planar_configurations_change_edges_as_in_the_paper() {
    let results = Place::new("configurations").results("configurations", &[]);
    let four = list(&results["configurations"]);
    let kinds: Vec<&str> = four.iter().filter_map(|one| one["kind"].as_str()).collect();
    assert_eq!(kinds, ["v-e", "v-e", "e-e", "v-e"]);
    assert!(four.iter().all(|one| number(&one["error"]) <= 1e-14), "{four:#?}");
    let turn = |a: usize, b: usize| {
        let [n, m] = [a, b].map(|k| list(&four[k]["normal"]).iter().map(number).collect::<Vec<f64>>());
        (n[0] - m[0]).hypot(n[1] - m[1])
    };
    assert!(turn(0, 3) < 1e-12 && turn(1, 2) < 1e-12, "the same edges");
    assert!(turn(0, 1) > 1.0, "another edge");
    let step = &results["largest_step"];
    assert!(number(&step["overlap"]) < 0.01 && number(&step["normal_degrees"]) > 45.0, "{step}");
}

#[test]
fn the_list_of_reports_names_those_that_are_there() {
    let place = Place::new("index");
    place.results("configurations", &[]);
    let index = fs::read_to_string(place.0.join("out/README.md")).expect("a list");
    assert!(index.contains("(configurations/report.md)") && !index.contains("verification/report.md"), "{index}");
    place.results("detectors", &[]);
    let index = fs::read_to_string(place.0.join("out/README.md")).expect("a list");
    assert!(index.contains("(configurations/report.md)") && index.contains("(detectors/report.md)"), "{index}");
}

/// Ctrl-C ends a study without a report, with the code of a stopped run.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_study() {
    use std::time::{Duration, Instant};

    let place = Place::new("stopped");
    let words = ["verification", "--backend", "cpu", "--threads", "1", "-q", "-o", "out"];
    let mut child = place.command(&words).spawn().expect("the program starts");
    let patience = Instant::now();
    while !place.0.join("out/verification").exists() {
        assert!(patience.elapsed() < Duration::from_secs(120), "the study does not begin");
        std::thread::sleep(Duration::from_millis(5));
    }
    ask_to_stop(child.id());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(!place.0.join("out/verification/report.md").exists());
}

/// Coarse steps are enough for what the paper is held to.
#[test]
fn spheres_rebound_as_in_the_paper() {
    let place = Place::new("reproduce-chung-ooi");
    let results = place.results("chung-ooi", &[]);
    let tests = results["tests"].as_array().expect("tests");
    assert!((1..=8).all(|test| tests.iter().any(|one| one["test"] == test)), "{tests:?}");
    for one in tests {
        let held = if one["sliding"].is_null() { number(&one["all"]) } else { number(&one["sliding"]) };
        assert!(held <= number(&one["allowed"]), "{one}");
    }
}

#[test]
fn a_sphere_begins_to_slip_through_a_gap() {
    let place = Place::new("reproduce-vyas");
    let energy = place.results("vyas", &[])["energy"].clone();
    assert!((number(&energy["time"]) - 0.01).abs() < 1e-9 && number(&energy["translation"]) > 1e-15, "{energy}");
}
