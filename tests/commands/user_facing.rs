//! What a user meets first: insertion that ends, tables that tell the truth, pictures of what matters, errors that help.

use std::fs;
use std::process::{Command, Output};

use glam::DVec3;
use packstone::engine::{ContactPartner, ContactRecord, Snapshot};
use packstone::narrow::Kind;
use packstone::output::analysis::{Analysis, BedState, Packing, SurfaceKind};
use packstone::output::frames::{Frame, RunFolder};
use packstone::output::picture::{Extent, Look, draw, shape_colors};
use packstone::scene::Scene;
use packstone::sim::{Options, Simulation};

use crate::common::folder::Folder;

const HEAD: &str = "
    simulation = { duration = 0.5 }
    material = [{ name = 'stone', density = 2500, stiffness = 1e5, restitution = 0.2, friction = 0.0 }]
    shape = [{ name = 'ball', material = 'stone', type = 'sphere', radius = 0.005 }]
";

fn scene(text: &str) -> Scene {
    Scene::parse(text, "user.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn started(text: &str) -> Simulation {
    Simulation::new(scene(text), Options::threads(1)).unwrap_or_else(|error| panic!("{error}"))
}

/// A folder of its own for one test.
struct Place(Folder);

impl Place {
    fn new(name: &str) -> Self {
        Self(Folder::new(name))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a file");
    }

    fn packstone(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        command.current_dir(&self.0).args(args).output().expect("the command starts")
    }

    fn fine(&self, args: &[&str]) -> String {
        let output = self.packstone(args);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{args:?}: {}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    }
}

// Insertion.

const UNTIL: &str = include_str!("../user/until.toml");

#[test]
fn insertion_ends_at_until() {
    let mut run = started(UNTIL);
    let steps = |time: f64| (time / run.time_step()).ceil() as u64;
    let (at_until, later) = (steps(0.1) + 1, steps(0.3));
    let _ = run.step(at_until).expect("good steps");
    let came_in = run.grains().len();
    assert!((50..300).contains(&came_in), "{came_in}");
    let _ = run.step(later - at_until).expect("good steps");
    assert_eq!(run.grains().len(), came_in);
    let [count] = run.insertions()[..] else { panic!("one insertion") };
    assert_eq!((count.due, count.came_in, count.missing()), (300, came_in as u64, 300 - came_in as u64));
}

#[test]
fn a_rate_brings_its_last_grain_though_no_step_falls_on_until() {
    let rain = "insertion = [{ region = { type = 'box', min = [0, 0, 0], max = [1, 1, 1] }, until = 0.01, rate = 1000,
        shape = 'ball' }]";
    let mut run = started(&format!("{HEAD}{rain}").replace("duration = 0.5", "duration = 0.02, time_step = 3.33e-5"));
    let _ = run.step(600).expect("good steps");
    assert_eq!(run.grains().len(), 10);
}

#[test]
fn grains_that_never_came_in_are_told() {
    let place = Place::new("missing");
    place.write("until.toml", &UNTIL.replace("duration = 0.5", "duration = 0.15"));
    let check = place.fine(&["check", "until.toml"]);
    assert!(check.contains("insertion 1: 300 grains are due, and the region holds about"), "{check}");
    let text = place.fine(&["run", "until.toml", "-o", "run", "--backend", "cpu"]);
    assert!(text.contains("of 300 grains never came in"), "{text}");
    let summary: serde_json::Value =
        serde_json::from_slice(&fs::read(place.0.join("run/summary.json")).expect("a summary")).expect("JSON");
    let count = &summary["insertions"][0];
    assert_eq!(count["due"], 300);
    assert_eq!(count["came_in"], summary["grains"]);
}

