//! The judge against the exact reference contacts: it must agree with them, and accept them as answers.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use glam::DVec3;
use packstone::geometry::planar::PatchAxes;
use packstone::narrow::{Contact, Kind, Status};
use packstone::studies::oracle::{Fault, Oracle};
use packstone::studies::pairs::{Lines, Pair};

fn pairs(name: &str) -> Vec<Pair> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/reference").join(name);
    let file = File::open(&path).expect("a reference file");
    Lines::new(BufReader::new(file)).map(|l| l.expect("readable").pair.expect("a valid pair")).collect()
}

/// The expected contact as a detector would answer it; the point only where the reference has one.
fn answer(pair: &Pair) -> Contact {
    let expected = pair.expected.as_ref().expect("reference pairs have an answer");
    let normal = DVec3::from(expected.normal);
    let point = expected.point.map_or(pair.a.pose.position, DVec3::from);
    let half = normal * (0.5 * expected.overlap);
    Contact {
        overlap: expected.overlap,
        lower: expected.overlap,
        upper: expected.overlap,
        normal,
        point,
        c1: point + half,
        c2: point - half,
        kind: Kind::Smooth,
        unique: expected.unique,
        status: Status::Ok,
        patch: PatchAxes::POINT,
        gjk_iterations: 0,
        epa_iterations: 0,
    }
}

#[track_caller]
fn agrees_with(name: &str) {
    let mut judge = Oracle::default();
    let pairs = pairs(name);
    assert!(!pairs.is_empty());
    for pair in &pairs {
        let judgement = judge.judge(&pair.a.body(), &pair.b.body(), &answer(pair));
        assert!(judgement.overlap_error.abs() <= judgement.scales.band(), "{}: {judgement:?}", pair.id);
        let has_point = pair.expected.as_ref().is_some_and(|expected| expected.point.is_some());
        let real = |fault: &&Fault| has_point || !matches!(fault, Fault::OffBody(_));
        let faults: Vec<&Fault> = judgement.faults.iter().filter(real).collect();
        assert!(faults.is_empty(), "{}: {faults:?}", pair.id);
    }
}

#[test]
fn polyhedra_agree_with_the_reference() {
    let files = ["mixed", "face_face", "near_parallel", "edges", "size_ratio", "thin", "deep", "v400", "touch"];
    files.iter().for_each(|name| agrees_with(&format!("poly_{name}.jsonl")));
    agrees_with("../../examples/papers/descantes.jsonl");
}

#[test]
fn closed_forms_agree_with_the_reference() {
    ["sphere_sphere", "halfspace_any", "cylinder_halfspace"]
        .iter()
        .for_each(|name| agrees_with(&format!("{name}.jsonl")));
}

#[test]
fn curved_pairs_agree_with_the_reference() {
    let files = [
        "sphere_polyhedron",
        "ellipsoid_ellipsoid",
        "capsule_any",
        "cylinder_cylinder",
        "cylinder_sphere",
        "superquadric_superquadric",
    ];
    files.iter().for_each(|name| agrees_with(&format!("{name}.jsonl")));
}

#[test]
fn a_spoilt_reference_answer_is_found() {
    let mut judge = Oracle::default();
    for name in ["poly_mixed.jsonl", "cylinder_cylinder.jsonl", "superquadric_superquadric.jsonl"] {
        for pair in pairs(name).iter().take(200) {
            let right = answer(pair);
            let wrong = Contact { overlap: right.overlap + 1e-7 * pair.size, ..right };
            let judgement = judge.judge(&pair.a.body(), &pair.b.body(), &wrong);
            assert!(judgement.faults.iter().any(|f| matches!(f, Fault::Overlap(_))), "{}", pair.id);
        }
    }
}
