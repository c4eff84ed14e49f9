//! From counts to times.
//!
//! A kernel takes as long as the slowest of four things: arithmetic, if all SIMDs do nothing else; the nearest caches, a line in a
//! cycle; memory, each sector once at a share of the bandwidth; and latency: waves one after the other where a SIMD holds no more
//! of them, and never less than the longest wave by itself. A dispatch has its overhead on top. Nothing overlaps: kernels wait
//! for each other.
//!
//! Exact: instructions of the text, lanes, sectors. Assumed: that compilers add a quarter to the instructions (addresses, moves), that
//! a wave waits once for loads that are asked for together, the cycles of all waits, the overhead of a dispatch. Left out: misses of
//! the instruction cache, spills, branches for small private arrays, caches between memory and the nearest (which make small beds
//! faster, as their arrays fit), uniform work on scalar units. Expect a factor of two either way, and less between two versions.

use serde::Serialize;

use super::cards::Card;
use super::interpreter::{Counts, Wave};
use super::registers::{Known, Registers};
use super::step::{InterpretedStep, KernelCounts};

/// The share of a card's bandwidth that programs reach.
pub const REACHED_BANDWIDTH: f64 = 0.8;
/// From one dispatch to the next that waits for it [s].
pub const DISPATCH: f64 = 4e-6;
/// Instructions that compilers make of one of the text.
pub const COMPILED: f64 = 1.25;

/// What a kernel waits for most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// Arithmetic.
    Arithmetic,
    /// The nearest caches.
    Cache,
    /// Memory.
    Memory,
    /// Waves that wait.
    Latency,
}

impl Bound {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Arithmetic => "arithmetic",
            Self::Cache => "cache",
            Self::Memory => "memory",
            Self::Latency => "latency",
        }
    }
}

/// A dispatch on a card. The names are those of the JSON.
#[derive(Clone, Debug, Serialize)]
pub struct KernelTime {
    /// The kernel.
    pub kernel: &'static str,
    /// Waves.
    pub waves: f64,
    /// Waves that a SIMD holds at a time.
    pub waves_per_simd: u32,
    /// Time of arithmetic [s].
    pub arithmetic: f64,
    /// Time of the nearest caches [s].
    pub cache: f64,
    /// Time of memory [s].
    pub memory: f64,
    /// Time of waves that wait [s].
    pub latency: f64,
    /// The longest of these [s].
    pub seconds: f64,
    /// Which it is.
    pub bound: Bound,
}

/// A step on a card.
#[derive(Clone, Debug, Serialize)]
pub struct StepTime {
    /// Grains.
    pub particles: usize,
    /// Its dispatches in order.
    pub kernels: Vec<KernelTime>,
    /// Time of all dispatches, their overhead included [s].
    pub seconds: f64,
    /// Particle-steps in a second.
    pub particle_steps_per_second: f64,
    /// Kernels whose registers are not known.
    pub unknown_registers: Vec<&'static str>,
    /// Kernels whose registers are known for other shapes only.
    pub registers_of_other_shapes: Vec<&'static str>,
}

/// The time of an interpreted step for `particles` grains in the same state.
pub fn step_time(step: &InterpretedStep, card: &Card, registers: &Registers, particles: usize) -> StepTime {
    let known = |done: &KernelCounts| registers.of(done.kernel, step.families);
    let listed = |is_meant: &dyn Fn(Known) -> bool| -> Vec<&'static str> {
        let mut names: Vec<_> = step.kernels.iter().filter(|own| is_meant(known(own))).map(|own| own.kernel).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let kernels: Vec<KernelTime> = step
        .kernels
        .iter()
        .map(|done| {
            let scale = if done.scales { particles as f64 / step.bodies.max(1) as f64 } else { 1.0 };
            kernel_time(done, card, known(done).registers(), scale)
        })
        .collect();
    let seconds = kernels.iter().map(|kernel| kernel.seconds + DISPATCH).sum();
    StepTime {
        particles,
        kernels,
        seconds,
        particle_steps_per_second: particles as f64 / seconds,
        unknown_registers: listed(&|known| known == Known::Unknown),
        registers_of_other_shapes: listed(&|known| matches!(known, Known::OfOtherShapes(_))),
    }
}

