//! Grains at walls on the device, against the CPU's. Needs an adapter; software Vulkan will do.

// Helpers explain themselves.
#![allow(missing_docs)]

mod device;
mod links;
mod planes;
mod revolved;
mod slots;

use glam::DVec3;
use packstone::geometry::Pose;
use packstone::scene::{KeyLines, Line, Side, Wall, WallGeometry, WallMotion};
use packstone::walls::{Surface, surfaces};

/// The surfaces of walls with these motions.
pub fn surfaces_of(walls: &[(WallGeometry, WallMotion)]) -> Vec<Surface> {
    let wall = |(geometry, motion): &(WallGeometry, WallMotion)| Wall {
        name: "wall".to_owned(),
        geometry: geometry.clone(),
        material: 1,
        motion: motion.clone(),
        line: Line { file: 0, number: 7 },
        key_lines: KeyLines::default(),
    };
    surfaces(&walls.iter().map(wall).collect::<Vec<_>>())
}

/// The only surface of a wall at rest.
pub fn still(geometry: WallGeometry) -> Surface {
    surfaces_of(&[(geometry, WallMotion::NONE)]).remove(0)
}

/// A plane at rest.
pub fn plane(point: DVec3, normal: DVec3) -> Surface {
    still(WallGeometry::Plane { point, normal })
}

/// The inside or the outside of a cylinder at rest.
pub fn cylinder_wall(base: DVec3, axis: DVec3, radius: f64, height: Option<f64>, side: Side) -> Surface {
    still(WallGeometry::Cylinder { base, axis, radius, height, side })
}

/// A cone at rest.
pub fn cone(base: DVec3, axis: DVec3, radii: [f64; 2], height: f64) -> Surface {
    still(WallGeometry::Cone { base, axis, radius_base: radii[0], radius_top: radii[1], height })
}

/// A grain of a scene.
#[derive(Clone, Debug)]
pub struct Grain {
    pub shape: packstone::geometry::Shape,
    pub pose: Pose,
    pub fixed: bool,
}
