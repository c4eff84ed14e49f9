//! The cells of a lattice that an oriented box touches, and the number under which a cell is filed.
//!
//! A long diagonal rod crosses few of the cells of its upright box. The lattice is walked slab by slab (z) and row by
//! row (y). In each row, every line that can separate the box from an upright cell (its three normals, and their cross
//! products with the axes of the world) bounds the x of points common to box and row; the cells within all bounds are
//! touched. This is the separating-axis test of box and cell, solved for x once per row instead of asked cell by cell.

use glam::DVec3;

use super::bounds::{Reach, WorldBox};

/// Slack of all lengths as a share of the body's radius, and of its distance from the origin: above the rounding of
/// the walk, so that two boxes with a common point are both filed under the cell of that point.
const SLACK: (f64, f64) = (1e-12, 4e-15);
/// A direction with a smaller component along an axis is not asked to bound the coordinate of that axis.
const LEAST_SLOPE: f64 = 1e-6;
/// Cell numbers beyond this are cut to it: what is further out shares the outermost cells, and is still found.
const FAR: i32 = 1 << 30;
/// Cells per edge of a block, as a power of two. The cells of a block are filed side by side; blocks are scattered.
pub(crate) const BLOCK_BITS: u32 = 2;

/// A lattice of cubes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    /// Cells per metre.
    per_metre: f64,
    /// Edge of a cell [m].
    edge: f64,
    /// Keeps the cells of different lattices apart.
    salt: u32,
}

/// A range of one coordinate, relative to the middle of the box [m].
#[derive(Clone, Copy, Debug)]
struct Span {
    low: f64,
    high: f64,
}

impl Span {
    fn cut(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// All products with `factor`.
    fn times(self, factor: f64) -> Self {
        let (a, b) = (self.low * factor, self.high * factor);
        Self { low: a.min(b), high: a.max(b) }
    }
}

/// The points p, relative to the middle of the box, with |dir . p| <= width: a slab that holds the box.
#[derive(Clone, Copy, Debug)]
struct Slab {
    dir: DVec3,
    width: f64,
}

impl Slab {
    fn of_box(bounds: &WorldBox, dir: DVec3, slack: f64) -> Self {
        Self { dir, width: (bounds.axes.transpose() * dir).abs().dot(bounds.half) + slack }
    }

