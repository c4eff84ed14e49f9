//! Files of the user that commands must not harm: what is read is never written over, and a run's folder is its own.

use std::io;
use std::path::{Path, PathBuf};

use crate::common::files::same_file;
use crate::output::frames::inputs_folder;
use crate::scene::Scene;

/// Why a file or folder was left alone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// The results would replace a file that is being read.
    #[error(
        "{output} is both read and written ({input}): choose another file with -o",
        output = output.display(), input = input.display()
    )]
    SameFile {
        /// Where the results should go.
        output: PathBuf,
        /// What is read.
        input: PathBuf,
    },
    /// Another process writes to the folder.
    #[error(
        "{folder} is in use by {owner}: wait until it has ended, or stop it with Ctrl-C and then packstone resume; to run \
         beside it, choose another folder with -o",
        folder = folder.display()
    )]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// Process and machine.
        owner: String,
    },
    /// A folder that cannot be locked.
    #[error("cannot write {path}: {reason}; check the permissions of the folder", path = path.display())]
    Lock {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Files in the way that are not those of a run.
    #[error(
        "{folder} has {file}, which a run would replace, but is not the folder of a run: choose another folder with -o, or \
         move the file away",
        folder = folder.display()
    )]
    NotOfARun {
        /// The folder.
        folder: PathBuf,
        /// What is in it.
        file: String,
    },
    /// A name that files cannot hold.
    #[error("{path} is not a text in UTF-8, and the files of a run could not name it: choose another name", path = .0.display())]
    NotText(PathBuf),
    /// Standard output does not take what is written.
    #[error("cannot write to standard output: {0}; what was printed is not complete")]
    Output(io::Error),
}

/// Refuses to write a result over a file that was read for it, by whatever name.
pub(super) fn refuse_overwriting<P: AsRef<Path>>(
    output: &Path,
    inputs: impl IntoIterator<Item = P>,
) -> Result<(), FilesError> {
    match same_file(output, inputs) {
        Some(input) => Err(FilesError::SameFile { output: output.into(), input }),
        None => Ok(()),
    }
}

/// The same for all files of some endings that are in a folder, to which some such will be written.
pub(super) fn refuse_overwriting_in(folder: &Path, endings: &[&str], inputs: &[PathBuf]) -> Result<(), FilesError> {
    let ends_so = |path: &PathBuf| path.extension().is_some_and(|own| endings.iter().any(|ending| own == *ending));
    entries(folder).iter().filter(|path| ends_so(path)).try_for_each(|path| refuse_overwriting(path, inputs))
}

/// The files that a scene was read from.
pub(super) fn files_of_scene(scene: &Scene) -> Vec<PathBuf> {
    let source = &scene.source;
    let named = source.inputs().iter().map(|(name, _)| source.resolve(name));
    std::iter::once(source.path().to_path_buf()).chain(named).collect()
}

/// The files of a run that are read again, or that it needs to go on.
pub(super) fn files_of_run(root: &Path) -> Vec<PathBuf> {
    let own = ["run.json", "scene.toml", "series.csv", "summary.json", "checkpoint.bin"].map(|name| root.join(name));
    own.into_iter()
        .chain(entries(&inputs_folder(root)))
        .chain(entries(&crate::output::frames::snapshots(root)))
        .collect()
}

/// What is in a folder; nothing where there is none.
fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).map_or_else(|_| Vec::new(), |all| all.filter_map(|e| Some(e.ok()?.path())).collect())
}
