//! Walls as thin sheets: where they are, where they end, and where a ray meets them.

use std::f64::consts::TAU;

use glam::{DVec2, DVec3};

use super::extent::Extent;
use crate::geometry::Pose;
use crate::scene::{BoxSide, Scene, Side, Wall, WallGeometry};
use crate::walls::Displacement;

/// How far a plane without end is drawn beyond what stands on it, as a share of the size of that.
const MARGIN: f64 = 0.06;
/// Straight pieces of a drawn circle.
const PIECES: usize = 96;

/// A piece of a wall.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sheet {
    /// A convex polygon.
    Flat {
        /// Its corners, one after the other [m].
        corners: Vec<DVec3>,
        /// Unit normal into the free side.
        normal: DVec3,
    },
    /// A part of a cylinder or cone about z of a frame.
    Round {
        /// Where it is.
        frame: Pose,
        /// Radius at z = 0 [m].
        radius: f64,
        /// How much wider it gets per length along z.
        slope: f64,
        /// Where it begins and ends along z [m].
        ends: [f64; 2],
    },
}

/// The sheets of all walls at the time `t` [s]. What has no end is cut to `content`, what there is to see besides it.
pub(super) fn sheets(scene: &Scene, t: f64, content: &Extent) -> Vec<Sheet> {
    let planes: Vec<(DVec3, DVec3)> = scene.walls.iter().filter_map(|wall| plane(wall, t)).collect();
    scene.walls.iter().flat_map(|wall| of_wall(wall, t, content, &planes)).collect()
}

/// The box about all walls that have an end: those that travel, or those that stay where they are, turn or shake.
pub(super) fn finite_extent(scene: &Scene, t: f64, travelling: bool) -> Extent {
    let travels = |wall: &Wall| wall.motion.velocity != DVec3::ZERO;
    let ends = scene.walls.iter().filter(|wall| has_end(wall) && travels(wall) == travelling);
    let sheets = ends.flat_map(|wall| of_wall(wall, t, &Extent::EMPTY, &[]));
    sheets.fold(Extent::EMPTY, |extent, sheet| extent.union(Extent::of(sheet.edges().into_iter().flatten())))
}

fn has_end(wall: &Wall) -> bool {
    !matches!(wall.geometry, WallGeometry::Plane { .. } | WallGeometry::Cylinder { height: None, .. })
}

/// Point and normal of a wall that is a plane.
fn plane(wall: &Wall, t: f64) -> Option<(DVec3, DVec3)> {
    let moved = Displacement::at(&wall.motion, t).pose;
    match wall.geometry {
        WallGeometry::Plane { point, normal } => Some((moved.apply(point), moved.orientation * normal)),
        _ => None,
    }
}

fn of_wall(wall: &Wall, t: f64, content: &Extent, planes: &[(DVec3, DVec3)]) -> Vec<Sheet> {
    let moved = Displacement::at(&wall.motion, t).pose;
    let along = |base: DVec3, axis: DVec3| {
        let turn = moved.orientation * glam::DQuat::from_rotation_arc(DVec3::Z, axis);
        Pose::new(moved.apply(base), turn)
    };
    match &wall.geometry {
        WallGeometry::Plane { .. } => {
            plane(wall, t).and_then(|own| cut_plane(own, content, planes)).into_iter().collect()
        }
        WallGeometry::Box { min, max, open } => {
            let sides = BoxSide::ALL.into_iter().filter(|side| !open.contains(side));
            sides.map(|side| box_side(side, *min, *max, &moved)).collect()
        }
        WallGeometry::Cylinder { base, axis, radius, height, side } => {
            let frame = along(*base, *axis);
            let ends = height.map_or_else(|| ends_within(&frame, content), |height| [0.0, height]);
            let mut sheets = vec![Sheet::Round { frame, radius: *radius, slope: 0.0, ends }];
            if *side == Side::Outside {
                sheets.extend([(ends[0], -1.0), (ends[1], 1.0)].map(|(z, sign)| disc(&frame, *radius, z, sign)));
            }
            sheets
        }
        WallGeometry::Cone { base, axis, radius_base, radius_top, height } => {
            let slope = (radius_top - radius_base) / height;
            vec![Sheet::Round { frame: along(*base, *axis), radius: *radius_base, slope, ends: [0.0, *height] }]
        }
    }
}

fn box_side(side: BoxSide, min: DVec3, max: DVec3, moved: &Pose) -> Sheet {
    let normal = side.inward_normal();
    let corners = Extent { min, max }.corners();
    let nearest = |corner: &DVec3| ((*corner - (min + max) * 0.5).dot(normal)) < 0.0;
    let mut four: Vec<DVec3> = corners.into_iter().filter(nearest).collect();
    // They come in the order of the axes; a turn around the side has the last two the other way.
    four.swap(2, 3);
    Sheet::Flat {
        corners: four.into_iter().map(|corner| moved.apply(corner)).collect(),
        normal: moved.orientation * normal,
    }
}

fn disc(frame: &Pose, radius: f64, z: f64, sign: f64) -> Sheet {
    Sheet::Flat { corners: circle(frame, radius, z), normal: frame.orientation * (DVec3::Z * sign) }
}

