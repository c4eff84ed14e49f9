//! What all grains of a species have in common.

use glam::DVec3;

use crate::geometry::{Shape, SurfaceMesh};
use crate::scene::NamedShape;

/// Points around the mesh by which curved grains are cut.
const SEGMENTS: usize = 32;
/// Moments of inertia that differ by less than this share are equal: the shape has no axis.
const ROUND: f64 = 1e-6;

/// A species at its own size.
#[derive(Clone, Debug)]
pub(super) struct Species {
    /// Volume [m3].
    pub volume: f64,
    /// Largest distance of its surface from the origin of its frame [m].
    pub radius: f64,
    /// The surface: exact for polyhedra, close for curved shapes.
    pub mesh: SurfaceMesh,
    /// Volume over that of the mesh, a little above 1 for curved shapes.
    pub excess: f64,
    /// Its axis, see [`axis_of`].
    pub axis: Option<DVec3>,
}

impl Species {
    pub fn new(named: &NamedShape) -> Option<Self> {
        let (mass, mesh) = (named.shape.mass_properties()?, named.shape.surface_mesh(SEGMENTS)?);
        Some(Self {
            volume: mass.volume,
            radius: named.shape.bounding_radius(),
            excess: mass.volume / mesh.volume(),
            axis: axis_of(&named.shape),
            mesh,
        })
    }
}

/// The unit vector of a shape's axis in its own frame, the one that differs most from the other two: the long one of a
/// rod, the short one of a disc. None for shapes without any, such as a sphere or a cube.
pub fn axis_of(shape: &Shape) -> Option<DVec3> {
    // At one height their moments happen to be equal; their axis stays.
    if matches!(shape, Shape::Cylinder(_) | Shape::Capsule(_)) {
        return Some(DVec3::Z);
    }
    let mass = shape.mass_properties()?;
    distinct_axis(mass.principal).map(|own| mass.axes * own)
}

/// The principal axis whose moment differs most from the others.
fn distinct_axis(moments: DVec3) -> Option<DVec3> {
    let mut order = [0, 1, 2];
    order.sort_by(|i, j| moments[*i].total_cmp(&moments[*j]));
    let [low, middle, high] = order.map(|axis| moments[axis]);
    if high - low <= ROUND * high {
        return None;
    }
    let distinct = if middle - low > high - middle { order[0] } else { order[2] };
    Some(DVec3::AXES[distinct])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rods_have_their_long_axis_and_discs_their_short_one() {
        // A rod along y turns easily about y, a disc across x hardly about x.
        assert_eq!(distinct_axis(DVec3::new(5.0, 1.0, 5.0)), Some(DVec3::Y));
        assert_eq!(distinct_axis(DVec3::new(5.0, 2.6, 2.5)), Some(DVec3::X));
        assert_eq!(distinct_axis(DVec3::splat(3.0)), None);
    }
}
