//! GJK, then tetrahedron distortion: the last simplex of overlapping polyhedra is expanded until its nearest face lies
//! on the surface of the Minkowski difference.
//!
//! Y. Descantes, F. Tricoire, P. Richard (2019), algorithm 3. A face is replaced by the three faces that join its
//! edges to the furthest corner along its normal; faces hidden by that are not removed, in contrast to EPA, only never
//! built again. The nearest face still bounds the overlap from below: a ray from the origin that met the old face
//! meets one of the new ones, further out, so every ray meets a face before it leaves the Minkowski difference.

use glam::DVec3;

use super::classic::{Finding, Pair, weighted_points};
use super::descent::{Corner, End, Simplex, descend};
use super::distortion::Distortion;
use crate::narrow::{Body, Detector, Unsupported, WarmStart};
use crate::narrow::{Cause, Contact, Status};

/// Simplex updates; cold pairs need 4 to 10, large meshes some dozens.
const SIMPLEX_UPDATES: u32 = 500;

/// GJK with tetrahedron distortion.
#[derive(Clone, Debug)]
pub struct GjkTd {
    /// Expands the last tetrahedron. Otherwise its own nearest face is the answer, as in the classical algorithm.
    pub revised: bool,
    scratch: Distortion,
}

impl Default for GjkTd {
    fn default() -> Self {
        Self { revised: true, scratch: Distortion::default() }
    }
}

impl GjkTd {
    /// The classical algorithm, without expansion: for overlapping bodies its answer is mostly wrong.
    pub fn unrevised() -> Self {
        Self { revised: false, ..Self::default() }
    }
}

impl Detector for GjkTd {
    fn name(&self) -> &'static str {
        "gjk-td"
    }

    fn detect(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<Contact, Unsupported> {
        let pair = Pair::new(self.name(), a, b)?;
        let start = warm.axis.unwrap_or_else(|| pair.centre_line());
        let tiny = 16.0 * f64::EPSILON * pair.reach();
        let (simplex, end, updates) = descend(pair.support(start), |dir| pair.support(dir), tiny, SIMPLEX_UPDATES);
        remember(warm, simplex.corners());
        let toward = simplex.nearest.try_normalize().filter(|_| end != End::Holds);
        if let Some(apart) = toward.map(|dir| -dir).filter(|normal| pair.width(*normal) < 0.0) {
            return Ok(pair.contact(separated(&pair, &simplex, apart, updates), warm));
        }
        if !self.revised {
            return Ok(nearest_of_simplex(&pair, &simplex, updates, warm));
        }
        let mut finding = self.scratch.expand(&pair, simplex.corners());
        finding.gjk_iterations = updates;
        // A descent that ended at a point without a separating plane there was ended by rounding. A triangle is still
        // close enough to the origin to be expanded both ways; what started from less has proved nothing.
        if end != End::Holds && simplex.corners().len() < 3 {
            finding.lower = f64::NEG_INFINITY;
            finding.cause = if end == End::Iterations { Cause::Iterations } else { Cause::Stalled };
        }
        Ok(pair.contact(finding, warm))
    }
}

fn remember(warm: &mut WarmStart, corners: &[Corner]) {
    warm.simplex = [None; 4];
    for (slot, corner) in warm.simplex.iter_mut().zip(corners) {
        *slot = Some((corner.a, corner.b));
    }
}

/// The nearest point of bodies that the plane across `normal` separates: it bounds the distance from above, the plane
/// from below.
fn separated(pair: &Pair, simplex: &Simplex, normal: DVec3, updates: u32) -> Finding {
    let feature = pair.snapped(normal);
    // A triangle lies in the plane of a face or of two edges, so its normal is theirs. At a vertex or an edge the line
    // between the nearest points is the normal, unless a feature is plainly better: the simplex was a needle then.
    let better = pair.width(feature) < pair.width(normal) - 4.0 * f64::EPSILON * pair.reach();
    Finding {
        normal: if better || simplex.corners().len() == 3 { feature } else { normal },
        lower: -simplex.nearest.length(),
        unique: true,
        cause: Cause::Stalled,
        gjk_iterations: updates,
        epa_iterations: 0,
    }
}

/// The classical end: the point of the last tetrahedron's surface that is nearest to the origin, which mostly lies
/// inside the Minkowski difference. `overlap` is its distance, as the algorithm claims, and so only a lower bound;
/// `upper` is the support width along its normal.
fn nearest_of_simplex(pair: &Pair, simplex: &Simplex, updates: u32, warm: &mut WarmStart) -> Contact {
    let corners = simplex.corners();
    let nearest = (0..corners.len())
        .map(|left_out| {
            let face: Vec<Corner> =
                corners.iter().enumerate().filter(|(k, _)| *k != left_out).map(|(_, c)| *c).collect();
            if corners.len() == 4 { Simplex::spanning(&face) } else { simplex.clone() }
        })
        .min_by(|p, q| p.nearest.length_squared().total_cmp(&q.nearest.length_squared()))
        .unwrap_or_else(|| simplex.clone());
    // The origin on the surface leaves no direction: the algorithm then finds no overlap at all.
    let normal = nearest.nearest.try_normalize().unwrap_or_else(|| warm.axis.unwrap_or(DVec3::X));
    let (on_a, on_b) = weighted_points(&nearest, |a| pair.vertex_a(a), |b| pair.vertex_b(b));
    warm.axis = Some(normal);
    let claimed = nearest.nearest.length();
    Contact {
        // A tetrahedron holds the origin, so the way out is not shorter; less than that only bounds the distance.
        lower: if corners.len() == 4 { claimed } else { -claimed },
        upper: pair.width(normal),
        kind: pair.kind_at(normal),
        status: Status::Unsure(Cause::Local),
        gjk_iterations: updates,
        ..pair.placed(normal, 0.5 * (on_a + on_b), claimed)
    }
}
