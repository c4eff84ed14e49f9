//! The reference pairs and seeded random ones: contact point, patch and kind against the detector's.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use packstone::bodies::Shape;
use packstone::pairs::Lines;
use rand::RngExt;

use crate::common::{FAMILIES, Scene, direction, log_uniform, placed, random_shape, seeded, turn, vector};
use crate::run::{Case, run_both, walls_last};
use crate::twin;
use glam::DVec3;

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
#[derive(Debug, Default)]
struct Worst {
    /// Point against the same bands in f64, as a share of what is allowed.
    twin: f64,
    /// Patch against the same.
    twin_patch: f64,
    /// Point against the detector as a share of the smaller body, where that is well conditioned.
    point: f64,
    patch: f64,
    well: usize,
    other_kind: usize,
}

fn check(scenes: &[(String, Scene)]) -> Worst {
    let cases = cases(scenes);
    let found = run_both(&cases);
    let mut worst = Worst::default();
    for (case, found) in cases.iter().zip(&found) {
        let (small, large) = (case.scene.smaller(), case.scene.larger());
        let (expected, moved, changed) = twin::expected(case);
        let n = case.answer.normal;
        // Heights: on the support planes, whatever the point between them.
        let height = (found.point - case.answer.point).dot(n).abs();
        let off = (found.point - expected.line).reject_from(n).length();
        let allowed = 3e-6 * large + 1e-5 * small + 3.0 * moved;
        let spread = expected.corners > 32;
        if !spread {
            if off > allowed || height > 2e-6 * large {
                println!(
                    "TWIN {}: off {:e} allowed {:e} height {height:e} small {small} large {large} kind {} {}",
                    case.id,
                    off,
                    allowed,
                    found.kind,
                    case.answer.kind.name()
                );
            }
            worst.twin = worst.twin.max(off / allowed);
            let off_square = (found.patch.powi(2) - expected.mean_square).abs() / small.powi(2);
            let allowed = 1e-5 + 3.0 * changed / small.powi(2);
            if off_square > allowed {
                println!(
                    "SQUARE {}: off {:e} allowed {:e} {} {}",
                    case.id,
                    off_square,
                    allowed,
                    expected.mean_square,
                    found.patch.powi(2)
                );
            }
            worst.twin_patch = worst.twin_patch.max(off_square / allowed);
        }
        let in_band = twin::within_band(case);
        if found.kind != case.answer.kind as u32 {
            if !in_band {
                println!("KIND {}: {} not {}", case.id, found.kind, case.answer.kind.name());
            }
            worst.other_kind += 1;
        }
        if !in_band && moved < 1e-5 * small && !spread {
            worst.well += 1;
            let off = found.point.distance(case.answer.point) / small;
            if off > 1e-4 + 3e-6 * large / small {
                println!("POINT {}: off {off:e} large {:e}", case.id, large / small);
            }
            worst.point = worst.point.max(off);
            let off_patch = (found.patch - case.answer.patch).abs() / small;
            if off_patch > 1e-3 {
                println!("PATCH {}: off {off_patch:e}: {} {}", case.id, found.patch, case.answer.patch);
            }
            worst.patch = worst.patch.max(off_patch);
        }
    }
    println!("{} cases: {worst:?}", cases.len());
    worst
}

#[test]
fn reference_pairs() {
    let worst = check(&reference());
    let _ = DVec3::ZERO;
    assert!(worst.well > 0);
}

#[test]
fn random_pairs() {
    let mut rng = seeded(1);
    let _: f64 = rng.random_range(0.0..1.0);
    let worst = check(&random());
    assert!(worst.well > 0);
}
