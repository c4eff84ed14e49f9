//! What a run keeps of its scene, in the folder `inputs`: the text, and the files that it names. Whatever becomes of those
//! later, frames are read with the grains that were simulated.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::provenance::hash_of;
use super::{FrameError, Provenance};
use crate::common::files;
use crate::scene::{Input, Inputs, LARGEST_SCENE, Scene};

/// A file that the scene names, as `run.json` tells it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct KeptFile {
    /// Its name in the scene.
    name: String,
    /// Its copy, seen from the folder of the run.
    file: String,
    /// Length [B].
    bytes: u64,
    /// A number of its content, as 16 digits.
    hash: String,
}

/// Where copies are.
pub(crate) fn inputs_folder(root: &Path) -> PathBuf {
    root.join("inputs")
}

/// The scene of a run as it was read.
pub(crate) fn kept_scene(root: &Path) -> PathBuf {
    inputs_folder(root).join("scene.toml")
}

/// What `run.json` tells of the files that a scene names.
pub(super) fn kept_files(scene: &Scene) -> Vec<KeptFile> {
    let describe = |(index, (name, input)): (usize, (&str, &Input))| KeptFile {
        name: name.into(),
        file: format!("inputs/{}", copy_name(index, name)),
        bytes: input.bytes().len() as u64,
        hash: format!("{:016x}", input.hash()),
    };
    scene.source.inputs().iter().enumerate().map(describe).collect()
}

/// A name for a copy that no other one has and every system takes.
fn copy_name(index: usize, name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let end: Vec<char> = last.chars().rev().take(60).collect();
    format!("{index:03}-{}", end.into_iter().rev().map(plain).collect::<String>())
}

/// Keeps the scene and the files that it names.
pub(crate) fn keep_inputs(root: &Path, scene: &Scene) -> Result<(), FrameError> {
    let folder = inputs_folder(root);
    let write = |path: &Path, bytes: &[u8]| {
        files::write_whole(path, bytes).map_err(|reason| FrameError::Write { path: path.into(), reason })
    };
    fs::create_dir_all(&folder).map_err(|reason| FrameError::Write { path: folder.clone(), reason })?;
    write(&kept_scene(root), scene.source.text().as_bytes())?;
    for (kept, (_, input)) in kept_files(scene).iter().zip(scene.source.inputs().iter()) {
        write(&root.join(&kept.file), input.bytes())?;
    }
    Ok(())
}

/// Files of a run's scene that are no longer what they were when it began; those that are gone do not count.
pub(crate) fn changed_since(scene: &Scene) -> Vec<PathBuf> {
    let changed = |(name, input): (&str, &Input)| {
        let path = scene.source.resolve(name);
        let length = fs::metadata(&path).ok()?.len();
        let is_same = length == input.bytes().len() as u64
            && files::read(&path, length).is_ok_and(|bytes| bytes == input.bytes());
        (!is_same).then_some(path)
    };
    scene.source.inputs().iter().filter_map(changed).collect()
}

/// Whether `scene.toml` of a run's folder, there for people to read, was edited since.
pub(crate) fn is_edited(root: &Path, scene: &Scene) -> bool {
    files::read(&root.join("scene.toml"), LARGEST_SCENE).is_ok_and(|text| text != scene.source.text().as_bytes())
}

/// The scene of a run, with the camera of an edited `scene.toml`: all else of that is another run.
pub(super) fn scene_of_run(root: &Path, provenance: &Provenance, kept: &[KeptFile]) -> Result<Scene, FrameError> {
    let inputs: Inputs = kept.iter().map(|file| read_copy(root, file)).collect::<Result<_, _>>()?;
    let (copy, given) = (kept_scene(root), root.join("scene.toml"));
    let fits = |path: &&PathBuf| {
        let text = files::read_text(path, LARGEST_SCENE).ok()?;
        (hash_of(&text, &inputs) == provenance.scene_hash).then_some(text)
    };
    let Some(text) = [&copy, &given].iter().find_map(fits) else {
        let problem = "the scene was changed after the run; frames cannot be told without the scene as it was".into();
        return Err(FrameError::Table { path: if copy.exists() { copy } else { given }, line: 1, problem });
    };
    // Files that the scene names are called as where the scene was.
    let mut scene = Scene::parse_with(text, &provenance.scene, inputs.clone())?;
    if is_edited(root, &scene) {
        let edited = files::read_text(&given, LARGEST_SCENE).unwrap_or_default();
        match Scene::parse_with(edited, &given, inputs) {
            Ok(edited) => {
                scene.camera = edited.camera;
                log::warn!(
                    "{}: edited after the run; pictures use its [camera], all else is as it was ({})",
                    given.display(),
                    copy.display()
                );
            }
            Err(error) => {
                log::warn!("{error}\nthe scene of the run as it was is used: {}", copy.display());
            }
        }
    }
    Ok(scene)
}

/// The copy of a file that the scene names, which must be what it was.
fn read_copy(root: &Path, kept: &KeptFile) -> Result<(String, Input), FrameError> {
    let path = root.join(&kept.file);
    let unreadable = |reason| FrameError::Read { path: path.clone(), reason };
    let length = fs::metadata(&path).map_err(unreadable)?.len();
    let input = files::read(&path, length).map(Input::new).map_err(unreadable)?;
    if format!("{:016x}", input.hash()) != kept.hash {
        let problem = format!("this copy of {} was changed after the run; frames cannot be told without it", kept.name);
        return Err(FrameError::Table { path, line: 1, problem });
    }
    Ok((kept.name.clone(), input))
}
