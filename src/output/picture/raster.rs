//! All grains on a sheet of samples: which is the nearest in each, and how its surface lies.

use glam::{Mat3, Vec2, Vec3};
use rayon::prelude::*;

use super::meshes::Meshes;
use super::triangles::{Band, Item, Sample};
use super::view::View;
use crate::engine::Snapshot;
use crate::scene::Scene;

/// Rows of a band. Bands are drawn side by side; a grain is prepared anew for each that it is in.
const BAND: usize = 64;

/// A grain in a sample, and its normal as three signed fractions of 32767.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Number of the grain in the snapshot.
    pub grain: u32,
    normal: [i16; 3],
}

impl Sample for Seen {
    fn new(grain: u32, normal: Vec3) -> Self {
        let unit = normal.normalize_or(Vec3::Z) * 32767.0;
        Self { grain, normal: unit.round().to_array().map(|part| part as i16) }
    }
}

impl Seen {
    /// Unit normal: right, up, towards the viewer.
    pub fn normal(&self) -> Vec3 {
        Vec3::from_array(self.normal.map(f32::from)).normalize_or(Vec3::Z)
    }
}

/// What each sample of a sheet shows.
pub(super) struct Buffer<S> {
    /// How near it is; 0 where there is nothing.
    pub nearness: Vec<f32>,
    /// The surface.
    pub samples: Vec<S>,
}

/// Draws all grains of a snapshot.
pub(super) fn rasterise<S: Sample>(view: &View, scene: &Scene, grains: &Snapshot, meshes: &mut Meshes) -> Buffer<S> {
    let items = items(view, scene, grains, meshes);
    let meshes = &*meshes;
    let size = view.width * view.height;
    let mut buffer = Buffer { nearness: vec![0.0; size], samples: vec![S::default(); size] };
    let rows = BAND * view.width;
    let bands = buffer.nearness.par_chunks_mut(rows).zip(buffer.samples.par_chunks_mut(rows));
    bands.enumerate().for_each(|(index, (nearness, samples))| {
        let mut band = Band::new(index * BAND, view.width, nearness, samples);
        for item in &items {
            band.draw(view, item, meshes.get(item.mesh as usize));
        }
    });
    buffer
}

/// The grains in view, near ones first: most of the others are then hidden.
fn items(view: &View, scene: &Scene, grains: &Snapshot, meshes: &mut Meshes) -> Vec<Item> {
    let radii: Vec<f64> = scene.shapes.iter().map(|shape| shape.shape.bounding_radius()).collect();
    let turn = view.turn();
    let mut items = Vec::with_capacity(grains.positions.len());
    for (index, position) in grains.positions.iter().enumerate() {
        let (shape, scale) = (grains.shapes[index], grains.scales[index]);
        let place = view.local(*position);
        let radius = (radii[shape] * scale) as f32;
        let Some((cover, nearest)) = covered(view, place, radius) else { continue };
        let on_sheet = radius * view.magnification(place + Vec3::Z * radius);
        let Some(mesh) = meshes.of(scene, shape, on_sheet) else { continue };
        items.push(Item {
            grain: index as u32,
            mesh: mesh as u32,
            scale: scale as f32,
            turn: turn * Mat3::from_quat(grains.orientations[index].as_quat()),
            place,
            cover,
            nearest,
        });
    }
    items.par_sort_by(|a, b| b.nearest.total_cmp(&a.nearest));
    items
}

/// The corners of what a ball can cover on the sheet and the nearness of its nearest point; none if it is not in view.
fn covered(view: &View, place: Vec3, radius: f32) -> Option<([Vec2; 2], f32)> {
    if !place.is_finite() {
        return None;
    }
    let nearest = view.nearness(-place.z - radius);
    let sheet = Vec2::new(view.width as f32, view.height as f32);
    // The eight corners of the box about the ball hold all of its picture.
    let signs = [-radius, radius];
    let corners = signs.iter().flat_map(|x| signs.iter().flat_map(move |y| signs.map(|z| Vec3::new(*x, *y, z))));
    let mut cover = [Vec2::INFINITY, Vec2::NEG_INFINITY];
    let mut behind = 0;
    for corner in corners {
        match view.project(place + corner) {
            Some(p) => cover = [cover[0].min(p.truncate()), cover[1].max(p.truncate())],
            None => behind += 1,
        }
    }
    if behind == 8 {
        return None;
    }
    if behind > 0 {
        cover = [Vec2::ZERO, sheet];
    }
    let inside = cover[0].cmplt(sheet).all() && cover[1].cmpgt(Vec2::ZERO).all();
    inside.then_some((cover, nearest))
}
