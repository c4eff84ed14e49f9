//! Changes to what a comparison of both back ends sees, for tests of the comparison itself: each must be reported.

use glam::DVec3;

use crate::engine::State;
use crate::force::ContactHistory;

/// A change to one result of a pass.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InjectedFault {
    /// Shifts a grain, its velocity and its load: by so much of the smallest radius, of a radius per step, and of 1 MN.
    Body(usize, f64),
    /// Multiplies the forces of all contacts of pairs.
    Forces(f64),
    /// Multiplies the forces of all contacts with walls.
    WallForces(f64),
    /// Shifts the points of all contacts with walls across their forces, by so much of the smallest radius.
    WallPoints(f64),
    /// Says the contrary of what was said of a rebuild.
    Rebuild,
    /// Shifts the box of a grain by so much of the smallest radius.
    Box(usize, f64),
    /// Turns the box of a grain by an angle [rad].
    BoxTurn(usize, f64),
    /// Takes the first pair off the list.
    MissingPair,
    /// Adds the pair of the two grains that are furthest apart.
    ExtraPair,
    /// Swaps the histories of two contacts.
    SwappedHistories,
    /// Empties the memory of a contact.
    LostHistory,
    /// Takes a pair that touches off the list, with its memory.
    LostPair,
    /// Empties the memory of a contact with a wall.
    LostWallHistory,
    /// Multiplies the energy of translation.
    Energy(f64),
    /// Multiplies the heat of damping.
    Heat(f64),
    /// One contact more.
    Count,
    /// Multiplies the largest overlap.
    LargestOverlap(f64),
    /// Moves the walls by so much of the skin.
    WallsGone(f64),
    /// Says the contrary of what was said of the first try that is free, or that is blocked.
    Attempt {
        /// Which of both.
        blocked: bool,
    },
    /// Shifts the first new grain by so much of the smallest radius.
    NewGrain(f64),
}

impl State {
    /// Changes what is seen of the last pass; whether there was anything to change.
    #[doc(hidden)]
    pub fn inject_fault(&mut self, how: InjectedFault) -> bool {
        let size = self.smallest.0;
        match how {
            InjectedFault::Body(body, by) => self.shift_body(body, by),
            InjectedFault::NewGrain(by) => {
                let present = self.watched.iter().flat_map(|watched| &watched.trials).map(|trial| trial.present).min();
                let mut new = self.grains.poses.iter_mut().skip(present.unwrap_or(usize::MAX));
                new.next().is_some_and(|pose| changed(&mut pose.position.x, |x| x + by * size))
            }
            InjectedFault::Forces(factor) => {
                self.pairs.iter_mut().for_each(|contact| contact.force *= factor);
                self.pairs.iter().any(|contact| contact.touching)
            }
            InjectedFault::WallForces(factor) => {
                let mut touching = self.walls.iter_mut().flat_map(|link| &mut link.contacts).filter(|c| c.touching);
                let changed = touching.by_ref().map(|contact| {
                    contact.pushes = contact.pushes.map(|push| push * factor);
                    contact.force *= factor;
                });
                changed.count() > 0
            }
            InjectedFault::WallPoints(by) => {
                let mut touching = self.walls.iter_mut().flat_map(|link| &mut link.contacts).filter(|c| c.touching);
                touching.by_ref().map(|c| c.arms[0] += c.normal.any_orthonormal_vector() * (by * size)).count() > 0
            }
            InjectedFault::Rebuild => changed(&mut self.rebuild, |rebuild| !rebuild),
            InjectedFault::Box(body, by) => {
                self.boxes.get_mut(body).is_some_and(|of| changed(&mut of.center, |at| at + DVec3::Y * by * size))
            }
            InjectedFault::BoxTurn(body, angle) => self
                .boxes
                .get_mut(body)
                .is_some_and(|of| changed(&mut of.axes, |axes| axes * glam::DMat3::from_rotation_x(angle))),
            InjectedFault::MissingPair => self.without_pair(|_, _| true),
            InjectedFault::ExtraPair => self.with_far_pair(),
            InjectedFault::SwappedHistories => self.swap_histories(),
            InjectedFault::LostHistory => self.pairs.iter_mut().find(|contact| contact.touching).is_some_and(empty),
            InjectedFault::LostPair => self.without_pair(|run, pair| run.pairs[pair].touching),
            InjectedFault::LostWallHistory => {
                let mut contacts = self.walls.iter_mut().flat_map(|link| &mut link.contacts);
                contacts.find(|contact| contact.touching).is_some_and(empty)
            }
            InjectedFault::Energy(factor) => {
                self.latest.as_mut().is_some_and(|latest| changed(&mut latest.translation, |e| e * factor))
            }
            InjectedFault::Heat(factor) => changed(&mut self.flows.dissipated_damping, |heat| heat * factor),
            InjectedFault::Count => changed(&mut self.counts.contacts, |count| count + 1),
            InjectedFault::LargestOverlap(factor) => {
                changed(&mut self.counts.largest_overlap, |overlap| overlap * factor)
            }
            InjectedFault::WallsGone(by) => {
                let way = by * self.skin;
                self.watched.as_mut().is_some_and(|watched| changed(&mut watched.walls_gone, |gone| gone + way))
            }
            InjectedFault::Attempt { blocked } => {
                let trials = self.watched.iter_mut().flat_map(|watched| &mut watched.trials);
                let mut attempts = trials.flat_map(|trial| &mut trial.blocked);
                attempts.find(|is| **is == blocked).is_some_and(|is| changed(is, |is| !is))
            }
        }
    }

