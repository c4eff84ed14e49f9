//! How long what the device holds is of use: said once for every array and every word of the control block.
//!
//! Checkpoints, larger arrays and tests walk these declarations. The structs that hold arrays are taken apart field by field where
//! the declarations are made (`lives` of `executor/arrays.rs` and of `broad.rs`), and words are matched one by one
//! (`Word::life` of `schema/control.rs`), so that a new array or word does not compile before its life is said.

use std::pin::Pin;

use bytemuck::{Pod, Zeroable};

use super::buffer::Array;
use super::pages::Paged;
use super::schema::constants::{FIXED_BODY, HISTORY_BITS};
use super::schema::records::GpuWallLink;
use super::schema::records::{FixedTurn, GpuPose};
use super::schema::records::{GpuHistory, GpuLoad, GpuMotion, GpuPairHistory, GpuPairRolling, GpuWarm};
use super::{Gpu, GpuError};

/// The life of what an array holds.
pub enum Life<'a> {
    /// It follows from the scene, from the capacity of arrays and from the device: written where the array is made.
    Scene(&'a dyn Held),
    /// The host writes it at the start of a batch of steps.
    Batch(&'a dyn Held),
    /// Every step makes it before it is read; a step that halts for larger arrays and goes on still needs it.
    Step(&'a dyn Held),
    /// It is of use between some passes of one step, or of one rebuild, only.
    Passes(&'a dyn Held),
    /// Lists of a step, with words before them that are 0 at the end of each step, where the next one begins to count.
    Lists(&'a dyn Held),
    /// Numbers of workgroups, which follow from the counts of the state: the pass `schedule` makes them in a rebuild, and after
    /// a state was restored.
    Counted(&'a dyn Held),
    /// It outlives a step: the state, so many elements of it.
    State(Count, &'a dyn Saved),
}

impl Life<'_> {
    /// Whether arrays with other capacity need what it holds.
    pub fn outlives_growth(&self) -> bool {
        match self {
            Self::Batch(_) | Self::Step(_) | Self::State(..) => true,
            // `schedule` comes in the rebuild with which a step goes on in larger arrays.
            Self::Scene(_) | Self::Passes(_) | Self::Lists(_) | Self::Counted(_) => false,
        }
    }

    /// The memory.
    pub fn held(&self) -> &dyn Held {
        match *self {
            Self::Scene(held) | Self::Batch(held) | Self::Step(held) => held,
            Self::Passes(held) | Self::Lists(held) | Self::Counted(held) => held,
            Self::State(_, state) => state,
        }
    }
}

/// How many elements of an array belong to the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// One for each body.
    Bodies,
    /// One for each body, and one behind them.
    BodiesAndOne,
    /// One for each candidate pair.
    Pairs,
    /// One for each body of each candidate pair.
    PairSides,
    /// One for each link of a body with a wall.
    WallLinks,
    /// One for each contact that such a link can have.
    WallContacts,
}

/// How long what a word of the control block says is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordLife {
    /// It follows from the scene, the capacity of arrays and the device.
    Scene,
    /// The host writes it at the start of a batch.
    Batch,
    /// A step or a rebuild makes it before it reads it.
    Step,
    /// 0 at the end of each step, where the next one begins to count or to compare.
    Zero,
    /// It outlives a step: the state.
    State,
}

/// Memory of the device.
pub trait Held {
    /// Its buffers, and how many bytes of each are in use.
    fn parts(&self) -> Vec<(&wgpu::Buffer, u64)>;
}

/// Bytes on their way from the device.
pub type Reading<'a> = Pin<Box<dyn Future<Output = Result<Vec<u8>, GpuError>> + 'a>>;

/// Memory whose first elements are part of the state.
pub trait Saved: Held {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The first `len` elements as bytes.
    fn bytes_of<'a>(&'a self, gpu: &'a Gpu, len: usize) -> Reading<'a>;

    /// Writes bytes to the first `len` elements. False, with nothing written, where they are not so many elements, do not fit, or
    /// hold what no device writes.
    fn restore(&self, gpu: &Gpu, bytes: &[u8], len: usize) -> bool;
}

impl<T: Pod + Zeroable> Held for Array<T> {
    fn parts(&self) -> Vec<(&wgpu::Buffer, u64)> {
        vec![(self.raw(), self.window().bytes)]
    }
}

impl<T: Pod + Zeroable> Held for Paged<T> {
    fn parts(&self) -> Vec<(&wgpu::Buffer, u64)> {
        self.arrays().iter().flat_map(Held::parts).collect()
    }
}

impl<T: Held> Held for Vec<T> {
    fn parts(&self) -> Vec<(&wgpu::Buffer, u64)> {
        self.iter().flat_map(Held::parts).collect()
    }
}

impl<T: Held, const N: usize> Held for [T; N] {
    fn parts(&self) -> Vec<(&wgpu::Buffer, u64)> {
        self.iter().flat_map(Held::parts).collect()
    }
}

/// Records copies of all that larger arrays need of smaller ones, as far as the capacity goes. Both are declared alike.
pub fn copy(encoder: &mut wgpu::CommandEncoder, to: &[Life], from: &[Life]) {
    for (to, from) in to.iter().zip(from).filter(|(to, _)| to.outlives_growth()) {
        for ((to, room), (from, bytes)) in to.held().parts().into_iter().zip(from.held().parts()) {
            encoder.copy_buffer_to_buffer(from, 0, to, 0, bytes.min(room));
        }
    }
}

impl<T: Sound> Saved for Array<T> {
    fn name(&self) -> &'static str {
        Self::name(self)
    }

    fn bytes_of<'a>(&'a self, gpu: &'a Gpu, len: usize) -> Reading<'a> {
        Box::pin(async move { Ok(bytemuck::cast_slice(&self.read_async(gpu, len).await?).to_vec()) })
    }

    fn restore(&self, gpu: &Gpu, bytes: &[u8], len: usize) -> bool {
        let Some(elements) = sound::<T>(bytes, len, self.len()) else { return false };
        self.write(gpu, 0, &elements);
        true
    }
}

impl<T: Sound> Saved for Paged<T> {
    fn name(&self) -> &'static str {
        self.arrays().first().map_or("records", Array::name)
    }

    fn bytes_of<'a>(&'a self, gpu: &'a Gpu, len: usize) -> Reading<'a> {
        // Bytes do not tell where pages were.
        Box::pin(async move { Ok(bytemuck::cast_slice(&self.read_async(gpu, len).await?).to_vec()) })
    }

    fn restore(&self, gpu: &Gpu, bytes: &[u8], len: usize) -> bool {
        let Some(elements) = sound::<T>(bytes, len, self.len()) else { return false };
        self.write(gpu, &elements);
        true
    }
}

/// The `len` elements that `bytes` are, where they fit and all of them are sound.
fn sound<T: Sound>(bytes: &[u8], len: usize, capacity: usize) -> Option<Vec<T>> {
    let fits = len <= capacity && len.checked_mul(size_of::<T>()) == Some(bytes.len());
    let elements = fits.then(|| bytemuck::pod_collect_to_vec::<u8, T>(bytes))?;
    elements.iter().all(Sound::is_sound).then_some(elements)
}

/// An element of the state that can be told from what no device writes. What indices may be, those who know the lists check.
pub trait Sound: Pod + Zeroable {
    /// Whether all its floats are finite, and all turns have length 1.
    fn is_sound(&self) -> bool;
}

/// Whether all words are finite floats; small whole numbers among them are.
fn finite(words: &[u32]) -> bool {
    words.iter().all(|word| f32::from_bits(*word).is_finite())
}

/// How far the squared length of a turn may be from 1.
const TURN_TOLERANCE: f64 = 1e-3;

fn is_turn(squares: impl Iterator<Item = f64>) -> bool {
    (squares.sum::<f64>() - 1.0).abs() <= TURN_TOLERANCE
}

impl Sound for u32 {
    fn is_sound(&self) -> bool {
        true
    }
}

impl Sound for [u32; 2] {
    fn is_sound(&self) -> bool {
        true
    }
}

impl Sound for GpuPose {
    fn is_sound(&self) -> bool {
        // Before the first rebuild, no body has a pose of it.
        let Self { high: _, kind: _, low: _, flags, turn } = self;
        flags & !FIXED_BODY == 0 && (*turn == [0.0; 4] || is_turn(turn.iter().map(|x| f64::from(*x).powi(2))))
    }
}

impl Sound for GpuMotion {
    fn is_sound(&self) -> bool {
        // Whole numbers; velocities that are too large, the pass `drift` refuses.
        true
    }
}

impl Sound for FixedTurn {
    fn is_sound(&self) -> bool {
        is_turn(self.components().into_iter().map(|x| x * x))
    }
}

impl Sound for GpuLoad {
    fn is_sound(&self) -> bool {
        let Self { force, turn_work, torque, energy_error } = self;
        force.iter().chain(torque).chain([turn_work, energy_error]).all(|x| x.is_finite())
    }
}

impl Sound for GpuWarm {
    fn is_sound(&self) -> bool {
        let Self { axis, flags } = self;
        axis.iter().all(|x| x.is_finite()) && flags & !HISTORY_BITS == 0
    }
}

impl Sound for GpuPairHistory {
    fn is_sound(&self) -> bool {
        self.flags & !HISTORY_BITS == 0 && finite(bytemuck::cast_slice(std::slice::from_ref(self)))
    }
}

impl Sound for GpuPairRolling {
    fn is_sound(&self) -> bool {
        finite(bytemuck::cast_slice(std::slice::from_ref(self)))
    }
}

impl Sound for GpuHistory {
    fn is_sound(&self) -> bool {
        finite(bytemuck::cast_slice(std::slice::from_ref(self)))
    }
}

impl Sound for GpuWallLink {
    fn is_sound(&self) -> bool {
        // Where it was before the last rebuild, the next one tells before it reads.
        let Self { body: _, surface: _, from_link: _, slots, contacts } = self;
        slots >> contacts.len() == 0 && finite(bytemuck::cast_slice(contacts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytemuck::bytes_of;
    use glam::{DQuat, DVec3};

    #[test]
    fn what_no_device_writes_is_refused() {
        let pose = GpuPose::new(DVec3::X, DQuat::IDENTITY, 0, 0);
        assert!(sound::<GpuPose>(bytes_of(&pose), 1, 1).is_some());
        assert!(sound::<GpuPose>(bytes_of(&pose), 1, 0).is_none(), "it does not fit");
        assert!(sound::<GpuPose>(bytes_of(&pose), 2, 2).is_none(), "one element for two");
        assert!(sound::<GpuPose>(&[], usize::MAX, usize::MAX).is_none());
        assert!(!GpuPose { turn: [0.0, 0.5, 0.0, 0.0], ..pose }.is_sound());
        assert!(!GpuPose { turn: [f32::NAN; 4], ..pose }.is_sound());
        assert!(!FixedTurn::default().is_sound(), "a turn of no length");
        assert!(!GpuLoad { torque: [0.0, f32::INFINITY, 0.0], ..GpuLoad::default() }.is_sound());
        assert!(!GpuHistory { wall_work: f32::NAN, ..GpuHistory::default() }.is_sound());
        assert!(!GpuPairHistory { couple: [0.0, f32::NAN, 0.0], ..GpuPairHistory::default() }.is_sound());
        assert!(!GpuWarm { axis: [f32::NAN; 3], ..GpuWarm::default() }.is_sound());
        assert!(!GpuWarm { flags: 32, ..GpuWarm::default() }.is_sound(), "a bit that no history has");
        assert!(!GpuWallLink { slots: 64, ..GpuWallLink::default() }.is_sound());
        assert!(GpuWallLink { slots: 63, from_link: u32::MAX, ..GpuWallLink::default() }.is_sound());
    }
}
