//! Forces on walls, and where the walls are.

use std::ops::Add;

use glam::DVec3;
use serde::Serialize;

use crate::engine::{ContactPartner, ContactRecord};
use crate::scene::{BoxSide, Scene, Wall, WallGeometry};
use crate::walls::Displacement;

/// What grains do to a wall.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WallForce {
    /// The wall's name.
    pub wall: String,
    /// Contacts with it.
    pub contacts: usize,
    /// Sum of all forces on it [N].
    pub force: [f64; 3],
    /// Sum of their torques about the origin of the world [N m].
    pub torque: [f64; 3],
    /// Sum of the normal forces, whatever their directions [N].
    pub normal_force: f64,
    /// Sum of the sizes of the tangential forces [N].
    pub tangential_force: f64,
    /// How far the wall has moved from where the scene puts it [m], before any turn about the origin.
    pub shift: [f64; 3],
    /// How it has turned: a quaternion (w, x, y, z) about the origin of the world, to which `shift` is added.
    pub turn: [f64; 4],
    /// The sides of a box; empty for other walls.
    pub sides: Vec<SideForce>,
}

/// What grains do to one side of a box.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SideForce {
    /// left, right, front, back, bottom or top, as the scene has it before any turn.
    pub side: &'static str,
    /// Contacts with it.
    pub contacts: usize,
    /// Sum of all forces on it [N].
    pub force: [f64; 3],
    /// Sum of the normal forces [N].
    pub normal_force: f64,
}

/// The forces on every wall of a scene at a time [s], in its order.
pub(super) fn forces(scene: &Scene, contacts: &[ContactRecord], time: f64) -> Vec<WallForce> {
    let walls = scene.walls.iter().enumerate();
    walls
        .map(|(index, wall)| {
            let is_mine = |contact: &&ContactRecord| contact.partner == ContactPartner::Wall(index);
            let mine: Vec<&ContactRecord> = contacts.iter().filter(is_mine).collect();
            let moved = Displacement::at(&wall.motion, time).pose;
            let [x, y, z, w] = moved.orientation.to_array();
            WallForce {
                wall: wall.name.clone(),
                contacts: mine.len(),
                force: sum_of(&mine),
                torque: mine.iter().map(|contact| contact.point.cross(contact.force)).sum::<DVec3>().to_array(),
                normal_force: mine.iter().map(|contact| contact.normal_force()).fold(0.0, f64::add),
                tangential_force: mine.iter().map(|contact| contact.tangential_force().length()).fold(0.0, f64::add),
                shift: moved.position.to_array(),
                turn: [w, x, y, z],
                sides: sides(wall, &mine, |normal| moved.orientation * normal),
            }
        })
        .collect()
}

fn sum_of(contacts: &[&ContactRecord]) -> [f64; 3] {
    contacts.iter().map(|contact| contact.force).sum::<DVec3>().to_array()
}

/// The sides of a box: a contact is with the one whose outward normal is nearest to its own.
fn sides(wall: &Wall, contacts: &[&ContactRecord], turned: impl Fn(DVec3) -> DVec3) -> Vec<SideForce> {
    let WallGeometry::Box { open, .. } = &wall.geometry else { return Vec::new() };
    let sides: Vec<BoxSide> = BoxSide::ALL.into_iter().filter(|side| !open.contains(side)).collect();
    let outward = |side: &BoxSide| -turned(side.inward_normal());
    let side_of = |contact: &ContactRecord| {
        let along = |side: &BoxSide| outward(side).dot(contact.normal);
        sides.iter().copied().max_by(|a, b| along(a).total_cmp(&along(b)))
    };
    let of_side = |side: &BoxSide| {
        let mine: Vec<&ContactRecord> =
            contacts.iter().copied().filter(|contact| side_of(contact) == Some(*side)).collect();
        let normal_force = mine.iter().map(|contact| contact.normal_force()).fold(0.0, f64::add);
        SideForce { side: side.name(), contacts: mine.len(), force: sum_of(&mine), normal_force }
    };
    sides.iter().map(of_side).collect()
}
