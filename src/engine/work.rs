//! What a step costs besides time: iterations of the contact solver, and memory.

use std::ops::AddAssign;

use super::State;

/// Iterations of the solver in the last step, over all pairs of grains that touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverWork {
    /// Pairs that touch.
    pub contacts: u64,
    /// Those of them for which what was known before was not enough, so that the solver searched.
    pub searched: u64,
    /// Simplex updates of GJK, or support points of the short way.
    pub gjk: u64,
    /// Polytope expansions of EPA.
    pub epa: u64,
}

impl SolverWork {
    /// Of one pair that touches, by updates of GJK and expansions of EPA.
    #[inline]
    pub(crate) fn of([gjk, epa]: [u32; 2]) -> Self {
        Self { contacts: 1, searched: u64::from(gjk + epa > 0), gjk: u64::from(gjk), epa: u64::from(epa) }
    }
}

impl AddAssign for SolverWork {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.contacts += other.contacts;
        self.searched += other.searched;
        self.gjk += other.gjk;
        self.epa += other.epa;
    }
}

impl State {
    /// What the solver did in the last step; of a run on a GPU, in the step before the last [`Self::fetch`].
    pub fn solver_work(&self) -> SolverWork {
        let mut all = SolverWork::default();
        self.pair_sums.iter().for_each(|sums| all += sums.work);
        all
    }

    /// Memory that grains, pairs and contacts take on the CPU now [bytes]. Shapes are not in it.
    pub fn bytes(&self) -> u64 {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let pairs = of(&self.pairs) + of(&self.spare_pairs) + of(&self.in_touch) + of(&self.pair_sums);
        let searches = of(&self.warm) + of(&self.spare_warm) + self.partners.bytes();
        let walls = of(&self.walls) + of(&self.wall_outcomes);
        (self.grains.bytes() + self.broad.bytes() + of(&self.boxes) + pairs + searches + walls) as u64
    }
}
