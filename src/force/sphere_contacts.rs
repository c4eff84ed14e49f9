//! The law for contacts of balls, four at a time.
//!
//! The formulas are those of [`Law::apply`](super::Law::apply), for a contact that is a point and has no neighbours to
//! share with; a test holds both against each other. Spheres spend most of a step here, and what a processor does to one
//! number it does to four in the same time.

use wide::f64x4;

use super::ContactHistory;
use super::lanes::{LANES, SplitVectors, Vectors};
use super::law::{AT_REST, HERTZ, LINEAR, Law, MOST_CHANGED, MOST_DAMPED, MOST_DAMPED_ACROSS};

/// Four contacts at one instant; compare [`ContactKinematics`](super::ContactKinematics), which has the units.
#[derive(Clone, Copy, Debug)]
pub struct SphereKinematics {
    /// Overlaps, above 0.
    pub overlap: f64x4,
    /// Unit normals from A to B.
    pub normal: Vectors,
    /// Velocities of B's matter at the contact points less those of A's.
    pub velocity: Vectors,
    /// The same where the contact points were in the last step.
    pub velocity_before: Vectors,
    /// Mean spins about the normals.
    pub spin: f64x4,
    /// Effective masses along the normals, and across them.
    pub mass: f64x4,
    pub mass_across: f64x4,
}

/// What four contacts remember of the last step; compare [`ContactHistory`].
#[derive(Clone, Copy, Debug)]
pub struct SphereHistories {
    normal: Vectors,
    spring: Vectors,
    pushes: [f64x4; 2],
    force: Vectors,
    elastic: f64x4,
    tangential: f64x4,
    energy_error: f64x4,
}

/// What four contacts do in a step.
#[derive(Clone, Copy, Debug)]
pub struct SphereForces {
    /// Forces on B [N].
    pub force: Vectors,
    /// Energies turned into heat by damping and by friction, and made by the elastic forces of damped contacts [J].
    pub dissipated_damping: [f64; LANES],
    pub dissipated_friction: [f64; LANES],
    pub patch_work: [f64; LANES],
}

/// The laws of four contacts.
#[derive(Clone, Copy, Debug)]
pub struct SphereLaws {
    /// That of all four, where they have the same.
    same_exponent: Option<f64>,
    stiffness: f64x4,
    exponent: f64x4,
    damping: f64x4,
    friction: f64x4,
    tangential_ratio: f64x4,
    tangential_damping: f64x4,
    /// Shares of the energy error that are taken back, and that count as work of patches.
    correction: f64x4,
    patch_depth: f64x4,
    any_corrects: bool,
}

impl SphereHistories {
    #[inline(always)]
    pub fn of(histories: [&ContactHistory; LANES]) -> Self {
        Self {
            normal: Vectors::of(histories.map(|history| history.normal)),
            spring: Vectors::of(histories.map(|history| history.spring)),
            pushes: [0, 1].map(|k| f64x4::new(histories.map(|history| history.pushes[k]))),
            force: Vectors::of(histories.map(|history| history.force)),
            elastic: f64x4::new(histories.map(|history| history.elastic)),
            tangential: f64x4::new(histories.map(|history| history.tangential)),
            energy_error: f64x4::new(histories.map(|history| history.energy_error)),
        }
    }

    /// As each contact keeps them.
    #[inline(always)]
    pub fn split(self) -> SplitMemories {
        SplitMemories {
            normal: self.normal.split(),
            spring: self.spring.split(),
            pushes: self.pushes.map(f64x4::to_array),
            force: self.force.split(),
            elastic: self.elastic.to_array(),
            tangential: self.tangential.to_array(),
            energy_error: self.energy_error.to_array(),
        }
    }
}

/// Four histories, by their parts.
#[derive(Clone, Copy, Debug)]
pub struct SplitMemories {
    normal: SplitVectors,
    spring: SplitVectors,
    pushes: [[f64; LANES]; 2],
    force: SplitVectors,
    elastic: [f64; LANES],
    tangential: [f64; LANES],
    energy_error: [f64; LANES],
}