#[test]
fn what_can_be_foreseen_of_insertions_is_a_warning() {
    let foreseen = |text: &str| -> String {
        started(&format!("{HEAD}{text}")).foreseen().iter().map(|warning| format!("{warning}\n")).collect()
    };
    let insertion = |more: &str| {
        format!(
            "insertion = [{{ region = {{ type = 'box', min = [-0.04, -0.04, 0.04], max = [0.04, 0.04, 0.08] }},
                shape = 'ball', {more} }}]"
        )
    };
    assert_eq!(foreseen(&insertion("total = 100")), "");
    let early = foreseen(&insertion("total = 100, until = 5"));
    assert!(early.contains("the run ends at 0.5") && early.contains("10 of 100 grains will be due"), "{early}");
    let floor =
        "wall = [{ name = 'floor', material = 'stone', type = 'plane', point = [0, 0, 1], normal = [0, 0, 1] }]\n";
    let blocked = foreseen(&format!("{floor}{}", insertion("total = 100")));
    assert!(blocked.contains("none of 100 will come in"), "{blocked}");
    let crowd = foreseen(&insertion("total = 100000, until = 0.1"));
    assert!(crowd.contains("100000 grains are due"), "{crowd}");
    let vessel = "wall = [{ name = 'box', material = 'stone', type = 'box', min = [-0.05, -0.05, 0], \
                  max = [0.05, 0.05, 0.1], open = ['top'] }]\n";
    let full = foreseen(&format!("{vessel}{}", insertion("total = 1500, velocity = [0, 0, -1]")));
    assert!(full.contains("1500 grains need at least"), "{full}");
}

/// All at once, with a wide range of sizes: what is found through cells is what a look at all pairs allows.
#[test]
fn many_grains_come_in_at_once_and_none_overlap() {
    let rain = "insertion = [{ region = { type = 'box', min = [0, 0, 0], max = [0.2, 0.2, 0.2] }, total = 3000,
        shape = 'ball', size = { distribution = 'uniform', min = 0.1, max = 1.5 } }]";
    let mut run = started(&format!("{HEAD}{rain}").replace("duration = 0.5", "steps = 1, gravity = [0, 0, 0]"));
    let _ = run.step(1).expect("a good step");
    let grains = run.snapshot();
    assert!(grains.len() > 2000, "{}", grains.len());
    for a in 0..grains.len() {
        for b in 0..a {
            let reach = 0.005 * (grains.scales[a] + grains.scales[b]);
            assert!(grains.positions[a].distance(grains.positions[b]) >= reach, "{a} {b}");
        }
    }
}

// Long runs and much output.

#[test]
fn long_runs_and_much_output_are_warned_of() {
    let rain = "lattice = [{ shape = 'ball', origin = [0, 0, 0], counts = [10, 10, 1], spacing = 0.02 }]";
    let told = |head: &str, output: &str| -> String {
        let text = format!("{HEAD}{rain}\n{output}").replace("duration = 0.5", head);
        started(&text).foreseen().iter().map(|warning| format!("{warning}\n")).collect()
    };
    assert_eq!(told("duration = 0.5", ""), "");
    let long = told("steps = 460000000", "");
    assert!(long.contains("4.6e8 steps with 100 grains take very roughly"), "{long}");
    let much = told("steps = 40000", "output = { snapshot_every = { steps = 1 } }");
    assert!(much.contains("snapshot_every asks for 40000 snapshots, about 5 GB"), "{much}");
}

#[test]
fn the_end_has_one_frame_also_where_snapshots_are_never_written() {
    let place = Place::new("frames");
    let ball = "body = [{ shape = 'ball', position = [0, 0, 0] }]\n";
    let text = format!("{HEAD}{ball}").replace("duration = 0.5", "duration = 0.01, time_step = 3.33e-5");
    place.write("fall.toml", &format!("{text}output = {{ snapshot_every = 0.005 }}"));
    place.write("last.toml", &format!("{text}output = {{ snapshot_every = 'never' }}"));
    place.fine(&["run", "fall.toml", "--backend", "cpu"]);
    place.fine(&["run", "last.toml", "--backend", "cpu"]);
    let steps = |name: &str| RunFolder::open(place.0.join(name)).expect("a run").steps().to_vec();
    assert_eq!(steps("fall"), [0, 150, 301]);
    assert_eq!(steps("last"), [301]);
}

#[test]
fn frames_are_chosen_by_time() {
    let place = Place::new("time");
    let ball = "body = [{ shape = 'ball', position = [0, 0, 0] }]\noutput = { snapshot_every = 0.002 }";
    place.write("fall.toml", &format!("{HEAD}{ball}").replace("duration = 0.5", "duration = 0.01, time_step = 1e-5"));
    place.fine(&["run", "fall.toml", "--backend", "cpu"]);
    assert!(place.fine(&["inspect", "fall", "--time", "0.0041"]).starts_with("step 400,"));
    let refused = place.packstone(&["inspect", "fall", "--time", "0.2"]);
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && text.contains("there is no frame of 0.2 s; the last one is of 0.01"),
        "{text}"
    );
}

