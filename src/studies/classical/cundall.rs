//! Cundall's common plane: turn the plane between two polyhedra step by step until its gap is largest.
//!
//! P. Cundall (1988), with the three starts of Y. Descantes, F. Tricoire, P. Richard (2019), algorithm 1.

use glam::DVec3;

use super::classic::{Finding, Pair};
use crate::narrow::{Body, Detector, Unsupported, WarmStart};
use crate::narrow::{Cause, Contact};

/// Tangent of the first perturbation, 5 degrees.
const LARGEST_STEP: f64 = 0.087_488_663_525_924;
/// Tangent of the last perturbation. The paper's leaves the overlap wrong by up to that share of a body's size; 1e-12 is
/// the least that brings overlap and normal to 1e-9 with room to spare.
const SMALLEST_STEP: f64 = 1e-12;
/// The paper's, 1e-7 degrees.
const PUBLISHED_STEP: f64 = 1e-7 * std::f64::consts::PI / 180.0;
/// Tilts in one round: 36 halvings and as many moves as a search that converges needs, yet no endless creep along a
/// ridge with a step that has become too small.
const TILTS: u32 = 400;
/// Rounds of perturbation from one start; each round shortens the step from the largest to the smallest.
const ROUNDS: u32 = 64;

/// The common plane by perturbation. A local search: it proves its answer only where the bodies themselves do.
#[derive(Clone, Debug)]
pub struct Cundall {
    /// Three starts, across the centre line too, and not only the plane that bisects it.
    pub revised: bool,
    /// Tangent of the last perturbation.
    smallest_step: f64,
}

impl Default for Cundall {
    fn default() -> Self {
        Self { revised: true, smallest_step: SMALLEST_STEP }
    }
}

impl Cundall {
    /// The classical search from one start: ends in a local best when the centre line misleads it.
    pub fn unrevised() -> Self {
        Self { revised: false, ..Self::default() }
    }

    /// The revised search with the last perturbation of the paper, which ends sooner and is less exact.
    pub fn as_published() -> Self {
        Self { smallest_step: PUBLISHED_STEP, ..Self::default() }
    }
}

impl Detector for Cundall {
    fn name(&self) -> &'static str {
        "cundall"
    }

    fn detect(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<Contact, Unsupported> {
        let pair = Pair::new(self.name(), a, b)?;
        let along = pair.centre_line();
        let (p, q) = along.any_orthonormal_pair();
        // A plane has two sides: across the centre line neither is "from A to B", so the better one is taken.
        let better = |n: DVec3| if pair.width(-n) < pair.width(n) { -n } else { n };
        let starts = [along, better(p), better(q)];
        let starts = if self.revised { &starts[..] } else { &starts[..1] };
        let mut rounds = 0;
        let ends: Vec<Plane> =
            starts.iter().map(|start| settle(&pair, *start, self.smallest_step, &mut rounds)).collect();
        // The paper carries the largest gap over from start to start, which would keep the later ones from moving:
        // each search has its own, and the best of them is kept at the end, as its text says.
        let best = ends.iter().copied().fold(ends[0], |best, end| if end.width < best.width { end } else { best });
        let unique = !ends.iter().any(|end| pair.is_rival(end.normal, end.width, best.normal, best.width));
        let finding = Finding {
            normal: best.normal,
            lower: f64::NEG_INFINITY,
            unique,
            cause: Cause::Local,
            gjk_iterations: 0,
            epa_iterations: rounds,
        };
        Ok(pair.contact(finding, warm))
    }
}

/// A common plane: its normal, and the support width there (minus its gap).
#[derive(Clone, Copy, Debug)]
struct Plane {
    normal: DVec3,
    width: f64,
}

/// Rounds of perturbation from `start` until the closest vertices stay the same.
fn settle(pair: &Pair, start: DVec3, smallest_step: f64, rounds: &mut u32) -> Plane {
    let mut plane = Plane { normal: start, width: pair.width(start) };
    for _ in 0..ROUNDS {
        let before = plane;
        let vertices = pair.support(plane.normal);
        let (p, q) = plane.normal.any_orthonormal_pair();
        perturb(pair, &mut plane, p, smallest_step);
        perturb(pair, &mut plane, (p + q).normalize(), smallest_step);
        *rounds += 1;
        let after = pair.support(plane.normal);
        if (vertices.a, vertices.b) == (after.a, after.b) && before.width - plane.width <= 0.0 {
            break;
        }
    }
    plane
}

/// Tilts the plane along and across `p`, both ways, with steps halved whenever none of the four tilts helps.
fn perturb(pair: &Pair, plane: &mut Plane, p: DVec3, smallest_step: f64) {
    let mut step = LARGEST_STEP;
    let mut p = p;
    for _ in 0..TILTS {
        if step < smallest_step {
            break;
        }
        let p_now = p.reject_from_normalized(plane.normal).normalize();
        let q_now = plane.normal.cross(p_now);
        p = p_now;
        let tilts = [p_now, -p_now, q_now, -q_now].map(|tilt| {
            // The paper divides by 1 + k^2; the unit vector needs the square root of it.
            let normal = (plane.normal + tilt * step).normalize();
            Plane { normal, width: pair.width(normal) }
        });
        let best = tilts.into_iter().fold(*plane, |best, tilt| if tilt.width < best.width { tilt } else { best });
        if best.width < plane.width {
            *plane = best;
        } else {
            step *= 0.5;
        }
    }
}
