//! `cohesion` of materials and of pairs of materials: what pulls grains together.

use super::elastic::HERTZ;
use super::read::{Entry, Fields, Key, TableTypes, key, with_kinds};
use super::{CylinderContact, Material, PairLaw, Scene, SceneError};
use crate::geometry::Shape;

/// Keys of `cohesion` for all models.
pub(super) const COHESION: &[Key] = &[key("model", "\"jkr\", \"dmt\" or \"bridge\"")];

const ENERGY: Key =
    key("energy", "the work of adhesion, twice the surface energy of one solid, above 0 [J/m2], as in 0.05");
const PULL_OFF: Key = key("pull_off", "the largest attraction of two grains, above 0 [N], as in 1e-4");

/// Keys of `cohesion` by model.
pub(super) const COHESION_MODELS: TableTypes = &[
    ("jkr", &[ENERGY, PULL_OFF]),
    ("dmt", &[ENERGY, PULL_OFF, key("range", "the gap at which the attraction has faded to nothing, above 0 [m]")]),
    (
        "bridge",
        &[
            key("surface_tension", "that of the liquid, above 0 [N/m]; water has 0.072"),
            key("volume", "the volume of a bridge, above 0 [m3], as in 1e-12"),
            key("angle_degrees", "the angle of contact of the liquid, from 0 to below 90 [degrees]"),
        ],
    ),
];

/// What pulls two grains together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Cohesion {
    /// Nothing.
    #[default]
    None,
    /// Adhesion of soft solids, by Johnson, Kendall and Roberts (1971, Surface energy and the contact of elastic solids).
    Jkr(Adhesion),
    /// Adhesion of hard solids, by Derjaguin, Muller and Toporov (1975, Effect of contact deformations on the adhesion of
    /// particles): a constant pull in contact, which fades with the gap.
    Dmt {
        /// How strong it is.
        adhesion: Adhesion,
        /// Gap at which it has faded to nothing [m].
        range: f64,
    },
    /// A liquid bridge.
    Bridge {
        /// Surface tension [N/m].
        surface_tension: f64,
        /// Volume of the bridge [m3].
        volume: f64,
        /// Angle of contact [rad].
        angle: f64,
    },
}

/// How strongly solids adhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Adhesion {
    /// Work of adhesion, twice the surface energy [J/m2]: the pull goes with R* of the two bodies.
    Energy(f64),
    /// Largest attraction, whatever the radii [N].
    PullOff(f64),
}

impl Adhesion {
    fn read(fields: &Fields) -> Result<Self, SceneError> {
        match fields.one_of("pull_off", "energy")? {
            (Some(force), _) => force.positive().map(Self::PullOff),
            (None, Some(energy)) => energy.positive().map(Self::Energy),
            (None, None) => Err(fields.missing("energy")),
        }
    }

    /// That of two materials: the geometric mean, as for dispersion forces. None where one is an energy, the other a force.
    fn combined(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Energy(a), Self::Energy(b)) => Some(Self::Energy((a * b).sqrt())),
            (Self::PullOff(a), Self::PullOff(b)) => Some(Self::PullOff((a * b).sqrt())),
            _ => None,
        }
    }
}

impl Cohesion {
    /// Reads `cohesion`: a table, or "none".
    pub(super) fn read(entry: &Entry) -> Result<Self, SceneError> {
        if !entry.is_table() {
            return entry.choice(&[("none", Self::None)]);
        }
        let mut fields = entry.fields(&with_kinds(COHESION, COHESION_MODELS))?;
        Ok(match fields.kind("model", COHESION, COHESION_MODELS)? {
            "jkr" => Self::Jkr(Adhesion::read(&fields)?),
            "dmt" => Self::Dmt { adhesion: Adhesion::read(&fields)?, range: fields.need("range")?.positive()? },
            _ => {
                let problem = "is outside [0, 90); a liquid that does not wet the grains makes no bridge: use 0 to 60";
                let angle = fields.need("angle_degrees")?.number_if(|angle| (0.0..90.0).contains(&angle), problem)?;
                Self::Bridge {
                    surface_tension: fields.need("surface_tension")?.positive()?,
                    volume: fields.need("volume")?.positive()?,
                    angle: angle.to_radians(),
                }
            }
        })
    }

    /// The name of the model.
    pub fn name(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Jkr(_) => "jkr",
            Self::Dmt { .. } => "dmt",
            Self::Bridge { .. } => "bridge",
        }
    }

    /// That of two materials, the same in either order: none where one of them has none, [`None`] where they cannot be combined.
    /// Adhesion is the geometric mean; ranges, volumes and angles are the mean of both. A bridge has one liquid.
    pub(super) fn combined(self, other: Self) -> Option<Self> {
        if self == other {
            return Some(self);
        }
        let mean = |a: f64, b: f64| 0.5 * (a + b);
        match (self, other) {
            (Self::None, _) | (_, Self::None) => Some(Self::None),
            (Self::Jkr(a), Self::Jkr(b)) => a.combined(b).map(Self::Jkr),
            (Self::Dmt { adhesion: a, range: r }, Self::Dmt { adhesion: b, range: s }) => {
                a.combined(b).map(|adhesion| Self::Dmt { adhesion, range: mean(r, s) })
            }
            (
                Self::Bridge { surface_tension: t, volume: v, angle: p },
                Self::Bridge { surface_tension: u, volume: w, angle: q },
            ) => (t == u).then(|| Self::Bridge { surface_tension: t, volume: mean(v, w), angle: mean(p, q) }),
            _ => None,
        }
    }
}

