//! What takes inputs of others, and good inputs to begin with.

use std::fs;
use std::path::PathBuf;

use glam::DVec3;
use packstone::geometry::{Polyhedron, Shape, SurfaceMesh};
use packstone::narrow::{Detector, Minkowski, Status, WarmStart};
use packstone::scene::{Input, Inputs, Scene};
use packstone::sim::{Options, Simulation};
use packstone::studies::pairs::Lines;

/// Most grains of a scene that is made ready to run: the others are only read.
const MOST_GRAINS: usize = 300;

/// Pairs of a file that are answered: one with a needle of a billion widths may take a tenth of a second.
const ANSWERED: usize = 8;

/// One kind of input.
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// Good inputs.
    pub seeds: Vec<Vec<u8>>,
    /// Takes an input, or says why not. Whatever else happens is a mistake.
    pub try_it: fn(&[u8]) -> Result<(), String>,
}

/// All of them. Checkpoints, as files of the program itself, have a place here too.
pub fn all() -> Vec<Target> {
    vec![
        Target { name: "scene", seeds: scenes(), try_it: read_scene },
        Target { name: "csv", seeds: lists("csv"), try_it: |bytes| read_list("list.csv", bytes) },
        Target { name: "json", seeds: lists("json"), try_it: |bytes| read_list("list.json", bytes) },
        Target { name: "stl", seeds: stl(), try_it: |bytes| read_mesh("grain.stl", bytes) },
        Target { name: "obj", seeds: vec![obj(&mesh())], try_it: |bytes| read_mesh("grain.obj", bytes) },
        Target { name: "ply", seeds: ply(), try_it: |bytes| read_mesh("grain.ply", bytes) },
        Target { name: "pairs", seeds: pairs(), try_it: read_pairs },
    ]
}

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn files(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(repository(folder))
        .expect("a folder of this repository")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|own| own == ending))
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a readable file")).collect()
}

fn scenes() -> Vec<Vec<u8>> {
    let small = |text: &Vec<u8>| text.len() < 6000;
    let all = [files("tests/scenes", "toml"), files("examples/scenes", "toml")].concat();
    all.into_iter().filter(small).chain([LISTED.replace("'list'", "'list.csv'\nshape = 'ball'").into_bytes()]).collect()
}

/// Files that seeds name.
fn inputs() -> Inputs {
    let own = ["grains.csv", "places.csv", "tetra.obj"]
        .map(|name| (name.to_owned(), fs::read(repository("tests/scenes").join(name)).unwrap_or_default()));
    let mesh = mesh();
    let made = [("grain.ply".to_owned(), text_ply(&mesh)), ("list.csv".to_owned(), b"x,y,z\n1,2,3\n".to_vec())];
    own.into_iter().chain(made).map(|(name, bytes)| (name, Input::new(bytes))).collect()
}

fn read_scene(bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let scene = Scene::parse_with(text, "scene.toml", inputs()).map_err(|error| error.to_string())?;
    let _ = scene.warnings();
    start(scene)
}

