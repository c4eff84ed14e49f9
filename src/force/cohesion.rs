//! What pulls two bodies together: a force of the signed overlap d alone (d below 0 is a gap), with its potential. With the
//! spring it makes one conservative force; see `normal.rs`.
//!
//! DMT: the pull P in contact, which fades over the range L of gaps as P (1 - 3 x^2 + 2 x^3), x = -d / L.
//!
//! JKR: with the contact radius a, d = a^2/R* - sqrt(2 pi w a / E*) and F = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3). In units of
//! the pull-off force P = 1.5 pi w R* and of the elongation L at which the neck breaks, where a = a_L, and with s^2 = a / a_L,
//! this is d = L (s^4 - 4 s) / 3 and F = P (s^6 / 9 - 2 s^3 / 3), s from 1 on. The first term of F is that of Hertz' spring at the
//! overlap L s^4 / 3 = a^2 / R*, for which L is 3 (P / (9 k))^(2/3); the second one is the pull, of the potential
//! P L (6 s^4 - 4 s^7) / 27. (Johnson, Kendall and Roberts, 1971, Surface energy and the contact of elastic solids.)
//!
//! A liquid bridge: P / (1 + 1.05 x + 2.5 x^2), x = gap / sqrt(V / R), P = 2 pi R tension cos(angle), R = 2 R*, up to the gap
//! (1 + angle / 2) V^(1/3) at which it breaks (Willett, Adams, Johnson and Seville, 2000, Capillary bridges between two spherical
//! bodies; Lian, Thornton and Adams, 1993, A theoretical study of the liquid bridge forces between two rigid spherical bodies).
//!
//! A neck and a bridge come into being when bodies touch, and last until they break: a contact that has touched holds. What
//! there is of energy in both events is heat.

use std::f64::consts::PI;

use super::real::{Mask, Real};
use crate::scene::{Adhesion, Cohesion};

/// Models, as numbers.
const NONE: f64 = 0.0;
const DMT: f64 = 1.0;
const JKR: f64 = 2.0;
const BRIDGE: f64 = 3.0;

/// Range of a pull that ends with the overlap [m].
pub(crate) const NO_RANGE: f64 = 1e-30;

/// Coefficients of the force of a bridge over the gap.
pub(crate) const BRIDGE_LINEAR: f64 = 1.05;
pub(crate) const BRIDGE_SQUARE: f64 = 2.5;

/// What pulls the bodies of a law together, or those of several together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attraction<R = f64> {
    /// Which model.
    model: R,
    /// Largest pull [N]; for R* = 1 m where it goes by radius, until [`Attraction::of_radius`] knows it.
    pub(crate) pull: R,
    /// 1 where the pull goes with R*, 0 where it is given.
    by_radius: R,
    /// Gap up to which it acts, once there [m]; that of a neck follows from pull and stiffness.
    pub(crate) range: R,
    /// Length by which the force of a bridge falls [m]; for R* = 1 m until R* is known.
    pub(crate) length: R,
}

/// The pull at one overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull<R> {
    /// Force against the normal [N].
    pub force: R,
    /// Its potential [J].
    pub energy: R,
    /// Overlap at which the spring has what is left of the force [m].
    pub overlap: R,
}

impl Attraction {
    /// That of two materials.
    pub fn new(cohesion: &Cohesion) -> Self {
        let none = Self { model: NONE, pull: 0.0, by_radius: 0.0, range: 0.0, length: 1.0 };
        let adhering = |model: f64, adhesion: Adhesion, per_energy: f64| match adhesion {
            Adhesion::Energy(energy) => Self { model, pull: per_energy * PI * energy, by_radius: 1.0, ..none },
            Adhesion::PullOff(pull) => Self { model, pull, ..none },
        };
        match *cohesion {
            Cohesion::None => none,
            Cohesion::Jkr(adhesion) => adhering(JKR, adhesion, 1.5),
            Cohesion::Dmt { adhesion, range } => Self { range, ..adhering(DMT, adhesion, 2.0) },
            Cohesion::Bridge { surface_tension, volume, angle } => Self {
                model: BRIDGE,
                pull: 4.0 * PI * surface_tension * angle.cos(),
                by_radius: 1.0,
                range: (1.0 + 0.5 * angle) * volume.cbrt(),
                length: (0.5 * volume).sqrt(),
            },
        }
    }

