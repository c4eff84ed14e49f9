//! The reference pairs: exact answers, for the pairs as they stand and after motions that must not matter.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::common::{Failures, Scene, seeded, turn};
use glam::{DQuat, DVec3};
use packstone::geometry::Shape;
use packstone::narrow::{Contact, Status, WarmStart};
use packstone::studies::classical::{Method, detector};
use packstone::studies::oracle::angle;
use packstone::studies::pairs::{Lines, Pair};

/// A pair of the reference with its exact answer.
struct Case {
    id: String,
    scene: Scene,
    size: f64,
    overlap: f64,
    normal: DVec3,
    point: Option<DVec3>,
    unique: bool,
    kind: String,
}

/// Rounding that a motion adds to the input of a pair.
#[derive(Clone, Copy, Default)]
struct Rounding {
    /// Change of the place of the two bodies to each other [m].
    apart: f64,
    /// Change of a place in the world [m].
    place: f64,
}

/// All pairs of a file.
fn read(file: &str) -> Vec<Case> {
    // The published situations are among the papers, where the command line has them too.
    let folder = if file == "descantes.jsonl" { "examples/papers" } else { "tests/reference" };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(file);
    let reader = BufReader::new(File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
    let pair =
        |line: std::io::Result<packstone::studies::pairs::NumberedPair>| line.expect("readable").pair.expect("valid");
    Lines::new(reader).map(pair).map(Case::new).collect()
}

impl Case {
    /// The case that a line of a file holds.
    fn new(pair: Pair) -> Self {
        let expected = pair.expected.expect("a reference pair has its answer");
        Self {
            id: pair.id,
            scene: Scene { a: pair.a, b: pair.b },
            size: pair.size,
            overlap: expected.overlap,
            normal: expected.normal.into(),
            point: expected.point.map(DVec3::from),
            unique: expected.unique,
            kind: expected.kind,
        }
    }

    /// The case after a motion of both bodies, which `how` names.
    fn moved(&self, how: &str, turn: DQuat, shift: DVec3) -> Self {
        let place = |p: DVec3| turn * p + shift;
        Self {
            id: format!("{} {how}", self.id),
            scene: self.scene.moved(turn, shift),
            normal: turn * self.normal,
            point: self.point.map(place),
            kind: self.kind.clone(),
            ..*self
        }
    }

    /// The case with A and B exchanged.
    fn swapped(&self) -> Self {
        Self {
            id: format!("{} swapped", self.id),
            scene: self.scene.swapped(),
            normal: -self.normal,
            kind: self.kind.clone(),
            ..*self
        }
    }

    /// The overlap error that is allowed [m].
    fn allowed(&self) -> f64 {
        let polyhedra = |shape: &Shape| matches!(shape, Shape::Polyhedron(_));
        if polyhedra(&self.scene.a.shape) && polyhedra(&self.scene.b.shape) {
            1e-13 * self.scene.larger()
        } else {
            1e-9 * self.size
        }
    }

    /// Holds the detector's answer against the exact one.
    fn check(&self, rounding: Rounding, failures: &mut Failures) {
        let contact = self.scene.detect();
        let band = self.allowed() + rounding.apart;
        failures.above((contact.overlap - self.overlap).abs(), band, &self.id, "overlap error");
        let wrong_state = self.overlap.abs() > band && (contact.overlap > 0.0) != (self.overlap > 0.0);
        failures.unless(!wrong_state, || format!("{}: {} is the wrong state", self.id, contact.overlap));
        failures.unless(contact.status == Status::Ok, || format!("{}: {}", self.id, contact.status.name()));
        failures.unless(contact.unique == self.unique, || format!("{}: unique {}", self.id, contact.unique));
        if self.unique {
            self.check_place(&contact, rounding, failures);
        }
    }

    /// Kind, normal and point of an answer with one normal only.
    fn check_place(&self, contact: &Contact, rounding: Rounding, failures: &mut Failures) {
        let name = contact.kind.name();
        failures.unless(name == self.kind, || format!("{}: {name} instead of {}", self.id, self.kind));
        // The normal of a gap turns by the gap's share of a shift.
        let play = rounding.apart / self.overlap.min(0.0).abs().max(1e-9 * self.size);
        failures.above(angle(contact.normal, self.normal), 1e-6 + play, &self.id, "normal error");
        if let Some(point) = self.point {
            let allowed = 1e-8 * self.size + rounding.place + play * self.size;
            failures.above(contact.point.distance(point), allowed, &self.id, "point error");
        }
    }
}

/// One file: as it stands, swapped, turned, and far away.
fn check(file: &str, count: usize) {
    let cases = read(file);
    assert_eq!(cases.len(), count, "{file}");
    let mut failures = Failures::default();
    let mut rng = seeded(7);
    for case in cases {
        case.check(Rounding::default(), &mut failures);
        check_swapped(&case, &mut failures);
        let turned = case.moved("turned", turn(&mut rng), DVec3::ZERO);
        let rounding = 4.0 * f64::EPSILON * (turned.scene.reach() + turned.scene.larger());
        turned.check(Rounding { apart: rounding, place: rounding }, &mut failures);
        let far = DVec3::new(1e3, -2e3, 5e2).normalize() * (1e4 * case.size);
        let far = case.moved("far away", DQuat::IDENTITY, far);
        let rounding = 2.0 * f64::EPSILON * far.scene.reach();
        far.check(Rounding { apart: rounding, place: rounding }, &mut failures);
    }
}

/// The swapped case, and its two points exchanged with those of the case itself.
fn check_swapped(case: &Case, failures: &mut Failures) {
    let swapped = case.swapped();
    swapped.check(Rounding::default(), failures);
    if case.unique && case.point.is_some() {
        let (one, other) = (case.scene.detect(), swapped.scene.detect());
        let apart = one.c1.distance(other.c2).max(one.c2.distance(other.c1));
        failures.above(apart, 2e-8 * case.size, &case.id, "points of the swapped pair");
    }
}

macro_rules! files {
    ($($name:ident $count:literal),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                check(concat!(stringify!($name), ".jsonl"), $count);
            }
        )*

        #[test]
        fn every_file_is_tested() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference");
            let names = std::fs::read_dir(folder).expect("the folder of this test").map(|entry| entry.expect("readable"));
            let mut names: Vec<String> = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            names.retain(|name| name.ends_with(".jsonl"));
            names.push("descantes.jsonl".to_owned());
            names.sort();
            assert_eq!(names, [$(concat!(stringify!($name), ".jsonl")),*]);
        }
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

