//! `packstone inspect`: what a packing is like, as tables, CSV and JSON.

mod tables;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::files::{files_of_run, refuse_overwriting};
use super::{CommandError, FrameChoice, Outcome, cannot_write, print_text};
use crate::output::analysis::Analysis;
use crate::output::frames::RunFolder;

/// What `packstone inspect` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone inspect quickstart                       the last frame, as tables
  packstone inspect quickstart --frame 20000         that of step 20000
  packstone inspect quickstart -o numbers            the same, and CSV and JSON files in the folder numbers
  packstone inspect quickstart --frame all --json    all frames, a line of JSON each

Packing fraction (whole, in the middle of the bed, away from walls, by slabs), coordination, kinds of contact, forces,
stress, order, forces on walls, sizes and shapes. docs/analysis.md defines every number.")]
pub struct InspectArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Which frames: all, first, last or the number of a step
    #[arg(long, value_name = "FRAME", default_value = "last")]
    pub frame: FrameChoice,
    /// The frame nearest to this time [s], instead of --frame
    #[arg(long, value_name = "TIME", value_parser = super::frame_choice::time, conflicts_with = "frame")]
    pub time: Option<f64>,
    /// Print JSON instead of tables, a line for each frame
    #[arg(long)]
    pub json: bool,
    /// Folder for CSV and JSON files
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

/// Measures the frames that `args` name.
pub(super) fn run(args: &InspectArgs) -> Result<Outcome, CommandError> {
    let folder = RunFolder::open(&args.folder)?;
    let own = files_of_run(&args.folder);
    for step in args.time.map_or(args.frame, FrameChoice::Time).steps(&folder)? {
        let found = Analysis::of(&folder.frame(step)?, folder.scene());
        let json = serde_json::to_string(&found).map_err(|error| cannot_write(&args.folder)(error.into()))?;
        if args.json {
            print_text(&format!("{json}\n"));
        } else {
            print_text(&tables::text(&found));
        }
        if let Some(output) = &args.output {
            save((output, &own), &found, &json)?;
        }
    }
    Ok(Outcome::Fine)
}

fn save((output, own): (&Path, &[PathBuf]), found: &Analysis, json: &str) -> Result<(), CommandError> {
    fs::create_dir_all(output).map_err(cannot_write(output))?;
    let write = |name: String, text: &str| {
        let path = output.join(name);
        refuse_overwriting(&path, own)?;
        fs::write(&path, text).map_err(cannot_write(&path))
    };
    write(format!("analysis-{:010}.json", found.step), &format!("{json}\n"))?;
    let mut head: String =
        found.provenance.entries().iter().map(|(key, value)| format!("# {key} = {value}\n")).collect();
    head.push_str(&format!("# step = {}\n# time = {:?}\n", found.step, found.time));
    for (name, rows) in tables::files(found) {
        write(format!("{name}-{:010}.csv", found.step), &format!("{head}{rows}"))?;
    }
    Ok(())
}
