//! The longest step that the stiffest contact of the lightest grains bears.

use super::{ParticleType, ParticleTypes};
use crate::force::Law;

/// Overlap, as a share of the bounding radius, at which the stiffness of a nonlinear contact is taken.
const DEEP: f64 = 0.05;

/// Critical time step of velocity Verlet [s]: 2 / omega of the stiffest contact between any two kinds, with the lever arm
/// that makes it give way most easily, 1/m* = 1/m + R^2/I. None where there are no grains.
pub(crate) fn critical_time_step(
    kinds: &ParticleTypes,
    walls: &[usize],
    law: impl Fn(usize, usize) -> Law,
) -> Option<f64> {
    let mut fastest = 0.0f64;
    for kind in kinds.all() {
        let mut meet = |material: usize, other: Option<&ParticleType>| {
            let law = law_at_flattest(law(kind.material, material), kind, other);
            fastest = fastest.max(frequency_squared(&law, kind, other));
        };
        walls.iter().for_each(|&material| meet(material, None));
        kinds.all().iter().for_each(|other| meet(other.material, Some(other)));
    }
    (fastest > 0.0).then(|| 2.0 / fastest.sqrt())
}

/// The law of a kind with another or with a wall, from that of their materials: where it goes by curvature, that of the flattest places,
/// which are the stiffest.
pub(crate) fn law_at_flattest(law: Law, kind: &ParticleType, other: Option<&ParticleType>) -> Law {
    let of = |curvature: fn(&ParticleType) -> f64| [curvature(kind), other.map_or(0.0, curvature)];
    let curvatures = of(|kind| kind.curvature);
    law.of_radii(curvatures).at_place(curvatures, || of(|kind| kind.least_curvature)).into_owned()
}

/// The same of one contact, of a kind with another or with a wall, by their law.
pub(crate) fn critical_of(law: &Law, kind: &ParticleType, other: Option<&ParticleType>) -> f64 {
    let depths = [Some(kind), other].into_iter().flatten().map(|kind| kind.radius);
    let largest = depths.fold(0.0, f64::max);
    2.0 / (law.steepest(DEEP * largest) * (mobility(kind) + other.map_or(0.0, mobility))).sqrt()
}

/// omega^2 of a contact [1/s2].
fn frequency_squared(law: &Law, kind: &ParticleType, other: Option<&ParticleType>) -> f64 {
    law.steepest(DEEP * kind.radius) * (mobility(kind) + other.map_or(0.0, mobility))
}

fn mobility(kind: &ParticleType) -> f64 {
    let round = kind.local_box.oriented.half_extents;
    // The longest lever across each axis, turned about it.
    let lever = round.max_element().min(kind.radius);
    kind.inertia.mass.recip() + lever * lever / kind.inertia.moments.min_element().max(round_moment(kind))
}

/// Of a rod, the moment about its own axis is small, but so is the lever about it: the mean of all three stands for it.
fn round_moment(kind: &ParticleType) -> f64 {
    kind.inertia.moments.element_sum() / 3.0
}
