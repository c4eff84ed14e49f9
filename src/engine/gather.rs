//! The pass `gather`: every grain sums its own contacts, in the order of the lists.
//!
//! The grains are cut into blocks, one for each thread. Both grains of most pairs are in one block and get its force together, so
//! that its history is read once. A grain whose partner is in an earlier block takes that contact before; the list has it
//! before all pairs of the block. So the order of each sum is that of the list, whatever the blocks are.

use rayon::prelude::*;

use super::contacts::{PAIR_CHUNK, Places};
use super::partner::Ball;
use super::prefetch::prefetch;
use super::state::State;
use super::wall_contacts::WallOutcome;
use crate::broad::BroadPhase;
use crate::force::ContactHistory;
use crate::force::gather::Load;

/// Least grains of a block; all blocks but the last are whole numbers of it.
const LEAST_BLOCK: usize = 256;
/// Contacts that are asked for before they are summed.
const CONTACTS_AHEAD: usize = 16;

/// Sums the contacts of all grains.
pub(super) fn gather(run: &mut State) {
    let block = run.grains.len().div_ceil(run.threads.count()).max(1).next_multiple_of(LEAST_BLOCK);
    let contacts = Contacts {
        broad: &run.broad,
        histories: &run.pairs,
        in_touch: &run.in_touch,
        balls: &run.partners.balls,
        at_walls: &run.wall_outcomes,
    };
    let blocks = run.grains.loads.par_chunks_mut(block).enumerate().map(|(index, loads)| {
        let works = turn_works(loads);
        contacts.sum(index * block, loads);
        works
    });
    run.turn_work = blocks.collect::<Vec<_>>().concat().iter().sum();
    let errors = &mut run.grains.energy_errors;
    for (body, change) in run.pair_sums.iter().flat_map(|sums| &sums.errors) {
        errors[*body as usize] += change;
    }
    run.wall_outcomes.iter().for_each(|outcome| errors[outcome.body as usize] += outcome.error);
}

/// Work on the turning of a block's grains that contacts do not book, by parts of a size that does not depend on the block's [J].
fn turn_works(loads: &[Load]) -> Vec<f64> {
    loads.chunks(LEAST_BLOCK).map(|part| part.iter().map(|load| load.turn_work).sum()).collect()
}

/// The contacts of a step.
struct Contacts<'s> {
    broad: &'s BroadPhase,
    histories: &'s [ContactHistory],
    in_touch: &'s [bool],
    balls: &'s [Ball],
    at_walls: &'s [WallOutcome],
}

impl Contacts<'_> {
    /// The loads of the block of grains that begins with `first`.
    fn sum(&self, first: usize, loads: &mut [Load]) {
        let list = self.broad.pairs();
        let pairs_before = |body: usize| list.partition_point(|pair| (pair[0] as usize) < body);
        let own = pairs_before(first)..pairs_before(first + loads.len());
        for (load, body) in loads.iter_mut().zip(first..) {
            *load = Load::default();
            let links = self.broad.contacts_of(body).iter().map(|link| link.pair());
            // In all of them it is the second of the pair.
            links.take_while(|pair| *pair < own.start).for_each(|pair| load.add_to_second(&self.histories[pair]));
        }
        let mut chunk = own.start;
        while chunk < own.end {
            let end = own.end.min(chunk + PAIR_CHUNK);
            self.sum_chunk(chunk..end, first, loads);
            chunk = end;
        }
        let links = self.at_walls.partition_point(|outcome| (outcome.body as usize) < first);
        let of_block = |outcome: &&WallOutcome| (outcome.body as usize) < first + loads.len();
        let count = self.at_walls[links..].iter().take_while(of_block).count();
        for outcome in &self.at_walls[links..links + count] {
            let load = &mut loads[outcome.body as usize - first];
            load.force += outcome.load.force;
            load.torque += outcome.load.torque;
        }
    }

    /// Adds the contacts of some pairs, the first grains of which are in the block.
    fn sum_chunk(&self, chunk: std::ops::Range<usize>, first: usize, loads: &mut [Load]) {
        let (list, histories) = (&self.broad.pairs()[chunk.clone()], &self.histories[chunk.clone()]);
        // Which pairs touch is hard to foretell: listed without a branch.
        let places = Places::of(&self.in_touch[chunk]);
        let places = places.list();
        let ask_for = |place: &u8| {
            let place = usize::from(*place);
            prefetch(&histories[place].force);
            prefetch(&self.balls[list[place][1] as usize]);
        };
        places.iter().take(CONTACTS_AHEAD).for_each(ask_for);
        for (k, place) in places.iter().enumerate() {
            places.get(k + CONTACTS_AHEAD).into_iter().for_each(ask_for);
            let ([a, b], history) =
                (list[usize::from(*place)].map(|body| body as usize), &histories[usize::from(*place)]);
            let between = self.balls[b].center - self.balls[a].center;
            loads[a - first].add_to_first(history, between);
            if let Some(load) = loads.get_mut(b - first) {
                load.add_to_second(history);
            }
        }
    }
}

