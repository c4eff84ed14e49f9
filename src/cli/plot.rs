//! `packstone plot`: plots of a run.

use std::path::PathBuf;

use clap::Args;

use super::files::{files_of_run, refuse_overwriting_in};
use super::{CommandError, FrameChoice, Outcome, print_text};
use crate::output::frames::RunFolder;
use crate::output::plots::{Format, write_all};

/// What `packstone plot` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone plot quickstart                        six plots, to quickstart/plots
  packstone plot quickstart --svg -o figures       as SVG, for papers
  packstone plot quickstart --frame 5000           the packing at step 5000

The plots: energies over time; kinetic energy by powers of ten; packing fraction by height; share of the grains by their
number of contacts; normal forces over their mean; overlaps. The first two are from series.csv, the others from one frame.")]
pub struct PlotArgs {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The frame that is plotted: first, last, or the number of a step
    #[arg(long, value_name = "FRAME", default_value = "last")]
    pub frame: FrameChoice,
    /// The frame nearest to this time [s], instead of --frame
    #[arg(long, value_name = "TIME", value_parser = super::frame_choice::time, conflicts_with = "frame")]
    pub time: Option<f64>,
    /// Folder for the plots; plots in the folder of the run when left out
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Write SVG files instead of PNG
    #[arg(long)]
    pub svg: bool,
}

/// Plots the run that `args` name.
pub(super) fn run(args: &PlotArgs) -> Result<Outcome, CommandError> {
    let folder = RunFolder::open(&args.folder)?;
    let steps = args.time.map_or(args.frame, FrameChoice::Time).steps(&folder)?;
    let [step] = steps[..] else { return Err(CommandError::OneFrame(steps.len())) };
    let target = args.output.clone().unwrap_or_else(|| args.folder.join("plots"));
    refuse_overwriting_in(&target, &["png", "svg"], &files_of_run(&args.folder))?;
    let format = if args.svg { Format::Svg } else { Format::Png };
    for file in write_all(&folder, &folder.frame(step)?, &target, format)? {
        print_text(&format!("{}\n", file.display()));
    }
    Ok(Outcome::Fine)
}
