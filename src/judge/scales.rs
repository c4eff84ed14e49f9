//! Lengths of a pair, and the errors that they allow.

use crate::bodies::Shape;
use crate::contact::Body;

/// Share of the larger body's size to which polyhedra are answered.
const POLYHEDRA: f64 = 1e-13;
/// Share of the smaller body's size to which curved pairs are answered.
const CURVED: f64 = 1e-9;

/// Lengths of a pair of bodies [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    /// Bounding radius of the smaller body; half-spaces do not count [m].
    pub smaller: f64,
    /// Bounding radius of the larger body; half-spaces do not count [m].
    pub larger: f64,
    /// How far from the world's origin the pair stands [m].
    pub reach: f64,
    /// Two polyhedra, or a polyhedron and a half-space.
    pub flat: bool,
}

impl Scales {
    /// The lengths of `a` and `b`.
    pub fn of(a: &Body, b: &Body) -> Self {
        let radius = |body: &Body| match body.shape {
            Shape::HalfSpace(_) => None,
            shape => Some(shape.bounding_radius()),
        };
        let (first, second) = (radius(a), radius(b));
        let one = first.or(second).unwrap_or(0.0);
        let other = second.unwrap_or(one);
        let flat = |body: &Body| matches!(body.shape, Shape::Polyhedron(_) | Shape::HalfSpace(_));
        Self {
            smaller: one.min(other),
            larger: one.max(other),
            reach: wall_offset(a) + wall_offset(b) + a.pose.position.length().max(b.pose.position.length()),
            flat: flat(a) && flat(b),
        }
    }

    /// What adding up coordinates of this pair may lose [m].
    pub fn rounding(&self) -> f64 {
        1e-13 * self.larger + 8.0 * f64::EPSILON * self.reach
    }

    /// The overlap error that is allowed, and the band around touch in which either state is right [m].
    pub fn band(&self) -> f64 {
        let share = if self.flat { POLYHEDRA * self.larger } else { CURVED * self.smaller + POLYHEDRA * self.larger };
        share + 8.0 * f64::EPSILON * self.reach
    }

    /// Whether `overlap` [m] puts the pair into another state than `truth` [m] does, outside the band around touch.
    pub fn wrong_state(&self, overlap: f64, truth: f64) -> bool {
        let band = self.band();
        (truth > band && overlap <= 0.0) || (truth < -band && overlap >= 0.0)
    }
}

fn wall_offset(body: &Body) -> f64 {
    if let Shape::HalfSpace(wall) = body.shape { wall.offset().abs() } else { 0.0 }
}
