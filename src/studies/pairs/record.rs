//! One line of a pair file, and the pair it describes.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use super::error::PairError;
use super::shape_record::ShapeRecord;
use crate::geometry::{LARGEST_LENGTH, Pose, Shape};
use crate::narrow::Body;

/// How far the squared length of a unit quaternion is off one after a few operations.
const UNIT_TO_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// One line of a pair file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairRecord {
    /// A name that no other pair has.
    pub id: String,
    /// The group the pair belongs to, with an optional sub-group after a colon.
    pub family: String,
    /// The first body.
    pub a: BodyRecord,
    /// The second body.
    pub b: BodyRecord,
    /// The length errors are compared with: the smaller bounding radius [m].
    pub size: f64,
    /// The exact answer, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectedRecord>,
}

/// A shape at its place, as it stands in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodyRecord {
    /// The shape.
    pub shape: ShapeRecord,
    /// Position of its origin [m].
    pub position: [f64; 3],
    /// Unit quaternion, scalar first.
    pub orientation: [f64; 4],
}

/// The exact contact of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExpectedRecord {
    /// `overlap`, `touch` or `separated`.
    pub state: String,
    /// Minkowski overlap [m]; minus the distance when apart.
    pub overlap: f64,
    /// Unit normal from a to b.
    pub normal: [f64; 3],
    /// The contact point [m], where it is steady.
    pub point: Option<[f64; 3]>,
    /// False when another direction is as good.
    pub unique: bool,
    /// Which features meet.
    pub kind: String,
}

/// A shape at a place, owned.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The shape, in its own frame.
    pub shape: Shape,
    /// Where it is.
    pub pose: Pose,
}

impl Placed {
    /// The body, as detectors take it.
    pub fn body(&self) -> Body<'_> {
        Body { shape: &self.shape, pose: self.pose }
    }
}

/// A pair that is ready to be answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The pair's name.
    pub id: String,
    /// Its group.
    pub family: String,
    /// The first body.
    pub a: Placed,
    /// The second body.
    pub b: Placed,
    /// The length errors are compared with [m].
    pub size: f64,
    /// The exact answer, where it is known.
    pub expected: Option<ExpectedRecord>,
}

impl BodyRecord {
    /// The record of `body`.
    pub fn new(body: &Body) -> Self {
        let q = body.pose.orientation;
        Self { shape: body.shape.into(), position: body.pose.position.to_array(), orientation: [q.w, q.x, q.y, q.z] }
    }

    /// The shape at its place; `body` names it in errors.
    fn placed(&self, body: &'static str) -> Result<Placed, PairError> {
        let position = DVec3::from(self.position);
        if !position.is_finite() {
            return Err(PairError::NotFinite { body, what: "position" });
        }
        if position.abs().max_element() > LARGEST_LENGTH {
            return Err(PairError::TooFar { body });
        }
        let [w, x, y, z] = self.orientation;
        let orientation = DQuat::from_xyzw(x, y, z, w);
        if !orientation.is_finite() {
            return Err(PairError::NotFinite { body, what: "orientation" });
        }
        // Scaled by its largest entry first, so that the square of a tiny or huge quaternion stays in range.
        let largest = self.orientation.iter().fold(0.0, |largest: f64, entry| largest.max(entry.abs()));
        if largest < f64::MIN_POSITIVE {
            return Err(PairError::ZeroOrientation { body });
        }
        // One that is unit to rounding stays as it is written: a pose that was saved comes back bit for bit.
        let unit = (orientation.length_squared() - 1.0).abs() <= UNIT_TO_ROUNDING;
        let orientation = if unit { orientation } else { (orientation * (1.0 / largest)).normalize() };
        let shape = self.shape.shape().map_err(|reason| PairError::Shape { body, reason })?;
        Ok(Placed { shape, pose: Pose { position, orientation } })
    }
}

impl PairRecord {
    /// The pair, checked: shapes are made, quaternions normalised, hulls built.
    pub fn pair(self) -> Result<Pair, PairError> {
        if !(self.size.is_finite() && self.size > 0.0) {
            return Err(PairError::Size(self.size));
        }
        if let Some(expected) = &self.expected {
            expected.check()?;
        }
        let a = self.a.placed("a")?;
        let b = self.b.placed("b")?;
        if matches!((&a.shape, &b.shape), (Shape::HalfSpace(_), Shape::HalfSpace(_))) {
            return Err(PairError::TwoHalfSpaces);
        }
        Ok(Pair { id: self.id, family: self.family, a, b, size: self.size, expected: self.expected })
    }

    /// The record as one line of JSON, without the line's end.
    pub fn to_line(&self) -> Result<String, PairError> {
        Ok(serde_json::to_string(self)?)
    }
}

impl ExpectedRecord {
    fn check(&self) -> Result<(), PairError> {
        if !["overlap", "touch", "separated"].contains(&self.state.as_str()) {
            let remedy = "write overlap, touch or separated";
            return Err(PairError::Expected { what: "state", value: self.state.clone(), remedy });
        }
        let length = DVec3::from(self.normal).length();
        if (length - 1.0).abs() > 1e-6 || length.is_nan() {
            let (value, remedy) = (format!("{:?}", self.normal), "write a unit vector");
            return Err(PairError::Expected { what: "normal", value, remedy });
        }
        Ok(())
    }
}
