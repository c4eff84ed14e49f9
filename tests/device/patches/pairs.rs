//! The reference pairs and seeded random ones: contact point, patch and kind against the detector's.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use glam::{DQuat, DVec3};
use packstone::device::Checks;
use packstone::device::schema::control::Word;
use packstone::geometry::Shape;
use packstone::studies::pairs::Lines;

use super::gpu;
use super::run::{Case, DEPTHS, Found, run, run_both, walls_last};
use super::twin::{self, Prediction};
use crate::common::{FAMILIES, Scene, direction, log_uniform, placed, random_shape, seeded, sphere, turn, vector};

/// Corners of a body that the device lists.
const LISTED: usize = 32;

/// All pairs of all reference files.
fn reference() -> Vec<(String, Scene)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference");
    let mut files: Vec<_> =
        folder.read_dir().expect("the reference").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    let mut scenes = Vec::new();
    for file in files {
        for line in Lines::new(BufReader::new(File::open(&file).expect("readable"))) {
            let pair = line.expect("readable").pair.expect("valid");
            scenes.push((pair.id, walls_last(&Scene { a: pair.a, b: pair.b })));
        }
    }
    scenes
}

/// Random pairs of all families, overlapping by a thousandth to a tenth of the smaller one.
fn random() -> Vec<(String, Scene)> {
    let mut rng = seeded(41);
    let mut scenes = Vec::new();
    for a in FAMILIES {
        for b in FAMILIES.iter().chain(&["halfspace"]) {
            for k in 0..40 {
                let shapes = [random_shape(a, &mut rng), random_shape(b, &mut rng)];
                let on_a = placed(&shapes[0], vector(&mut rng) * 3.0, turn(&mut rng));
                let on_b = placed(&shapes[1], vector(&mut rng) * 3.0, turn(&mut rng));
                let scene = Scene { a: on_a, b: on_b };
                let width = scene.smaller() * log_uniform(&mut rng, 1e-3, 0.1);
                let dir = match &scene.b.shape {
                    Shape::HalfSpace(wall) => scene.b.pose.orientation * -wall.normal(),
                    _ => direction(&mut rng),
                };
                scenes.push((format!("{a}-{b}-{k}"), scene.with_width(dir, width)));
            }
        }
    }
    scenes
}

fn cases(scenes: &[(String, Scene)]) -> Vec<Case> {
    scenes.iter().flat_map(|(id, scene)| [0, 1].map(|depth| Case::new(id, scene, depth))).collect()
}

/// Worst figures seen.
#[derive(Clone, Copy, Debug, Default)]
struct Worst {
    /// Point against the same bands in f64, as a share of what rounding may do.
    twin: f64,
    /// Second moments against the same.
    twin_square: f64,
    /// Point along the normal, as a share of the larger body.
    height: f64,
    /// Point against the detector where it is well conditioned, as a share of the smaller body and a thirtieth of the
    /// larger.
    point: f64,
    /// The axes of the patch against the detector's, as a share of the smaller body.
    patch: f64,
    /// Cases that are well conditioned.
    well: usize,
    /// Cases with another kind, all of them with a feature within the band of the device.
    other_kind: usize,
    /// Cases with more corners near the plane than the device lists.
    crowded: usize,
    /// Their points against the same bands in f64, as a share of the smaller body.
    crowded_point: f64,
}

impl Worst {
    /// Holds a case against the same pass in f64.
    fn hold_to_twin(&mut self, case: &Case, found: &Found, expected: &Prediction) {
        let (small, large) = (case.scene.smaller(), case.scene.larger());
        let off = (found.point - expected.line).reject_from(case.answer.normal).length();
        self.twin = self.twin.max(off / (3e-6 * large + 1e-5 * small + 3.0 * expected.moved));
        let off = found.patch.moment_difference(&expected.patch);
        self.twin_square = self.twin_square.max(off / (1e-5 * small.powi(2) + 3.0 * expected.changed));
    }

    /// Holds a case that is well conditioned against the detector as it is.
    fn hold_to_detector(&mut self, case: &Case, found: &Found) {
        let (small, large) = (case.scene.smaller(), case.scene.larger());
        self.well += 1;
        self.point = self.point.max(found.point.distance(case.answer.point) / (small + large / 30.0));
        // Patches of overlaps within the band of the device are of that band instead.
        if case.answer.overlap > twin::band(case).low * 1e3 || DEPTHS[case.depth] == 0.0 {
            self.patch = self.patch.max(found.patch.difference(&case.answer.patch) / small);
        }
    }
}

fn check(scenes: &[(String, Scene)]) -> Worst {
    let cases = cases(scenes);
    let mut worst = Worst::default();
    for (case, found) in cases.iter().zip(&run_both(&cases)) {
        let expected = twin::expected(case);
        let along = (found.point - case.answer.point).dot(case.answer.normal).abs();
        worst.height = worst.height.max(along / case.scene.larger());
        let in_band = twin::within_band(case);
        if found.kind != case.answer.kind as u32 {
            assert!(in_band, "{}: kind {} instead of {}", case.id, found.kind, case.answer.kind.name());
            worst.other_kind += 1;
        }
        if expected.corners > LISTED {
            worst.crowded += 1;
            let off = (found.point - expected.line).reject_from(case.answer.normal).length();
            worst.crowded_point = worst.crowded_point.max(off / case.scene.smaller());
            continue;
        }
        worst.hold_to_twin(case, found, &expected);
        if !in_band && expected.moved < 1e-5 * case.scene.smaller() {
            worst.hold_to_detector(case, found);
        }
    }
    println!("{} cases: {worst:?}", cases.len());
    assert!(worst.twin < 1.0 && worst.twin_square < 1.0, "further from the same bands in f64 than rounding explains");
    assert!(worst.crowded_point < 0.1, "points of many corners off");
    assert!(worst.height < 2e-6, "points off the middle between the support planes");
    assert!(worst.point < 1e-4 && worst.patch < 1e-3, "points or patches off");
    assert!(worst.well > cases.len() * 3 / 4, "only {} of {} cases well conditioned", worst.well, cases.len());
    worst
}

#[test]
fn reference_pairs() {
    let worst = check(&reference());
    assert!(worst.crowded > 0, "no pair had more corners than the device lists");
}

#[test]
fn random_pairs() {
    let worst = check(&random());
    assert_eq!(worst.other_kind, 0);
}

#[test]
fn pairs_apart_wait_until_they_are_asked_for() {
    let balls = [sphere(1.0), sphere(0.5)];
    let scene = |distance: f64| Scene::of(&balls[0], &balls[1], DVec3::X * distance, DQuat::IDENTITY);
    let cases = [1.4, 1.6].map(|distance| Case::new("balls", &scene(distance), 0));
    let gpu = gpu(Checks::Checked);
    let places =
        |words: &[(Word, u32)]| run(&gpu, &cases, words, true).iter().map(|found| found.point.x).collect::<Vec<_>>();
    // A stands at the origin: that is where a point stays that is not found.
    let close = |found: Vec<f64>, expected: [f64; 2]| found.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-6);
    assert!(close(places(&[]), [0.95, 0.0]));
    assert!(close(places(&[(Word::GapWanted, 1)]), [0.95, 1.05]));
    assert!(close(places(&[(Word::GapWanted, 1), (Word::Status, 1)]), [0.0, 0.0]));
}