#[test]
fn empty_runs_have_no_minus_zero() {
    let place = Place::new("empty");
    place.write("empty.toml", &HEAD.replace("duration = 0.5", "steps = 10, time_step = 1e-4"));
    let text = place.fine(&["run", "empty.toml", "--backend", "cpu"]) + &place.fine(&["inspect", "empty"]);
    assert!(!text.contains("-0.0"), "{text}");
}

#[test]
fn descriptions_of_scenes_are_whole() {
    let text = Place::new("scenes").fine(&["scenes"]);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("small enough to be run with several seeds on both back ends (docs/gpu.md)."), "{text}");
    assert!(text.lines().all(|line| line.len() <= 110), "{text}");
}

/// The first command of a user without a desktop session: Mesa's layer looked for a Wayland display and complained.
#[test]
fn the_first_command_prints_no_errors_of_others() {
    let output = Command::new(env!("CARGO_BIN_EXE_packstone")).arg("info").env_remove("XDG_RUNTIME_DIR").output();
    let errors = String::from_utf8_lossy(&output.expect("the command starts").stderr).into_owned();
    assert!(!errors.contains("error:"), "{errors}");
}

/// The formula of docs/choosing.md, for balls between each other.
#[test]
fn the_critical_step_is_what_the_docs_say() {
    let page = include_str!("../../docs/choosing.md");
    assert!(page.contains("each ball counts as 3.5/m") && page.contains("n stiffness (0.05 R)^(n - 1)"));
    for exponent in [1.0, 1.5, 2.0f64] {
        let law = format!("stiffness = 1e5, exponent = {exponent:.1}");
        let text = format!("{HEAD}body = [{{ shape = 'ball', position = [0, 0, 0] }}]");
        let run = started(&text.replace("stiffness = 1e5", &law));
        let (radius, mass) = (0.005f64, 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 0.005f64.powi(3));
        let stiffness = exponent * 1e5 * (0.05 * radius).powf(exponent - 1.0);
        let expected = 2.0 / (stiffness * 2.0 * 3.5 / mass).sqrt();
        let found = run.critical_time_step().expect("a grain");
        assert!((found / expected - 1.0).abs() < 1e-9, "{exponent}: {found} is not {expected}");
    }
}

// The free surface.

/// Balls of 10 mm in a jittered lattice, where `inside` holds; all touch something.
fn heap(inside: impl Fn(DVec3) -> bool) -> (Simulation, Snapshot) {
    let run = started(&format!("{HEAD}body = [{{ shape = 'ball', position = [0, 0, 0] }}]"));
    let mut grains = Snapshot::default();
    let noise = |k: i64| (((k * 7919 + 13) % 1009) as f64 / 1009.0 - 0.5) * 0.004;
    for k in 0..60 * 60 * 40i64 {
        let (x, y, z) = (k % 60 - 30, k / 60 % 60 - 30, k / 3600);
        let at = 0.01 * DVec3::new(x as f64, y as f64, z as f64) + DVec3::new(noise(k), noise(k + 5), noise(k + 11));
        if inside(at) {
            add(&mut grains, at, 4);
        }
    }
    (run, grains)
}

fn add(grains: &mut Snapshot, at: DVec3, coordination: u32) {
    grains.ids.push(grains.ids.len() as u64);
    grains.shapes.push(0);
    grains.scales.push(1.0);
    grains.positions.push(at);
    grains.centers.push(at);
    grains.orientations.push(glam::DQuat::IDENTITY);
    for list in [&mut grains.velocities, &mut grains.velocities_of_origins, &mut grains.angular_velocities] {
        list.push(DVec3::ZERO);
    }
    grains.forces.push(DVec3::ZERO);
    grains.coordination.push(coordination);
    grains.fixed.push(false);
}

fn state(run: &Simulation, grains: &Snapshot) -> BedState {
    BedState::of(run.scene(), grains, (0, 0.0), None).expect("grains")
}

