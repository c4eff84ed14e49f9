//! Our version of table 2 of Y. Descantes, F. Tricoire and P. Richard, "Classical contact detection algorithms for 3D
//! DEM simulations: drawbacks and solutions" (2019): the time of one call in nine contact situations.

use std::fs::File;
use std::io::BufReader;

use packstone::contact::{Body, Method, WarmStart, detector};
use packstone::pairs::Lines;

use crate::best_times;

/// Calls per situation and round.
const REPEATS: u32 = 500;
/// The published means, over all nine situations: Nezami and Cundall relative to GJK-TD.
const PUBLISHED: (f64, f64) = (5.7, 64.8);

/// Prints the table.
pub fn table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/descantes.jsonl");
    let reader = BufReader::new(File::open(path).expect("the nine situations"));
    println!(
        "Time of one call [us] in the nine situations of Descantes, Tricoire and Richard (2019), reconstructed.\n"
    );
    println!(
        "| situation | minkowski | gjk-td | nezami | cundall | nezami / gjk-td | cundall / gjk-td | gjk-td / minkowski |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut sums = [0.0; 3];
    let mut count = 0.0;
    for line in Lines::new(reader) {
        let pair = line.expect("a readable file").pair.expect("a good line");
        let [minkowski, gjk_td, nezami, cundall] = times(&pair.a.body(), &pair.b.body());
        let ratios = [nezami / gjk_td, cundall / gjk_td, gjk_td / minkowski];
        sums = std::array::from_fn(|k| sums[k] + ratios[k]);
        count += 1.0;
        let [n, c, m] = ratios;
        println!(
            "| {} | {minkowski:.2} | {gjk_td:.2} | {nezami:.2} | {cundall:.1} | {n:.1} | {c:.1} | {m:.1} |",
            pair.id
        );
    }
    let [n, c, m] = sums.map(|sum| sum / count);
    println!("| mean | | | | | {n:.1} | {c:.1} | {m:.1} |");
    println!("| published mean | | | | | {:.1} | {:.1} | |", PUBLISHED.0, PUBLISHED.1);
}

/// Time of one call of each detector [us].
fn times(a: &Body, b: &Body) -> [f64; 4] {
    let run = |method: Method| {
        let mut detector = detector(method);
        move || {
            for _ in 0..REPEATS {
                std::hint::black_box(detector.detect(a, b, &mut WarmStart::default()).is_ok());
            }
        }
    };
    let (mut minkowski, mut gjk_td) = (run(Method::Minkowski), run(Method::GjkTd));
    let (mut nezami, mut cundall) = (run(Method::Nezami), run(Method::Cundall));
    let times = best_times([&mut minkowski, &mut gjk_td, &mut nezami, &mut cundall]);
    times.map(|time| 1e6 * time / f64::from(REPEATS))
}
