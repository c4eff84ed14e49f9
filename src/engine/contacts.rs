//! The passes `separate`, `penetrate`, `patch` and `law` for pairs of grains: from a candidate pair to its forces.

use glam::DVec3;

use super::{Grains, Kinds};
use crate::axisymmetric::Axisymmetric;
use crate::bodies::Shape;
use crate::contact::{Body, Contact, Detector, Minkowski, Status, Unsupported, WarmStart};
use crate::force::{ContactForces, ContactMemory, Law, Shared, Touch};
use crate::integrate::angular_velocity;
use crate::integrate::drift::Inertia;
use crate::scene::CylinderContact;

/// What is remembered of a candidate pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct PairMemory {
    /// First guess of the next search.
    pub warm: WarmStart,
    /// History of the contact.
    pub contact: ContactMemory,
}

/// What came of a candidate pair in this step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PairOutcome {
    pub forces: ContactForces,
    /// Overlap; 0 without contact [m].
    pub overlap: f64,
    /// The answer is only bounded.
    pub unsure: bool,
    /// What finding it took: updates of GJK, expansions of EPA.
    pub iterations: [u32; 2],
}

/// Finds contacts of grains; one per thread.
pub(super) struct PairDetector {
    minkowski: Minkowski,
    axisymmetric: Option<Axisymmetric>,
}

impl PairDetector {
    pub fn new(cylinders: CylinderContact) -> Self {
        // A gap needs no exact value: a pair that is known to be apart has no force.
        let axisymmetric = (cylinders == CylinderContact::Axisymmetric).then(Axisymmetric::default);
        Self { minkowski: Minkowski::with_gap_limit(0.0), axisymmetric }
    }

    /// See [`Minkowski::patch_depth`].
    pub fn set_patch_depth(&mut self, share: f64) {
        self.minkowski.patch_depth = share;
    }

    pub fn detect(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<Contact, Unsupported> {
        match (&mut self.axisymmetric, a.shape, b.shape) {
            (Some(detector), Shape::Cylinder(_), Shape::Cylinder(_)) => detector.detect(a, b, warm),
            _ => self.minkowski.detect(a, b, warm),
        }
    }
}

/// A body as a contact sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partner {
    pub center: DVec3,
    pub velocity: DVec3,
    pub angular_velocity: DVec3,
    /// None for a body that does not move.
    pub inertia: Option<(Inertia, glam::DQuat)>,
}

impl Partner {
    pub fn of(grains: &Grains, kinds: &Kinds, body: usize) -> Self {
        Self::turning(grains, kinds, body, spin_of(grains, kinds, body))
    }

    /// The same, where the angular velocity is known [rad/s].
    fn turning(grains: &Grains, kinds: &Kinds, body: usize, angular_velocity: DVec3) -> Self {
        let pose = grains.poses[body];
        if grains.fixed[body] {
            let still = DVec3::ZERO;
            return Self { center: pose.position, velocity: still, angular_velocity: still, inertia: None };
        }
        let inertia = Some((kinds.get(grains.kinds[body]).inertia, pose.orientation));
        Self { center: pose.position, velocity: grains.motions[body].velocity, angular_velocity, inertia }
    }

    /// Velocity of its matter at `arm` from the centre [m/s].
    pub fn velocity_at(&self, arm: DVec3) -> DVec3 {
        self.velocity + self.angular_velocity.cross(arm)
    }

    /// How readily the matter at `arm` gives way along the unit vector `n`: 1/m + (arm x n) . I^-1 (arm x n) [1/kg].
    pub fn mobility(&self, arm: DVec3, n: DVec3) -> f64 {
        self.inertia.map_or(0.0, |(inertia, turn)| {
            let lever = turn.inverse() * arm.cross(n);
            inertia.mass.recip() + (lever * lever / inertia.moments).element_sum()
        })
    }

    /// How readily it turns about the unit vector `axis`: axis . I^-1 axis [1/(kg m2)].
    pub fn turn_mobility(&self, axis: DVec3) -> f64 {
        self.inertia.map_or(0.0, |(inertia, turn)| {
            let own = turn.inverse() * axis;
            (own * own / inertia.moments).element_sum()
        })
    }
}

/// Angular velocity of a body [rad/s].
pub(super) fn spin_of(grains: &Grains, kinds: &Kinds, body: usize) -> DVec3 {
    let moments = kinds.get(grains.kinds[body]).inertia.moments;
    angular_velocity(grains.poses[body].orientation, grains.motions[body].momentum, moments)
}

/// The touch of two partners, in the law's terms.
pub(super) fn touch(
    (overlap, patch): (f64, f64),
    normal: DVec3,
    point: DVec3,
    partners: [&Partner; 2],
    memory: &ContactMemory,
) -> Touch {
    let [a, b] = partners;
    let arms = [point - a.center, point - b.center];
    let turning = b.angular_velocity - a.angular_velocity;
    // Only a contact that spreads resists rocking.
    let rocking_inertia = || {
        let rocking = turning.reject_from_normalized(normal).try_normalize().unwrap_or(normal);
        (a.turn_mobility(rocking) + b.turn_mobility(rocking)).recip()
    };
    Touch {
        overlap,
        normal,
        arms,
        velocity: b.velocity_at(arms[1]) - a.velocity_at(arms[0]),
        velocity_before: b.velocity_at(memory.arms[1]) - a.velocity_at(memory.arms[0]),
        turning,
        inertia: if patch > 0.0 { rocking_inertia() } else { 0.0 },
        patch,
        shared: Shared::default(),
        spin: 0.5 * (a.angular_velocity + b.angular_velocity).dot(normal),
        mass: (a.mobility(arms[0], normal) + b.mobility(arms[1], normal)).recip(),
    }
}

/// One candidate pair: is there a contact, and what does it do?
pub(super) fn pair_forces(
    detector: &mut PairDetector,
    (grains, kinds, spins): (&Grains, &Kinds, &[DVec3]),
    pair: [u32; 2],
    law: impl Fn(usize, usize) -> Law,
    dt: f64,
    memory: &mut PairMemory,
) -> Result<PairOutcome, Unsupported> {
    let [i, j] = pair.map(|body| body as usize);
    let [kind_a, kind_b] = [i, j].map(|body| kinds.get(grains.kinds[body]));
    let (a, b) =
        (Body { shape: &kind_a.shape, pose: grains.poses[i] }, Body { shape: &kind_b.shape, pose: grains.poses[j] });
    let law = law(kind_a.material, kind_b.material);
    detector.set_patch_depth(law.patch_depth());
    let found = detector.detect(&a, &b, &mut memory.warm)?;
    if found.overlap <= 0.0 && !memory.contact.touching {
        return Ok(PairOutcome::default());
    }
    let partners = [i, j].map(|body| Partner::turning(grains, kinds, body, spins[body]));
    if found.overlap <= 0.0 {
        let arms = memory.contact.arms;
        let before = partners[1].velocity_at(arms[1]) - partners[0].velocity_at(arms[0]);
        let turning = partners[1].angular_velocity - partners[0].angular_velocity;
        let forces = law.release(before, turning, dt, &mut memory.contact);
        return Ok(PairOutcome { forces, ..PairOutcome::default() });
    }
    let size = (found.overlap, found.patch);
    let touch = touch(size, found.normal, found.point, [&partners[0], &partners[1]], &memory.contact);
    let forces = law.apply(&touch, dt, &mut memory.contact);
    let iterations = [found.gjk_iterations, found.epa_iterations];
    Ok(PairOutcome { forces, overlap: found.overlap, unsure: found.status != Status::Ok, iterations })
}
