//! `[[shape]]`: the kinds of grain.

use std::f64::consts::PI;

use glam::DVec3;

use super::read::{Entry, Fields, Key, Names, TableTypes, key};
use super::{KeyLines, Line, Material, SceneError};
use crate::geometry::polyhedron::spiral::golden_spiral;
use crate::geometry::{
    Capsule, Cylinder, Ellipsoid, LARGEST_LENGTH, Polyhedron, SMALLEST_LENGTH, Shape, ShapeError, Sphere, Superquadric,
};

/// Keys of every `[[shape]]`.
pub(super) const SHAPE: &[Key] = &[
    key("name", "a text of your choice, as in \"pebble\""),
    key("material", "the name of a material"),
    key("type", "the kind of shape, as in \"sphere\""),
    key("scale", "a factor above 0 by which all lengths are multiplied, as in 0.001 for a mesh in mm"),
];

const RADIUS: Key = key("radius", "a length above 0 [m], as in 0.01");
const RADII: Key = key("radii", "three lengths above 0 [m], as in [0.01, 0.02, 0.03]");
const HALF_HEIGHT: Key = key("half_height", "a length above 0 [m], as in 0.02");
const EXPONENT_1: Key = key("n1", "an exponent from 1 to 100; 2 is round, 10 is blocky");
const EXPONENT_2: Key = key("n2", "an exponent from 1 to 100; 2 is round, 10 is blocky");
const EDGE: Key = key("edge", "a length above 0 [m], as in 0.01");
const HEIGHT: Key = key("height", "a length above 0 [m], as in 0.02");
const ORIGIN: Key = key("origin", "\"mass\" to put the origin at the centre of mass, or \"given\" to leave it");

/// The keys of each type.
pub(super) const SHAPE_TYPES: TableTypes = &[
    ("sphere", &[RADIUS]),
    ("ellipsoid", &[RADII]),
    ("capsule", &[RADIUS, HALF_HEIGHT]),
    ("cylinder", &[RADIUS, HALF_HEIGHT]),
    ("superquadric", &[RADII, EXPONENT_1, EXPONENT_2]),
    (
        "spiral",
        &[RADII, EXPONENT_1, EXPONENT_2, key("vertex_count", "a whole number from 4 to 20000, as in 400"), ORIGIN],
    ),
    ("polyhedron", &[key("vertices", "a list of corners [[x, y, z], ...] [m], at least 4"), ORIGIN]),
    ("box", &[key("half_extents", "three lengths above 0 [m], half the edges, as in [0.01, 0.01, 0.02]")]),
    ("tetrahedron", &[EDGE]),
    ("octahedron", &[EDGE]),
    ("pyramid", &[EDGE, HEIGHT]),
    ("prism", &[RADIUS, HEIGHT, key("sides", "a whole number from 3 to 1000, as in 6")]),
    (
        "frustum",
        &[
            key("bottom_radius", "a length above 0 [m], as in 0.02"),
            key("top_radius", "a length above 0 [m], as in 0.01"),
            HEIGHT,
        ],
    ),
    ("file", &[key("file", "the path of an .stl, .obj or .ply file, from where the scene file is"), ORIGIN]),
];

/// An origin that is this close to the centre of mass, as a part of the shape's radius, is already there.
const CENTERED: f64 = 1e-12;
/// Sides of a prism where none are given.
const SIDES: u64 = 8;

/// A kind of grain.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedShape {
    /// Its name in the scene.
    pub name: String,
    /// The shape in its own frame, whose origin is its centre of mass unless the scene says otherwise.
    pub shape: Shape,
    /// Its material, an index into the scene's materials.
    pub material: usize,
    /// Where it stands.
    pub line: Line,
    /// Where its keys stand.
    pub key_lines: KeyLines,
}

impl NamedShape {
    /// Reads a `[[shape]]`.
    pub(super) fn read(
        fields: &mut Fields,
        names: &mut Names,
        material_names: &Names,
        materials: &[Material],
    ) -> Result<Self, SceneError> {
        let name = names.add(&fields.need("name")?)?;
        let kind = read_type(fields)?;
        let material = material_names.find(&fields.need("material")?)?;
        let shape = read_shape(kind, fields)?;
        let scale = fields.or("scale", 1.0, |entry| entry.positive())?;
        let scaled = shape.scaled(scale).map_err(|error| fields.refuse(error))?;
        check_bulk(bulk(&scaled, &materials[material]), 1.0).map_err(|problem| fields.refuse(problem))?;
        Ok(Self { name, shape: scaled, material, line: fields.line(), key_lines: fields.key_lines() })
    }
}

/// Volume [m3], bounding radius [m] and density [kg/m3].
pub(super) fn bulk(shape: &Shape, material: &Material) -> [f64; 3] {
    let volume = shape.mass_properties().map_or(0.0, |mass| mass.volume);
    [volume, shape.bounding_radius(), material.density]
}

/// Whether a grain that is `scale` times as large has a mass and an inertia that numbers can hold; the problem if not.
pub(super) fn check_bulk([volume, radius, density]: [f64; 3], scale: f64) -> Result<(), String> {
    let volume = volume * scale.powi(3);
    // Moments of inertia have two more lengths in them.
    let inertia = density * volume * (radius * scale).powi(2);
    let in_range = (SMALLEST_LENGTH..=LARGEST_LENGTH).contains(&(radius * scale));
    if volume.is_normal() && inertia.is_normal() && in_range {
        return Ok(());
    }
    Err(format!("a volume of {volume:e} m3 is too small or too large to compute with; are the lengths in metres?"))
}

