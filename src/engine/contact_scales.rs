//! What contacts of a scene are like, before it runs: how stiff they are, how long they last, which step they bear.

use std::f64::consts::PI;

use libm::tgamma as gamma;

use super::state::State;
use super::time_step::{critical_of, law_at_flattest};
use super::{ParticleType, ParticleTypes};
use crate::force::Law;
use crate::scene::Elastic;

/// Contacts between two materials, of the lightest grains that they have.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactScale {
    /// The two materials, by index: a grain's, and that of another grain or of a wall.
    pub between: [usize; 2],
    /// Whether the second one is of a wall.
    pub at_wall: bool,
    /// k of F = k d^m for these grains [N/m^m].
    pub stiffness: f64,
    /// The same where both are flattest, if R* is that of the place where they touch.
    pub stiffness_of_flattest: Option<f64>,
    /// How long an elastic impact at 1 m/s lasts [s].
    pub contact_time: f64,
    /// Longest step that the contact bears [s].
    pub critical_time_step: f64,
    /// Time in which a Rayleigh wave goes along half of the smaller grain [s]; of elastic constants only.
    pub rayleigh_time: Option<f64>,
    /// Speed of long waves along a row of such grains that touch [m/s]; where it depends on the load, and at walls, none.
    pub chain_sound_speed: Option<f64>,
    /// Largest pull of cohesion [N], and the gap up to which it lasts [m].
    pub cohesion: Option<[f64; 2]>,
}

impl State {
    /// One for each two materials that may meet.
    pub fn contact_scales(&self) -> Vec<ContactScale> {
        let lightest = self.lightest_grains();
        let materials = self.scene.materials.len();
        let law = |a: usize, b: usize| self.laws[a * materials + b];
        let mut all = Vec::new();
        for (a, kind) in lightest.iter().enumerate() {
            let Some(kind) = kind else { continue };
            let others = lightest.iter().enumerate().skip(a);
            for (b, other) in others.filter_map(|(b, other)| other.as_ref().map(|other| (b, other))) {
                all.push(self.scale([a, b], &law(a, b), kind, Some(other)));
            }
            let is_wall = |b: &usize| self.surfaces.iter().any(|surface| surface.material == *b);
            all.extend((0..materials).filter(is_wall).map(|b| self.scale([a, b], &law(a, b), kind, None)));
        }
        all
    }

    /// The lightest grain of each material, those that come in later included.
    fn lightest_grains(&self) -> Vec<Option<ParticleType>> {
        let mut kinds = ParticleTypes::default();
        let mut species: Vec<(usize, f64)> = self.scene.bodies.iter().map(|body| (body.shape, body.scale)).collect();
        for insertion in &self.scene.insertions {
            let drawn = insertion.mix.iter().filter(|(_, weight)| *weight > 0.0);
            species.extend(drawn.map(|(shape, _)| (*shape, insertion.size.range().0)));
        }
        species.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        species.dedup_by_key(|(shape, _)| *shape);
        let mut lightest = vec![None; self.scene.materials.len()];
        for (shape, size) in species {
            // Shapes that cannot be had at a size were refused when the scene was made ready.
            let Ok(index) = kinds.of(&self.scene, shape, size) else { continue };
            let kind = kinds.get(index);
            let known: &mut Option<ParticleType> = &mut lightest[kind.material];
            if known.as_ref().is_none_or(|known| kind.inertia.mass < known.inertia.mass) {
                *known = Some(kind.clone());
            }
        }
        lightest
    }

