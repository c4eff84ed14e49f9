//! Poses that a hunt once found wrong: the answers must stay right.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use packstone::narrow::{Detector, Minkowski, WarmStart};
use packstone::studies::oracle::Oracle;
use packstone::studies::pairs::Lines;

fn judged(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hunted").join(file);
    let reader = BufReader::new(File::open(path).expect("the poses"));
    let (mut detector, mut judge, mut count) = (Minkowski::default(), Oracle::default(), 0);
    for line in Lines::new(reader) {
        let pair = line.expect("a readable file").pair.expect("a good line");
        let (a, b) = (pair.a.body(), pair.b.body());
        let contact = detector.detect(&a, &b, &mut WarmStart::default()).expect("a pair that can be treated");
        let faults = judge.judge(&a, &b, &contact).faults;
        assert!(faults.is_empty(), "{}: {faults:?} for {contact:?}", pair.id);
        count += 1;
    }
    assert!(count > 0, "{file} is empty");
}

/// GJK stepped exactly on the origin, and a direction of no length was asked for its support.
#[test]
fn touching_polyhedra() {
    judged("touching_polyhedra.jsonl");
}

/// The difference of axes that meet is rounding, and so was the normal taken from it.
#[test]
fn crossing_capsules() {
    judged("crossing_capsules.jsonl");
}
