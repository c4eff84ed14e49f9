//! A recorded step, interpreted dispatch after dispatch, and held against what the device has made of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::interpreter::{Bound, Counts, InterpretError, Kernel};
use crate::device::record::{DispatchRecord, GroupsRecord, StepRecord};

/// What a step has done.
#[derive(Clone, Debug)]
pub struct InterpretedStep {
    /// The device that the arrays come from.
    pub adapter: String,
    /// Bits of the families of shapes that its kernels are compiled for.
    pub families: u32,
    /// Bodies.
    pub bodies: usize,
    /// Candidate pairs.
    pub pairs: usize,
    /// Lanes of a wave.
    pub wave: usize,
    /// Its dispatches in order.
    pub kernels: Vec<KernelCounts>,
    /// How far the arrays that it has written are those of the device.
    pub agreement: Vec<Agreement>,
    /// What all memory holds at its end, in the order of the record.
    pub memory: Vec<Vec<u32>>,
}

/// A dispatch.
#[derive(Clone, Debug)]
pub struct KernelCounts {
    /// The kernel.
    pub kernel: &'static str,
    /// Whether it has more work where there are more grains.
    pub scales: bool,
    /// What it has done.
    pub counts: Counts,
}

/// An array that a step has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Its name.
    pub array: String,
    /// Words that the device has changed in the step.
    pub changed: usize,
    /// Words that differ afterwards: by rounding, or by the order in which lanes came to a list.
    pub different: usize,
}

/// Interprets a step in waves of so many lanes.
pub fn interpret(record: &StepRecord, wave: usize) -> Result<InterpretedStep, InterpretError> {
    let mut memory: Vec<Vec<u32>> = record.buffers.iter().map(|buffer| buffer.before.clone()).collect();
    let mut known: BTreeMap<Arc<str>, Kernel> = BTreeMap::new();
    let mut kernels = Vec::new();
    for dispatch in &record.dispatches {
        if !known.contains_key(&dispatch.text) {
            known.insert(dispatch.text.clone(), Kernel::new(dispatch.kernel, &dispatch.text)?);
        }
        let groups = groups(dispatch, &memory)?;
        let counts = known[&dispatch.text].run(&mut memory, &bound(dispatch), groups, wave)?;
        kernels.push(KernelCounts { kernel: dispatch.kernel, scales: dispatch.groups != GroupsRecord::One, counts });
    }
    Ok(InterpretedStep {
        adapter: record.adapter.clone(),
        families: record.families,
        bodies: record.bodies,
        pairs: record.pairs,
        wave,
        agreement: agreement(record, &kernels, &memory),
        kernels,
        memory,
    })
}

fn bound(dispatch: &DispatchRecord) -> Vec<Bound> {
    let array = |array: &crate::device::record::ArrayRecord| Bound {
        at: [array.group, array.place],
        buffer: array.buffer,
        words: array.words,
    };
    dispatch.arrays.iter().map(array).collect()
}

/// Workgroups of a dispatch, as what was interpreted before it has left them.
fn groups(dispatch: &DispatchRecord, memory: &[Vec<u32>]) -> Result<[u32; 3], InterpretError> {
    match dispatch.groups {
        GroupsRecord::Bodies(groups) => Ok(groups),
        GroupsRecord::One => Ok([1, 1, 1]),
        GroupsRecord::At { buffer, word } => {
            let words = memory[buffer].get(word..word + 3).and_then(|words| words.try_into().ok());
            words.ok_or_else(|| InterpretError {
                kernel: dispatch.kernel.into(),
                reason: "there is no number of workgroups for it".into(),
            })
        }
    }
}

/// Compares what was written. Memory that the sums of a batch have changed since is left out.
fn agreement(record: &StepRecord, kernels: &[KernelCounts], memory: &[Vec<u32>]) -> Vec<Agreement> {
    let mut found: BTreeMap<(&str, usize), Agreement> = BTreeMap::new();
    for (dispatch, done) in record.dispatches.iter().zip(kernels) {
        for array in &dispatch.arrays {
            let is_written = done.counts.arrays.iter().any(|own| own.name == array.name && own.written > 0);
            let buffer = &record.buffers[array.buffer];
            if !is_written || buffer.is_summed {
                continue;
            }
            found.entry((&array.name, array.buffer)).or_insert_with(|| {
                let (before, after, own) = (&buffer.before, &buffer.after, &memory[array.buffer]);
                let different = |[p, q]: [&[u32]; 2]| {
                    p[..array.words].iter().zip(&q[..array.words]).filter(|(p, q)| p != q).count()
                };
                Agreement {
                    array: array.name.clone(),
                    changed: different([before, after]),
                    different: different([after, own]),
                }
            });
        }
    }
    found.into_values().collect()
}

impl InterpretedStep {
    /// Operations of all lanes.
    pub fn lane_operations(&self) -> u64 {
        self.kernels.iter().map(|done| done.counts.lane_operations).sum()
    }

    /// Instructions of arithmetic of all waves.
    pub fn wave_operations(&self) -> u64 {
        self.kernels.iter().map(|done| done.counts.wave_operations()).sum()
    }

    /// Instructions of control of all waves.
    pub fn control(&self) -> u64 {
        self.kernels.iter().map(|done| done.counts.control()).sum()
    }

    /// The share of lanes that are at work while waves do arithmetic.
    pub fn lanes_at_work(&self) -> f64 {
        share(self.lane_operations(), self.wave_operations() * self.wave as u64)
    }

    /// Bytes read and written by array, each sector once for each kernel; those with most traffic first.
    pub fn bytes_by_array(&self) -> Vec<(String, [u64; 2])> {
        let mut found: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
        for array in self.kernels.iter().flat_map(|done| &done.counts.arrays) {
            let bytes = found.entry(&array.name).or_default();
            *bytes = [bytes[0] + array.read, bytes[1] + array.written];
        }
        let mut found: Vec<_> = found.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
        found.retain(|(_, [read, written])| read + written > 0);
        found.sort_by_key(|(_, [read, written])| std::cmp::Reverse(read + written));
        found
    }

    /// Bytes read and written.
    pub fn bytes(&self) -> [u64; 2] {
        self.bytes_by_array().iter().fold([0, 0], |sum, (_, bytes)| [sum[0] + bytes[0], sum[1] + bytes[1]])
    }
}

/// A part of a whole; none of nothing.
pub fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}
