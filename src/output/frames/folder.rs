//! The folder of a run, as those see it who read its frames.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::contact_table::{contact_table, read_contacts};
use super::grain_table::{grain_table, read_grains};
use super::kept::{KeptFile, kept_files, scene_of_run};
use super::provenance::hash_of;
use super::{Frame, FrameError, Provenance};
use crate::common::files;
use crate::scene::Scene;
use crate::sim::Simulation;

/// Largest `run.json` [B]: it lists every file that the scene names.
const LARGEST: u64 = 64 << 20;

/// What a run tells of itself, in `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RunFile {
    #[serde(flatten)]
    provenance: Provenance,
    /// Time step [s].
    time_step: f64,
    /// The files that its scene names, and where their copies are; version 0.1.0 kept none.
    #[serde(default)]
    inputs: Vec<KeptFile>,
}

/// A run on disk: its scene and its frames.
#[derive(Clone, Debug)]
pub struct RunFolder {
    root: PathBuf,
    scene: Scene,
    file: RunFile,
    steps: Vec<u64>,
}

impl RunFolder {
    /// Opens the folder that a run has written.
    pub fn open(root: impl AsRef<Path>) -> Result<Self, FrameError> {
        let root = root.as_ref();
        let read = |name: &'static str| {
            let missing = |_| FrameError::NoRun { path: root.into(), missing: name };
            files::read_text(&root.join(name), LARGEST).map_err(missing)
        };
        let json = read("run.json")?;
        let wrong = |line: usize, problem: String| FrameError::Table { path: root.join("run.json"), line, problem };
        let file: RunFile = serde_json::from_str(&json)
            .map_err(|error| wrong(error.line(), format!("{error}; it is not as packstone run wrote it")))?;
        let scene = scene_of_run(root, &file.provenance, &file.inputs)?;
        let steps = steps_in(&snapshots(root), ".csv")?;
        Ok(Self { root: root.into(), scene, file, steps })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The scene of the run.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What made the run.
    pub fn provenance(&self) -> &Provenance {
        &self.file.provenance
    }

    /// Time step [s].
    pub fn time_step(&self) -> f64 {
        self.file.time_step
    }

    /// Steps of which there are frames, ascending.
    pub fn steps(&self) -> &[u64] {
        &self.steps
    }

    /// The frame of a step.
    pub fn frame(&self, step: u64) -> Result<Frame, FrameError> {
        if !self.steps.contains(&step) {
            let nearest = self.steps.iter().min_by_key(|other| other.abs_diff(step));
            let nearest = nearest.ok_or_else(|| FrameError::NoFrames(snapshots(&self.root)))?;
            let advice = format!("there are {} frames, and the nearest is that of step {nearest}", self.steps.len());
            return Err(FrameError::NoSuchStep { path: snapshots(&self.root), step, advice });
        }
        let mut frame = read_grains(&grain_file(&self.root, step), &self.scene)?;
        read_contacts(&contact_file(&self.root, step), self.scene.walls.len(), &mut frame)?;
        Ok(frame)
    }

    /// The last frame.
    pub fn last(&self) -> Result<Frame, FrameError> {
        let last = self.steps.last().ok_or_else(|| FrameError::NoFrames(snapshots(&self.root)))?;
        self.frame(*last)
    }
}

/// Whether `run.json` in a folder is that of a run.
pub(crate) fn is_a_run(root: &Path) -> bool {
    let json = files::read(&root.join("run.json"), LARGEST);
    json.is_ok_and(|json| serde_json::from_slice::<RunFile>(&json).is_ok())
}

/// Whether the run in a folder is of this scene, with the files that it names.
pub(crate) fn is_run_of(root: &Path, scene: &Scene) -> bool {
    let file = files::read(&root.join("run.json"), LARGEST).ok();
    let file = file.and_then(|json| serde_json::from_slice::<RunFile>(&json).ok());
    file.is_some_and(|file| file.provenance.scene_hash == hash_of(scene.source.text(), scene.source.inputs()))
}

/// Writes `run.json` for a run that starts or goes on.
pub(crate) fn write_run_file(root: &Path, run: &Simulation) -> Result<(), FrameError> {
    let inputs = kept_files(run.scene());
    let file = RunFile { provenance: Provenance::of(run), time_step: run.time_step(), inputs };
    let path = root.join("run.json");
    let json = serde_json::to_string_pretty(&file).map_err(std::io::Error::from);
    let written = json.and_then(|json| files::write_whole(&path, (json + "\n").as_bytes()));
    written.map_err(|reason| FrameError::Write { path, reason })
}

/// Writes a frame of a run of `scene` to its folder. Files are complete or not there, and the grains come last: where they
/// are, the frame is whole.
pub(crate) fn write_frame(root: &Path, frame: &Frame, scene: &Scene) -> Result<(), FrameError> {
    write_whole(&contact_file(root, frame.step), contact_table(frame).as_bytes())?;
    write_whole(&grain_file(root, frame.step), grain_table(frame, scene).as_bytes())
}

/// Writes a file beside its place and moves it there.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FrameError> {
    files::write_whole(path, bytes).map_err(|reason| FrameError::Write { path: path.into(), reason })
}

/// Removes the frames of steps that `keep` does not want; other files stay.
pub(crate) fn remove_frames(root: &Path, keep: impl Fn(u64) -> bool) -> Result<(), FrameError> {
    let folder = snapshots(root);
    let (whole, begun) = (steps_in(&folder, ".csv")?, steps_in(&folder, "-contacts.csv")?);
    for step in whole.into_iter().chain(begun).filter(|step| !keep(*step)) {
        for path in [grain_file(root, step), contact_file(root, step)] {
            match fs::remove_file(&path) {
                Err(reason) if reason.kind() != std::io::ErrorKind::NotFound => {
                    return Err(FrameError::Write { path, reason });
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Where frames are.
pub(crate) fn snapshots(root: &Path) -> PathBuf {
    root.join("snapshots")
}

fn grain_file(root: &Path, step: u64) -> PathBuf {
    snapshots(root).join(format!("{step:010}.csv"))
}

fn contact_file(root: &Path, step: u64) -> PathBuf {
    snapshots(root).join(format!("{step:010}-contacts.csv"))
}

/// Steps of the files in a folder whose names end so, ascending.
fn steps_in(folder: &Path, ending: &str) -> Result<Vec<u64>, FrameError> {
    let entries = fs::read_dir(folder).map_err(|reason| FrameError::Read { path: folder.into(), reason })?;
    let step_of = |name: &str| -> Option<u64> {
        let step = name.strip_suffix(ending)?.parse().ok()?;
        (name == format!("{step:010}{ending}")).then_some(step)
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut steps: Vec<u64> = names.filter_map(|name| step_of(&name)).collect();
    steps.sort_unstable();
    Ok(steps)
}
