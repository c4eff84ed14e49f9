//! Checkpoints: all that a run needs to go on as if it had never stopped.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::device::RawState;
use super::insert::Inserter;
use super::simulation::{Counts, Options, Simulation};
use super::wall_contacts::WallLink;
use super::{EngineError, Grains, Kinds, Motion};
use crate::bodies::Pose;
use crate::contact::WarmStart;
use crate::force::ContactMemory;
use crate::force::gather::Load;
use crate::health::Health;
use crate::observe::Ledger;
use crate::scene::Scene;

/// Changes with the layout of the file.
const VERSION: u32 = 10;
/// First bytes of the file.
const MAGIC: &[u8; 8] = b"packston";

/// The state at the end of a step.
#[derive(Serialize, Deserialize)]
struct Saved {
    version: u32,
    scene_path: PathBuf,
    scene_text: String,
    step: u64,
    dt: f64,
    skin: f64,
    kinds: Vec<(usize, f64)>,
    ids: Vec<u64>,
    grain_kinds: Vec<u32>,
    fixed: Vec<bool>,
    poses: Vec<Pose>,
    motions: Vec<Motion>,
    loads: Vec<Load>,
    anchors: Vec<Pose>,
    pair_keys: Vec<[u32; 2]>,
    pairs: Vec<ContactMemory>,
    warm: Vec<WarmStart>,
    walls: Vec<WallLink>,
    wall_anchor_step: u64,
    rebuild: bool,
    ledger: Ledger,
    counts: Counts,
    inserters: Vec<Inserter>,
    health: Health,
    /// The arrays of a GPU, if the run was on one.
    device: Option<RawState>,
}

impl Simulation {
    /// Writes a checkpoint. The file is complete or not there: it is written beside its place and moved when it is safe on
    /// the disk, so that an older one stays until then.
    pub fn save(&mut self, path: &Path) -> Result<(), EngineError> {
        let wrong = |reason: String| EngineError::Checkpoint { path: path.to_path_buf(), reason };
        let bytes = self.checkpoint()?;
        let beside = path.with_extension("partial");
        let write = || -> std::io::Result<()> {
            let mut file = File::create(&beside)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&beside, path)
        };
        write().map_err(|error| {
            // What is left of the attempt helps nobody; if it cannot be removed, the disk has other troubles.
            let _ = fs::remove_file(&beside);
            wrong(format!("cannot be written: {error}; the checkpoint before this one is intact"))
        })
    }

    /// A checkpoint as the bytes of its file. What is put after them does no harm.
    pub(crate) fn checkpoint(&mut self) -> Result<Vec<u8>, EngineError> {
        self.fetch()?;
        let device = self.device.as_ref().map(|device| device.raw()).transpose()?;
        let saved = Saved {
            version: VERSION,
            scene_path: self.scene.source.path().to_path_buf(),
            scene_text: self.scene.source.text().to_string(),
            step: self.step,
            dt: self.dt,
            skin: self.skin,
            kinds: self.kinds.all().iter().map(|kind| (kind.species, kind.scale)).collect(),
            ids: self.grains.ids.clone(),
            grain_kinds: self.grains.kinds.clone(),
            fixed: self.grains.fixed.clone(),
            poses: self.grains.poses.clone(),
            motions: self.grains.motions.clone(),
            loads: self.grains.loads.clone(),
            anchors: self.grains.anchors.clone(),
            pair_keys: self.broad.pairs().to_vec(),
            pairs: self.pairs.clone(),
            warm: self.warm.clone(),
            walls: self.walls.clone(),
            wall_anchor_step: self.wall_anchor_step,
            rebuild: self.rebuild,
            ledger: self.ledger,
            counts: self.counts,
            inserters: self.inserters.clone(),
            health: self.health.clone(),
            device,
        };
        postcard::to_extend(&saved, MAGIC.to_vec()).map_err(|error| EngineError::Checkpoint {
            path: self.scene.source.path().to_path_buf(),
            reason: format!("has a state that cannot be put into a checkpoint: {error}"),
        })
    }

    /// The run of a checkpoint, on the back end that `options` name. Where that is the one it was on, it goes on bit by bit;
    /// else from the same numbers, rounded to what the other back end keeps.
    pub fn load(path: &Path, options: Options) -> Result<Self, EngineError> {
        Self::load_on(path, |_| options)
    }

    /// The same with options chosen by whether it was on a GPU.
    pub fn load_on(path: &Path, options: impl FnOnce(bool) -> Options) -> Result<Self, EngineError> {
        let wrong = |reason: String| EngineError::Checkpoint { path: path.to_path_buf(), reason };
        let bytes = fs::read(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let body = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("is not a checkpoint of packstone".to_string()))?;
        let damaged = |error: postcard::Error| wrong(format!("is damaged: {error}"));
        // The version comes first: a file of another one has another layout behind it.
        let (version, _) = postcard::take_from_bytes::<u32>(body).map_err(damaged)?;
        if version != VERSION {
            let todo = "run the scene again, or go on with the program that wrote it";
            return Err(wrong(format!("has version {version}, this program reads {VERSION}; {todo}")));
        }
        let saved: Saved = postcard::from_bytes(body).map_err(damaged)?;
        let scene = Scene::parse(&saved.scene_text, &saved.scene_path)?;
        let options = options(saved.device.is_some());
        let mut run = Self::unchecked(scene, options)?;
        let device = run.restore(saved)?;
        run.move_to(options.backend)?;
        if let Some(raw) = device
            && let Some(mut own) = run.device.take()
        {
            own.restore(&run, &raw)?;
            run.device = Some(own);
        }
        Ok(run)
    }

    /// The state of the host; returns that of the GPU, if there is one.
    fn restore(&mut self, saved: Saved) -> Result<Option<RawState>, EngineError> {
        self.kinds = Kinds::default();
        for (species, scale) in saved.kinds {
            self.kinds.push(&self.scene, species, scale)?;
        }
        self.grains = Grains {
            ids: saved.ids,
            kinds: saved.grain_kinds,
            fixed: saved.fixed,
            poses: saved.poses,
            motions: saved.motions,
            loads: saved.loads,
            anchors: saved.anchors,
        };
        (self.step, self.dt, self.skin) = (saved.step, saved.dt, saved.skin);
        (self.ledger, self.counts, self.inserters) = (saved.ledger, saved.counts, saved.inserters);
        (self.walls, self.wall_anchor_step, self.rebuild) = (saved.walls, saved.wall_anchor_step, saved.rebuild);
        self.health = saved.health;
        self.broad.adopt(saved.pair_keys, self.grains.len())?;
        (self.pairs, self.warm) = (saved.pairs, saved.warm);
        self.note_touching();
        Ok(saved.device)
    }
}
