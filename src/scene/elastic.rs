//! Elastic constants of materials, and stiffnesses that follow from the overlap that a user accepts.

use super::read::{Entry, Fields, Key, key};
use super::{Cohesion, Insertion, Material, NamedShape, Scene, SceneError};
use crate::geometry::Shape;

/// Keys of a stiffness or modulus that is to be chosen.
pub(super) const ACCEPTED: &[Key] = &[
    key("overlap", "the largest overlap in an impact, as a share of a grain's half-thickness, in (0, 0.5], as in 0.01"),
    key("speed", "the fastest impact [m/s], as in 2.0"),
];

/// Exponent of Hertz' force.
pub(super) const HERTZ: f64 = 1.5;
/// Deeper than this share of the half-thickness, a contact says nothing.
const DEEPEST: f64 = 0.5;

/// What an elastic solid is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    /// Young's modulus [Pa].
    pub young: f64,
    /// Poisson's ratio, from 0 to 0.5.
    pub poisson: f64,
}

impl Elastic {
    /// Shear modulus [Pa].
    pub fn shear(&self) -> f64 {
        0.5 * self.young / (1.0 + self.poisson)
    }

    /// Speed of longitudinal waves in a solid of a density [kg/m3], sqrt(E (1 - nu) / ((1 + nu) (1 - 2 nu) density)) [m/s]; infinite
    /// for a Poisson's ratio of 0.5, which cannot be compressed.
    pub fn sound_speed(&self, density: f64) -> f64 {
        let Self { young, poisson } = self;
        (young * (1.0 - poisson) / ((1.0 + poisson) * (1.0 - 2.0 * poisson) * density)).sqrt()
    }

    /// E* of two solids [Pa]: 1 / E* = (1 - nu^2) / E of both.
    pub fn plane_modulus(a: &Self, b: &Self) -> f64 {
        let compliance = |solid: &Self| (1.0 - solid.poisson * solid.poisson) / solid.young;
        (compliance(a) + compliance(b)).recip()
    }

    /// G* of two solids [Pa]: 1 / G* = (2 - nu) / G of both.
    pub fn shear_modulus(a: &Self, b: &Self) -> f64 {
        let compliance = |solid: &Self| (2.0 - solid.poisson) / solid.shear();
        (compliance(a) + compliance(b)).recip()
    }

    /// k of Hertz' force k d^1.5 = 4/3 E* sqrt(R*) d^1.5 for R* = 1 m [N/m^2].
    pub fn stiffness(a: &Self, b: &Self) -> f64 {
        4.0 / 3.0 * Self::plane_modulus(a, b)
    }

    /// Mindlin's 8 G* sqrt(R* d) over Hertz' 2 E* sqrt(R* d): 2 (1 - nu) / (2 - nu) for equal solids.
    pub fn tangential_ratio(a: &Self, b: &Self) -> f64 {
        4.0 * Self::shear_modulus(a, b) / Self::plane_modulus(a, b)
    }
}

/// Whose radius R is that of 1/R* = 1/R_A + 1/R_B, for a body that is no sphere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContactRadius {
    /// That of the sphere of its volume, wherever it is touched.
    #[default]
    Volume,
    /// 1 over the mean curvature of its surface where it is touched, see [`Shape::local_curvature`].
    Curvature,
}

impl ContactRadius {
    pub(super) fn read(entry: &Entry) -> Result<Self, SceneError> {
        entry.choice(&[("volume", Self::Volume), ("curvature", Self::Curvature)])
    }

    /// That of two materials: the curvature of both, where both have it.
    pub(super) fn of(a: Self, b: Self) -> Self {
        if a == b { a } else { Self::Volume }
    }
}

/// The overlap that a user accepts in the fastest impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accepted {
    /// As a share of the half-thickness of the grain.
    pub overlap: f64,
    /// Speed of the impact [m/s].
    pub speed: f64,
}

/// A number, or what it is to be chosen from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Choice {
    Given(f64),
    By(Accepted),
}

impl Choice {
    /// Reads a number above 0, or a table of [`ACCEPTED`].
    pub fn read(entry: &Entry) -> Result<Self, SceneError> {
        if !entry.is_table() {
            return entry.positive().map(Self::Given);
        }
        let fields: Fields = entry.fields(&[ACCEPTED])?;
        let problem = "is outside (0, 0.5]; it is a share of a grain's half-thickness: use 0.01 for one hundredth";
        let overlap = fields.need("overlap")?.number_if(|share| share > 0.0 && share <= DEEPEST, problem)?;
        Ok(Self::By(Accepted { overlap, speed: fields.need("speed")?.positive()? }))
    }

    /// The number; 1 until it is chosen.
    pub fn number(self) -> f64 {
        if let Self::Given(number) = self { number } else { 1.0 }
    }

    pub fn accepted(self) -> Option<Accepted> {
        if let Self::By(accepted) = self { Some(accepted) } else { None }
    }
}

impl Accepted {
    /// k of F = k d^m for which a grain of a shape at a size, thrown at a wall, comes to rest at the accepted overlap [N/m^m]:
    /// m v^2 / 2 = k d^(m+1) / (m+1). A wall stops more than a grain of the same kind does.
    fn stiffness(&self, shape: &Shape, density: f64, size: f64, exponent: f64) -> f64 {
        let volume = shape.mass_properties().map_or(0.0, |mass| mass.volume);
        let mass = density * volume * size.powi(3);
        let depth = self.overlap * shape.inscribed_radius() * size;
        0.5 * (exponent + 1.0) * mass * self.speed * self.speed / depth.powf(exponent + 1.0)
    }
}