impl SplitMemories {
    /// Brings one contact's memory up to date, all but its arms and its torque.
    #[inline(always)]
    pub fn keep(&self, lane: usize, history: &mut ContactHistory) {
        history.normal = self.normal.of(lane);
        history.spring = self.spring.of(lane);
        history.pushes = [self.pushes[0][lane], self.pushes[1][lane]];
        history.force = self.force.of(lane);
        history.elastic = self.elastic[lane];
        history.tangential = self.tangential[lane];
        history.energy_error = self.energy_error[lane];
        (history.touching, history.parting, history.unconverged) = (true, false, false);
    }
}

impl SphereLaws {
    pub fn of(laws: [&Law; LANES]) -> Self {
        let each = |value: fn(&Law) -> f64| f64x4::new(laws.map(value));
        Self {
            same_exponent: laws.iter().all(|law| law.exponent == laws[0].exponent).then_some(laws[0].exponent),
            stiffness: each(|law| law.stiffness),
            exponent: each(|law| law.exponent),
            damping: each(|law| law.damping),
            friction: each(|law| law.friction),
            tangential_ratio: each(|law| law.tangential_ratio),
            tangential_damping: each(|law| law.tangential_damping),
            correction: each(|law| law.correction),
            patch_depth: each(Law::patch_depth),
            any_corrects: laws.iter().any(|law| law.corrects()),
        }
    }

    /// k d^(m-1), which is the force over the overlap.
    #[inline(always)]
    fn secant(&self, overlap: f64x4) -> f64x4 {
        match self.same_exponent {
            Some(LINEAR) => self.stiffness,
            Some(HERTZ) => self.stiffness * overlap.sqrt(),
            _ => {
                let (overlap, exponent) = (overlap.to_array(), self.exponent.to_array());
                self.stiffness * f64x4::new(std::array::from_fn(|lane| overlap[lane].powf(exponent[lane] - 1.0)))
            }
        }
    }

    /// The forces of the contacts in this step of `dt` [s], with their histories brought up to date.
    #[inline(always)]
    pub fn apply(&self, touch: &SphereKinematics, dt: f64, history: &mut SphereHistories) -> SphereForces {
        let n = touch.normal;
        let closing = -touch.velocity.dot(n);
        let secant = self.secant(touch.overlap);
        let plain = secant * touch.overlap;
        let w = plain * touch.overlap / (self.exponent + 1.0);
        let elastic = plain + plain * self.changed_share(touch, (plain, w), dt, history);
        let dashpot = (self.damping * (secant * touch.mass).sqrt()).fast_min(touch.mass * (MOST_DAMPED / dt));
        // Grains do not pull: damping may take away all of the elastic force and no more.
        let damped = (dashpot * closing).fast_max(-elastic);
        let stiffness = self.tangential_ratio * self.exponent * secant;
        let viscous = (dashpot * self.tangential_damping).fast_min(touch.mass_across * (MOST_DAMPED_ACROSS / dt));
        let friction = self.friction_force(touch, (stiffness, viscous), elastic + damped, dt, history);
        self.settle_accounts(touch, ([elastic, damped], friction), (w, stiffness), dt, history)
    }

    /// By which share each elastic force is changed to take energy errors back; contacts that are not corrected have none.
    #[inline(always)]
    fn changed_share(
        &self,
        touch: &SphereKinematics,
        (plain, w): (f64x4, f64x4),
        dt: f64,
        history: &SphereHistories,
    ) -> f64x4 {
        if !self.any_corrects {
            return f64x4::ZERO;
        }
        let work = plain * touch.normal.dot(touch.velocity) * -dt;
        let old_work = history.pushes[0] * history.normal.dot(touch.velocity_before) * dt;
        let made = (old_work - work) * 0.5 + w - history.elastic;
        let moving = work / (w * AT_REST);
        let most = (moving * moving).fast_min(f64x4::ONE) * MOST_CHANGED;
        let error = history.energy_error + made * self.correction;
        let share = (error / work).fast_max(-most).fast_min(most);
        let none = work.simd_eq(f64x4::ZERO) | self.correction.simd_eq(f64x4::ZERO);
        none.select(f64x4::ZERO, share)
    }

