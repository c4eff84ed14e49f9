//! The folder of a run: what is where, and whom it belongs to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::CommandError;
use super::snapshots;
use crate::frames;

/// An error that names the file.
pub(super) fn cannot_write(path: &Path) -> impl Fn(io::Error) -> CommandError {
    move |reason| CommandError::RunFile { path: path.into(), reason }
}

/// The folder with the results of a run.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The folder of a run that has written to `root`.
    pub fn of_a_run(root: &Path) -> Result<Self, CommandError> {
        if !root.is_dir() {
            return Err(CommandError::NoRun(root.into()));
        }
        let folder = Self { root: root.into() };
        if !folder.checkpoint().exists() {
            return Err(CommandError::NoCheckpoint(folder.checkpoint()));
        }
        Ok(folder)
    }

    /// A folder for a new run of the scene `text`. One that holds another run is refused; with `force`, that run is
    /// removed first.
    pub fn for_a_new_run(root: &Path, text: &str, force: bool) -> Result<Self, CommandError> {
        let folder = Self { root: root.into() };
        if root.exists() && !root.is_dir() {
            return Err(CommandError::NotAFolder(root.into()));
        }
        if let Some(file) = folder.sign_of_a_run(text).filter(|_| !force) {
            return Err(CommandError::AnotherRun { folder: root.into(), file });
        }
        fs::create_dir_all(folder.snapshots()).map_err(cannot_write(&folder.snapshots()))?;
        folder.remove_run()?;
        fs::write(folder.scene(), text).map_err(cannot_write(&folder.scene()))?;
        Ok(folder)
    }

    /// A file that only a run leaves, if there is one; a scene that is the same as `text` is none.
    fn sign_of_a_run(&self, text: &str) -> Option<String> {
        let other_scene = fs::read(self.scene()).is_ok_and(|other| other != text.as_bytes());
        let scene = other_scene.then(|| self.scene());
        let left = [self.checkpoint(), self.series(), self.summary(), self.snapshots()];
        let file = left.into_iter().find(|path| path.exists()).or(scene)?;
        Some(file.file_name()?.to_string_lossy().into_owned())
    }

    fn remove_run(&self) -> Result<(), CommandError> {
        let plots = ["energies", "kinetic-energy"].map(|name| self.plots().join(name).with_extension("png"));
        let files = [self.checkpoint(), self.series(), self.summary(), self.run_file(), self.picture()];
        for file in files.into_iter().chain(plots) {
            match fs::remove_file(&file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(cannot_write(&file)(error)),
                _ => {}
            }
        }
        snapshots::series(&self.root, 0.0).remove(|_| false)?;
        Ok(frames::remove_frames(&self.root, |_| false)?)
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All that the run needs to go on.
    pub fn checkpoint(&self) -> PathBuf {
        self.root.join("checkpoint.bin")
    }

    /// Energies and counts over time.
    pub fn series(&self) -> PathBuf {
        self.root.join("series.csv")
    }

    /// The outcome.
    pub fn summary(&self) -> PathBuf {
        self.root.join("summary.json")
    }

    /// What made the run.
    pub fn run_file(&self) -> PathBuf {
        self.root.join("run.json")
    }

    /// The scene as it was read.
    pub fn scene(&self) -> PathBuf {
        self.root.join("scene.toml")
    }

    /// A picture of the last state.
    pub fn picture(&self) -> PathBuf {
        self.root.join("picture.png")
    }

    /// Where plots are.
    pub fn plots(&self) -> PathBuf {
        self.root.join("plots")
    }

    /// Where snapshots are.
    pub fn snapshots(&self) -> PathBuf {
        frames::snapshots(&self.root)
    }
}
