//! `[[insertion]]`: grains that come in during the run.

use glam::DVec3;
use rand::{Rng, RngExt};

use super::bodies::Grains;
use super::read::{Entry, Fields, Key, TableTypes, key, with_kinds};
use super::sizes::weighted;
use super::walls::read_corners;
use super::{KeyLines, Line, Orientation, SceneError, SizeDistribution};

/// Keys of `[[insertion]]`.
pub(super) const INSERTION: &[Key] = &[
    key("region", "a table, as in { type = \"box\", min = [0, 0, 1], max = [1, 1, 2] }"),
    key("from", "the time from 0 up at which the insertion starts [s]"),
    key("until", "the time after from at which the insertion ends [s]"),
    key("total", "a whole number of grains from 1 to 50000000"),
    key("rate", "a number of grains per second above 0, at most 1e9 [1/s]"),
    key("shape", "the name of a shape"),
    key("mix", "a list of shapes with weights, as in [{ shape = \"a\", weight = 1 }, { shape = \"b\", weight = 3 }]"),
    key("size", "a factor above 0, or a table { distribution = \"uniform\", min = 0.8, max = 1.2 }"),
    key("velocity", "three numbers [x, y, z] [m/s]"),
    key("velocity_spread", "a number from 0 up, or three of them [x, y, z] [m/s]"),
    key("orientation", "\"random\", a quaternion [w, x, y, z] or a turn { axis = [0, 0, 1], angle = 0.5 } [rad]"),
];

/// Most grains of one insertion: as of a lattice, their list alone would fill the memory of a workstation.
const MOST_GRAINS: u64 = 50_000_000;
/// Most grains per second [1/s]: a step brings some thousands of them.
const FASTEST: f64 = 1e9;

/// Keys of an entry of `mix`.
pub(super) const MIX: &[Key] = &[key("shape", "the name of a shape"), key("weight", "a number from 0 up, as in 1")];

/// The key of every region.
pub(super) const REGION: &[Key] = &[key("type", "\"box\", \"cylinder\" or \"sphere\"")];

/// The keys of each type of region.
pub(super) const REGION_TYPES: TableTypes = &[
    ("box", &[key("min", "the lowest corner [x, y, z] [m]"), key("max", "the highest corner [x, y, z] [m]")]),
    (
        "cylinder",
        &[
            key("base", "the point where the axis starts [x, y, z] [m]"),
            key("axis", "a direction [x, y, z], as in [0, 0, 1]"),
            key("radius", "a length above 0 [m], as in 0.1"),
            key("height", "a length above 0 [m], as in 0.2"),
        ],
    ),
    ("sphere", &[key("center", "a point [x, y, z] [m]"), key("radius", "a length above 0 [m], as in 0.1")]),
];

/// Where grains come in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Region {
    /// A box along the axes.
    Box {
        /// Lowest corner [m].
        min: DVec3,
        /// Highest corner [m].
        max: DVec3,
    },
    /// A cylinder.
    Cylinder {
        /// Where the axis starts [m].
        base: DVec3,
        /// Unit vector from the base to the other end.
        axis: DVec3,
        /// Radius [m].
        radius: f64,
        /// Height [m].
        height: f64,
    },
    /// A ball.
    Sphere {
        /// Centre [m].
        center: DVec3,
        /// Radius [m].
        radius: f64,
    },
}

/// How many grains come in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// This many in all, as fast as there is room.
    Total(u64),
    /// This many per second [1/s].
    Rate(f64),
}

/// Grains that come in during the run, where they overlap nothing that is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Insertion {
    /// Where they come in: the whole grain is inside.
    pub region: Region,
    /// From when [s].
    pub from: f64,
    /// Until when [s]; infinite if to the end of the run.
    pub until: f64,
    /// How many.
    pub amount: Amount,
    /// Shapes, as indices into the scene's, with their weights by number of grains; at least one is above zero.
    pub mix: Vec<(usize, f64)>,
    /// How many times as large as their shape they are.
    pub size: SizeDistribution,
    /// Velocity [m/s].
    pub velocity: DVec3,
    /// Each component of the velocity differs from `velocity` by at most this, evenly spread [m/s].
    pub velocity_spread: DVec3,
    /// How they are turned.
    pub orientation: Orientation,
    /// Where it stands.
    pub line: Line,
    /// Where its keys stand.
    pub key_lines: KeyLines,
}

impl Insertion {
    /// Grains in all, where they are counted and not by rate.
    pub fn total(&self) -> u64 {
        match self.amount {
            Amount::Total(total) => total,
            Amount::Rate(rate) => (rate * (self.until - self.from)) as u64,
        }
    }

