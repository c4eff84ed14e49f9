//! Random placements of two shapes, from far apart through touch to deep overlap.

use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec3};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::pool::{Pool, direction, log_uniform};
use crate::geometry::{Pose, Shape};
use crate::narrow::Body;
use crate::studies::oracle::support::height;

/// Distance from the origin of a pair that is put far away, in sizes.
const FAR: f64 = 1e4;

/// Two shapes of the pools at random places.
pub(super) fn pair<'a>(pool_a: &'a Pool, pool_b: &'a Pool, rng: &mut Pcg64) -> [Body<'a>; 2] {
    let (a, group) = pool_a.any(rng);
    let b = pool_b.near(group, rng);
    let size = finite_radius(a).min(finite_radius(b));
    let normal = contact_normal(a, b, rng);
    let turn = relative_turn(b, normal, rng);
    let shift = placement(a, b, turn, normal, size, rng);
    // A common motion of both that the answer must not depend on.
    let common = if rng.random_bool(0.5) { any_turn(rng) } else { DQuat::IDENTITY };
    let away = if rng.random_bool(0.1) { direction(rng) * FAR * size } else { DVec3::ZERO };
    let pose = |position: DVec3, turn: DQuat| Pose {
        position: common * position + away,
        orientation: (common * turn).normalize(),
    };
    [Body { shape: a, pose: pose(DVec3::ZERO, DQuat::IDENTITY) }, Body { shape: b, pose: pose(shift, turn) }]
}

fn finite_radius(shape: &Shape) -> f64 {
    // Twice as large as any pool's shape stands for the wall, which has no size of its own.
    shape.bounding_radius().min(1e3)
}

fn any_turn(rng: &mut Pcg64) -> DQuat {
    loop {
        let mut entry = || rng.random_range(-1.0..=1.0);
        let turn = DQuat::from_xyzw(entry(), entry(), entry(), entry());
        if (1e-4..=1.0).contains(&turn.length_squared()) {
            return turn.normalize();
        }
    }
}

fn quarter_turns(rng: &mut Pcg64) -> DQuat {
    let mut quarters = || f64::from(rng.random_range(0..4)) * FRAC_PI_2;
    DQuat::from_rotation_x(quarters()) * DQuat::from_rotation_y(quarters()) * DQuat::from_rotation_z(quarters())
}

/// An outward direction of `shape` at which something special happens: a face, an axis, an edge's bisector.
fn special_direction(shape: &Shape, rng: &mut Pcg64) -> DVec3 {
    match shape {
        Shape::HalfSpace(wall) => wall.normal(),
        Shape::Polyhedron(solid) if rng.random_bool(0.7) => {
            solid.faces()[rng.random_range(0..solid.faces().len())].normal
        }
        Shape::Polyhedron(solid) => {
            let edge = solid.edges()[rng.random_range(0..solid.edges().len())];
            let [p, q] = edge.faces.map(|face| solid.faces()[face as usize].normal);
            (p + q).normalize_or(p)
        }
        _ => {
            let axis = DVec3::AXES[rng.random_range(0..3)];
            if rng.random_bool(0.5) { axis } else { -axis }
        }
    }
}

/// The direction from A to B that the pair is placed along, in A's frame.
fn contact_normal(a: &Shape, b: &Shape, rng: &mut Pcg64) -> DVec3 {
    match (a, b) {
        (Shape::HalfSpace(wall), _) => wall.normal(),
        _ if rng.random_bool(0.3) => special_direction(a, rng),
        _ => direction(rng),
    }
}

/// How B is turned against A: at random, by quarter turns, nearly so, or with a feature of its own facing A.
fn relative_turn(b: &Shape, normal: DVec3, rng: &mut Pcg64) -> DQuat {
    let walled = matches!(b, Shape::HalfSpace(_));
    let facing = |rng: &mut Pcg64| {
        let own = special_direction(b, rng);
        let spin = if rng.random_bool(0.5) { rng.random_range(0.0..std::f64::consts::TAU) } else { 0.0 };
        DQuat::from_axis_angle(normal, spin) * DQuat::from_rotation_arc(own, -normal)
    };
    let tilt = |rng: &mut Pcg64| DQuat::from_axis_angle(direction(rng), log_uniform(rng, 1e-10, 1e-2));
    match rng.random_range(0..10) {
        // A wall always faces A, else the placement would mean nothing.
        _ if walled => facing(rng),
        0 => quarter_turns(rng),
        1 => tilt(rng) * quarter_turns(rng),
        2 => facing(rng),
        3 => tilt(rng) * facing(rng),
        _ => any_turn(rng),
    }
}

/// B's origin in A's frame.
fn placement(a: &Shape, b: &Shape, turn: DQuat, normal: DVec3, size: f64, rng: &mut Pcg64) -> DVec3 {
    let overlap = target(rng) * size;
    let into_b = turn.conjugate();
    let walled = matches!(a, Shape::HalfSpace(_)) || matches!(b, Shape::HalfSpace(_));
    let style = rng.random_range(0..100);
    if style < 5 && !walled {
        // Concentric, or nearly.
        return if style < 2 { DVec3::ZERO } else { direction(rng) * log_uniform(rng, 1e-12, 0.3) * size };
    }
    if style < 40 || walled {
        // Along the line of centres: the support width there is the target.
        let facing_b = into_b * -normal;
        let reach = height(a, normal) + height_facing(b, facing_b);
        let sideways = if walled { direction(rng).cross(normal) * size } else { DVec3::ZERO };
        return normal * (reach - overlap) + sideways;
    }
    // Support points on each other, then moved along the normal: a contact there, when the bodies are apart.
    let (on_a, on_b) = (a.support(normal), turn * b.support(into_b * -normal));
    let sideways =
        if rng.random_bool(0.3) { direction(rng).cross(normal) * log_uniform(rng, 1e-9, 1.0) } else { DVec3::ZERO };
    on_a - on_b - normal * overlap + sideways * size
}

/// Height of B's support plane; a wall's is known without comparing its normal with a rounded direction.
fn height_facing(b: &Shape, dir: DVec3) -> f64 {
    if let Shape::HalfSpace(wall) = b { wall.offset() } else { height(b, dir) }
}

/// A target overlap as a share of the size: zero, or 1e-12 to 1 of either sign.
fn target(rng: &mut Pcg64) -> f64 {
    match rng.random_range(0..10) {
        0 => 0.0,
        k if k % 2 == 0 => log_uniform(rng, 1e-12, 1.0),
        _ => -log_uniform(rng, 1e-12, 1.0),
    }
}