/// The value of `type`; refuses keys of other types.
fn read_type(fields: &mut Fields) -> Result<&'static str, SceneError> {
    let entry = fields.need("type")?;
    if entry.text()? == "halfspace" {
        return Err(entry.refuse("is not a grain; write a [[wall]] with type = \"plane\""));
    }
    fields.kind("type", SHAPE, SHAPE_TYPES)
}

fn read_shape(kind: &str, fields: &Fields) -> Result<Shape, SceneError> {
    let length = |key| fields.need(key)?.positive();
    let refused = |error: ShapeError| fields.refuse(error);
    Ok(match kind {
        "sphere" => Shape::Sphere(Sphere::new(length("radius")?).map_err(refused)?),
        "ellipsoid" => Shape::Ellipsoid(Ellipsoid::new(fields.need("radii")?.positive_vector()?).map_err(refused)?),
        "capsule" => Shape::Capsule(Capsule::new(length("radius")?, length("half_height")?).map_err(refused)?),
        "cylinder" => Shape::Cylinder(Cylinder::new(length("radius")?, length("half_height")?).map_err(refused)?),
        "superquadric" => Shape::Superquadric(read_superquadric(fields)?),
        _ => Shape::Polyhedron(read_polyhedron(kind, fields)?),
    })
}

fn read_superquadric(fields: &Fields) -> Result<Superquadric, SceneError> {
    let exponent = |key| {
        let problem =
            "is outside [1, 100]; below 1 the shape is concave, 2 is round, 10 is blocky, a box is type = \"box\"";
        fields.need(key)?.number_if(|n| (1.0..=100.0).contains(&n), problem)
    };
    let radii = fields.need("radii")?.positive_vector()?;
    Superquadric::new(radii, exponent("n1")?, exponent("n2")?).map_err(|error| fields.refuse(error))
}

fn read_polyhedron(kind: &str, fields: &Fields) -> Result<Polyhedron, SceneError> {
    let length = |key| fields.need(key)?.positive();
    let made = match kind {
        "box" => Polyhedron::cuboid(fields.need("half_extents")?.positive_vector()?),
        "tetrahedron" => Polyhedron::regular_tetrahedron(length("edge")?),
        "octahedron" => Polyhedron::regular_octahedron(length("edge")?),
        "pyramid" => Polyhedron::square_pyramid(length("edge")?, length("height")?),
        "prism" => {
            prism(length("radius")?, length("height")?, fields.or("sides", SIDES, |entry| entry.whole(3, 1000))?)
        }
        "frustum" => Polyhedron::octagonal_frustum(length("bottom_radius")?, length("top_radius")?, length("height")?),
        "spiral" => return read_spiral(fields),
        "file" => return read_mesh(fields),
        _ => return read_vertices(fields),
    };
    made.map_err(|error| fields.refuse(error))
}

/// A prism along z over a regular polygon with corners at `radius` [m], a side of it across x.
fn prism(radius: f64, height: f64, sides: u64) -> Result<Polyhedron, ShapeError> {
    if sides == SIDES {
        return Polyhedron::octagonal_prism(radius, height);
    }
    let corner = |k: u64, z: f64| {
        let (sin, cos) = (PI * (2 * k + 1) as f64 / sides as f64).sin_cos();
        DVec3::new(radius * cos, radius * sin, z)
    };
    let ends = [-0.5 * height, 0.5 * height];
    let corners: Vec<DVec3> = ends.into_iter().flat_map(|z| (0..sides).map(move |k| corner(k, z))).collect();
    Polyhedron::from_vertices(&corners)
}

fn read_vertices(fields: &Fields) -> Result<Polyhedron, SceneError> {
    let entry = fields.need("vertices")?;
    let corners: Vec<DVec3> = entry.list()?.iter().map(Entry::vector).collect::<Result<_, _>>()?;
    let hull = Polyhedron::from_vertices(&corners).map_err(|error| unusable(&entry, error))?;
    centered(hull, fields, &entry)
}

fn read_spiral(fields: &Fields) -> Result<Polyhedron, SceneError> {
    let entry = fields.need("vertex_count")?;
    let count = entry.whole(4, 20_000)?;
    let mesh = golden_spiral(&read_superquadric(fields)?, count as usize).map_err(|error| unusable(&entry, error))?;
    centered(mesh, fields, &entry)
}

fn read_mesh(fields: &Fields) -> Result<Polyhedron, SceneError> {
    let entry = fields.need("file")?;
    let name = entry.filled_text()?;
    let input = entry.source().input(name).map_err(|reason| {
        entry.refuse(format!("cannot be read ({reason}); give the path from where the scene file is"))
    })?;
    let mesh =
        Polyhedron::from_bytes(entry.source().resolve(name), input.bytes()).map_err(|error| unusable(&entry, error))?;
    centered(mesh, fields, &entry)
}

fn unusable(entry: &Entry, error: impl std::fmt::Display) -> SceneError {
    entry.refuse(format!("cannot be used: {error}"))
}

/// The polyhedron with its centre of mass at the origin, unless `origin = "given"`.
fn centered(grain: Polyhedron, fields: &Fields, entry: &Entry) -> Result<Polyhedron, SceneError> {
    let moves = fields.or("origin", true, |entry| entry.choice(&[("mass", true), ("given", false)]))?;
    let shape = Shape::Polyhedron(grain.clone());
    let center = shape.mass_properties().map_or(DVec3::ZERO, |mass| mass.center);
    if !moves || center.length() <= CENTERED * grain.bounding_radius() {
        return Ok(grain);
    }
    let moved: Vec<DVec3> = grain.vertices().iter().map(|vertex| *vertex - center).collect();
    Polyhedron::from_vertices(&moved).map_err(|error| unusable(entry, error))
}
