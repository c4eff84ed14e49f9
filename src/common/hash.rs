//! The hash of a state: equal for equal bits.

use glam::{DQuat, DVec3};

/// FNV-1a over 64-bit words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StateHash(u64);

impl Default for StateHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

/// A check sum of bytes, eight at a time: it tells damage and changes, not forgery.
pub(crate) fn check_sum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
    bytes.chunks(8).map(word).fold(0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64, mix)
}

impl StateHash {
    pub fn word(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// A text, byte by byte.
    pub fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.word(u64::from(byte)));
    }

    pub fn vector(&mut self, v: DVec3) {
        v.to_array().into_iter().for_each(|x| self.word(x.to_bits()));
    }

    pub fn turn(&mut self, q: DQuat) {
        q.to_array().into_iter().for_each(|x| self.word(x.to_bits()));
    }

    pub fn value(self) -> u64 {
        self.0
    }
}
