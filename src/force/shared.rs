//! What neighbouring contacts of one grain with one wall have in common.

use super::ContactHistory;
use super::kinematics::Own;

/// The part of a contact that is another's as well. Two maxima of the overlap with a wall are two contacts; where the grain
/// is in the wall all the way from one to the other, down to the depth of the valley between them, it is there once, not
/// twice. With w the energy of an overlap, both together have w(d1) + w(d2) - w(valley): two contacts where the valley is out
/// of the wall, one where there is no valley, and no step between.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shared {
    /// How much of what is shared is taken off this contact, from 0 to 1; the rest of it off its neighbours.
    pub part: f64,
    /// How deep the valley is in the wall [m], no deeper than the contact.
    pub depth: f64,
}

impl Shared {
    /// Takes over a part of what is shared down to a depth.
    pub(crate) fn add(&mut self, part: f64, depth: f64) {
        let sum = self.part + part;
        if sum > 0.0 {
            *self = Self { part: sum, depth: (self.part * self.depth + part * depth) / sum };
        }
    }

    /// What is left for the contact alone, where elastic forces grow with a power of the overlap [m].
    #[inline]
    pub(super) fn own_share(&self, overlap: f64, power: f64) -> Own<f64> {
        Own {
            force: self.left(overlap, power),
            energy: self.left(overlap, power + 1.0),
            // A pull that does not change with the overlap, and its potential.
            pull: [0.0, 1.0].map(|power| self.left(overlap, power)),
            alone: self.part == 0.0,
        }
    }

    /// The share that is left of what grows with a power of the overlap.
    fn left(&self, overlap: f64, power: f64) -> f64 {
        let likeness = self.likeness(overlap);
        if likeness > 0.0 { 1.0 - self.part * likeness.powf(power) } else { 1.0 }
    }

    /// How far this contact is one with its neighbours: from 0, not at all, to 1, where there is no valley.
    pub fn likeness(&self, overlap: f64) -> f64 {
        if self.part > 0.0 { (self.depth / overlap).clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// The energy error of one contact of a grain with a wall is that of all of them: energy goes from one to another as their parts
/// change, and what one leaves that has ended, of `left` [J], is for the others. Each has it as far as it has energy. Returns
/// what is left with none of them [J].
pub(crate) fn share_error(contacts: &mut [ContactHistory], left: f64) -> f64 {
    let touching = || contacts.iter().filter(|contact| contact.touching);
    let energy: f64 = touching().map(|contact| contact.elastic).sum();
    if energy <= 0.0 {
        return left;
    }
    let error = left + touching().map(|contact| contact.energy_error).sum::<f64>();
    for contact in contacts.iter_mut().filter(|contact| contact.touching) {
        contact.energy_error = error * (contact.elastic / energy);
    }
    0.0
}
