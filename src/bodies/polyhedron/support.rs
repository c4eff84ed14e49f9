//! Furthest vertex along a direction: a vectorised scan for few vertices, a climb on the vertex graph for many.

use glam::DVec3;

use super::graph::Graph;

/// Up to this many vertices a scan of all of them is faster than a climb.
const SCAN_LIMIT: usize = 32;
/// Seeds per edge of each of the six faces of a direction cube.
const SEED_CELLS: usize = 8;

/// Four vertices, coordinate by coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
struct Lane {
    x: [f64; 4],
    y: [f64; 4],
    z: [f64; 4],
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
        let lanes = vertices
            .chunks(4)
            .map(|chunk| {
                // A short last chunk repeats its first vertex, which never wins against itself.
                let at = |k: usize| chunk.get(k).copied().unwrap_or(chunk[0]);
                let lane = |f: fn(DVec3) -> f64| [f(at(0)), f(at(1)), f(at(2)), f(at(3))];
                Lane { x: lane(|v| v.x), y: lane(|v| v.y), z: lane(|v| v.z) }
            })
            .collect();
        Self { lanes, seeds: Vec::new() }
    }

    #[inline(always)]
    pub fn furthest(&self, vertices: &[DVec3], graph: &Graph, dir: DVec3, hint: Option<u32>) -> u32 {
        if self.seeds.is_empty() {
            scan(&self.lanes, dir)
        } else {
            self.climb_from_best(vertices, graph, dir, hint)
        }
    }

    /// Climbs from the seed of the direction or from the last support, whichever is higher.
    #[inline(never)]
    fn climb_from_best(&self, vertices: &[DVec3], graph: &Graph, dir: DVec3, hint: Option<u32>) -> u32 {
        let seed = self.seeds[seed_cell(dir)];
        let start = match hint {
            Some(last) if vertices[last as usize].dot(dir) > vertices[seed as usize].dot(dir) => last,
            _ => seed,
        };
        climb(vertices, graph, dir, start)
    }
}

/// Index of a largest product with `dir`. Four running maxima side by side, with their lane numbers kept as floats, so
/// that the loop is compares and selects on whole vectors.
#[inline(always)]
fn scan(lanes: &[Lane], dir: DVec3) -> u32 {
    let mut best = [f64::NEG_INFINITY; 4];
    let mut at = [0.0; 4];
    let mut number = 0.0;
    for lane in lanes {
        let height: [f64; 4] = std::array::from_fn(|i| lane.x[i] * dir.x + lane.y[i] * dir.y + lane.z[i] * dir.z);
        at = std::array::from_fn(|i| if height[i] > best[i] { number } else { at[i] });
        best = std::array::from_fn(|i| if height[i] > best[i] { height[i] } else { best[i] });
        number += 1.0;
    }
    let higher = |p: (f64, f64), q: (f64, f64)| if q.0 > p.0 { q } else { p };
    let slot = |i: usize| (best[i], 4.0 * at[i] + i as f64);
    higher(higher(slot(0), slot(1)), higher(slot(2), slot(3))).1 as u32
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
