//! Checkpoints: all that a run needs to go on as if it had never stopped.
//!
//! A run is taken apart field by field where a checkpoint is made, and a checkpoint where it is read: what is new in either does
//! not compile before it is said whether it belongs to the state. Nothing that was read is used before it has been checked
//! (`checks.rs`).

mod checks;
mod finite;
#[cfg(test)]
mod forgery;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Options, Simulation};
use crate::common::hash::check_sum;
use crate::device::executor::{Device, RawState};
use crate::engine::insert::Inserter;
use crate::engine::wall_contacts::WallLink;
use crate::engine::{Counts, Energies, EnergyFlows, EngineError, Grains, ParticleTypes, State};
use crate::force::ContactHistory;
use crate::health::Health;
use crate::narrow::WarmStart;
use crate::scene::{Input, Scene};

/// Changes with the layout of the file.
const VERSION: u32 = 14;
/// First bytes of the file.
const MAGIC: &[u8; 8] = b"packston";
/// What to do with a checkpoint that is of no use.
const TODO: &str = "go on from a copy of it, or run the scene again";

/// The state at the end of a step.
#[derive(Serialize, Deserialize)]
struct Saved {
    scene_path: PathBuf,
    scene_text: String,
    /// The files that the scene names, by their names in it: what they have become since does not matter.
    scene_inputs: Vec<(String, Input)>,
    step: u64,
    dt: f64,
    skin: f64,
    kinds: Vec<(usize, f64)>,
    grains: Grains,
    pair_keys: Vec<[u32; 2]>,
    pairs: Vec<ContactHistory>,
    warm: Vec<WarmStart>,
    walls: Vec<WallLink>,
    wall_anchor_step: u64,
    rebuild: bool,
    flows: EnergyFlows,
    counts: Counts,
    inserters: Vec<Inserter>,
    health: Health,
    /// The state of a GPU, if the run was on one.
    device: Option<OnDevice>,
}

/// What only a run on a GPU has.
#[derive(Serialize, Deserialize)]
struct OnDevice {
    raw: RawState,
    latest: Option<Energies>,
}

impl Saved {
    /// The state of a run whose host knows that of its GPU.
    fn of(run: &Simulation) -> Result<Self, EngineError> {
        let Simulation { state, device } = run;
        let State {
            scene,
            kinds,
            grains,
            inserters,
            dt,
            skin,
            step,
            broad,
            pairs,
            warm,
            walls,
            flows,
            counts,
            wall_anchor_step,
            rebuild,
            latest,
            health,
            // These follow from the scene and the options.
            laws: _,
            surfaces: _,
            critical: _,
            range: _,
            planned_steps: _,
            threads: _,
            smallest: _,
            heaviest: _,
            thinnest: _,
            // This follows from the histories of pairs.
            in_touch: _,
            // Every rebuild makes these before it reads them.
            boxes: _,
            spare_pairs: _,
            spare_warm: _,
            // Every step makes these before it reads them.
            pair_sums: _,
            partners: _,
            wall_outcomes: _,
            turn_work: _,
            deepest: _,
            // What is judged after a step or a batch comes of that step or batch.
            largest_of_batch: _,
            largest_share_of_batch: _,
            overspeed: _,
            // Only comparisons have it.
            watched: _,
            // Who steps it, and whether these arrays are behind: they are not, when a checkpoint is made.
            on_device: _,
            stale: _,
        } = state;
        let on_device = |device: &Device| {
            Ok::<_, EngineError>(OnDevice { raw: device.waiter().block_on(device.raw())?, latest: *latest })
        };
        Ok(Self {
            scene_path: scene.source.path().to_path_buf(),
            scene_text: scene.source.text().to_string(),
            scene_inputs: scene.source.inputs().iter().map(|(name, input)| (name.into(), input.clone())).collect(),
            step: *step,
            dt: *dt,
            skin: *skin,
            kinds: kinds.all().iter().map(|kind| (kind.species, kind.scale)).collect(),
            grains: grains.clone(),
            pair_keys: broad.pairs().to_vec(),
            pairs: pairs.clone(),
            warm: warm.clone(),
            walls: walls.clone(),
            wall_anchor_step: *wall_anchor_step,
            rebuild: *rebuild,
            flows: *flows,
            counts: *counts,
            inserters: inserters.clone(),
            health: health.clone(),
            device: device.as_deref().map(on_device).transpose()?,
        })
    }
}

