//! A step as it is recorded for those who look at kernels: see [`crate::device::record`].

use super::Device;
use super::steps::Extent;
use crate::device::GpuError;
use crate::device::buffer::read_buffer;
use crate::device::kernel::workgroups;
use crate::device::program::{Groups, Part};
use crate::device::record::{ArrayRecord, BufferRecord, DispatchRecord, GroupsRecord, StepRecord};
use crate::engine::{EngineError, State};

/// Steps among which one without rebuild is looked for: lists that last shorter than a step are no lists.
const MOST_TRIES: u64 = 100;

/// The dispatches of a step without rebuild.
const PLAIN: Extent = Extent { from_the_middle: false, rebuilds: false };

/// Buffers by their numbers.
#[derive(Default)]
struct Numbered(Vec<wgpu::Buffer>);

impl Numbered {
    fn number(&mut self, buffer: &wgpu::Buffer) -> usize {
        self.0.iter().position(|known| known == buffer).unwrap_or_else(|| {
            self.0.push(buffer.clone());
            self.0.len() - 1
        })
    }
}

impl Device {
    /// Takes steps until one has made no new list of pairs, and returns that one.
    pub async fn recorded_step(&mut self, run: &mut State) -> Result<StepRecord, EngineError> {
        for _ in 0..MOST_TRIES {
            self.begin(run, 1);
            let (dispatches, buffers) = self.plain_step(run.grains.len());
            let summed: Vec<wgpu::Buffer> = self.steps.summed().map(|array| array.buffer.clone()).collect();
            let before = self.words(&buffers).await?;
            let (grains, step, rebuilds) = (run.grains.len(), run.step, run.counts.rebuilds);
            let growths = self.tally.growths;
            let _ = self.run_steps(run, 1).await?;
            let is_plain = run.counts.rebuilds == rebuilds;
            if is_plain && run.grains.len() == grains && self.tally.growths == growths {
                let after = self.words(&buffers).await?;
                let record = |((before, after), buffer): ((Vec<u32>, Vec<u32>), &wgpu::Buffer)| BufferRecord {
                    before,
                    after,
                    is_summed: summed.contains(buffer),
                };
                return Ok(StepRecord {
                    adapter: self.adapter().name.clone(),
                    families: self.gpu.needs.families,
                    bodies: grains,
                    pairs: run.counts.candidates,
                    step,
                    buffers: before.into_iter().zip(after).zip(&buffers.0).map(record).collect(),
                    dispatches,
                });
            }
        }
        Err(GpuError::Internal(format!("each of {MOST_TRIES} steps has made a new list of pairs")).into())
    }

    /// The dispatches of a step without rebuild, and all buffers that they see.
    fn plain_step(&self, bodies: usize) -> (Vec<DispatchRecord>, Numbered) {
        let mut buffers = Numbered::default();
        let arguments = buffers.number(self.arrays.arguments.raw());
        let [x, y] = workgroups(bodies, self.gpu.workgroup);
        let dispatch = |part: &Part| DispatchRecord {
            kernel: part.bound.name(),
            text: part.bound.text().clone(),
            groups: match part.groups {
                Groups::Bodies => GroupsRecord::Bodies([x, y, 1]),
                Groups::One => GroupsRecord::One,
                Groups::At(offset) => GroupsRecord::At { buffer: arguments, word: offset as usize / 4 },
            },
            arrays: part
                .bound
                .arrays()
                .iter()
                .map(|array| ArrayRecord {
                    name: array.declared.name.clone(),
                    group: array.declared.group,
                    place: array.declared.place,
                    buffer: buffers.number(&array.buffer),
                    words: array.bytes as usize / 4,
                })
                .collect(),
        };
        let dispatches = self.steps.parts_of(PLAIN).map(dispatch).collect();
        (dispatches, buffers)
    }

    async fn words(&self, buffers: &Numbered) -> Result<Vec<Vec<u32>>, GpuError> {
        let mut words = Vec::with_capacity(buffers.0.len());
        for buffer in &buffers.0 {
            words.push(read_buffer(&self.gpu, ("record of a step", buffer), buffer.size() as usize / 4).await?);
        }
        Ok(words)
    }
}
