//! Values made of several numbers.

use glam::{DQuat, DVec3};

use super::entry::Entry;
use super::keys::{Key, key};
use crate::geometry::LARGEST_LENGTH;
use crate::scene::SceneError;

/// Keys of an orientation that is written as a turn about an axis.
pub(in crate::scene) const TURN: &[Key] = &[
    key("axis", "a direction [x, y, z], as in [0, 0, 1]"),
    key("angle", "a number [rad], as in 1.5708 for a quarter turn"),
];

impl Entry<'_> {
    /// `N` finite numbers.
    fn numbers<const N: usize>(&self) -> Result<[f64; N], SceneError> {
        let elements = self.list()?;
        let count = elements.len();
        if count != N {
            return Err(self.refuse(format!("has {count} elements; give {N} numbers")));
        }
        let mut numbers = [0.0; N];
        for (number, element) in numbers.iter_mut().zip(&elements) {
            *number = element.number()?;
        }
        Ok(numbers)
    }

    /// Three numbers that lengths and speeds may have.
    pub fn vector(&self) -> Result<DVec3, SceneError> {
        let vector: DVec3 = self.numbers().map(DVec3::from_array)?;
        if vector.abs().max_element() > LARGEST_LENGTH {
            return Err(self.refuse(format!("has a number beyond {LARGEST_LENGTH:e}; are the units m and s?")));
        }
        Ok(vector)
    }

    /// Three numbers above zero.
    pub fn positive_vector(&self) -> Result<DVec3, SceneError> {
        let vector = self.vector()?;
        for element in self.list()? {
            element.positive()?;
        }
        Ok(vector)
    }

    /// Three numbers from zero up; one number stands for three equal ones.
    pub fn spread(&self) -> Result<DVec3, SceneError> {
        if !self.is_list() {
            return self.not_negative().map(DVec3::splat);
        }
        let vector = self.vector()?;
        for element in self.list()? {
            element.not_negative()?;
        }
        Ok(vector)
    }

    /// A direction, made a unit vector.
    pub fn direction(&self) -> Result<DVec3, SceneError> {
        let vector = self.numbers().map(DVec3::from_array)?;
        // Scaling by the largest element first keeps the squares of very long and very short ones in range.
        let unit = (vector / vector.abs().max_element()).try_normalize();
        let kept = if (vector.length() - 1.0).abs() < 4.0 * f64::EPSILON { Some(vector) } else { unit };
        kept.ok_or_else(|| self.refuse("has no length; give a direction that is not zero, as in [0, 0, 1]"))
    }

    /// An orientation: a quaternion [w, x, y, z], made a unit one, or a turn `{ axis, angle }`.
    pub fn orientation(&self) -> Result<DQuat, SceneError> {
        if self.is_table() {
            let turn = self.fields(&[TURN])?;
            return Ok(DQuat::from_axis_angle(turn.need("axis")?.direction()?, turn.need("angle")?.number()?));
        }
        let numbers = self.numbers::<4>()?;
        self.quaternion(numbers)
    }

    fn quaternion(&self, numbers: [f64; 4]) -> Result<DQuat, SceneError> {
        unit_quaternion(numbers).ok_or_else(|| {
            let shown = self.shown();
            self.refuse(format!(
                "has no length; write {shown} as a quaternion [w, x, y, z], not turned is [1, 0, 0, 0]"
            ))
        })
    }
}

/// The unit quaternion along [w, x, y, z]; none of a zero or endless one.
pub(in crate::scene) fn unit_quaternion([w, x, y, z]: [f64; 4]) -> Option<DQuat> {
    let largest = [w, x, y, z].into_iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    let scaled = DQuat::from_xyzw(x / largest, y / largest, z / largest, w / largest);
    let unit = DQuat::from_xyzw(x, y, z, w);
    if (unit.length() - 1.0).abs() < 4.0 * f64::EPSILON {
        return Some(unit);
    }
    let length = scaled.length();
    (length.is_finite() && length > 0.0).then(|| scaled / length)
}
