//! The packings of the literature, small: every study runs, its runs are whole, and what it counts is right.

use std::fs;
use std::process::Command;

use glam::{DQuat, DVec3};
use packstone::geometry::{Polyhedron, Pose, Shape, Sphere};
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};
use packstone::studies::classical::textbook::count;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::Value;

use crate::common::folder::Folder;

/// A directory of its own for each test, gone at the end.
struct Place(Folder);

impl Place {
    fn new(test: &str) -> Self {
        Self(Folder::new(test))
    }

    /// Runs the quick version of a study; what it told, and its results.
    fn study(&self, name: &str) -> (String, Value) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        command.current_dir(&self.0).args(["reproduce", name, "--quick", "--backend", "cpu", "-o", "out"]);
        let output = command.output().expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}");
        let results = fs::read_to_string(self.0.join("out").join(name).join("results.json")).expect("results");
        (told, serde_json::from_str(&results).expect("JSON"))
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// All grains came in and none left, the energy of motion has begun to fall, overlaps are small.
fn assert_whole(packing: &Value, grains: u64) {
    assert_eq!((&packing["grains"], &packing["lost"]), (&grains.into(), &0.into()), "{packing:#}");
    assert!(number(&packing["end"]) < 0.9 * number(&packing["peak"]), "{packing:#}");
    assert!(number(&packing["largest_overlap"]) < 0.2, "{packing:#}");
}

#[test]
fn grains_fall_into_boxes() {
    for (study, grains) in [("superquadrics", 30), ("mixture", 40)] {
        let (_, results) = Place::new(study).study(study);
        assert_whole(&results["packings"][0], grains);
    }
}

#[test]
fn a_run_that_is_complete_is_taken_as_it_is() {
    let place = Place::new("again");
    let (_, first) = place.study("spheres");
    assert_whole(&first["packings"][0], 160);
    let run = place.0.join("out/spheres/spheres");
    let written = |name: &str| fs::metadata(run.join(name)).and_then(|data| data.modified()).expect("a file");
    let before = (written("summary.json"), written("series.csv"));
    let (_, second) = place.study("spheres");
    assert_eq!(before, (written("summary.json"), written("series.csv")), "nothing was run again");
    assert_eq!(first["iterations"], second["iterations"]);
    // A run that lost its end is completed.
    fs::remove_file(run.join("summary.json")).expect("a summary");
    let (_, third) = place.study("spheres");
    assert!(run.join("summary.json").exists());
    assert_eq!(first["packings"][0]["end"], third["packings"][0]["end"]);
}

#[test]
fn warm_starts_save_most_iterations_of_polyhedra() {
    let (_, results) = Place::new("polyhedra").study("polyhedra");
    assert_whole(&results["packings"][0], 160);
    let sum = |key: &str| -> f64 {
        results["warm_start"].as_array().expect("rows").iter().filter_map(|row| row[key].as_f64()).sum()
    };
    assert!(sum("warm") > 0.0 && sum("warm") < 0.5 * sum("cold"), "{} warm, {} cold", sum("warm"), sum("cold"));
}

#[test]
fn cylinders_are_poured_and_their_contacts_timed() {
    let (_, results) = Place::new("cylinders").study("cylinders");
    let packings = results["packings"].as_array().expect("six packings");
    assert_eq!(packings.len(), 6);
    packings.iter().for_each(|packing| assert_whole(packing, 30));
    assert_whole(&results["axisymmetric"], 30);
    let cost = results["cost"].as_array().expect("times");
    assert!(!cost.is_empty() && cost.iter().all(|row| number(&row["followed"]) > 0.0), "{cost:#?}");
}

/// Textbook GJK and EPA agree with the detector on who overlaps, and take at least what theory demands.
#[test]
fn textbook_searches_find_the_same_state() {
    let mut rng = Pcg64::seed_from_u64(5);
    let prism = Shape::Polyhedron(Polyhedron::octagonal_prism(0.5, 1.0).expect("a prism"));
    let ball = Shape::Sphere(Sphere::new(0.5).expect("a ball"));
    let mut detector = Minkowski::default();
    let mut met = 0;
    for k in 0..2000 {
        let mut unit = || rng.random::<f64>() * 2.0 - 1.0;
        let place = DVec3::new(unit(), unit(), unit()) * 1.2;
        let turn = DQuat::from_xyzw(unit(), unit(), unit(), unit()).normalize();
        let a = Body { shape: &prism, pose: Pose::new(DVec3::ZERO, DQuat::IDENTITY) };
        let b = Body { shape: if k % 2 == 0 { &prism } else { &ball }, pose: Pose::new(place, turn) };
        let truth = detector.detect(&a, &b, &mut WarmStart::default()).expect("finite bodies").overlap;
        if truth.abs() < 1e-9 {
            continue;
        }
        let work = count(&a, &b, DVec3::X, k % 2 == 0);
        assert_eq!(work.overlapping, truth > 0.0, "pose {k}: {truth}");
        // A tetrahedron has four corners; with a ball, the origin may lie on a triangle to rounding. EPA looks across one
        // face at least.
        assert!(!work.overlapping || work.updates >= if k % 2 == 0 { 4 } else { 2 }, "{work:?}");
        assert_eq!(work.expansions > 0, work.overlapping && k % 2 == 0, "{work:?}");
        met += u32::from(work.overlapping);
    }
    assert!((200..1800).contains(&met), "{met} overlap");
}
