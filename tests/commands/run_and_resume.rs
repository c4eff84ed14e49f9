//! `packstone check`, `run` and `resume` as a user meets them: files, messages, exit codes, equal hashes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use packstone::scene::Scene;
use packstone::sim::{Options, Simulation};
use serde_json::Value;

use crate::common::folder::Folder;

/// A directory of its own for each test, gone at the end.
struct Place(Folder);

impl Place {
    fn new(test: &str) -> Self {
        Self(Folder::new(test))
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("the directory can be written");
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The command, run here.
    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        command.current_dir(&self.0).args(args);
        command
    }

    fn packstone(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the command starts")
    }

    /// The command, which must end well; returns the hash that it prints last.
    #[track_caller]
    fn hash(&self, args: &[&str]) -> String {
        let output = self.packstone(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        let text = stdout(&output);
        let hash = text.lines().last().and_then(|line| line.strip_prefix("state hash: ")).expect("a hash").to_owned();
        assert!(hash.len() == 16 && hash.bytes().all(|c| c.is_ascii_hexdigit()), "{hash}");
        hash
    }

    /// The command, which must fail with exit code 1 and say all of `expected`.
    #[track_caller]
    fn refused(&self, args: &[&str], expected: &[&str]) {
        let output = self.packstone(args);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}{}", stdout(&output));
        assert!(said.starts_with("packstone: "), "{said}");
        expected.iter().for_each(|part| assert!(said.contains(part), "{args:?}: {part} is not in: {said}"));
    }

