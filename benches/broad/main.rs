//! The broad phase: time of a rebuild, and how many candidates come out for each true contact.
//!
//! `cargo bench --bench broad [-- NAME]`: kinds of bodies whose name contains NAME.

mod scenes;

use std::time::Instant;

use packstone::broad::{BroadPhase, BroadReport, WorldBox, bounds};
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};
use rayon::{ThreadPool, ThreadPoolBuilder};
use scenes::{KINDS, Scene};

/// Every time is the best of this many rebuilds.
const ROUNDS: usize = 9;
/// Pairs of a scene whose contact is computed.
const SAMPLE: usize = 20_000;

fn main() {
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    println!("Rebuild of the list of pairs; skin a tenth of the shortest length; bodies numbered at random.\n");
    println!(
        "| bodies | N | ms, 1 thread | ms, 2 threads | ns per body, 2 threads | levels | entries | visits | before filter \
         | after | true contacts | after / true | no skin | bytes |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for kind in KINDS.iter().filter(|kind| kind.name().contains(&only)) {
        for count in [10_000, 100_000] {
            row(&kind.scene(count));
        }
    }
}

/// Prints one row; entries to contacts are per body.
fn row(scene: &Scene) {
    let boxes = boxes(scene, scene.skin);
    let (one, _, _) = measure(&boxes, 1);
    let (two, report, broad) = measure(&boxes, 2);
    let n = scene.poses.len() as f64;
    let contacts = contacts(scene, &broad);
    let bare = measure_once(&self::boxes(scene, 0.0));
    println!(
        "| {} | {n} | {:.1} | {:.1} | {:.0} | {} | {:.1} | {:.1} | {:.1} | {:.2} | {:.2} | {:.2} | {:.2} | {:.0} |",
        scene.name,
        1e3 * one,
        1e3 * two,
        1e9 * two / n,
        report.levels,
        report.entries as f64 / n,
        report.visits as f64 / n,
        report.tested as f64 / n,
        report.pairs as f64 / n,
        contacts / n,
        report.pairs as f64 / contacts,
        bare as f64 / contacts,
        report.bytes as f64 / n,
    );
}

fn boxes(scene: &Scene, skin: f64) -> Vec<WorldBox> {
    let mut boxes = Vec::new();
    bounds(&scene.poses, |body| scene.locals[scene.shape_of[body] as usize], skin, &mut boxes);
    boxes
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// Least time of a warm rebuild [s].
fn measure(boxes: &[WorldBox], threads: usize) -> (f64, BroadReport, BroadPhase) {
    pool(threads).install(|| {
        let mut broad = BroadPhase::default();
        let mut best = f64::INFINITY;
        let mut report = BroadReport::default();
        for _ in 0..=ROUNDS {
            let start = Instant::now();
            report = broad.rebuild(boxes, |_, _| false).expect("good boxes");
            best = best.min(start.elapsed().as_secs_f64());
        }
        (best, report, broad)
    })
}

fn measure_once(boxes: &[WorldBox]) -> usize {
    BroadPhase::default().rebuild(boxes, |_, _| false).expect("good boxes").pairs
}

/// Number of pairs with a true overlap, from a sample.
fn contacts(scene: &Scene, broad: &BroadPhase) -> f64 {
    let mut detector = Minkowski::with_gap_limit(0.0);
    let body =
        |k: u32| Body { shape: &scene.shapes[scene.shape_of[k as usize] as usize], pose: scene.poses[k as usize] };
    let stride = broad.pairs().len().div_ceil(SAMPLE).max(1);
    let sample = broad.pairs().iter().step_by(stride);
    let count = sample.len() as f64;
    let touching = sample
        .filter(|[i, j]| {
            let contact = detector.detect(&body(*i), &body(*j), &mut WarmStart::default());
            contact.expect("finite shapes").overlap > 0.0
        })
        .count();
    broad.pairs().len() as f64 * touching as f64 / count
}
