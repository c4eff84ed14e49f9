//! The list of grains near surfaces: which contacts there can be until grains have moved by half the skin.

use glam::DVec3;

use super::surface::{Surface, SurfacePose};

/// Body and surface of all those within `skin` [m] of touching, in ascending order. `ball` gives middle and radius of a
/// body [m], and none for those that need no contacts with walls.
pub fn links(
    (surfaces, at): (&[Surface], &[SurfacePose]),
    bodies: usize,
    ball: impl Fn(usize) -> Option<(DVec3, f64)>,
    skin: f64,
) -> Vec<[u32; 2]> {
    let mut found = Vec::new();
    for body in 0..bodies {
        let Some((center, radius)) = ball(body) else { continue };
        for (index, (surface, at)) in surfaces.iter().zip(at).enumerate() {
            if surface.near(at, center, radius, skin) {
                found.push([body as u32, index as u32]);
            }
        }
    }
    found
}
