//! From a file to a scene, table by table.

use std::path::{Path, PathBuf};

use toml::de::DeTable;

use super::bodies::{BODY, Grains};
use super::camera::CAMERA;
use super::drag::DRAG;
use super::insertion::INSERTION;
use super::lattice::LATTICE;
use super::materials::{MATERIAL, MATERIAL_PAIR, refuse_repeated};
use super::output::OUTPUT;
use super::particles::{PARTICLES, ParticleFile};
use super::read::{Entry, Fields, Key, Names, with_kinds};
use super::schema::SCENE;
use super::shapes::{SHAPE, SHAPE_TYPES};
use super::simulation::{CONTACT, SIMULATION};
use super::walls::{WALL, WALL_TYPES};
use super::{
    BodySeed, CameraSettings, ContactSettings, DragSettings, Inputs, Insertion, Material, MaterialPair, NamedShape,
    OutputSettings, Scene, SceneError, SimulationSettings, Source, Wall,
};
use crate::common::files::{self, quote, quote_values};

/// Largest scene that is read [B]: a shape for each of a hundred thousand grains takes a third of it.
pub(crate) const LARGEST_SCENE: u64 = 64 << 20;
/// Most materials: every two of them have a contact law.
const MOST_MATERIALS: usize = 1000;

impl Scene {
    /// Reads and checks a scene file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        Self::parse(Self::text_of(path.as_ref())?, path)
    }

    /// The text of a scene file.
    pub(super) fn text_of(path: &Path) -> Result<String, SceneError> {
        let unreadable = |reason: String| SceneError::Unreadable { path: path.into(), reason: reason.into() };
        let bytes = files::read(path, LARGEST_SCENE).map_err(|error| unreadable(error.to_string()))?;
        String::from_utf8(bytes).map_err(|error| unreadable(error.utf8_error().to_string()))
    }

    /// Checks the text of a scene; `path` is for errors, and files that the scene names are sought beside it.
    pub fn parse(text: impl Into<String>, path: impl AsRef<Path>) -> Result<Self, SceneError> {
        Self::of_source(Source::new(path.as_ref(), text))
    }

    /// The same with the contents of the files that it names: none is read.
    pub fn parse_with(text: impl Into<String>, path: impl AsRef<Path>, inputs: Inputs) -> Result<Self, SceneError> {
        Self::of_source(Source::new(path.as_ref(), text).with_inputs(inputs))
    }

    fn of_source(mut source: Source) -> Result<Self, SceneError> {
        let (mut scene, particle_files) = read_scene(&source)?;
        for file in particle_files {
            source.add_file(file);
        }
        scene.source = source;
        scene.choose_stiffnesses()?;
        scene.check_exponents()?;
        scene.check_contact_radii()?;
        scene.check_cohesion()?;
        Ok(scene)
    }
}

/// The scene without its source, and the particle lists that it named.
fn read_scene(source: &Source) -> Result<(Scene, Vec<PathBuf>), SceneError> {
    let document = DeTable::parse(source.text()).map_err(|error| syntax(source, &error))?;
    source.read_inputs(|| Inputs::read(source, document.get_ref()));
    let top = Fields::open(source, "scene", document.get_ref(), document.span(), &[SCENE])?;
    let simulation = SimulationSettings::read(&single(&top.need("simulation")?, SIMULATION)?)?;
    let contact = top.or("contact", ContactSettings::default(), |e| ContactSettings::read(&single(e, CONTACT)?))?;
    let drag = top.or("drag", None, |e| DragSettings::read(&single(e, DRAG)?).map(Some))?;
    let end = simulation.end;
    let output = top.or("output", OutputSettings::until(end), |e| OutputSettings::read(&single(e, OUTPUT)?, end))?;
    let camera = top.or("camera", CameraSettings::default(), |e| CameraSettings::read(&single(e, CAMERA)?))?;

    let mut material_names = Names::new("material");
    let mut materials = Vec::new();
    each(&top, "material", &[MATERIAL], |fields, _| {
        materials.push(Material::read(fields, &mut material_names)?);
        let too_many = || fields.refuse(format!("more than {MOST_MATERIALS} materials; let more shapes share one"));
        if materials.len() <= MOST_MATERIALS { Ok(()) } else { Err(too_many()) }
    })?;
    let material_pairs = read_pairs(&top, &material_names)?;
    let mut shape_names = Names::new("shape");
    let shapes = read_shapes(&top, &mut shape_names, &material_names, &materials)?;
    let walls = read_walls(&top, &material_names)?;
    let grains = Grains::new(&shape_names, &shapes, &materials);
    let (bodies, files) = read_bodies(&top, &grains, simulation.seed)?;
    let mut insertions = Vec::new();
    each(&top, "insertion", &[INSERTION], |fields, _| {
        insertions.push(Insertion::read(fields, &grains)?);
        Ok(())
    })?;
    let source = Source::default();
    let scene = Scene {
        source,
        simulation,
        contact,
        drag,
        materials,
        material_pairs,
        shapes,
        walls,
        bodies,
        insertions,
        output,
        camera,
    };
    Ok((scene, files))
}

