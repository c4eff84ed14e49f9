//! The files of many frames in one folder, with the lists that tell their times.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::{PolyData, chains, contacts, default_segments, grains, walls};
use crate::output::frames::{Frame, FrameError, write_whole};
use crate::scene::Scene;

/// What there is of each frame.
const PARTS: [&str; 4] = ["grains", "contacts", "chains", "walls"];

/// A folder of files for ParaView.
#[derive(Clone, Debug)]
pub struct Series {
    folder: PathBuf,
    /// Time step of the run [s].
    time_step: f64,
    /// Points around curved grains; none for a number that suits that of the grains.
    segments: Option<usize>,
}

impl Series {
    /// A series in `folder`, of a run with this time step [s].
    pub fn new(folder: &Path, time_step: f64, segments: Option<usize>) -> Self {
        Self { folder: folder.into(), time_step, segments }
    }

    /// The list of surfaces over time: what ParaView opens first.
    pub fn opening_file(folder: &Path) -> PathBuf {
        folder.join("grains.pvd")
    }

    /// Writes the files of a frame and the lists anew.
    pub fn write(&self, frame: &Frame, scene: &Scene) -> Result<(), FrameError> {
        fs::create_dir_all(&self.folder).map_err(|reason| FrameError::Write { path: self.folder.clone(), reason })?;
        let segments = self.segments.unwrap_or_else(|| default_segments(frame.grains.len()));
        let make = |part: &str| -> PolyData {
            match part {
                "grains" => grains(frame, scene, segments),
                "contacts" => contacts(frame),
                "chains" => chains(frame),
                _ => walls(frame, scene),
            }
        };
        for part in PARTS {
            let path = self.file(part, frame.step);
            let bytes = make(part).to_bytes(frame);
            let bytes = bytes.map_err(|reason| FrameError::Write { path: path.clone(), reason })?;
            write_whole(&path, &bytes)?;
        }
        self.write_lists()
    }

    /// Removes the files of steps that `keep` does not want; none may be there.
    pub fn remove(&self, keep: impl Fn(u64) -> bool) -> Result<(), FrameError> {
        if !self.folder.exists() {
            return Ok(());
        }
        let mut removed = false;
        for part in PARTS {
            for step in self.steps(part)?.into_iter().filter(|step| !keep(*step)) {
                let path = self.file(part, step);
                fs::remove_file(&path).map_err(|reason| FrameError::Write { path, reason })?;
                removed = true;
            }
        }
        if removed { self.write_lists() } else { Ok(()) }
    }

    fn write_lists(&self) -> Result<(), FrameError> {
        for part in PARTS {
            let mut text = String::from(
                "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n\
                 <Collection>\n",
            );
            for step in self.steps(part)? {
                let time = step as f64 * self.time_step;
                // Writing to a text in memory cannot fail.
                let _ = writeln!(text, "<DataSet timestep=\"{time:?}\" part=\"0\" file=\"{}\"/>", name(part, step));
            }
            text.push_str("</Collection>\n</VTKFile>\n");
            write_whole(&self.folder.join(format!("{part}.pvd")), text.as_bytes())?;
        }
        Ok(())
    }

    fn file(&self, part: &str, step: u64) -> PathBuf {
        self.folder.join(name(part, step))
    }

    /// Steps of which there is this part, ascending.
    fn steps(&self, part: &str) -> Result<Vec<u64>, FrameError> {
        let unreadable = |reason| FrameError::Read { path: self.folder.clone(), reason };
        let names = fs::read_dir(&self.folder).map_err(unreadable)?;
        let names = names.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let step_of = |text: String| -> Option<u64> {
            let step = text.strip_prefix(part)?.strip_prefix('-')?.strip_suffix(".vtp")?.parse().ok()?;
            (text == name(part, step)).then_some(step)
        };
        let mut steps: Vec<u64> = names.filter_map(step_of).collect();
        steps.sort_unstable();
        Ok(steps)
    }
}

fn name(part: &str, step: u64) -> String {
    format!("{part}-{step:010}.vtp")
}
