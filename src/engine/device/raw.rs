//! The arrays of the device as they are, for checkpoints that go on bit by bit.

use bytemuck::Pod;
use serde::{Deserialize, Serialize};

use super::Device;
use super::arrays::Flows;
use crate::engine::{EngineError, Simulation};
use crate::gpu::buffer::Array;
use crate::gpu::control::Word;
use crate::gpu::pages::Paged;
use crate::gpu::{Gpu, GpuError};
use crate::walls::MAX_CONTACTS;

/// All that outlives a step on the device, as bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RawState {
    bodies: usize,
    pairs: usize,
    walls: usize,
    rebuild: u32,
    /// How far walls have gone: the bits of a float.
    wall_travel: u32,
    flows: Flows,
    /// The arrays, in the order of `Device::raw`.
    arrays: Vec<Vec<u8>>,
}

/// The first elements of an array as bytes.
fn bytes_of<T: Pod>(gpu: &Gpu, array: &Array<T>, len: usize) -> Result<Vec<u8>, GpuError> {
    Ok(bytemuck::cast_slice(&array.read(gpu, len)?).to_vec())
}

/// Writes bytes to the start of an array; whether they are whole elements that fit.
fn write_bytes<T: Pod>(gpu: &Gpu, array: &Array<T>, bytes: &[u8], len: usize) -> bool {
    if bytes.len() != len * size_of::<T>() || len > array.len() {
        return len == 0 && bytes.is_empty();
    }
    array.write(gpu, 0, &bytemuck::pod_collect_to_vec::<u8, T>(bytes));
    true
}

/// The same for records of pairs: bytes do not tell where pages were.
fn bytes_of_pairs<T: Pod>(gpu: &Gpu, records: &Paged<T>, pairs: usize) -> Result<Vec<u8>, GpuError> {
    Ok(bytemuck::cast_slice(&records.read(gpu, pairs)?).to_vec())
}

fn write_pairs<T: Pod>(gpu: &Gpu, records: &Paged<T>, bytes: &[u8], pairs: usize) -> bool {
    let fits = bytes.len() == pairs * size_of::<T>() && pairs <= records.len();
    if fits {
        records.write(gpu, &bytemuck::pod_collect_to_vec::<u8, T>(bytes));
    }
    fits
}

impl Device {
    /// What is on the device now.
    pub fn raw(&self) -> Result<RawState, EngineError> {
        let control = self.arrays.control.read(&self.gpu, Word::COUNT)?;
        let word = |word: Word| control[word as usize];
        let (bodies, pairs, walls) =
            (word(Word::Bodies) as usize, word(Word::Pairs) as usize, word(Word::WallLinks) as usize);
        let (gpu, a) = (&self.gpu, &self.arrays);
        let arrays = vec![
            bytes_of(gpu, &a.poses, bodies)?,
            bytes_of(gpu, &a.motions, bodies)?,
            bytes_of(gpu, &a.loads, bodies)?,
            bytes_of(gpu, a.broad.anchors(), bodies)?,
            bytes_of(gpu, a.broad.link_starts(), bodies + 1)?,
            bytes_of(gpu, a.broad.links(), 2 * pairs)?,
            bytes_of(gpu, a.broad.pairs(), pairs)?,
            bytes_of_pairs(gpu, &a.warm, pairs)?,
            bytes_of_pairs(gpu, &a.memories, pairs)?,
            bytes_of(gpu, &a.walls.starts, bodies + 1)?,
            bytes_of(gpu, &a.walls.links, walls)?,
            bytes_of(gpu, &a.walls.memories, walls * MAX_CONTACTS)?,
        ];
        let (rebuild, wall_travel, flows) = (word(Word::Rebuild), word(Word::WallTravel), a.flows);
        Ok(RawState { bodies, pairs, walls, rebuild, wall_travel, flows, arrays })
    }

    /// Brings the device to a state that another one was in.
    pub fn restore(&mut self, run: &Simulation, raw: &RawState) -> Result<(), EngineError> {
        let RawState { bodies, pairs, walls, .. } = *raw;
        let rooms = self.arrays.rooms.holding(self.gpu.largest_array(), bodies, pairs, walls);
        self.make_room(run, rooms, false)?;
        let (gpu, a) = (&self.gpu, &mut self.arrays);
        let mut next = raw.arrays.iter().map(Vec::as_slice);
        let mut take = || next.next().unwrap_or_default();
        let fits = [
            write_bytes(gpu, &a.poses, take(), bodies),
            write_bytes(gpu, &a.motions, take(), bodies),
            write_bytes(gpu, &a.loads, take(), bodies),
            write_bytes(gpu, a.broad.anchors(), take(), bodies),
            write_bytes(gpu, a.broad.link_starts(), take(), bodies + 1),
            write_bytes(gpu, a.broad.links(), take(), 2 * pairs),
            write_bytes(gpu, a.broad.pairs(), take(), pairs),
            write_pairs(gpu, &a.warm, take(), pairs),
            write_pairs(gpu, &a.memories, take(), pairs),
            write_bytes(gpu, &a.walls.starts, take(), bodies + 1),
            write_bytes(gpu, &a.walls.links, take(), walls),
            write_bytes(gpu, &a.walls.memories, take(), walls * MAX_CONTACTS),
        ];
        if !fits.iter().all(|fits| *fits) || bodies != run.grains.len() {
            let text = "the arrays of the GPU in the checkpoint do not fit its grains".to_string();
            return Err(GpuError::Internal(text).into());
        }
        a.write_rooms(gpu, run);
        let words = [
            (Word::Bodies, bodies as u32),
            (Word::Pairs, pairs as u32),
            (Word::WallLinks, walls as u32),
            (Word::Rebuild, raw.rebuild),
            (Word::WallTravel, raw.wall_travel),
        ];
        a.set_words(gpu, &words);
        a.flows = raw.flows;
        self.rhythm.due = raw.rebuild != 0;
        Ok(())
    }
}
