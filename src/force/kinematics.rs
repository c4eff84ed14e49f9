//! A contact at one instant, in the law's terms: how deep it is, and how its bodies move. Velocities are those of the middle
//! of the step.

use glam::DVec3;

use super::real::Real;
use super::vec3::Vec3;
use super::{Law, Shared};
use crate::geometry::planar::PatchAxes;

/// A contact of any two shapes.
#[derive(Clone, Copy, Debug)]
pub struct ContactKinematics {
    /// Overlap, above 0 [m].
    pub overlap: f64,
    /// Unit normal from A to B.
    pub normal: DVec3,
    /// From the centres of A and B to the contact point [m].
    pub arms: [DVec3; 2],
    /// Velocity of B's material at the contact point less that of A's [m/s].
    pub velocity: DVec3,
    /// The same at the place where the contact point was in the last step, by the arms of that step [m/s].
    pub velocity_before: DVec3,
    /// Spin of the two bodies about the normal, on average [rad/s].
    pub spin: f64,
    /// Effective mass of the contact along the normal [kg].
    pub mass: f64,
    /// The same along the velocity across the normal [kg]; any number where there is none.
    pub mass_across: f64,
    /// Angular velocity of B less that of A [rad/s].
    pub turning: DVec3,
    /// How far the contact spreads.
    pub patch: PatchAxes,
    /// Effective moment of inertia of the two bodies about the axis of the moment against rocking (`spread.rs`)
    /// [kg m2]; any number where the contact does not spread.
    pub inertia: f64,
    /// What of the contact is its neighbours' as well.
    pub shared: Shared,
}

/// The point of a contact: all that counts for its force. Of a contact of spheres, there is no more. Units are those of
/// [`ContactKinematics`].
#[derive(Clone, Copy, Debug)]
pub struct PointKinematics<R: Real> {
    /// Overlap, above 0.
    pub overlap: R,
    /// Unit normal from A to B.
    pub normal: Vec3<R>,
    /// Velocity of B's material at the contact point less that of A's.
    pub velocity: Vec3<R>,
    /// The same where the contact point was in the last step.
    pub velocity_before: Vec3<R>,
    /// Mean spin about the normal.
    pub spin: R,
    /// Effective mass along the normal, and across it.
    pub mass: R,
    pub mass_across: R,
    /// What the contact has for itself.
    pub own: Own<R>,
}

/// What a contact does not share with neighbours at the same wall.
#[derive(Clone, Copy, Debug)]
pub struct Own<R: Real> {
    /// Its share of its force; dashpots and the tangential spring fade with it.
    pub force: R,
    /// Its share of its energy.
    pub energy: R,
    /// The same of what pulls in it: of the force, and of its potential.
    pub pull: [R; 2],
    /// It shares with none.
    pub alone: R::Mask,
}

impl<R: Real> Own<R> {
    /// A contact without neighbours.
    #[inline(always)]
    pub fn all() -> Self {
        Self { force: R::splat(1.0), energy: R::splat(1.0), pull: [R::splat(1.0); 2], alone: R::splat(0.0).equals(0.0) }
    }
}

impl ContactKinematics {
    /// Without its arms and what comes of its spread.
    #[inline(always)]
    pub(super) fn point(&self, law: &Law) -> PointKinematics<f64> {
        PointKinematics {
            overlap: self.overlap,
            normal: self.normal.into(),
            velocity: self.velocity.into(),
            velocity_before: self.velocity_before.into(),
            spin: self.spin,
            mass: self.mass,
            mass_across: self.mass_across,
            own: self.shared.own_share(self.overlap, law.exponent),
        }
    }
}