/// The table `[key]`.
fn single<'a>(entry: &Entry<'a>, known: &'static [Key]) -> Result<Fields<'a>, SceneError> {
    entry.fields_of(format!("[{}]", entry.name()), &[known])
}

/// Hands every `[[key]]` to `read`, with its index.
fn each(
    top: &Fields,
    key: &str,
    known: &[&'static [Key]],
    mut read: impl FnMut(&mut Fields, u64) -> Result<(), SceneError>,
) -> Result<(), SceneError> {
    let Some(entry) = top.find(key) else { return Ok(()) };
    for (index, element) in (0..).zip(entry.list()?) {
        let number = || format!("{key} {}", index + 1);
        let what = element.own_name().map_or_else(number, |name| format!("{key} \"{}\"", quote(name)));
        let mut fields = element.fields_of(what, known)?;
        read(&mut fields, index)?;
    }
    Ok(())
}

fn read_pairs(top: &Fields, names: &Names) -> Result<Vec<MaterialPair>, SceneError> {
    let mut pairs = Vec::new();
    each(top, "material_pair", &[MATERIAL_PAIR], |fields, _| {
        let pair = MaterialPair::read(fields, names)?;
        refuse_repeated(&pairs, &pair, fields)?;
        pairs.push(pair);
        Ok(())
    })?;
    Ok(pairs)
}

fn read_shapes(
    top: &Fields,
    names: &mut Names,
    material_names: &Names,
    materials: &[Material],
) -> Result<Vec<NamedShape>, SceneError> {
    let mut shapes = Vec::new();
    each(top, "shape", &with_kinds(SHAPE, SHAPE_TYPES), |fields, _| {
        shapes.push(NamedShape::read(fields, names, material_names, materials)?);
        Ok(())
    })?;
    Ok(shapes)
}

fn read_walls(top: &Fields, materials: &Names) -> Result<Vec<Wall>, SceneError> {
    let mut names = Names::new("wall");
    let mut walls = Vec::new();
    each(top, "wall", &with_kinds(WALL, WALL_TYPES), |fields, _| {
        walls.push(Wall::read(fields, &mut names, materials)?);
        Ok(())
    })?;
    Ok(walls)
}

fn read_bodies(top: &Fields, grains: &Grains, seed: u64) -> Result<(Vec<BodySeed>, Vec<PathBuf>), SceneError> {
    let (mut bodies, mut files) = (Vec::new(), Vec::new());
    each(top, "body", &[BODY], |fields, _| {
        bodies.push(grains.read_body(fields)?);
        Ok(())
    })?;
    each(top, "lattice", &[LATTICE], |fields, index| grains.read_lattice(fields, seed, index, &mut bodies))?;
    each(top, "particles", &[PARTICLES], |fields, _| {
        let file = ParticleFile::read(fields, grains)?;
        files.push(file.path().to_path_buf());
        // File 0 is the scene itself.
        file.add_bodies(grains, files.len() as u32, &mut bodies)
    })?;
    Ok((bodies, files))
}

/// The parser's complaint, where it is.
pub(super) fn syntax(source: &Source, error: &toml::de::Error) -> SceneError {
    let (line, column) = source.position(error.span().map_or(0, |span| span.start));
    let hint = if error.message().contains("duplicate key") {
        "; a key stands once per table, and each item of a list needs its own [[...]]"
    } else {
        ""
    };
    SceneError::Syntax {
        place: source.place(line),
        column,
        reason: format!("{}{hint}", quote_values(error.message())).into(),
    }
}
