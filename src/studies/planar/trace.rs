//! Watching a search: the simplices of GJK and the growing polygon of EPA.

use glam::DVec2;

/// Sees each step of a search. Points are points of the Minkowski difference, in the axes of the world [m]. The
/// methods do nothing unless they are overridden, and the search without a watcher compiles to the bare one.
pub trait Observer {
    /// The search is for the cores, and this is to be added to their overlap [m].
    fn radius(&mut self, radius: f64) {
        let _ = radius;
    }

    /// GJK holds the simplex with these corners: one, two or three.
    fn simplex(&mut self, corners: impl Iterator<Item = DVec2>) {
        drop(corners);
    }

    /// EPA holds the convex polygon with these corners, anticlockwise, and has looked across one of its edges.
    fn expansion(&mut self, corners: impl Iterator<Item = DVec2>, look: Look) {
        drop((corners, look));
    }
}

/// Nobody watches.
impl Observer for () {}

/// EPA's look across the edge that is closest to the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Number of the corner at which the edge begins; it ends at the next one.
    pub edge: usize,
    /// Outward unit normal of the edge.
    pub normal: DVec2,
    /// Distance of the edge from the origin [m]: no overlap is smaller.
    pub distance: f64,
    /// The support point along the normal [m].
    pub support: DVec2,
    /// True when the support point lies further out and becomes a corner; false when the edge is final.
    pub grows: bool,
}

/// One step of EPA: the polygon before the step, and the look.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// Corners, anticlockwise [m].
    pub polygon: Vec<DVec2>,
    /// What was found across the closest edge.
    pub look: Look,
}

/// All steps of a search.
///
/// Curved bodies take part in the search as cores: a disc as its centre, an ellipse without its least radius of
/// curvature all around. The points are those of the difference of the cores, which lies inside the Minkowski
/// difference by `radius`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// What is added to the overlap of the cores [m]; zero for polygons.
    pub radius: f64,
    /// Simplices of GJK in order [m].
    pub simplices: Vec<Vec<DVec2>>,
    /// Steps of EPA in order.
    pub expansions: Vec<Expansion>,
}

impl Observer for Trace {
    fn radius(&mut self, radius: f64) {
        self.radius = radius;
    }

    fn simplex(&mut self, corners: impl Iterator<Item = DVec2>) {
        self.simplices.push(corners.collect());
    }

    fn expansion(&mut self, corners: impl Iterator<Item = DVec2>, look: Look) {
        self.expansions.push(Expansion { polygon: corners.collect(), look });
    }
}