/// Shapes with the sizes that grains of them have, least and largest.
fn sizes(shape: usize, scene: &Scene) -> Option<[f64; 2]> {
    let bodies = scene.bodies.iter().filter(|body| body.shape == shape).map(|body| body.scale);
    let drawn = |insertion: &Insertion| {
        let (least, most) = insertion.size.range();
        insertion.mix.iter().any(|(of, weight)| *of == shape && *weight > 0.0).then_some([least, most])
    };
    let all = bodies.chain(scene.insertions.iter().filter_map(drawn).flatten());
    all.fold(None, |range: Option<[f64; 2]>, size| {
        Some(range.map_or([size; 2], |[least, most]| [least.min(size), most.max(size)]))
    })
}

impl Scene {
    /// Refuses `contact_radius` of pairs of materials that do not go by elastic constants, and curvature beside necks.
    pub(super) fn check_contact_radii(&self) -> Result<(), SceneError> {
        for pair in &self.material_pairs {
            let [a, b] = pair.between;
            let [first, second] = [&self.materials[a].name, &self.materials[b].name];
            if pair.contact_radius.is_some() && !self.pair_law(a, b).by_radius {
                let problem = format!(
                    "material pair \"{first}\", \"{second}\": contact_radius has no meaning without elastic constants; give both \
                     materials young and poisson, and the pair no stiffness and exponent, or remove it"
                );
                return Err(self.source.error_at(pair.line, problem));
            }
        }
        let by_curvature = |[a, b]: &[usize; 2]| self.pair_law(*a, *b).goes_by_curvature();
        for [a, b] in self.pairs_that_meet().into_iter().filter(by_curvature) {
            if !matches!(self.pair_law(a, b).cohesion, Cohesion::Jkr(_)) {
                continue;
            }
            let [first, second] = [&self.materials[a], &self.materials[b]];
            let pair = self.material_pairs.iter().find(|pair| pair.joins(a, b) && pair.contact_radius.is_some());
            let line = pair.map_or(second.key_lines.of("contact_radius"), |pair| pair.line);
            let problem = format!(
                "material \"{}\" with material \"{}\": contact_radius = \"curvature\" does not go with cohesion model \"jkr\": how far \
                 a neck reaches must be known before the place where it is; use contact_radius = \"volume\", or model = \"dmt\"",
                second.name, first.name
            );
            return Err(self.source.error_at(line, problem));
        }
        Ok(())
    }

    /// Chooses the stiffnesses and moduli that are to follow from the overlap that is accepted.
    pub(super) fn choose_stiffnesses(&mut self) -> Result<(), SceneError> {
        for index in 0..self.materials.len() {
            let Some(accepted) = self.materials[index].accepted else { continue };
            let material = &self.materials[index];
            let own = self.shapes.iter().enumerate().filter(|(_, shape)| shape.material == index);
            let needed = own
                .filter_map(|(number, named)| sizes(number, self).map(|range| (named, range)))
                .flat_map(|(named, range)| range.map(|size| needed(material, &accepted, named, size)))
                .fold(0.0, f64::max);
            if needed <= 0.0 || !needed.is_finite() {
                let key = if material.elastic.is_some() { "young" } else { "stiffness" };
                let problem = format!(
                    "material \"{}\": {key} is to follow from an impact, but no grain of this material is in the scene; give \
                     {key} as a number",
                    material.name
                );
                return Err(self.source.error_at(material.key_lines.of(key), problem));
            }
            self.materials[index].choose(needed);
        }
        Ok(())
    }
}

/// The stiffness, or Young's modulus, that a material needs for grains of a shape at a size.
fn needed(material: &Material, accepted: &Accepted, named: &NamedShape, size: f64) -> f64 {
    let stiffness = accepted.stiffness(&named.shape, material.density, size, material.exponent);
    match material.elastic {
        None => stiffness,
        // k = 4/3 E* sqrt(R), E* = E / (2 (1 - nu^2)).
        Some(elastic) => {
            let radius = named.shape.contact_radius() * size;
            1.5 * (1.0 - elastic.poisson * elastic.poisson) * stiffness / radius.sqrt()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_solids_have_the_formulas_of_hertz_and_mindlin() {
        let glass = Elastic { young: 7e10, poisson: 0.25 };
        let expected = 0.5 * 7e10 / (1.0 - 0.0625);
        assert!((Elastic::plane_modulus(&glass, &glass) - expected).abs() < 1e-4);
        let ratio = 2.0 * (1.0 - 0.25) / (2.0 - 0.25);
        assert!((Elastic::tangential_ratio(&glass, &glass) - ratio).abs() < 1e-14);
    }

    /// Steel: 5,960 m/s in tables of sound, by constants that are known to a per cent.
    #[test]
    fn steel_has_the_sound_of_tables() {
        let steel = Elastic { young: 2.1e11, poisson: 0.29 };
        assert!((steel.sound_speed(7850.0) / 5960.0 - 1.0).abs() < 0.02, "{}", steel.sound_speed(7850.0));
        assert_eq!(Elastic { young: 1e6, poisson: 0.5 }.sound_speed(1000.0), f64::INFINITY);
    }

    #[test]
    fn a_rigid_partner_adds_nothing() {
        let (rigid, steel) = (Elastic { young: 1e30, poisson: 0.3 }, Elastic { young: 2e11, poisson: 0.3 });
        let expected = 2e11 / (1.0 - 0.09);
        assert!((Elastic::plane_modulus(&rigid, &steel) / expected - 1.0).abs() < 1e-12);
    }
}
