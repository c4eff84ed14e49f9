//! `[simulation]` and `[contact]`: how long, how fine, under which gravity.

use glam::DVec3;

use super::read::{Fields, Key, key};
use super::{KeyLines, Line, SceneError};

/// Keys of `[simulation]`.
pub(super) const SIMULATION: &[Key] = &[
    key("duration", "a simulated time above 0 [s], as in 2.0"),
    key("steps", "a whole number of time steps, as in 100000"),
    key("time_step", "\"auto\" or a time above 0 [s], as in 1e-6"),
    key("safety", "a part of the critical time step in (0, 1], as in 0.1"),
    key("gravity", "three numbers [x, y, z] [m/s2], as in [0, 0, -9.81]"),
    key("seed", "a whole number from 0 to 9223372036854775807"),
    key("energy_return", "true or false"),
    key("skin", "a length above 0 [m], about a tenth of the smallest grain"),
    key("start_overlap", "a share of a grain's radius from 0 to 0.1, as in 0.02"),
];

/// Keys of `[contact]`.
pub(super) const CONTACT: &[Key] = &[key("cylinders", "\"minkowski\" or \"axisymmetric\"")];

/// Standard gravity, downwards [m/s2].
const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);
/// A tenth of the critical time step resolves a contact with about 30 steps.
const SAFETY: f64 = 0.1;
/// TOML has no larger whole numbers.
pub(super) const LARGEST: u64 = i64::MAX as u64;

/// When the run ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// After this simulated time [s].
    Duration(f64),
    /// After this many time steps.
    Steps(u64),
}

/// The length of a time step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeStep {
    /// As given [s].
    Fixed(f64),
    /// A part of the critical time step.
    Auto {
        /// Which part, in (0, 1].
        safety: f64,
    },
}

/// How the scene runs.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulationSettings {
    /// When the run ends.
    pub end: End,
    /// The length of a time step.
    pub time_step: TimeStep,
    /// Acceleration of free fall [m/s2].
    pub gravity: DVec3,
    /// Seed of all random numbers of the run.
    pub seed: u64,
    /// Whether the energy error of contacts is given back.
    pub energy_return: bool,
    /// How much further than touching the search for pairs looks [m]; chosen by the engine where not given.
    pub skin: Option<f64>,
    /// How deep grains may be in each other or in walls at the start, as a share of the smaller bounding radius.
    pub start_overlap: f64,
    /// Where `[simulation]` stands.
    pub line: Line,
    /// Where its keys stand.
    pub key_lines: KeyLines,
}

impl SimulationSettings {
    /// Settings with defaults for all but the end.
    pub fn until(end: End) -> Self {
        Self {
            end,
            time_step: TimeStep::Auto { safety: SAFETY },
            gravity: GRAVITY,
            seed: 0,
            energy_return: true,
            skin: None,
            start_overlap: 0.0,
            line: Line::default(),
            key_lines: KeyLines::default(),
        }
    }

    /// Where `time_step` stands, or `[simulation]` if it is not written.
    pub fn time_step_line(&self) -> Line {
        self.key_lines.of("time_step")
    }

    /// Reads `[simulation]`.
    pub(super) fn read(fields: &Fields) -> Result<Self, SceneError> {
        let end = match fields.one_of("steps", "duration")? {
            (Some(steps), _) => End::Steps(steps.whole(1, LARGEST)?),
            (_, Some(duration)) => End::Duration(duration.positive()?),
            (None, None) => return Err(fields.missing("duration")),
        };
        let defaults = Self::until(end);
        Ok(Self {
            end,
            time_step: read_time_step(fields, end)?,
            gravity: fields.or("gravity", defaults.gravity, |entry| entry.vector())?,
            seed: fields.or("seed", defaults.seed, |entry| entry.whole(0, LARGEST))?,
            energy_return: fields.or("energy_return", defaults.energy_return, |entry| entry.boolean())?,
            skin: fields.or("skin", None, |entry| entry.positive().map(Some))?,
            start_overlap: fields.or("start_overlap", defaults.start_overlap, |entry| {
                let problem = "is outside 0 to 0.1; grains deeper in each other than a tenth would burst apart";
                entry.number_if(|x| (0.0..=0.1).contains(&x), problem)
            })?,
            line: fields.line(),
            key_lines: fields.key_lines(),
        })
    }
}

fn read_time_step(fields: &Fields, end: End) -> Result<TimeStep, SceneError> {
    let safety = fields.find("safety");
    let time_step = match fields.find("time_step") {
        Some(entry) if !entry.is_text() => {
            let step = entry.positive()?;
            if matches!(end, End::Duration(duration) if step > duration) {
                return Err(entry.refuse("is longer than duration, the whole run; give a shorter one, or \"auto\""));
            }
            TimeStep::Fixed(step)
        }
        Some(entry) => entry.choice(&[("auto", TimeStep::Auto { safety: SAFETY })])?,
        None => TimeStep::Auto { safety: SAFETY },
    };
    match (time_step, safety) {
        (TimeStep::Auto { .. }, Some(entry)) => {
            let problem = "is outside (0, 1]; at 1 the step is the critical one, use a value from 0.02 to 0.3";
            Ok(TimeStep::Auto { safety: entry.number_if(|x| x > 0.0 && x <= 1.0, problem)? })
        }
        (TimeStep::Fixed(_), Some(entry)) => {
            Err(entry.refuse("has no meaning beside a fixed time_step; remove it, or write time_step = \"auto\""))
        }
        (time_step, None) => Ok(time_step),
    }
}

/// How the overlap of two cylinders is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CylinderContact {
    /// Like that of all other shapes.
    #[default]
    Minkowski,
    /// By the axisymmetric treatment of cylinders.
    Axisymmetric,
}

/// How contacts are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContactSettings {
    /// For two cylinders.
    pub cylinders: CylinderContact,
}

impl ContactSettings {
    /// Reads `[contact]`.
    pub(super) fn read(fields: &Fields) -> Result<Self, SceneError> {
        let choices = [("minkowski", CylinderContact::Minkowski), ("axisymmetric", CylinderContact::Axisymmetric)];
        Ok(Self { cylinders: fields.or("cylinders", CylinderContact::Minkowski, |entry| entry.choice(&choices))? })
    }
}
