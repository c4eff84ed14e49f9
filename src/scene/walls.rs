//! `[[wall]]`: what holds the grains.

use glam::DVec3;

use super::motion::WallMotion;
use super::read::{Entry, Fields, Key, Names, TableTypes, key};
use super::{KeyLines, Line, SceneError};

/// Keys of every `[[wall]]`.
pub(super) const WALL: &[Key] = &[
    key("name", "a text of your choice, as in \"floor\""),
    key("material", "the name of a material"),
    key("type", "\"plane\", \"box\", \"cylinder\" or \"cone\""),
    key("velocity", "three numbers [x, y, z] [m/s]"),
    key("oscillation", "a table { amplitude = [x, y, z], frequency = 10.0, phase = 0.0 }"),
    key("rotation", "a table { axis = [0, 0, 1], center = [0, 0, 0], rate = 1.0 }"),
    key("start", "the time from 0 up at which the motion starts [s]"),
    key("stop", "the time after start at which the motion ends [s]"),
];

const BASE: Key = key("base", "the point where the axis starts [x, y, z] [m]");
const AXIS: Key = key("axis", "a direction [x, y, z], as in [0, 0, 1]");

/// The keys of each type; a hopper is a cone by another name.
pub(super) const WALL_TYPES: TableTypes = &[
    (
        "plane",
        &[
            key("point", "a point of the plane [x, y, z] [m]"),
            key("normal", "a direction [x, y, z] into the free side"),
        ],
    ),
    (
        "box",
        &[
            key("min", "the lowest corner [x, y, z] [m]"),
            key("max", "the highest corner [x, y, z] [m]"),
            key("open", "a list of sides that are missing, as in [\"top\"]"),
        ],
    ),
    (
        "cylinder",
        &[
            BASE,
            AXIS,
            key("radius", "a length above 0 [m], as in 0.1"),
            key("height", "a length above 0 [m]; without it the wall has no end"),
            key("side", "\"inside\" or \"outside\": where the grains are"),
        ],
    ),
    ("cone", CONE),
    ("hopper", CONE),
];

const CONE: &[Key] = &[
    BASE,
    AXIS,
    key("radius_base", "the radius at the base, from 0 up [m]"),
    key("radius_top", "the radius at the other end, from 0 up [m]"),
    key("height", "a length above 0 [m], from base to top"),
];

/// A side of a box, as seen by someone who looks along y with z upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxSide {
    /// At the least x.
    Left,
    /// At the greatest x.
    Right,
    /// At the least y.
    Front,
    /// At the greatest y.
    Back,
    /// At the least z.
    Bottom,
    /// At the greatest z.
    Top,
}

/// Names of the sides in scene files.
const SIDES: [(&str, BoxSide); 6] = [
    ("left", BoxSide::Left),
    ("right", BoxSide::Right),
    ("front", BoxSide::Front),
    ("back", BoxSide::Back),
    ("bottom", BoxSide::Bottom),
    ("top", BoxSide::Top),
];

impl BoxSide {
    /// All six.
    pub const ALL: [Self; 6] = [Self::Left, Self::Right, Self::Front, Self::Back, Self::Bottom, Self::Top];

    /// Its name in scene files.
    pub fn name(self) -> &'static str {
        SIDES.iter().find(|(_, side)| *side == self).map_or("", |(name, _)| name)
    }

    /// The unit normal into the box.
    pub fn inward_normal(self) -> DVec3 {
        match self {
            Self::Left => DVec3::X,
            Self::Right => DVec3::NEG_X,
            Self::Front => DVec3::Y,
            Self::Back => DVec3::NEG_Y,
            Self::Bottom => DVec3::Z,
            Self::Top => DVec3::NEG_Z,
        }
    }
}

/// On which side of a cylinder the grains are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In a tube.
    Inside,
    /// Around a rod.
    Outside,
}

