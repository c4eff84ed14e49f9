//! For tests: all that does not outlive a step is overwritten.

use super::Device;
use crate::device::life::{Life, WordLife};
use crate::device::schema::control::{ListWord, Word};
use crate::device::schema::records::GpuContact;

impl Device {
    /// Overwrites what does not outlive a step with bits that are no number and no index, at the end of one.
    pub(crate) fn scrub(&self) {
        let control = self.arrays.control.read(&self.gpu, Word::COUNT).expect("a GPU that works");
        for life in self.arrays.lives() {
            let (held, head) = match life {
                Life::State(..) | Life::Scene(_) => continue,
                Life::Batch(held) | Life::Step(held) | Life::Passes(held) => (held, 0),
                Life::Lists(held) => (held, 4 * ListWord::COUNT as u64),
                Life::Counted(held) => (held, 0),
            };
            for (buffer, bytes) in held.parts().into_iter().filter(|(buffer, _)| *buffer != self.arrays.control.raw()) {
                self.gpu.queue.write_buffer(buffer, head, &vec![0xff; (bytes - head) as usize]);
            }
        }
        for page in self.arrays.contacts.arrays() {
            let head = page.read(&self.gpu, 1).expect("a GPU that works");
            assert_eq!(head, [GpuContact::default()], "words before contacts at the end of a step");
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
