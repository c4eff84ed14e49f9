//! Files for ParaView: read back by a reader of these tests, and by VTK itself where Python has it.

mod reader;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use glam::DVec3;
use packstone::engine::ContactPartner;
use packstone::narrow::Kind;
use packstone::output::frames::Frame;
use packstone::output::vtk::{Series, chains, contacts, grains, walls};
use packstone::scene::Scene;
use packstone::sim::{Options, Simulation};
use serde_json::Value;

use crate::common::folder::Folder;

const RAIN: &str = include_str!("../scenes/rain.toml");
const SEGMENTS: usize = 16;

/// A scene of several shapes after some steps.
fn rain() -> &'static (Scene, Frame) {
    static RUN: OnceLock<(Scene, Frame)> = OnceLock::new();
    RUN.get_or_init(|| {
        let scene = Scene::parse(RAIN, "rain.toml").expect("a scene");
        let mut run = Simulation::new(scene.clone(), Options::default()).expect("a good start");
        let _ = run.step(8000).expect("good steps");
        (scene, Frame::capture(&mut run).expect("a frame"))
    })
}

fn vector(array: &reader::Array, index: usize) -> DVec3 {
    DVec3::from_slice(&array.numbers[3 * index..3 * index + 3])
}

#[test]
fn surfaces_are_where_the_grains_are() {
    let (scene, frame) = rain();
    let file = reader::read(&grains(frame, scene, SEGMENTS).to_bytes(frame).expect("a file"));
    let points = file.array("Points", "Points");
    let all = &frame.grains;
    let mesh = |grain: usize| scene.shapes[all.shapes[grain]].shape.surface_mesh(SEGMENTS).expect("a finite shape");
    let (mut first, mut triangles) = (0, 0);
    for grain in 0..all.len() {
        let mesh = mesh(grain);
        for (k, vertex) in mesh.vertices.iter().enumerate() {
            let expected = all.positions[grain] + all.orientations[grain] * (*vertex * all.scales[grain]);
            assert!(vector(points, first + k).distance(expected) < 1e-8, "grain {grain}");
            assert_eq!(file.array("PointData", "id").numbers[first + k], all.ids[grain] as f64);
        }
        let at = |name: &str| file.array("PointData", name);
        assert_eq!(at("species").numbers[first], all.shapes[grain] as f64);
        assert_eq!(at("coordination").numbers[first], f64::from(all.coordination[grain]));
        for (name, expected) in [
            ("velocity", all.velocities[grain]),
            ("angular_velocity", all.angular_velocities[grain]),
            ("force", all.forces[grain]),
        ] {
            assert!(vector(at(name), first).distance(expected) <= 1e-6 * expected.length(), "{name} of {grain}");
        }
        assert!((at("speed").numbers[first] - all.velocities[grain].length()).abs() < 1e-6);
        assert_eq!(at("orientation").components, 4);
        let turn = &at("orientation").numbers[4 * first..4 * first + 4];
        let expected = all.orientations[grain];
        assert!((turn[0] - expected.w).abs() < 1e-6 && (turn[3] - expected.z).abs() < 1e-6);
        first += mesh.vertices.len();
        triangles += mesh.triangles.len();
    }
    assert_eq!((file.count("NumberOfPoints"), file.count("NumberOfPolys")), (first, triangles));
    let corners = &file.array("Polys", "connectivity").numbers;
    assert_eq!(corners.len(), 3 * triangles);
    assert_eq!(file.array("Polys", "offsets").numbers.last(), Some(&(3.0 * triangles as f64)));
    // The triangles close: the volume inside them is that of the meshes.
    let corner = |k: usize| vector(points, corners[k] as usize);
    let volume: f64 = (0..triangles).map(|t| corner(3 * t).dot(corner(3 * t + 1).cross(corner(3 * t + 2))) / 6.0).sum();
    let expected: f64 = (0..all.len()).map(|grain| mesh(grain).volume() * all.scales[grain].powi(3)).sum();
    assert!((volume / expected - 1.0).abs() < 1e-4, "{volume} {expected}");
}

#[test]
fn contacts_are_points_and_lines() {
    let (_, frame) = rain();
    let file = reader::read(&contacts(frame).to_bytes(frame).expect("a file"));
    let lines = reader::read(&chains(frame).to_bytes(frame).expect("a file"));
    let count = frame.contacts.len();
    assert!(count > 5);
    assert_eq!((file.count("NumberOfPoints"), file.count("NumberOfVerts")), (count, count));
    assert_eq!(lines.count("NumberOfLines"), count);
    for (k, contact) in frame.contacts.iter().enumerate() {
        assert!(vector(file.array("Points", "Points"), k).distance(contact.point) < 1e-8);
        assert!(vector(file.array("PointData", "normal"), k).distance(contact.normal) < 1e-6);
        let force = vector(file.array("PointData", "force"), k);
        assert!(force.distance(contact.force) <= 1e-6 * contact.force.length());
        let number = |name: &str| file.array("PointData", name).numbers[k];
        assert!((number("overlap") / contact.overlap - 1.0).abs() < 1e-6);
        assert_eq!(number("kind") as usize, Kind::ALL.iter().position(|kind| *kind == contact.kind).expect("a kind"));
        let (b, wall) = match contact.partner {
            ContactPartner::Grain(id) => (id as f64, -1.0),
            ContactPartner::Wall(wall) => (-1.0, wall as f64),
        };
        assert_eq!((number("a"), number("b"), number("wall")), (contact.grain as f64, b, wall));
        assert_eq!(number("type"), f64::from(u8::from(wall >= 0.0)));
        // The line starts at the centre of the grain.
        let start = lines.array("Lines", "connectivity").numbers[2 * k] as usize;
        let center = frame.grains.centers[frame.grains.index_of(contact.grain).expect("a grain")];
        assert!(vector(lines.array("Points", "Points"), start).distance(center) < 1e-8);
    }
}

