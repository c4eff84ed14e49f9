//! Furthest vertex along a direction: a vectorised scan for few vertices, a climb on the vertex graph for many.

use glam::{DMat3, DVec3};
use wide::f64x4;

use super::graph::Graph;

/// Up to this many vertices a scan of all of them is faster than a climb.
pub(crate) const SCAN_LIMIT: usize = 32;
/// Seeds per edge of each of the six faces of a direction cube.
pub(crate) const SEED_CELLS: usize = 8;

/// No vertex to start a climb from.
const NO_HINT: u32 = u32::MAX;

/// Four vertices, coordinate by coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lane {
    x: f64x4,
    y: f64x4,
    z: f64x4,
}

impl Lane {
    fn new(chunk: &[DVec3]) -> Self {
        // A short last chunk repeats its first vertex, which never wins against itself.
        let at = |k: usize| chunk.get(k).copied().unwrap_or(chunk[0]);
        let lane = |f: fn(DVec3) -> f64| f64x4::from([f(at(0)), f(at(1)), f(at(2)), f(at(3))]);
        Self { x: lane(|v| v.x), y: lane(|v| v.y), z: lane(|v| v.z) }
    }

    /// The four vertices turned by `turn` and shifted by `shift`.
    #[inline(always)]
    fn moved(&self, turn: &DMat3, shift: DVec3) -> Self {
        let (u, v, w) = (turn.x_axis, turn.y_axis, turn.z_axis);
        let row = |u: f64, v: f64, w: f64, s: f64| self.x * u + self.y * v + self.z * w + f64x4::splat(s);
        Self { x: row(u.x, v.x, w.x, shift.x), y: row(u.y, v.y, w.y, shift.y), z: row(u.z, v.z, w.z, shift.z) }
    }

    /// The furthest vertex of `lanes` along `dir`, and its index.
    #[inline(always)]
    pub fn furthest(lanes: &[Self], dir: DVec3) -> (DVec3, u32) {
        let mut best = f64x4::splat(f64::NEG_INFINITY);
        // Lane numbers travel as the bits of floats: the loop is then compares and selects on whole vectors.
        let mut at = f64x4::ZERO;
        for (k, lane) in lanes.iter().enumerate() {
            let number = f64x4::splat(f64::from_bits(k as u64));
            let height = lane.x * dir.x + lane.y * dir.y + lane.z * dir.z;
            let higher = height.simd_gt(best);
            at = higher.select(number, at);
            best = height.fast_max(best);
        }
        let [a, b, c, d] = best.to_array();
        // `f64::max` would look for NaN as well; no height is one.
        let higher = |p: f64, q: f64| if p > q { p } else { q };
        let top = higher(higher(a, b), higher(c, d));
        let i = best.simd_eq(f64x4::splat(top)).to_bitmask().trailing_zeros() as usize & 3;
        let k = at.to_array()[i].to_bits() as usize;
        let lane = &lanes[k];
        let point = DVec3::new(lane.x.to_array()[i], lane.y.to_array()[i], lane.z.to_array()[i]);
        (point, (4 * k + i) as u32)
    }
}

/// What a support search needs besides the vertices: lanes to scan, or seeds to climb from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lanes {
    lanes: Vec<Lane>,
    seeds: Vec<u32>,
}

impl Lanes {
    pub fn new(vertices: &[DVec3], graph: &Graph) -> Self {
        if vertices.len() > SCAN_LIMIT {
            return Self { lanes: Vec::new(), seeds: climbing_seeds(vertices, graph) };
        }
        Self { lanes: vertices.chunks(4).map(Lane::new).collect(), seeds: Vec::new() }
    }

    /// Calls `visit` with every one of the first `count` vertices whose height along `dir` is at least `floor`, and its
    /// height. Only for polyhedra of few vertices.
    pub fn visit_above(&self, count: u32, dir: DVec3, floor: f64, mut visit: impl FnMut(u32, f64)) {
        for (k, lane) in (0..).zip(&self.lanes) {
            let height = lane.x * dir.x + lane.y * dir.y + lane.z * dir.z;
            let mut above = height.simd_ge(f64x4::splat(floor)).to_bitmask();
            while above != 0 {
                let i = above.trailing_zeros();
                above &= above - 1;
                if 4 * k + i < count {
                    visit(4 * k + i, height.to_array()[i as usize]);
                }
            }
        }
    }

