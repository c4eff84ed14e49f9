//! Table 2: times.

use std::hint::black_box;
use std::time::Instant;

use serde_json::json;

use super::situations::{Situation, detectors};
use crate::cli::reproduce::{Report, ReproduceError, Study};
use crate::common::table::Table;
use crate::narrow::WarmStart;

/// Calls of each detector in each situation: quick, in full. The paper made a million.
const CALLS: (u32, u32) = (200, 20_000);
/// Calls at a stretch. Detectors take turns, so that a busy moment of the machine does not fall on one of them alone.
const STRETCH: u32 = 100;

/// Measures and tabulates.
pub(super) fn write(situations: &[Situation], study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    let calls = study.either(CALLS.0, CALLS.1);
    let progress = study.progress("timed calls", u64::from(calls) * situations.len() as u64);
    let mut table = Table::new(&[
        "situation",
        "gjk-td [us]",
        "nezami",
        "published",
        "cundall",
        "cundall 1e-7°",
        "published",
        "minkowski",
    ]);
    let (mut sums, mut results) = ([0.0; 6], Vec::new());
    for situation in situations {
        let times = times(situation, calls, |more| {
            progress.advance(u64::from(more));
            study.go_on()
        })?;
        let published = situation.published;
        let [nezami, cundall, as_published, minkowski] = [1, 2, 3, 4].map(|k| times[k] / times[0]);
        let [n, c] = [1, 2].map(|k| published.times[k] / published.times[0]);
        let ratios = [nezami, n, cundall, as_published, c, minkowski];
        sums = std::array::from_fn(|k| sums[k] + ratios[k]);
        let cells = ratios.map(|ratio| format!("{ratio:.1}"));
        table.push([vec![published.figure.to_owned(), format!("{:.2}", times[0])], cells.to_vec()].concat());
        results.push(json!({ "situation": published.figure, "microseconds": times }));
    }
    progress.finish();
    let means = sums.map(|sum| format!("{:.1}", sum / situations.len() as f64));
    table.push([vec!["mean".to_owned(), String::new()], means.to_vec()].concat());
    report.heading("Speed (table 2)");
    report.table(
        &format!(
            "Time of one call of our gjk-td, mean over {calls} calls from a cold start, then those of the others as ratios \
             to it; beside them the published ratios."
        ),
        &table,
    );
    report.paragraph(
        "The bodies are reconstructions, and the programs and machines are others, so single ratios differ. All detectors \
         here also give the contact point, its kind and proven bounds by the same code: that part brings ratios closer to \
         1. Why the published Nezami takes so much longer than GJK-TD, and ours does not, the paper does not tell.",
    );
    report.result("times", results)
}

/// Time of one call of each detector [us].
fn times(
    situation: &Situation,
    calls: u32,
    mut look: impl FnMut(u32) -> Result<(), ReproduceError>,
) -> Result<[f64; 5], ReproduceError> {
    let (a, b) = (situation.pair.a.body(), situation.pair.b.body());
    let mut detectors = detectors().map(|(_, detector)| detector);
    let mut sums = [0.0; 5];
    for _ in 0..calls / STRETCH {
        for (detector, sum) in detectors.iter_mut().zip(&mut sums) {
            let begin = Instant::now();
            for _ in 0..STRETCH {
                let _ = black_box(detector.detect(black_box(&a), black_box(&b), &mut WarmStart::default()));
            }
            *sum += begin.elapsed().as_secs_f64();
        }
        look(STRETCH)?;
    }
    Ok(sums.map(|sum| 1e6 * sum / f64::from(calls)))
}