#[test]
fn walls_have_their_sides() {
    let (scene, frame) = rain();
    let file = reader::read(&walls(frame, scene).to_bytes(frame).expect("a file"));
    // A box without its top.
    assert_eq!((file.count("NumberOfPoints"), file.count("NumberOfPolys")), (8, 5));
    let points = file.array("Points", "Points");
    assert!((0..8).all(|k| vector(points, k).x.abs() - 0.02 < 1e-8));
}

#[test]
fn an_empty_frame_is_a_file_too() {
    let (scene, frame) = rain();
    let empty = Frame { grains: Default::default(), contacts: Vec::new(), ..frame.clone() };
    for data in [grains(&empty, scene, 8), contacts(&empty), chains(&empty)] {
        assert_eq!(reader::read(&data.to_bytes(&empty).expect("a file")).count("NumberOfPoints"), 0);
    }
}

/// A directory of its own for each test, gone at the end.
struct Place(Folder);

fn series(test: &str) -> Place {
    let (scene, frame) = rain();
    let path = Folder::new(test);
    let series = Series::new(&path, frame.time / 8000.0, Some(SEGMENTS));
    let early = Frame { step: 4000, time: frame.time / 2.0, ..frame.clone() };
    series.write(frame, scene).expect("files");
    series.write(&early, scene).expect("files");
    Place(path)
}

#[test]
fn a_series_lists_its_files_in_the_order_of_time() {
    let place = series("list");
    let list = fs::read_to_string(place.0.join("grains.pvd")).expect("a list");
    let files: Vec<&str> = list.split("file=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(files, ["grains-0000004000.vtp", "grains-0000008000.vtp"]);
    files.iter().for_each(|file| assert!(place.0.join(file).exists()));
    let (_, frame) = rain();
    Series::new(&place.0, frame.time / 8000.0, None).remove(|step| step < 6000).expect("removed");
    let list = fs::read_to_string(place.0.join("walls.pvd")).expect("a list");
    assert!(list.contains("walls-0000004000.vtp") && !list.contains("walls-0000008000.vtp"));
    assert!(!place.0.join("chains-0000008000.vtp").exists());
}

/// Python with VTK, if there is one: `PACKSTONE_PYTHON`, or `python3`.
fn python_with_vtk() -> Option<String> {
    let python = std::env::var("PACKSTONE_PYTHON").unwrap_or_else(|_| "python3".into());
    let import = Command::new(&python).args(["-c", "import vtk"]).output();
    import.is_ok_and(|output| output.status.success()).then_some(python)
}

fn as_vtk_reads(folder: &Path) -> Option<Value> {
    let Some(python) = python_with_vtk() else {
        eprintln!(
            "\n*** NOT RUN: no Python with the package vtk. Install it (pip install vtk), or name a Python that has it in \
             PACKSTONE_PYTHON. ***\n"
        );
        return None;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vtk/read.py");
    let output = Command::new(python).arg(script).arg(folder).output().expect("Python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "VTK complains: {}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

#[test]
fn vtk_itself_reads_the_files() {
    let place = series("python");
    let Some(found) = as_vtk_reads(&place.0) else { return };
    let (scene, frame) = rain();
    let all = &frame.grains;
    let mesh = |grain: usize| scene.shapes[all.shapes[grain]].shape.surface_mesh(SEGMENTS).expect("a finite shape");
    let points: usize = (0..all.len()).map(|grain| mesh(grain).vertices.len()).sum();
    assert_eq!(found["grains"]["points"], points);
    let volume: f64 = (0..all.len()).map(|grain| mesh(grain).volume() * all.scales[grain].powi(3)).sum();
    assert!((found["grains"]["volume"].as_f64().expect("a volume") / volume - 1.0).abs() < 1e-3);
    let fields = &found["grains"]["point_data"];
    let last = points - 1;
    assert_eq!(fields["id"]["rows"][last][0].as_f64(), all.ids.last().map(|id| *id as f64));
    for (k, expected) in all.velocities[all.len() - 1].to_array().into_iter().enumerate() {
        let seen = fields["velocity"]["rows"][last][k].as_f64().expect("a number");
        assert!((seen - expected).abs() <= 1e-6 * expected.abs().max(1e-3), "{seen} {expected}");
    }
    assert_eq!(fields["orientation"]["names"], serde_json::json!(["w", "x", "y", "z"]));
    assert_eq!(found["grains"]["texts"]["species_names"], serde_json::json!(["ball", "brick", "wedge"]));
    assert_eq!(found["grains"]["texts"]["packstone"][0], env!("CARGO_PKG_VERSION"));
    assert_eq!(found["grains"]["texts"]["scene_hash"][0], frame.provenance.scene_hash.as_str());
    assert_eq!(
        (&found["contacts"]["verts"], &found["chains"]["lines"]),
        (&frame.contacts.len().into(), &frame.contacts.len().into())
    );
    let overlap = found["contacts"]["point_data"]["overlap"]["rows"][0][0].as_f64().expect("a number");
    assert!((overlap / frame.contacts[0].overlap - 1.0).abs() < 1e-6);
    let kinds = found["contacts"]["texts"]["kind_names"].as_array().expect("names");
    assert_eq!(kinds[6], "face-face");
    assert_eq!(found["walls"]["polys"], 5);
    assert_eq!(found["walls"]["times"].as_array().map(Vec::len), Some(2));
}