    /// The vertices from which climbs start; none where scanning is faster.
    pub fn seeds(&self) -> &[u32] {
        &self.seeds
    }

    /// True when scanning all vertices is the fastest search.
    pub fn are_few(&self) -> bool {
        self.seeds.is_empty()
    }

    /// The lanes turned and shifted; none for a polyhedron that is climbed.
    pub fn place(&self, turn: &DMat3, shift: DVec3, placed: &mut Vec<Lane>) {
        placed.clear();
        placed.extend(self.lanes.iter().map(|lane| lane.moved(turn, shift)));
    }

    #[inline(always)]
    pub fn furthest(&self, vertices: &[DVec3], graph: &Graph, dir: DVec3, hint: Option<u32>) -> u32 {
        if self.seeds.is_empty() {
            Lane::furthest(&self.lanes, dir).1
        } else {
            self.climb_from_best((vertices, graph), dir.x, dir.y, dir.z, hint.unwrap_or(NO_HINT))
        }
    }

    /// Climbs from the seed of the direction or from the last support, whichever is higher. The direction comes in three
    /// parts, which stay in registers: in memory, it would have to be read as it is being written.
    #[inline(never)]
    fn climb_from_best(&self, (vertices, graph): (&[DVec3], &Graph), x: f64, y: f64, z: f64, hint: u32) -> u32 {
        let dir = DVec3::new(x, y, z);
        let seed = self.seeds[seed_cell(dir)];
        let start = match vertices.get(hint as usize) {
            Some(last) if last.dot(dir) > vertices[seed as usize].dot(dir) => hint,
            _ => seed,
        };
        climb(vertices, graph, dir, start)
    }
}

/// Walks uphill from `start` until no neighbour is higher. On a convex body that is the top.
#[inline]
fn climb(vertices: &[DVec3], graph: &Graph, dir: DVec3, start: u32) -> u32 {
    let mut top = start;
    let mut height = vertices[top as usize].dot(dir);
    loop {
        let mut next = top;
        for &vertex in graph.neighbors(top) {
            let other = vertices[vertex as usize].dot(dir);
            if other > height {
                height = other;
                next = vertex;
            }
        }
        if next == top {
            return top;
        }
        top = next;
    }
}

/// The support vertex of the middle direction of every cell of a cube of directions.
fn climbing_seeds(vertices: &[DVec3], graph: &Graph) -> Vec<u32> {
    let mut seeds = Vec::with_capacity(6 * SEED_CELLS * SEED_CELLS);
    let mut last = 0;
    let middle = |cell: usize| (2 * cell + 1) as f64 / SEED_CELLS as f64 - 1.0;
    for side in 0..6 {
        let sign = if side % 2 == 0 { 1.0 } else { -1.0 };
        for row in 0..SEED_CELLS {
            for column in 0..SEED_CELLS {
                let (u, v) = (middle(column), middle(row));
                let dir = match side / 2 {
                    0 => DVec3::new(sign, u, v),
                    1 => DVec3::new(v, sign, u),
                    _ => DVec3::new(u, v, sign),
                };
                last = climb(vertices, graph, dir, last);
                seeds.push(last);
            }
        }
    }
    seeds
}

/// The cell of the direction cube that `dir` points into.
#[inline]
fn seed_cell(dir: DVec3) -> usize {
    let size = dir.abs();
    let (axis, main, u, v) = if size.x >= size.y && size.x >= size.z {
        (0, dir.x, dir.y, dir.z)
    } else if size.y >= size.z {
        (1, dir.y, dir.z, dir.x)
    } else {
        (2, dir.z, dir.x, dir.y)
    };
    let scale = 0.5 * SEED_CELLS as f64 / main.abs();
    let cell = |t: f64| ((t * scale + 0.5 * SEED_CELLS as f64) as usize).min(SEED_CELLS - 1);
    let side = 2 * axis + usize::from(main < 0.0);
    (side * SEED_CELLS + cell(v)) * SEED_CELLS + cell(u)
}
