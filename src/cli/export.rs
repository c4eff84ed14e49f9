//! `packstone export`: the frames of a run for other programs.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::files::{files_of_run, refuse_overwriting};
use super::{CommandError, FrameChoice, Outcome, cannot_write, print_text};
use crate::output::frames::{Frame, RunFolder, contact_table, frame_json, frame_obj, frame_stl, grain_table};
use crate::output::vtk::{Series, default_segments};

/// What `packstone export` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone export quickstart                              all frames for ParaView: open quickstart/vtk/grains.pvd
  packstone export quickstart --frame last --format json   the packing as particles and contacts in JSON
  packstone export quickstart --frame last --format stl -o packing --segments 32

vtk   surfaces, contacts, force chains and walls, binary and compressed, with .pvd lists over time
csv   a table of grains and one of contacts for each frame, as in the folder snapshots of the run
json  grains and contacts of a frame in one file; [[particles]] of a scene reads it
stl   the surfaces of all grains in one binary file [m]
obj   the same as text, an object for each grain [m]

docs/output.md lists all columns and fields.")]
pub struct ExportArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// What is written
    #[arg(long, value_enum, default_value = "vtk")]
    pub format: Format,
    /// Which frames: all, first, last or the number of a step
    #[arg(long, value_name = "FRAME", default_value = "all")]
    pub frame: FrameChoice,
    /// The frame nearest to this time [s], instead of --frame
    #[arg(long, value_name = "TIME", value_parser = super::frame_choice::time, conflicts_with = "frame")]
    pub time: Option<f64>,
    /// Folder for the files; vtk or export in the folder of the run when left out
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Points around curved grains (vtk, stl, obj); fewer the more grains there are when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(8..=512))]
    pub segments: Option<u16>,
}

/// What frames can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For ParaView
    Vtk,
    /// Tables with commas
    Csv,
    /// Particles and contacts
    Json,
    /// One mesh, binary
    Stl,
    /// One mesh, as text
    Obj,
}

/// Exports the frames that `args` name.
pub(super) fn run(args: &ExportArgs) -> Result<Outcome, CommandError> {
    let folder = RunFolder::open(&args.folder)?;
    let steps = args.time.map_or(args.frame, FrameChoice::Time).steps(&folder)?;
    let place = if args.format == Format::Vtk { "vtk" } else { "export" };
    let output = args.output.clone().unwrap_or_else(|| args.folder.join(place));
    fs::create_dir_all(&output).map_err(cannot_write(&output))?;
    for step in &steps {
        write(args, &folder, &folder.frame(*step)?, &output)?;
    }
    let opened = if args.format == Format::Vtk { Series::opening_file(&output) } else { output };
    print_text(&format!("{} frames: {}\n", steps.len(), opened.display()));
    Ok(Outcome::Fine)
}

fn write(args: &ExportArgs, folder: &RunFolder, frame: &Frame, output: &Path) -> Result<(), CommandError> {
    let scene = folder.scene();
    let asked = args.segments.map(usize::from);
    let segments = asked.unwrap_or_else(|| default_segments(frame.grains.len()));
    let save = |part: &str, ending: &str, bytes: &[u8]| {
        let path = output.join(format!("{part}-{:010}.{ending}", frame.step));
        refuse_overwriting(&path, files_of_run(&args.folder))?;
        fs::write(&path, bytes).map_err(cannot_write(&path))
    };
    match args.format {
        Format::Vtk => Ok(Series::new(output, folder.time_step(), asked).write(frame, scene)?),
        Format::Csv => {
            save("grains", "csv", grain_table(frame, scene).as_bytes())?;
            save("contacts", "csv", contact_table(frame).as_bytes())
        }
        Format::Json => {
            let json = frame_json(frame, scene).map_err(|error| cannot_write(output)(error.into()))?;
            save("frame", "json", json.as_bytes())
        }
        Format::Stl => save("grains", "stl", &frame_stl(frame, scene, segments)),
        Format::Obj => save("grains", "obj", frame_obj(frame, scene, segments).as_bytes()),
    }
}
