//! Draws `docs/gallery.svg`: every family of shapes, and three contacts with what the detector says of them.
//!
//! `cargo run --release --example gallery [FILE.svg]`

mod picture;

use std::error::Error;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use glam::{DQuat, DVec2, DVec3, EulerRot};
use packstone::geometry::polyhedron::spiral::golden_spiral;
use packstone::geometry::{Capsule, Cylinder, Ellipsoid, Polyhedron, Pose, Shape, ShapeError, Sphere, Superquadric};
use packstone::narrow::{Body, Contact, Detector, Kind, Minkowski, WarmStart};
use picture::{Camera, Colour, Picture};

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 700;
/// Shapes in one row.
const COLUMNS: usize = 7;
/// Height of one row of shapes.
const ROW: f64 = 178.0;

const SANDSTONE: Colour = [214.0, 160.0, 96.0];
const SLATE: Colour = [104.0, 142.0, 170.0];
const MOSS: Colour = [138.0, 160.0, 104.0];
const BRICK: Colour = [190.0, 94.0, 74.0];
const OCHRE: Colour = [222.0, 182.0, 92.0];
const PLUM: Colour = [150.0, 112.0, 150.0];
const CHALK: Colour = [200.0, 194.0, 182.0];
const INK: Colour = [40.0, 40.0, 44.0];

fn main() -> Result<(), Box<dyn Error>> {
    let mut picture = Picture::default();
    for (k, (name, shape, colour)) in shapes()?.into_iter().enumerate() {
        draw_shape(&mut picture, k, name, &shape, colour);
    }
    draw_half_space(&mut picture, COLUMNS - 1)?;
    for (k, meeting) in [vertex_on_face()?, edge_on_edge()?, cylinder_on_cylinder()?].iter().enumerate() {
        draw_contact(&mut picture, DVec2::new(20.0 + 392.0 * k as f64, 386.0), meeting)?;
    }
    let path = std::env::args().nth(1).unwrap_or_else(|| "docs/gallery.svg".to_owned());
    let svg = picture.finish(WIDTH, HEIGHT);
    std::fs::write(&path, &svg).map_err(|error| format!("{path}: {error}"))?;
    println!("{path}: {} bytes", svg.len());
    Ok(())
}

/// The shapes of the gallery, each about 2 m long; the place of the half-space is left free.
fn shapes() -> Result<Vec<(&'static str, Shape, Colour)>, ShapeError> {
    let quadric = |radii: [f64; 3], n1, n2| Superquadric::new(DVec3::from_array(radii), n1, n2);
    let blocky = quadric([0.95, 0.75, 0.75], 5.0, 5.0)?;
    let meshed = quadric([0.75, 0.6, 1.05], 3.0, 5.0)?;
    Ok(vec![
        ("sphere", Shape::Sphere(Sphere::new(0.92)?), SLATE),
        ("ellipsoid", Shape::Ellipsoid(Ellipsoid::new(DVec3::new(1.15, 0.8, 0.6))?), MOSS),
        ("capsule", Shape::Capsule(Capsule::new(0.5, 0.65)?), BRICK),
        ("cylinder", Shape::Cylinder(Cylinder::new(0.72, 0.75)?), OCHRE),
        ("superquadric", Shape::Superquadric(blocky), SANDSTONE),
        ("superquadric", Shape::Superquadric(quadric([0.95, 0.95, 1.15], 1.4, 1.4)?), PLUM),
        ("", Shape::Sphere(Sphere::new(1.0)?), CHALK),
        ("tetrahedron", Shape::Polyhedron(Polyhedron::regular_tetrahedron(1.9)?), BRICK),
        ("box", Shape::Polyhedron(Polyhedron::cuboid(DVec3::new(1.0, 0.65, 0.5))?), SANDSTONE),
        ("octahedron", Shape::Polyhedron(Polyhedron::regular_octahedron(1.6)?), PLUM),
        ("square pyramid", Shape::Polyhedron(Polyhedron::square_pyramid(1.5, 1.6)?), OCHRE),
        ("octagonal prism", Shape::Polyhedron(Polyhedron::octagonal_prism(0.8, 1.3)?), SLATE),
        ("octagonal frustum", Shape::Polyhedron(Polyhedron::octagonal_frustum(1.0, 0.55, 1.2)?), MOSS),
        ("400-vertex mesh", Shape::Polyhedron(golden_spiral(&meshed, 400)?), CHALK),
    ])
}