/// The nine published situations: four ways to the same contact. (Each against the published answer:
/// `classic_detectors.rs`.)
#[test]
fn four_detectors_agree_on_the_published_situations() {
    let mut failures = Failures::default();
    for case in read("descantes.jsonl") {
        let answer = |method| case.scene.detect_with(&mut *detector(method), &mut WarmStart::default());
        let ours = answer(Method::Minkowski);
        let size = case.scene.larger().max(1.0);
        for (method, tolerance) in [(Method::GjkTd, 1e-14), (Method::Nezami, 1e-14), (Method::Cundall, 1e-9)] {
            let theirs = answer(method);
            let name = format!("{} {method:?}", case.id);
            failures.above((ours.overlap - theirs.overlap).abs(), tolerance * size, &name, "overlap differs");
            failures.above((ours.normal - theirs.normal).abs().max_element(), tolerance, &name, "normal differs");
        }
        failures.above((ours.overlap - case.overlap).abs(), 1e-14 * size, &case.id, "overlap error");
        failures.above((ours.normal - case.normal).abs().max_element(), 1e-14, &case.id, "normal error");
    }
}

/// The comparison itself: each expectation, made wrong by a little, is noticed.
#[test]
fn a_wrong_expectation_is_reported() {
    let spoils: [fn(&mut Case); 5] = [
        |case| case.overlap += 2e-13 * case.scene.larger(),
        |case| case.normal = DQuat::from_scaled_axis(case.normal.any_orthogonal_vector() * 2e-6) * case.normal,
        |case| case.point = case.point.map(|point| point + DVec3::X * (2e-8 * case.size)),
        |case| case.unique = !case.unique,
        |case| case.kind = "smooth".to_owned(),
    ];
    for (k, spoil) in spoils.into_iter().enumerate() {
        for mut case in read("descantes.jsonl") {
            spoil(&mut case);
            let mut failures = Failures::default();
            case.check(Rounding::default(), &mut failures);
            assert_eq!(failures.into_count(), 1, "{} spoil {k}", case.id);
        }
    }
}
