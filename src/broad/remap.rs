//! Pass `remap`: what is remembered of contacts (normal, tangential spring, first guess) moved from an old list of pairs to a
//! new one.
//!
//! Both lists are in ascending (i, j) order. Each chunk of the new list finds its place in the old one by bisection and
//! merges from there; every new pair looks at the old list alone, so chunks do not depend on each other.

use rayon::prelude::*;

/// Pairs per chunk: enough to make the bisection negligible.
const CHUNK: usize = 2048;

/// What became of the old histories.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remapped {
    /// Memories that found their pair in the new list.
    pub kept: usize,
    /// Memories of pairs that are not in the new list any more. A contact that still holds must not be among them; with
    /// a list that was rebuilt in time, none is.
    pub left: usize,
}

/// Writes to `new` the memory of every pair of `new_pairs`: that of `old`, which belongs to `old_pairs`, where the pair
/// was there before, and the default otherwise. Both lists of pairs are in ascending order without repeats.
///
/// # Panics
///
/// If there are not as many old histories as old pairs.
pub fn remap<T: Clone + Default + Send + Sync>(
    old_pairs: &[[u32; 2]],
    old: &[T],
    new_pairs: &[[u32; 2]],
    new: &mut Vec<T>,
) -> Remapped {
    assert_eq!(old_pairs.len(), old.len(), "one memory for each old pair");
    new.clear();
    new.resize(new_pairs.len(), T::default());
    let chunks = new.par_chunks_mut(CHUNK).zip(new_pairs.par_chunks(CHUNK));
    let kept = chunks.map(|(new, pairs)| merge(old_pairs, old, pairs, new)).sum();
    Remapped { kept, left: old.len() - kept }
}

/// Fills the memory of one chunk; returns how many pairs had one.
fn merge<T: Clone>(old_pairs: &[[u32; 2]], old: &[T], pairs: &[[u32; 2]], new: &mut [T]) -> usize {
    let Some(first) = pairs.first() else { return 0 };
    let mut at = old_pairs.partition_point(|pair| pair < first);
    let mut kept = 0;
    for (pair, memory) in pairs.iter().zip(new) {
        while old_pairs.get(at).is_some_and(|old| old < pair) {
            at += 1;
        }
        if old_pairs.get(at) == Some(pair) {
            memory.clone_from(&old[at]);
            kept += 1;
        }
    }
    kept
}