impl Scene {
    /// Refuses cohesion that does not fit what is to be held together.
    pub(super) fn check_cohesion(&self) -> Result<(), SceneError> {
        if self.materials.iter().all(|material| material.cohesion == Cohesion::None)
            && self.material_pairs.iter().all(|pair| pair.cohesion.is_none())
        {
            return Ok(());
        }
        self.pairs_that_meet().into_iter().try_for_each(|[a, b]| self.check_cohesion_of(a, b))
    }

    fn check_cohesion_of(&self, a: usize, b: usize) -> Result<(), SceneError> {
        let (first, second) = (&self.materials[a], &self.materials[b]);
        let pair = self.material_pairs.iter().find(|pair| pair.joins(a, b) && pair.cohesion.is_some());
        let line = pair.map_or(second.key_lines.of("cohesion"), |pair| pair.line);
        if pair.is_none() && first.cohesion.combined(second.cohesion).is_none() {
            let problem = format!(
                "material \"{}\": cohesion {} cannot be combined with {} of material \"{}\"; give the cohesion of both in a \
                 [[material_pair]] between = [\"{}\", \"{}\"]",
                second.name,
                told(second),
                told(first),
                first.name,
                first.name,
                second.name
            );
            return Err(self.source.error_at(line, problem));
        }
        let PairLaw { cohesion, exponent, .. } = self.pair_law(a, b);
        if matches!(cohesion, Cohesion::Jkr(_)) && exponent != HERTZ {
            let problem = format!(
                "material \"{}\" with material \"{}\": cohesion model \"jkr\" needs the force of Hertz, and exponent is \
                 {exponent}; give young and poisson, or exponent = 1.5, or use model = \"dmt\"",
                second.name, first.name
            );
            return Err(self.source.error_at(line, problem));
        }
        let has_cylinder = |material: usize| {
            self.shapes.iter().any(|named| named.material == material && matches!(named.shape, Shape::Cylinder(_)))
        };
        let by_region = self.contact.cylinders == CylinderContact::Axisymmetric;
        if cohesion != Cohesion::None && by_region && has_cylinder(a) && has_cylinder(b) {
            let problem = format!(
                "materials \"{}\" and \"{}\" of cylinders have cohesion, but cylinders = \"axisymmetric\" in [contact] measures \
                 overlaps that do not go over into gaps; use cylinders = \"minkowski\", or cohesion = \"none\"",
                first.name, second.name
            );
            return Err(self.source.error_at(line, problem));
        }
        Ok(())
    }
}

/// What a material has, for a message.
fn told(material: &Material) -> String {
    let by = |adhesion: Adhesion| match adhesion {
        Adhesion::Energy(energy) => format!("energy = {energy}"),
        Adhesion::PullOff(force) => format!("pull_off = {force}"),
    };
    match material.cohesion {
        Cohesion::None => "\"none\"".into(),
        Cohesion::Jkr(adhesion) => format!("\"jkr\" by {}", by(adhesion)),
        Cohesion::Dmt { adhesion, .. } => format!("\"dmt\" by {}", by(adhesion)),
        Cohesion::Bridge { surface_tension, .. } => format!("\"bridge\" of surface_tension = {surface_tension}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn materials_combine_in_either_order_or_not_at_all() {
        let jkr = |energy: f64| Cohesion::Jkr(Adhesion::Energy(energy));
        assert_eq!(jkr(0.1).combined(jkr(0.4)), Some(jkr(0.2)));
        assert_eq!(jkr(0.1).combined(Cohesion::None), Some(Cohesion::None));
        assert_eq!(jkr(0.1).combined(Cohesion::Jkr(Adhesion::PullOff(1e-3))), None);
        let dmt = |range: f64| Cohesion::Dmt { adhesion: Adhesion::PullOff(1e-3), range };
        assert_eq!(dmt(1e-5).combined(dmt(3e-5)), Some(dmt(2e-5)));
        assert_eq!(dmt(1e-5).combined(jkr(0.1)), None);
        let bridge = |surface_tension: f64, volume: f64| Cohesion::Bridge { surface_tension, volume, angle: 0.1 };
        assert_eq!(bridge(0.07, 1e-12).combined(bridge(0.07, 3e-12)), Some(bridge(0.07, 2e-12)));
        assert_eq!(bridge(0.07, 1e-12).combined(bridge(0.03, 1e-12)), None);
    }
}