fn kernel_time(done: &KernelCounts, card: &Card, registers: u32, scale: f64) -> KernelTime {
    let counts = &done.counts;
    let waves = counts.waves.len() as f64 * scale;
    let waves_per_workgroup = (counts.waves.len() as u64).checked_div(counts.workgroups).unwrap_or(1).max(1);
    let waves_per_simd = card.waves(registers, counts.shared_bytes / waves_per_workgroup);
    let (simds, clock) = (f64::from(card.simds), card.clock);
    let [read, written] = counts.bytes();
    let memory = (read + written) as f64 * scale / (REACHED_BANDWIDTH * card.bandwidth);
    let arithmetic = busy_cycles(counts, card) * scale / (simds * clock);
    let cache = lines(counts, card) * scale / (f64::from(card.caches) * clock);
    let alone: Vec<f64> = counts.waves.iter().map(|wave| lone_cycles(wave, card)).collect();
    let together = simds * f64::from(waves_per_simd);
    let longest = alone.iter().fold(0.0, |longest: f64, wave| longest.max(*wave));
    let latency = longest.max(alone.iter().sum::<f64>() * scale / together) / clock;
    let bounds =
        [(Bound::Arithmetic, arithmetic), (Bound::Cache, cache), (Bound::Memory, memory), (Bound::Latency, latency)];
    let (bound, seconds) =
        bounds.into_iter().fold((Bound::Latency, 0.0), |most, own| if own.1 > most.1 { own } else { most });
    KernelTime { kernel: done.kernel, waves, waves_per_simd, arithmetic, cache, memory, latency, seconds, bound }
}

/// Cycles for which all waves occupy a SIMD.
fn busy_cycles(counts: &Counts, card: &Card) -> f64 {
    let of_wave = |wave: &Wave| {
        COMPILED * wave.arithmetic as f64 * card.cycles_per_operation
            + wave.transcendental as f64 * card.cycles_per_transcendental
    };
    counts.waves.iter().map(of_wave).sum()
}

/// Lines that go through the nearest caches: of arrays, and of what lanes have by themselves, where a word of all lanes is one piece.
fn lines(counts: &Counts, card: &Card) -> f64 {
    let of_own_word = (4 * card.wave) as f64 / super::interpreter::LINE as f64;
    counts.lines as f64 + counts.own_words as f64 * of_own_word
}

/// Cycles that a wave takes if it is alone.
fn lone_cycles(wave: &Wave, card: &Card) -> f64 {
    let waits: f64 = wave.waits.iter().zip(card.waits).map(|(count, cycles)| *count as f64 * cycles).sum();
    card.lone_operation * (wave.arithmetic + wave.control) as f64
        + card.lone_transcendental * wave.transcendental as f64
        + waits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::model::CARDS;
    use crate::studies::model::interpreter::Traffic;

    fn step(wave: Wave, waves: usize, bytes: u64) -> InterpretedStep {
        let traffic = Traffic { name: "poses".into(), read: bytes, written: 0 };
        let counts =
            Counts { workgroups: waves as u64, waves: vec![wave; waves], arrays: vec![traffic], ..Counts::default() };
        InterpretedStep {
            adapter: String::new(),
            families: 1,
            bodies: 1000,
            pairs: 0,
            wave: 64,
            kernels: vec![KernelCounts { kernel: "kick", scales: true, counts }],
            agreement: Vec::new(),
            memory: Vec::new(),
        }
    }

    /// A wave by itself takes its time whatever there is beside it; bytes and full SIMDs take theirs in proportion.
    #[test]
    fn latency_stays_and_the_rest_grows_with_the_grains() {
        let (card, registers) = (&CARDS[0], Registers::own().expect("a table"));
        let waits = Wave { arithmetic: 100, waits: [0, 0, 0, 10], ..Wave::default() };
        let alone = (100.0 * 5.0 + 10.0 * 600.0) / 2.4e9;
        let few = step(waits, 16, 0);
        for particles in [10, 1000, 100_000] {
            let time = step_time(&few, card, &registers, particles);
            assert!((time.seconds - alone - DISPATCH).abs() < 1e-12 && time.kernels[0].bound == Bound::Latency);
        }
        let many = step_time(&few, card, &registers, 100_000_000);
        assert!((many.kernels[0].latency / (16e5 * alone / (192.0 * 16.0)) - 1.0).abs() < 1e-9);
        let memory = step(Wave::default(), 16, 960_000);
        let time = step_time(&memory, card, &registers, 2000);
        assert!((time.seconds - 2e-6 / REACHED_BANDWIDTH - DISPATCH).abs() < 1e-12, "{time:?}");
        assert_eq!((time.kernels[0].bound, time.unknown_registers.len()), (Bound::Memory, 0));
    }
}
