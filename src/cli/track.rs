//! `packstone track`: how a bed changes over a run: height, slope, flow.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::files::{files_of_run, refuse_overwriting};
use super::{CommandError, Outcome, cannot_write, print_text};
use crate::common::records::{RecordWriter, number};
use crate::common::table::Table;
use crate::output::analysis::{BedState, SurfaceKind};
use crate::output::frames::RunFolder;

/// Between these shares of the mass that passes, a flow is taken for steady.
const STEADY: [f64; 2] = [0.1, 0.7];

/// What `packstone track` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone track drum                       the slope of the surface over time, and its mean: the dynamic angle of repose
  packstone track hopper --below 0           the mass below z = 0 over time, and the flow rate
  packstone track hopper --below 0 --json    the same for programs
  packstone track drum -o slope.csv          the table as a file

One row for each frame: height of the centre of mass, highest grain that touches something, slope of the free surface. The
surface is the plane or the cone that fits the highest grains of columns two grains wide; where neither fits, the slope is
left empty. Heights are against gravity, from the origin.")]
pub struct TrackArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Tell the mass below this height [m], and the flow rate
    #[arg(long, value_name = "HEIGHT", allow_negative_numbers = true)]
    pub below: Option<f64>,
    /// Leave out what came before this time [s]
    #[arg(long, value_name = "TIME", default_value_t = 0.0)]
    pub from: f64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write the table as CSV
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Follows the run that `args` name.
pub(super) fn run(args: &TrackArgs) -> Result<Outcome, CommandError> {
    if let Some(path) = &args.output {
        refuse_overwriting(path, files_of_run(&args.folder))?;
    }
    let folder = RunFolder::open(&args.folder)?;
    let mut states = Vec::new();
    for step in folder.steps().iter().filter(|step| **step as f64 * folder.time_step() >= args.from) {
        let frame = folder.frame(*step)?;
        states.extend(BedState::of(folder.scene(), &frame.grains, (*step, frame.time), args.below));
    }
    let (slope, flow) = (mean_slope(&states), flow_rate(&states));
    if let Some(path) = &args.output {
        let head: String =
            folder.provenance().entries().iter().map(|(key, value)| format!("# {key} = {value}\n")).collect();
        fs::write(path, head + &csv(&states)).map_err(cannot_write(path))?;
    }
    if args.json {
        let all = serde_json::json!({
            "provenance": folder.provenance(), "frames": states,
            "slope_degrees": slope.map(|(mean, _)| mean), "slope_deviation_degrees": slope.map(|(_, deviation)| deviation),
            "flow_rate": flow,
        });
        print_text(&format!("{all:#}\n"));
        return Ok(Outcome::Fine);
    }
    let mut text = table(&states).to_text();
    // Writing to a text in memory cannot fail.
    if let Some((mean, deviation)) = slope {
        let _ = writeln!(text, "slope in the second half: {mean:.1} degrees, standard deviation {deviation:.1}");
    } else {
        let _ = writeln!(text, "slope: no free surface, plane or cone, fits the frames of the second half");
    }
    if let Some(flow) = flow {
        let _ = writeln!(text, "flow rate: {flow:.4e} kg/s, while 10 % to 70 % of what passed did so");
    }
    print_text(&text);
    Ok(Outcome::Fine)
}

