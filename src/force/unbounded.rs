//! Dashpots that may pull, as many codes have them; for comparison with those (`dashpots` of a material).
//!
//! Along the normal the dashpot pulls at the end of a contact, and restitution has its closed form. Across it Coulomb's limit is that of
//! the spring along the normal alone. Either the dashpot acts as long as the spring is within that limit ("sticking"), so that
//! both together may exceed it; or both have it together, and a spring that slips has all of it ("together"), so that it is
//! stretched by velocity.

use super::law::Law;
use super::real::{Mask, Real};
use super::vec3::Vec3;

impl<R: Real> Law<R> {
    /// What a dashpot adds to the elastic force [N]: `plain` is its force without any bound.
    #[inline(always)]
    pub(super) fn damped_push(&self, elastic: R, plain: R) -> R {
        let bounded = plain.max(-elastic);
        let pulls = self.pulls.exceeds(0.0);
        if pulls.none() { bounded } else { R::select(pulls, plain, bounded) }
    }

    /// The force along the normal by which Coulomb's limit goes [N].
    #[inline(always)]
    pub(super) fn load_of_friction(&self, elastic: R, normal_force: R) -> R {
        let pulls = self.pulls.exceeds(0.0);
        if pulls.none() { normal_force } else { R::select(pulls, elastic, normal_force) }
    }

    /// Friction from the force `pull` of the spring, that of its dashpot, and a limit [N]; and the spring, which has the stiffness
    /// `unit`, as it is then.
    #[inline(always)]
    pub(super) fn unbounded_friction(
        &self,
        [pull, drag]: [Vec3<R>; 2],
        limit: R,
        (spring, unit): (Vec3<R>, R),
    ) -> (Vec3<R>, Vec3<R>) {
        let together = self.slips_together.exceeds(0.0);
        let whole = pull + drag;
        let judged = Vec3::select(together, whole, pull);
        let square = judged.length_squared();
        let sticks = square.at_most(limit * limit);
        let slipping = judged * (limit / square.sqrt());
        let force = Vec3::select(sticks, whole, slipping);
        (force, Vec3::select(sticks, spring, slipping * (R::splat(-1.0) / unit)))
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::scene::{Dashpots, PairLaw, TangentialSpring};

    fn law(dashpots: Dashpots) -> Law {
        let law = PairLaw {
            stiffness: 1e4,
            by_radius: false,
            contact_radius: Default::default(),
            exponent: 1.5,
            restitution: 0.5,
            friction: 0.5,
            tangential_ratio: 0.4,
            tangential_spring: TangentialSpring::Elongation,
            dashpots,
            rolling: Default::default(),
            cohesion: Default::default(),
        };
        Law::new(&law, false)
    }

    fn friction(dashpots: Dashpots, pull: DVec3, drag: DVec3) -> (DVec3, DVec3) {
        let spring = (Vec3::from(pull * -0.5), 2.0);
        let (force, spring) = law(dashpots).unbounded_friction([pull.into(), drag.into()], 1.0, spring);
        (force.into(), spring.into())
    }

    #[test]
    fn what_slips_is_the_spring_or_the_sum() {
        use Dashpots::{Sticking, Together};
        // Within the limit both act in full.
        for dashpots in [Sticking, Together] {
            assert_eq!(friction(dashpots, DVec3::X * 0.5, DVec3::X * 0.25), (DVec3::X * 0.75, DVec3::X * -0.25));
        }
        // Together beyond it, the spring alone within it.
        assert_eq!(friction(Sticking, DVec3::X * 0.75, DVec3::X * 0.5), (DVec3::X * 1.25, DVec3::X * -0.375));
        assert_eq!(friction(Together, DVec3::X * 0.75, DVec3::X * 0.5), (DVec3::X, DVec3::X * -0.5));
        // The spring alone beyond it.
        assert_eq!(friction(Sticking, DVec3::X * 2.0, DVec3::X * -1.5), (DVec3::X, DVec3::X * -0.5));
        assert_eq!(friction(Together, DVec3::X * 2.0, DVec3::X * -1.5), (DVec3::X * 0.5, DVec3::X * -1.0));
    }

    #[test]
    fn dashpots_pull_only_where_they_may() {
        let (bounded, free) = (law(Dashpots::Bounded), law(Dashpots::Sticking));
        assert_eq!((bounded.damped_push(2.0, -3.0), free.damped_push(2.0, -3.0)), (-2.0, -3.0));
        assert_eq!((bounded.load_of_friction(2.0, 1.0), free.load_of_friction(2.0, 1.0)), (1.0, 2.0));
    }
}
