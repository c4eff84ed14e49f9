//! The single checks that make up a judgement.

use glam::DVec3;

use super::support::Width;
use super::{Fault, Precision, Scales, Truth};
use crate::narrow::{Contact, Status};

/// How far from unit length a normal may be.
const UNIT: f64 = 1e-12;
/// How far outside of its polyhedron a contact point may lie, as a share of the smaller body: features that are
/// parallel only nearly are treated as one.
const ON_POLYHEDRON: f64 = 1e-6;
/// The same for curved bodies: an overlap good to 1e-9 leaves the normal, and so the place, free to the root of that.
const ON_CURVED: f64 = 1e-4;
/// Share of the smaller body by which points of overlapping pairs may be off the body in single precision: its normals are
/// good to 1e-3 rad, and the point of a flat body moves as far as they turn.
const ON_SINGLE: f64 = 5e-3;
/// The angle a clear normal may be off by [rad].
const NORMAL: f64 = 1e-5;
/// The same in single precision [rad].
const SINGLE_NORMAL: f64 = 1e-3;
/// Normals of gaps smaller than this share of the smaller body are not compared.
const CLEAR_GAP: f64 = 1e-6;

fn push_above(faults: &mut Vec<Fault>, value: f64, allowed: f64, fault: fn(f64) -> Fault) {
    if value.is_nan() || value > allowed {
        faults.push(fault(value));
    }
}

/// Checks that need nothing but the answer.
pub(super) fn self_consistency(contact: &Contact, scales: &Scales, faults: &mut Vec<Fault>) {
    let Contact { overlap, lower, upper, normal, point, c1, c2, .. } = *contact;
    let finite = [overlap, lower, upper].iter().all(|x| x.is_finite());
    if !(finite && [normal, point, c1, c2].iter().all(|v| v.is_finite())) {
        faults.push(Fault::NotFinite);
        return;
    }
    let rounding = scales.rounding() + UNIT * overlap.abs();
    push_above(faults, (normal.length() - 1.0).abs(), UNIT, Fault::NotUnit);
    push_above(faults, (c1 - c2 - overlap * normal).length(), rounding, Fault::Witnesses);
    push_above(faults, point.distance(c1.midpoint(c2)), rounding, Fault::Middle);
    push_above(faults, (lower - overlap).max(overlap - upper), rounding, Fault::Bounds);
}

/// Checks against the support width, which bounds the overlap in every direction. Returns how far outside of their
/// bodies the contact points lie [m].
pub(super) fn against_width(
    contact: &Contact,
    width: &Width,
    origin_of_a: DVec3,
    scales: &Scales,
    faults: &mut Vec<Fault>,
) -> f64 {
    let rounding = match scales.precision {
        Precision::Double => scales.rounding(),
        Precision::Single => scales.allowed(contact.overlap),
    };
    // The normal of a tiny gap carries the rounding of a short vector: there the overlap may be the distance itself,
    // if the width at the normal is within the bounds that the answer owns up to.
    let at_normal = width.at(contact.normal);
    let short =
        contact.overlap < 0.0 && at_normal >= contact.overlap - rounding && at_normal <= contact.upper + rounding;
    // A half-space reaches without end along any normal but its own, which single precision does not hit.
    let endless = scales.precision == Precision::Single && at_normal.is_infinite();
    if !short && !endless {
        push_above(faults, (contact.overlap - at_normal).abs(), rounding, Fault::Width);
    }
    if let Some(n) = width.apart.try_normalize() {
        push_above(faults, contact.overlap - width.at(n), scales.allowed(contact.overlap), Fault::AboveCentreLine);
    }
    let from_a = |point: DVec3| width.outside(point - origin_of_a);
    let off = from_a(contact.c1).0.max(from_a(contact.c2).1);
    let share = match scales.precision {
        Precision::Double if scales.flat => ON_POLYHEDRON,
        Precision::Double => ON_CURVED,
        Precision::Single => ON_SINGLE,
    };
    // Where a gap is closest, single precision tells only roughly; no force depends on it.
    if scales.precision == Precision::Double || contact.overlap > 0.0 {
        push_above(faults, off, share * scales.smaller + scales.band(), Fault::OffBody);
    }
    off
}

/// Checks against the truth: the overlap error [m], and the normal's [rad] where it can be told.
pub(super) fn against_truth(
    contact: &Contact,
    truth: &Truth,
    scales: &Scales,
    faults: &mut Vec<Fault>,
) -> (f64, Option<f64>) {
    let error = contact.overlap - truth.overlap;
    let band = scales.allowed(truth.overlap);
    if scales.wrong_state(contact.overlap, truth.overlap) {
        faults.push(Fault::State { reported: contact.overlap, truth: truth.overlap });
    }
    match contact.status {
        Status::Ok => push_above(faults, error.abs(), band, Fault::Overlap),
        // An unconverged answer promises its bounds only.
        Status::Unsure(_) => {}
    }
    let outside = (contact.lower - truth.overlap).max(truth.overlap - contact.upper);
    push_above(faults, outside, band, Fault::Bracket);
    let clear = truth.unique && scales.is_clear(truth.overlap, CLEAR_GAP);
    let settled = contact.status == Status::Ok && contact.normal.is_finite();
    let normal_error = (clear && settled).then(|| angle(contact.normal, truth.normal));
    if let Some(angle) = normal_error {
        // A gap D seen at an angle t off is D cos t: the overlap's tolerance leaves that much play.
        let play = if truth.overlap < 0.0 { (8.0 * band / -truth.overlap).sqrt() } else { 0.0 };
        let allowed = if scales.precision == Precision::Single { SINGLE_NORMAL } else { NORMAL };
        push_above(faults, angle, allowed + play, Fault::Normal);
    }
    (error, normal_error)
}

/// Angle between two unit vectors [rad], exact for small ones too.
pub fn angle(p: DVec3, q: DVec3) -> f64 {
    p.cross(q).length().atan2(p.dot(q))
}
