//! Frames: what a run writes between its steps can be read back, whole or not at all, and says what made it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex};

use glam::DVec3;
use packstone::engine::ContactPartner;
use packstone::narrow::Kind;
use packstone::output::frames::{Frame, FrameError, FrameWriter, RunFolder};
use packstone::scene::Scene;
use packstone::sim::{Options, Simulation};

use crate::common::folder::Folder;

const RAIN: &str = include_str!("../scenes/rain.toml");

/// A directory of its own for each test, gone at the end.
struct Place(Folder);

impl Place {
    fn new(test: &str) -> Self {
        Self(Folder::new(test))
    }

    /// Runs a scene for some steps; returns the folder of its results.
    fn run(&self, scene: &str, steps: u64) -> PathBuf {
        fs::write(self.0.join("rain.toml"), scene).expect("the directory can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        let args = ["run", "rain.toml", "--backend", "cpu", "--steps", &steps.to_string()];
        let output = command.current_dir(&self.0).args(args).output().expect("the command starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.0.join("rain")
    }
}

fn simulation(scene: &str, steps: u64) -> Simulation {
    let scene = Scene::parse(scene, "rain.toml").expect("a scene");
    let mut run = Simulation::new(scene, Options::default()).expect("a good start");
    let _ = run.step(steps).expect("good steps");
    run
}

#[test]
fn a_frame_is_read_as_it_was() {
    let place = Place::new("round");
    let folder = RunFolder::open(place.run(RAIN, 8000)).expect("a run");
    assert_eq!(folder.steps(), [0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000]);
    let frame = folder.last().expect("a frame");
    let mut run = simulation(RAIN, 8000);
    let expected = Frame::capture(&mut run).expect("a frame");
    assert_eq!((frame.step, frame.time), (8000, run.time()));
    assert_eq!(folder.time_step(), run.time_step());
    assert_eq!(frame.contacts, expected.contacts);
    assert!(frame.contacts.len() > 5, "{}", frame.contacts.len());
    let (read, written) = (&frame.grains, &expected.grains);
    assert_eq!((&read.ids, &read.shapes, &read.scales), (&written.ids, &written.shapes, &written.scales));
    assert_eq!((&read.positions, &read.orientations), (&written.positions, &written.orientations));
    assert_eq!((&read.forces, &read.coordination), (&written.forces, &written.coordination));
    assert_eq!((&read.fixed, &read.angular_velocities), (&written.fixed, &written.angular_velocities));
    assert_eq!(read.velocities_of_origins, written.velocities_of_origins);
    // Centres of mass and their velocities are not in the file; they follow from the shapes.
    for k in 0..read.len() {
        assert!(read.centers[k].distance(written.centers[k]) < 1e-15, "{k}");
        assert!(read.velocities[k].distance(written.velocities[k]) < 1e-12, "{k}");
    }
}

/// Commas, quotes and a hash at the start are as good as letters.
#[test]
fn a_name_may_have_commas_and_quotes() {
    let place = Place::new("names");
    let scene = STACK.replace("'ball'", "'#1, \"small\"'");
    let root = place.run(&scene, 3);
    let folder = RunFolder::open(&root).expect("a run");
    let frame = folder.last().expect("a frame");
    let expected = simulation(&scene, 3).snapshot();
    assert_eq!((&frame.grains.shapes, &frame.grains.positions), (&expected.shapes, &expected.positions));
    // The table as a list of particles.
    let (start, bodies) = scene.rsplit_once("body = ").expect("bodies");
    assert!(bodies.contains("small"));
    fs::copy(root.join("snapshots/0000000000.csv"), place.0.join("list.csv")).expect("a table");
    let again = format!("{start}particles = [{{ file = 'list.csv' }}]");
    let again = Scene::parse(again, place.0.join("again.toml")).expect("a scene");
    let seeds = |scene: &Scene| {
        let mut seeds: Vec<(usize, [u64; 3])> =
            scene.bodies.iter().map(|body| (body.shape, body.position.to_array().map(f64::to_bits))).collect();
        seeds.sort_unstable();
        seeds
    };
    assert_eq!(seeds(&again), seeds(folder.scene()));
}

#[test]
fn every_table_tells_what_made_it() {
    let place = Place::new("made");
    let root = place.run(RAIN, 10);
    let folder = RunFolder::open(&root).expect("a run");
    let made = folder.provenance();
    assert_eq!((made.packstone.as_str(), made.seed, made.backend.as_str()), (env!("CARGO_PKG_VERSION"), 5, "cpu"));
    assert!(made.scene.is_absolute() && made.scene.ends_with("rain.toml"), "{:?}", made.scene);
    assert_eq!(&folder.last().expect("a frame").provenance, made);
    for name in ["0000000010.csv", "0000000010-contacts.csv"] {
        let text = fs::read_to_string(root.join("snapshots").join(name)).expect("a table");
        for line in [format!("# scene_hash = {}", made.scene_hash), "# seed = 5".into(), "# step = 10".into()] {
            assert!(text.lines().any(|other| other == line), "{name} has no line {line}");
        }
    }
}

#[test]
fn forces_of_contacts_sum_to_those_of_grains() {
    let run = simulation(RAIN, 5000);
    let (grains, contacts) = (run.snapshot(), run.contact_network());
    let mut sums = vec![DVec3::ZERO; grains.len()];
    let mut counts = vec![0; grains.len()];
    let place = |id: u64| grains.ids.iter().position(|other| *other == id).expect("a grain");
    for contact in &contacts {
        assert!(contact.overlap > 0.0 && (contact.normal.length() - 1.0).abs() < 1e-12);
        let parts = contact.normal * contact.normal_force() + contact.tangential_force();
        assert!(parts.distance(contact.force) <= 1e-12 * contact.force.length());
        sums[place(contact.grain)] -= contact.force;
        counts[place(contact.grain)] += 1;
        if let ContactPartner::Grain(other) = contact.partner {
            sums[place(other)] += contact.force;
            counts[place(other)] += 1;
        }
    }
    let largest = grains.forces.iter().map(|force| force.length()).fold(0.0, f64::max);
    for (k, (sum, force)) in sums.iter().zip(&grains.forces).enumerate() {
        assert!(sum.distance(*force) < 1e-9 * largest, "grain {k}");
    }
    assert_eq!(counts, grains.coordination);
    let counted = run.report().counts;
    assert_eq!(contacts.len(), counted.contacts + counted.wall_contacts);
    let deepest = contacts.iter().map(|contact| contact.overlap).fold(0.0, f64::max);
    assert!((deepest / counted.largest_overlap - 1.0).abs() < 1e-9);
}

/// A brick on a floor and a ball on the brick, at rest.
const STACK: &str = "
    simulation = { duration = 0.5 }
    material = [{ name = 'stone', density = 2500, stiffness = 1e5, restitution = 0.2, friction = 0.5 }]
    shape = [
        { name = 'ball', material = 'stone', type = 'sphere', radius = 0.01 },
        { name = 'brick', material = 'stone', type = 'box', half_extents = [0.02, 0.02, 0.01] },
    ]
    wall = [
        { name = 'side', material = 'stone', type = 'plane', point = [9, 0, 0], normal = [-1, 0, 0] },
        { name = 'floor', material = 'stone', type = 'plane', point = [0, 0, 0], normal = [0, 0, 1] },
    ]
    body = [{ shape = 'brick', position = [0, 0, 0.01] }, { shape = 'ball', position = [0, 0, 0.03] }]
";

#[test]
fn a_stack_carries_its_weight() {
    let run = simulation(STACK, 40_000);
    let contacts = run.contact_network();
    let [ball, brick] = [4.0 / 3.0 * std::f64::consts::PI * 1e-6, 0.04 * 0.04 * 0.02].map(|v| v * 2500.0 * 9.81);
    assert_eq!(contacts.len(), 2);
    let (upper, lower) = (&contacts[0], &contacts[1]);
    assert_eq!((upper.grain, upper.partner, upper.kind), (0, ContactPartner::Grain(1), Kind::Smooth));
    assert!((upper.normal_force() / ball - 1.0).abs() < 1e-3 && upper.normal.distance(DVec3::Z) < 1e-9);
    assert!((upper.overlap / (ball / 1e5) - 1.0).abs() < 1e-3, "{}", upper.overlap);
    assert_eq!((lower.grain, lower.partner, lower.kind), (0, ContactPartner::Wall(1), Kind::FaceFace));
    assert!((lower.force + DVec3::Z * (ball + brick)).length() < 1e-3 * brick, "{}", lower.force);
    assert!(lower.point.length() < 1e-5, "the middle of the face: {}", lower.point);
}

#[test]
fn changed_files_are_refused_with_file_line_and_column() {
    let place = Place::new("changed");
    let root = place.run(RAIN, 6000);
    let grains = root.join("snapshots/0000006000.csv");
    let contacts = root.join("snapshots/0000006000-contacts.csv");
    let refused = |path: &PathBuf, change: &dyn Fn(&str) -> String, expected: &str| {
        let good = fs::read_to_string(path).expect("a table");
        fs::write(path, change(&good)).expect("it can be written");
        let error = RunFolder::open(&root).and_then(|folder| folder.last()).expect_err("a changed file").to_string();
        assert!(error.contains(expected), "{expected} is not in {error}");
        fs::write(path, good).expect("it can be written");
    };
    let cell = |column: usize, new: &'static str| {
        move |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let last = lines.pop().expect("a row");
            let mut cells: Vec<&str> = last.split(',').collect();
            cells[column] = new;
            lines.push(cells.join(","));
            lines.join("\n")
        }
    };
    let rows = fs::read_to_string(&grains).expect("a table").lines().count();
    refused(
        &grains,
        &cell(4, "o.1"),
        &format!("0000006000.csv:{rows}: column 5 (y [m]): \"o.1\" cannot be read as a number"),
    );
    refused(&grains, &cell(1, "bal"), "column 2 (shape): \"bal\" is no shape of the run's scene");
    refused(&grains, &cell(6, "3.0"), "are no unit quaternion");
    refused(&grains, &cell(0, "0"), "is not above the id before it");
    refused(&grains, &cell(10, "inf"), "column 11 (vx [m/s]): \"inf\" is not a finite number");
    refused(&grains, &|text| text[..text.len() - 30].to_owned(), "the file was cut off or changed");
    refused(&grains, &|text| text.replace("# time", "# tame"), "no line \"# time = ...\"");
    refused(&contacts, &cell(0, "999"), "column 1 (a): \"999\" is no grain of this frame");
    refused(&contacts, &cell(2, "7"), "column 3 (wall): \"7\" is no wall of the scene, which has 1");
    refused(&contacts, &cell(3, "round"), "\"round\" is no kind of contact");
    refused(
        &contacts,
        &|text| text.replace("# step = 6000", "# step = 1"),
        "contacts of step 1 beside grains of step 6000",
    );
    // The text that is there for people may be edited; the copy that frames are read with may not.
    fs::remove_file(root.join("scene.toml")).expect("it is there");
    let kept = root.join("inputs/scene.toml");
    refused(&kept, &|text| text.replace("0.005", "0.006"), "the scene was changed after the run");
    refused(&root.join("run.json"), &|text| text.replace("seed", "sead"), "run.json:");
    let folder = RunFolder::open(&root).expect("all is as it was");
    let missing = folder.frame(1500).expect_err("no such frame").to_string();
    assert!(
        missing.contains("no frame of step 1500; there are 7 frames, and the nearest is that of step 1000"),
        "{missing}"
    );
    let nowhere = RunFolder::open(place.0.join("nowhere")).expect_err("no folder").to_string();
    assert!(nowhere.contains("there is no run in this folder (run.json is missing)"), "{nowhere}");
}