impl Load {
    /// Adds a contact in which the body is A, and from which B's centre is at `between` [m].
    #[inline(always)]
    fn add_to_first(&mut self, contact: &ContactHistory, between: glam::DVec3) {
        self.force -= contact.force;
        self.torque += contact.torque_on_a(between);
    }

    /// Adds a contact in which the body is B.
    #[inline(always)]
    fn add_to_second(&mut self, contact: &ContactHistory) {
        self.force += contact.force;
        self.torque += contact.torque;
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::scene::SceneBuilder;
    use crate::scene::builder::{Lattice, Material, Shape, Wall};

    /// Whatever the blocks are, every grain has the bits of a sum over the whole list, contact by contact.
    #[test]
    fn blocks_change_no_bit_of_a_sum() {
        let scene = SceneBuilder::new()
            .steps(100)
            .time_step(2e-5)
            .set("simulation.start_overlap", 0.1)
            .add(Material::new("stone").density(2500.0).stiffness(1e4).restitution(0.5).friction(0.4))
            .add(Shape::sphere("ball", "stone", 0.005))
            .add(Wall::plane("stone", DVec3::ZERO, DVec3::Z))
            .add(Lattice::new("ball", [4, 4, 4], DVec3::splat(0.0099), DVec3::splat(0.0049)).jitter(1e-5))
            .build()
            .expect("a good scene");
        let mut run = State::new(scene, Some(1)).expect("a good start");
        let _ = run.run_steps(20).expect("a good run");
        let mut expected = vec![Load::default(); run.grains.len()];
        for ([a, b], history) in run.broad.pairs().iter().map(|pair| pair.map(|body| body as usize)).zip(&run.pairs) {
            let between = run.partners.balls[b].center - run.partners.balls[a].center;
            expected[a].force -= history.force;
            expected[a].torque += history.torque_on_a(between);
            expected[b].force += history.force;
            expected[b].torque += history.torque;
        }
        for outcome in &run.wall_outcomes {
            expected[outcome.body as usize].force += outcome.load.force;
            expected[outcome.body as usize].torque += outcome.load.torque;
        }
        assert!(run.counts.contacts > 100 && run.counts.wall_contacts > 10, "{:?}", run.counts);
        assert_eq!(run.grains.loads, expected);
        let contacts = Contacts {
            broad: &run.broad,
            histories: &run.pairs,
            in_touch: &run.in_touch,
            balls: &run.partners.balls,
            at_walls: &run.wall_outcomes,
        };
        for block in [1, 7, 32, 63] {
            let mut loads = vec![Load { force: DVec3::ONE, torque: DVec3::ONE, turn_work: 1.0 }; expected.len()];
            loads.chunks_mut(block).enumerate().for_each(|(index, loads)| contacts.sum(index * block, loads));
            assert_eq!(loads, expected, "blocks of {block}");
        }
    }
}
