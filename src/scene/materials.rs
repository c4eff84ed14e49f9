//! `[[material]]` and `[[material_pair]]`: what grains and walls are made of.

use super::elastic::{Choice, HERTZ};
use super::read::{Entry, Fields, Key, Names, key};
use super::rolling::{ROLLING_DAMPING, ROLLING_FRICTION, RollingKeys, RollingResistance, TWISTING_FRICTION};
use super::{Accepted, Cohesion, ContactRadius, Elastic, KeyLines, Line, SceneError};

// Keys that both have.
const EXPONENT_KEY: Key = key("exponent", "m of the force k overlap^m from 1 to 3; 1 is a linear spring, 1.5 is Hertz");
const RESTITUTION: Key = key("restitution", "a number in (0, 1]; 1 is a perfectly elastic contact");
const FRICTION: Key = key("friction", "Coulomb's coefficient from 0 up, as in 0.5");
const RATIO: Key =
    key("tangential_stiffness_ratio", "the tangential stiffness as a part of the normal one, in (0, 1], as in 0.2857");
const SPRING: Key = key(
    "tangential_spring",
    "\"force\", \"elongation\" or \"increments\": what a change of the normal load leaves of the spring",
);
const RADIUS_KEY: Key =
    key("contact_radius", "\"volume\" or \"curvature\": whose radius R of Hertz' force is, beside young");
const DASHPOTS_KEY: Key =
    key("dashpots", "\"bounded\", \"sticking\" or \"together\": what dashpots may do beside springs");
const COHESION_KEY: Key =
    key("cohesion", "what pulls grains together, as in { model = \"jkr\", energy = 0.05 }, or \"none\"");

/// Keys of `[[material]]`.
pub(super) const MATERIAL: &[Key] = &[
    key("name", "a text of your choice, as in \"steel\""),
    key("density", "a number above 0 [kg/m3]; glass is 2500, steel 7800"),
    key("stiffness", "k of the force k overlap^m, above 0 [N/m^m], as in 1e6, or { overlap = 0.01, speed = 2.0 }"),
    key("young", "Young's modulus, above 0 [Pa], as in 7e10, or { overlap = 0.01, speed = 2.0 }"),
    key("poisson", "Poisson's ratio from 0 to 0.5, as in 0.25"),
    RADIUS_KEY,
    EXPONENT_KEY,
    RESTITUTION,
    FRICTION,
    RATIO,
    SPRING,
    DASHPOTS_KEY,
    ROLLING_FRICTION,
    TWISTING_FRICTION,
    ROLLING_DAMPING,
    COHESION_KEY,
];

/// Keys of `[[material_pair]]`.
pub(super) const MATERIAL_PAIR: &[Key] = &[
    key("between", "the names of two materials, as in [\"steel\", \"glass\"]"),
    key("stiffness", "k of the force k overlap^m, above 0 [N/m^m], as in 1e6"),
    RADIUS_KEY,
    EXPONENT_KEY,
    RESTITUTION,
    FRICTION,
    RATIO,
    SPRING,
    DASHPOTS_KEY,
    ROLLING_FRICTION,
    TWISTING_FRICTION,
    ROLLING_DAMPING,
    COHESION_KEY,
];

/// What a tangential spring keeps while the normal load, and its stiffness with it, changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TangentialSpring {
    /// Its force, as far as what is left of the contact can bear it: no energy comes of a change of the load.
    #[default]
    Force,
    /// Its elongation, as in codes that multiply the tangential displacement by the stiffness of the moment: a load that grows
    /// makes a force, and energy.
    Elongation,
    /// Its force, whatever the load does, as in codes that add up increments of the force: a load that falls makes energy.
    Increments,
}

const SPRINGS: &[(&str, TangentialSpring)] = &[
    ("force", TangentialSpring::Force),
    ("elongation", TangentialSpring::Elongation),
    ("increments", TangentialSpring::Increments),
];

/// What dashpots may do beside springs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dashpots {
    /// Along the normal no more than the spring pushes, across it no more than the spring leaves of Coulomb's limit.
    #[default]
    Bounded,
    /// Those along the normal may pull, and Coulomb's limit is that of the spring along it. The one across the normal acts as long
    /// as its spring is within the limit, and not at all where the contact slips.
    Sticking,
    /// The same, but spring and dashpot across the normal have one limit together, and a spring that slips has all of it.
    Together,
}

const DASHPOTS: &[(&str, Dashpots)] =
    &[("bounded", Dashpots::Bounded), ("sticking", Dashpots::Sticking), ("together", Dashpots::Together)];

/// A linear spring.
const EXPONENT: f64 = 1.0;
/// With 2/7, the normal and the tangential oscillation of two solid spheres have the same period.
const TANGENTIAL_STIFFNESS: f64 = 2.0 / 7.0;

