//! The prescribed motion of walls.

use glam::DVec3;

use super::SceneError;
use super::read::{Entry, Fields, Key, key};

/// Keys of a wall's `oscillation`.
pub(super) const OSCILLATION: &[Key] = &[
    key("amplitude", "the largest displacement [x, y, z] [m], as in [0, 0, 0.001]"),
    key("frequency", "a number above 0 [Hz], as in 50.0"),
    key("phase", "a number [rad], as in 0.0"),
];

/// Keys of a wall's `rotation`.
pub(super) const ROTATION: &[Key] = &[
    key("axis", "a direction [x, y, z], as in [0, 0, 1]"),
    key("center", "a point of the axis [x, y, z] [m]"),
    key("rate", "a number [rad/s]; 6.2832 is one turn per second"),
];

/// How a wall moves. With T the time since `start`, but not more than `stop - start`, the wall is first turned by
/// `rate T` about the axis through `center`, then shifted by
/// `velocity T + amplitude (sin(2 pi frequency T + phase) - sin(phase))`. It rests before `start` and after `stop`.
#[derive(Clone, Debug, PartialEq)]
pub struct WallMotion {
    /// Steady velocity [m/s].
    pub velocity: DVec3,
    /// Harmonic motion beside it.
    pub oscillation: Option<Oscillation>,
    /// Steady rotation beside it.
    pub rotation: Option<Rotation>,
    /// When it starts [s].
    pub start: f64,
    /// When it ends [s]; infinite if it does not.
    pub stop: f64,
}

/// Harmonic motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oscillation {
    /// Largest displacement from the middle [m].
    pub amplitude: DVec3,
    /// Frequency [Hz].
    pub frequency: f64,
    /// Phase at the start [rad].
    pub phase: f64,
}

/// Steady rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    /// Unit vector along the axis; the turn is anticlockwise seen from its tip.
    pub axis: DVec3,
    /// A point of the axis at the start of the run [m]; it moves with the wall.
    pub center: DVec3,
    /// Angular velocity [rad/s].
    pub rate: f64,
}

impl WallMotion {
    /// No motion.
    pub const NONE: Self =
        Self { velocity: DVec3::ZERO, oscillation: None, rotation: None, start: 0.0, stop: f64::INFINITY };

    /// Whether the wall never moves.
    pub fn is_still(&self) -> bool {
        self.velocity == DVec3::ZERO && self.oscillation.is_none() && self.rotation.is_none()
    }

    /// Reads the motion of a `[[wall]]`.
    pub(super) fn read(fields: &Fields) -> Result<Self, SceneError> {
        let motion = Self {
            velocity: fields.or("velocity", DVec3::ZERO, |entry| entry.vector())?,
            oscillation: fields.or("oscillation", None, |entry| read_oscillation(entry).map(Some))?,
            rotation: fields.or("rotation", None, |entry| read_rotation(entry).map(Some))?,
            start: fields.or("start", 0.0, |entry| entry.not_negative())?,
            stop: fields.or("stop", f64::INFINITY, |entry| entry.positive())?,
        };
        match fields.find("stop") {
            Some(entry) if motion.stop <= motion.start => {
                Err(entry.refuse(format!("is not after start = {}; give a later time [s]", motion.start)))
            }
            _ => Ok(motion),
        }
    }
}

fn read_oscillation(entry: &Entry) -> Result<Oscillation, SceneError> {
    let fields = entry.fields(&[OSCILLATION])?;
    Ok(Oscillation {
        amplitude: fields.need("amplitude")?.vector()?,
        frequency: fields.need("frequency")?.positive()?,
        phase: fields.or("phase", 0.0, |entry| entry.number())?,
    })
}

fn read_rotation(entry: &Entry) -> Result<Rotation, SceneError> {
    let fields = entry.fields(&[ROTATION])?;
    Ok(Rotation {
        axis: fields.need("axis")?.direction()?,
        center: fields.need("center")?.vector()?,
        rate: fields.need("rate")?.number()?,
    })
}
