//! What a detector answers.

use glam::DVec3;

use crate::geometry::planar::PatchAxes;

/// Below this share of the smaller body's bounding radius an overlap or a gap counts as touch.
pub const TOUCH_BAND: f64 = 1e-12;

/// The contact of two shapes A and B.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Minkowski overlap [m]: the support width at `normal`; minus the distance when the shapes are apart. (Of a gap so
    /// small that its normal drowns in rounding, the width at that normal is `upper`.)
    pub overlap: f64,
    /// The true overlap is not below this [m], up to rounding.
    pub lower: f64,
    /// The true overlap is not above this [m], up to rounding.
    pub upper: f64,
    /// Unit normal from A to B: moving B by `overlap * normal` brings the two into mere touch.
    pub normal: DVec3,
    /// The contact point, halfway between `c1` and `c2`.
    pub point: DVec3,
    /// The contact point on A's support plane; `c1 - c2 = overlap * normal`.
    pub c1: DVec3,
    /// The contact point on B's support plane.
    pub c2: DVec3,
    /// Which features meet.
    pub kind: Kind,
    /// False when another direction gives the same overlap to 1e-9 of the smaller body.
    pub unique: bool,
    /// Whether the answer is settled, or only bounded.
    pub status: Status,
    /// How far the contact spreads, and which way: what both touching features have. It is measured for overlapping bodies
    /// where a depth of the patch is asked for ([`Minkowski::patch_depth`](super::Minkowski)), and a point otherwise.
    pub patch: PatchAxes,
    /// Simplex updates of GJK, or the support points that led to a proven face without it.
    pub gjk_iterations: u32,
    /// Polytope expansions of EPA, or the rounds of another detector's refinement.
    pub epa_iterations: u32,
}

impl Contact {
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

    /// The same contact seen with A and B exchanged.
    pub fn swapped(self) -> Self {
        Self { normal: -self.normal, c1: self.c2, c2: self.c1, ..self }
    }
}

/// How two shapes stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// They share volume.
    Overlap,
    /// They touch, to 1e-12 of the smaller one.
    Touch,
    /// There is a gap.
    Separated,
}

impl State {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Touch => "touch",
            Self::Separated => "separated",
        }
    }
}

/// The features that meet at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two vertices (only apart or touching).
    VertexVertex,
    /// A vertex and an edge (only apart or touching).
    VertexEdge,
    /// A vertex and a face.
    VertexFace,
    /// Two edges that cross.
    EdgeEdge,
    /// Two straight features side by side.
    ParallelEdges,
    /// A straight feature lying along a flat one.
    EdgeFace,
    /// Two flat features.
    FaceFace,
    /// A point contact with at least one curved surface.
    Smooth,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::VertexVertex,
        Self::VertexEdge,
        Self::VertexFace,
        Self::EdgeEdge,
        Self::ParallelEdges,
        Self::EdgeFace,
        Self::FaceFace,
        Self::Smooth,
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::VertexVertex => "vertex-vertex",
            Self::VertexEdge => "vertex-edge",
            Self::VertexFace => "vertex-face",
            Self::EdgeEdge => "edge-edge",
            Self::ParallelEdges => "parallel-edges",
            Self::EdgeFace => "edge-face",
            Self::FaceFace => "face-face",
            Self::Smooth => "smooth",
        }
    }
}

/// Whether an answer is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Lower and upper bound agree to the tolerance.
    Ok,
    /// The bounds are valid but did not close. The overlap given is the upper one, of a gap that was measured better by
    /// its closest points the lower one.
    Unsure(Cause),
}

/// Why an answer is only bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The iteration limit was reached.
    Iterations,
    /// Rounding stopped the progress before the bounds met.
    Stalled,
    /// A local search ended where it cannot prove that no better direction exists.
    Local,
}

impl Status {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Unsure(Cause::Iterations) => "unconverged:iterations",
            Self::Unsure(Cause::Stalled) => "unconverged:stalled",
            Self::Unsure(Cause::Local) => "unconverged:local",
        }
    }
}