/// What grains and walls are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Its name in the scene.
    pub name: String,
    /// Density [kg/m3].
    pub density: f64,
    /// k of the contact energy w = k overlap^(m+1) / (m+1), between two bodies of this material [N/m^m]; with elastic
    /// constants, of two with R* = 1 m.
    pub stiffness: f64,
    /// Elastic constants, from which the stiffness follows.
    pub elastic: Option<Elastic>,
    /// Whose radius goes with them.
    pub contact_radius: ContactRadius,
    /// What the stiffness or Young's modulus was chosen by.
    pub accepted: Option<Accepted>,
    /// m of the contact energy: 1 is a linear spring, 1.5 is Hertz.
    pub exponent: f64,
    /// Coefficient of restitution, in (0, 1].
    pub restitution: f64,
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// Tangential over normal stiffness, in (0, 1].
    pub tangential_stiffness_ratio: f64,
    /// What the tangential spring keeps while the load changes.
    pub tangential_spring: TangentialSpring,
    /// What its dashpots may do.
    pub dashpots: Dashpots,
    /// What resists rolling and twisting.
    pub rolling: RollingResistance,
    /// What pulls it together.
    pub cohesion: Cohesion,
    /// Where it stands.
    pub line: Line,
    /// Where its keys stand.
    pub key_lines: KeyLines,
}

impl Material {
    /// A frictionless, elastic material with a linear spring.
    pub fn new(name: impl Into<String>, density: f64, stiffness: f64) -> Self {
        Self {
            name: name.into(),
            density,
            stiffness,
            elastic: None,
            contact_radius: ContactRadius::default(),
            accepted: None,
            exponent: EXPONENT,
            restitution: 1.0,
            friction: 0.0,
            tangential_stiffness_ratio: TANGENTIAL_STIFFNESS,
            tangential_spring: TangentialSpring::default(),
            dashpots: Dashpots::default(),
            rolling: RollingResistance::default(),
            cohesion: Cohesion::default(),
            line: Line::default(),
            key_lines: KeyLines::default(),
        }
    }

    /// Reads a `[[material]]`.
    pub(super) fn read(fields: &Fields, names: &mut Names) -> Result<Self, SceneError> {
        let name = names.add(&fields.need("name")?)?;
        let density = fields.need("density")?.positive()?;
        let (young, stiffness) = fields.one_of("young", "stiffness")?;
        let plain = match (stiffness, young) {
            (Some(entry), _) => Self::with_stiffness(name, density, Choice::read(&entry)?, fields)?,
            (None, Some(entry)) => Self::with_young(name, density, Choice::read(&entry)?, fields)?,
            (None, None) => return Err(fields.missing("stiffness")),
        };
        Ok(Self {
            restitution: restitution(&fields.need("restitution")?)?,
            friction: fields.need("friction")?.not_negative()?,
            tangential_spring: fields
                .or("tangential_spring", plain.tangential_spring, |entry| entry.choice(SPRINGS))?,
            dashpots: fields.or("dashpots", plain.dashpots, |entry| entry.choice(DASHPOTS))?,
            rolling: RollingResistance::read(fields)?.over(plain.rolling),
            cohesion: fields.or("cohesion", plain.cohesion, Cohesion::read)?,
            line: fields.line(),
            key_lines: fields.key_lines(),
            ..plain
        })
    }

    fn with_stiffness(name: String, density: f64, choice: Choice, fields: &Fields) -> Result<Self, SceneError> {
        if let Some(entry) = fields.find("poisson") {
            return Err(entry.refuse("has no meaning beside stiffness; give young instead of stiffness, or remove it"));
        }
        if let Some(entry) = fields.find("contact_radius") {
            let problem = "has no meaning beside stiffness, which is that of any two grains; give young and poisson instead of \
                           stiffness, or remove it";
            return Err(entry.refuse(problem));
        }
        let plain = Self::new(name, density, choice.number());
        Ok(Self {
            accepted: choice.accepted(),
            exponent: fields.or("exponent", plain.exponent, exponent)?,
            tangential_stiffness_ratio: fields.or(
                "tangential_stiffness_ratio",
                plain.tangential_stiffness_ratio,
                tangential,
            )?,
            ..plain
        })
    }

    fn with_young(name: String, density: f64, choice: Choice, fields: &Fields) -> Result<Self, SceneError> {
        if let Some(entry) = fields.find("exponent") {
            return Err(entry.refuse("stands beside young, with which it is that of Hertz, 1.5; remove it"));
        }
        if let Some(entry) = fields.find("tangential_stiffness_ratio") {
            let problem = "stands beside young and poisson, from which it follows; remove it, or give it in a \
                           [[material_pair]]";
            return Err(entry.refuse(problem));
        }
        let problem = "is outside [0, 0.5]; use 0.2 to 0.3 for minerals and metals, 0.5 for rubber";
        let poisson = fields.need("poisson")?.number_if(|nu| (0.0..=0.5).contains(&nu), problem)?;
        let plain = Self::elastic(name, density, choice.number(), poisson);
        let contact_radius = fields.or("contact_radius", plain.contact_radius, ContactRadius::read)?;
        Ok(Self { accepted: choice.accepted(), contact_radius, ..plain })
    }

