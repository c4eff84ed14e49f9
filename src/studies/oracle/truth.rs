//! The judge's own answer.

use glam::DVec3;

use super::curved::Found;
use super::support::Width;
use super::{Oracle, Scales};
use crate::geometry::Shape;
use crate::narrow::{Body, Contact};

/// Of two spheres whose centres are nearer than this share of the smaller one, the normal is not asked for.
const CONCENTRIC: f64 = 1e-6;

/// The judge's own answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    /// Minkowski overlap [m]: exact, certified, or the least support width found.
    pub overlap: f64,
    /// The direction of that width.
    pub normal: DVec3,
    /// The normal is the only one, and the judge knows it exactly.
    pub unique: bool,
}

impl Oracle {
    /// The truth about `a` and `b`. `contact` gives a first direction to look along, and may give the certificate
    /// that a pair is apart.
    pub(super) fn truth(&mut self, a: &Body, b: &Body, contact: &Contact, scales: &Scales) -> Truth {
        let width = Width::new(a, b);
        let guess = contact.normal.try_normalize().unwrap_or(width.apart.normalize_or(DVec3::X));
        match (a.shape, b.shape) {
            (Shape::Polyhedron(p), Shape::Polyhedron(q)) => {
                let exact = self.exhaustive.contact((a, p), (b, q), guess);
                Truth { overlap: exact.overlap, normal: exact.normal, unique: exact.unique }
            }
            (Shape::HalfSpace(wall), _) => at_wall(&width, a.pose.orientation * wall.normal()),
            (_, Shape::HalfSpace(wall)) => at_wall(&width, -(b.pose.orientation * wall.normal())),
            (Shape::Sphere(p), Shape::Sphere(q)) => {
                let distance = width.apart.length();
                let overlap = p.radius() + q.radius() - distance;
                let unique = distance > CONCENTRIC * scales.smaller;
                Truth { overlap, normal: width.apart.normalize_or(DVec3::X), unique }
            }
            _ => self.curved_truth(a, &width, contact, guess, scales),
        }
    }

    fn curved_truth(&mut self, a: &Body, width: &Width, contact: &Contact, guess: DVec3, scales: &Scales) -> Truth {
        let found = match certified_gap(a, width, contact, guess, scales) {
            Some(found) => found,
            None => {
                let steepest = 2.0 * scales.larger + width.apart.length();
                self.search.least(width, guess, scales.band(), steepest)
            }
        };
        Truth { overlap: found.width, normal: found.normal, unique: false }
    }
}

fn at_wall(width: &Width, normal: DVec3) -> Truth {
    Truth { overlap: width.at(normal), normal, unique: true }
}

/// The gap along the reported normal, when two points of the bodies prove that they are not further apart than that.
fn certified_gap(a: &Body, width: &Width, contact: &Contact, normal: DVec3, scales: &Scales) -> Option<Found> {
    let along = width.at(normal);
    let apart = along < 0.0 && contact.c1.distance(contact.c2) <= -along + scales.band();
    let from_a = |point: DVec3| width.outside(point - a.pose.position);
    let inside = apart && from_a(contact.c1).0.max(from_a(contact.c2).1) <= scales.band();
    inside.then_some(Found { width: along, normal })
}