fn circle(frame: &Pose, radius: f64, z: f64) -> Vec<DVec3> {
    let point = |k: usize| DVec2::from_angle(TAU * k as f64 / PIECES as f64) * radius;
    (0..PIECES).map(|k| frame.apply(point(k).extend(z))).collect()
}

/// Where along z of a frame the content begins and ends [m].
fn ends_within(frame: &Pose, content: &Extent) -> [f64; 2] {
    if content.is_empty() {
        return [0.0, 0.0];
    }
    let heights = content.corners().map(|corner| (frame.orientation.conjugate() * (corner - frame.position)).z);
    [heights.into_iter().fold(f64::INFINITY, f64::min), heights.into_iter().fold(f64::NEG_INFINITY, f64::max)]
}

/// The part of a plane that is below or beside the content and on the free side of all other planes.
fn cut_plane((point, normal): (DVec3, DVec3), content: &Extent, planes: &[(DVec3, DVec3)]) -> Option<Sheet> {
    if content.is_empty() {
        return None;
    }
    let along = if normal.x.abs() < 0.9 { DVec3::X } else { DVec3::Y };
    let u = along.reject_from_normalized(normal).normalize();
    let v = normal.cross(u);
    let (size, center) = (content.size().length(), content.center());
    let foot = center - normal * normal.dot(center - point);
    let reach = |axis: DVec3| {
        let half = content.corners().map(|corner| (corner - center).dot(axis)).into_iter().fold(0.0, f64::max);
        axis * (half + MARGIN * size)
    };
    let (u, v) = (reach(u), reach(v));
    let mut corners = vec![foot - u - v, foot + u - v, foot + u + v, foot - u + v];
    for (other, inward) in planes.iter().filter(|other| **other != (point, normal)) {
        corners = cut(&corners, |corner| (corner - *other).dot(*inward));
    }
    (corners.len() > 2).then_some(Sheet::Flat { corners, normal })
}

/// The part of a convex polygon where `height` is not below 0.
fn cut(corners: &[DVec3], height: impl Fn(DVec3) -> f64) -> Vec<DVec3> {
    let mut kept = Vec::new();
    for (k, &here) in corners.iter().enumerate() {
        let next = corners[(k + 1) % corners.len()];
        let (a, b) = (height(here), height(next));
        if a >= 0.0 {
            kept.push(here);
        }
        if (a >= 0.0) != (b >= 0.0) {
            kept.push(here.lerp(next, a / (a - b)));
        }
    }
    kept
}

impl Sheet {
    /// Its ends as closed lines, also to bound it by.
    pub fn edges(&self) -> Vec<Vec<DVec3>> {
        match self {
            Self::Flat { corners, .. } => vec![corners.clone()],
            Self::Round { frame, radius, slope, ends } => {
                ends.iter().map(|z| circle(frame, (radius + slope * z).max(0.0), *z)).collect()
            }
        }
    }

    /// Distances [m] along a ray at which it meets the sheet, each with the unit normal there.
    pub fn hits(&self, origin: DVec3, ray: DVec3) -> [Option<(f64, DVec3)>; 2] {
        match self {
            Self::Flat { corners, normal } => {
                let distance = (corners[0] - origin).dot(*normal) / ray.dot(*normal);
                let hit = distance > 0.0 && distance.is_finite() && within(corners, *normal, origin + ray * distance);
                [hit.then_some((distance, *normal)), None]
            }
            Self::Round { frame, radius, slope, ends } => {
                let back = frame.orientation.conjugate();
                let (o, d) = (back * (origin - frame.position), back * ray);
                crossings(o, d, *radius, *slope).map(|distance| {
                    let distance = distance?;
                    let p = o + d * distance;
                    let width = radius + slope * p.z;
                    let hit = distance > 0.0 && p.z >= ends[0] && p.z <= ends[1] && width >= 0.0;
                    let inward = DVec3::new(-p.x, -p.y, slope * width).normalize_or(DVec3::Z);
                    hit.then(|| (distance, frame.orientation * inward))
                })
            }
        }
    }
}

/// Whether a point of its plane is in a convex polygon.
fn within(corners: &[DVec3], normal: DVec3, point: DVec3) -> bool {
    let side = |k: usize| (corners[(k + 1) % corners.len()] - corners[k]).cross(point - corners[k]).dot(normal);
    let first = side(0) >= 0.0;
    (1..corners.len()).all(|k| (side(k) >= 0.0) == first)
}

/// Where the ray `o + t d` meets x2 + y2 = (radius + slope z)2.
fn crossings(o: DVec3, d: DVec3, radius: f64, slope: f64) -> [Option<f64>; 2] {
    let (width, widening) = (radius + slope * o.z, slope * d.z);
    let a = d.x * d.x + d.y * d.y - widening * widening;
    let b = o.x * d.x + o.y * d.y - width * widening;
    let c = o.x * o.x + o.y * o.y - width * width;
    let root = b * b - a * c;
    if root < 0.0 || a == 0.0 {
        return [None, None];
    }
    let root = root.sqrt();
    [Some((-b - root) / a), Some((-b + root) / a)]
}
