//! The folder of a run: what is where, and whom it belongs to.
//!
//! A run writes to files of its own only. What is in the way of a new run is left alone, unless it is that of another run
//! and the user wants it replaced; a link is replaced and never followed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::CommandError;
use super::super::files::{FilesError, files_of_run, files_of_scene, refuse_overwriting};
use super::lock::{self, Lock};
use super::snapshots;
use crate::common::files;
use crate::output::frames::{self, is_a_run, kept_scene};
use crate::scene::Scene;

/// An error that names the file.
pub(super) fn cannot_write(path: &Path) -> impl Fn(io::Error) -> CommandError {
    move |reason| CommandError::RunFile { path: path.into(), reason }
}

/// The folder with the results of a run. While it is held, no other process writes to it.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    root: PathBuf,
    /// Held for as long as the folder is.
    _lock: Option<Arc<Lock>>,
}

impl Folder {
    /// The folder of a run that has written to `root`.
    pub fn of_a_run(root: &Path) -> Result<Self, CommandError> {
        if !root.is_dir() {
            return Err(CommandError::NoRun(root.into()));
        }
        let folder = Self::unlocked(root);
        if !folder.checkpoint().exists() {
            return Err(CommandError::NoCheckpoint(folder.checkpoint()));
        }
        refuse_odd_names(root)?;
        folder.locked()
    }

    /// Whether a new run of `scene` may have the folder `root`: one that holds another run, or other files that would be
    /// replaced, is refused. With `force`, another run may be replaced.
    pub fn check_for_a_new_run(root: &Path, scene: &Scene, force: bool) -> Result<(), CommandError> {
        refuse_odd_names(root)?;
        refuse_odd_names(scene.source.path())?;
        if root.exists() && !root.is_dir() {
            return Err(CommandError::NotAFolder(root.into()));
        }
        Lock::is_free(root)?;
        let folder = Self::unlocked(root);
        let Some(file) = folder.in_the_way(scene) else { return Ok(()) };
        if !folder.is_of_packstone() {
            return Err(FilesError::NotOfARun { folder: root.into(), file }.into());
        }
        if !force {
            return Err(CommandError::AnotherRun { folder: root.into(), file });
        }
        let inputs = files_of_scene(scene);
        // The scene in its place may be the one that is run: it stays.
        let mut replaced = folder.files().into_iter().chain(files_of_run(root)).filter(|path| *path != folder.scene());
        Ok(replaced.try_for_each(|path| refuse_overwriting(&path, &inputs))?)
    }

    /// A folder for a new run of `scene`, on the same terms; another run is removed.
    pub fn for_a_new_run(root: &Path, scene: &Scene, force: bool) -> Result<Self, CommandError> {
        Self::check_for_a_new_run(root, scene, force)?;
        fs::create_dir_all(root).map_err(cannot_write(root))?;
        let folder = Self::unlocked(root).locked()?;
        // Another run may have begun since.
        let begun = folder.in_the_way(scene);
        if let Some(file) = begun.filter(|_| !force) {
            return Err(CommandError::AnotherRun { folder: root.into(), file });
        }
        folder.remove_run()?;
        fs::create_dir_all(folder.snapshots()).map_err(cannot_write(&folder.snapshots()))?;
        if !folder.has_scene(scene) {
            files::write_whole(&folder.scene(), scene.source.text().as_bytes())
                .map_err(cannot_write(&folder.scene()))?;
        }
        frames::keep_inputs(root, scene)?;
        Ok(folder)
    }

    fn unlocked(root: &Path) -> Self {
        Self { root: root.into(), _lock: None }
    }

    fn locked(self) -> Result<Self, CommandError> {
        let lock = Lock::take(&self.root)?;
        Ok(Self { _lock: Some(Arc::new(lock)), ..self })
    }

    /// Whether `scene.toml` is there with the text of `scene`.
    fn has_scene(&self, scene: &Scene) -> bool {
        fs::read(self.scene()).is_ok_and(|text| text == scene.source.text().as_bytes())
    }

    /// What is there that a new run would replace, if anything; a scene that is the same is left as it is.
    fn in_the_way(&self, scene: &Scene) -> Option<String> {
        let there = |path: &PathBuf| path.symlink_metadata().is_ok();
        let filled = |path: &PathBuf| {
            let has_files = || fs::read_dir(path).is_ok_and(|mut all| all.next().is_some());
            // Plots of other names may lie beside those of a run.
            path.is_symlink() || *path != self.plots() && has_files()
        };
        let other_scene = Some(self.scene()).filter(|path| there(path) && !self.has_scene(scene));
        let file = self.files().into_iter().find(there);
        let file = file.or_else(|| self.folders().into_iter().find(filled)).or(other_scene)?;
        Some(file.strip_prefix(&self.root).unwrap_or(&file).display().to_string())
    }

    /// Whether a run has begun here: only then is what looks like its files taken for such.
    fn is_of_packstone(&self) -> bool {
        self.root.join(lock::NAME).exists() || is_a_run(&self.root) || kept_scene(&self.root).exists()
    }

    /// Removes another run, file by file: what else is in its folders stays.
    fn remove_run(&self) -> Result<(), CommandError> {
        for path in self.folders().into_iter().filter(|path| path.is_symlink()) {
            fs::remove_file(&path).map_err(cannot_write(&path))?;
        }
        let scene = Some(self.scene()).filter(|path| path.is_symlink());
        for path in self.files().into_iter().chain(scene).chain(self.copies()) {
            files::remove(&path).map_err(cannot_write(&path))?;
        }
        snapshots::series(&self.root, 0.0).remove(|_| false)?;
        if self.snapshots().is_dir() {
            frames::remove_frames(&self.root, |_| false)?;
        }
        Ok(())
    }

    /// Copies of the files that the scene names, as a run calls them.
    fn copies(&self) -> Vec<PathBuf> {
        let Ok(all) = fs::read_dir(frames::inputs_folder(&self.root)) else { return Vec::new() };
        let of_a_run = |name: &str| name == "scene.toml" || name.get(..4).is_some_and(is_number_and_dash);
        let named = |entry: fs::DirEntry| entry.file_name().to_str().is_some_and(of_a_run).then(|| entry.path());
        all.filter_map(|entry| named(entry.ok()?)).collect()
    }

    /// Files that a run writes, but for the scene.
    fn files(&self) -> Vec<PathBuf> {
        let plots = super::final_outputs::PLOTS.map(|name| self.plots().join(name).with_extension("png"));
        let own = [self.checkpoint(), self.series(), self.summary(), self.run_file(), self.picture()];
        own.into_iter().chain(plots).collect()
    }

    /// Folders that a run fills.
    fn folders(&self) -> [PathBuf; 4] {
        [self.snapshots(), self.root.join("vtk"), frames::inputs_folder(&self.root), self.plots()]
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

/// Whether a text is like `012-`.
fn is_number_and_dash(text: &str) -> bool {
    text.strip_suffix('-').is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Refuses a path that cannot be written into JSON: a run should not find that out at its end.
fn refuse_odd_names(path: &Path) -> Result<(), FilesError> {
    let full = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    if full.to_str().is_some() { Ok(()) } else { Err(FilesError::NotText(path.into())) }
}
