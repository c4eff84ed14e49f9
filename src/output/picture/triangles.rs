//! One band of a sheet, and triangles drawn into it: the nearest one wins.

use glam::{Mat3, Vec2, Vec3};

use super::meshes::GrainMesh;
use super::view::View;

/// Side of the blocks that know how near the furthest of their samples is [samples].
const BLOCK: usize = 8;

/// What a sample keeps of the surface that it shows.
pub(super) trait Sample: Copy + Default + Send + Sync {
    /// Of a grain, with the surface's unit normal as seen by the viewer.
    fn new(grain: u32, normal: Vec3) -> Self;
}

/// A shadow needs the distance only.
impl Sample for () {
    fn new(_: u32, _: Vec3) -> Self {}
}

/// A grain, placed before the viewer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Its number in the snapshot.
    pub grain: u32,
    /// Which surface.
    pub mesh: u32,
    /// Its size, as a factor.
    pub scale: f32,
    /// From the frame of its shape to that of the viewer.
    pub turn: Mat3,
    /// Where its origin is, seen by the viewer [m].
    pub place: Vec3,
    /// Left upper and right lower corner of what it can cover [samples].
    pub cover: [Vec2; 2],
    /// Nearness of its nearest point, or more.
    pub nearest: f32,
}

/// Some rows of a sheet.
pub(super) struct Band<'a, S> {
    /// The first row.
    pub top: usize,
    /// Samples per row.
    pub width: usize,
    /// How near the surface in each sample is; 0 where there is none.
    pub nearness: &'a mut [f32],
    /// The surface in each sample.
    pub samples: &'a mut [S],
    /// Nearness of the furthest sample of each block, or none when it must be looked up anew.
    pub furthest: Vec<Option<f32>>,
    /// Corners of the grain at hand on the sheet.
    pub corners: Vec<Option<Vec3>>,
}

impl<'a, S: Sample> Band<'a, S> {
    /// The empty band from row `top`.
    pub fn new(top: usize, width: usize, nearness: &'a mut [f32], samples: &'a mut [S]) -> Self {
        let rows = nearness.len() / width;
        let blocks = width.div_ceil(BLOCK) * rows.div_ceil(BLOCK);
        Self { top, width, nearness, samples, furthest: vec![Some(0.0); blocks], corners: Vec::new() }
    }

    fn rows(&self) -> usize {
        self.nearness.len() / self.width
    }

    /// The columns and rows (of this band) of a rectangle of the sheet; none if it is beside the band.
    fn clip(&self, low: Vec2, high: Vec2) -> Option<[usize; 4]> {
        let (left, right) = (low.x.floor().max(0.0), high.x.ceil().min(self.width as f32));
        let top = (low.y - self.top as f32).floor().max(0.0);
        let bottom = (high.y - self.top as f32).ceil().min(self.rows() as f32);
        (left < right && top < bottom).then_some([left as usize, top as usize, right as usize, bottom as usize])
    }

    /// Draws a grain, if anything of it can be seen.
    pub fn draw(&mut self, view: &View, item: &Item, mesh: &GrainMesh) {
        let Some(area) = self.clip(item.cover[0], item.cover[1]) else { return };
        if self.hides(area, item.nearest) {
            return;
        }
        let mut corners = std::mem::take(&mut self.corners);
        corners.clear();
        let matrix = item.turn * item.scale;
        corners.extend(mesh.points.iter().map(|point| view.project(matrix * *point + item.place)));
        for (triangle, normals) in mesh.triangles.iter().zip(&mesh.normals) {
            let [a, b, c] = triangle.map(|k| corners[k as usize]);
            // A triangle that is partly behind the viewer belongs to a grain that the camera is in or beside.
            if let (Some(a), Some(b), Some(c)) = (a, b, c) {
                self.triangle([a, b, c], normals, item);
            }
        }
        self.corners = corners;
    }

    /// Whether all samples of an area show something nearer than `nearest`.
    fn hides(&mut self, [left, top, right, bottom]: [usize; 4], nearest: f32) -> bool {
        let per_row = self.width.div_ceil(BLOCK);
        for row in top / BLOCK..bottom.div_ceil(BLOCK) {
            for column in left / BLOCK..right.div_ceil(BLOCK) {
                let block = row * per_row + column;
                let furthest = self.furthest[block].unwrap_or_else(|| self.furthest_of(row, column));
                self.furthest[block] = Some(furthest);
                if furthest < nearest {
                    return false;
                }
            }
        }
        true
    }

    fn furthest_of(&self, row: usize, column: usize) -> f32 {
        let across = column * BLOCK..(column * BLOCK + BLOCK).min(self.width);
        let down = row * BLOCK..(row * BLOCK + BLOCK).min(self.rows());
        let samples = down.flat_map(|y| &self.nearness[y * self.width + across.start..y * self.width + across.end]);
        samples.copied().fold(f32::INFINITY, f32::min)
    }

    /// Draws a triangle of places with nearness, if it looks at the viewer.
    fn triangle(&mut self, [a, b, c]: [Vec3; 3], normals: &[Vec3; 3], item: &Item) {
        // Rows count downwards: what is anticlockwise for the viewer has an area below 0 here.
        let twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if twice >= 0.0 {
            return;
        }
        let low = a.truncate().min(b.truncate()).min(c.truncate());
        let high = a.truncate().max(b.truncate()).max(c.truncate());
        let Some([left, top, right, bottom]) = self.clip(low, high) else { return };
        let weight_of = |p: Vec3, q: Vec3| {
            let (down, across) = ((q.y - p.y) / twice, (q.x - p.x) / twice);
            move |x: f32, y: f32| across * (y - p.y) - down * (x - p.x)
        };
        let (of_a, of_b, of_c) = (weight_of(b, c), weight_of(c, a), weight_of(a, b));
        for row in top..bottom {
            let y = (self.top + row) as f32 + 0.5;
            for column in left..right {
                let x = column as f32 + 0.5;
                let weights = [of_a(x, y), of_b(x, y), of_c(x, y)];
                if weights.iter().all(|weight| *weight >= 0.0) {
                    let nearness = weights[0] * a.z + weights[1] * b.z + weights[2] * c.z;
                    self.put(row, column, nearness, weights, normals, item);
                }
            }
        }
    }

    fn put(&mut self, row: usize, column: usize, nearness: f32, weights: [f32; 3], normals: &[Vec3; 3], item: &Item) {
        let index = row * self.width + column;
        if nearness <= self.nearness[index] {
            return;
        }
        self.nearness[index] = nearness;
        self.furthest[row / BLOCK * self.width.div_ceil(BLOCK) + column / BLOCK] = None;
        let normal = normals[0] * weights[0] + normals[1] * weights[1] + normals[2] * weights[2];
        self.samples[index] = S::new(item.grain, item.turn * normal);
    }
}
