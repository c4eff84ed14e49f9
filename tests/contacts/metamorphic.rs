//! What must hold for any contact answer, whatever the exact one is: rigid motions, exchange, scaling and reflection
//! change nothing; the overlap is continuous, and its gradient is the normal.

mod gradient;
mod motion;
mod warm;

use crate::common::{Failures, Scene, direction, family_pairs, log_uniform, random_scene, seeded, turn, vector};
use glam::{DQuat, DVec3};
use packstone::narrow::{Contact, Kind, Status, WarmStart};
use packstone::studies::oracle::angle;

/// Seeded scenes of each pair of families.
const SCENES: usize = 400;

/// What the answer may be off by after a motion that should not matter [m].
fn noise(scene: &Scene) -> f64 {
    let place = 8.0 * f64::EPSILON * scene.reach();
    let share = if scene.is_flat() { 1e-13 * scene.larger() } else { 1e-11 * scene.smaller() + 1e-13 * scene.larger() };
    share + place
}