    fn shift_body(&mut self, body: usize, by: f64) -> bool {
        let shift = DVec3::X * by;
        self.grains.poses[body].position += shift * self.smallest.0;
        self.grains.motions[body].velocity += shift * self.smallest.0 / self.dt;
        self.grains.loads[body].force += shift * 1e6;
        true
    }

    /// Takes the first pair of a sort off the list.
    fn without_pair(&mut self, is_of_the_sort: impl Fn(&Self, usize) -> bool) -> bool {
        let mut list = self.broad.pairs().to_vec();
        let Some(pair) = (0..list.len()).find(|pair| is_of_the_sort(self, *pair)) else { return false };
        list.remove(pair);
        if pair < self.pairs.len() {
            self.pairs.remove(pair);
        }
        self.broad.adopt(list, self.grains.len()).is_ok()
    }

    fn with_far_pair(&mut self) -> bool {
        let at = |body: u32| self.grains.poses[body as usize].position;
        let bodies = self.grains.len() as u32;
        let all = (0..bodies).flat_map(|i| (i + 1..bodies).map(move |j| [i, j]));
        let furthest = all.max_by(|a, b| at(a[0]).distance(at(a[1])).total_cmp(&at(b[0]).distance(at(b[1]))));
        let mut list = self.broad.pairs().to_vec();
        let Some(Err(place)) = furthest.map(|pair| list.binary_search(&pair)) else { return false };
        list.extend(furthest);
        list[place..].rotate_right(1);
        self.broad.adopt(list, self.grains.len()).is_ok()
    }

    fn swap_histories(&mut self) -> bool {
        let touching: Vec<usize> = (0..self.pairs.len()).filter(|k| self.pairs[*k].touching).collect();
        let [first, second, ..] = touching[..] else { return false };
        self.pairs.swap(first, second);
        true
    }
}

fn empty(contact: &mut ContactHistory) -> bool {
    *contact = ContactHistory::default();
    true
}

/// Whether the value is another one then.
fn changed<T: Copy + PartialEq>(value: &mut T, change: impl Fn(T) -> T) -> bool {
    let before = *value;
    *value = change(before);
    *value != before
}