#[track_caller]
fn has_slope(run: &Simulation, grains: &Snapshot, kind: SurfaceKind, degrees: f64) {
    let found = state(run, grains);
    let slope = found.slope_degrees.expect("a surface");
    assert!(found.surface == Some(kind) && (slope - degrees).abs() < 1.5, "{:?} of {slope} degrees", found.surface);
}

#[test]
fn conical_heaps_have_the_slope_of_their_flanks() {
    for degrees in [15.0, 24.0, 35.0f64] {
        let tan = degrees.to_radians().tan();
        let (run, mut grains) = heap(|p| p.z < 0.24 * tan - tan * (p.x - 0.02).hypot(p.y + 0.03));
        has_slope(&run, &grains, SurfaceKind::Cone, degrees);
        // Grains strewn over the floor, and some that bounce.
        for k in 0..80 {
            let angle = f64::from(k) * 2.4;
            let r = 0.24 + 0.001 * f64::from(k);
            add(&mut grains, DVec3::new(0.02 + r * angle.cos(), r * angle.sin() - 0.03, 0.0), 1);
        }
        for k in 0..12 {
            add(&mut grains, DVec3::new(0.03 * f64::from(k % 4) - 0.05, 0.03 * f64::from(k / 4), 0.2), 1);
        }
        has_slope(&run, &grains, SurfaceKind::Cone, degrees);
    }
}

#[test]
fn inclined_and_level_beds_are_planes() {
    for (x, y) in [(0.0, 0.0), (0.45, 0.0), (0.2, -0.3f64)] {
        let (run, mut grains) = heap(|p| p.x.abs().max(p.y.abs()) < 0.15 && p.z < 0.15 + x * p.x + y * p.y);
        has_slope(&run, &grains, SurfaceKind::Plane, x.hypot(y).atan().to_degrees());
        add(&mut grains, DVec3::new(0.0, 0.0, 0.39), 1);
        has_slope(&run, &grains, SurfaceKind::Plane, x.hypot(y).atan().to_degrees());
    }
}

#[test]
fn an_emptying_hopper_has_a_crater_or_a_level_surface_but_no_cliff() {
    // A cone of 30 degrees to the vertical over an outlet, filled to a crater, above a layer on the floor.
    let wall = |p: &DVec3| p.z > 0.1 && p.x.hypot(p.y) < 0.03 + 0.577 * (p.z - 0.1);
    let crater = |p: &DVec3| p.z < 0.2 + 0.4 * p.x.hypot(p.y);
    let (run, grains) = heap(|p| wall(&p) && crater(&p) || p.z < 0.015 && p.x.hypot(p.y) < 0.25);
    let found = state(&run, &grains);
    assert!(found.slope_degrees.is_none_or(|slope| slope < 30.0), "{found:?}");
    // Only the hopper.
    let (run, grains) = heap(|p| wall(&p) && crater(&p));
    has_slope(&run, &grains, SurfaceKind::Crater, 0.4f64.atan().to_degrees());
    // Rain: nothing lies, so nothing has a surface or a top.
    let mut rain = grains.clone();
    rain.coordination.iter_mut().for_each(|count| *count = 0);
    let found = state(&run, &rain);
    assert_eq!((found.top, found.slope_degrees, found.surface), (None, None, None));
}

#[test]
fn track_tells_degrees_everywhere_and_no_infinity() {
    let place = Place::new("track");
    let ball = "body = [{ shape = 'ball', position = [0, 0, 0] }]\n";
    place.write("fall.toml", &format!("{HEAD}{ball}").replace("duration = 0.5", "duration = 0.01"));
    place.fine(&["run", "fall.toml", "--backend", "cpu"]);
    let text = place.fine(&["track", "fall", "-o", "track.csv"]);
    assert!(!text.contains("inf") && text.contains("no free surface"), "{text}");
    let csv = fs::read_to_string(place.0.join("track.csv")).expect("a table");
    assert!(csv.contains(",slope_degrees,") && !csv.contains("inf"), "{csv}");
    let json: serde_json::Value = serde_json::from_str(&place.fine(&["track", "fall", "--json"])).expect("JSON");
    assert!(json.get("slope_degrees").is_some() && json["frames"][0].get("slope_degrees").is_some(), "{json}");
}