    /// The springs, turned with the contacts, stretched by the sliding of this step, and held to Coulomb's limit.
    #[inline(always)]
    fn friction_force(
        &self,
        touch: &SphereKinematics,
        (stiffness, viscous): (f64x4, f64x4),
        normal_force: f64x4,
        dt: f64,
        history: &mut SphereHistories,
    ) -> Vectors {
        let n = touch.normal;
        let sliding = touch.velocity - n * touch.velocity.dot(n);
        let carried = turned_with(history.spring, history.normal, n, touch.spin * dt);
        let spring = carried + sliding * f64x4::splat(dt);
        let (pull, drag, limit) = (spring * -stiffness, sliding * -viscous, self.friction * normal_force);
        let (force, square, most) = (pull + drag, pull.dot(pull), limit * limit);
        let holds = square.simd_le(most);
        let within = holds & force.dot(force).simd_le(most);
        if within.all() {
            history.spring = spring;
            return force;
        }
        // Slipping: the spring is as long as the limit allows. What it leaves of the limit, its dashpot has.
        let share = holds.select(f64x4::ONE, limit / square.sqrt());
        history.spring = spring * share;
        let kept = force.where_set(within, pull * share);
        let beyond = holds ^ within;
        if beyond.none() {
            return kept;
        }
        let held = pull + drag * held_share(drag.dot(drag), pull.dot(drag), (most - square).fast_max(f64x4::ZERO));
        held.where_set(beyond, kept)
    }

    /// Work and energy of the step; `w` is the energy of the overlaps [J].
    #[inline(always)]
    fn settle_accounts(
        &self,
        touch: &SphereKinematics,
        (pushes, friction): ([f64x4; 2], Vectors),
        (w, stiffness): (f64x4, f64x4),
        dt: f64,
        history: &mut SphereHistories,
    ) -> SphereForces {
        let half = 0.5 * dt;
        let apart = [history.normal.dot(touch.velocity_before), touch.normal.dot(touch.velocity)];
        let [elastic_work, damping_work] =
            [0, 1].map(|k: usize| (history.pushes[k] * apart[0] + pushes[k] * apart[1]) * half);
        let old_friction = history.force - history.normal * (history.pushes[0] + history.pushes[1]);
        let friction_work = (old_friction.dot(touch.velocity_before) + friction.dot(touch.velocity)) * half;
        let tangential = stiffness * history.spring.dot(history.spring) * 0.5;
        let dissipated_friction = -friction_work - (tangential - history.tangential);
        let made = elastic_work + w - history.elastic;
        history.energy_error += made * self.correction;
        history.normal = touch.normal;
        history.pushes = pushes;
        history.force = touch.normal * (pushes[0] + pushes[1]) + friction;
        (history.elastic, history.tangential) = (w, tangential);
        SphereForces {
            force: history.force,
            dissipated_damping: (-damping_work).to_array(),
            dissipated_friction: dissipated_friction.to_array(),
            patch_work: (made * self.patch_depth).to_array(),
        }
    }
}

/// How much of the dashpots' forces keeps the sums with the springs' within the limits; see `held` in `law.rs`.
#[inline(always)]
fn held_share(square: f64x4, along: f64x4, room: f64x4) -> f64x4 {
    let root = (along * along + square * room).sqrt();
    along.simd_gt(f64x4::ZERO).select(room / (along + root), (root - along) / square)
}