/// Mean and standard deviation of the slopes of the second half [degrees]; none where half of its frames have none.
fn mean_slope(states: &[BedState]) -> Option<(f64, f64)> {
    let second = &states[states.len() / 2..];
    let slopes: Vec<f64> = second.iter().filter_map(|state| state.slope_degrees).collect();
    if slopes.len() < 2 || 2 * slopes.len() < second.len() {
        return None;
    }
    let count = slopes.len() as f64;
    let mean = slopes.iter().sum::<f64>() / count;
    let variance = slopes.iter().map(|slope| (slope - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Some((mean, variance.sqrt()))
}

/// Mass per time that passes the height while the flow is steady [kg/s]: the slope of the straight line nearest to the
/// masses of those frames.
fn flow_rate(states: &[BedState]) -> Option<f64> {
    let masses: Vec<(f64, f64)> = states.iter().filter_map(|state| Some((state.time, state.mass_below?))).collect();
    let most = masses.iter().map(|(_, mass)| *mass).fold(0.0, f64::max);
    let steady = |(_, mass): &&(f64, f64)| (STEADY[0] * most..=STEADY[1] * most).contains(mass);
    let points: Vec<&(f64, f64)> = masses.iter().filter(steady).collect();
    if most <= 0.0 || points.len() < 2 {
        return None;
    }
    let count = points.len() as f64;
    let (time, mass) = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0 / count, sum.1 + point.1 / count));
    let spread: f64 = points.iter().map(|point| (point.0 - time).powi(2)).sum();
    let along: f64 = points.iter().map(|point| (point.0 - time) * (point.1 - mass)).sum();
    (spread > 0.0).then(|| along / spread)
}

fn table(states: &[BedState]) -> Table {
    let mut table =
        Table::new(&["time [s]", "grains", "center [m]", "top [m]", "slope_degrees", "surface", "mass_below [kg]"]);
    let optional = |number: Option<f64>, text: fn(f64) -> String| number.map_or("-".into(), text);
    for state in states {
        table.push(vec![
            format!("{:.4}", state.time),
            state.grains.to_string(),
            format!("{:.5}", state.center),
            optional(state.top, |top| format!("{top:.5}")),
            optional(state.slope_degrees, |slope| format!("{slope:.1}")),
            state.surface.map_or("-", SurfaceKind::name).into(),
            optional(state.mass_below, |mass| format!("{mass:.5}")),
        ]);
    }
    table
}

fn csv(states: &[BedState]) -> String {
    let columns =
        ["step", "time [s]", "grains", "center [m]", "top [m]", "slope_degrees", "mass_below [kg]", "surface"];
    let mut table = RecordWriter::new(columns);
    let optional = |value: Option<f64>| value.map_or(String::new(), number);
    for state in states {
        table.cell(state.step).numbers(&[state.time]).cell(state.grains).numbers(&[state.center]);
        table.cell(optional(state.top)).cell(optional(state.slope_degrees)).cell(optional(state.mass_below));
        table.cell(state.surface.map_or("", SurfaceKind::name)).end();
    }
    table.into_text()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(time: f64, slope: f64, mass: f64) -> BedState {
        let (slope_degrees, mass_below) = (Some(slope), Some(mass));
        BedState { step: 0, time, grains: 1, center: 0.0, top: None, slope_degrees, surface: None, mass_below }
    }

    #[test]
    fn the_steady_part_of_a_flow_is_measured() {
        // Nothing, then 3 kg/s, then slower and slower.
        let mass = |t: f64| if t < 1.0 { 0.0 } else { 9.0 * (1.0 - (-((t - 1.0) / 3.0)).exp()).min((t - 1.0) / 3.0) };
        let straight = |t: f64| (3.0 * (t - 1.0)).clamp(0.0, 9.0);
        let rate = |of: &dyn Fn(f64) -> f64| {
            let states: Vec<BedState> = (0..200).map(|k| f64::from(k) * 0.05).map(|t| state(t, 0.1, of(t))).collect();
            flow_rate(&states).expect("a flow")
        };
        assert!((rate(&straight) - 3.0).abs() < 1e-9);
        assert!(rate(&mass) < 3.0);
        assert!(flow_rate(&[state(0.0, 0.0, 0.0), state(1.0, 0.0, 0.0)]).is_none());
    }

    #[test]
    fn slopes_of_the_second_half_are_averaged() {
        let states = [state(0.0, 9.0, 0.0), state(1.0, 9.0, 0.0), state(2.0, 0.4, 0.0), state(3.0, 0.6, 0.0)];
        let (mean, deviation) = mean_slope(&states).expect("slopes");
        assert!((mean - 0.5).abs() < 1e-12 && (deviation - 0.02f64.sqrt()).abs() < 1e-12, "{mean} {deviation}");
    }
}