/// Middle of place `k` of the gallery on the page.
fn place(k: usize) -> DVec2 {
    let (margin, top) = (12.0, 88.0);
    let cell = (f64::from(WIDTH) - 2.0 * margin) / COLUMNS as f64;
    let [column, row] = [k % COLUMNS, k / COLUMNS].map(|index| index as f64);
    DVec2::new(margin + cell * (column + 0.5), top + ROW * row)
}

fn draw_shape(picture: &mut Picture, k: usize, name: &str, shape: &Shape, colour: Colour) {
    if name.is_empty() {
        return;
    }
    let middle = place(k);
    let camera = Camera::new(28.0, 22.0, DVec3::ZERO, middle, 56.0);
    // All are turned so that three sides show; long ones lie across the view, and the tetrahedron on a face.
    let (turn, tilt) = match shape {
        Shape::Capsule(_) => (0.35, 0.9),
        Shape::Ellipsoid(_) => (1.75, 0.0),
        Shape::Polyhedron(solid) if solid.vertices().len() == 4 => (0.25, 0.0),
        _ => (0.35, 0.12),
    };
    let standing = match shape {
        Shape::Polyhedron(solid) if solid.vertices().len() == 4 => {
            DQuat::from_rotation_arc(solid.faces()[0].normal, DVec3::NEG_Z)
        }
        _ => DQuat::IDENTITY,
    };
    let pose = Pose::new(DVec3::ZERO, DQuat::from_euler(EulerRot::ZXY, turn, tilt, 0.1) * standing);
    let ground = (0..360).map(|a| camera.project(pose.apply(shape.support(pose.orientation.inverse() * around(a)))));
    let (left, right) = ground.fold((f64::MAX, f64::MIN), |(l, r), p| (l.min(p.x), r.max(p.x)));
    let lowest = camera.project(pose.apply(shape.support(pose.orientation.inverse() * DVec3::NEG_Z)));
    picture.shadow(DVec2::new(0.5 * (left + right), lowest.y), 0.62 * (right - left));
    picture.shape(&camera, shape, pose, colour, 1.0);
    picture.text(middle + DVec2::Y * 86.0, "name", name);
}

/// A horizontal direction.
fn around(degrees: u32) -> DVec3 {
    let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
    DVec3::new(cos, sin, 0.0)
}

/// A half-space has no end: a piece of its surface stands for it, with the way out of the solid.
fn draw_half_space(picture: &mut Picture, k: usize) -> Result<(), ShapeError> {
    let middle = place(k);
    let camera = Camera::new(28.0, 22.0, DVec3::ZERO, middle + DVec2::Y * 14.0, 56.0);
    let piece = Shape::Polyhedron(Polyhedron::cuboid(DVec3::new(1.0, 1.0, 0.06))?);
    picture.shadow(middle + DVec2::Y * 34.0, 92.0);
    picture.shape(&camera, &piece, Pose::IDENTITY, CHALK, 1.0);
    let normal = [DVec3::Z * 0.06, DVec3::Z * 1.0].map(|p| camera.project(p));
    picture.arrow(normal[0], normal[1], INK);
    picture.text(middle + DVec2::Y * 86.0, "name", "half-space");
    Ok(())
}

/// Two bodies to be drawn with their contact.
struct Meeting {
    shapes: [Shape; 2],
    poses: [Pose; 2],
    colours: [Colour; 2],
    /// Where the eye is: around z and above the horizon [degrees].
    view: (f64, f64),
    kind: Kind,
}

fn vertex_on_face() -> Result<Meeting, ShapeError> {
    let slab = Shape::Polyhedron(Polyhedron::cuboid(DVec3::new(1.0, 1.0, 0.4))?);
    let octahedron = Shape::Polyhedron(Polyhedron::regular_octahedron(1.35)?);
    let tilted = DQuat::from_euler(EulerRot::ZXY, 0.5, 0.16, -0.12);
    Ok(Meeting {
        shapes: [slab, octahedron],
        poses: [Pose::IDENTITY, Pose::new(DVec3::new(0.1, 0.0, 1.1), tilted)],
        colours: [SANDSTONE, SLATE],
        view: (33.0, 10.0),
        kind: Kind::VertexFace,
    })
}

