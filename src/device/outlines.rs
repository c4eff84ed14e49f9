//! What the broad phase of the device needs to know of each kind: its box, and the size of its cells.

use glam::{DMat3, DVec3};

use super::fixed::POSITION_BITS;
use super::schema::records::{GpuBounds, GpuKind, GpuPose, Outline};
use super::shapes::ShapeTables;
use crate::broad::{WorldBox, measure};

impl GpuBounds {
    /// As the CPU has it, where the unit of length is `unit` [m].
    pub fn to_host(&self, unit: f64) -> WorldBox {
        let Self { high, low, turn, .. } = *self;
        let pose = GpuPose { high, low, turn, ..GpuPose::default() };
        WorldBox {
            center: pose.position() * unit,
            axes: DMat3::from_quat(pose.orientation()),
            half: DVec3::from_array(self.half.map(f64::from)) * unit,
            radius: f64::from(self.ball) * unit,
        }
    }
}

/// Outlines of all kinds, and the cells that suit them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outlines {
    /// One for each kind.
    pub kinds: Vec<Outline>,
    /// Cells of level 0 have an edge of two to this power, in units of position.
    pub shift: u32,
    /// A bit for each level with a kind on it.
    pub levels: u32,
}

/// Edge of a cell as a multiple of the measure of a body, before it is rounded to a power of two. Less than on the CPU:
/// looking at entries is most of the work here, and smaller cells have fewer.
const EDGE: f64 = 1.2;
/// Shifts that kernels can do: a cell is part of the upper word of a position. Far smaller and far larger cells than these are
/// no use, as the unit of length is about the smallest radius.
const SHIFTS: (i32, i32) = (32, 62);

impl Outlines {
    /// Outlines of all shapes, whose boxes will be grown by `half_skin`, in units of length. The edge of a kind's cells is the
    /// power of two that is nearest to what the CPU would choose for it; a half-space has no cells.
    pub fn new(tables: &ShapeTables, half_skin: f64) -> Self {
        let shifts: Vec<Option<u32>> = tables.kinds.iter().map(|kind| shift_of(kind, half_skin)).collect();
        let least = shifts.iter().flatten().min().copied().unwrap_or(SHIFTS.0 as u32);
        let level = |shift: &Option<u32>| shift.map_or(0, |shift| shift - least);
        let levels = shifts.iter().filter(|shift| shift.is_some()).fold(0, |bits, shift| bits | 1 << level(shift));
        let kinds = tables.kinds.iter().zip(&shifts).map(|(kind, shift)| outline(kind, level(shift))).collect();
        Self { kinds, shift: least, levels }
    }
}

fn half_lengths(kind: &GpuKind) -> [f32; 3] {
    [kind.box_half[0], kind.box_half[1], kind.box_half[2]]
}

fn shift_of(kind: &GpuKind, half_skin: f64) -> Option<u32> {
    let half = DVec3::from_array(half_lengths(kind).map(f64::from));
    if half.max_element() <= 0.0 {
        return None;
    }
    let edge = EDGE * measure(half + half_skin);
    let shift = edge.log2().round() + f64::from(POSITION_BITS);
    Some((shift as i32).clamp(SHIFTS.0, SHIFTS.1) as u32)
}

fn outline(kind: &GpuKind, level: u32) -> Outline {
    let [x, y, z, ball] = kind.box_center;
    Outline {
        center: [x, y, z],
        level,
        turn: kind.box_turn,
        half: half_lengths(kind),
        ball,
        levers: kind.levers,
        reach: kind.radius,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Cylinder, Shape, Sphere};

    #[test]
    fn levels_follow_sizes() {
        let mut tables = ShapeTables::default();
        for radius in [1.0, 2.0, 1000.0] {
            let _ = tables.push(&Shape::Sphere(Sphere::new(radius).expect("a sphere")), 0, None, 1.0);
        }
        let _ = tables.push(&Shape::Cylinder(Cylinder::new(1.0, 50.0).expect("a rod")), 0, None, 1.0);
        let outlines = Outlines::new(&tables, 0.01);
        let levels: Vec<u32> = outlines.kinds.iter().map(|kind| kind.level).collect();
        // A sphere's measure is its diameter; a rod's, that of its width times the fourth root of 50.
        assert_eq!(levels, [0, 1, 10, 2]);
        assert_eq!(outlines.levels, 0b100_0000_0111);
        assert_eq!(outlines.shift, 41);
    }
}
