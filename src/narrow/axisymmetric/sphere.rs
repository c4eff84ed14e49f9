//! A cylinder against a sphere: in the plane through the axis and the sphere's centre, a rectangle and a disc.

use glam::{DVec2, DVec3};

use super::{AxialContact, AxialCylinder};

/// Where the sphere's outline crosses that of the cylinder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SphereCase {
    /// On one base.
    Base,
    /// On the side.
    Side,
    /// On a base and on the side: a corner is in the sphere.
    Corner,
    /// On both bases: the whole side is in the sphere.
    TwoCorners,
    /// Not in two points: one swallows the other, or the sphere comes out at the back.
    Deep,
}

/// The contact of a cylinder with a sphere around `center` with `radius` [m]; none where they are apart. The normal
/// points from the cylinder to the sphere.
///
/// The outlines cross in two points g and h. As in the energy model of Feng and Owen for polygons, the normal is
/// perpendicular to the chord g h; being the perpendicular bisector of a chord of the disc, it runs through the sphere's
/// centre, and it lies in a plane with the axis: no force along it turns either body. The overlap is how far the two
/// reach past each other along the normal.
pub fn sphere_contact(cylinder: &AxialCylinder, center: DVec3, radius: f64) -> Option<(AxialContact, SphereCase)> {
    let apart = center - cylinder.center;
    let axis = if apart.dot(cylinder.axis) < 0.0 { -cylinder.axis } else { cylinder.axis };
    let along = apart.dot(axis);
    let across = (apart - axis * along).reject_from_normalized(axis);
    let out = across.try_normalize().unwrap_or_else(|| axis.any_orthonormal_vector());
    // The plane: x away from the axis, y along it, the sphere's centre in the first quadrant.
    let disc = DVec2::new(across.length(), along);
    let corner = DVec2::new(cylinder.radius, cylinder.half_height);
    if disc.distance_squared(disc.clamp(-corner, corner)) >= radius * radius {
        return None;
    }
    let crossings = crossings(corner, disc, radius);
    let depth = |n: DVec2| corner.dot(n.abs()) + radius - n.dot(disc);
    let (n, case) = match crossings[..] {
        [(g, on_g), (h, on_h)] => {
            let n = (h - g).perp().try_normalize().unwrap_or(DVec2::X);
            (if n.dot(disc) < 0.0 { -n } else { n }, case(on_g, on_h))
        }
        _ if depth(DVec2::X) < depth(DVec2::Y) => (DVec2::X, SphereCase::Deep),
        _ => (DVec2::Y, SphereCase::Deep),
    };
    let normal = out * n.x + axis * n.y;
    let overlap = depth(n);
    Some((AxialContact { overlap, normal, point: center - normal * (radius - 0.5 * overlap) }, case))
}

/// A side of the rectangle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Top,
    Bottom,
    Side,
}

fn case(g: Edge, h: Edge) -> SphereCase {
    match (g, h) {
        (Edge::Side, Edge::Side) => SphereCase::Side,
        (Edge::Top, Edge::Top) | (Edge::Bottom, Edge::Bottom) => SphereCase::Base,
        (Edge::Top, Edge::Bottom) | (Edge::Bottom, Edge::Top) => SphereCase::TwoCorners,
        _ => SphereCase::Corner,
    }
}

/// Where the circle around `disc` crosses the rectangle with the given `corner`.
fn crossings(corner: DVec2, disc: DVec2, radius: f64) -> Vec<(DVec2, Edge)> {
    let mut found = Vec::with_capacity(8);
    let mut add = |offset: f64, middle: f64, most: f64, place: &dyn Fn(f64) -> DVec2, edge: Edge| {
        let square = radius * radius - offset * offset;
        if square > 0.0 {
            let half = square.sqrt();
            let on_edge = [middle - half, middle + half].into_iter().filter(|t| t.abs() < most);
            found.extend(on_edge.map(|t| (place(t), edge)));
        }
    };
    for (y, edge) in [(corner.y, Edge::Top), (-corner.y, Edge::Bottom)] {
        add(disc.y - y, disc.x, corner.x, &|x| DVec2::new(x, y), edge);
    }
    for x in [corner.x, -corner.x] {
        add(disc.x - x, disc.y, corner.y, &|y| DVec2::new(x, y), Edge::Side);
    }
    found
}
