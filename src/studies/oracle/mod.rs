//! Contacts judged by code that no detector shares: closed forms, exhaustive search, bounds that anyone can check.
//!
//! | pair | how the truth is found |
//! | --- | --- |
//! | two polyhedra | all face normals, edge crossings and nearest features: exact |
//! | anything with a half-space, two spheres | closed form: exact |
//! | other curved pairs, apart | certified from both sides: the gap along the normal and the distance of two points |
//! | other curved pairs, overlapping | no other direction found by a search gives a smaller support width |

mod checks;
pub mod curved;
mod fault;
pub mod polyhedra;
mod scales;
pub mod support;
mod truth;

pub use checks::angle;
pub use fault::Fault;
pub use scales::{Precision, Scales};
pub use truth::Truth;

use crate::narrow::{Body, Contact};
use curved::Search;
use polyhedra::Exhaustive;
use support::Width;

/// What was found about one answer.
#[must_use]
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The judge's own answer.
    pub truth: Truth,
    /// Lengths and tolerances of the pair.
    pub scales: Scales,
    /// Reported overlap minus the true one [m]; NaN when the answer is not finite.
    pub overlap_error: f64,
    /// Angle between the reported and the true normal [rad], where the true one is known and clear.
    pub normal_error: Option<f64>,
    /// How far outside of their bodies the contact points lie [m]; NaN when the answer contradicts itself.
    pub off_body: f64,
    /// What is wrong; empty for a right answer.
    pub faults: Vec<Fault>,
}

/// Judges answers; keeps its memory between calls, one per thread.
#[derive(Clone, Debug, Default)]
pub struct Oracle {
    search: Search,
    exhaustive: Exhaustive,
}

impl Oracle {
    /// Judges `contact` as the answer for `a` and `b`.
    pub fn judge(&mut self, a: &Body, b: &Body, contact: &Contact) -> Verdict {
        self.judge_as(Precision::Double, a, b, contact)
    }

    /// The same for an answer that was found with this precision.
    pub fn judge_as(&mut self, precision: Precision, a: &Body, b: &Body, contact: &Contact) -> Verdict {
        let scales = Scales::of(a, b).with(precision);
        let width = Width::new(a, b);
        let mut truth = self.truth(a, b, contact, &scales);
        truth.unique &= !scales.is_tie(width.at(contact.normal) - truth.overlap);
        let mut faults = Vec::new();
        checks::self_consistency(contact, &scales, &mut faults);
        let off_body = if faults.is_empty() {
            checks::against_width(contact, &width, a.pose.position, &scales, &mut faults)
        } else {
            f64::NAN
        };
        let (overlap_error, normal_error) = checks::against_truth(contact, &truth, &scales, &mut faults);
        Verdict { truth, scales, overlap_error, normal_error, off_body, faults }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::*;
    use crate::geometry::{Cylinder, Ellipsoid, HalfSpace, Polyhedron, Pose, Shape, Sphere};
    use crate::narrow::{Kind, Status};

    fn sphere(radius: f64) -> Shape {
        Shape::Sphere(Sphere::new(radius).expect("valid"))
    }

    fn cube() -> Shape {
        let corner = |k: i32| DVec3::new(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2)) * 2.0 - DVec3::ONE;
        Shape::Polyhedron(Polyhedron::from_vertices(&(0..8).map(corner).collect::<Vec<_>>()).expect("a cube"))
    }

    fn answer(overlap: f64, normal: DVec3, point: DVec3) -> Contact {
        let half = normal * (0.5 * overlap);
        Contact {
            overlap,
            lower: overlap,
            upper: overlap,
            normal,
            point,
            c1: point + half,
            c2: point - half,
            kind: Kind::Smooth,
            unique: true,
            status: Status::Ok,
            gjk_iterations: 0,
            epa_iterations: 0,
            patch: crate::geometry::planar::PatchAxes::POINT,
        }
    }

    /// Makes an answer wrong.
    type Spoil = fn(&mut Contact);
    /// Tells the fault that should be found then.
    type Recognise = fn(&Fault) -> bool;

    /// A pair and its right answer, for each way the judge knows.
    fn right_answers() -> Vec<(Shape, Shape, DVec3, Contact)> {
        let disc = || Shape::Cylinder(Cylinder::new(1.0, 0.5).expect("valid"));
        let egg = || Shape::Ellipsoid(Ellipsoid::new(DVec3::new(1.0, 2.0, 3.0)).expect("valid"));
        let wall = Shape::HalfSpace(HalfSpace::new(DVec3::X, 0.25).expect("valid"));
        let at = |x: f64| DVec3::X * x;
        vec![
            (cube(), cube(), at(1.5), answer(0.5, DVec3::X, at(0.75))),
            (cube(), cube(), at(2.5), answer(-0.5, DVec3::X, at(1.25))),
            (sphere(1.0), sphere(2.0), at(2.5), answer(0.5, DVec3::X, at(0.75))),
            (sphere(1.0), wall, at(-1.5), answer(-0.25, -DVec3::X, at(-1.125))),
            (disc(), disc(), at(1.9), answer(0.1, DVec3::X, at(0.95))),
            (egg(), egg(), at(1.9), answer(0.1, DVec3::X, at(0.95))),
            (egg(), egg(), at(2.5), answer(-0.5, DVec3::X, at(1.25))),
        ]
    }

