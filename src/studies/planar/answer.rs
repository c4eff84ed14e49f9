//! The contact of two planar bodies.

use glam::DVec2;

use crate::narrow::{State, Status, TOUCH_BAND};

/// The contact of two planar bodies A and B.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanarContact {
    /// Minkowski overlap [m]; minus the distance when the bodies are apart.
    pub overlap: f64,
    /// The true overlap is not below this [m], up to rounding.
    pub lower: f64,
    /// The true overlap is not above this [m], up to rounding.
    pub upper: f64,
    /// Unit normal from A to B: moving B by `overlap * normal` brings the two into mere touch.
    pub normal: DVec2,
    /// The contact point, halfway between `c1` and `c2` [m].
    pub point: DVec2,
    /// The contact point on A's boundary [m]; `c1 - c2 = overlap * normal`.
    pub c1: DVec2,
    /// The contact point on B's boundary [m].
    pub c2: DVec2,
    /// Which features meet.
    pub kind: PlanarKind,
    /// False when another direction gives the same overlap to 1e-9 of the smaller body.
    pub unique: bool,
    /// Whether lower and upper bound have closed.
    pub status: Status,
    /// Simplex updates of GJK.
    pub gjk_iterations: u32,
    /// Expansions of EPA, the last look that found nothing further out included.
    pub epa_iterations: u32,
}

impl PlanarContact {
    /// Overlap, touch or separated, for a smaller body of bounding radius `size` [m].
    pub fn state(&self, size: f64) -> State {
        if self.overlap.abs() <= TOUCH_BAND * size {
            State::Touch
        } else if self.overlap > 0.0 {
            State::Overlap
        } else {
            State::Separated
        }
    }
}

/// The features that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanarKind {
    /// Two corners (only apart or touching).
    VertexVertex,
    /// A corner and an edge.
    VertexEdge,
    /// Two parallel edges.
    EdgeEdge,
    /// At least one boundary is curved.
    Smooth,
}

impl PlanarKind {
    /// The short name of the papers: v-v, v-e, e-e; "smooth" for curved boundaries.
    pub fn name(self) -> &'static str {
        match self {
            Self::VertexVertex => "v-v",
            Self::VertexEdge => "v-e",
            Self::EdgeEdge => "e-e",
            Self::Smooth => "smooth",
        }
    }
}
