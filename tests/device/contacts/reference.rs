//! The reference pairs, as they stand, swapped, and far away.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use glam::{DQuat, DVec3};
use packstone::device::Checks;
use packstone::narrow::{Contact, Status};
use packstone::studies::oracle::angle;
use packstone::studies::pairs::{ExpectedRecord, Lines, NumberedPair};

use super::{CHECKED, TRUSTED, answers, open};
use crate::common::{Failures, Scene};

/// A pair of the reference with its exact answer.
struct Case {
    id: String,
    scene: Scene,
    size: f64,
    expected: ExpectedRecord,
}

/// Worst errors over many pairs, in shares of what is allowed.
#[derive(Default, Debug)]
struct Worst {
    overlap: f64,
    normal: f64,
    unconverged: usize,
    count: usize,
}

fn read(file: &str) -> Vec<Case> {
    // The published situations are among the papers, where the command line has them too.
    let folder = if file == "descantes.jsonl" { "examples/papers" } else { "tests/reference" };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(file);
    let reader = BufReader::new(File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
    let case = |line: std::io::Result<NumberedPair>| {
        let pair = line.expect("readable").pair.expect("valid");
        let expected = pair.expected.expect("a reference pair has its answer");
        Case { id: pair.id, scene: Scene { a: pair.a, b: pair.b }, size: pair.size, expected }
    };
    Lines::new(reader).map(case).collect()
}

impl Case {
    /// Holds an answer against the exact one, with what issue 5 allows. `sign` is -1 for the pair swapped.
    fn check(&self, contact: &Contact, sign: f64, how: &str, worst: &mut Worst, failures: &mut Failures) {
        let (smaller, larger, truth) = (self.size, self.scene.larger(), self.expected.overlap);
        let id = format!("{} {how}", self.id);
        worst.count += 1;
        let finite = contact.normal.is_finite() && contact.point.is_finite() && contact.overlap.is_finite();
        failures.unless(finite, || format!("{id}: not finite: {contact:?}"));
        failures.unless(truth <= 5e-6 * smaller + 1e-6 * larger || contact.overlap > 0.0, || {
            format!("{id}: {truth:e} deep, called apart by {:e}", contact.overlap)
        });
        let allowed = 2e-6 * smaller + 5e-7 * larger + 1e-3 * truth.abs();
        let outside = (contact.lower - truth).max(truth - contact.upper);
        failures.above(outside, allowed, &id, "outside of its bounds");
        if contact.status != Status::Ok {
            worst.unconverged += 1;
            return;
        }
        let error = (contact.overlap - truth).abs();
        failures.above(error, allowed, &id, "overlap error");
        worst.overlap = worst.overlap.max(error / allowed);
        if self.expected.unique && truth > 1e-4 * (smaller + larger) {
            let off = angle(contact.normal, sign * DVec3::from(self.expected.normal));
            failures.above(off, 1e-3, &id, "normal error");
            worst.normal = worst.normal.max(off / 1e-3);
        }
    }
}

fn check(file: &str, count: usize) {
    let cases = read(file);
    assert_eq!(cases.len(), count, "{file}");
    let mut failures = Failures::default();
    let scenes: Vec<&Scene> = cases.iter().map(|case| &case.scene).collect();
    let swapped: Vec<Scene> = scenes.iter().map(|scene| scene.swapped()).collect();
    let far = DVec3::new(1e3, -2e3, 5e2).normalize() * 1e4;
    let far: Vec<Scene> = cases.iter().map(|case| case.scene.moved(DQuat::IDENTITY, far * case.size)).collect();
    let here = answers(&TRUSTED, &scenes);
    assert_eq!(here, answers(&CHECKED, &scenes), "checked and trusted kernels differ");
    let mut worst = Worst::default();
    for (how, sign, found) in [
        ("", 1.0, here),
        ("swapped", -1.0, answers(&TRUSTED, &swapped.iter().collect::<Vec<_>>())),
        ("far away", 1.0, answers(&TRUSTED, &far.iter().collect::<Vec<_>>())),
    ] {
        for (case, contact) in cases.iter().zip(&found) {
            case.check(contact, sign, how, &mut worst, &mut failures);
        }
    }
    println!(
        "{file}: worst overlap error {:.2}, normal error {:.2} of the allowed, {} of {} unconverged",
        worst.overlap, worst.normal, worst.unconverged, worst.count
    );
    failures.unless(worst.unconverged * 10_000 <= worst.count, || format!("{file}: {} unconverged", worst.unconverged));
}

macro_rules! files {
    ($($name:ident $count:literal),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                check(concat!(stringify!($name), ".jsonl"), $count);
            }
        )*
    };
}

files! {
    capsule_any 200,
    cylinder_cylinder 600,
    cylinder_halfspace 60,
    cylinder_sphere 100,
    descantes 9,
    ellipsoid_ellipsoid 200,
    halfspace_any 100,
    poly_deep 200,
    poly_edges 200,
    poly_face_face 200,
    poly_mixed 2000,
    poly_near_parallel 100,
    poly_size_ratio 200,
    poly_thin 200,
    poly_touch 100,
    poly_v400 100,
    sphere_polyhedron 200,
    sphere_sphere 60,
    superquadric_superquadric 200,
}

/// Without gaps, as the engine asks, pairs that overlap get the same answers, and no others are called overlapping.
#[test]
fn overlaps_do_not_depend_on_whether_gaps_are_asked_for() {
    let mut proven = open(Checks::Trusted);
    proven.gaps = false;
    let mut failures = Failures::default();
    for file in ["poly_mixed.jsonl", "capsule_any.jsonl", "cylinder_cylinder.jsonl", "superquadric_superquadric.jsonl"]
    {
        let cases = read(file);
        let scenes: Vec<&Scene> = cases.iter().map(|case| &case.scene).collect();
        for (case, contact) in cases.iter().zip(answers(&proven, &scenes)) {
            let (smaller, larger, truth) = (case.size, case.scene.larger(), case.expected.overlap);
            let band = 2e-6 * smaller + 5e-7 * larger;
            if truth > 0.0 {
                let error = (contact.overlap.max(0.0) - truth).abs();
                failures.above(error, band + 1e-3 * truth, &case.id, "overlap error");
            } else {
                failures.above(contact.overlap, band, &case.id, "overlap of a pair apart");
                failures.above(truth - contact.upper, band, &case.id, "gap below the proven one");
            }
        }
    }
}