    fn judged(case: &(Shape, Shape, DVec3, Contact), contact: &Contact) -> Verdict {
        let a = Body { shape: &case.0, pose: Pose::IDENTITY };
        let b = Body { shape: &case.1, pose: Pose::at(case.2) };
        Oracle::default().judge(&a, &b, contact)
    }

    #[test]
    fn right_answers_pass() {
        for case in right_answers() {
            let judgement = judged(&case, &case.3);
            assert!(judgement.faults.is_empty(), "{:?} {:?}: {:?}", case.0, case.1, judgement.faults);
            assert!(judgement.overlap_error.abs() < 1e-9);
        }
    }

    #[test]
    fn a_wrong_overlap_is_reported() {
        for case in right_answers() {
            for change in [1e-6, -1e-6, 1.0] {
                let wrong = answer(case.3.overlap + change, case.3.normal, case.3.point);
                let judgement = judged(&case, &wrong);
                assert!(judgement.faults.iter().any(|f| matches!(f, Fault::Overlap(_))), "{:?}", judgement.faults);
                assert!((judgement.overlap_error - change).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_wrong_normal_is_reported() {
        for case in right_answers() {
            for tilt in [1e-3, 0.3, 2.0] {
                let normal = DQuat::from_rotation_z(tilt) * case.3.normal;
                let wrong = answer(case.3.overlap, normal, case.3.point);
                let found = judged(&case, &wrong).faults;
                assert!(found.iter().any(|f| matches!(f, Fault::Width(_))), "{:?}: {found:?}", case.1);
                // Consistent in itself, the overlap being the width there, it is still not the least one.
                let (a, b) =
                    (Body { shape: &case.0, pose: Pose::IDENTITY }, Body { shape: &case.1, pose: Pose::at(case.2) });
                let there = Width::new(&a, &b).at(normal);
                if there.is_finite() {
                    let found = judged(&case, &answer(there, normal, case.3.point)).faults;
                    let fault = |f: &Fault| matches!(f, Fault::Overlap(_) | Fault::Normal(_));
                    assert!(found.iter().any(fault), "{:?} {tilt}: {found:?}", case.0);
                }
            }
        }
    }

    #[test]
    fn a_wrong_state_is_reported() {
        for case in right_answers() {
            let found = judged(&case, &answer(-case.3.overlap, case.3.normal, case.3.point)).faults;
            assert!(found.iter().any(Fault::is_state), "{found:?}");
        }
    }

    #[test]
    fn an_answer_that_contradicts_itself_is_reported() {
        let change: [(Spoil, Recognise); 6] = [
            (|c| c.overlap = f64::NAN, |f| matches!(f, Fault::NotFinite)),
            (|c| c.normal *= 1.0 + 1e-9, |f| matches!(f, Fault::NotUnit(_))),
            (|c| c.c1 += DVec3::Y * 1e-9, |f| matches!(f, Fault::Witnesses(_))),
            (|c| c.point += DVec3::Y * 1e-9, |f| matches!(f, Fault::Middle(_))),
            (|c| c.lower += 1e-9, |f| matches!(f, Fault::Bounds(_))),
            (|c| c.upper -= 1e-9, |f| matches!(f, Fault::Bounds(_))),
        ];
        for case in right_answers() {
            for (spoil, expected) in change {
                let mut wrong = case.3;
                spoil(&mut wrong);
                let found = judged(&case, &wrong).faults;
                assert!(found.iter().any(expected), "{found:?}");
            }
            let far = answer(case.3.overlap, case.3.normal, case.3.point + DVec3::Y * 10.0);
            let found = judged(&case, &far).faults;
            assert!(found.iter().any(|f| matches!(f, Fault::OffBody(_))), "{found:?}");
        }
    }

    #[test]
    fn an_unsure_answer_is_held_to_its_bounds() {
        let case = &right_answers()[0];
        let unconverged = Status::Unsure(crate::narrow::Cause::Iterations);
        let loose = Contact { lower: 0.4, upper: 0.6, status: unconverged, ..case.3 };
        assert!(judged(case, &loose).faults.is_empty());
        let wrong = Contact { lower: 0.5 + 1e-9, upper: 0.6, status: unconverged, ..case.3 };
        assert!(judged(case, &wrong).faults.iter().any(|f| matches!(f, Fault::Bracket(_))));
    }
}
