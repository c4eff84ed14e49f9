//! For tests: all that does not outlive a step is overwritten.

use super::Device;
use crate::device::life::{Life, WordLife};
use crate::device::schema::control::Word;

impl Device {
    /// Overwrites what does not outlive a step with bits that are no number and no index, at the end of one.
    pub(crate) fn scrub(&self) {
        let control = self.arrays.control.read(&self.gpu, Word::COUNT).expect("a GPU that works");
        for life in self.arrays.lives() {
            let held = match life {
                Life::State(..) | Life::Scene(_) => continue,
                Life::Batch(held) | Life::Step(held) | Life::Passes(held) | Life::Counted(held) => held,
            };
            for (buffer, bytes) in held.parts().into_iter().filter(|(buffer, _)| *buffer != self.arrays.control.raw()) {
                self.gpu.queue.write_buffer(buffer, 0, &vec![0xff; bytes as usize]);
            }
        }
        for word in Word::ALL {
            match word.life() {
                WordLife::State | WordLife::Scene => {}
                WordLife::Batch | WordLife::Step => self.arrays.set_words(&self.gpu, &[(*word, u32::MAX)]),
                WordLife::Zero => assert_eq!(control[*word as usize], 0, "{word:?} at the end of a step"),
            }
        }
        self.count_workgroups();
    }
}
