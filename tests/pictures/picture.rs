//! Pictures: what is drawn is where it must be, in the colour it must have, and nothing is missing.

mod cameras;
mod colors;
mod command;
mod shapes;
mod walls;

use glam::DVec3;
use packstone::engine::Snapshot;
use packstone::output::picture::{Look, Picture, draw, species_color};
use packstone::scene::{Scene, Viewpoint};

const HEAD: &str = "
[simulation]
steps = 1
[[material]]
name = 'stone'
density = 2500
stiffness = 1e4
restitution = 0.5
friction = 0.3
";

/// A scene with these shapes, walls and bodies.
fn scene(rest: &str) -> Scene {
    Scene::parse(format!("{HEAD}{rest}"), "test.toml").expect("a good scene")
}

/// A shape in a scene.
fn shape(name: &str, text: &str) -> String {
    format!("[[shape]]\nname = '{name}'\nmaterial = 'stone'\n{text}\n")
}

/// A body in a scene.
fn body(shape: &str, position: [f64; 3]) -> String {
    format!("[[body]]\nshape = '{shape}'\nposition = {position:?}\n")
}

/// The bodies of a scene as they are written; no engine need agree.
fn start(scene: &Scene) -> Snapshot {
    let mut grains = Snapshot::default();
    for (id, body) in (0..).zip(&scene.bodies) {
        grains.ids.push(id);
        grains.shapes.push(body.shape);
        grains.scales.push(body.scale);
        grains.positions.push(body.position);
        grains.orientations.push(body.orientation);
        grains.velocities.push(body.velocity);
        grains.velocities_of_origins.push(body.velocity);
        grains.coordination.push(id as u32);
    }
    grains
}

/// A look from a point at the origin, 800 x 600.
fn from(scene: &Scene, eye: [f64; 3]) -> Look {
    let mut look = Look::of(scene);
    look.camera.viewpoint = Viewpoint::From(DVec3::from_array(eye));
    look.camera.target = Some(DVec3::ZERO);
    (look.camera.width, look.camera.height) = (800, 600);
    look
}

fn drawn(scene: &Scene, look: &Look) -> Picture {
    draw(scene, &start(scene), 0.0, look).expect("a picture")
}

/// Pixels per tangent of the angle to the axis, for a picture 600 high.
fn focal(look: &Look) -> f64 {
    300.0 / (0.5 * look.camera.field_of_view).tan() * look.camera.zoom
}

/// How far a colour is from the background.
fn darkness(pixel: [u8; 3]) -> u8 {
    255 - pixel.into_iter().min().unwrap_or(255)
}

/// Places of all pixels that show a grain: below the title and left of the legend.
fn covered(picture: &Picture) -> Vec<(u32, u32)> {
    let places = (60..picture.height()).flat_map(|y| (0..picture.width() - 160).map(move |x| (x, y)));
    places.filter(|(x, y)| picture.pixel(*x, *y).is_some_and(|pixel| darkness(pixel) > 60)).collect()
}

/// The middle of the smallest rectangle about the covered pixels.
fn middle(picture: &Picture) -> (u32, u32) {
    let covered = covered(picture);
    let ends = |axis: fn(&(u32, u32)) -> u32| covered.iter().map(axis).min().zip(covered.iter().map(axis).max());
    let (x, y) = ends(|p| p.0).zip(ends(|p| p.1)).expect("something is drawn");
    ((x.0 + x.1) / 2, (y.0 + y.1) / 2)
}

/// Whether a pixel has the hue of a colour, however it is lit: all channels by nearly the same factor in linear light.
fn has_hue(pixel: [u8; 3], color: [u8; 3]) -> bool {
    let linear = |bytes: [u8; 3]| DVec3::from_array(bytes.map(|byte| (f64::from(byte) / 255.0).powf(2.2)));
    linear(pixel).angle_between(linear(color)) < 0.2
}

fn has_hue_of_shape(picture: &Picture, place: (u32, u32), shape: usize) -> bool {
    has_hue(picture.pixel(place.0, place.1).expect("in the picture"), species_color(shape))
}
