//! `[[material]]` and `[[material_pair]]`: what grains and walls are made of.

use super::read::{Entry, Fields, Key, Names, key};
use super::{KeyLines, Line, SceneError};

/// Keys of `[[material]]`.
pub(super) const MATERIAL: &[Key] = &[
    key("name", "a text of your choice, as in \"steel\""),
    key("density", "a number above 0 [kg/m3]; glass is 2500, steel 7800"),
    key("stiffness", "k of the force k overlap^m, above 0 [N/m^m], as in 1e6"),
    key("exponent", "m of the force k overlap^m from 1 to 3; 1 is a linear spring, 1.5 is Hertz"),
    key("restitution", "a number in (0, 1]; 1 is a perfectly elastic contact"),
    key("friction", "Coulomb's coefficient from 0 up, as in 0.5"),
    key("tangential_stiffness_ratio", "the tangential stiffness as a part of the normal one, in (0, 1], as in 0.2857"),
];

/// Keys of `[[material_pair]]`.
pub(super) const MATERIAL_PAIR: &[Key] = &[
    key("between", "the names of two materials, as in [\"steel\", \"glass\"]"),
    key("stiffness", "k of the force k overlap^m, above 0 [N/m^m], as in 1e6"),
    key("exponent", "m of the force k overlap^m from 1 to 3; 1 is a linear spring, 1.5 is Hertz"),
    key("restitution", "a number in (0, 1]; 1 is a perfectly elastic contact"),
    key("friction", "Coulomb's coefficient from 0 up, as in 0.5"),
    key("tangential_stiffness_ratio", "the tangential stiffness as a part of the normal one, in (0, 1], as in 0.2857"),
];

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
    /// k of the contact energy w = k overlap^(m+1) / (m+1), between two bodies of this material [N/m^m].
    pub stiffness: f64,
    /// m of the contact energy: 1 is a linear spring, 1.5 is Hertz.
    pub exponent: f64,
    /// Coefficient of restitution, in (0, 1].
    pub restitution: f64,
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// Tangential over normal stiffness, in (0, 1].
    pub tangential_stiffness_ratio: f64,
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
            exponent: EXPONENT,
            restitution: 1.0,
            friction: 0.0,
            tangential_stiffness_ratio: TANGENTIAL_STIFFNESS,
            line: Line::default(),
            key_lines: KeyLines::default(),
        }
    }

    /// Reads a `[[material]]`.
    pub(super) fn read(fields: &Fields, names: &mut Names) -> Result<Self, SceneError> {
        let name = names.add(&fields.need("name")?)?;
        let density = fields.need("density")?.positive()?;
        let stiffness = fields.need("stiffness")?.positive()?;
        let plain = Self::new(name, density, stiffness);
        Ok(Self {
            exponent: fields.or("exponent", plain.exponent, exponent)?,
            restitution: restitution(&fields.need("restitution")?)?,
            friction: fields.need("friction")?.not_negative()?,
            tangential_stiffness_ratio: fields.or(
                "tangential_stiffness_ratio",
                plain.tangential_stiffness_ratio,
                tangential,
            )?,
            line: fields.line(),
            key_lines: fields.key_lines(),
            ..plain
        })
    }
}

/// What two materials have in common that their own values do not tell.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialPair {
    /// The two materials.
    pub between: [usize; 2],
    /// k of the contact energy [N/m^m].
    pub stiffness: Option<f64>,
    /// m of the contact energy.
    pub exponent: Option<f64>,
    /// Coefficient of restitution, in (0, 1].
    pub restitution: Option<f64>,
    /// Coulomb's coefficient of friction.
    pub friction: Option<f64>,
    /// Tangential over normal stiffness, in (0, 1].
    pub tangential_stiffness_ratio: Option<f64>,
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
            exponent: fields.or("exponent", None, |entry| exponent(entry).map(Some))?,
            restitution: fields.or("restitution", None, |entry| restitution(entry).map(Some))?,
            friction: fields.or("friction", None, |entry| entry.not_negative().map(Some))?,
            tangential_stiffness_ratio: fields
                .or("tangential_stiffness_ratio", None, |entry| tangential(entry).map(Some))?,
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
