//! A parallel, stable counting sort of (key, value) pairs: count, scan, write.
//!
//! The grid (key: cell, value: body), the pairs found from their larger body (key: first body, value: second) and the
//! lists of contacts per body (key: body, value: link) are all made with it. It is stable, so what goes in with
//! ascending values comes out with ascending values under each key: no list needs sorting afterwards.
//!
//! Keys are split in parts by their leading bits. **count**: each chunk of the input sorts itself by part. **scan**:
//! the sizes of the parts are summed up. **write**: each part counts, scans and writes its own keys, from all chunks
//! in their order, to its own piece of the output. No step depends on who runs it or when, and no two write to one
//! place.

use std::ops::Range;

use rayon::prelude::*;

use super::BroadError;

/// Parts at most: their write positions in one chunk stay in the nearest cache.
const MAX_PARTS: usize = 256;
/// Keys per part at least: below this a part is not worth its overhead.
const MIN_KEYS: usize = 1024;

/// A piece of the input.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunk {
    /// What to sort, in order: key in the upper half, value in the lower.
    pub raw: Vec<u64>,
    /// The same, by part.
    by_part: Vec<u64>,
    /// Where each part ends in `by_part`.
    part_ends: Vec<u32>,
}

/// Packs a key with its value.
#[inline]
pub(super) fn packed(key: u32, value: u32) -> u64 {
    u64::from(key) << 32 | u64::from(value)
}

/// Key and value.
#[inline]
pub(super) fn unpacked(element: u64) -> (u32, u32) {
    ((element >> 32) as u32, element as u32)
}

/// Where list `k` lies, given where each list ends.
#[inline]
fn range(ends: &[u32], k: usize) -> Range<usize> {
    let start = if k == 0 { 0 } else { ends[k - 1] };
    start as usize..ends[k] as usize
}

impl Chunk {
    fn part(&self, part: usize) -> &[u64] {
        &self.by_part[range(&self.part_ends, part)]
    }

    /// Sorts the chunk by part; only the key bits in `mask` count.
    fn count(&mut self, parts: usize, mask: u32, shift: u32) {
        let part_of = |element: u64| ((unpacked(element).0 & mask) >> shift) as usize;
        self.part_ends.clear();
        self.part_ends.resize(parts, 0);
        for &element in &self.raw {
            self.part_ends[part_of(element)] += 1;
        }
        starts_from_counts(&mut self.part_ends, 0);
        self.by_part.resize(self.raw.len(), 0);
        for &element in &self.raw {
            let at = &mut self.part_ends[part_of(element)];
            self.by_part[*at as usize] = element;
            *at += 1;
        }
    }
}

/// Turns counts into start positions. Written through, each start becomes the end of its list.
fn starts_from_counts(counts: &mut [u32], mut start: u32) {
    for count in counts {
        start += std::mem::replace(count, start);
    }
}

/// The sort with its buffers; values are handed out as `V`.
#[derive(Clone, Debug, Default)]
pub(super) struct CountingSort<V = u32> {
    chunks: Vec<Chunk>,
    live: usize,
    part_starts: Vec<u32>,
    ends: Vec<u32>,
    values: Vec<V>,
}

impl<V: From<u32> + Copy + Send + Sync> CountingSort<V> {
    /// The first `count` chunks, empty, to be filled.
    pub fn chunks_to_fill(&mut self, count: usize) -> &mut [Chunk] {
        if self.chunks.len() < count {
            self.chunks.resize_with(count, Chunk::default);
        }
        self.live = count;
        let live = &mut self.chunks[..count];
        live.iter_mut().for_each(|chunk| chunk.raw.clear());
        live
    }

    /// What was filled in, chunk by chunk.
    pub fn filled(&self) -> &[Chunk] {
        &self.chunks[..self.live]
    }

    /// Number of elements filled in.
    pub fn len(&self) -> u64 {
        self.filled().iter().map(|chunk| chunk.raw.len() as u64).sum()
    }

    /// Sorts by the key bits in `mask`, all keys being below `keys` then.
    pub fn sort(&mut self, keys: usize, mask: u32, what: &'static str) -> Result<(), BroadError> {
        let (count, limit) = (self.len(), u64::from(u32::MAX));
        if count > limit {
            return Err(BroadError::TooMany { what, count, limit });
        }
        let mut shift = MIN_KEYS.trailing_zeros();
        while keys >> shift >= MAX_PARTS {
            shift += 1;
        }
        let parts = (keys >> shift) + 1;
        self.chunks[..self.live].par_iter_mut().for_each(|chunk| chunk.count(parts, mask, shift));
        self.scan(parts);
        self.write(keys, mask, shift);
        Ok(())
    }

