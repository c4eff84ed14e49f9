//! `packstone render`: pictures of a run or of a scene, and films.

mod film;
mod views;

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use glam::DVec3;

use super::files::{files_of_run, files_of_scene, refuse_overwriting, refuse_overwriting_in};
use super::{CommandError, FrameChoice, Outcome, print_text};
use crate::output::frames::RunFolder;
use crate::output::picture::{Look, draw};
use crate::scene::{ColorBy, MOST_PIXELS, PICTURE_SIDE, Scene, Viewpoint};
use crate::sim::{Options, Simulation};
use views::Views;

/// What `packstone render` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone render quickstart                                 the last frame, to quickstart/picture.png
  packstone render quickstart --color speed --frame first     another frame, by speed
  packstone render quickstart --chains                        force chains: a line for each contact, as wide as its force
  packstone render quickstart --frame all -o pictures         every frame, to pictures/00000.png and so on
  packstone render quickstart --video fall.gif                a film; nothing else is needed
  packstone render quickstart --video fall.mp4 --rate 30      a film by ffmpeg, which must be installed
  packstone render hopper.toml -o start.png                   a scene at its start, before any run
  packstone render quickstart --camera 0,0,1 --zoom 1.5       from above, nearer

Colours: species (by shape), speed, coordination (contacts of a grain), orientation (angle of a grain's axis to the
vertical), size (diameter of the ball of the same volume). Camera, size and colour can also be set in [camera] of the
scene; what is given here goes before that. No GPU is used.")]
pub struct RenderArgs {
    /// The folder of a run, or a scene file
    #[arg(value_name = "DIR|SCENE")]
    pub input: PathBuf,
    /// Which frames: first, last, all, or the number of a step
    #[arg(long, value_name = "FRAME")]
    pub frame: Option<FrameChoice>,
    /// The frame nearest to this time [s], instead of --frame
    #[arg(long, value_name = "TIME", value_parser = super::frame_choice::time, conflicts_with = "frame")]
    pub time: Option<f64>,
    /// What grains are coloured by
    #[arg(long, value_parser = PossibleValuesParser::new(ColorBy::NAMES.map(|(name, _)| name)))]
    pub color: Option<String>,
    /// Pixels across and down
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<(u32, u32)>,
    /// Direction from the scene to the camera
    #[arg(long, value_name = "X,Y,Z", value_parser = direction, allow_hyphen_values = true)]
    pub camera: Option<DVec3>,
    /// Draw force chains over pale grains: lines from centre to centre, as wide as the force
    #[arg(long)]
    pub chains: bool,
    /// How much larger than in full view things appear
    #[arg(long, value_name = "FACTOR", value_parser = above_zero, allow_negative_numbers = true)]
    pub zoom: Option<f64>,
    /// File for one picture, folder for several
    #[arg(short, long, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// Make a film of all frames: .gif, or .mp4 and other formats of ffmpeg
    #[arg(long, value_name = "FILE")]
    pub video: Option<PathBuf>,
    /// Frames of a film per second
    #[arg(long, value_name = "N", default_value = "20", value_parser = above_zero, allow_negative_numbers = true)]
    pub rate: f64,
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides
        .filter(|(width, height)| PICTURE_SIDE.contains(width) && PICTURE_SIDE.contains(height))
        .filter(|(width, height)| width * height <= MOST_PIXELS)
        .ok_or_else(|| {
            "give pixels across and down from 64 to 16384, at most 36 million in all, as in 1600x1200".to_owned()
        })
}

fn direction(text: &str) -> Result<DVec3, String> {
    let parts: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse::<f64>()).collect();
    let vector = parts.ok().and_then(|parts| <[f64; 3]>::try_from(parts).ok()).map(DVec3::from_array);
    vector.and_then(DVec3::try_normalize).ok_or_else(|| {
        "give three numbers, not all zero, as in 1,-2,1: the way from the scene to the camera".to_owned()
    })
}

fn above_zero(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "give a number above zero".to_owned())
}

/// Draws what `args` name.
pub(super) fn run(args: &RenderArgs) -> Result<Outcome, CommandError> {
    if args.input.is_dir() { of_a_run(args) } else { of_a_scene(args) }
}

/// The look that scene and arguments give.
fn look(args: &RenderArgs, scene: &Scene) -> Look {
    let mut look = Look::of(scene);
    let named = |name: &String| ColorBy::NAMES.iter().find(|(other, _)| other == name).map(|(_, color)| *color);
    look.camera.color = args.color.as_ref().and_then(named).unwrap_or(look.camera.color);
    (look.camera.width, look.camera.height) = args.size.unwrap_or((look.camera.width, look.camera.height));
    look.camera.viewpoint = args.camera.map_or(look.camera.viewpoint, Viewpoint::Direction);
    look.camera.zoom = args.zoom.unwrap_or(look.camera.zoom);
    look
}

/// A scene at its start.
fn of_a_scene(args: &RenderArgs) -> Result<Outcome, CommandError> {
    if args.video.is_some() || args.frame.is_some() || args.time.is_some() || args.chains {
        return Err(CommandError::NoFramesInScene(args.input.clone()));
    }
    let scene = Scene::load(&args.input)?;
    let look = look(args, &scene);
    let path = args.output.clone().unwrap_or_else(|| Path::new(&look.name).with_extension("png"));
    refuse_overwriting(&path, files_of_scene(&scene))?;
    let start = Simulation::new(scene, Options::default())?;
    let picture = draw(start.scene(), &start.snapshot(), 0.0, &look)?;
    picture.write_png(&path)?;
    print_text(&format!("{}  the scene at its start\n", path.display()));
    Ok(Outcome::Fine)
}

/// Frames of a run.
fn of_a_run(args: &RenderArgs) -> Result<Outcome, CommandError> {
    let own = files_of_run(&args.input);
    for path in args.video.iter().chain(&args.output) {
        refuse_overwriting(path, &own)?;
        refuse_overwriting_in(path, &["png"], &own)?;
    }
    let folder = RunFolder::open(&args.input)?;
    let mut look = look(args, folder.scene());
    look.name = folder_name(&args.input).unwrap_or(look.name);
    let choice = args.time.map(FrameChoice::Time).or(args.frame).unwrap_or(if args.video.is_some() {
        FrameChoice::All
    } else {
        FrameChoice::Last
    });
    let steps = choice.steps(&folder)?;
    let mut views = Views { folder: &folder, look, steps, chains: args.chains };
    if let Some(video) = &args.video {
        return film::make(&mut views, video, args);
    }
    if choice == FrameChoice::All {
        let target = args.output.clone().unwrap_or_else(|| args.input.join("pictures"));
        let files = views.write_all(&target)?;
        print_text(&format!("{}  {} pictures\n", target.display(), files));
        return Ok(Outcome::Fine);
    }
    let path = args.output.clone().unwrap_or_else(|| args.input.join("picture.png"));
    let time = views.write_one(&path)?;
    print_text(&format!("{}  the grains at {time:.6} s\n", path.display()));
    Ok(Outcome::Fine)
}

/// The name of a folder, also where it was given as `.`.
fn folder_name(folder: &Path) -> Option<String> {
    let full = folder.canonicalize().ok()?;
    Some(full.file_name()?.to_string_lossy().into_owned())
}
