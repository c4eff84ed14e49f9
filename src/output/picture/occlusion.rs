//! How much light reaches a surface: from the lamp, and from all around.
//!
//! The lamp's share is a shadow map: the scene as the lamp sees it. The rest is what a few probes near the surface find
//! of free space, judged by the distances that the camera sees. Probes differ from sample to sample in a pattern of 4 x 4,
//! and the mean over such a square of one surface has sixteen times as many.

use glam::{DVec3, Mat3, Vec2, Vec3};
use rayon::prelude::*;
use std::f32::consts::TAU;

use super::camera;
use super::extent::Extent;
use super::meshes::Meshes;
use super::raster::{Buffer, Seen, rasterise};
use super::view::View;
use crate::engine::Snapshot;
use crate::scene::Scene;

/// Samples along each side of the shadow map.
const SHADOW_SIDE: usize = 2048;
/// Looks at the shadow map and probes of free space, for each sample.
const LOOKS: usize = 8;
const PROBES: usize = 12;
/// Side of the pattern by which neighbours differ [samples].
const PATTERN: usize = 4;
/// Golden angle [rad]: turns by it spread evenly, however many there are.
const GOLDEN: f32 = 2.399_963_2;

/// What reaches a sample: free space and lamp, of 255 each.
pub(super) type Exposure = [u8; 2];

/// The lamp, with all that stands in its light.
pub(super) struct Lamp {
    view: View,
    map: Buffer<()>,
    /// Unit vector to the lamp in the world.
    pub towards: DVec3,
    /// Blur of shadows on the map [samples].
    blur: f32,
    /// How far before a surface its shadow starts [m].
    bias: f64,
}

impl Lamp {
    /// The light from `towards`, a unit vector; edges of shadows are about `soft` wide [m].
    pub fn new(towards: DVec3, soft: f64, scene: &Scene, grains: &Snapshot, meshes: &mut Meshes) -> Self {
        let extent = Extent::of_grains(scene, grains);
        let filled = !extent.is_empty();
        let (center, radius) =
            if filled { (extent.center(), 0.5 * extent.size().length()) } else { (DVec3::ZERO, 1.0) };
        let side = if filled { SHADOW_SIDE } else { 1 };
        let view = camera::light(towards, center, radius, side);
        let texel = 2.0 * radius / side as f64;
        let map = rasterise(&view, scene, grains, meshes);
        Self { view, map, towards, blur: (soft / texel).clamp(1.0, 24.0) as f32, bias: 1.5 * texel + 0.1 * soft }
    }

    /// Share of the lamp that a point with a unit normal sees, from 0 to 1; `phase` [rad] turns the looks.
    pub fn lit(&self, point: DVec3, normal: DVec3, phase: f32) -> f32 {
        let local = self.view.local(point + normal * self.bias);
        let Some(place) = self.view.project(local) else { return 1.0 };
        let mut free = 0;
        for look in 0..LOOKS {
            let radius = self.blur * ((look as f32 + 0.5) / LOOKS as f32).sqrt();
            let at = place.truncate() + Vec2::from_angle(phase + GOLDEN * look as f32) * radius;
            free += usize::from(nearness_at(&self.view, &self.map.nearness, at).is_none_or(|near| near <= place.z));
        }
        free as f32 / LOOKS as f32
    }
}

/// What the sample at a place shows; none beside the sheet.
fn nearness_at(view: &View, nearness: &[f32], place: Vec2) -> Option<f32> {
    let inside = place.x >= 0.0 && place.y >= 0.0 && place.x < view.width as f32 && place.y < view.height as f32;
    inside.then(|| nearness[place.y as usize * view.width + place.x as usize])
}

/// A turn that differs between the samples of each square of the pattern [rad].
pub(super) fn phase(column: usize, row: usize) -> f32 {
    // Bayer's order: neighbours are far apart in it.
    const ORDER: [[u8; PATTERN]; PATTERN] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    f32::from(ORDER[row % PATTERN][column % PATTERN]) / (PATTERN * PATTERN) as f32 * TAU
}

