//! The colours of grains, and what they mean.

use glam::{DVec3, Vec3};
use plotters::style::RGBColor;
use plotters::style::colors::colormaps::ViridisRGB;

use super::camera::upwards;
use crate::engine::Snapshot;
use crate::output::analysis::axis_of;
use crate::scene::{ColorBy, Scene};

/// Eight colours that people with any kind of colour vision can tell apart (Okabe and Ito 2008, "Color universal
/// design"), the black one replaced by grey: shading would not show on black.
const SPECIES: [[u8; 3]; 8] = [
    [86, 180, 233],
    [230, 159, 0],
    [0, 158, 115],
    [240, 228, 66],
    [204, 121, 167],
    [0, 114, 178],
    [213, 94, 0],
    [153, 153, 153],
];
/// Grains that have no value, such as a sphere's orientation.
const NO_VALUE: [u8; 3] = [190, 190, 190];

/// The colour of a shape, by its place in the scene. After eight shapes they come again, darker, then lighter.
pub fn species_color(shape: usize) -> [u8; 3] {
    let base = SPECIES[shape % SPECIES.len()];
    match shape / SPECIES.len() % 3 {
        0 => base,
        1 => base.map(|part| (f32::from(part) * 0.55) as u8),
        _ => base.map(|part| 255 - ((255.0 - f32::from(part)) * 0.5) as u8),
    }
}

/// Colours that shapes are named after, near those that the words say.
const NAMED: [(&[&str], [u8; 3]); 10] = [
    (&["red"], [205, 50, 45]),
    (&["blue"], [0, 114, 178]),
    (&["green"], [0, 158, 115]),
    (&["yellow"], [240, 228, 66]),
    (&["orange"], [230, 159, 0]),
    (&["purple", "violet", "pink", "magenta"], [204, 121, 167]),
    (&["grey", "gray", "silver"], [153, 153, 153]),
    (&["black"], [75, 75, 75]),
    (&["white"], [235, 235, 235]),
    (&["brown"], [140, 90, 50]),
];

/// The colours of all shapes of a scene: what is called "red" or "red-ball" is red, all others go by their places.
pub fn shape_colors(scene: &Scene) -> Vec<[u8; 3]> {
    let named = |name: &str| {
        let name = name.to_lowercase();
        let mut words = name.split(|c: char| !c.is_alphabetic());
        words.find_map(|word| NAMED.iter().find(|(names, _)| names.contains(&word)).map(|(_, color)| *color))
    };
    let shapes = scene.shapes.iter().enumerate();
    shapes.map(|(index, shape)| named(&shape.name).unwrap_or_else(|| species_color(index))).collect()
}

/// What a range of colours stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// What is measured, in SI units or radians.
    pub by: ColorBy,
    /// Value of the first colour.
    pub low: f64,
    /// Value of the last colour.
    pub high: f64,
}

impl Scale {
    /// The scale that holds all grains; none for species, which have no order.
    pub fn of(by: ColorBy, scene: &Scene, grains: &Snapshot) -> Option<Self> {
        let given = values(by, scene, grains)?;
        let range = given
            .iter()
            .flatten()
            .fold((f64::INFINITY, 0.0f64), |(low, high), value| (low.min(*value), high.max(*value)));
        let (low, high) = match by {
            ColorBy::Orientation => (0.0, std::f64::consts::FRAC_PI_2),
            ColorBy::Size => range,
            _ => (0.0, range.1),
        };
        Some(Self { by, low: low.min(high), high })
    }

    /// A scale that holds both.
    pub fn union(&self, other: &Self) -> Self {
        Self { by: self.by, low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Where a value is on the scale, from 0 to 1.
    pub fn share(&self, value: f64) -> f64 {
        let width = self.high - self.low;
        if width > 0.0 { ((value - self.low) / width).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The colour of a value.
    pub fn color(&self, value: f64) -> [u8; 3] {
        let RGBColor(red, green, blue) = ViridisRGB::get_color_normalized(self.share(value), 0.0, 1.0);
        [red, green, blue]
    }

    /// What the scale is called, with its unit, and by what its values are multiplied to be in that unit.
    pub(super) fn label(&self) -> (String, f64) {
        let prefixes = [("", 1.0), ("m", 1e3), ("µ", 1e6), ("n", 1e9)];
        let (prefix, factor) = prefixes.into_iter().find(|(_, factor)| self.high * factor >= 1.0).unwrap_or(("", 1.0));
        match self.by {
            ColorBy::Species => ("shape".into(), 1.0),
            ColorBy::Speed => (format!("speed [{prefix}m/s]"), factor),
            ColorBy::Coordination => ("contacts".into(), 1.0),
            ColorBy::Orientation => ("axis to vertical [°]".into(), 1f64.to_degrees()),
            ColorBy::Size => (format!("diameter [{prefix}m]"), factor),
        }
    }
}

/// The value of each grain; none for species.
fn values(by: ColorBy, scene: &Scene, grains: &Snapshot) -> Option<Vec<Option<f64>>> {
    Some(match by {
        ColorBy::Species => return None,
        ColorBy::Speed => grains.velocities.iter().map(|velocity| Some(velocity.length())).collect(),
        ColorBy::Coordination => grains.coordination.iter().map(|count| Some(f64::from(*count))).collect(),
        ColorBy::Orientation => angles(scene, grains),
        ColorBy::Size => {
            let volumes = scene.shapes.iter().map(|shape| shape.shape.mass_properties().map(|mass| mass.volume));
            let diameters: Vec<Option<f64>> =
                volumes.map(|volume| volume.map(|v| (6.0 * v / std::f64::consts::PI).cbrt())).collect();
            let of = |(shape, scale): (&usize, &f64)| diameters[*shape].map(|diameter| diameter * scale);
            grains.shapes.iter().zip(&grains.scales).map(of).collect()
        }
    })
}

/// The angle of each grain's axis to the vertical, from 0 to a right angle [rad].
fn angles(scene: &Scene, grains: &Snapshot) -> Vec<Option<f64>> {
    let up = upwards(scene.simulation.gravity);
    let axes: Vec<Option<DVec3>> = scene.shapes.iter().map(|shape| axis_of(&shape.shape)).collect();
    let angle =
        |(shape, turn): (&usize, &glam::DQuat)| axes[*shape].map(|axis| (*turn * axis).dot(up).abs().min(1.0).acos());
    grains.shapes.iter().zip(&grains.orientations).map(angle).collect()
}

/// The colour of every grain.
pub(super) fn grain_colors(scale: Option<&Scale>, scene: &Scene, grains: &Snapshot) -> Vec<[u8; 3]> {
    let measured = scale.and_then(|scale| Some((scale, values(scale.by, scene, grains)?)));
    match measured {
        None => {
            let colors = shape_colors(scene);
            grains.shapes.iter().map(|shape| colors[*shape]).collect()
        }
        Some((scale, values)) => {
            values.into_iter().map(|value| value.map_or(NO_VALUE, |value| scale.color(value))).collect()
        }
    }
}

/// A colour of a file as amounts of light.
pub(super) fn linear(color: [u8; 3]) -> Vec3 {
    let part = |byte: u8| {
        let value = f32::from(byte) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    Vec3::from_array(color.map(part))
}

/// Amounts of light as a colour of a file (sRGB).
pub(super) fn encoded(light: Vec3) -> [u8; 3] {
    let part = |value: f32| {
        let value = value.clamp(0.0, 1.0);
        let curved = if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
        (curved * 255.0).round() as u8
    };
    light.to_array().map(part)
}
