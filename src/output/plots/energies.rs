//! Energies over time.

use super::chart::{Chart, Curve, Style};
use super::series::TimeSeries;

/// What is stored in motion, height and contacts, and what was lost.
pub fn energies(series: &TimeSeries) -> Chart {
    let stored = ["gravity", "elastic", "tangential"].map(|name| (name, series.over_time(name)));
    let lost = [("damping", "dissipated_damping"), ("friction", "dissipated_friction")]
        .map(|(name, column)| (name, series.over_time(column)));
    // Most scenes have none of these.
    let rare = [("rolling springs", "rolling"), ("rolling", "dissipated_rolling"), ("drag", "dissipated_drag")]
        .map(|(name, column)| (name, series.over_time(column)));
    let rare = rare.into_iter().filter(|(_, points)| points.iter().any(|(_, energy)| *energy != 0.0));
    let motion = ("kinetic", kinetic(series));
    let curves = std::iter::once(motion).chain(stored).chain(lost).chain(rare);
    Chart {
        title: "Energies".into(),
        x: "time [s]".into(),
        y: "energy [J]".into(),
        curves: curves.map(|(name, points)| Curve { name: name.into(), points, style: Style::Line }).collect(),
        ..Chart::default()
    }
}

/// The energy of motion, by powers of ten: how far a packing has come to rest.
pub fn kinetic_energy(series: &TimeSeries) -> Chart {
    let parts = [("kinetic", kinetic(series))]
        .into_iter()
        .chain(["translation", "rotation"].map(|name| (name, series.over_time(name))));
    Chart {
        title: "Kinetic energy".into(),
        x: "time [s]".into(),
        y: "energy [J]".into(),
        log_y: true,
        curves: parts.map(|(name, points)| Curve { name: name.into(), points, style: Style::Line }).collect(),
        ..Chart::default()
    }
}

fn kinetic(series: &TimeSeries) -> Vec<(f64, f64)> {
    let both = series.over_time("translation").into_iter().zip(series.column("rotation"));
    both.map(|((time, translation), rotation)| (time, translation + rotation)).collect()
}
