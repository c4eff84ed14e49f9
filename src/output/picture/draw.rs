//! From a snapshot to a picture.

use glam::{DVec2, DVec3};

use super::camera::{Frame, camera, upwards};
use super::chains::{Chain, covered};
use super::colors::{Scale, grain_colors};
use super::extent::Extent;
use super::glass::Glass;
use super::legend::{annotate, letter_size, margins};
use super::lines::ink;
use super::meshes::Meshes;
use super::occlusion::{Lamp, exposures};
use super::outlines::outlines;
use super::raster::{Buffer, Seen, rasterise};
use super::shade::Samples;
use super::sheets::{Sheet, finite_extent, sheets};
use super::view::View;
use super::{Picture, PictureError};
use crate::engine::Snapshot;
use crate::scene::{CameraSettings, MOST_PIXELS, PICTURE_SIDE, Scene};

/// Samples along each side of a pixel; one more in small pictures, where they cost little.
const SAMPLES: usize = 2;
const SMALL: u32 = 1_000_000;
/// Width of the lines of walls, as a share of the size of letters.
const LINE: f64 = 0.06;
/// Width of the strongest force chains, as a share of the size of letters.
const CHAIN: f64 = 0.4;
/// How far probes for close neighbours reach, and how wide the edges of shadows are, in radii of a usual grain.
const REACH: f64 = 1.6;
const SOFT: f64 = 0.5;
/// Grains that have left a container are in view only as far as this share of its size beyond it.
const BEYOND: f64 = 0.3;
/// Ends of walls are in view as far as this share of the scene's size beyond it.
const EDGES: f64 = 0.1;

/// How a picture is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// What stands in the title before time and count.
    pub name: String,
    /// Camera, size and colours.
    pub camera: CameraSettings,
    /// What must be in view; the scene at its time if not given. Pictures of a film share one.
    pub extent: Option<Extent>,
    /// The scale of colours; that of the grains in the picture if not given.
    pub scale: Option<Scale>,
    /// Force chains over pale grains; none if not given.
    pub chains: Option<Vec<Chain>>,
}

impl Look {
    /// As the scene says.
    pub fn of(scene: &Scene) -> Self {
        let name = scene.source.path().file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        Self { name, camera: scene.camera, extent: None, scale: None, chains: None }
    }
}

impl Extent {
    /// What there is to see of a scene at the time `t` [s]: walls that have an end, and grains in and near them. Without
    /// either, the places where grains come in.
    pub fn of_scene(scene: &Scene, grains: &Snapshot, t: f64) -> Self {
        let (walls, grains) = (finite_extent(scene, t, false), Self::of_grains(scene, grains));
        let near = |extent: Self, all: Self| extent.intersection(all.grown(BEYOND * all.size().max_element()));
        // A tube that is lifted off a heap is in view only as far as it is near: the grains are what one looks at.
        let travelling = finite_extent(scene, t, true);
        let rest = match (walls.is_empty(), grains.is_empty()) {
            (true, true) if travelling.is_empty() => return Self::of_insertions(scene),
            (true, true) => return travelling,
            (true, false) => grains,
            (false, _) => walls.union(near(grains, walls)),
        };
        rest.union(near(travelling, rest))
    }
}

/// Draws the grains of `scene` at the time `t` [s].
pub fn draw(scene: &Scene, grains: &Snapshot, t: f64, look: &Look) -> Result<Picture, PictureError> {
    let (width, height) = (look.camera.width, look.camera.height);
    check(scene, grains, look)?;
    let scale = look.scale.clone().or_else(|| Scale::of(look.camera.color, scene, grains));
    let extent = look.extent.unwrap_or_else(|| Extent::of_scene(scene, grains, t));
    let sheets = sheets(scene, t, &extent);
    let content = content(look.extent.is_some(), &extent, scene, grains, &sheets);
    let side = if width * height <= SMALL { SAMPLES + 1 } else { SAMPLES };
    let frame = frame((width, height), side, margins(width, height, scene, scale.as_ref()));
    let view = camera(&look.camera, scene.simulation.gravity, &content, &frame)?;
    let colors = grain_colors(scale.as_ref(), scene, grains);
    let thickness = (LINE * letter_size(width, height)).max(1.0) * side as f64;
    let mut samples = shoot(scene, grains, &view, &sheets, &colors, thickness as f32);
    if let Some(chains) = &look.chains {
        samples.chains = covered(&view, chains, (CHAIN * letter_size(width, height) * side as f64) as f32);
    }
    let mut bytes = samples.develop(side);
    annotate(&mut bytes, (width, height), &title(&look.name, grains, t), scene, scale.as_ref(), &grains.shapes)?;
    Ok(Picture::new(width, height, bytes))
}

