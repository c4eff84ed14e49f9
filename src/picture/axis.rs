//! The axis by which a shape's orientation is told.

use glam::DVec3;

use crate::bodies::Shape;

/// Moments that differ by less than this share are equal: those of solids with symmetry, but for rounding.
const EQUAL: f64 = 1e-6;

/// The unit vector of a shape's axis in its own frame: its axis of symmetry where it has one, else the one along which
/// it is longest, by its moments of inertia. None for shapes without any, such as a sphere or a cube.
pub fn symmetry_axis(shape: &Shape) -> Option<DVec3> {
    // Their moments may happen to be equal, their axis stays.
    if matches!(shape, Shape::Cylinder(_) | Shape::Capsule(_)) {
        return Some(DVec3::Z);
    }
    let mass = shape.mass_properties()?;
    let moments = mass.principal.to_array();
    let largest = mass.principal.max_element();
    let equal = |i: usize, j: usize| (moments[i] - moments[j]).abs() <= EQUAL * largest;
    let own = match (equal(0, 1), equal(1, 2), equal(2, 0)) {
        (true, true, _) | (true, _, true) | (_, true, true) => return None,
        (true, _, _) => 2,
        (_, true, _) => 0,
        (_, _, true) => 1,
        _ => (0..3).min_by(|i, j| moments[*i].total_cmp(&moments[*j]))?,
    };
    Some(mass.axes * DVec3::AXES[own])
}
