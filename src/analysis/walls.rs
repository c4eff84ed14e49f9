//! Forces on walls.

use glam::DVec3;
use serde::Serialize;

use crate::engine::{ContactPartner, ContactRecord};
use crate::scene::Scene;

/// What grains do to a wall.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WallForce {
    /// The wall's name.
    pub wall: String,
    /// Contacts with it.
    pub contacts: usize,
    /// Sum of all forces on it [N].
    pub force: [f64; 3],
    /// Sum of the normal forces, whatever their directions [N].
    pub normal_force: f64,
    /// Sum of the sizes of the tangential forces [N].
    pub tangential_force: f64,
}

/// The forces on every wall of a scene, in its order.
pub(super) fn forces(scene: &Scene, contacts: &[ContactRecord]) -> Vec<WallForce> {
    let walls = scene.walls.iter().enumerate();
    walls
        .map(|(index, wall)| {
            let mine = || contacts.iter().filter(move |contact| contact.partner == ContactPartner::Wall(index));
            WallForce {
                wall: wall.name.clone(),
                contacts: mine().count(),
                force: mine().map(|contact| contact.force).sum::<DVec3>().to_array(),
                normal_force: mine().map(ContactRecord::normal_force).sum(),
                tangential_force: mine().map(|contact| contact.tangential_force().length()).sum(),
            }
        })
        .collect()
}