    /// Its model as a device knows it: bits of DMT, JKR, a bridge, and of a pull that goes with R*.
    pub(crate) fn bits(&self, [dmt, jkr, bridge, by_radius]: [u32; 4]) -> u32 {
        let model = [(DMT, dmt), (JKR, jkr), (BRIDGE, bridge)].into_iter().find(|(model, _)| *model == self.model);
        model.map_or(0, |(_, bit)| bit) | if self.by_radius > 0.0 { by_radius } else { 0 }
    }

    /// Power of R* with which its length goes.
    pub(crate) fn length_power(&self) -> f64 {
        if self.model == BRIDGE { -0.5 } else { 0.0 }
    }

    /// Power of R* with which its pull goes.
    pub(crate) fn pull_power(&self) -> f64 {
        self.by_radius
    }

    /// The same largest pull, but while bodies overlap alone: what round walls have, from which no gaps are measured. Nothing is
    /// lost in it.
    pub(super) fn clinging(self) -> Self {
        if self.is_none() { self } else { Self { model: DMT, range: NO_RANGE, ..self } }
    }

    /// How steeply it changes with the gap at most [N/m].
    pub fn steepest(&self) -> f64 {
        match self.model {
            // The slope of 3 x^2 - 2 x^3 at its middle.
            DMT if self.range > NO_RANGE => 1.5 * self.pull / self.range,
            // Up to pull-off; beyond, the force of a neck ends in a vertical tangent.
            JKR => 2.0 * self.pull / self.range,
            // (1.05 + 5 x) / (1 + 1.05 x + 2.5 x^2)^2 is largest at x = 0.16.
            BRIDGE => 1.23 * self.pull / self.length,
            _ => 0.0,
        }
    }

    /// The gap up to which bodies hold together that have touched before, or not [m].
    #[inline]
    pub fn reach(&self, has_touched: bool) -> f64 {
        if has_touched || self.model == DMT { self.range } else { 0.0 }
    }
}