    /// The shape of the next grain, an index into the scene's.
    pub fn sample_shape(&self, rng: &mut impl Rng) -> usize {
        weighted(&self.mix, rng).unwrap_or(0)
    }

    /// The velocity of the next grain [m/s].
    pub fn sample_velocity(&self, rng: &mut impl Rng) -> DVec3 {
        let mut part = || 2.0 * rng.random::<f64>() - 1.0;
        self.velocity + self.velocity_spread * DVec3::new(part(), part(), part())
    }

    /// Reads an `[[insertion]]`.
    pub(super) fn read(fields: &Fields, grains: &Grains) -> Result<Self, SceneError> {
        let insertion = Self {
            region: Region::read(&fields.need("region")?)?,
            from: fields.or("from", 0.0, |entry| entry.not_negative())?,
            until: fields.or("until", f64::INFINITY, |entry| entry.positive())?,
            amount: read_amount(fields)?,
            mix: read_mix(fields, grains)?,
            size: fields.or("size", SizeDistribution::Fixed(1.0), SizeDistribution::read)?,
            velocity: fields.or("velocity", DVec3::ZERO, |entry| entry.vector())?,
            velocity_spread: fields.or("velocity_spread", DVec3::ZERO, |entry| entry.spread())?,
            orientation: fields.or("orientation", Orientation::Random, Orientation::read)?,
            line: fields.line(),
            key_lines: fields.key_lines(),
        };
        insertion.check(fields, grains)?;
        Ok(insertion)
    }

    fn check(&self, fields: &Fields, grains: &Grains) -> Result<(), SceneError> {
        if let Some(entry) = fields.find("until").filter(|_| self.until <= self.from) {
            return Err(entry.refuse(format!("is not after from = {}; give a later time [s]", self.from)));
        }
        let (smallest, largest) = self.size.range();
        for (shape, scale) in self.mix.iter().flat_map(|(shape, _)| [(*shape, smallest), (*shape, largest)]) {
            grains.check_scale(shape, scale).map_err(|problem| fields.refuse(format!("size: {problem}")))?;
        }
        Ok(())
    }
}

fn read_amount(fields: &Fields) -> Result<Amount, SceneError> {
    match fields.one_of("rate", "total")? {
        (Some(rate), _) => {
            let problem = format!("is not above 0 and at most {FASTEST:e}; give a number of grains per second [1/s]");
            rate.number_if(|rate| rate > 0.0 && rate <= FASTEST, &problem).map(Amount::Rate)
        }
        (_, Some(total)) => total.whole(1, MOST_GRAINS).map(Amount::Total),
        (None, None) => Err(fields.missing("total")),
    }
}

fn read_mix(fields: &Fields, grains: &Grains) -> Result<Vec<(usize, f64)>, SceneError> {
    match fields.one_of("mix", "shape")? {
        (Some(mix), _) => read_weights(&mix, grains),
        (_, Some(shape)) => Ok(vec![(grains.names.find(&shape)?, 1.0)]),
        (None, None) => Err(fields.missing("shape")),
    }
}

fn read_weights(mix: &Entry, grains: &Grains) -> Result<Vec<(usize, f64)>, SceneError> {
    let mut weights = Vec::new();
    for element in mix.list()? {
        let part = element.fields(&[MIX])?;
        let weight = part.or("weight", 1.0, |entry| entry.not_negative())?;
        weights.push((grains.names.find(&part.need("shape")?)?, weight));
    }
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    if sum.is_normal() {
        return Ok(weights);
    }
    Err(mix.refuse("has no weight to choose by; give at least one shape a weight like 1"))
}

impl Region {
    /// Reads a `region`.
    fn read(entry: &Entry) -> Result<Self, SceneError> {
        let mut fields = entry.fields(&with_kinds(REGION, REGION_TYPES))?;
        match fields.kind("type", REGION, REGION_TYPES)? {
            "box" => read_corners(&fields).map(|[min, max]| Self::Box { min, max }),
            "cylinder" => Ok(Self::Cylinder {
                base: fields.need("base")?.vector()?,
                axis: fields.need("axis")?.direction()?,
                radius: fields.need("radius")?.positive()?,
                height: fields.need("height")?.positive()?,
            }),
            _ => Ok(Self::Sphere {
                center: fields.need("center")?.vector()?,
                radius: fields.need("radius")?.positive()?,
            }),
        }
    }
}
