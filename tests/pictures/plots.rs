//! Plots show what is so.

use std::fs;
use std::process::Command;

use packstone::output::plots::{
    Chart, Format, TimeSeries, coordination, energies, force_distribution, histogram, kinetic_energy, overlaps,
    packing_by_height,
};

use crate::common::folder::Folder;

const RAIN: &str = include_str!("../scenes/rain.toml");

/// A directory of its own for each test, gone at the end.
struct Place(Folder);

impl Place {
    fn new(test: &str) -> Self {
        Self(Folder::new(test))
    }

    /// The series with these lines.
    fn series(&self, text: &str) -> TimeSeries {
        let path = self.0.join("series.csv");
        fs::write(&path, text).expect("the directory can be written");
        TimeSeries::read(&path).expect("a table")
    }
}

fn points<'a>(chart: &'a Chart, name: &str) -> &'a [(f64, f64)] {
    &chart.curves.iter().find(|curve| curve.name == name).expect("the curve is there").points
}

#[test]
fn a_histogram_counts_every_value_once() {
    // 0 to 9.9 in steps of 0.1: ten in each of ten classes but for the ends.
    let values: Vec<f64> = (0..=100).map(|k| f64::from(k) * 0.1).collect();
    let classes = histogram(&values, 10);
    assert_eq!(classes.len(), 10);
    let total: f64 = classes.iter().map(|(_, density)| density).sum();
    assert!((total - 1.0).abs() < 1e-12, "classes 1 wide have all of it: {total}");
    assert!(classes.iter().zip(0..).all(|((middle, _), k)| (middle - f64::from(k) - 0.5).abs() < 1e-12));
    assert_eq!(histogram(&[], 10), []);
    assert_eq!(histogram(&[0.0, -1.0, f64::NAN], 10), []);
}

#[test]
fn exponential_forces_are_a_straight_line() {
    // Quantiles of the exponential distribution with mean 2 N: the density of the share s is exp(-s).
    let count = 100_000;
    let forces: Vec<f64> = (0..count).map(|k| -2.0 * (1.0 - (f64::from(k) + 0.5) / f64::from(count)).ln()).collect();
    let chart = force_distribution(&forces, "now");
    assert!(chart.log_y);
    for (share, density) in points(&chart, "").iter().filter(|point| point.0 < 5.0) {
        assert!((density.ln() + share).abs() < 0.1, "{share} {density}");
    }
}

#[test]
fn coordination_and_overlaps_are_shares() {
    let contacts = coordination(&[1, 0, 2, 5], "now");
    assert_eq!(points(&contacts, ""), [(0.0, 0.125), (1.0, 0.0), (2.0, 0.25), (3.0, 0.625)]);
    let depths = overlaps(&[1e-6, 2e-6, 2e-6, 3e-6], "now");
    let total: f64 = points(&depths, "").iter().map(|(_, share)| share).sum();
    assert!((total - 1.0).abs() < 1e-12);
    assert_eq!(depths.ranges()[0].1, 3.0, "the last bar ends at the deepest overlap [um]");
}

#[test]
fn the_packing_is_drawn_upright() {
    let chart = packing_by_height(&[([0.0, 0.1], 0.5), ([0.1, 0.2], 0.6)], "now");
    assert_eq!(points(&chart, ""), [(0.5, 0.0), (0.5, 0.1), (0.6, 0.1), (0.6, 0.2)]);
}

#[test]
fn kinetic_energy_is_the_sum_of_both_motions_by_powers_of_ten() {
    let place = Place::new("kinetic");
    let series =
        place.series("step,time [s],translation [J],rotation [J]\n0,0.0,0.0,0.0\n1,0.5,3e-3,1e-3\n2,1.0,1e-9,1e-9\n");
    let chart = kinetic_energy(&series);
    assert_eq!(points(&chart, "kinetic"), [(0.0, 0.0), (0.5, 4e-3), (1.0, 2e-9)]);
    // What is 0 has no place there; the axis goes from power to power.
    let [time, energy] = chart.ranges();
    assert_eq!(time, (0.5, 1.0));
    assert!((energy.0 / 1e-9 - 1.0).abs() < 1e-9 && (energy.1 / 1e-2 - 1.0).abs() < 1e-9, "{energy:?}");
    assert_eq!(points(&energies(&series), "kinetic"), points(&chart, "kinetic"));
}

#[test]
fn charts_without_points_are_drawn_too() {
    let place = Place::new("empty");
    for (format, name) in [(Format::Png, "empty.png"), (Format::Svg, "empty.svg")] {
        for chart in [force_distribution(&[], "now"), overlaps(&[], "now"), coordination(&[], "now")] {
            let path = place.0.join(name);
            chart.write(&path, format).expect("a file");
            assert!(fs::metadata(&path).expect("the file is there").len() > 500);
        }
    }
}

#[test]
fn a_run_gives_six_plots() {
    let place = Place::new("run");
    fs::write(place.0.join("rain.toml"), RAIN).expect("the directory can be written");
    let call = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        command.current_dir(&place.0).args(args).output().expect("the command starts")
    };
    assert!(call(&["run", "rain.toml", "--backend", "cpu", "--steps", "4000"]).status.success());
    let output = call(&["plot", "rain", "--svg", "-o", "figures"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (name, label) in [
        ("energies", "energy [J]"),
        ("kinetic-energy", "time [s]"),
        ("packing-by-height", "height [m]"),
        ("coordination", "share of the grains"),
        ("force-distribution", "probability density"),
        ("overlaps", "share of the contacts"),
    ] {
        let text = fs::read_to_string(place.0.join(format!("figures/{name}.svg"))).expect("the plot is there");
        assert!(text.contains("<svg") && text.contains(label), "{name}");
    }
    assert!(call(&["plot", "rain"]).status.success());
    let png = fs::read(place.0.join("rain/plots/overlaps.png")).expect("the plot is there");
    assert!(png.starts_with(b"\x89PNG"));
    fs::remove_file(place.0.join("rain/series.csv")).expect("the file was there");
    let error = String::from_utf8_lossy(&call(&["plot", "rain"]).stderr).into_owned();
    assert!(error.contains("series.csv") && error.contains("report_every"), "{error}");
}
