//! The state of the device as bytes, for checkpoints that go on bit by bit.
//!
//! What belongs to it, the arrays and words themselves say (`src/device/life.rs`): here they are only walked through. All else is
//! made before it is read: by the scene, by the start of a batch, by a step, or by `schedule` from the counts of the state.

use serde::{Deserialize, Serialize};

use super::Device;
use super::arrays::Flows;
use crate::device::life::{Count, Life, Saved};
use crate::device::schema::constants::FIXED_BODY;
use crate::device::schema::control::Word;
use crate::device::{Gpu, GpuError};
use crate::engine::{EngineError, State};
use crate::walls::MAX_CONTACTS;

/// All that outlives a step on the device.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RawState {
    /// The words of the state, in order.
    words: Vec<u32>,
    flows: Flows,
    /// The arrays of the state, in order, each with its name.
    arrays: Vec<(String, Vec<u8>)>,
}

impl RawState {
    fn word(&self, word: Word) -> u32 {
        let place = Word::of_the_state().position(|own| own == word);
        place.and_then(|place| self.words.get(place)).copied().unwrap_or(0)
    }

    /// How many elements of an array belong to the state.
    fn length(&self, count: Count) -> usize {
        let word = |word| self.word(word) as usize;
        match count {
            Count::Bodies => word(Word::Bodies),
            Count::BodiesAndOne => word(Word::Bodies) + 1,
            Count::Pairs => word(Word::Pairs),
            Count::PairSides => 2 * word(Word::Pairs),
            Count::WallLinks => word(Word::WallLinks),
            Count::WallContacts => MAX_CONTACTS * word(Word::WallLinks),
        }
    }

    /// What is wrong with it for a run whose state on the host is known; none where nothing is.
    fn fault(&self, run: &State) -> Option<String> {
        let counts = [
            (Word::Bodies, run.grains.len()),
            (Word::Pairs, run.broad.pairs().len()),
            (Word::WallLinks, run.walls.len()),
        ];
        if self.words.len() != Word::of_the_state().count() {
            return Some(format!("the GPU has {} words of state", self.words.len()));
        }
        for (word, count) in counts {
            if self.word(word) as usize != count {
                return Some(format!("{word:?} of the GPU are {}, of the run {count}", self.word(word)));
            }
        }
        let displacement = f32::from_bits(self.word(Word::WallDisplacement));
        if !(displacement.is_finite() && displacement >= 0.0 && self.word(Word::Rebuild) <= 1) {
            return Some("the GPU's words of state are out of range".to_string());
        }
        let most = 1i128 << 120;
        let too_much = |flow: &i128| flow.unsigned_abs() > most.unsigned_abs();
        let Flows { heat, work } = &self.flows;
        heat.iter().chain(work).any(too_much).then(|| "the GPU's account of energy is out of range".to_string())
    }
}

/// The arrays of the state.
fn states<'a>(lives: &[Life<'a>]) -> Vec<(Count, &'a dyn Saved)> {
    let state = |life: &Life<'a>| match *life {
        Life::State(count, state) => Some((count, state)),
        Life::Scene(_) | Life::Batch(_) | Life::Step(_) | Life::Passes(_) | Life::Lists(_) | Life::Counted(_) => None,
    };
    lives.iter().filter_map(state).collect()
}

impl Device {
    /// What is on the device now, at the end of a step.
    pub async fn raw(&self) -> Result<RawState, EngineError> {
        let Self {
            gpu,
            arrays,
            // All of these follow from the scene, from the grains' kinds and from the device.
            units: _,
            heat_bits: _,
            kernels: _,
            features: _,
            tables: _,
            shapes: _,
            steps: _,
            // Of use within one insertion.
            places: _,
            // Results do not depend on these.
            rebuild_predictor: _,
            tally: _,
            kernel_times: _,
        } = self;
        let control = arrays.control.read_async(gpu, Word::COUNT).await?;
        let words = Word::of_the_state().map(|word| control[word as usize]).collect();
        let mut raw = RawState { words, flows: arrays.flows, arrays: Vec::new() };
        for (count, state) in states(&arrays.lives()) {
            raw.arrays.push((state.name().to_string(), state.bytes_of(gpu, raw.length(count)).await?));
        }
        Ok(raw)
    }