    /// A frictionless material without damping, by its elastic constants: Young's modulus [Pa], Poisson's ratio.
    pub fn elastic(name: impl Into<String>, density: f64, young: f64, poisson: f64) -> Self {
        let elastic = Elastic { young, poisson };
        Self {
            elastic: Some(elastic),
            exponent: HERTZ,
            tangential_stiffness_ratio: Elastic::tangential_ratio(&elastic, &elastic),
            ..Self::new(name, density, Elastic::stiffness(&elastic, &elastic))
        }
    }

    /// Sets the stiffness, or Young's modulus where there are elastic constants.
    pub(super) fn choose(&mut self, value: f64) {
        match &mut self.elastic {
            None => self.stiffness = value,
            Some(elastic) => {
                elastic.young = value;
                self.stiffness = Elastic::stiffness(elastic, elastic);
            }
        }
    }
}

/// What two materials have in common that their own values do not tell.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialPair {
    /// The two materials.
    pub between: [usize; 2],
    /// k of the contact energy [N/m^m].
    pub stiffness: Option<f64>,
    /// Whose radius goes with elastic constants.
    pub contact_radius: Option<ContactRadius>,
    /// m of the contact energy.
    pub exponent: Option<f64>,
    /// Coefficient of restitution, in (0, 1].
    pub restitution: Option<f64>,
    /// Coulomb's coefficient of friction.
    pub friction: Option<f64>,
    /// Tangential over normal stiffness, in (0, 1].
    pub tangential_stiffness_ratio: Option<f64>,
    /// What the tangential spring keeps while the load changes.
    pub tangential_spring: Option<TangentialSpring>,
    /// What dashpots may do.
    pub dashpots: Option<Dashpots>,
    /// What resists rolling and twisting.
    pub rolling: RollingKeys,
    /// What pulls them together.
    pub cohesion: Option<Cohesion>,
    /// Where it stands.
    pub line: Line,
}

impl MaterialPair {
    /// Whether it is about the materials `a` and `b`.
    pub fn joins(&self, a: usize, b: usize) -> bool {
        self.between == [a, b] || self.between == [b, a]
    }

    /// Reads a `[[material_pair]]`.
    pub(super) fn read(fields: &Fields, names: &Names) -> Result<Self, SceneError> {
        Ok(Self {
            between: read_between(&fields.need("between")?, names)?,
            stiffness: fields.or("stiffness", None, |entry| entry.positive().map(Some))?,
            contact_radius: fields.or("contact_radius", None, |entry| ContactRadius::read(entry).map(Some))?,
            exponent: fields.or("exponent", None, |entry| exponent(entry).map(Some))?,
            restitution: fields.or("restitution", None, |entry| restitution(entry).map(Some))?,
            friction: fields.or("friction", None, |entry| entry.not_negative().map(Some))?,
            tangential_stiffness_ratio: fields
                .or("tangential_stiffness_ratio", None, |entry| tangential(entry).map(Some))?,
            tangential_spring: fields.or("tangential_spring", None, |entry| entry.choice(SPRINGS).map(Some))?,
            dashpots: fields.or("dashpots", None, |entry| entry.choice(DASHPOTS).map(Some))?,
            rolling: RollingResistance::read(fields)?,
            cohesion: fields.or("cohesion", None, |entry| Cohesion::read(entry).map(Some))?,
            line: fields.line(),
        })
    }
}

fn read_between(entry: &Entry, names: &Names) -> Result<[usize; 2], SceneError> {
    match entry.list()?.as_slice() {
        [first, second] => Ok([names.find(first)?, names.find(second)?]),
        others => Err(entry.refuse(format!("has {} elements; give the names of two materials", others.len()))),
    }
}

/// Refuses a pair of materials that has an entry already.
pub(super) fn refuse_repeated(pairs: &[MaterialPair], pair: &MaterialPair, fields: &Fields) -> Result<(), SceneError> {
    let [a, b] = pair.between;
    match (pairs.iter().find(|other| other.joins(a, b)), fields.find("between")) {
        (Some(other), Some(entry)) => {
            let place = entry.source().place(other.line);
            Err(entry.refuse(format!("has an entry already, at {place}; merge the two")))
        }
        _ => Ok(()),
    }
}

fn exponent(entry: &Entry) -> Result<f64, SceneError> {
    let problem = "is outside [1, 3]; use 1 for a linear spring or 1.5 for Hertz";
    entry.number_if(|m| (1.0..=3.0).contains(&m), problem)
}

fn restitution(entry: &Entry) -> Result<f64, SceneError> {
    let problem = "is outside (0, 1]; 1 is a perfectly elastic contact, use a value from 0.05 to 1";
    entry.number_if(|e| e > 0.0 && e <= 1.0, problem)
}

fn tangential(entry: &Entry) -> Result<f64, SceneError> {
    let problem = "is outside (0, 1]; it is a ratio without unit, tangential over normal stiffness: use 0.2857 (2/7), \
                   and friction = 0 for contacts without tangential force";
    entry.number_if(|ratio| ratio > 0.0 && ratio <= 1.0, problem)
}