impl<R: Real> Attraction<R> {
    /// Those of several contacts, by their lanes.
    #[inline(always)]
    pub(super) fn from_lanes<'l>(of: impl Fn(usize) -> &'l Attraction) -> Self {
        Self {
            model: R::from_lanes(|lane| of(lane).model),
            pull: R::from_lanes(|lane| of(lane).pull),
            by_radius: R::from_lanes(|lane| of(lane).by_radius),
            range: R::from_lanes(|lane| of(lane).range),
            length: R::from_lanes(|lane| of(lane).length),
        }
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        self.model.equals(NONE).all()
    }

    /// That of two bodies with R* [m], whose spring has the stiffness k [N/m^m].
    #[inline(always)]
    pub(super) fn of_radius(self, radius: R, stiffness: R) -> Self {
        let one = R::splat(1.0);
        let pull = self.pull * R::select(self.by_radius.exceeds(0.0), radius, one);
        let is_neck = self.model.equals(JKR);
        let elongation =
            if is_neck.none() { self.range } else { (pull / (stiffness * 9.0)).power(R::splat(2.0 / 3.0)) * 3.0 };
        let length = self.length / R::select(self.model.equals(BRIDGE), radius.sqrt(), one);
        Self { pull, range: R::select(is_neck, elongation, self.range), length, ..self }
    }

    /// The pull at an overlap [m].
    #[inline(always)]
    pub(super) fn at(&self, overlap: R) -> Pull<R> {
        let zero = R::splat(0.0);
        if self.is_none() {
            return Pull { force: zero, energy: zero, overlap };
        }
        let (inside, gap) = (overlap.max(zero), (-overlap).max(zero));
        let mut pull = Pull { force: zero, energy: zero, overlap };
        let is_cohesive = self.model.equals(NONE).negated();
        pull.overlap = R::select(is_cohesive, inside, overlap);
        for (model, of) in [(DMT, Self::fading as fn(&Self, R, R) -> Pull<R>), (BRIDGE, Self::of_bridge)] {
            let here = self.model.equals(model);
            if !here.none() {
                let own = of(self, inside, gap);
                pull.force = R::select(here, own.force, pull.force);
                pull.energy = R::select(here, own.energy, pull.energy);
            }
        }
        let necks = self.model.equals(JKR);
        if !necks.none() {
            let own = self.of_neck(overlap);
            pull.force = R::select(necks, own.force, pull.force);
            pull.energy = R::select(necks, own.energy, pull.energy);
            pull.overlap = R::select(necks, own.overlap, pull.overlap);
        }
        pull
    }

    /// DMT.
    #[inline(always)]
    fn fading(&self, inside: R, gap: R) -> Pull<R> {
        let x = (gap / self.range).min(R::splat(1.0));
        let force = R::splat(1.0) - x * x * (R::splat(3.0) - x * 2.0);
        let left = R::splat(0.5) - x + x * x * x * (R::splat(1.0) - x * 0.5);
        Pull { force: self.pull * force, energy: -self.pull * (self.range * left + inside), overlap: inside }
    }

    /// A liquid bridge; its potential is nothing where it breaks.
    #[inline(always)]
    fn of_bridge(&self, inside: R, gap: R) -> Pull<R> {
        let (linear, square) = (R::splat(BRIDGE_LINEAR), R::splat(BRIDGE_SQUARE));
        let (x, end) = (gap / self.length, self.range / self.length);
        let force = self.pull / (R::splat(1.0) + x * (linear + x * square));
        // The integral of the force from x to the end is a difference of two angles, which is one angle.
        let root = (4.0 * BRIDGE_SQUARE - BRIDGE_LINEAR * BRIDGE_LINEAR).sqrt();
        let slope = |x: R| (linear + x * (2.0 * BRIDGE_SQUARE)) * root.recip();
        let tangent = (slope(end) - slope(x)) / (R::splat(1.0) + slope(end) * slope(x));
        let left = self.length * tangent.max(R::splat(0.0)).arc_tangent() * (2.0 / root);
        Pull { force, energy: -self.pull * (left + inside), overlap: inside }
    }

    /// JKR: the root s of s^4 - 4 s = 3 d / L from 1 on, by Ferrari's method.
    #[inline(always)]
    fn of_neck(&self, overlap: R) -> Pull<R> {
        let (zero, one) = (R::splat(0.0), R::splat(1.0));
        let x = (overlap / self.range).max(-one);
        // y^3 + 3 x y = 2, in a form in which nothing cancels.
        let u = (one + (one + x * x * x).max(zero).sqrt()).power(R::splat(1.0 / 3.0));
        let y = R::splat(2.0) / (u * u + x + x * x / (u * u));
        let s = ((y * 2.0).sqrt() + ((R::splat(2.0) / y).sqrt() * 4.0 - y * 2.0).max(zero).sqrt()) * 0.5;
        let (cube, fourth) = (s * s * s, s * s * s * s);
        Pull {
            force: self.pull * cube * (2.0 / 3.0),
            energy: self.pull * self.range * fourth * (R::splat(6.0) - cube * 4.0) * 27f64.recip(),
            overlap: self.range * fourth * 3f64.recip(),
        }
    }

    /// Whether a contact comes into being by touch, and breaks.
    #[inline(always)]
    pub(super) fn forms(&self) -> R::Mask {
        self.model.exceeds(DMT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::Law;
    use crate::scene::{PairLaw, TangentialSpring};

    const MODULUS: f64 = 5e6;
    const WORK: f64 = 0.06;
    const REDUCED: f64 = 2.5e-4;

    /// The law of two bodies with [`REDUCED`] and, where a modulus is asked for, [`MODULUS`].
    fn law(cohesion: Cohesion, exponent: f64) -> Law {
        let pair = PairLaw {
            stiffness: if exponent == 1.5 { 4.0 / 3.0 * MODULUS } else { 1e3 },
            by_radius: exponent == 1.5,
            contact_radius: Default::default(),
            exponent,
            restitution: 1.0,
            friction: 0.0,
            tangential_ratio: 0.5,
            tangential_spring: TangentialSpring::Force,
            dashpots: Default::default(),
            rolling: Default::default(),
            cohesion,
        };
        Law::new(&pair, false).of_radii([0.25 / REDUCED, 0.75 / REDUCED])
    }

    /// The force is the gradient of the energy, from the end of the range on.
    fn is_gradient(law: &Law, deepest: f64) {
        let [force, energy] = [
            |law: &Law, d: f64| law.normal_spring(d).elastic_force(),
            |law: &Law, d: f64| law.normal_spring(d).elastic_energy(),
        ];
        let scale = law.attraction.pull;
        for k in 1..400 {
            let d = -law.range() + (law.range() + deepest) * f64::from(k) / 400.0;
            let h = 1e-6 * (law.range() + deepest);
            let slope = (energy(law, d + h) - energy(law, d - h)) / (2.0 * h);
            assert!((slope - force(law, d)).abs() < 1e-6 * scale, "{d:e}: {slope} is not {}", force(law, d));
        }
    }

    #[test]
    fn necks_follow_johnson_kendall_and_roberts() {
        let law = law(Cohesion::Jkr(Adhesion::Energy(WORK)), 1.5);
        let elongation = 0.75 * (PI * PI * WORK * WORK * REDUCED / (MODULUS * MODULUS)).cbrt();
        assert!((law.range() / elongation - 1.0).abs() < 1e-12);
        // The contact radius at which the neck breaks, and larger ones.
        let last = (PI * WORK * REDUCED * REDUCED / (8.0 * MODULUS)).cbrt();
        let mut least = f64::INFINITY;
        for k in 0..2000 {
            let a = last * (1.0 + f64::from(k) * 2e-3);
            let d = a * a / REDUCED - (2.0 * PI * WORK * a / MODULUS).sqrt();
            let force = 4.0 * MODULUS * a.powi(3) / (3.0 * REDUCED) - (8.0 * PI * WORK * MODULUS * a.powi(3)).sqrt();
            let found = law.normal_spring(d).elastic_force();
            // At the end the curve is vertical: rounding of the overlap counts by its root.
            let slack = if k < 5 { 1e-6 } else { 1e-11 } * PI * WORK * REDUCED;
            assert!((found - force).abs() < slack + 1e-12 * force.abs(), "a = {a:e}: {found} is not {force}");
            least = least.min(found);
        }
        assert!((least / (-1.5 * PI * WORK * REDUCED) - 1.0).abs() < 1e-5, "{least}");
        assert!((law.pull_at(-law.range()) / law.attraction.pull - 2.0 / 3.0).abs() < 1e-12);
        is_gradient(&law, 4.0 * elongation);
        // Heat of a whole cycle: Thornton and Ning (1998) have 7.09 (w^5 R*^4 / E*^2)^(1/3) of it.
        let formed = law.normal_spring(0.0).elastic_energy();
        let broken = law.normal_spring(-law.range()).elastic_energy();
        let expected = 7.09 * (WORK.powi(5) * REDUCED.powi(4) / (MODULUS * MODULUS)).cbrt();
        assert!(((broken - formed) / expected - 1.0).abs() < 1e-3, "{} of {expected}", broken - formed);
    }

    #[test]
    fn the_pull_of_hard_solids_fades_over_its_range() {
        let range = 1e-6;
        for (law, pull) in [
            (law(Cohesion::Dmt { adhesion: Adhesion::Energy(WORK), range }, 1.5), 2.0 * PI * WORK * REDUCED),
            (law(Cohesion::Dmt { adhesion: Adhesion::PullOff(2e-4), range }, 1.0), 2e-4),
        ] {
            let force = |d: f64| law.normal_spring(d).elastic_force();
            assert_eq!((law.reach(false), law.reach(true)), (range, range));
            assert!((force(0.0) / -pull - 1.0).abs() < 1e-14 && (force(-0.5 * range) / -pull - 0.5).abs() < 1e-14);
            assert!(force(-range).abs() < 1e-14 * pull && law.normal_spring(-range).elastic_energy() == 0.0);
            let spring = law.stiffness * (3e-7f64).powf(law.exponent);
            assert!((force(3e-7) - (spring - pull)).abs() < 1e-12 * pull);
            is_gradient(&law, 2.0 * range);
        }
    }

    #[test]
    fn bridges_follow_willett_and_lian() {
        let (surface_tension, volume, angle) = (0.072, 2e-13, 0.35f64);
        let law = law(Cohesion::Bridge { surface_tension, volume, angle }, 1.0);
        let radius = 2.0 * REDUCED;
        let end = (1.0 + 0.5 * angle) * volume.cbrt();
        assert!((law.range() / end - 1.0).abs() < 1e-14);
        assert_eq!((law.reach(false), law.reach(true)), (0.0, law.range()));
        for k in 0..=100 {
            let gap = end * f64::from(k) / 100.0;
            let x = gap * (radius / volume).sqrt();
            let expected = 2.0 * PI * radius * surface_tension * angle.cos() / (1.0 + 1.05 * x + 2.5 * x * x);
            let found = -law.normal_spring(-gap).elastic_force();
            assert!((found / expected - 1.0).abs() < 1e-12, "gap {gap:e}: {found} is not {expected}");
        }
        assert_eq!(law.normal_spring(-law.range()).elastic_energy(), 0.0);
        is_gradient(&law, 1e-6);
    }
}