#[test]
fn frames_are_written_in_order_while_the_steps_go_on() {
    let mut run = simulation(STACK, 1);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (gate, open) = std::sync::mpsc::channel::<()>();
    let list = Arc::clone(&seen);
    let mut writer = FrameWriter::new(move |frame| {
        open.recv().expect("the test goes on");
        list.lock().expect("a list").push(frame.step);
        Ok(())
    });
    // Two frames are taken without one being written: the steps do not wait.
    for _ in 0..2 {
        writer.write(Frame::capture(&mut run).expect("a frame")).expect("taken");
        let _ = run.step(1).expect("a step");
    }
    assert!(seen.lock().expect("a list").is_empty());
    (0..3).for_each(|_| gate.send(()).expect("the writer listens"));
    writer.write(Frame::capture(&mut run).expect("a frame")).expect("taken");
    writer.flush().expect("all written");
    assert_eq!(*seen.lock().expect("a list"), [1, 2, 3]);
}

#[test]
fn what_cannot_be_written_is_told_at_the_next_call() {
    let mut run = simulation(STACK, 1);
    let frame = Frame::capture(&mut run).expect("a frame");
    let full = || FrameError::Write { path: "disk".into(), reason: std::io::Error::other("full") };
    let mut writer = FrameWriter::new(move |_| Err(full()));
    writer.write(frame).expect("handed over");
    let error = writer.flush().expect_err("the disk is full").to_string();
    assert!(error.starts_with("cannot write disk: full"), "{error}");
}