fn edge_on_edge() -> Result<Meeting, ShapeError> {
    let bar = Shape::Polyhedron(Polyhedron::cuboid(DVec3::new(1.1, 0.42, 0.42))?);
    let on_edge = DQuat::from_rotation_x(FRAC_PI_4);
    let across = DQuat::from_rotation_z(1.25) * DQuat::from_rotation_y(0.12) * on_edge;
    Ok(Meeting {
        shapes: [bar.clone(), bar],
        poses: [Pose::new(DVec3::ZERO, on_edge), Pose::new(DVec3::new(0.1, 0.05, 0.98), across)],
        colours: [MOSS, BRICK],
        view: (-58.0, 12.0),
        kind: Kind::EdgeEdge,
    })
}

fn cylinder_on_cylinder() -> Result<Meeting, ShapeError> {
    let rod = Shape::Cylinder(Cylinder::new(0.42, 1.05)?);
    let lying = DQuat::from_rotation_y(FRAC_PI_2);
    let across = DQuat::from_rotation_z(1.2) * DQuat::from_rotation_y(0.18) * lying;
    Ok(Meeting {
        shapes: [rod.clone(), rod],
        poses: [Pose::new(DVec3::ZERO, lying), Pose::new(DVec3::new(0.1, 0.0, 0.67), across)],
        colours: [OCHRE, PLUM],
        view: (-58.0, 12.0),
        kind: Kind::Smooth,
    })
}

fn draw_contact(picture: &mut Picture, corner: DVec2, meeting: &Meeting) -> Result<(), Box<dyn Error>> {
    let [a, b] = [0, 1].map(|k| Body { shape: &meeting.shapes[k], pose: meeting.poses[k] });
    let contact = Minkowski::default().detect(&a, &b, &mut WarmStart::default())?;
    assert_eq!(contact.kind, meeting.kind, "the picture's title must be true");
    picture.panel(corner, DVec2::new(376.0, 296.0));
    let middle = (meeting.poses[0].position + meeting.poses[1].position) * 0.5;
    let camera = Camera::new(meeting.view.0, meeting.view.1, middle, corner + DVec2::new(126.0, 130.0), 78.0);
    picture.shadow(camera.project(meeting.poses[0].position) + DVec2::Y * 44.0, 116.0);
    for ((shape, pose), (colour, opacity)) in
        meeting.shapes.iter().zip(meeting.poses).zip(meeting.colours.into_iter().zip([0.9, 0.6]))
    {
        picture.shape(&camera, shape, pose, colour, opacity);
    }
    draw_marks(picture, &camera, &contact, corner.x + 262.0);
    draw_numbers(picture, corner, &contact);
    Ok(())
}

/// The normal and the two contact points, named at the height where they are, `x` to the right.
fn draw_marks(picture: &mut Picture, camera: &Camera, contact: &Contact, x: f64) {
    let [c1, c2] = [contact.c1, contact.c2].map(|p| camera.project(p));
    let tip = camera.project(contact.c1 + contact.normal * 0.95);
    picture.arrow(c1, tip, INK);
    picture.text(tip + DVec2::new(9.0, 12.0), "mark", "n");
    for (p, name) in [(c1, "c1, on A"), (c2, "c2, on B")] {
        // The labels stand further apart than the points where these are close.
        let y = 0.5 * (c1.y + c2.y) + if p.y < 0.5 * (c1.y + c2.y) { -14.0 } else { 14.0 };
        picture.line(p, DVec2::new(x - 6.0, y), INK);
        picture.text(DVec2::new(x, y + 5.0), "mark", name);
    }
    picture.dot(c1, [235.0, 120.0, 30.0]);
    picture.dot(c2, [30.0, 110.0, 190.0]);
}

fn draw_numbers(picture: &mut Picture, corner: DVec2, contact: &Contact) {
    // Rounded to what is shown, so that no zero carries a sign.
    let DVec3 { x, y, z } = (contact.normal * 1e3).round() / 1e3 + DVec3::ZERO;
    let title = match contact.kind {
        Kind::Smooth => "cylinder on cylinder",
        kind => kind.name(),
    };
    picture.text(corner + DVec2::new(18.0, 252.0), "kind", title);
    let overlap = format!("overlap {:.4} m", contact.overlap);
    let normal = format!("n = ({x:.3}, {y:.3}, {z:.3})");
    picture.text(corner + DVec2::new(18.0, 276.0), "value", &format!("{overlap}   ·   {normal}"));
}