    fn scale(&self, between: [usize; 2], law: &Law, kind: &ParticleType, other: Option<&ParticleType>) -> ContactScale {
        let flattest = law_at_flattest(*law, kind, other);
        let law = law.of_radii([kind.curvature, other.map_or(0.0, |other| other.curvature)]);
        let mass = (kind.inverse_mass + other.map_or(0.0, |other| other.inverse_mass)).recip();
        let rayleigh = |kind: &ParticleType| {
            let material = &self.scene.materials[kind.material];
            material.elastic.map(|elastic| rayleigh_time(kind.curvature.recip(), material.density, &elastic))
        };
        let times = [rayleigh(kind), other.and_then(rayleigh)];
        ContactScale {
            between,
            at_wall: other.is_none(),
            stiffness: law.stiffness,
            stiffness_of_flattest: (law.by_curvature > 0.0).then_some(flattest.stiffness),
            contact_time: contact_time(&law, mass, 1.0),
            critical_time_step: critical_of(&flattest, kind, other),
            rayleigh_time: times.into_iter().flatten().reduce(f64::min),
            chain_sound_speed: other.filter(|_| law.exponent == 1.0).map(|other| {
                let [spacing, mass] =
                    [[kind, other].map(|one| one.curvature.recip()), [kind, other].map(|one| one.inertia.mass)];
                chain_sound_speed(law.stiffness, spacing, mass)
            }),
            cohesion: law.is_cohesive().then(|| [law.attraction.pull, law.range()]),
        }
    }
}

/// How long an elastic head-on impact lasts [s]: twice the way in at a speed [m/s], for a mass m* [kg]. With d the deepest overlap,
/// m* v^2 / 2 = k d^(m+1) / (m+1), it is 2 d / v times the integral of 1 / sqrt(1 - x^(m+1)) from 0 to 1.
fn contact_time(law: &Law, mass: f64, speed: f64) -> f64 {
    let power = law.exponent + 1.0;
    let deepest = law.overlap_with(0.5 * mass * speed * speed);
    let integral = PI.sqrt() * gamma(1.0 + power.recip()) / gamma(0.5 + power.recip());
    2.0 * deepest / speed * integral
}

/// Speed of long waves along a row of two kinds of grains that take turns [m/s], by their spring [N/m], radii [m] and masses [kg]: two
/// grains are two springs in series over the length 2 (R_A + R_B), so that c^2 is (R_A + R_B)^2 2 k / (m_A + m_B).
fn chain_sound_speed(stiffness: f64, radii: [f64; 2], masses: [f64; 2]) -> f64 {
    (radii[0] + radii[1]) * (2.0 * stiffness / (masses[0] + masses[1])).sqrt()
}

/// The time of Rayleigh waves for grains of a radius [m] and density [kg/m3]: pi R sqrt(density / G) / (0.1631 nu + 0.8766) [s].
fn rayleigh_time(radius: f64, density: f64, elastic: &Elastic) -> f64 {
    PI * radius * (density / elastic.shear()).sqrt() / (0.1631 * elastic.poisson + 0.8766)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Cohesion, Dashpots, PairLaw, TangentialSpring};

    /// Equal grains: 2 R sqrt(k / m).
    #[test]
    fn a_row_of_equal_grains_has_the_sound_of_books() {
        let found = chain_sound_speed(1e5, [5e-3; 2], [2e-3; 2]);
        assert!((found / (1e-2 * (1e5f64 / 2e-3).sqrt()) - 1.0).abs() < 1e-14, "{found}");
    }

    /// Half a period of a linear spring; Hertz' 2.943 d / v.
    #[test]
    fn contacts_last_as_long_as_in_closed_form() {
        let law = |exponent: f64| {
            let law = PairLaw {
                stiffness: 1e6,
                by_radius: false,
                contact_radius: Default::default(),
                exponent,
                restitution: 1.0,
                friction: 0.0,
                tangential_ratio: 0.5,
                tangential_spring: TangentialSpring::Force,
                dashpots: Dashpots::Bounded,
                rolling: Default::default(),
                cohesion: Cohesion::None,
            };
            Law::new(&law, false)
        };
        assert!((contact_time(&law(1.0), 2e-3, 3.0) / (PI * (2e-3f64 / 1e6).sqrt()) - 1.0).abs() < 1e-12);
        let deepest = (1.25 * 2e-3 * 9.0 / 1e6f64).powf(0.4);
        assert!((contact_time(&law(1.5), 2e-3, 3.0) / (2.9433 * deepest / 3.0) - 1.0).abs() < 1e-4);
    }
}