    /// Brings the device to a state that another one was in; that of the host is there already. The text says what is wrong with
    /// a state that cannot have been one.
    pub async fn restore(&mut self, run: &mut State, raw: &RawState) -> Result<Result<(), String>, EngineError> {
        if let Some(fault) = raw.fault(run) {
            return Ok(Err(fault));
        }
        let [bodies, pairs, walls] = [Count::Bodies, Count::Pairs, Count::WallLinks].map(|count| raw.length(count));
        let capacities = self.arrays.capacities.holding(self.gpu.largest_array(), bodies, pairs, walls);
        self.set_capacities(run, capacities, false)?;
        if let Some(fault) = self.write_state(raw) {
            return Ok(Err(fault));
        }
        if !self.lists_agree(run, raw).await? {
            return Ok(Err("the lists of the GPU are not those of the run".to_string()));
        }
        self.arrays.write_capacities(&self.gpu, run);
        let words: Vec<_> = Word::of_the_state().map(|word| (word, raw.word(word))).collect();
        self.arrays.set_words(&self.gpu, &words);
        self.arrays.flows = raw.flows;
        self.rebuild_predictor.due = raw.word(Word::Rebuild) != 0;
        self.count_workgroups();
        Ok(Ok(()))
    }

    /// Writes the arrays of the state; or what is wrong with them.
    fn write_state(&self, raw: &RawState) -> Option<String> {
        let lives = self.arrays.lives();
        let states = states(&lives);
        if states.len() != raw.arrays.len() {
            return Some(format!("{} arrays of the GPU, not {}", raw.arrays.len(), states.len()));
        }
        let restored = |((count, state), (name, bytes)): &((Count, &dyn Saved), &(String, Vec<u8>))| {
            state.name() == name && state.restore(&self.gpu, bytes, raw.length(*count))
        };
        let wrong = states.into_iter().zip(&raw.arrays).find(|array| !restored(array));
        wrong.map(|((_, state), _)| format!("the array \"{}\" of the GPU cannot be that of this run", state.name()))
    }

    /// Whether the lists on the device, whose numbers kernels use as indices, are those that the host knows.
    async fn lists_agree(&self, run: &State, raw: &RawState) -> Result<bool, GpuError> {
        let (gpu, arrays, grains) = (&self.gpu, &self.arrays, &run.grains);
        let poses = arrays.poses.read_async(gpu, grains.len()).await?;
        let is_own = |body: usize| {
            let fixed = poses[body].flags & FIXED_BODY != 0;
            let turned = poses[body].orientation().is_finite();
            turned && poses[body].kind == grains.kinds[body] && fixed == grains.fixed[body]
        };
        let links = arrays.walls.links.read_async(gpu, run.walls.len()).await?;
        let pairs = arrays.broad.pairs().read_async(gpu, run.broad.pairs().len()).await?;
        if !(0..grains.len()).all(is_own)
            || pairs != run.broad.pairs()
            || !links.iter().map(|link| [link.body, link.surface]).eq(run.walls.iter().map(|link| link.key))
        {
            return Ok(false);
        }
        // A list that is due to be made anew has its links made with it.
        if raw.word(Word::Rebuild) != 0 {
            return Ok(true);
        }
        let (starts, sides) = links_of_pairs(&pairs, grains.len());
        Ok(arrays.broad.link_starts().read_async(gpu, starts.len()).await? == starts
            && arrays.broad.links().read_async(gpu, sides.len()).await? == sides
            && (run.surfaces.is_empty() || self.wall_starts_agree(run, gpu).await?))
    }

    async fn wall_starts_agree(&self, run: &State, gpu: &Gpu) -> Result<bool, GpuError> {
        let before = |body: usize| run.walls.partition_point(|link| (link.key[0] as usize) < body) as u32;
        let starts = self.arrays.walls.starts.read_async(gpu, run.grains.len() + 1).await?;
        Ok(starts.into_iter().enumerate().all(|(body, start)| start == before(body)))
    }

    /// Makes the numbers of workgroups from the counts of the state, as a rebuild does: without them, steps would go over the
    /// pairs and walls of no list at all until the next rebuild.
    pub(crate) fn count_workgroups(&self) {
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        self.arrays.set_words(&self.gpu, &[(Word::Status, 0)]);
        self.steps.record_count_workgroups(&mut pass, self.recording(0));
        drop(pass);
        self.gpu.queue.submit([encoder.finish()]);
    }
}

/// Where the links of each body begin, and twice the pair plus the side of the body, in ascending order for each of them.
fn links_of_pairs(pairs: &[[u32; 2]], bodies: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; bodies + 1];
    pairs.iter().flatten().for_each(|body| starts[*body as usize + 1] += 1);
    (0..bodies).for_each(|body| starts[body + 1] += starts[body]);
    let mut next = starts.clone();
    let mut links = vec![0; 2 * pairs.len()];
    for (pair, sides) in pairs.iter().enumerate() {
        for (side, body) in sides.iter().enumerate() {
            let place = &mut next[*body as usize];
            links[*place as usize] = (2 * pair + side) as u32;
            *place += 1;
        }
    }
    (starts, links)
}
