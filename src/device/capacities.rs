//! How much the arrays of the device hold: one set of numbers, which grows where a list does not fit.

use super::schema::control::StatusFlag;
use super::schema::records::{GpuBounds, GpuHistory};
use crate::walls::MAX_CONTACTS;

/// How much the arrays hold. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacities {
    /// Bodies.
    pub bodies: usize,
    /// (body, cell) entries.
    pub entries: usize,
    /// Pairs found, before they are sorted. Where they do not fit, the word `Found` counts repeats as well.
    pub found: usize,
    /// Candidate pairs.
    pub pairs: usize,
    /// Links of bodies with walls.
    pub walls: usize,
}

impl Capacities {
    /// What packings of so many grains mostly need, as far as arrays can have that much; or next to nothing, to try how arrays
    /// grow.
    pub fn usual(bodies: usize, largest_array: u64, min_capacity: bool) -> Self {
        let bodies = bodies.max(1);
        if min_capacity {
            return Self { bodies, entries: 1, found: 1, pairs: 1, walls: 1 };
        }
        let most = Self::most(largest_array);
        let pairs = 6 * bodies + 64;
        Self {
            bodies,
            entries: (12 * bodies + 64).min(most.entries),
            found: pairs.min(most.found),
            pairs: pairs.min(most.pairs),
            walls: (bodies / 4 + 64).min(most.walls),
        }
    }

    /// The most that arrays of so many bytes hold: what is guessed or to spare ends here. What is needed does not, and is
    /// refused where the array is made.
    fn most(largest_array: u64) -> Self {
        let room = |bytes: usize| largest_array as usize / bytes;
        let list = room(size_of::<[u32; 2]>());
        Self {
            bodies: room(size_of::<GpuBounds>()),
            entries: list,
            found: list,
            // Partners, two of each pair; records are in pages.
            pairs: room(2 * size_of::<[u32; 2]>()),
            walls: room(MAX_CONTACTS * size_of::<GpuHistory>()),
        }
    }

    /// Places for cells: about as many as entries, as on the CPU.
    pub fn places(&self) -> usize {
        self.entries.next_power_of_two().clamp(64, 1 << 27)
    }

    /// At least this much, with some to spare where it is more than there was.
    pub fn holding(self, largest_array: u64, bodies: usize, pairs: usize, walls: usize) -> Self {
        let most = Self::most(largest_array);
        let room = |now: usize, needed: usize, most: usize| if needed > now { with_spare(needed, most) } else { now };
        Self {
            bodies: room(self.bodies, bodies, most.bodies),
            pairs: room(self.pairs, pairs, most.pairs),
            walls: room(self.walls, walls, most.walls),
            ..self
        }
    }

    /// More where the bits of `trouble` say that it was too little for what was `needed`.
    pub fn grown(self, largest_array: u64, status: u32, needed: &Self) -> Self {
        let most = Self::most(largest_array);
        let room = |bit: StatusFlag, now: usize, needed: usize, most: usize| {
            if status & bit as u32 == 0 { now } else { now.max(with_spare(needed, most)) }
        };
        // Where finds do not fit, repeats are counted too: all the room there is may be enough.
        let found = if self.found < most.found { needed.found.min(most.found) } else { needed.found };
        Self {
            bodies: self.bodies,
            entries: room(StatusFlag::EntriesFull, self.entries, needed.entries, most.entries),
            found: room(StatusFlag::FoundFull, self.found, found, most.found),
            pairs: room(StatusFlag::PairsFull, self.pairs, needed.pairs, most.pairs),
            walls: room(StatusFlag::WallsFull, self.walls, needed.walls, most.walls),
        }
    }
}

/// A quarter more than is needed, but not more than `most` if the need itself is not.
fn with_spare(needed: usize, most: usize) -> usize {
    (needed + needed / 4).min(most).max(needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: u64 = 128 << 20;

    #[test]
    fn spare_capacity_ends_at_the_largest_array() {
        let most = Capacities::most(LIMIT);
        assert_eq!((most.bodies, most.pairs, most.walls), (1_677_721, 8_388_608, 139_810));
        let capacities = Capacities { bodies: 10, entries: 10, found: 10, pairs: 10, walls: 10 };
        let held = capacities.holding(LIMIT, 1_000_000, 8_000_000, 9);
        assert_eq!((held.bodies, held.pairs, held.walls), (1_250_000, 8_388_608, 10));
        let needed = Capacities { bodies: 0, entries: 1000, found: 20_000_000, pairs: 9_000_000, walls: 120_000 };
        let grown = capacities.grown(LIMIT, StatusFlag::CAPACITY, &needed);
        assert_eq!((grown.bodies, grown.entries, grown.walls), (10, 1250, most.walls));
        // What is needed is not cut off: it is refused where the array is made.
        assert_eq!(grown.pairs, needed.pairs);
        // Repeats are counted among finds that do not fit: refused only where all there is was too little.
        assert_eq!((grown.found, grown.grown(LIMIT, StatusFlag::CAPACITY, &needed).found), (most.found, needed.found));
        assert_eq!(capacities.grown(LIMIT, 0, &needed), capacities);
    }
}
