//! `[camera]`: how pictures of the scene are taken.

use glam::DVec3;

use super::SceneError;
use super::read::{Fields, Key, key};

/// Keys of `[camera]`.
pub(super) const CAMERA: &[Key] = &[
    key("direction", "a direction [x, y, z] from the scene to the camera, as in [1, -2, 1]"),
    key("from", "the place of the camera [x, y, z] [m]"),
    key("target", "the point in the middle of the picture [x, y, z] [m]"),
    key("up", "a direction [x, y, z] that is upwards in the picture, as in [0, 0, 1]"),
    key("field_of_view_degrees", "an angle from 1 to 120 [degrees], as in 25"),
    key("zoom", "a factor above 0, as in 1.5"),
    key("width", "a whole number of pixels from 64 to 16384, at most 36 million in the picture"),
    key("height", "a whole number of pixels from 64 to 16384, at most 36 million in the picture"),
    key("color", "\"species\", \"speed\", \"coordination\", \"orientation\" or \"size\""),
];

/// Fewest and most pixels of a picture's side.
pub const PICTURE_SIDE: std::ops::RangeInclusive<u32> = 64..=16384;

/// Most pixels of a picture: four samples of each take about 2.5 GB while it is drawn.
pub const MOST_PIXELS: u32 = 36_000_000;

/// What grains are coloured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorBy {
    /// Their shape.
    #[default]
    Species,
    /// The speed of their centre of mass.
    Speed,
    /// How many contacts they have.
    Coordination,
    /// The angle of their axis to the vertical.
    Orientation,
    /// The diameter of a ball of the same volume.
    Size,
}

impl ColorBy {
    /// All of them with their names in scene files and on the command line.
    pub const NAMES: [(&str, Self); 5] = [
        ("species", Self::Species),
        ("speed", Self::Speed),
        ("coordination", Self::Coordination),
        ("orientation", Self::Orientation),
        ("size", Self::Size),
    ];
}

/// From where the scene is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Viewpoint {
    /// Slightly from above, between front and side.
    #[default]
    Usual,
    /// From this direction, a unit vector, as far away as it takes to see the whole scene.
    Direction(DVec3),
    /// From this point [m].
    From(DVec3),
}

/// How pictures of the scene are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraSettings {
    /// From where.
    pub viewpoint: Viewpoint,
    /// What is in the middle of the picture [m]; the middle of the scene if not given.
    pub target: Option<DVec3>,
    /// Upwards in the picture, a unit vector; against gravity if not given.
    pub up: Option<DVec3>,
    /// Angle that the shorter side of the picture covers [rad].
    pub field_of_view: f64,
    /// How much larger than in full view things appear.
    pub zoom: f64,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// What grains are coloured by.
    pub color: ColorBy,
}

impl Default for CameraSettings {
    fn default() -> Self {
        Self {
            viewpoint: Viewpoint::Usual,
            target: None,
            up: None,
            // A long lens: near grains look hardly larger than far ones.
            field_of_view: 25f64.to_radians(),
            zoom: 1.0,
            width: 1600,
            height: 1200,
            color: ColorBy::Species,
        }
    }
}

impl CameraSettings {
    /// Reads `[camera]`.
    pub(super) fn read(fields: &Fields) -> Result<Self, SceneError> {
        let defaults = Self::default();
        let side = |key, usual| {
            let (least, most) = (u64::from(*PICTURE_SIDE.start()), u64::from(*PICTURE_SIDE.end()));
            fields.or(key, usual, |entry| entry.whole(least, most).map(|pixels| pixels as u32))
        };
        let settings = Self {
            viewpoint: read_viewpoint(fields)?,
            target: fields.or("target", None, |entry| entry.vector().map(Some))?,
            up: fields.or("up", None, |entry| entry.direction().map(Some))?,
            field_of_view: fields.or("field_of_view_degrees", defaults.field_of_view, |entry| {
                let problem = "is outside 1 to 120; give an angle in degrees, as in 25";
                entry.number_if(|angle| (1.0..=120.0).contains(&angle), problem).map(f64::to_radians)
            })?,
            zoom: fields.or("zoom", defaults.zoom, |entry| entry.positive())?,
            width: side("width", defaults.width)?,
            height: side("height", defaults.height)?,
            color: fields.or("color", defaults.color, |entry| entry.choice(&ColorBy::NAMES))?,
        };
        let side = fields.find("width").or_else(|| fields.find("height"));
        if let Some(entry) = side.filter(|_| settings.width * settings.height > MOST_PIXELS) {
            let (width, height, most) = (settings.width, settings.height, MOST_PIXELS / 1_000_000);
            let problem = format!("makes a picture of {width} x {height} pixels; at most {most} million can be drawn");
            return Err(entry.refuse(format!("{problem}, as in 7680 x 4320")));
        }
        match (settings.viewpoint, settings.target, fields.find("from")) {
            (Viewpoint::From(eye), Some(target), Some(entry)) if eye == target => {
                Err(entry.refuse("is the target itself; give a place that is away from it"))
            }
            _ => Ok(settings),
        }
    }
}

fn read_viewpoint(fields: &Fields) -> Result<Viewpoint, SceneError> {
    match (fields.find("direction"), fields.find("from")) {
        (Some(_), Some(from)) => {
            Err(from.refuse("stands beside direction, which says the same in another way; remove one of them"))
        }
        (Some(direction), None) => direction.direction().map(Viewpoint::Direction),
        (None, Some(from)) => from.vector().map(Viewpoint::From),
        (None, None) => Ok(Viewpoint::Usual),
    }
}