/// Tangential vectors carried from the old normals to the new ones; see the function of that name for one of them. A spring
/// without length stays so.
#[inline(always)]
fn turned_with(spring: Vectors, old: Vectors, new: Vectors, spin: f64x4) -> Vectors {
    let (cross, cos) = (old.cross(new), old.dot(new));
    let least = f64x4::splat(f64::EPSILON);
    let carried = spring * cos + cross.cross(spring) + cross * (cross.dot(spring) / (cos + 1.0).fast_max(least));
    let turned = carried + new.cross(carried) * spin;
    let tangential = turned - new * new.dot(turned);
    let square = tangential.dot(tangential);
    let factor = (spring.dot(spring) / square).sqrt();
    tangential * square.simd_gt(f64x4::ZERO).select(factor, f64x4::ZERO)
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::force::{ContactKinematics, Shared};
    use crate::scene::PairLaw;

    fn law(exponent: f64, restitution: f64, friction: f64, energy_return: bool) -> Law {
        let law = PairLaw { stiffness: 2e4, exponent, restitution, friction, tangential_ratio: 0.4 };
        Law::new(&law, energy_return)
    }

    fn vector(rng: &mut Pcg64, size: f64) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|_| rng.random_range(-size..size)))
    }

    /// A contact that moves at random.
    fn touch(rng: &mut Pcg64) -> ContactKinematics {
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
            patch: 0.0,
            inertia: 0.0,
            shared: Shared::default(),
        }
    }

    fn together(touches: &[ContactKinematics; LANES]) -> SphereKinematics {
        SphereKinematics {
            overlap: f64x4::new(touches.map(|touch| touch.overlap)),
            normal: Vectors::of(touches.map(|touch| touch.normal)),
            velocity: Vectors::of(touches.map(|touch| touch.velocity)),
            velocity_before: Vectors::of(touches.map(|touch| touch.velocity_before)),
            spin: f64x4::new(touches.map(|touch| touch.spin)),
            mass: f64x4::new(touches.map(|touch| touch.mass)),
            mass_across: f64x4::new(touches.map(|touch| touch.mass_across)),
        }
    }

    /// Contacts of many steps, of which some stick and some slip, by laws of their own: four at a time and one by one.
    #[test]
    fn four_contacts_together_do_what_each_does_alone() {
        let linear = law(1.0, 0.3, 0.5, false);
        let hertz = law(1.5, 0.6, 0.2, false);
        let (elastic, power) = (law(1.0, 1.0, 0.0, true), law(2.2, 0.9, 0.8, false));
        let mut rng = Pcg64::seed_from_u64(7);
        let (mut slipped, mut stuck) = (0, 0);
        for laws in [[&linear; 4], [&hertz; 4], [&elastic; 4], [&linear, &hertz, &elastic, &power]] {
            let mut alone = [ContactHistory::default(); LANES];
            let mut kept = alone;
            for step in 0..200 {
                let (touches, dt) = (std::array::from_fn(|_| touch(&mut rng)), 2e-5);
                let mut histories = SphereHistories::of(kept.each_ref());
                let done = SphereLaws::of(laws).apply(&together(&touches), dt, &mut histories);
                for (lane, history) in kept.iter_mut().enumerate() {
                    histories.split().keep(lane, history);
                    history.arms = touches[lane].arms;
                    let expected = laws[lane].apply(&touches[lane], dt, &mut alone[lane]);
                    let near = |a: f64, b: f64, size: f64| (a - b).abs() <= 1e-9 * size;
                    // Contacts of up to 2 N that move by up to 1e-6 m in a step; some are just without force.
                    let (off, heat) = (done.force.split().of(lane).distance(expected.force), 2e-6);
                    assert!(near(off, 0.0, expected.force.length().max(1e-6)), "step {step}, lane {lane}: {off:e} N");
                    assert!(
                        near(done.dissipated_damping[lane], expected.dissipated_damping, heat),
                        "step {step}, lane {lane}"
                    );
                    assert!(
                        near(done.dissipated_friction[lane], expected.dissipated_friction, heat),
                        "step {step}, lane {lane}"
                    );
                    assert!(near(done.patch_work[lane], expected.patch_work, heat), "step {step}, lane {lane}");
                    assert!(near(history.energy_error, alone[lane].energy_error, heat), "step {step}, lane {lane}");
                    assert!(history.spring.distance(alone[lane].spring) < 1e-9 * 1e-4, "step {step}, lane {lane}");
                    let limit = laws[lane].friction * history.pushes.iter().sum::<f64>();
                    let slips = near(history.friction().length(), limit, limit);
                    slipped += usize::from(slips && limit > 0.0);
                    stuck += usize::from(!slips);
                }
            }
        }
        assert!(slipped > 100 && stuck > 100, "{slipped} slipped, {stuck} stuck");
    }
}