// Contacts.

#[test]
fn cubes_on_each_other_have_face_to_face_contacts() {
    let tower = "
        simulation = { duration = 0.2 }
        material = [{ name = 'stone', density = 2500, stiffness = 1e5, restitution = 0.2, friction = 0.5 }]
        shape = [{ name = 'cube', material = 'stone', type = 'box', half_extents = [0.01, 0.01, 0.01] }]
        wall = [{ name = 'floor', material = 'stone', type = 'plane', point = [0, 0, 0], normal = [0, 0, 1] }]
        body = [
            { shape = 'cube', position = [0, 0, 0.0101], orientation = { axis = [1, 0, 0], angle = 0.003 } },
            { shape = 'cube', position = [0.003, 0.001, 0.0305], orientation = { axis = [1, 2, 3], angle = 0.004 } },
        ]
    ";
    let mut run = started(tower);
    let _ = run.step((0.2 / run.time_step()) as u64).expect("good steps");
    let frame = Frame::capture(&mut run).expect("a frame");
    assert_eq!(frame.contacts.len(), 2);
    assert!(frame.contacts.iter().all(|contact| contact.kind == Kind::FaceFace), "{:?}", frame.contacts);
}

fn contact(a: u64, partner: ContactPartner, force: f64) -> ContactRecord {
    let (point, normal, spring) = (DVec3::ZERO, DVec3::Z, DVec3::ZERO);
    let (kind, sliding) = (Kind::Smooth, false);
    ContactRecord { grain: a, partner, point, normal, force: normal * force, overlap: 1e-5, kind, spring, sliding }
}

/// Layers of smooth balls, each on three of the layer below: the topmost hold nothing but themselves, by their weight.
#[test]
fn a_bed_of_smooth_balls_at_rest_has_no_rattlers() {
    let run = started(&format!("{HEAD}body = [{{ shape = 'ball', position = [0, 0, 0] }}]"));
    let mut frame = Frame::capture(&mut started(&format!("{HEAD}body = [{{ shape = 'ball', position = [0, 0, 0] }}]")))
        .expect("a frame");
    frame.grains = Snapshot::default();
    frame.contacts.clear();
    for k in 0..250u64 {
        add(&mut frame.grains, DVec3::new(0.01 * (k % 25) as f64, 0.0, 0.01 * (k / 25) as f64), 6);
        if k < 25 {
            frame
                .contacts
                .extend([contact(k, ContactPartner::Wall(0), 10.0), contact(k, ContactPartner::Wall(0), 1.0)]);
        } else {
            let below = (k / 25 - 1) * 25;
            let others = [0, 1, 2].map(|other| below + (k % 25 + other) % 25);
            frame.contacts.extend(others.map(|other| contact(k, ContactPartner::Grain(other), 3.0)));
        }
    }
    let found = Analysis::of(&frame, run.scene()).coordination;
    assert_eq!((found.rattlers, found.rattler_below), (0, 3), "{found:?}");
    // One that is hardly touched is one.
    let (before, mean) = (frame.contacts.len(), 3.0);
    for other in [225, 226, 227] {
        frame.contacts.push(contact(250, ContactPartner::Grain(other), 0.001 * mean));
    }
    add(&mut frame.grains, DVec3::ZERO, 3);
    assert_eq!(Analysis::of(&frame, run.scene()).coordination.rattlers, 1);
    // Without gravity three are not enough, and all goes.
    frame.contacts.truncate(before);
    let mut floating = run.scene().clone();
    floating.simulation.gravity = DVec3::ZERO;
    assert_eq!(Analysis::of(&frame, &floating).coordination.rattlers, 251);
}