/// Where a wall is at the start of the run.
#[derive(Clone, Debug, PartialEq)]
pub enum WallGeometry {
    /// A plane, solid behind it.
    Plane {
        /// A point of it [m].
        point: DVec3,
        /// Unit normal into the free side.
        normal: DVec3,
    },
    /// A container, grains inside.
    Box {
        /// Lowest corner [m].
        min: DVec3,
        /// Highest corner [m].
        max: DVec3,
        /// Sides that are missing.
        open: Vec<BoxSide>,
    },
    /// A tube without ends, or a rod with flat ends.
    Cylinder {
        /// Where the axis starts [m].
        base: DVec3,
        /// Unit vector from the base to the other end.
        axis: DVec3,
        /// Radius [m].
        radius: f64,
        /// Height [m]; none if it is endless both ways.
        height: Option<f64>,
        /// Where the grains are.
        side: Side,
    },
    /// A cone or a part of one without ends, grains inside: a hopper.
    Cone {
        /// Where the axis starts [m].
        base: DVec3,
        /// Unit vector from the base to the other end.
        axis: DVec3,
        /// Radius at the base [m].
        radius_base: f64,
        /// Radius at the other end [m].
        radius_top: f64,
        /// Height [m].
        height: f64,
    },
}

/// A wall.
#[derive(Clone, Debug, PartialEq)]
pub struct Wall {
    /// Its name; `wall 3` for the third, if it has none.
    pub name: String,
    /// Where it is.
    pub geometry: WallGeometry,
    /// Its material, an index into the scene's materials.
    pub material: usize,
    /// How it moves.
    pub motion: WallMotion,
    /// Where it stands in the file.
    pub line: Line,
    /// Where its keys stand.
    pub key_lines: KeyLines,
}

impl Wall {
    /// Reads a `[[wall]]`.
    pub(super) fn read(fields: &mut Fields, names: &mut Names, materials: &Names) -> Result<Self, SceneError> {
        let name = match fields.find("name") {
            Some(entry) => names.add(&entry)?,
            None => fields.what().to_owned(),
        };
        let kind = fields.kind("type", WALL, WALL_TYPES)?;
        Ok(Self {
            name,
            geometry: read_geometry(kind, fields)?,
            material: materials.find(&fields.need("material")?)?,
            motion: WallMotion::read(fields)?,
            line: fields.line(),
            key_lines: fields.key_lines(),
        })
    }
}

fn read_geometry(kind: &str, fields: &Fields) -> Result<WallGeometry, SceneError> {
    match kind {
        "plane" => Ok(WallGeometry::Plane {
            point: fields.need("point")?.vector()?,
            normal: fields.need("normal")?.direction()?,
        }),
        "box" => {
            let [min, max] = read_corners(fields)?;
            Ok(WallGeometry::Box { min, max, open: fields.or("open", Vec::new(), read_open)? })
        }
        "cylinder" => Ok(WallGeometry::Cylinder {
            base: fields.need("base")?.vector()?,
            axis: fields.need("axis")?.direction()?,
            radius: fields.need("radius")?.positive()?,
            height: fields.or("height", None, |entry| entry.positive().map(Some))?,
            side: fields.need("side")?.choice(&[("inside", Side::Inside), ("outside", Side::Outside)])?,
        }),
        _ => read_cone(fields),
    }
}

/// The corners of a box, in order.
pub(super) fn read_corners(fields: &Fields) -> Result<[DVec3; 2], SceneError> {
    let min = fields.need("min")?.vector()?;
    let entry = fields.need("max")?;
    let max = entry.vector()?;
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        if min[axis] >= max[axis] {
            let problem =
                format!("is not beyond min = {min} in {name}; give the lowest corner as min, the highest as max");
            return Err(entry.refuse(problem));
        }
    }
    Ok([min, max])
}

fn read_open(entry: &Entry) -> Result<Vec<BoxSide>, SceneError> {
    let mut open = Vec::new();
    for element in entry.list()? {
        let side = element.choice(&SIDES)?;
        if !open.contains(&side) {
            open.push(side);
        }
    }
    if open.len() == SIDES.len() {
        return Err(entry.refuse("leaves no side; remove the wall"));
    }
    Ok(open)
}

fn read_cone(fields: &Fields) -> Result<WallGeometry, SceneError> {
    let radius_base = fields.need("radius_base")?.not_negative()?;
    let top = fields.need("radius_top")?;
    let radius_top = top.not_negative()?;
    if radius_base == 0.0 && radius_top == 0.0 {
        return Err(top.refuse("is zero like radius_base; give at least one radius above 0 [m]"));
    }
    Ok(WallGeometry::Cone {
        base: fields.need("base")?.vector()?,
        axis: fields.need("axis")?.direction()?,
        radius_base,
        radius_top,
        height: fields.need("height")?.positive()?,
    })
}
