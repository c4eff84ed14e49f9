//! Where along the support lines the contact is, and between what.
//!
//! Seen along the normal, the features of the two bodies are points or segments of a line; the contact is at the
//! middle of what they share. An edge that is parallel only nearly fades out over a band of heights, so that the
//! point moves continuously: it is the average, over the tolerances of the band, of the middle that each tolerance
//! gives.

use glam::DVec2;

use super::answer::PlanarKind;
use super::pair::{Pair, Placed};
use super::shape::PlanarShape;
use crate::geometry::planar::Band;

/// Lower end of the band as a share of the smaller body: above the rounding of its coordinates.
const BAND_LOW: f64 = 1e-10;
/// Upper end of the band as a share of the smaller body.
const BAND_HIGH: f64 = 4e-8;
/// Features within this share of the smaller body of the support line name the kind of contact.
const KIND_TOLERANCE: f64 = 1e-9;
/// Rounding of heights as a share of the larger body; the band starts above it.
const HEIGHT_ROUNDING: f64 = 2e-15;

/// The points of one body that may take part.
struct Side {
    /// For each point, how far below the support line it is and where along it [m].
    points: Vec<(f64, f64)>,
}

impl Side {
    fn new(placed: &Placed, dir: DVec2, along: DVec2, shift: DVec2, high: f64) -> Self {
        let top = placed.support(dir).0;
        let drop = |p: DVec2| (top - p).dot(dir).max(0.0);
        let near = placed.points(dir).map(|p| (drop(p), (p + shift).dot(along))).filter(|(drop, _)| *drop <= high);
        Self { points: near.collect() }
    }

    /// The range along the line of the points within `tolerance` of it.
    fn range(&self, tolerance: f64) -> (f64, f64) {
        let within = self.points.iter().filter(|(drop, _)| *drop <= tolerance);
        within.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (_, s)| (low.min(*s), high.max(*s)))
    }
}

/// Where along the line across `n`, as seen from A's centroid, and between what.
pub(super) fn meet(pair: &Pair, n: DVec2) -> (f64, PlanarKind) {
    let (smaller, larger) = pair.sizes;
    let low = (BAND_LOW * smaller).max(HEIGHT_ROUNDING * larger);
    let band = Band { low, high: (BAND_HIGH * smaller).max(4.0 * low), even: false };
    let along = n.perp();
    let sides =
        [Side::new(&pair.a, n, along, DVec2::ZERO, band.high), Side::new(&pair.b, -n, along, pair.shift, band.high)];
    (faded_middle(&sides, band), kind(pair, &sides, low.max(KIND_TOLERANCE * smaller)))
}

/// The middle of the shared range, averaged over the band.
fn faded_middle(sides: &[Side; 2], band: Band) -> f64 {
    let drops = sides.iter().flat_map(|side| side.points.iter().map(|(drop, _)| *drop));
    let mut steps: Vec<f64> = drops.filter(|drop| *drop > band.low && *drop < band.high).collect();
    steps.extend([band.low, band.high]);
    steps.sort_by(f64::total_cmp);
    let weighted = steps.windows(2).map(|ends| middle(sides, ends[0]) * (band.faded(ends[1]) - band.faded(ends[0])));
    weighted.sum()
}

fn middle(sides: &[Side; 2], tolerance: f64) -> f64 {
    let (low, high) = shared(sides, tolerance);
    0.5 * (low + high)
}

fn shared(sides: &[Side; 2], tolerance: f64) -> (f64, f64) {
    let [(low_a, high_a), (low_b, high_b)] = [sides[0].range(tolerance), sides[1].range(tolerance)];
    (low_a.max(low_b), high_a.min(high_b))
}

fn kind(pair: &Pair, sides: &[Side; 2], tolerance: f64) -> PlanarKind {
    if [pair.a, pair.b].iter().any(|side| !matches!(side.shape, PlanarShape::Polygon(_))) {
        return PlanarKind::Smooth;
    }
    let is_edge = |side: &Side| {
        let (low, high) = side.range(tolerance);
        high - low > tolerance
    };
    let (low, high) = shared(sides, tolerance);
    match (is_edge(&sides[0]), is_edge(&sides[1])) {
        // Two edges on parallel lines that share no more than an end meet at their corners.
        (true, true) if high - low > tolerance => PlanarKind::EdgeEdge,
        (true, true) | (false, false) => PlanarKind::VertexVertex,
        _ => PlanarKind::VertexEdge,
    }
}
