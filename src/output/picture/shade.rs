//! From samples to pixels: light, glass, lines, and the mean of the samples of each pixel.

use glam::{DVec3, Vec3};
use rayon::prelude::*;

use super::colors::{encoded, linear};
use super::glass::Glass;
use super::occlusion::Exposure;
use super::raster::{Buffer, Seen};
use super::view::View;

/// Colour of lines, linear, and how much of what is below them they cover.
const INK: Vec3 = Vec3::new(0.05, 0.07, 0.10);
const INK_COVER: f32 = 0.55;
/// Colour of force chains, linear, and how pale all else is where they are drawn.
const CHAIN: Vec3 = Vec3::new(0.42, 0.02, 0.02);
const PALE: f32 = 0.6;
/// Parts of the light: from the lamp, from above, from below, from the camera. White in full light is just white.
const LAMP: f32 = 0.72;
const ABOVE: f32 = 0.46;
const BELOW: f32 = 0.22;
const CAMERA: f32 = 0.12;
/// Strength and width of the gloss.
const GLOSS: f32 = 0.10;
const GLOSS_POWER: f32 = 40.0;

/// All that is known of the samples.
pub(super) struct Samples<'a> {
    /// The camera.
    pub view: &'a View,
    /// What each sample shows.
    pub buffer: Buffer<Seen>,
    /// What light reaches it.
    pub exposures: Vec<Exposure>,
    /// Which have a line.
    pub ink: Vec<bool>,
    /// Which have a force chain; empty where none are drawn.
    pub chains: Vec<bool>,
    /// Colours of grains.
    pub colors: &'a [[u8; 3]],
    /// Walls.
    pub glass: Glass<'a>,
    /// Unit vector upwards in the world.
    pub up: DVec3,
}

impl Samples<'_> {
    /// The picture as bytes, red, green, blue; `side` x `side` samples make one pixel.
    pub fn develop(&self, side: usize) -> Vec<u8> {
        let (width, height) = (self.view.width / side, self.view.height / side);
        let albedos: Vec<Vec3> = self.colors.iter().map(|color| linear(*color)).collect();
        let turn = self.view.turn();
        let (lamp, up) = (turn * self.glass.lamp.towards.as_vec3(), turn * self.up.as_vec3());
        let mut bytes = vec![0; width * height * 3];
        bytes.par_chunks_mut(width * 3).enumerate().for_each(|(row, line)| {
            for (column, pixel) in line.chunks_exact_mut(3).enumerate() {
                let mut sum = Vec3::ZERO;
                for part in 0..side * side {
                    sum += self.sample(column * side + part % side, row * side + part / side, &albedos, lamp, up);
                }
                pixel.copy_from_slice(&encoded(sum / (side * side) as f32));
            }
        });
        bytes
    }

    fn sample(&self, column: usize, row: usize, albedos: &[Vec3], lamp: Vec3, up: Vec3) -> Vec3 {
        let index = row * self.view.width + column;
        let nearness = self.buffer.nearness[index];
        let surface = if nearness > 0.0 {
            let seen = &self.buffer.samples[index];
            lit(albedos[seen.grain as usize], seen.normal(), self.exposures[index], lamp, up)
        } else {
            Vec3::ONE
        };
        let color = self.glass.over(surface.min(Vec3::ONE), column, row, nearness);
        let color = if self.ink[index] { color.lerp(INK, INK_COVER) } else { color };
        match self.chains.get(index) {
            None => color,
            Some(false) => color.lerp(Vec3::ONE, PALE),
            Some(true) => CHAIN,
        }
    }
}

/// The light that comes from a surface; vectors are right, up, towards the viewer.
fn lit(albedo: Vec3, normal: Vec3, [open, sun]: Exposure, lamp: Vec3, up: Vec3) -> Vec3 {
    let (open, sun) = (f32::from(open) / 255.0, f32::from(sun) / 255.0);
    // A little light passes even into closed corners: black holes would not read.
    let open = 0.12 + 0.88 * open * open;
    let sky = BELOW + (ABOVE - BELOW) * (0.5 + 0.5 * normal.dot(up));
    let amount =
        LAMP * normal.dot(lamp).max(0.0) * sun * (0.35 + 0.65 * open) + sky * open + CAMERA * normal.z.max(0.0) * open;
    let half = (lamp + Vec3::Z).normalize_or(Vec3::Z);
    let gloss = GLOSS * normal.dot(half).max(0.0).powf(GLOSS_POWER) * sun;
    albedo * amount + Vec3::splat(gloss)
}
