//! Walls as polygons, to be looked at.

use std::f64::consts::TAU;

use glam::DVec3;

use super::motion::Displacement;
use crate::bodies::Pose;
use crate::engine::Snapshot;
use crate::scene::{BoxSide, Scene, Side, Wall, WallGeometry};

/// A part of the world: walls without end are shown as far as it reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Middle [m].
    pub center: DVec3,
    /// How far it reaches [m].
    pub radius: f64,
}

/// A surface of polygons, with or without a border.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WallMesh {
    /// Corners [m].
    pub vertices: Vec<DVec3>,
    /// Corners of each polygon, by index.
    pub faces: Vec<Vec<u32>>,
}

/// The part of the world that grains and walls with ends take at a time [s].
pub fn sight(scene: &Scene, grains: &Snapshot, time: f64) -> Sight {
    let radii: Vec<f64> = scene.shapes.iter().map(|named| named.shape.bounding_radius()).collect();
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let mut include = |point: DVec3, radius: f64| {
        (low, high) = (low.min(point - radius), high.max(point + radius));
    };
    for grain in 0..grains.len() {
        include(grains.positions[grain], radii[grains.shapes[grain]] * grains.scales[grain]);
    }
    for wall in &scene.walls {
        let at = Displacement::at(&wall.motion, time).pose;
        ends_of(&wall.geometry).into_iter().for_each(|(point, radius)| include(at.apply(point), radius));
    }
    // A tenth around it; a world without grains and ends still has a place to look at.
    let (center, size) = if low.x <= high.x { ((low + high) * 0.5, (high - low).length()) } else { (DVec3::ZERO, 1.0) };
    Sight { center, radius: 0.55 * size }
}

/// Balls that hold a wall with ends; none for one without.
fn ends_of(geometry: &WallGeometry) -> Vec<(DVec3, f64)> {
    match geometry {
        WallGeometry::Box { min, max, .. } => vec![(*min, 0.0), (*max, 0.0)],
        WallGeometry::Cone { base, axis, radius_base, radius_top, height } => {
            vec![(*base, *radius_base), (*base + *axis * *height, *radius_top)]
        }
        WallGeometry::Cylinder { base, axis, radius, height: Some(height), .. } => {
            vec![(*base, *radius), (*base + *axis * *height, *radius)]
        }
        WallGeometry::Plane { .. } | WallGeometry::Cylinder { .. } => Vec::new(),
    }
}

/// A wall where it is at a time [s], round ones with `segments` points around.
pub fn wall_mesh(wall: &Wall, time: f64, sight: &Sight, segments: usize) -> WallMesh {
    let at = Displacement::at(&wall.motion, time).pose;
    // Seen from where the wall was at the start.
    let center = at.orientation.inverse() * (sight.center - at.position);
    let sight = Sight { center, ..*sight };
    let mut mesh = at_rest(&wall.geometry, &sight, segments.max(3));
    mesh.vertices.iter_mut().for_each(|vertex| *vertex = at.apply(*vertex));
    mesh
}

fn at_rest(geometry: &WallGeometry, sight: &Sight, segments: usize) -> WallMesh {
    match geometry {
        WallGeometry::Plane { point, normal } => plane(*point, *normal, sight),
        WallGeometry::Box { min, max, open } => container(*min, *max, open),
        WallGeometry::Cone { base, axis, radius_base, radius_top, height } => {
            round((*base, *axis), [(0.0, *radius_base), (*height, *radius_top)], false, segments)
        }
        WallGeometry::Cylinder { base, axis, radius, height, side } => {
            let middle = (sight.center - *base).dot(*axis);
            let [low, high] = height.map_or([middle - sight.radius, middle + sight.radius], |height| [0.0, height]);
            let closed = *side == Side::Outside && height.is_some();
            round((*base, *axis), [(low, *radius), (high, *radius)], closed, segments)
        }
    }
}

/// A square of the plane.
fn plane(point: DVec3, normal: DVec3, sight: &Sight) -> WallMesh {
    let (u, v) = normal.any_orthonormal_pair();
    let middle = sight.center - normal * (sight.center - point).dot(normal);
    let corner = |x: f64, y: f64| middle + (u * x + v * y) * sight.radius;
    let vertices = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    WallMesh { vertices, faces: vec![vec![0, 1, 2, 3]] }
}

/// The sides of a box that are there.
fn container(min: DVec3, max: DVec3, open: &[BoxSide]) -> WallMesh {
    let corner = |k: u32| DVec3::select(glam::BVec3::new(k & 1 != 0, k & 2 != 0, k & 4 != 0), max, min);
    // Anticlockwise seen from inside.
    let corners = |side: BoxSide| match side {
        BoxSide::Left => [0, 2, 6, 4],
        BoxSide::Right => [1, 5, 7, 3],
        BoxSide::Front => [0, 4, 5, 1],
        BoxSide::Back => [2, 3, 7, 6],
        BoxSide::Bottom => [0, 1, 3, 2],
        BoxSide::Top => [4, 6, 7, 5],
    };
    let sides = BoxSide::ALL.into_iter().filter(|side| !open.contains(side));
    WallMesh { vertices: (0..8).map(corner).collect(), faces: sides.map(|side| corners(side).to_vec()).collect() }
}

/// A tube or cone about an axis from a base: two heights with their radii [m], closed by discs or not.
fn round((base, axis): (DVec3, DVec3), rings: [(f64, f64); 2], closed: bool, segments: usize) -> WallMesh {
    let turn = Pose::new(base, glam::DQuat::from_rotation_arc(DVec3::Z, axis));
    let ring = |(height, radius): (f64, f64)| {
        (0..segments).map(move |k| {
            let (sin, cos) = (TAU * k as f64 / segments as f64).sin_cos();
            turn.apply(DVec3::new(radius * cos, radius * sin, height))
        })
    };
    let vertices = rings.into_iter().flat_map(ring).collect();
    let count = segments as u32;
    let mut faces: Vec<Vec<u32>> =
        (0..count).map(|k| (k, (k + 1) % count)).map(|(k, next)| vec![k, next, count + next, count + k]).collect();
    if closed {
        faces.extend([(0..count).rev().collect(), (count..2 * count).collect::<Vec<u32>>()]);
    }
    WallMesh { vertices, faces }
}