#[test]
fn one_grain_in_the_air_does_not_thin_the_bed() {
    let bed = "wall = [{ name = 'box', material = 'stone', type = 'box', min = [-0.1, -0.1, -0.005], max = [0.1, 0.1, 1] }]\n";
    let run = started(&format!("{HEAD}{bed}body = [{{ shape = 'ball', position = [0, 0, 0.5] }}]"));
    let (_, mut grains) = heap(|p| p.x.abs().max(p.y.abs()) < 0.094 && p.z < 0.095);
    let before = Packing::of(run.scene(), &grains, 0.0).expect("a packing");
    add(&mut grains, DVec3::new(0.0, 0.0, 0.8), 0);
    let after = Packing::of(run.scene(), &grains, 0.0).expect("a packing");
    assert_eq!(before.bed_volume, after.bed_volume);
    // A pair that meets high above the bed.
    add(&mut grains, DVec3::new(0.05, 0.0, 0.7), 1);
    add(&mut grains, DVec3::new(0.05, 0.0, 0.7099), 1);
    let after = Packing::of(run.scene(), &grains, 0.0).expect("a packing");
    assert!((after.whole / before.whole - 1.0).abs() < 1e-9, "{} {}", after.whole, before.whole);
    let middle = |packing: &Packing| packing.middle.expect("a middle").fraction;
    assert!((middle(&after) / middle(&before) - 1.0).abs() < 1e-9);
}

#[test]
fn frames_have_mass_history_and_sides_of_boxes() {
    let place = Place::new("columns");
    let text = "
        [simulation]
        duration = 0.01
        gravity = [5, 0, -9.81]
        [[material]]
        name = 'stone'
        density = 2500
        stiffness = 1e5
        restitution = 0.2
        friction = 0.3
        [[shape]]
        name = 'ball'
        material = 'stone'
        type = 'sphere'
        radius = 0.005
        [[wall]]
        name = 'vessel'
        material = 'stone'
        type = 'box'
        min = [-0.005, -0.05, 0]
        max = [0.005, 0.05, 0.2]
        velocity = [0, 0, 0.01]
        [[body]]
        shape = 'ball'
        position = [0, 0, 0.005]
        velocity = [0, 0.5, 0]
        scale = 1
    ";
    place.write("slide.toml", text);
    place.fine(&["run", "slide.toml", "--backend", "cpu"]);
    let folder = RunFolder::open(place.0.join("slide")).expect("a run");
    let frame = folder.last().expect("a frame");
    let grains = fs::read_to_string(place.0.join(format!("slide/snapshots/{:010}.csv", frame.step))).expect("a table");
    let row = grains.lines().last().expect("a row").split(',').map(str::to_owned).collect::<Vec<_>>();
    let volume = 4.0 / 3.0 * std::f64::consts::PI * 0.005f64.powi(3);
    let number = |back: usize| row[row.len() - back].parse::<f64>().expect("a number");
    assert!((number(1) / volume - 1.0).abs() < 1e-12 && (number(2) / (2500.0 * volume) - 1.0).abs() < 1e-12, "{row:?}");
    let floor = frame.contacts.iter().find(|contact| contact.normal.z < -0.9).expect("a contact with the floor");
    assert!(floor.sliding && floor.spring != DVec3::ZERO, "{floor:?}");
    let found = Analysis::of(&frame, folder.scene());
    let wall = &found.walls[0];
    assert!((wall.shift[2] - 0.01 * frame.time).abs() < 1e-9, "{:?}", wall.shift);
    let side = |name: &str| wall.sides.iter().find(|side| side.side == name).expect("a side");
    assert_eq!((side("bottom").contacts, side("top").contacts), (1, 0));
    let sum: f64 = wall.sides.iter().map(|side| side.normal_force).sum();
    assert!((sum / wall.normal_force - 1.0).abs() < 1e-12 && wall.torque != [0.0; 3]);
    // Frames of version 0.1.0 can still be read, and the tables as particles.
    let older = |table: &str, columns: usize| -> String {
        let cut = |line: &str| {
            line.split(',').rev().skip(columns).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(",")
        };
        table.lines().map(|line| if line.starts_with('#') { format!("{line}\n") } else { cut(line) + "\n" }).collect()
    };
    let contacts_file = place.0.join(format!("slide/snapshots/{:010}-contacts.csv", frame.step));
    let contacts = fs::read_to_string(&contacts_file).expect("a table");
    fs::write(&contacts_file, older(&contacts, 4)).expect("a file");
    fs::write(place.0.join(format!("slide/snapshots/{:010}.csv", frame.step)), older(&grains, 2)).expect("a file");
    assert_eq!(folder.last().expect("an old frame").grains, frame.grains);
    place.write("list.csv", &grains);
    let list = HEAD.to_owned() + "particles = [{ file = 'list.csv' }]";
    place.write("again.toml", &list);
    place.fine(&["check", "again.toml"]);
}

