//! Several contacts at a time. Spheres spend most of a step in the law, and what a processor does to one number it does to
//! four in the same time, or to eight where it has AVX-512. Each lane has the numbers of its contact alone, however many go together.

use super::real::{CONSTANT, Mask, ROOT, Real};

/// A number for each of the contacts that are worked out together.
#[cfg(target_feature = "avx512f")]
pub(crate) type Pack = wide::f64x8;
#[cfg(not(target_feature = "avx512f"))]
pub(crate) type Pack = wide::f64x4;

/// How many contacts are worked out together.
pub(crate) const LANES: usize = size_of::<Pack>() / size_of::<f64>();

impl Mask for Pack {
    #[inline(always)]
    fn negated(self) -> Self {
        !self
    }
    #[inline(always)]
    fn all(self) -> bool {
        Pack::all(self)
    }
    #[inline(always)]
    fn none(self) -> bool {
        Pack::none(self)
    }
}

/// Least and largest are those of the CPU: where one of two numbers is none, they give the second.
impl Real for Pack {
    type Mask = Pack;
    type Lanes = [f64; LANES];

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Pack::splat(value)
    }
    #[inline(always)]
    fn from_lanes(of: impl Fn(usize) -> f64) -> Self {
        Pack::new(std::array::from_fn(of))
    }
    #[inline(always)]
    fn to_lanes(self) -> Self::Lanes {
        self.to_array()
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Pack::sqrt(self)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.fast_min(other)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.fast_max(other)
    }
    #[inline(always)]
    fn clamp_to(self, most: Self) -> Self {
        self.fast_max(-most).fast_min(most)
    }
    #[inline(always)]
    fn power(self, exponent: Self) -> Self {
        if exponent.equals(CONSTANT).all() {
            Pack::ONE
        } else if exponent.equals(ROOT).all() {
            Pack::sqrt(self)
        } else {
            let (bases, exponents) = (self.to_array(), exponent.to_array());
            Pack::from_lanes(|lane| bases[lane].power(exponents[lane]))
        }
    }
    #[inline(always)]
    fn arc_tangent(self) -> Self {
        let tangents = self.to_array();
        Pack::from_lanes(|lane| tangents[lane].atan())
    }
    #[inline(always)]
    fn equals(self, other: f64) -> Self {
        self.simd_eq(Pack::splat(other))
    }
    #[inline(always)]
    fn exceeds(self, other: f64) -> Self {
        self.simd_gt(Pack::splat(other))
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> Self {
        self.simd_le(other)
    }
    #[inline(always)]
    fn select(mask: Self, one: Self, other: Self) -> Self {
        mask.select(one, other)
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::force::{ContactHistory, ContactKinematics, Law, Own, PointHistory, PointKinematics, Shared, Vec3};
    use crate::geometry::planar::PatchAxes;
    use crate::scene::{Adhesion, Cohesion, Dashpots, PairLaw, TangentialSpring};

    fn law(exponent: f64, restitution: f64, friction: f64, energy_return: bool) -> Law {
        cohesive(exponent, restitution, friction, energy_return, Cohesion::None)
    }

    fn cohesive(exponent: f64, restitution: f64, friction: f64, energy_return: bool, cohesion: Cohesion) -> Law {
        let law = PairLaw {
            stiffness: 2e4,
            by_radius: false,
            contact_radius: Default::default(),
            exponent,
            restitution,
            friction,
            tangential_ratio: 0.4,
            tangential_spring: TangentialSpring::Force,
            dashpots: Dashpots::Bounded,
            rolling: Default::default(),
            cohesion,
        };
        Law::new(&law, energy_return)
    }

    fn vector(rng: &mut Pcg64, size: f64) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|_| rng.random_range(-size..size)))
    }

    /// A contact that moves at random.
    fn contact(rng: &mut Pcg64) -> ContactKinematics {
        let normal = (DVec3::Z + vector(rng, 0.1)).normalize();
        ContactKinematics {
            overlap: rng.random_range(1e-6..1e-4),
            normal,
            arms: [normal * 0.005, normal * -0.005],
            velocity: vector(rng, 0.05),
            velocity_before: vector(rng, 0.05),
            spin: rng.random_range(-5.0..5.0),
            mass: rng.random_range(1e-3..2e-3),
            mass_across: rng.random_range(1e-5..5e-4),
            turning: DVec3::ZERO,
            patch: PatchAxes::POINT,
            inertia: 0.0,
            shared: Shared::default(),
        }
    }

    fn together(contacts: &[ContactKinematics; LANES]) -> PointKinematics<Pack> {
        PointKinematics {
            overlap: Pack::from_lanes(|lane| contacts[lane].overlap),
            normal: Vec3::from_lanes(|lane| contacts[lane].normal),
            velocity: Vec3::from_lanes(|lane| contacts[lane].velocity),
            velocity_before: Vec3::from_lanes(|lane| contacts[lane].velocity_before),
            spin: Pack::from_lanes(|lane| contacts[lane].spin),
            mass: Pack::from_lanes(|lane| contacts[lane].mass),
            mass_across: Pack::from_lanes(|lane| contacts[lane].mass_across),
            own: Own::all(),
        }
    }

    /// Contacts of many steps, of which some stick and some slip, by laws of their own: together and one by one, the
    /// numbers are the same.
    #[test]
    fn four_contacts_together_do_what_each_does_alone() {
        let linear = law(1.0, 0.3, 0.5, false);
        let hertz = law(1.5, 0.6, 0.2, false);
        let (elastic, power) = (law(1.0, 1.0, 0.0, true), law(2.2, 0.9, 0.8, false));
        let rough = law(1.5, 0.99, 0.3, true);
        let solid = Law::new(
            &PairLaw {
                stiffness: 1e8,
                by_radius: true,
                contact_radius: Default::default(),
                exponent: 1.5,
                restitution: 0.7,
                friction: 0.4,
                tangential_ratio: 0.8,
                tangential_spring: TangentialSpring::Force,
                dashpots: Dashpots::Bounded,
                rolling: Default::default(),
                cohesion: Cohesion::None,
            },
            false,
        );
        let other = |dashpots, spring| {
            let law = PairLaw {
                stiffness: 2e6,
                by_radius: false,
                contact_radius: Default::default(),
                exponent: 1.5,
                restitution: 0.5,
                friction: 0.3,
                tangential_ratio: 0.4,
                tangential_spring: spring,
                dashpots,
                rolling: Default::default(),
                cohesion: Cohesion::None,
            };
            Law::new(&law, false)
        };
        let sticking = other(Dashpots::Sticking, TangentialSpring::Elongation);
        let joint = other(Dashpots::Together, TangentialSpring::Force);
        let increments = other(Dashpots::Bounded, TangentialSpring::Increments);
        let necks = cohesive(1.5, 0.8, 0.4, false, Cohesion::Jkr(Adhesion::PullOff(1e-3)));
        let hard = cohesive(1.0, 1.0, 0.3, true, Cohesion::Dmt { adhesion: Adhesion::Energy(0.1), range: 5e-5 });
        let wet = cohesive(1.0, 0.7, 0.4, false, Cohesion::Bridge { surface_tension: 0.07, volume: 1e-11, angle: 0.2 });
        let curvatures = [200.0, 350.0];
        let mut rng = Pcg64::seed_from_u64(7);
        let (mut slipped, mut stuck) = (0, 0);
        let mixed = [
            [&linear, &hertz, &elastic, &power],
            [&solid, &linear, &hertz, &solid],
            [&joint, &hertz, &sticking, &increments],
            [&necks, &hard, &wet, &linear],
        ];
        let mixed = mixed.map(|laws| std::array::from_fn(|lane| laws[lane % laws.len()]));
        for laws in [
            [&linear; LANES],
            [&hertz; LANES],
            [&elastic; LANES],
            [&rough; LANES],
            [&solid; LANES],
            [&joint; LANES],
            [&sticking; LANES],
            [&increments; LANES],
            [&necks; LANES],
            [&hard; LANES],
            [&wet; LANES],
        ]
        .into_iter()
        .chain(mixed)
        {
            let mut alone = [ContactHistory::default(); LANES];
            let mut kept = alone;
            for step in 0..200 {
                let (mut contacts, dt): ([ContactKinematics; LANES], _) =
                    (std::array::from_fn(|_| contact(&mut rng)), 2e-5);
                // Gaps too, where something reaches across them.
                for (contact, law) in contacts.iter_mut().zip(laws) {
                    contact.overlap -= if law.is_cohesive() && step % 3 == 0 { 5e-5 } else { 0.0 };
                }
                let mut histories = PointHistory::from_lanes(|lane| &kept[lane]);
                let lanes = Law::from_lanes(|lane| laws[lane]).of_radii(curvatures.map(Pack::splat));
                let heat = lanes.begin(|| Pack::splat(f64::from(step)).exceeds(0.0), &mut histories);
                let mut done = lanes.act(&together(&contacts), dt, &mut histories);
                done.flows.dissipated_damping += heat;
                let flows = done.flows.to_lanes();
                for (lane, history) in kept.iter_mut().enumerate() {
                    histories.to_lanes().keep(lane, history);
                    (history.touching, history.arms) = (true, contacts[lane].arms);
                    history.keep_couple(DVec3::ZERO);
                    let expected = laws[lane].of_radii(curvatures).apply(&contacts[lane], dt, &mut alone[lane]);
                    assert_eq!(*history, alone[lane], "step {step}, lane {lane}");
                    assert_eq!(flows.of(lane), expected.flows, "step {step}, lane {lane}");
                    let pull = laws[lane].of_radii(curvatures).pull_at(contacts[lane].overlap);
                    let limit = laws[lane].friction * (pull + history.pushes.iter().sum::<f64>());
                    let slips = (history.friction().length() - limit).abs() <= 1e-9 * limit;
                    slipped += usize::from(slips && limit > 0.0);
                    stuck += usize::from(!slips);
                }
            }
        }
        assert!(slipped > 100 && stuck > 100, "{slipped} slipped, {stuck} stuck");
    }
}
