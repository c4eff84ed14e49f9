//! Lengths of a pair, and the errors that they allow.

use crate::geometry::Shape;
use crate::narrow::Body;

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
    /// With how many digits the answer was found.
    pub precision: Precision,
}

/// With how many digits an answer was found, and so what it is held to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 64-bit floats.
    #[default]
    Double,
    /// 32-bit floats: the GPU.
    Single,
}

/// Errors of an overlap that single precision is allowed, as shares of the smaller and the larger body and of the overlap
/// itself.
const SINGLE: [f64; 3] = [2e-6, 5e-7, 1e-3];
/// A pair deeper than these shares of the smaller and the larger body must not be called apart.
const SINGLE_STATE: [f64; 2] = [5e-6, 1e-6];
/// Widths closer than this share of both bodies are the same: the rounding of coordinates and turns.
const SINGLE_TIE: f64 = 3e-7;
/// Normals of pairs less deep than this share of both bodies are not compared.
const SINGLE_CLEAR: f64 = 1e-4;

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
            precision: Precision::Double,
        }
    }

    /// The same for an answer of this precision.
    pub fn with(self, precision: Precision) -> Self {
        Self { precision, ..self }
    }

    fn is_single(&self) -> bool {
        self.precision == Precision::Single
    }

    /// What is allowed of an overlap of about `overlap` [m].
    pub fn allowed(&self, overlap: f64) -> f64 {
        self.band() + if self.is_single() { SINGLE[2] * overlap.abs() } else { 0.0 }
    }

    /// The normal of this overlap [m] is clear enough to be compared.
    pub fn is_clear(&self, overlap: f64, least_gap: f64) -> bool {
        if self.is_single() {
            return overlap > SINGLE_CLEAR * (self.smaller + self.larger);
        }
        overlap > 0.0 || overlap < -least_gap * self.smaller
    }

    /// A direction whose width is `excess` [m] above the least one cannot be told from the best at this precision.
    pub fn is_tie(&self, excess: f64) -> bool {
        self.is_single() && excess <= SINGLE_TIE * (self.smaller + self.larger)
    }

    /// What adding up coordinates of this pair may lose [m].
    pub fn rounding(&self) -> f64 {
        1e-13 * self.larger + 8.0 * f64::EPSILON * self.reach
    }

    /// The overlap error that is allowed, and the band around touch in which either state is right [m].
    pub fn band(&self) -> f64 {
        if self.is_single() {
            return SINGLE[0] * self.smaller + SINGLE[1] * self.larger + 8.0 * f64::EPSILON * self.reach;
        }
        let share = if self.flat { POLYHEDRA * self.larger } else { CURVED * self.smaller + POLYHEDRA * self.larger };
        share + 8.0 * f64::EPSILON * self.reach
    }

    /// Whether `overlap` [m] puts the pair into another state than `truth` [m] does, outside the band around touch.
    pub fn wrong_state(&self, overlap: f64, truth: f64) -> bool {
        if self.is_single() {
            return overlap <= 0.0 && truth > SINGLE_STATE[0] * self.smaller + SINGLE_STATE[1] * self.larger;
        }
        let band = self.band();
        (truth > band && overlap <= 0.0) || (truth < -band && overlap >= 0.0)
    }
}

fn wall_offset(body: &Body) -> f64 {
    if let Shape::HalfSpace(wall) = body.shape { wall.offset().abs() } else { 0.0 }
}
