//! The contact law of two materials.

use super::rolling::RollingResistance;
use super::{Cohesion, ContactRadius, Dashpots, Elastic, Material, MaterialPair, Scene, SceneError, TangentialSpring};

/// The law of contacts between two materials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairLaw {
    /// k of the contact energy w = k overlap^(m+1) / (m+1) [N/m^m]; of two bodies with R* = 1 m where it goes by radius.
    pub stiffness: f64,
    /// The stiffness grows with the root of R* of the two bodies: it follows from elastic constants.
    pub by_radius: bool,
    /// Whose radius that is.
    pub contact_radius: ContactRadius,
    /// m of the contact energy.
    pub exponent: f64,
    /// Coefficient of restitution, in (0, 1].
    pub restitution: f64,
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// Tangential over normal stiffness.
    pub tangential_ratio: f64,
    /// What the tangential spring keeps while the load changes.
    pub tangential_spring: TangentialSpring,
    /// What dashpots may do beside springs.
    pub dashpots: Dashpots,
    /// What resists rolling and twisting.
    pub rolling: RollingResistance,
    /// What pulls the two together.
    pub cohesion: Cohesion,
}

impl PairLaw {
    /// The law that two materials have by themselves, the same in either order.
    ///
    /// Normal and tangential springs are in series, in units in which equal materials give their own value. The more
    /// dissipative material decides the restitution, the more slippery one the friction. Springs of different
    /// exponents cannot be put in series: the larger exponent is taken, which is only of use together with a
    /// [`MaterialPair`] that says better. Elastic constants of both give E* and G* of Hertz and Mindlin; a stiffness and elastic
    /// constants cannot be combined either.
    pub fn of(a: &Material, b: &Material) -> Self {
        let (restitution, friction) = (a.restitution.min(b.restitution), a.friction.min(b.friction));
        // One that makes no energy wins.
        let tangential_spring =
            if a.tangential_spring == b.tangential_spring { a.tangential_spring } else { TangentialSpring::Force };
        let dashpots = if a.dashpots == b.dashpots { a.dashpots } else { Dashpots::Bounded };
        // What cannot be combined is refused when a scene is read, where the two may meet.
        let cohesion = a.cohesion.combined(b.cohesion).unwrap_or_default();
        if let (Some(first), Some(second)) = (&a.elastic, &b.elastic) {
            return Self {
                stiffness: Elastic::stiffness(first, second),
                by_radius: true,
                contact_radius: ContactRadius::of(a.contact_radius, b.contact_radius),
                exponent: a.exponent,
                restitution,
                friction,
                tangential_ratio: Elastic::tangential_ratio(first, second),
                tangential_spring,
                dashpots,
                rolling: RollingResistance::of(&a.rolling, &b.rolling),
                cohesion,
            };
        }
        let stiffness = in_series(a.stiffness, b.stiffness);
        let tangential =
            in_series(a.stiffness * a.tangential_stiffness_ratio, b.stiffness * b.tangential_stiffness_ratio);
        let equal = a.tangential_stiffness_ratio == b.tangential_stiffness_ratio;
        Self {
            stiffness,
            by_radius: false,
            contact_radius: ContactRadius::Volume,
            exponent: a.exponent.max(b.exponent),
            restitution,
            friction,
            tangential_ratio: if equal { a.tangential_stiffness_ratio } else { tangential / stiffness },
            tangential_spring,
            dashpots,
            rolling: RollingResistance::of(&a.rolling, &b.rolling),
            cohesion,
        }
    }

    /// The same law, with what `pair` says instead.
    pub fn with(self, pair: &MaterialPair) -> Self {
        Self {
            stiffness: pair.stiffness.unwrap_or(self.stiffness),
            by_radius: self.by_radius && pair.stiffness.is_none() && pair.exponent.is_none(),
            contact_radius: pair.contact_radius.unwrap_or(self.contact_radius),
            exponent: pair.exponent.unwrap_or(self.exponent),
            restitution: pair.restitution.unwrap_or(self.restitution),
            friction: pair.friction.unwrap_or(self.friction),
            tangential_ratio: pair.tangential_stiffness_ratio.unwrap_or(self.tangential_ratio),
            tangential_spring: pair.tangential_spring.unwrap_or(self.tangential_spring),
            dashpots: pair.dashpots.unwrap_or(self.dashpots),
            rolling: pair.rolling.over(self.rolling),
            cohesion: pair.cohesion.unwrap_or(self.cohesion),
        }
    }
}

impl PairLaw {
    /// Whether the stiffness is another wherever two bodies touch.
    pub fn goes_by_curvature(&self) -> bool {
        self.by_radius && self.contact_radius == ContactRadius::Curvature
    }
}

/// Harmonic mean: `a` for `a` twice.
fn in_series(a: f64, b: f64) -> f64 {
    if a == b { a } else { 2.0 / (1.0 / a + 1.0 / b) }
}

impl Scene {
    /// The law of contacts between the materials `a` and `b`, indices into [`Scene::materials`]; the same in either
    /// order. Like any index, one that is out of range panics.
    pub fn pair_law(&self, a: usize, b: usize) -> PairLaw {
        let own = PairLaw::of(&self.materials[a], &self.materials[b]);
        self.material_pair(a, b).map_or(own, |pair| own.with(pair))
    }

    fn material_pair(&self, a: usize, b: usize) -> Option<&MaterialPair> {
        self.material_pairs.iter().find(|pair| pair.joins(a, b))
    }

    /// Refuses materials that may meet but whose springs cannot be combined.
    pub(super) fn check_exponents(&self) -> Result<(), SceneError> {
        let other = self.pairs_that_meet().into_iter().filter(|[a, b]| a != b);
        other.into_iter().try_for_each(|[a, b]| self.check_pair(a, b))
    }

