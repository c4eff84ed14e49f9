//! The program itself, killed without a word while grains touch, and resumed.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::scenes::{Case, cases};
use crate::common::folder::Folder;

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

    /// The hash at the end of a command that must succeed.
    #[track_caller]
    fn hash(&self, args: &[&str]) -> String {
        let output = self.command(args).output().expect("it starts");
        let [said, told] = [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert!(output.status.success(), "{args:?}: {said}");
        let line = told.lines().find(|line| line.starts_with("state hash: "));
        line.unwrap_or_else(|| panic!("{args:?} tells no hash: {told}")).to_string()
    }

    /// Rows of the series of a run, as far as they are written.
    fn rows(&self, run: &str) -> usize {
        fs::read_to_string(self.0.join(run).join("series.csv")).map_or(0, |text| text.lines().count())
    }
}

/// Runs a scene to its end, and once more with kills after so many rows of its series; both must end alike.
fn killed(case: &Case, steps: u64, backend: &str, kills: &[usize]) {
    let place = Place::new(&format!("{}-{backend}", case.name));
    let output =
        "[output]\nreport_every = { steps = 1 }\nsnapshot_every = \"never\"\ncheckpoint_every = { steps = 5 }\n";
    let text = case
        .text
        .replace("steps = 400", &format!("steps = {steps}"))
        .replace("[simulation]", &format!("{output}[simulation]"));
    fs::write(place.0.join("s.toml"), text).expect("it can be written");
    let whole = place.hash(&["run", "s.toml", "--backend", backend, "-o", "whole"]);
    for (k, rows) in kills.iter().enumerate() {
        let args: &[&str] = if k == 0 { &["run", "s.toml", "--backend", backend, "-o", "r"] } else { &["resume", "r"] };
        let mut child = place.command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let patience = Instant::now();
        while place.rows("r") < *rows {
            assert!(patience.elapsed() < Duration::from_secs(120), "{}: the run does not come on", case.name);
            assert!(child.try_wait().expect("a process").is_none(), "{}: it ended before it was killed", case.name);
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(!place.0.join("r/summary.json").exists(), "{}: it was killed before its end", case.name);
    }
    assert_eq!(place.hash(&["resume", "r"]), whole, "{} on the {backend}", case.name);
    let read = |run: &str| fs::read_to_string(place.0.join(run).join("series.csv")).expect("a series");
    assert_eq!(read("r"), read("whole"), "{} on the {backend}: rows with all energies", case.name);
}

/// The case of that name.
fn case(name: &str) -> Case {
    cases().into_iter().find(|case| case.name == name).expect("a case")
}

#[test]
fn killed_on_the_cpu() {
    for name in ["mixture", "insertion"] {
        killed(&case(name), 2000, "cpu", &[40, 110, 300]);
    }
}

#[test]
fn killed_on_the_gpu() {
    for name in ["balls", "drum"] {
        killed(&case(name), 250, "gpu", &[40, 110]);
    }
}