/// The part of the sheet that the scene shall be in, `side` samples to a pixel.
fn frame((width, height): (u32, u32), side: usize, [top, right]: [f64; 2]) -> Frame {
    let end = DVec2::new(f64::from(width) - right, f64::from(height) - 0.4 * top);
    Frame {
        sheet: [width as usize * side, height as usize * side],
        start: DVec2::new(0.0, top) * side as f64,
        end: end * side as f64,
    }
}

/// All that the camera sees, sample by sample; lines are `thickness` wide [samples].
fn shoot<'a>(
    scene: &Scene,
    grains: &Snapshot,
    view: &'a View,
    sheets: &[Sheet],
    colors: &'a [[u8; 3]],
    thickness: f32,
) -> Samples<'a> {
    let usual = usual_radius(scene, grains);
    let up = upwards(scene.simulation.gravity);
    let mut meshes = Meshes::default();
    let lamp = Lamp::new(lamp_direction(view, up), SOFT * usual, scene, grains, &mut meshes);
    let buffer: Buffer<Seen> = rasterise(view, scene, grains, &mut meshes);
    Samples {
        view,
        exposures: exposures(view, &buffer, &lamp, (REACH * usual) as f32),
        ink: ink(view, &buffer.nearness, &outlines(sheets, view.eye), thickness),
        buffer,
        chains: Vec::new(),
        colors,
        glass: Glass::new(view, lamp, sheets),
        up,
    }
}

/// Points whose hull holds all that shall be in view [m]. What is seen of a film is `given`, and depends on no time.
fn content(given: bool, extent: &Extent, scene: &Scene, grains: &Snapshot, sheets: &[Sheet]) -> Vec<DVec3> {
    // Planes are drawn a little beyond the extent; walls that have travelled may be anywhere.
    let view = extent.grown(if extent.is_empty() { 0.0 } else { EDGES * extent.size().length() });
    let is_in_view = |point: &DVec3| view.is_empty() || point.cmpge(view.min).all() && point.cmple(view.max).all();
    let edges = || sheets.iter().flat_map(Sheet::edges).flatten().filter(is_in_view);
    let shown = if given { *extent } else { Extent::of_grains(scene, grains).intersection(*extent) };
    let corners = if shown.is_empty() { Vec::new() } else { shown.corners().to_vec() };
    let mut points: Vec<DVec3> = corners.into_iter().chain(edges()).filter(|point| point.is_finite()).collect();
    if points.is_empty() {
        let all = if extent.is_empty() { Extent::of([DVec3::NEG_ONE, DVec3::ONE]) } else { *extent };
        points.extend(all.corners());
    }
    points
}

fn check(scene: &Scene, grains: &Snapshot, look: &Look) -> Result<(), PictureError> {
    let (width, height) = (look.camera.width, look.camera.height);
    if !PICTURE_SIDE.contains(&width) || !PICTURE_SIDE.contains(&height) || width * height > MOST_PIXELS {
        return Err(PictureError::Size { width, height });
    }
    match grains.shapes.iter().find(|shape| **shape >= scene.shapes.len()) {
        Some(&shape) => Err(PictureError::Shape { shape, known: scene.shapes.len() }),
        None => Ok(()),
    }
}

/// Over the left shoulder of the one who looks.
fn lamp_direction(view: &View, up: DVec3) -> DVec3 {
    let (right, back) = (view.basis.row(0), view.basis.row(2));
    (up * 1.0 - right * 0.55 + back * 0.65).normalize_or(back)
}

/// The median of the bounding radii of all grains [m].
fn usual_radius(scene: &Scene, grains: &Snapshot) -> f64 {
    let of = |(shape, scale): (&usize, &f64)| scene.shapes[*shape].shape.bounding_radius() * scale;
    let mut radii: Vec<f64> = grains.shapes.iter().zip(&grains.scales).map(of).collect();
    let middle = radii.len() / 2;
    if radii.is_empty() { 1.0 } else { *radii.select_nth_unstable_by(middle, f64::total_cmp).1 }
}

fn title(name: &str, grains: &Snapshot, t: f64) -> String {
    let count = grains.ids.len();
    let noun = if count == 1 { "grain" } else { "grains" };
    format!("{name}     t = {t:.4} s     {count} {noun}")
}