    /// All snapshots of a run: name and text, in order.
    fn snapshots(&self, run: &str) -> Vec<(String, String)> {
        let entries = fs::read_dir(self.0.join(run).join("snapshots")).expect("a folder of snapshots");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names.into_iter().map(|name| (name.clone(), self.read(&format!("{run}/snapshots/{name}")))).collect()
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Rough grains of several shapes fall into a box, a few at the start and more while the run goes on.
const RAIN: &str = include_str!("../scenes/rain.toml");

const COLUMNS: [&str; 23] = [
    "step",
    "time [s]",
    "grains",
    "contacts",
    "wall_contacts",
    "unconverged",
    "largest_overlap [m]",
    "largest_overlap_share",
    "translation [J]",
    "rotation [J]",
    "gravity [J]",
    "elastic [J]",
    "tangential [J]",
    "rolling [J]",
    "dissipated_damping [J]",
    "dissipated_friction [J]",
    "dissipated_rolling [J]",
    "dissipated_drag [J]",
    "wall_work [J]",
    "inserted [J]",
    "patch_work [J]",
    "uncorrected [J]",
    "balance [J]",
];

/// The numbers of series.csv, row by row.
fn rows(series: &str) -> Vec<Vec<f64>> {
    let row = |line: &str| line.split(',').map(|cell| cell.parse().expect("a number")).collect();
    series.lines().skip(1).map(row).collect()
}

fn column(name: &str) -> usize {
    COLUMNS.iter().position(|column| *column == name).expect("a column")
}

#[test]
fn a_run_leaves_all_its_files() {
    let place = Place::new("files");
    place.write("rain.toml", RAIN);
    let hash = place.hash(&["run", "rain.toml", "--threads", "1"]);

    assert_eq!(place.read("rain/scene.toml"), RAIN);
    let series = place.read("rain/series.csv");
    assert_eq!(series.lines().next().expect("a header").split(',').collect::<Vec<_>>(), COLUMNS);
    let rows = rows(&series);
    assert!(rows.iter().all(|row| row.len() == COLUMNS.len()));
    assert!(rows.windows(2).all(|pair| pair[0][0] < pair[1][0]), "steps ascend");
    assert_eq!((rows[0][0], rows[rows.len() - 1][0]), (0.0, 6000.0));
    let last = &rows[rows.len() - 1];
    assert_eq!(last[column("grains")], 26.0, "all grains came in");
    assert!(last[column("dissipated_damping [J]")] > 0.0 && last[column("dissipated_friction [J]")] > 0.0);

    let summary: Value = serde_json::from_str(&place.read("rain/summary.json")).expect("JSON");
    assert_eq!(summary["state_hash"], hash.as_str());
    assert_eq!((&summary["steps"], &summary["grains"], &summary["threads"]), (&6000.into(), &26.into(), &1.into()));
    assert!(summary["scene"].as_str().is_some_and(|path| path.ends_with("rain.toml")));
    for key in ["wall_time", "steps_per_second", "particle_steps_per_second", "critical_time_step", "simulated_time"] {
        assert!(summary[key].as_f64().is_some_and(|number| number > 0.0), "{key}");
    }
    assert!(summary["energies"]["flows"]["dissipated_damping"].is_f64());
    // The peaks between rows are in the rows.
    let peak = rows.iter().map(|row| row[column("largest_overlap [m]")]).fold(0.0, f64::max);
    assert_eq!(summary["largest_overlap"].as_f64(), Some(peak));

    let names: Vec<String> = place.snapshots("rain").into_iter().map(|(name, _)| name).collect();
    let tables = |k: u32| ["-contacts.csv", ".csv"].map(|ending| format!("{:010}{ending}", 1000 * k));
    let expected: Vec<String> = (0..=6).flat_map(tables).collect();
    assert_eq!(names, expected);
}

#[test]
fn the_energy_of_a_run_is_accounted_for() {
    let place = Place::new("energy");
    place.write("rain.toml", RAIN);
    place.hash(&["run", "rain.toml"]);
    let rows = rows(&place.read("rain/series.csv"));
    let balance = column("balance [J]");
    let exchanged: f64 = ["dissipated_damping [J]", "dissipated_friction [J]"]
        .map(|name| rows[rows.len() - 1][column(name)])
        .iter()
        .sum();
    for row in &rows {
        let error = (row[balance] - rows[0][balance]).abs();
        assert!(error < 0.02 * exchanged, "step {}: {error} of {exchanged}", row[0]);
    }
}

#[test]
fn a_speed_limit_that_acts_is_said() {
    let place = Place::new("limit");
    let said = |limit: f64| {
        place.write("rain.toml", &format!("{RAIN}\n[drag]\nspeed_limit = {limit}\n"));
        let folder = format!("limit-{limit}");
        let output = place.packstone(&["run", "rain.toml", "--steps", "500", "-o", &folder]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let summary: Value = serde_json::from_str(&place.read(&format!("{folder}/summary.json"))).expect("JSON");
        (summary["speed_cuts"].as_u64().expect("a count"), stdout(&output))
    };
    let (cuts, text) = said(0.1);
    assert!(cuts > 0 && text.contains(&format!("the speed limit has acted {cuts} times, in ")), "{text}");
    let (cuts, text) = said(1e3);
    assert!(cuts == 0 && text.contains("the speed limit has not acted"), "{text}");
}

#[test]
fn a_snapshot_is_a_particle_list() {
    let place = Place::new("snapshot");
    let scene = place.write("rain.toml", RAIN);
    place.hash(&["run", "rain.toml", "--steps", "4700", "-o", "out"]);
    let mut run = Simulation::new(Scene::load(&scene).expect("a scene"), Options::default()).expect("a good start");
    let _ = run.step(4700).expect("good steps");
    let grains = run.snapshot();

    let head = RAIN.split("[[body]]").next().expect("the part before the grains");
    let list = "[[particles]]\nfile = \"out/snapshots/0000004700.csv\"\n";
    let again = Scene::load(place.write("again.toml", &format!("{head}{list}"))).expect("a snapshot can be read");
    assert_eq!(again.bodies.len(), grains.ids.len());
    assert!(grains.coordination.iter().any(|contacts| *contacts > 0));
    for (k, body) in again.bodies.iter().enumerate() {
        assert_eq!((body.shape, body.scale, body.position), (grains.shapes[k], grains.scales[k], grains.positions[k]));
        assert!(body.orientation.angle_between(grains.orientations[k]) < 1e-7);
        assert_eq!(body.angular_velocity, grains.angular_velocities[k]);
    }
    // The centre of mass of a wedge is not the origin of its frame; started anew, it moves as before.
    let apart = Scene { bodies: vec![again.bodies[1].clone()], ..again };
    assert_eq!(apart.shapes[apart.bodies[0].shape].name, "wedge");
    let apart = Scene { walls: Vec::new(), ..apart };
    let restarted = Simulation::new(apart, Options::default()).expect("a good start").snapshot().velocities[0];
    assert!(restarted.distance(grains.velocities[1]) < 1e-9 * grains.velocities[1].length().max(1e-6));
}

#[test]
fn a_resumed_run_ends_as_if_it_had_never_stopped() {
    let place = Place::new("resume");
    place.write("rain.toml", RAIN);
    let whole = place.hash(&["run", "rain.toml", "-o", "whole", "--threads", "2"]);
    // Step 700 is in the middle of the insertion; no row and no snapshot is due there.
    let stopped = place.hash(&["run", "rain.toml", "-o", "parts", "--steps", "700", "--threads", "1"]);
    assert_ne!(stopped, whole);
    place.hash(&["resume", "parts", "--steps", "801", "--threads", "2"]);
    let resumed = place.hash(&["resume", "parts", "--threads", "1"]);
    assert_eq!(resumed, whole);
    assert_eq!(place.read("parts/series.csv"), place.read("whole/series.csv"));
    assert_eq!(place.snapshots("parts"), place.snapshots("whole"));

    // At the end there is nothing to do, and further steps can be asked for.
    assert_eq!(place.hash(&["resume", "parts"]), whole);
    place.hash(&["resume", "parts", "--steps", "10"]);
    let summary: Value = serde_json::from_str(&place.read("parts/summary.json")).expect("JSON");
    assert_eq!(summary["steps"], 6010);
}

#[test]
fn rows_after_the_checkpoint_are_cut_off() {
    let place = Place::new("rows");
    place.write("rain.toml", RAIN);
    place.hash(&["run", "rain.toml", "-o", "whole", "--steps", "3000"]);
    place.hash(&["run", "rain.toml", "-o", "parts", "--steps", "2000"]);
    // As if it had gone on to write, and been stopped in the middle of a row.
    let late = place.read("whole/series.csv");
    place.write("parts/series.csv", &late[..late.len() - 7]);
    place.write("parts/snapshots/0000002900.csv", "late");
    place.write("parts/snapshots/0000002950-contacts.csv", "later");
    place.write("parts/snapshots/notes.txt", "mine");
    place.hash(&["resume", "parts", "--steps", "1000"]);
    assert_eq!(place.read("parts/series.csv"), late);
    let names: Vec<String> = place.snapshots("parts").into_iter().map(|(name, _)| name).collect();
    let tables = |k: u32| ["-contacts.csv", ".csv"].map(|ending| format!("{:010}{ending}", 1000 * k));
    let expected: Vec<String> = (0..=3).flat_map(tables).chain(["notes.txt".to_owned()]).collect();
    assert_eq!(names, expected);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let place = Place::new("threads");
    place.write("rain.toml", RAIN);
    let hashes = ["1", "2", "3"].map(|n| place.hash(&["run", "rain.toml", "-o", n, "--threads", n]));
    assert_eq!(hashes[0], hashes[1]);
    assert_eq!(hashes[0], hashes[2]);
    assert_eq!(place.read("1/series.csv"), place.read("2/series.csv"));
    place.write("other.toml", &RAIN.replace("seed = 5", "seed = 6"));
    assert_ne!(hashes[0], place.hash(&["run", "other.toml"]), "another seed is another run");
}

#[test]
fn a_killed_run_can_be_resumed() {
    let place = Place::new("killed");
    let often = RAIN.replace("[output]", "[output]\ncheckpoint_every = { steps = 50 }");
    place.write("rain.toml", &often);
    let whole = place.hash(&["run", "rain.toml", "-o", "whole"]);
    let mut child =
        place.command(&["run", "rain.toml"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let patience = Instant::now();
    // Some rows are there: it is under way, with checkpoints before and after.
    while fs::read_to_string(place.0.join("rain/series.csv")).map_or(0, |text| text.lines().count()) < 5 {
        assert!(patience.elapsed() < Duration::from_secs(120), "the run does not come on");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(!place.0.join("rain/summary.json").exists(), "it was killed before its end");
    assert_eq!(place.hash(&["resume", "rain"]), whole);
    assert_eq!(place.read("rain/series.csv"), place.read("whole/series.csv"));
}

#[test]
fn another_run_is_not_overwritten() {
    let place = Place::new("force");
    let short = RAIN.replace("steps = 6000", "steps = 20");
    place.write("rain.toml", &short);
    let hash = place.hash(&["run", "rain.toml"]);
    let before = place.read("rain/summary.json");
    place.refused(&["run", "rain.toml"], &["rain holds another run", "--force", "-o"]);
    assert_eq!(place.read("rain/summary.json"), before);
    place.write("rain/snapshots/0000000007.csv", "old");
    assert_eq!(place.hash(&["run", "rain.toml", "--force"]), hash);
    assert!(place.snapshots("rain").iter().all(|(_, text)| text != "old"));
    // A scene that lies in its own folder is no run.
    fs::create_dir(place.0.join("mine")).expect("a folder");
    place.write("mine/scene.toml", &short);
    assert_eq!(place.hash(&["run", "mine/scene.toml", "-o", "mine"]), hash);
}

#[test]
fn what_cannot_run_is_refused_with_the_reason() {
    let place = Place::new("refused");
    let good = RAIN.replace("steps = 6000", "steps = 5");
    place.write("good.toml", &good);
    place.write("slip.toml", &good.replace("restitution = 0.3", "restitution = 3"));
    place.write("deep.toml", &good.replace("0.006]\nvelocity", "-0.006]\nvelocity"));
    place.write("long.toml", &good.replace("safety = 0.2", "time_step = 0.1"));
    place.write("lines.toml", &good.replace("\"ball\"", "\"ball\\nround\""));
    for command in ["check", "run"] {
        place.refused(&[command, "none.toml"], &["none.toml"]);
        place.refused(&[command, "slip.toml"], &["packstone: slip.toml:10: ", "restitution = 3"]);
        place.refused(&[command, "deep.toml"], &["packstone: deep.toml:", "is in the wall", "move it"]);
        place.refused(&[command, "long.toml"], &["packstone: long.toml:4: ", "critical step"]);
        place.refused(&[command, "lines.toml"], &["ball round", "another name"]);
    }
    let by_axes = good.clone() + "[contact]\ncylinders = \"axisymmetric\"\n";
    place.write("axes.toml", &by_axes);
    place.refused(&["run", "axes.toml", "--backend", "gpu"], &["axisymmetric", "--backend cpu"]);
    place.refused(&["run", "good.toml", "-o", "good.toml"], &["good.toml is not a folder"]);
    place.refused(&["run", "good.toml", "-o", "good.toml/sub"], &["cannot write good.toml/sub"]);
    let left: Vec<_> = fs::read_dir(&place.0).expect("a folder").filter_map(Result::ok).collect();
    assert_eq!(left.len(), 6, "nothing was written: {left:?}");
}

#[test]
fn what_cannot_be_resumed_is_refused_with_the_reason() {
    let place = Place::new("unresumed");
    place.refused(&["resume", "none"], &["none: there is no such folder"]);
    fs::create_dir(place.0.join("empty")).expect("a folder");
    place.refused(&["resume", "empty"], &["empty/checkpoint.bin: there is no checkpoint"]);
    place.write("rain.toml", &RAIN.replace("steps = 6000", "steps = 40"));
    place.hash(&["run", "rain.toml", "--steps", "20"]);
    let checkpoint = place.0.join("rain/checkpoint.bin");
    let good = fs::read(&checkpoint).expect("a checkpoint");
    for cut in [0, 5, 8, 100, good.len() / 2, good.len() - 1] {
        fs::write(&checkpoint, &good[..cut]).expect("it can be written");
        place.refused(&["resume", "rain"], &["rain/checkpoint.bin"]);
    }
    for at in [0, 9, good.len() / 3, good.len() / 2, good.len() - 3] {
        let mut bad = good.clone();
        bad[at] ^= 0x40;
        fs::write(&checkpoint, &bad).expect("it can be written");
        place.refused(&["resume", "rain"], &["rain/checkpoint.bin is damaged"]);
    }
    fs::write(&checkpoint, &good).expect("it can be written");
    let series = place.read("rain/series.csv");
    place.write("rain/series.csv", "a,b\n1,2\n");
    place.refused(&["resume", "rain"], &["rain/series.csv", "first line"]);
    place.write("rain/series.csv", &series);
    place.hash(&["resume", "rain"]);
}

#[test]
fn a_run_that_breaks_off_says_where_and_why() {
    let place = Place::new("broken");
    let fast = RAIN.replace("velocity = [0.1, 0, -0.5]", "velocity = [900, 0, 0]");
    place.write("fast.toml", &fast);
    place.refused(&["run", "fast.toml"], &["grain 0 moves", "shorter time step", "so far is in fast"]);
    assert!(place.read("fast/series.csv").lines().count() > 1);
    place.refused(&["resume", "fast"], &["grain 0 moves"]);
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let place = Place::new("full");
    place.write("rain.toml", &RAIN.replace("steps = 6000", "steps = 40"));
    place.hash(&["run", "rain.toml", "--steps", "20"]);
    let summary = place.0.join("rain/summary.json");
    fs::remove_file(&summary).expect("it is there");
    fs::create_dir(&summary).expect("a free name");
    place
        .refused(&["resume", "rain"], &["cannot write rain/summary.json", "the permissions and the space on the disk"]);
}

#[test]
fn check_tells_what_would_run() {
    let place = Place::new("check");
    place.write("rain.toml", &RAIN.replace("friction = 0.4", "friction = 3"));
    let output = place.packstone(&["check", "rain.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let expected =
        ["grains: 2 at the start, up to 24 inserted", "steps: 6000 of ", "critical time step: ", "memory: about "];
    expected.iter().for_each(|part| assert!(text.contains(part), "{part}: {text}"));
    for name in ["ball", "brick", "wedge", "stone, stone", "wall 1", "warning: rain.toml:11: "] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert_eq!(fs::read_dir(&place.0).expect("a folder").count(), 1, "nothing was written");
}

#[test]
fn the_examples_are_good() {
    let place = Place::new("examples");
    for name in ["quickstart", "bouncing-ball"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/scenes/{name}.toml"));
        let output = place.packstone(&["check", path.to_str().expect("a plain path")]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(!stdout(&output).contains("warning"), "{}", stdout(&output));
    }
}

#[test]
fn the_elastic_ball_comes_back() {
    let place = Place::new("ball");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/scenes/bouncing-ball.toml");
    place.hash(&["run", path.to_str().expect("a plain path")]);
    let rows = rows(&place.read("bouncing-ball/series.csv"));
    let total =
        |row: &Vec<f64>| ["translation [J]", "gravity [J]", "elastic [J]"].map(|name| row[column(name)]).iter().sum();
    let first: f64 = total(&rows[0]);
    assert!(rows.iter().all(|row| (total(row) - first).abs() < 1e-3 * first), "energy changes");
    assert!(rows.iter().any(|row| row[column("translation [J]")] > 0.5 * first), "it never fell");
    let back = rows.iter().skip(20).map(|row| row[column("gravity [J]")]).fold(0.0, f64::max);
    assert!(back > 0.99 * first, "it comes back to {back} of {first}");
}

#[test]
fn a_checkpoint_of_another_version_is_told_by_its_number() {
    let place = Place::new("version");
    let scene = Scene::parse(RAIN, "rain.toml").expect("a scene");
    let mut run = Simulation::new(scene, Options::threads(1)).expect("a start");
    let path = place.0.join("checkpoint.bin");
    run.save(&path).expect("a checkpoint");
    let mut bytes = fs::read(&path).expect("a file");
    // The version follows the first eight bytes; a small number takes one.
    bytes[8] += 1;
    fs::write(&path, &bytes).expect("it can be written");
    let reason = Simulation::load(&path, Options::threads(1)).err().expect("a refusal").to_string();
    assert!(reason.contains(&format!("has version {}, this program reads", bytes[8])), "{reason}");
}
