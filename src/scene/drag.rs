//! `[drag]`: what slows grains down beside their contacts.

use glam::DVec3;

use super::SceneError;
use super::read::{Entry, Fields, Key, key};

/// Keys of `[drag]`.
pub(super) const DRAG: &[Key] = &[
    key("relaxation_time", "the time in which velocities fall to 1/e, above 0 [s], as in 0.05"),
    key("spin_relaxation_time", "the same of spins, above 0 [s]; that of velocities unless given"),
    key("viscosity", "the viscosity of the fluid around the grains, above 0 [Pa s]; water has 1e-3, air 1.8e-5"),
    key("fluid_density", "the density of the fluid around the grains, above 0 [kg/m3]; water has 1000, air 1.2"),
    key("drag_coefficient", "a number above 0, beside fluid_density; spheres have about 0.44"),
    key("fluid_velocity", "three numbers [x, y, z] [m/s]; at rest unless given"),
    key("speed_limit", "a speed above 0 to which grains are slowed down [m/s], as in 1.0"),
];

/// Denser than any fluid, and more drag than any shape has: the product of larger ones may be beyond all numbers.
const MOST: f64 = 1e6;

fn physical(entry: &Entry) -> Result<f64, SceneError> {
    let problem = "is outside (0, 1e6]; water has 1000 kg/m3, spheres have a coefficient of about 0.44";
    entry.number_if(|value| value > 0.0 && value <= MOST, problem)
}

/// What slows grains down. R is the radius of the sphere of a grain's volume, v its velocity relative to the fluid, w its spin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DragSettings {
    /// tau of the force -m v / tau [s].
    pub relaxation_time: Option<f64>,
    /// The same of angular momenta [s].
    pub spin_relaxation_time: Option<f64>,
    /// eta of the force -6 pi eta R v and the torque -8 pi eta R^3 w [Pa s].
    pub viscosity: f64,
    /// Density and coefficient C of the force -C density/2 pi R^2 |v| v [kg/m3].
    pub fluid_density: f64,
    /// Coefficient of that force.
    pub drag_coefficient: f64,
    /// Velocity of the fluid [m/s].
    pub fluid_velocity: DVec3,
    /// Faster grains are slowed down to it at the start of a step [m/s].
    pub speed_limit: Option<f64>,
}

impl DragSettings {
    /// Reads `[drag]`.
    pub(super) fn read(fields: &Fields) -> Result<Self, SceneError> {
        let time = |key: &'static str| fields.or(key, None, |entry| entry.positive().map(Some));
        let relaxation_time = time("relaxation_time")?;
        let number = |key: &'static str| fields.or(key, 0.0, |entry| entry.positive());
        let of_fluid = |key: &'static str| fields.or(key, 0.0, physical);
        let found = Self {
            relaxation_time,
            spin_relaxation_time: time("spin_relaxation_time")?.or(relaxation_time),
            viscosity: number("viscosity")?,
            fluid_density: of_fluid("fluid_density")?,
            drag_coefficient: of_fluid("drag_coefficient")?,
            fluid_velocity: fields.or("fluid_velocity", DVec3::ZERO, |entry| entry.vector())?,
            speed_limit: time("speed_limit")?,
        };
        for (one, other) in [("fluid_density", "drag_coefficient"), ("drag_coefficient", "fluid_density")] {
            if let (Some(entry), None) = (fields.find(one), fields.find(other)) {
                return Err(entry.refuse(format!("has no meaning without {other}; give both, or viscosity")));
            }
        }
        let moves = found.relaxation_time.is_some() || found.viscosity > 0.0 || found.fluid_density > 0.0;
        if let (Some(entry), false) = (fields.find("fluid_velocity"), moves) {
            let problem = "has no meaning without a force; give relaxation_time, viscosity, or fluid_density with drag_coefficient";
            return Err(entry.refuse(problem));
        }
        if !moves && found.spin_relaxation_time.is_none() && found.speed_limit.is_none() {
            let problem = "asks for nothing; give relaxation_time, viscosity, fluid_density with drag_coefficient, or speed_limit, or \
                           remove the table";
            return Err(fields.refuse(problem));
        }
        Ok(found)
    }
}
