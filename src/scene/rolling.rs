//! How contacts of a material resist rolling and twisting.

use super::SceneError;
use super::read::{Entry, Fields, Key, key};

// Keys of materials, and of pairs of them.
pub(super) const ROLLING_FRICTION: Key =
    key("rolling_friction", "the largest moment against rolling over normal force and R*, from 0 to 1, as in 0.1");
pub(super) const TWISTING_FRICTION: Key =
    key("twisting_friction", "the same against twisting about the normal, from 0 to 1, as in 0.05");
pub(super) const ROLLING_DAMPING: Key =
    key("rolling_damping", "damping of the springs of both, as a share of the critical one, from 0 to 2, as in 1");

/// Damping with which a grain that has rolled to a stop does not swing.
const CRITICAL: f64 = 1.0;

/// What resists rolling and twisting at a contact: springs, dashpots, and a limit to each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollingResistance {
    /// Largest moment against rolling, over the normal force and R*.
    pub friction: f64,
    /// Largest moment against twisting about the normal, over the same.
    pub twisting: f64,
    /// Dashpots, as a share of the critical ones.
    pub damping: f64,
}

impl Default for RollingResistance {
    /// None.
    fn default() -> Self {
        Self { friction: 0.0, twisting: 0.0, damping: CRITICAL }
    }
}

impl RollingResistance {
    /// That of two materials: the one that rolls more easily decides, as the more slippery one does of friction.
    pub(super) fn of(a: &Self, b: &Self) -> Self {
        Self {
            friction: a.friction.min(b.friction),
            twisting: a.twisting.min(b.twisting),
            damping: a.damping.min(b.damping),
        }
    }

    /// What is said of a material, or of a pair of them.
    pub(super) fn read(fields: &Fields) -> Result<RollingKeys, SceneError> {
        let friction = |entry: &Entry| {
            let problem =
                "is outside [0, 1]; it is the moment over the normal force and R*, a number without unit: use 0.1";
            entry.number_if(|share| (0.0..=1.0).contains(&share), problem).map(Some)
        };
        let damping = |entry: &Entry| {
            let problem = "is outside [0, 2]; it is a share of the critical damping: use 1";
            entry.number_if(|share| (0.0..=2.0).contains(&share), problem).map(Some)
        };
        Ok(RollingKeys {
            friction: fields.or("rolling_friction", None, friction)?,
            twisting: fields.or("twisting_friction", None, friction)?,
            damping: fields.or("rolling_damping", None, damping)?,
        })
    }
}

/// The keys that are given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RollingKeys {
    /// See [`RollingResistance::friction`].
    pub friction: Option<f64>,
    /// See [`RollingResistance::twisting`].
    pub twisting: Option<f64>,
    /// See [`RollingResistance::damping`].
    pub damping: Option<f64>,
}

impl RollingKeys {
    /// The same resistance, with what is given instead.
    pub(super) fn over(&self, plain: RollingResistance) -> RollingResistance {
        RollingResistance {
            friction: self.friction.unwrap_or(plain.friction),
            twisting: self.twisting.unwrap_or(plain.twisting),
            damping: self.damping.unwrap_or(plain.damping),
        }
    }
}