impl Simulation {
    /// Writes a checkpoint. The file is complete or not there: it is written beside its place and moved when it is safe on
    /// the disk, so that an older one stays until then.
    pub fn save(&mut self, path: &Path) -> Result<(), EngineError> {
        let wrong = |reason: String| EngineError::Checkpoint { path: path.to_path_buf(), reason };
        let bytes = self.checkpoint()?;
        let beside = path.with_extension("partial");
        let write = || -> std::io::Result<()> {
            let mut file = crate::common::files::create(&beside)?;
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
        let saved = Saved::of(self)?;
        postcard::to_stdvec(&saved).map(|body| sealed(&body)).map_err(|error| EngineError::Checkpoint {
            path: self.state.scene.source.path().to_path_buf(),
            reason: format!("has a state that cannot be put into a checkpoint: {error}"),
        })
    }

    /// The state as a checkpoint has it, but for the findings of its checks: on a GPU the steps that these name depend on how steps
    /// were put into batches, and nothing of the run depends on them.
    #[doc(hidden)]
    pub fn state_bytes(&mut self) -> Result<Vec<u8>, EngineError> {
        let health = std::mem::take(&mut self.state.health);
        let bytes = self.checkpoint();
        self.state.health = health;
        bytes
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
        Self::from_checkpoint(&bytes, options, None)?.map_err(wrong)
    }

    /// The run of a checkpoint of the same scene as `used`, whose kernels and memory on a GPU it takes over: to load many
    /// checkpoints, one after the other, without compiling kernels for each.
    #[doc(hidden)]
    pub fn load_in_place_of(used: Self, path: &Path, options: Options) -> Result<Self, EngineError> {
        let wrong = |reason: String| EngineError::Checkpoint { path: path.to_path_buf(), reason };
        let bytes = fs::read(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        Self::from_checkpoint(&bytes, |_| options, used.device)?.map_err(wrong)
    }

    /// The run in the bytes of a checkpoint, or what is wrong with them. `used` is a device whose kernels fit the scene.
    fn from_checkpoint(
        bytes: &[u8],
        options: impl FnOnce(bool) -> Options,
        used: Option<Box<Device>>,
    ) -> Result<Result<Self, String>, EngineError> {
        let saved = match opened(bytes) {
            Ok(saved) => saved,
            Err(reason) => return Ok(Err(reason)),
        };
        let inputs = saved.scene_inputs.iter().cloned().collect();
        let scene = Scene::parse_with(&saved.scene_text, &saved.scene_path, inputs)?;
        let options = options(saved.device.is_some());
        let mut state = State::unchecked(scene, options.threads)?;
        let kinds = match checks::kinds_of(&saved, &state) {
            Ok(kinds) => kinds,
            Err(fault) => return Ok(Err(damaged(&fault))),
        };
        let on_device = restore(&mut state, saved, kinds)?;
        let mut run = match used {
            None => Self::with(state, options.backend)?,
            Some(used) => {
                state.on_device = true;
                let device = Some(Box::new(used.renewed(&mut state)?));
                Self { state, device }
            }
        };
        if let Some(fault) = run.restore_device(on_device)? {
            return Ok(Err(damaged(&fault)));
        }
        Ok(Ok(run))
    }

    /// The state of the GPU, where the run was on one and is on one again; or what is wrong with it.
    fn restore_device(&mut self, saved: Option<OnDevice>) -> Result<Option<String>, EngineError> {
        let (Some(saved), Some(device)) = (saved, &mut self.device) else { return Ok(None) };
        let OnDevice { raw, latest } = saved;
        let restored = device.waiter().block_on(device.restore(&mut self.state, &raw));
        self.state.latest = latest;
        Ok(restored?.err())
    }
}

/// The state of the host, that was checked; returns that of the GPU, if there is one.
fn restore(state: &mut State, saved: Saved, made: ParticleTypes) -> Result<Option<OnDevice>, EngineError> {
    let Saved {
        scene_path: _,
        scene_text: _,
        scene_inputs: _,
        step,
        dt,
        skin,
        // Made by those who checked them.
        kinds: _,
        grains,
        pair_keys,
        pairs,
        warm,
        walls,
        wall_anchor_step,
        rebuild,
        flows,
        counts,
        inserters,
        health,
        device,
    } = saved;
    state.kinds = made;
    state.broad.adopt(pair_keys, grains.len())?;
    (state.step, state.dt, state.skin, state.grains) = (step, dt, skin, grains);
    (state.pairs, state.warm, state.walls) = (pairs, warm, walls);
    (state.wall_anchor_step, state.rebuild) = (wall_anchor_step, rebuild);
    (state.flows, state.counts, state.inserters, state.health) = (flows, counts, inserters, health);
    state.note_touching();
    Ok(device)
}

/// The file: what it is, its version, the length of the state and its check sum, and the state.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(check_sum(body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The state in the bytes of a file, or what is wrong with them.
fn opened(bytes: &[u8]) -> Result<Saved, String> {
    let rest = bytes.strip_prefix(MAGIC).ok_or("is not a checkpoint of packstone")?;
    let cut = || damaged("it ends too early");
    // The version comes first: a file of another one has another layout behind it.
    let (version, rest) = rest.split_first_chunk().ok_or_else(cut)?;
    let version = version_in(*version);
    if version != VERSION {
        let todo = "run the scene again, or go on with the program that wrote it";
        return Err(format!("has version {version}, this program reads {VERSION}; {todo}"));
    }
    let (length, rest) = rest.split_first_chunk().ok_or_else(cut)?;
    let (sum, rest) = rest.split_first_chunk().ok_or_else(cut)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| cut())?;
    let body = rest.get(..length).ok_or_else(cut)?;
    if check_sum(body) != u64::from_le_bytes(*sum) {
        return Err(damaged("its check sum does not fit its content"));
    }
    let (saved, left) = postcard::take_from_bytes(body).map_err(|error| damaged(&error.to_string()))?;
    if left.is_empty() { Ok(saved) } else { Err(damaged("there is more in it than a state")) }
}

/// The version: up to 9 in one byte of variable length, with whatever comes next behind it.
fn version_in(bytes: [u8; 4]) -> u32 {
    if bytes[0] < 10 { u32::from(bytes[0]) } else { u32::from_le_bytes(bytes) }
}

fn damaged(how: &str) -> String {
    format!("is damaged: {how}; {TODO}")
}
