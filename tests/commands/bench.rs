//! `packstone bench`: standard beds of any size, and what is told of them.

use std::fs;
use std::process::Command;

use packstone::scene::WallGeometry;
use packstone::sim::{Options, Simulation};
use packstone::studies::bench::{BEDS, Bed, State};
use serde_json::Value;

use crate::common::folder::Folder;

fn bench(args: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_packstone")).arg("bench").args(args).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_bed_has_as_many_grains_as_asked_for_and_can_start() {
    for bed in &BEDS {
        for (count, tiles) in [(300, 1.0), (1000, 1.0), (3500, 4.0)] {
            let scene = bed.scene(State::Settled, count).unwrap_or_else(|error| panic!("{}: {error}", bed.name));
            assert_eq!(scene.bodies.len(), count, "{}", bed.name);
            let WallGeometry::Box { min, max, .. } = &scene.walls[0].geometry else { panic!("a box") };
            let size = *max - *min;
            assert!((size.x * size.y - tiles * 0.11 * 0.11).abs() < 1e-12, "{}: {size}", bed.name);
            assert!(scene.bodies.iter().all(|body| body.position.cmpge(*min).all() && body.position.cmple(*max).all()));
        }
        for state in [State::Loose, State::Settling, State::Settled] {
            let run = Simulation::new(bed.scene(state, 1000).expect("a bed"), Options::threads(1));
            assert!(run.is_ok(), "{} {}: {:?}", bed.name, state.name(), run.err());
        }
    }
}

#[test]
fn the_states_are_what_their_names_say() {
    let bed = Bed::named("boxes").expect("a bed");
    let mut seen = Vec::new();
    for state in [State::Loose, State::Settling, State::Settled] {
        let mut run = Simulation::new(bed.scene(state, 1000).expect("a bed"), Options::threads(1)).expect("a start");
        let weight_height = run.report().energies.gravity;
        let report = run.step(100).expect("steps");
        seen.push((report.counts.contacts, report.energies.kinetic() / weight_height));
    }
    let [loose, settling, settled] = seen[..] else { panic!("three states") };
    assert!(loose.0 < settling.0 && settling.0 < settled.0, "{seen:?}");
    assert!(settled.0 > 2000 && settled.1 < 1e-4 && settling.1 > 10.0 * settled.1, "{seen:?}");
}

#[test]
fn most_contacts_of_a_bed_at_rest_are_followed_without_a_search() {
    for name in ["boxes", "prisms"] {
        let bed = Bed::named(name).expect("a bed");
        let scene = bed.scene(State::Settled, 1000).expect("a bed");
        let mut run = Simulation::new(scene, Options::threads(1)).expect("a start");
        let _ = run.step(100).expect("steps");
        let work = run.solver_work();
        assert!(work.contacts > 2000, "{name}: {work:?}");
        assert!(10 * work.searched < 7 * work.contacts, "{name}: {work:?}");
    }
}

#[test]
fn a_row_tells_speed_work_and_memory() {
    let args = ["--scene", "boxes,spheres", "--n", "500", "--state", "settled", "--backend", "cpu", "--json", "-q"];
    let (fine, text, error) = bench(&[&args[..], &["--warm-up", "20", "--steps", "10"]].concat());
    assert!(fine, "{error}");
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 2);
    for (row, name) in rows.iter().zip(["boxes", "spheres"]) {
        assert_eq!((&row["scene"], &row["particles"], &row["state"]), (&name.into(), &500.into(), &"settled".into()));
        for key in ["particle_steps_per_second", "contacts_per_second", "bytes_per_particle", "candidate_pairs"] {
            assert!(row[key].as_f64().is_some_and(|value| value > 0.0), "{name} {key}: {}", row[key]);
        }
        assert!(row["seconds_per_step_by_pass"]["contacts"].as_f64().is_some_and(|time| time > 0.0));
        assert_eq!(row["state_hash"].as_str().map(str::len), Some(16));
    }
    // Boxes that meet are searched for with support points, spheres are in closed form.
    let work = |row: &Value| [&row["gjk_per_contact"], &row["epa_per_contact"]].map(|count| count.as_f64());
    assert!(work(&rows[0])[0] > Some(0.2) && work(&rows[1]) == [Some(0.0); 2], "{text}");
    let again = bench(&[&args[..], &["--warm-up", "20", "--steps", "10", "--threads", "1"]].concat()).1;
    let hash = |text: &str| {
        serde_json::from_str::<Value>(text.lines().next().expect("a line")).expect("JSON")["state_hash"].clone()
    };
    assert_eq!(hash(&again), hash(&text));
}