/// What reaches every sample. Probes reach out to `reach` [m].
pub(super) fn exposures(view: &View, buffer: &Buffer<Seen>, lamp: &Lamp, reach: f32) -> Vec<Exposure> {
    let to_world = view.basis.transpose();
    let mut rough = vec![[255, 255]; buffer.nearness.len()];
    rough.par_chunks_mut(view.width).enumerate().for_each(|(row, line)| {
        for (column, exposure) in line.iter_mut().enumerate() {
            let index = row * view.width + column;
            if buffer.nearness[index] <= 0.0 {
                continue;
            }
            let place = Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
            let local = view.unproject(place, buffer.nearness[index]);
            let (normal, phase) = (buffer.samples[index].normal(), phase(column, row));
            let open = open_share(view, buffer, (local, normal), reach, phase);
            let point = view.eye + to_world * local.as_dvec3();
            let lit = lamp.lit(point, to_world * normal.as_dvec3(), phase);
            *exposure = [open, lit].map(|share| (share * 255.0).round() as u8);
        }
    });
    smoothed(view, buffer, &rough)
}

/// Share of the probes above a surface that are free.
fn open_share(view: &View, buffer: &Buffer<Seen>, (local, normal): (Vec3, Vec3), reach: f32, phase: f32) -> f32 {
    let (tangent, bitangent) = normal.any_orthonormal_pair();
    let frame = Mat3::from_cols(tangent, bitangent, normal);
    let mut taken = 0.0;
    for probe in 0..PROBES {
        let share = (probe as f32 + 0.5) / PROBES as f32;
        // Heights are spread so that directions follow Lambert's law; distances are mixed up against them.
        let height = (1.0 - share).sqrt();
        let flat = Vec2::from_angle(phase + GOLDEN * probe as f32) * share.sqrt();
        let distance = reach * (0.15 + 0.85 * ((probe * 5 % PROBES) as f32 / PROBES as f32));
        let at = local + frame * flat.extend(height) * distance;
        let Some(place) = view.project(at) else { continue };
        let Some(near) = nearness_at(view, &buffer.nearness, place.truncate()) else { continue };
        if near > place.z {
            // What stands far in front shades only as far as it is not too far.
            let gap = (-local.z - 1.0 / near).abs();
            taken += (2.0 * reach / gap.max(1e-30)).min(1.0).powi(2);
        }
    }
    1.0 - taken / PROBES as f32
}

/// The mean over the pattern's square about each sample, of samples that show the same part of the same grain.
fn smoothed(view: &View, buffer: &Buffer<Seen>, rough: &[Exposure]) -> Vec<Exposure> {
    let mut smooth = rough.to_vec();
    let reach = PATTERN / 2;
    smooth.par_chunks_mut(view.width).enumerate().for_each(|(row, line)| {
        let rows = row.saturating_sub(reach)..(row + reach).min(view.height);
        for (column, exposure) in line.iter_mut().enumerate() {
            let index = row * view.width + column;
            if buffer.nearness[index] <= 0.0 {
                continue;
            }
            let own = (buffer.samples[index].grain, buffer.samples[index].normal());
            let (mut sum, mut count) = ([0u32; 2], 0);
            let columns = column.saturating_sub(reach)..(column + reach).min(view.width);
            for other in rows.clone().flat_map(|y| columns.clone().map(move |x| y * view.width + x)) {
                let seen = &buffer.samples[other];
                if buffer.nearness[other] > 0.0 && seen.grain == own.0 && seen.normal().dot(own.1) > 0.9 {
                    sum = [sum[0] + u32::from(rough[other][0]), sum[1] + u32::from(rough[other][1])];
                    count += 1;
                }
            }
            if count > 0 {
                *exposure = sum.map(|total| (total / count) as u8);
            }
        }
    });
    smooth
}
