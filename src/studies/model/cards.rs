//! Cards that steps are projected to: figures of their makers, and the few that makers do not give.

use serde::Serialize;

use super::interpreter::SOURCES;

/// A card.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Card {
    /// Its name on the command line.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Where the figures come from.
    pub source: &'static str,
    /// Lanes of a wave.
    pub wave: usize,
    /// Units that each issue an instruction of a wave at a time.
    pub simds: u32,
    /// Nearest caches, each of which gives a line of 128 bytes in a cycle.
    pub caches: u32,
    /// Clock [1/s].
    pub clock: f64,
    /// Bandwidth of its memory [bytes/s].
    pub bandwidth: f64,
    /// Registers of each lane of a SIMD, over all its waves.
    pub registers: u32,
    /// They are given out by so many.
    pub register_granule: u32,
    /// Waves of a SIMD at most.
    pub most_waves: u32,
    /// Shared memory for the waves of a SIMD [bytes].
    pub shared: u64,
    /// Cycles that an instruction of arithmetic occupies its SIMD for, on average.
    pub cycles_per_operation: f64,
    /// The same for a square root, a reciprocal and the like.
    pub cycles_per_transcendental: f64,
    /// Cycles from one instruction of a wave to the next that needs its result.
    pub lone_operation: f64,
    /// The same behind a square root and the like.
    pub lone_transcendental: f64,
    /// Cycles that a wave waits for a load: from shared memory, from small tables, from arrays of its own, from memory.
    pub waits: [f64; SOURCES],
}

impl Card {
    /// The card of a name.
    pub fn named(key: &str) -> Option<&'static Self> {
        CARDS.iter().find(|card| card.key == key)
    }

    /// Waves of a kernel that a SIMD holds, by its registers and the shared memory of a wave [bytes].
    pub fn waves(&self, registers: u32, shared: u64) -> u32 {
        let registers = registers.max(1).next_multiple_of(self.register_granule);
        let by_memory = self.shared.checked_div(shared).map_or(self.most_waves, |waves| waves as u32);
        (self.registers / registers).min(by_memory).clamp(1, self.most_waves)
    }
}

/// All of them.
pub const CARDS: [Card; 3] = [
    Card {
        key: "7900xtx",
        name: "AMD Radeon RX 7900 XTX",
        source: "AMD: 96 compute units of two SIMDs, 960 GB/s, game clock 2.3 and boost clock 2.5 GHz, of which the middle; registers \
                 and waves as RADV counts them on gfx1100",
        wave: 64,
        simds: 192,
        caches: 96,
        clock: 2.4e9,
        bandwidth: 960e9,
        registers: 768,
        register_granule: 12,
        most_waves: 16,
        shared: 32 << 10,
        // A wave of 64 lanes takes two cycles, and one where its instructions can be issued in pairs.
        cycles_per_operation: 1.6,
        cycles_per_transcendental: 8.0,
        lone_operation: 5.0,
        lone_transcendental: 12.0,
        waits: [100.0, 140.0, 150.0, 600.0],
    },
    Card {
        key: "6800xt",
        name: "AMD Radeon RX 6800 XT",
        source: "AMD: 72 compute units of two SIMDs, 512 GB/s, boost clock 2.25 GHz; registers and waves as RADV counts them on gfx1030",
        wave: 64,
        simds: 144,
        caches: 72,
        clock: 2.25e9,
        bandwidth: 512e9,
        registers: 512,
        register_granule: 8,
        most_waves: 16,
        shared: 32 << 10,
        cycles_per_operation: 2.0,
        cycles_per_transcendental: 8.0,
        lone_operation: 5.0,
        lone_transcendental: 12.0,
        waits: [100.0, 140.0, 150.0, 600.0],
    },
    Card {
        key: "rtx3080",
        name: "NVIDIA GeForce RTX 3080",
        source: "NVIDIA: 68 multiprocessors of four partitions, 760 GB/s, boost clock 1.71 GHz, 65,536 registers and 48 warps of a \
                 multiprocessor; a stand-in, as registers are those of AMD's compiler and latencies those of the cards above",
        wave: 32,
        simds: 272,
        caches: 68,
        clock: 1.71e9,
        bandwidth: 760e9,
        registers: 512,
        register_granule: 8,
        most_waves: 12,
        shared: 25 << 10,
        // Half of the lanes do integers too, the other half only floats.
        cycles_per_operation: 1.5,
        cycles_per_transcendental: 8.0,
        lone_operation: 5.0,
        lone_transcendental: 12.0,
        waits: [100.0, 140.0, 150.0, 600.0],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Waves as the compiler itself tells them for kernels of so many registers.
    #[test]
    fn waves_are_those_of_the_compiler() {
        let waves = |key: &str, registers| Card::named(key).map(|card| card.waves(registers, 0));
        for (registers, expected) in
            [(12, 16), (48, 16), (60, 12), (84, 9), (96, 8), (108, 7), (192, 4), (216, 3), (252, 3), (256, 2)]
        {
            assert_eq!(waves("7900xtx", registers), Some(expected), "{registers}");
        }
        for (registers, expected) in
            [(8, 16), (32, 16), (48, 10), (64, 8), (80, 6), (96, 5), (104, 4), (168, 3), (208, 2), (256, 2)]
        {
            assert_eq!(waves("6800xt", registers), Some(expected), "{registers}");
        }
        assert_eq!(Card::named("7900xtx").map(|card| card.waves(48, 8 << 10)), Some(4));
    }
}