#[test]
fn a_report_holds_tables_machine_and_numbers() {
    let folder = Folder::new("bench");
    let path = folder.join("report.md");
    let file = path.to_str().expect("a name");
    let (fine, text, error) = bench(&[
        "--scene",
        "prisms",
        "--n",
        "200",
        "--state",
        "loose",
        "--backend",
        "cpu",
        "--warm-up",
        "2",
        "--steps",
        "2",
        "--report",
        file,
    ]);
    assert!(fine && text.contains("particle-steps/s") && error.contains("1 of 1: 200 prisms, loose"), "{text}{error}");
    let report = fs::read_to_string(&path).expect("a report");
    assert!(report.lines().any(|line| line.starts_with("| prisms") && line.contains("loose")), "{report}");
    let json = report.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    let json: Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(json["rows"][0]["scene"], "prisms");
    assert!(json["machine"]["threads"].as_u64() >= Some(1));
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let (fine, _, error) = bench(&["--scene", "boxs"]);
    assert!(!fine && error.contains("no bed is called \"boxs\"") && error.contains("spheres, boxes"), "{error}");
    let (fine, _, error) = bench(&["--scene", "nowhere.toml"]);
    assert!(!fine && error.contains("nowhere.toml"), "{error}");
    assert!(!bench(&["--n", "0"]).0);
}

/// The model runs on whatever device there is, tells all that it has counted, and refuses what it cannot do.
#[test]
fn a_card_that_is_not_here_is_modelled() {
    let (fine, cards, _) = bench(&["--model", "list"]);
    assert!(fine && cards.contains("7900xtx") && cards.contains("RX 6800 XT"), "{cards}");
    let (fine, _, error) = bench(&["--model", "voodoo"]);
    assert!(!fine && error.contains("no card is called \"voodoo\"") && error.contains("7900xtx"), "{error}");
    assert!(!bench(&["--model", "7900xtx", "--backend", "cpu"]).0 && !bench(&["--registers", "x"]).0);
    let (fine, _, error) = bench(&["--model", "7900xtx", "--n", "1000000"]);
    assert!(!fine && error.contains("at most 200000"), "{error}");
    let folder = Folder::new("model");
    let path = folder.join("registers.md");
    fs::write(&path, "a compiler\n\n| kernel | VGPR |\n|---|---|\n| drift | 256 |\n").expect("a file");
    let registers = path.to_str().expect("a name");
    let args = ["--model", "6800xt", "--scene", "spheres", "--n", "60", "--warm-up", "5"];
    let (fine, text, error) = bench(&[&args[..], &["--json", "--registers", registers]].concat());
    assert!(fine, "{error}");
    let told: Value = serde_json::from_str(text.trim()).expect("one line of JSON");
    assert_eq!(
        (&told["scene"], &told["particles"], &told["model"]["key"]),
        (&"spheres".into(), &60.into(), &"6800xt".into())
    );
    let drift = &told["times"][0]["kernels"][0];
    assert_eq!((&drift["kernel"], &drift["waves_per_simd"]), (&"drift".into(), &2.into()));
    assert!(!told["times"][0]["unknown_registers"].as_array().expect("a list").is_empty());
    let sizes: Vec<_> =
        told["times"].as_array().expect("a list").iter().map(|time| time["particles"].as_u64()).collect();
    assert_eq!(sizes, [60, 10_000, 100_000, 1_000_000].map(Some));
    assert!(
        told["lanes_at_work"].as_f64() > Some(0.1) && told["bytes_read_per_grain"].as_f64() > Some(500.0),
        "{told}"
    );
    let (fine, text, _) = bench(&args);
    for part in
        ["not a measurement", "particle-steps/s", "B/grain", "at work %", "a factor of two", "words that differ"]
    {
        assert!(fine && text.contains(part), "{part}: {text}");
    }
}