    /// The coordinate `axis` of points in the slab, of which the other terms of dir . p sum up to `rest`.
    fn bound(&self, axis: usize, rest: Span) -> Span {
        let slope = self.dir[axis];
        if slope.abs() < LEAST_SLOPE {
            return Span { low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        Span { low: -self.width - rest.high, high: self.width - rest.low }.times(slope.recip())
    }
}

impl Lattice {
    /// A lattice of cells with the given edge [m].
    pub fn new(edge: f64, salt: u32) -> Self {
        Self { per_metre: edge.recip(), edge, salt }
    }

    /// The number of the cell at a coordinate. It never falls as the coordinate grows.
    fn cell(&self, coordinate: f64) -> i32 {
        // An end of a box that overflows is not further out than its middle; the conversion keeps to i32 by itself.
        ((coordinate.clamp(f64::MIN, f64::MAX) * self.per_metre).floor() as i32).clamp(-FAR, FAR)
    }

    /// The coordinates of cell `k`, relative to `center`.
    fn span(&self, k: i32, center: f64) -> Span {
        Span { low: f64::from(k) * self.edge - center, high: f64::from(k + 1) * self.edge - center }
    }

    /// The number under which a cell is filed.
    fn key(&self, [x, y, z]: [i32; 3]) -> u32 {
        let block = |k: i32| (k >> BLOCK_BITS) as u32;
        let inner = |k: i32| k as u32 & ((1 << BLOCK_BITS) - 1);
        // Odd factors of even bits, and twice a shift with a product: neighbouring blocks end far apart.
        let mut hash = block(x).wrapping_mul(0x9E37_79B1)
            ^ block(y).wrapping_mul(0x85EB_CA77)
            ^ block(z).wrapping_mul(0xC2B2_AE3D)
            ^ self.salt.wrapping_mul(0x27D4_EB2F);
        hash = (hash ^ (hash >> 15)).wrapping_mul(0x2C1B_3C6D);
        hash = (hash ^ (hash >> 13)).wrapping_mul(0x297A_2D39);
        hash ^= hash >> 16;
        (hash << (3 * BLOCK_BITS)) | inner(z) << (2 * BLOCK_BITS) | inner(y) << BLOCK_BITS | inner(x)
    }

    /// The number under which the cell at a point is filed.
    pub fn home(&self, point: DVec3) -> u32 {
        self.key(point.to_array().map(|x| self.cell(x)))
    }

    /// Calls `emit` with the number of every cell that the box touches, each cell once.
    pub fn touched(&self, bounds: &WorldBox, reach: &Reach, mut emit: impl FnMut(u32)) {
        // Along each axis by itself: a body far out along x must not be smeared along y.
        let slack = SLACK.0 * reach.radius + SLACK.1 * reach.center.abs();
        let half = reach.half + slack;
        let slack = slack.max_element();
        let low = (reach.center - half).to_array().map(|x| self.cell(x));
        let high = (reach.center + half).to_array().map(|x| self.cell(x));
        let few = |k: usize| i64::from(high[k]) - i64::from(low[k]) < 2;
        let far = low.iter().chain(&high).any(|k| k.abs() == FAR);
        if far || (0..3).all(few) {
            self.upright(low, high, reach, slack, emit);
        } else {
            Walk::new(self, bounds, reach.center, half, slack).rows(&mut emit);
        }
    }

    /// All cells of an upright box that the ball touches. (In the outermost cells, the ball is not asked.)
    fn upright(&self, low: [i32; 3], high: [i32; 3], reach: &Reach, slack: f64, mut emit: impl FnMut(u32)) {
        let radius = reach.radius + slack;
        let gap_squared = |axis: usize, k: i32| {
            let span = self.span(k, reach.center[axis]);
            let gap = if k.abs() == FAR { 0.0 } else { span.low.max(-span.high).max(0.0) };
            gap * gap
        };
        for z in low[2]..=high[2] {
            let room = radius * radius - gap_squared(2, z);
            for y in low[1]..=high[1] {
                let room = room - gap_squared(1, y);
                for x in low[0]..=high[0] {
                    // Of lengths whose squares overflow nothing is known.
                    let outside = gap_squared(0, x) > room;
                    if !outside {
                        emit(self.key([x, y, z]));
                    }
                }
            }
        }
    }
}

/// The walk through the rows of one box.
struct Walk<'a> {
    lattice: &'a Lattice,
    center: DVec3,
    half: DVec3,
    /// The box's own normals.
    normals: [Slab; 3],
    /// The cross products of each axis of the world with the box's axes.
    crosses: [[Slab; 3]; 3],
}

impl<'a> Walk<'a> {
    fn new(lattice: &'a Lattice, bounds: &WorldBox, center: DVec3, half: DVec3, slack: f64) -> Self {
        let axes = [bounds.axes.x_axis, bounds.axes.y_axis, bounds.axes.z_axis];
        let slab = |dir: DVec3| Slab::of_box(bounds, dir, slack);
        let crosses = DVec3::AXES.map(|world| axes.map(|axis| slab(world.cross(axis))));
        Self { lattice, center, half, normals: axes.map(slab), crosses }
    }

    fn whole(&self, axis: usize) -> Span {
        Span { low: -self.half[axis], high: self.half[axis] }
    }

    /// Cells from the lower to the upper end of a span.
    fn cells(&self, axis: usize, span: Span) -> std::ops::RangeInclusive<i32> {
        let center = self.center[axis];
        self.lattice.cell(center + span.low)..=self.lattice.cell(center + span.high)
    }

    fn rows(&self, emit: &mut impl FnMut(u32)) {
        for kz in self.cells(2, self.whole(2)) {
            let z = self.lattice.span(kz, self.center.z).cut(self.whole(2));
            let in_slab = |all: Span, slab: &Slab| all.cut(slab.bound(1, z.times(slab.dir.z)));
            let in_slab = self.crosses[0].iter().fold(self.whole(1), in_slab);
            for ky in self.cells(1, in_slab) {
                let y = self.lattice.span(ky, self.center.y).cut(in_slab);
                for kx in self.cells(0, self.in_row(y, z)) {
                    emit(self.lattice.key([kx, ky, kz]));
                }
            }
        }
    }

    /// The x of points common to the box and a row.
    fn in_row(&self, y: Span, z: Span) -> Span {
        let slabs = self.normals.iter().chain(&self.crosses[1]).chain(&self.crosses[2]);
        slabs.fold(self.whole(0), |all, slab| {
            let (from_y, from_z) = (y.times(slab.dir.y), z.times(slab.dir.z));
            all.cut(slab.bound(0, Span { low: from_y.low + from_z.low, high: from_y.high + from_z.high }))
        })
    }
}
