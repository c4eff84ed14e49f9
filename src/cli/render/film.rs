//! Films: a GIF by ourselves, anything else by ffmpeg.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::super::{CommandError, Outcome, print_text};
use super::RenderArgs;
use super::views::Views;
use crate::output::picture::Film;

/// Makes a film of all frames.
pub(super) fn make(views: &mut Views, video: &Path, args: &RenderArgs) -> Result<Outcome, CommandError> {
    let ending = video.extension().map(|ending| ending.to_ascii_lowercase());
    match ending {
        None => return Err(CommandError::FilmEnding(video.into())),
        Some(ending) if ending == "gif" => gif(views, video, args.rate)?,
        Some(_) => by_ffmpeg(views, video, args)?,
    }
    print_text(&format!("{}  a film of {} frames\n", video.display(), views.steps.len()));
    Ok(Outcome::Fine)
}

fn gif(views: &mut Views, video: &Path, rate: f64) -> Result<(), CommandError> {
    let mut film = Film::create(video, views.look.camera.width, views.look.camera.height, rate)?;
    views.each(|_, picture| Ok(film.add(picture)?))
}

/// Draws the frames to a folder, then lets ffmpeg put them together.
fn by_ffmpeg(views: &mut Views, video: &Path, args: &RenderArgs) -> Result<(), CommandError> {
    let folder = args.output.clone().unwrap_or_else(|| args.input.join("pictures"));
    let count = views.write_all(&folder)?;
    print_text(&format!("{}  {count} pictures\n", folder.display()));
    let arguments = arguments(&folder, video, args.rate, count);
    let by_hand = || format!("ffmpeg {}", arguments.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "));
    let done = Command::new("ffmpeg").args(&arguments).stdin(Stdio::null()).output();
    match done {
        Err(reason) => {
            Err(CommandError::NoFfmpeg { video: video.into(), folder, command: by_hand(), reason: reason.to_string() })
        }
        Ok(output) if !output.status.success() => {
            let text = String::from_utf8_lossy(&output.stderr);
            let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it gave no reason");
            let reason = last.trim().to_owned();
            Err(CommandError::FfmpegFailed { video: video.into(), command: by_hand(), reason })
        }
        Ok(_) => Ok(()),
    }
}

/// A word as it is written in a shell.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./\\:%=,".contains(letter);
    if word.chars().all(plain) { word.to_owned() } else { format!("\"{word}\"") }
}

/// What ffmpeg is asked. Most players want even sides and this form of colours.
fn arguments(folder: &Path, video: &Path, rate: f64, count: usize) -> Vec<String> {
    let text = |path: PathBuf| path.display().to_string();
    let rate = rate.to_string();
    let count = count.to_string();
    let (frames, video) = (text(folder.join("%05d.png")), text(video.into()));
    let words = ["-y", "-framerate", &rate, "-i", &frames, "-frames:v", &count];
    let form = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", &video];
    words.into_iter().chain(form).map(str::to_owned).collect()
}