    fn scan(&mut self, parts: usize) {
        self.part_starts.clear();
        let live = &self.chunks[..self.live];
        let size = |part: usize| live.iter().map(|chunk| chunk.part(part).len() as u32).sum::<u32>();
        self.part_starts.extend((0..parts).map(size));
        self.part_starts.push(0);
        starts_from_counts(&mut self.part_starts, 0);
    }

    fn write(&mut self, keys: usize, mask: u32, shift: u32) {
        let live = &self.chunks[..self.live];
        let starts = &self.part_starts;
        let parts = starts.len() - 1;
        self.ends.clear();
        self.ends.resize(keys, 0);
        self.values.resize(starts[parts] as usize, V::from(0));
        let cut = |part: usize| (starts[part] as usize, (part << shift).min(keys));
        let leaf = |part: usize, values: &mut [V], ends: &mut [u32]| {
            let first_key = part << shift;
            let key_of = |element: u64| (unpacked(element).0 & mask) as usize - first_key;
            let elements = || live.iter().flat_map(|chunk| chunk.part(part));
            elements().for_each(|&element| ends[key_of(element)] += 1);
            starts_from_counts(ends, starts[part]);
            for &element in elements() {
                let at = &mut ends[key_of(element)];
                values[(*at - starts[part]) as usize] = V::from(unpacked(element).1);
                *at += 1;
            }
        };
        for_each_part(0..parts, (&mut self.values, &mut self.ends), &cut, &leaf);
    }

    /// The values under a key, in the order in which they were filled in.
    #[inline]
    pub fn values_of(&self, key: usize) -> &[V] {
        &self.values[range(&self.ends, key)]
    }

    /// All values, by key.
    pub fn values(&self) -> &[V] {
        &self.values
    }

    /// How many values have smaller keys.
    pub fn values_before(&self, key: usize) -> usize {
        if key == 0 { 0 } else { self.ends[key - 1] as usize }
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> usize {
        let of_chunk =
            |chunk: &Chunk| 8 * (chunk.raw.capacity() + chunk.by_part.capacity()) + 4 * chunk.part_ends.capacity();
        let own = 4 * (self.part_starts.capacity() + self.ends.capacity()) + size_of::<V>() * self.values.capacity();
        own + self.chunks.iter().map(of_chunk).sum::<usize>()
    }
}

/// Runs `leaf` on every part with its own pieces of two outputs, in parallel. `cut` tells where part k begins in each;
/// the outputs given begin where the first part does.
pub(super) fn for_each_part<A: Send, B: Send>(
    parts: Range<usize>,
    (a, b): (&mut [A], &mut [B]),
    cut: &(impl Fn(usize) -> (usize, usize) + Sync),
    leaf: &(impl Fn(usize, &mut [A], &mut [B]) + Sync),
) {
    match parts.len() {
        0 => {}
        1 => leaf(parts.start, a, b),
        count => {
            let middle = parts.start + count / 2;
            let (first, here) = (cut(parts.start), cut(middle));
            let (a_left, a_right) = a.split_at_mut(here.0 - first.0);
            let (b_left, b_right) = b.split_at_mut(here.1 - first.1);
            rayon::join(
                || for_each_part(parts.start..middle, (a_left, b_left), cut, leaf),
                || for_each_part(middle..parts.end, (a_right, b_right), cut, leaf),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn keys_come_in_order_and_values_stay_in_theirs() {
        let mut rng = Pcg64::seed_from_u64(61);
        let mut sort: CountingSort = CountingSort::default();
        for (keys, count) in [(1, 0), (1, 5), (3, 1000), (1024, 10), (5000, 30_000), (1 << 20, 20_000), (7, 7)] {
            let all: Vec<u64> = (0..count).map(|value| packed(rng.random_range(0..keys), value)).collect();
            let chunks = sort.chunks_to_fill(all.len().div_ceil(700));
            chunks.iter_mut().zip(all.chunks(700)).for_each(|(chunk, part)| chunk.raw.extend(part));
            sort.sort(keys as usize, u32::MAX, "elements").expect("few elements");
            // Packed elements sort by key, then by value, which was the order of filling.
            let mut expected = all.clone();
            expected.sort_unstable();
            let of_key = |key: u32| sort.values_of(key as usize).iter().map(move |value| packed(key, *value));
            assert_eq!((0..keys).flat_map(of_key).collect::<Vec<u64>>(), expected);
            assert_eq!(sort.len(), u64::from(count));
        }
    }
}