    /// Pairs of materials that may meet, of grains with grains and with walls; the smaller index first.
    pub(super) fn pairs_that_meet(&self) -> Vec<[usize; 2]> {
        let of_grains = self.shapes.iter().map(|shape| shape.material);
        let of_walls = self.walls.iter().map(|wall| wall.material);
        let mut grains = vec![false; self.materials.len()];
        let mut used = vec![false; self.materials.len()];
        of_grains.clone().for_each(|material| grains[material] = true);
        of_grains.chain(of_walls).for_each(|material| used[material] = true);
        let all = 0..self.materials.len();
        let pairs = all.clone().flat_map(|a| (a..all.end).map(move |b| [a, b]));
        pairs.filter(|&[a, b]| used[a] && used[b] && (grains[a] || grains[b])).collect()
    }

    fn check_pair(&self, a: usize, b: usize) -> Result<(), SceneError> {
        let (first, second) = (&self.materials[a], &self.materials[b]);
        let is_said = |pair: &MaterialPair| pair.exponent.is_some() && pair.stiffness.is_some();
        let pair = self.material_pair(a, b);
        if pair.is_some_and(is_said) {
            return Ok(());
        }
        if first.elastic.is_some() != second.elastic.is_some() {
            let (solid, spring) = if first.elastic.is_some() { (first, second) } else { (second, first) };
            let problem = format!(
                "material \"{}\": young = {:e} cannot be combined with stiffness = {:e} of material \"{}\": one is of the \
                 solid, the other of a spring; give stiffness and exponent in a [[material_pair]] between = [\"{}\", \"{}\"], \
                 or both materials young and poisson",
                solid.name,
                solid.elastic.map_or(0.0, |elastic| elastic.young),
                spring.stiffness,
                spring.name,
                first.name,
                second.name
            );
            return Err(self.source.error_at(solid.key_lines.of("young"), problem));
        }
        if first.exponent == second.exponent {
            return Ok(());
        }
        let problem = format!(
            "material \"{}\": exponent = {} differs from exponent = {} of material \"{}\", and springs of different \
             exponents cannot be combined; give stiffness and exponent in a [[material_pair]] between = [\"{}\", \
             \"{}\"], or make the exponents equal",
            second.name, second.exponent, first.exponent, first.name, first.name, second.name
        );
        Err(self.source.error_at(second.key_lines.of("exponent"), problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_materials_give_their_own_values() {
        let glass = Material { restitution: 0.9, friction: 0.4, ..Material::new("glass", 2500.0, 3e5) };
        let law = PairLaw::of(&glass, &glass);
        assert_eq!((law.stiffness, law.exponent), (3e5, 1.0));
        assert_eq!((law.restitution, law.friction, law.tangential_ratio), (0.9, 0.4, 2.0 / 7.0));
    }

    #[test]
    fn springs_are_in_series_in_either_order() {
        let soft = Material { tangential_stiffness_ratio: 1.0, friction: 0.2, ..Material::new("soft", 1000.0, 1e5) };
        let hard = Material { tangential_stiffness_ratio: 0.5, restitution: 0.7, ..Material::new("hard", 8000.0, 3e5) };
        let law = PairLaw::of(&soft, &hard);
        assert_eq!(law, PairLaw::of(&hard, &soft));
        assert!((law.stiffness - 1.5e5).abs() < 1e-9);
        // Tangential springs of 1e5 and 1.5e5 in series.
        assert!((law.tangential_ratio - 1.2e5 / 1.5e5).abs() < 1e-15);
        assert_eq!((law.restitution, law.friction), (0.7, 0.0));
    }

    #[test]
    fn elastic_constants_go_by_radius_until_a_pair_gives_a_stiffness() {
        let (steel, glass) =
            (Material::elastic("steel", 7800.0, 2e11, 0.3), Material::elastic("glass", 2500.0, 7e10, 0.2));
        let law = PairLaw::of(&steel, &glass);
        assert_eq!(law, PairLaw::of(&glass, &steel));
        let plane = 1.0 / (0.91 / 2e11 + 0.96 / 7e10);
        assert!((law.stiffness / (4.0 / 3.0 * plane) - 1.0).abs() < 1e-14 && law.by_radius && law.exponent == 1.5);
        let shear = 1.0 / (1.7 * 2.6 / 2e11 + 1.8 * 2.4 / 7e10);
        assert!((law.tangential_ratio - 4.0 * shear / plane).abs() < 1e-14);
        let pair = MaterialPair {
            between: [0, 1],
            stiffness: Some(1e6),
            contact_radius: None,
            exponent: None,
            restitution: None,
            friction: None,
            tangential_stiffness_ratio: None,
            tangential_spring: None,
            dashpots: None,
            rolling: Default::default(),
            cohesion: None,
            line: Default::default(),
        };
        assert!(!law.with(&pair).by_radius);
    }

    #[test]
    fn a_pair_says_better() {
        let glass = Material::new("glass", 2500.0, 3e5);
        let pair = MaterialPair {
            between: [0, 1],
            stiffness: None,
            contact_radius: None,
            exponent: None,
            restitution: Some(0.3),
            friction: Some(0.6),
            tangential_stiffness_ratio: None,
            tangential_spring: None,
            dashpots: None,
            rolling: Default::default(),
            cohesion: None,
            line: Default::default(),
        };
        let law = PairLaw::of(&glass, &glass).with(&pair);
        assert_eq!((law.stiffness, law.restitution, law.friction), (3e5, 0.3, 0.6));
        assert!(pair.joins(1, 0) && pair.joins(0, 1) && !pair.joins(0, 0));
    }
}