/// Makes a small scene ready, and takes a step.
fn start(scene: Scene) -> Result<(), String> {
    if scene.bodies.len() > MOST_GRAINS {
        return Ok(());
    }
    let inserts = !scene.insertions.is_empty();
    let mut run = Simulation::new(scene, Options::threads(1)).map_err(|error| error.to_string())?;
    if !inserts {
        let _ = run.step(1).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A scene that reads a list of particles.
const LISTED: &str = "
[simulation]
steps = 1
time_step = 1e-9
gravity = [0, 0, 0]
start_overlap = 0.1
[[material]]
name = 'stone'
density = 2500
stiffness = 1e5
restitution = 0.5
friction = 0.3
[[shape]]
name = 'ball'
material = 'stone'
type = 'sphere'
radius = 0.001
[[shape]]
name = 'block'
material = 'stone'
type = 'box'
half_extents = [0.001, 0.002, 0.003]
[[particles]]
file = 'list'
";

fn read_list(name: &str, bytes: &[u8]) -> Result<(), String> {
    let inputs = [(name.to_owned(), Input::new(bytes.to_vec()))].into_iter().collect();
    let scene = Scene::parse_with(LISTED.replace("'list'", &format!("'{name}'")), "scene.toml", inputs);
    start(scene.map_err(|error| error.to_string())?)
}

fn lists(ending: &str) -> Vec<Vec<u8>> {
    let csv = "id,shape,scale,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,fixed\n0,ball,1,0,0,0,1,0,0,0,0,0,-1,0,0,0,0\n\
               1,block,0.5,0.01,0,0,0.6,0.8,0,0,0,0,0,1,2,3,0\n2,ball,1.5,0.02,0,0,1,0,0,0,0,0,0,0,0,0,1\n";
    let short = "# a list\nx, y, z, shape\n0,0,0,ball\n\n0.5,0.5,0.5,\"block\"\n";
    let json = r#"[{"shape": "ball", "x": 0, "y": 0, "z": 0.1}, {"shape": "block", "x": 1, "y": 0, "z": 0,
        "qw": 1, "qx": 0, "qy": 0, "qz": 0, "vx": 0, "vy": 1e-3, "vz": 0, "scale": 2, "fixed": false}]"#;
    let wrapped = format!(r#"{{"step": 5, "particles": {json}, "contacts": [{{"a": 0, "b": null}}]}}"#);
    let all = if ending == "csv" { vec![csv.to_owned(), short.to_owned()] } else { vec![json.to_owned(), wrapped] };
    all.into_iter().map(String::into_bytes).collect()
}

fn read_mesh(name: &str, bytes: &[u8]) -> Result<(), String> {
    let grain = Polyhedron::from_bytes(name, bytes).map_err(|error| error.to_string())?;
    let shape = Shape::Polyhedron(grain);
    assert!(shape.bounding_radius().is_finite() && shape.mass_properties().is_some(), "a grain without numbers");
    Ok(())
}

/// A prism.
fn mesh() -> SurfaceMesh {
    let solid = Polyhedron::octagonal_prism(0.3, 0.5).expect("a prism");
    Shape::Polyhedron(solid).surface_mesh(8).expect("finite")
}

fn stl() -> Vec<Vec<u8>> {
    let mesh = mesh();
    let corners = |t: &[u32; 3]| t.map(|k| mesh.vertices[k as usize]);
    let mut text = String::from("solid grain\n");
    let mut binary = vec![b' '; 80];
    binary.extend((mesh.triangles.len() as u32).to_le_bytes());
    for triangle in mesh.triangles.iter().map(corners) {
        let vertex = |p: &DVec3| format!("vertex {:e} {:e} {:e}\n", p.x, p.y, p.z);
        let all: String = triangle.iter().map(vertex).collect();
        text += &format!("facet normal 0 0 0\nouter loop\n{all}endloop\nendfacet\n");
        binary.extend([0; 12]);
        triangle.iter().flat_map(|p| p.to_array()).for_each(|x| binary.extend((x as f32).to_le_bytes()));
        binary.extend([0; 2]);
    }
    vec![(text + "endsolid grain\n").into_bytes(), binary]
}

fn obj(mesh: &SurfaceMesh) -> Vec<u8> {
    let vertices: String = mesh.vertices.iter().map(|p| format!("v {} {} {}\n", p.x, p.y, p.z)).collect();
    let faces = mesh.triangles.iter().map(|[a, b, c]| format!("f {}/1 {}//2 {}\n", a + 1, b + 1, c + 1));
    (vertices + &faces.collect::<String>()).into_bytes()
}

fn ply_header(mesh: &SurfaceMesh, format: &str) -> String {
    let (vertices, faces) = (mesh.vertices.len(), mesh.triangles.len());
    format!(
        "ply\nformat {format} 1.0\ncomment a grain\nelement vertex {vertices}\nproperty double x\nproperty double y\n\
         property double z\nelement face {faces}\nproperty list uchar int vertex_indices\nend_header\n"
    )
}

fn text_ply(mesh: &SurfaceMesh) -> Vec<u8> {
    let vertices: String = mesh.vertices.iter().map(|p| format!("{} {} {}\n", p.x, p.y, p.z)).collect();
    let faces: String = mesh.triangles.iter().map(|[a, b, c]| format!("3 {a} {b} {c}\n")).collect();
    (ply_header(mesh, "ascii") + &vertices + &faces).into_bytes()
}

fn ply() -> Vec<Vec<u8>> {
    let mesh = mesh();
    let mut little = ply_header(&mesh, "binary_little_endian").into_bytes();
    let mut big = ply_header(&mesh, "binary_big_endian").into_bytes();
    for x in mesh.vertices.iter().flat_map(|p| p.to_array()) {
        little.extend(x.to_le_bytes());
        big.extend(x.to_be_bytes());
    }
    for triangle in &mesh.triangles {
        little.push(3);
        big.push(3);
        triangle.iter().for_each(|k| little.extend(k.to_le_bytes()));
        triangle.iter().for_each(|k| big.extend(k.to_be_bytes()));
    }
    vec![text_ply(&mesh), little, big]
}

/// Some lines of every file of pairs.
fn pairs() -> Vec<Vec<u8>> {
    let of_file = |bytes: Vec<u8>| -> Vec<Vec<u8>> {
        let short = |line: &&[u8]| line.len() < 4000 && !line.is_empty();
        bytes.split(|byte| *byte == b'\n').filter(short).step_by(97).map(<[u8]>::to_vec).collect()
    };
    files("tests/reference", "jsonl").into_iter().flat_map(of_file).collect()
}

fn read_pairs(bytes: &[u8]) -> Result<(), String> {
    let mut detector = Minkowski::default();
    let mut refused = None;
    for (number, line) in Lines::new(bytes).enumerate() {
        let pair = match line.map_err(|error| error.to_string())?.pair {
            Ok(pair) => pair,
            Err(error) => {
                refused = Some(error.to_string());
                continue;
            }
        };
        if number >= ANSWERED {
            continue;
        }
        match detector.detect(&pair.a.body(), &pair.b.body(), &mut WarmStart::default()) {
            Ok(contact) => {
                let finite = contact.overlap.is_finite() && contact.normal.is_finite() && contact.point.is_finite();
                assert!(finite || contact.status != Status::Ok, "an answer that is no number: {contact:?}");
            }
            Err(error) => refused = Some(error.to_string()),
        }
    }
    refused.map_or(Ok(()), Err)
}
