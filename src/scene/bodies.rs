//! `[[body]]`: grains that are there from the start.

use glam::{DQuat, DVec3};

use super::read::{Fields, Key, Names, key};
use super::shapes::{bulk, check_bulk};
use super::{Line, Material, NamedShape, SceneError};

/// Keys of `[[body]]`.
pub(super) const BODY: &[Key] = &[
    key("shape", "the name of a shape"),
    key("scale", "a factor above 0 by which the shape is larger, as in 1.5"),
    key("position", "three numbers [x, y, z] [m]"),
    key("orientation", "a quaternion [w, x, y, z] or a turn { axis = [0, 0, 1], angle = 0.5 } [rad]"),
    key("velocity", "three numbers [x, y, z] [m/s]"),
    key("angular_velocity", "three numbers [x, y, z] in the world's frame [rad/s]"),
    key("fixed", "true for a body that does not move, or false"),
];

/// A grain as it is at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct BodySeed {
    /// Its shape, an index into the scene's shapes.
    pub shape: usize,
    /// How many times as large as the shape it is.
    pub scale: f64,
    /// World position of the origin of the shape's frame [m].
    pub position: DVec3,
    /// Unit quaternion from the shape's frame to the world.
    pub orientation: DQuat,
    /// Velocity [m/s].
    pub velocity: DVec3,
    /// Angular velocity in the world's frame [rad/s].
    pub angular_velocity: DVec3,
    /// Whether it never moves, whatever pushes it.
    pub fixed: bool,
    /// Where it stands: its `[[body]]`, its `[[lattice]]`, or its line in a particle list.
    pub line: Line,
}

impl BodySeed {
    /// A body at rest, not turned, of its shape's own size.
    pub fn at(shape: usize, position: DVec3) -> Self {
        Self {
            shape,
            scale: 1.0,
            position,
            orientation: DQuat::IDENTITY,
            velocity: DVec3::ZERO,
            angular_velocity: DVec3::ZERO,
            fixed: false,
            line: Line::default(),
        }
    }
}

/// The shapes of a scene, with what is needed to refer to them.
pub(super) struct Grains<'a> {
    pub names: &'a Names,
    /// Volume [m3], bounding radius [m] and density [kg/m3] of every shape.
    bulks: Vec<[f64; 3]>,
}

impl<'a> Grains<'a> {
    /// The shapes, with their names.
    pub fn new(names: &'a Names, shapes: &[NamedShape], materials: &[Material]) -> Self {
        let bulk = |named: &NamedShape| bulk(&named.shape, &materials[named.material]);
        Self { names, bulks: shapes.iter().map(bulk).collect() }
    }

    /// Whether shape `shape` can be made `scale` times as large; the problem if not.
    pub fn check_scale(&self, shape: usize, scale: f64) -> Result<(), String> {
        check_bulk(self.bulks[shape], scale)
    }

    /// Reads what `[[body]]` and `[[lattice]]` have in common, at the origin and not turned.
    pub fn read_common(&self, fields: &Fields) -> Result<BodySeed, SceneError> {
        let shape = self.names.find(&fields.need("shape")?)?;
        let body = BodySeed {
            scale: fields.or("scale", 1.0, |entry| entry.positive())?,
            velocity: fields.or("velocity", DVec3::ZERO, |entry| entry.vector())?,
            angular_velocity: fields.or("angular_velocity", DVec3::ZERO, |entry| entry.vector())?,
            fixed: fields.or("fixed", false, |entry| entry.boolean())?,
            line: fields.line(),
            ..BodySeed::at(shape, DVec3::ZERO)
        };
        if let Some(entry) = fields.find("scale") {
            self.check_scale(shape, body.scale)
                .map_err(|problem| entry.refuse(format!("cannot be used: {problem}")))?;
        }
        match fields.find("fixed") {
            Some(entry) if body.fixed && (body.velocity != DVec3::ZERO || body.angular_velocity != DVec3::ZERO) => {
                Err(entry.refuse("contradicts its velocity; remove one of them, or make a [[wall]] that moves"))
            }
            _ => Ok(body),
        }
    }

    /// Reads a `[[body]]`.
    pub fn read_body(&self, fields: &Fields) -> Result<BodySeed, SceneError> {
        Ok(BodySeed {
            position: fields.need("position")?.vector()?,
            orientation: fields.or("orientation", DQuat::IDENTITY, |entry| entry.orientation())?,
            ..self.read_common(fields)?
        })
    }
}
