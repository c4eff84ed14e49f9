//! Whether a packing has come to rest, and how it lies then.

use std::path::Path;

use serde::Serialize;

use super::read_json;
use crate::cli::reproduce::ReproduceError;
use crate::common::table::Table;
use crate::output::analysis::{Analysis, grains_outside};
use crate::output::frames::Frame;
use crate::output::plots::{Chart, Curve, Style, TimeSeries};
use crate::scene::Scene;

/// Share of its peak that the kinetic energy of a packing at rest is below.
pub(super) const AT_REST: f64 = 1e-6;

/// The end of a packing. Energies are in J, lengths in m, times in s.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Rest {
    pub grains: usize,
    /// Grains that should be there and are not, or are outside of the walls.
    pub lost: usize,
    pub steps: u64,
    pub simulated_time: f64,
    pub wall_time: f64,
    pub particle_steps_per_second: f64,
    /// Kinetic energy: its largest value, and that at the end.
    pub peak: f64,
    pub end: f64,
    /// When it fell below a millionth of the peak for good; none if it has not.
    pub at_rest_after: Option<f64>,
    /// Largest overlap of the run and at the end, as shares of `size`.
    pub largest_overlap: f64,
    pub overlap_at_end: f64,
    /// Diameter of a sphere of the mean volume of the grains.
    pub size: f64,
    /// In the middle half of the bed: all of it, and away from walls.
    pub fraction: Option<f64>,
    pub fraction_away_from_walls: Option<f64>,
    pub coordination: Option<f64>,
}

impl Rest {
    pub fn of(
        (root, scene): (&Path, &Scene),
        series: &TimeSeries,
        last: &Frame,
        analysis: &Analysis,
        planned: u64,
    ) -> Result<Self, ReproduceError> {
        let summary = read_json(&root.join("summary.json"))?;
        let number = |key: &str| summary[key].as_f64().unwrap_or(f64::NAN);
        let kinetic = kinetic(series);
        let peak = kinetic.iter().map(|(_, energy)| *energy).fold(0.0, f64::max);
        let restless = kinetic.iter().rposition(|(_, energy)| *energy > AT_REST * peak);
        let at_rest_after = restless.and_then(|row| kinetic.get(row + 1)).map(|(time, _)| *time);
        let packing = analysis.packing.as_ref();
        let middle = packing.and_then(|packing| packing.middle);
        let grains = analysis.grains[0];
        let volume = packing.map_or(f64::NAN, |packing| packing.grain_volume) / grains.max(1) as f64;
        let size = (6.0 * volume / std::f64::consts::PI).cbrt();
        let deepest = last.contacts.iter().map(|contact| contact.overlap).fold(0.0, f64::max);
        let missing = (planned as usize).saturating_sub(grains);
        Ok(Self {
            grains,
            lost: missing + grains_outside(last, scene),
            steps: last.step,
            simulated_time: last.time,
            wall_time: number("wall_time"),
            particle_steps_per_second: number("particle_steps_per_second"),
            peak,
            end: kinetic.last().map_or(f64::NAN, |(_, energy)| *energy),
            at_rest_after,
            largest_overlap: number("largest_overlap") / size,
            overlap_at_end: deepest / size,
            size,
            fraction: middle.map(|middle| middle.fraction),
            fraction_away_from_walls: middle.and_then(|middle| middle.away_from_walls),
            coordination: middle.map(|middle| middle.coordination),
        })
    }

    /// By how much the kinetic energy has fallen from its peak.
    pub fn fall(&self) -> f64 {
        self.peak / self.end
    }
}

/// Kinetic energy over time.
pub(super) fn kinetic(series: &TimeSeries) -> Vec<(f64, f64)> {
    let both = series.over_time("translation").into_iter().zip(series.column("rotation"));
    both.map(|((time, translation), rotation)| (time, translation + rotation)).collect()
}

/// Kinetic and potential energy over time.
fn total(series: &TimeSeries) -> Vec<(f64, f64)> {
    let stored =
        |row: usize| ["gravity", "elastic", "tangential"].iter().map(|name| series.column(name)[row]).sum::<f64>();
    (0..).zip(kinetic(series)).map(|(row, (time, energy))| (time, energy + stored(row))).collect()
}

/// One row a packing: how it came to rest.
pub(super) fn table(rows: &[(String, &Rest)]) -> Table {
    let mut table = Table::new(&[
        "packing",
        "grains",
        "lost",
        "steps",
        "simulated [s]",
        "wall time [s]",
        "largest kinetic energy [J]",
        "at the end [J]",
        "fell by",
        "below a millionth after [s]",
        "largest overlap [size]",
        "at the end [size]",
    ]);
    for (name, rest) in rows {
        table.push(vec![
            name.clone(),
            rest.grains.to_string(),
            rest.lost.to_string(),
            rest.steps.to_string(),
            format!("{:.2}", rest.simulated_time),
            format!("{:.0}", rest.wall_time),
            format!("{:.3e}", rest.peak),
            format!("{:.1e}", rest.end),
            format!("{:.1e}", rest.fall()),
            rest.at_rest_after.map_or("-".into(), |time| format!("{time:.2}")),
            format!("{:.4}", rest.largest_overlap),
            format!("{:.4}", rest.overlap_at_end),
        ]);
    }
    table
}

/// Curves of some packings in one chart.
fn chart(title: &str, log_y: bool, curves: Vec<(String, Vec<(f64, f64)>)>) -> Chart {
    Chart {
        title: title.into(),
        x: "time [s]".into(),
        y: "energy [J]".into(),
        log_y,
        curves: curves.into_iter().map(|(name, points)| Curve { name, points, style: Style::Line }).collect(),
        ..Chart::default()
    }
}

/// The kinetic energies of packings, by powers of ten.
pub(super) fn kinetic_chart(title: &str, packings: &[(String, &TimeSeries)]) -> Chart {
    chart(title, true, packings.iter().map(|(name, series)| (name.clone(), kinetic(series))).collect())
}

/// The total energies of packings: of motion, of height and in contacts.
pub(super) fn total_chart(title: &str, packings: &[(String, &TimeSeries)]) -> Chart {
    chart(title, false, packings.iter().map(|(name, series)| (name.clone(), total(series))).collect())
}
