//! Walls as polygons, to be looked at.

use std::f64::consts::TAU;

use glam::DVec3;

use crate::engine::Snapshot;
use crate::geometry::Pose;
use crate::scene::{BoxSide, Scene, Side, Wall, WallGeometry};
use crate::walls::Displacement;

/// A part of the world: walls without end are shown as far as it reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Middle [m].
    pub center: DVec3,
    /// How far it reaches along x, y and z [m].
    pub half: DVec3,
}

impl Sight {
    /// How far it reaches along a unit vector [m].
    fn reach(&self, direction: DVec3) -> f64 {
        direction.abs().dot(self.half)
    }
}

/// A surface of polygons, with or without a border.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WallMesh {
    /// Corners [m].
    pub vertices: Vec<DVec3>,
    /// Corners of each polygon, by index.
    pub faces: Vec<Vec<u32>>,
}

/// The part of the world that grains and walls with ends take at a time [s], and a tenth around it.
pub fn sight(scene: &Scene, grains: &Snapshot, time: f64) -> Sight {
    let radii: Vec<f64> = scene.shapes.iter().map(|named| named.shape.bounding_radius()).collect();
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let mut include = |point: DVec3, half: DVec3| {
        (low, high) = (low.min(point - half), high.max(point + half));
    };
    for grain in 0..grains.len() {
        include(grains.positions[grain], DVec3::splat(radii[grains.shapes[grain]] * grains.scales[grain]));
    }
    for end in scene.walls.iter().flat_map(|wall| wall_ends(wall, time)) {
        include(end.center, DVec3::from_array(DVec3::AXES.map(|axis| end.reach(axis))));
    }
    // A world without grains and ends still has a place to look at.
    let (low, high) = if low.x <= high.x { (low, high) } else { (DVec3::NEG_ONE, DVec3::ONE) };
    // Flat scenes need some room across.
    let half = (0.55 * (high - low)).max(DVec3::splat(0.01 * (high - low).length()));
    Sight { center: (low + high) * 0.5, half }
}

/// An end of a wall: a disc, or a point for the corner of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WallEnd {
    /// Its middle [m].
    pub center: DVec3,
    /// Unit vector across it.
    axis: DVec3,
    /// Its radius [m].
    radius: f64,
}

impl WallEnd {
    /// How far it reaches from its middle along a unit vector [m].
    pub fn reach(&self, direction: DVec3) -> f64 {
        self.radius * (1.0 - self.axis.dot(direction).powi(2)).max(0.0).sqrt()
    }
}

/// The ends of a wall at a time [s]; none for one without.
pub(crate) fn wall_ends(wall: &Wall, time: f64) -> Vec<WallEnd> {
    let at = Displacement::at(&wall.motion, time).pose;
    let disc = |center: DVec3, axis: DVec3, radius: f64| WallEnd {
        center: at.apply(center),
        axis: at.orientation * axis,
        radius,
    };
    match &wall.geometry {
        WallGeometry::Box { min, max, .. } => (0..8).map(|k| disc(corner(k, *min, *max), DVec3::Z, 0.0)).collect(),
        WallGeometry::Cone { base, axis, radius_base, radius_top, height } => {
            vec![disc(*base, *axis, *radius_base), disc(*base + *axis * *height, *axis, *radius_top)]
        }
        WallGeometry::Cylinder { base, axis, radius, height: Some(height), .. } => {
            vec![disc(*base, *axis, *radius), disc(*base + *axis * *height, *axis, *radius)]
        }
        WallGeometry::Plane { .. } | WallGeometry::Cylinder { .. } => Vec::new(),
    }
}

/// One of the eight corners of a box.
fn corner(k: u32, min: DVec3, max: DVec3) -> DVec3 {
    DVec3::select(glam::BVec3::new(k & 1 != 0, k & 2 != 0, k & 4 != 0), max, min)
}

/// A wall where it is at a time [s], round ones with `segments` points around.
pub fn wall_mesh(wall: &Wall, time: f64, sight: &Sight, segments: usize) -> WallMesh {
    let at = Displacement::at(&wall.motion, time).pose;
    // Seen from where the wall was at the start.
    let center = at.orientation.inverse() * (sight.center - at.position);
    let half = DVec3::from_array(DVec3::AXES.map(|axis| sight.reach(at.orientation * axis)));
    let sight = Sight { center, half };
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
            let (middle, reach) = ((sight.center - *base).dot(*axis), sight.reach(*axis));
            let [low, high] = height.map_or([middle - reach, middle + reach], |height| [0.0, height]);
            let closed = *side == Side::Outside && height.is_some();
            round((*base, *axis), [(low, *radius), (high, *radius)], closed, segments)
        }
    }
}

/// Two unit vectors across another: along axes of the world where that is one.
pub(crate) fn across(normal: DVec3) -> (DVec3, DVec3) {
    let first = if normal.x.abs() < 0.9 { DVec3::X } else { DVec3::Y };
    let side = first.reject_from_normalized(normal).normalize();
    (side, normal.cross(side))
}

/// A rectangle of the plane.
fn plane(point: DVec3, normal: DVec3, sight: &Sight) -> WallMesh {
    let (u, v) = across(normal);
    let middle = sight.center - normal * (sight.center - point).dot(normal);
    let corner = |x: f64, y: f64| middle + u * (x * sight.reach(u)) + v * (y * sight.reach(v));
    let vertices = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    WallMesh { vertices, faces: vec![vec![0, 1, 2, 3]] }
}

/// The sides of a box that are there.
fn container(min: DVec3, max: DVec3, open: &[BoxSide]) -> WallMesh {
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
    WallMesh {
        vertices: (0..8).map(|k| corner(k, min, max)).collect(),
        faces: sides.map(|side| corners(side).to_vec()).collect(),
    }
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
