//! `packstone export` and `packstone inspect` as a user meets them, and packings that come back by `[[particles]]`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use packstone::scene::Scene;
use serde_json::Value;

use crate::common::folder::Folder;

const RAIN: &str = include_str!("../scenes/rain.toml");

/// A directory of its own for each test, gone at the end.
struct Place(Folder);

impl Place {
    /// With a short run of the scene in it.
    fn with_a_run(test: &str) -> Self {
        let place = Self::new(test);
        // A body that never moves, beside those that fall.
        let fixed = "[[body]]\nshape = \"brick\"\nposition = [0.012, 0.012, 0.004]\nfixed = true\n[[insertion]]";
        place.write("rain.toml", &RAIN.replace("[[insertion]]", fixed));
        place.good(&["run", "rain.toml", "--backend", "cpu", "-o", "run"]);
        place
    }

    fn new(test: &str) -> Self {
        Self(Folder::new(test))
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.0.join(name), text).expect("the directory can be written");
        self.0.join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn packstone(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        command.current_dir(&self.0).args(args).output().expect("the command starts")
    }

    #[track_caller]
    fn good(&self, args: &[&str]) -> String {
        let output = self.packstone(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    #[track_caller]
    fn refused(&self, args: &[&str], expected: &str) {
        let output = self.packstone(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(expected), "{expected} is not in {said}");
    }
}

/// The scene with a list of grains instead of its own.
fn with_list(place: &Place, file: &str) -> Scene {
    let head = RAIN.split("[[body]]").next().expect("the part before the grains");
    let path = place.write("again.toml", &format!("{head}[[particles]]\nfile = \"{file}\"\n"));
    Scene::load(path).expect("the list can be read")
}

#[test]
fn a_packing_comes_back_from_json_and_csv() {
    let place = Place::with_a_run("back");
    place.good(&["export", "run", "--format", "json", "--frame", "last", "-o", "out"]);
    place.good(&["export", "run", "--format", "csv", "-o", "out"]);
    assert_eq!(place.read("out/grains-0000006000.csv"), place.read("run/snapshots/0000006000.csv"));
    assert_eq!(place.read("out/contacts-0000001000.csv"), place.read("run/snapshots/0000001000-contacts.csv"));
    let mut from_csv = with_list(&place, "out/grains-0000006000.csv").bodies;
    let mut from_json = with_list(&place, "out/frame-0000006000.json").bodies;
    assert_eq!(from_csv.len(), 27);
    // Where they stand in their files is all that differs.
    from_csv.iter_mut().chain(&mut from_json).for_each(|body| body.line = Default::default());
    assert_eq!(from_csv, from_json);
    assert_eq!(from_csv.iter().filter(|body| body.fixed).count(), 1);
    let json: Value = serde_json::from_str(&place.read("out/frame-0000006000.json")).expect("JSON");
    assert_eq!((&json["step"], &json["seed"], &json["walls"][0]), (&6000.into(), &5.into(), &"wall 1".into()));
    assert!(json["contacts"].as_array().is_some_and(|list| list.len() > 5));
}

#[test]
fn all_frames_for_paraview_and_one_mesh() {
    let place = Place::with_a_run("files");
    let said = place.good(&["export", "run"]);
    assert_eq!(said, format!("7 frames: {}\n", ["run", "vtk", "grains.pvd"].join("/")));
    assert_eq!(place.read("run/vtk/contacts.pvd").matches("<DataSet").count(), 7);
    place.good(&["export", "run", "--format", "stl", "--frame", "last", "--segments", "8"]);
    place.good(&["export", "run", "--format", "obj", "--frame", "3000", "--segments", "8"]);
    let stl = fs::read(place.0.join("run/export/grains-0000006000.stl")).expect("a mesh");
    let count = u32::from_le_bytes(stl[80..84].try_into().expect("four bytes")) as usize;
    assert_eq!(stl.len(), 84 + 50 * count);
    let obj = place.read("run/export/grains-0000003000.obj");
    let objects = obj.lines().filter(|line| line.starts_with("o grain")).count();
    assert!(objects > 2 && obj.lines().filter(|line| line.starts_with("f ")).count() > 4 * objects);
}

#[test]
fn files_for_paraview_come_with_the_run() {
    let place = Place::new("along");
    place.write("rain.toml", &RAIN.replace("[output]", "[output]\nvtk = true"));
    let said = place.good(&["run", "rain.toml", "--backend", "cpu", "--steps", "2500"]);
    assert!(said.contains("rain/vtk/grains.pvd  for ParaView"), "{said}");
    assert_eq!(place.read("rain/vtk/grains.pvd").matches("<DataSet").count(), 4);
    // A run that goes on does so from its last checkpoint; the frame of its end was none that was due.
    place.good(&["resume", "rain", "--steps", "1000"]);
    let list = place.read("rain/vtk/walls.pvd");
    assert!(list.contains("walls-0000003000.vtp") && !list.contains("walls-0000002500.vtp"), "{list}");
    assert!(!place.0.join("rain/vtk/grains-0000002500.vtp").exists());
}

#[test]
fn inspect_tells_tables_json_and_csv() {
    let place = Place::with_a_run("inspect");
    let text = place.good(&["inspect", "run", "-o", "numbers"]);
    for part in ["packing fraction", "coordination", "contacts by kind", "forces on walls", "order of axes", "slabs"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let slabs = place.read("numbers/slabs-0000006000.csv");
    assert_eq!(slabs.lines().filter(|line| !line.starts_with('#')).count(), 21);
    assert!(slabs.contains("# seed = 5\n"));
    for name in ["coordination", "forces", "kinds", "walls", "species"] {
        assert!(place.read(&format!("numbers/{name}-0000006000.csv")).lines().count() > 8, "{name}");
    }
    let line = place.good(&["inspect", "run", "--json", "--frame", "all"]);
    let all: Vec<Value> = line.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(all.len(), 7);
    assert_eq!(all[6]["grains"], serde_json::json!([26, 1]));
    assert_eq!(serde_json::from_str::<Value>(&place.read("numbers/analysis-0000006000.json")).expect("JSON"), all[6]);
}

#[test]
fn missing_runs_and_frames_are_refused() {
    let place = Place::with_a_run("missing");
    place.refused(&["export", "nowhere"], "there is no run in this folder");
    place.refused(
        &["inspect", "run", "--frame", "77"],
        "no frame of step 77; there are 7 frames, and the nearest is that of step 0",
    );
    place.refused(&["inspect", "run", "--frame", "newest"], "give all, first, last or the number of a step");
    place.refused(&["export", "run", "--segments", "3"], "8..=512");
}

/// What is said of a list in JSON, after the folder.
#[track_caller]
fn said_of(list: &str, expected: &str) {
    let place = Place::new(&format!("list-{:x}", list.len() * 1000 + expected.len()));
    place.write("list.json", list);
    let head = RAIN.split("[[body]]").next().expect("the part before the grains");
    let path = place.write("again.toml", &format!("{head}[[particles]]\nfile = \"list.json\"\n"));
    let error = Scene::load(path).expect_err("a bad list").to_string();
    let error = error.strip_prefix(&format!("{}/", place.0.display())).expect("the folder first");
    assert_eq!(error, expected);
}

#[test]
fn bad_lists_in_json_are_refused_with_file_line_and_particle() {
    said_of(
        "[\n{\"shape\": \"ball\", \"x\": 0, \"y\": 0, \"z\": 0.05},\n{\"shape\": \"ball\", \"x\": 0, \"y\": 0}\n]",
        "list.json:3: no key z; a particle has all of x,y,z",
    );
    said_of(
        "[{\"shape\": \"bal\", \"x\": 0, \"y\": 0, \"z\": 0}]",
        "list.json:1: particle 1: shape = \"bal\" is not the name of a shape; did you mean \"ball\"? defined are: ball, brick, wedge",
    );
    said_of(
        "{\"particles\": [\n\n{\"shape\": \"ball\", \"x\": \"far\", \"y\": 0, \"z\": 0}]}",
        "list.json:3: particle 1: x = far is not a finite number; write it as in 0.25 or 1e-3",
    );
    said_of(
        "[{\"shape\": \"ball\", \"x\": 0, \"y\": 0, \"z\": 0, \"vz_\": 1}]",
        "list.json:1: unknown key \"vz_\"; did you mean \"vz\"?",
    );
    said_of(
        "[{\"shape\": \"ball\", \"x\": 0, \"y\": 0, \"z\": 0, \"fixed\": 2}]",
        "list.json:1: particle 1: fixed = 2 is neither 0 nor 1; write 1 for a grain that stays where it is",
    );
    said_of(
        "[{\"shape\": \"ball\", \"x\": 0, \"y\": 0, \"z\": 0, \"z\": 1}]",
        "list.json:1: key \"z\" is there twice; remove one",
    );
    said_of("{\"grains\": []}", "list.json:1: column 14: not a list of particles in JSON: missing field `particles`");
    said_of(
        "[\n[1, 2, 3]\n]",
        "list.json:2: particle 1: not a list of particles in JSON: invalid type: sequence, expected an object such as {\"shape\": \"ball\", \"x\": 0, \"y\": 0, \"z\": 0.1}",
    );
    said_of("[{\"x\": 1,}]", "list.json:1: column 10: not a list of particles in JSON: key must be a string");
}