// Words and pictures.

#[test]
fn keys_of_other_codes_get_an_answer() {
    let error = |text: &str| Scene::parse(text, "other.toml").expect_err("an unknown key").to_string();
    let young = error(&HEAD.replace("stiffness = 1e5", "youngs_modulus = 1e9"));
    assert!(young.contains("\"youngs_modulus\"") && young.contains("Young's modulus is called young [Pa]"), "{young}");
    let rolling = error(&HEAD.replace("friction = 0.0", "friction = 0.0, mu_rolling = 0.1"));
    assert!(rolling.contains("rolling resistance is rolling_friction"), "{rolling}");
    let periodic = error(&HEAD.replace("duration = 0.5", "duration = 0.5, periodic = true"));
    assert!(periodic.contains("periodic boundaries are not there yet"), "{periodic}");
    let wall = "wall = [{ name = 'lid', material = 'stone', type = 'plane', point = [0, 0, 1], normal = [0, 0, -1], force = 5 }]";
    let force = error(&format!("{HEAD}{wall}"));
    assert!(force.contains("walls that follow a force or pressure are not there yet"), "{force}");
}

#[test]
fn a_red_shape_is_red() {
    let shapes = "
        { name = 'red', material = 'stone', type = 'sphere', radius = 0.005 },
        { name = 'Blue-brick', material = 'stone', type = 'sphere', radius = 0.005 },
        { name = 'bored', material = 'stone', type = 'sphere', radius = 0.005 },
    ";
    let text = HEAD.replace("{ name = 'ball', material = 'stone', type = 'sphere', radius = 0.005 }", shapes);
    let [red, blue, bored] = shape_colors(&scene(&text))[..] else { panic!("three shapes") };
    assert!(red[0] > 150 && red[1] < 100 && red[2] < 100, "{red:?}");
    assert!(blue[2] > 150 && blue[0] < 50, "{blue:?}");
    assert_eq!(bored, packstone::output::picture::species_color(2));
}

#[test]
fn the_picture_follows_the_grains_and_not_a_lifted_tube() {
    let tube = "
        wall = [
            { name = 'floor', material = 'stone', type = 'plane', point = [0, 0, -0.005], normal = [0, 0, 1] },
            { name = 'tube', material = 'stone', type = 'cylinder', side = 'inside', base = [0, 0, 0], axis = [0, 0, 1], radius = 0.05, height = 0.2, velocity = [0, 0, 1] },
        ]
        body = [{ shape = 'ball', position = [0, 0, 0] }]
    ";
    let run = started(&format!("{HEAD}{tube}"));
    let (_, grains) = heap(|p| p.z < 0.05 - 0.4 * p.x.hypot(p.y));
    let before = Extent::of_scene(run.scene(), &grains, 0.0);
    let after = Extent::of_scene(run.scene(), &grains, 0.5);
    assert!(before.max.z > 0.1 && after.max.z < 0.15, "{before:?} {after:?}");
    assert!(draw(run.scene(), &grains, 0.5, &Look::of(run.scene())).is_ok());
}

#[test]
fn force_chains_are_drawn() {
    let place = Place::new("chains");
    let pair = "
        wall = [{ name = 'floor', material = 'stone', type = 'plane', point = [0, 0, 0], normal = [0, 0, 1] }]
        body = [{ shape = 'ball', position = [0, 0, 0.0049] }, { shape = 'ball', position = [0, 0, 0.0148] }]
        camera = { width = 200, height = 200 }
        contact = { start_overlap = 0.1 }
    ";
    let text = format!("{HEAD}{}", pair.replace("contact = { start_overlap = 0.1 }", ""));
    let text = text.replace("duration = 0.5", "duration = 0.002, start_overlap = 0.1");
    place.write("pair.toml", &text);
    place.fine(&["run", "pair.toml", "--backend", "cpu"]);
    place.fine(&["render", "pair", "-o", "plain.png"]);
    place.fine(&["render", "pair", "--chains", "-o", "chains.png"]);
    let read = |name: &str| fs::read(place.0.join(name)).expect("a picture");
    assert_ne!(read("plain.png"), read("chains.png"));
}
