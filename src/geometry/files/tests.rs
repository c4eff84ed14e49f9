//! Mesh files, good and bad.

use std::fmt::Write;
use std::path::PathBuf;

use glam::{DQuat, DVec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::geometry::{Polyhedron, Shape, ShapeError, SurfaceMesh};

/// Reads `bytes` as a file of the given name.
fn read(name: &str, bytes: &[u8]) -> Result<Polyhedron, ShapeError> {
    let path = scratch_file(name);
    std::fs::write(&path, bytes).expect("the temporary folder can be written to");
    let grain = Polyhedron::from_file(&path);
    std::fs::remove_file(&path).expect("the file was written above");
    grain
}

/// A path of its own for every test and process.
fn scratch_file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("packstone-{}-{name}", std::process::id()))
}

/// Why the file was refused; the message must name it.
fn refusal(name: &str, bytes: &[u8]) -> String {
    let message = read(name, bytes).expect_err("a bad file").to_string();
    assert!(message.contains(name), "{message}");
    message
}

/// A turned octagonal prism: its large faces hold together only if no digit is lost.
fn prism() -> SurfaceMesh {
    let solid = Polyhedron::octagonal_prism(0.3, 0.5).expect("a prism");
    let mut mesh = Shape::Polyhedron(solid).surface_mesh(8).expect("finite");
    let turn = DQuat::from_scaled_axis(DVec3::new(0.3, -0.8, 0.5));
    mesh.vertices.iter_mut().for_each(|v| *v = turn * *v);
    mesh
}

/// An L of three unit cubes, seen along z from 0 to 1: closed, but not convex.
fn corner_piece() -> SurfaceMesh {
    let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let at = |z: f64| outline.map(|[x, y]| DVec3::new(x, y, z));
    let vertices: Vec<DVec3> = at(0.0).into_iter().chain(at(1.0)).collect();
    let mut triangles = Vec::new();
    for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
        triangles.extend([[a, c, b], [a + 6, b + 6, c + 6]]);
    }
    for k in 0..6 {
        let next = (k + 1) % 6;
        triangles.extend([[k, next, next + 6], [k, next + 6, k + 6]]);
    }
    SurfaceMesh { vertices, triangles }
}

fn corners(mesh: &SurfaceMesh) -> impl Iterator<Item = [DVec3; 3]> {
    mesh.triangles.iter().map(|t| t.map(|k| mesh.vertices[k as usize]))
}

fn text_stl(mesh: &SurfaceMesh) -> String {
    let mut text = String::from("solid grain\n");
    for triangle in corners(mesh) {
        text += "  facet normal 0 0 0\n    outer loop\n";
        triangle.iter().for_each(|p| writeln!(text, "      vertex {:e} {:e} {:e}", p.x, p.y, p.z).expect("a string"));
        text += "    endloop\n  endfacet\n";
    }
    text + "endsolid grain\n"
}

fn binary_stl(mesh: &SurfaceMesh, header: &str) -> Vec<u8> {
    let mut bytes = format!("{header:80}").into_bytes();
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for triangle in corners(mesh) {
        bytes.extend([0; 12]);
        triangle.iter().flat_map(|p| p.to_array()).for_each(|x| bytes.extend((x as f32).to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn obj(mesh: &SurfaceMesh) -> String {
    let mut text = String::from("# a grain\no grain\n");
    mesh.vertices.iter().for_each(|p| writeln!(text, "v {} {} {}", p.x, p.y, p.z).expect("a string"));
    text += "vn 0 0 1\n";
    let count = mesh.vertices.len() as i64;
    for [a, b, c] in mesh.triangles.iter().map(|t| t.map(i64::from)) {
        writeln!(text, "f {} {}//1 {}", a + 1, b + 1, c - count).expect("a string");
    }
    text
}

fn ply_header(mesh: &SurfaceMesh, format: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
         element face {}\nproperty list uchar int vertex_indices\nend_header\n",
        mesh.vertices.len(),
        mesh.triangles.len()
    )
}

fn text_ply(mesh: &SurfaceMesh) -> String {
    let mut text = ply_header(mesh, "ascii");
    mesh.vertices.iter().for_each(|p| writeln!(text, "{} {} {}", p.x, p.y, p.z).expect("a string"));
    mesh.triangles.iter().for_each(|[a, b, c]| writeln!(text, "3 {a} {b} {c}").expect("a string"));
    text
}

fn binary_ply(mesh: &SurfaceMesh) -> Vec<u8> {
    let mut bytes = ply_header(mesh, "binary_little_endian").into_bytes();
    mesh.vertices.iter().flat_map(|p| p.to_array()).for_each(|x| bytes.extend(x.to_le_bytes()));
    for triangle in &mesh.triangles {
        bytes.push(3);
        triangle.iter().for_each(|k| bytes.extend(k.to_le_bytes()));
    }
    bytes
}

#[test]
fn files_with_all_digits_give_the_same_prism() {
    let mesh = prism();
    let files = [
        ("same.stl", text_stl(&mesh).into_bytes()),
        ("same.OBJ", obj(&mesh).into_bytes()),
        ("same.ply", text_ply(&mesh).into_bytes()),
        ("same-binary.ply", binary_ply(&mesh)),
    ];
    for (name, bytes) in files {
        let grain = read(name, &bytes).expect("a good file");
        assert_eq!((grain.vertices().len(), grain.faces().len()), (16, 10), "{name}");
        assert!(grain.vertices().iter().all(|v| mesh.vertices.contains(v)), "{name}");
    }
}

#[test]
fn binary_stl_is_read_whatever_its_header_says() {
    let mesh = prism();
    for (name, header) in [("plain.stl", "a grain"), ("solid.stl", "solid grain")] {
        let grain = read(name, &binary_stl(&mesh, header)).expect("a good file");
        assert_eq!(grain.vertices().len(), 16);
        let volume = Shape::Polyhedron(grain).mass_properties().expect("finite").volume;
        assert!((volume / mesh.volume() - 1.0).abs() < 1e-6);
    }
}

#[test]
fn triangles_that_all_look_inward_are_as_good() {
    let mut mesh = prism();
    mesh.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    assert!(read("inward.stl", text_stl(&mesh).as_bytes()).is_ok());
}

#[test]
fn truncated_files_are_refused() {
    let mesh = prism();
    let binary = binary_stl(&mesh, "a grain");
    let message = refusal("short.stl", &binary[..binary.len() - 20]);
    assert!(message.contains("truncated: 28 triangles need 1484 bytes, the file has 1464"), "{message}");
    assert!(refusal("stub.stl", &binary[..50]).contains("truncated"));
    let text = text_stl(&mesh);
    let lines: Vec<&str> = text.lines().collect();
    assert!(refusal("unended.stl", lines[..15].join("\n").as_bytes()).contains("without 'endsolid'"));
    let ply = binary_ply(&mesh);
    assert!(refusal("short.ply", &ply[..ply.len() - 5]).contains("face 27: truncated"));
}

/// A header that promises more than there is costs neither time nor memory.
#[test]
fn forged_counts_of_a_ply_file_are_refused_at_once() {
    let file = |body: &str| format!("ply\nformat binary_little_endian 1.0\n{body}end_header\n").into_bytes();
    let empty = refusal("no-properties.ply", &file("element x 18446744073709551615\n"));
    assert!(empty.contains("element \"x\" has no properties"), "{empty}");
    let many = refusal("many.ply", &file("element vertex 4000000000\nproperty double x\n"));
    assert!(many.contains("vertex 0: truncated"), "{many}");
    let mut list = file("element face 1\nproperty list uint double vertex_indices\n");
    list.extend(u32::MAX.to_le_bytes());
    assert!(refusal("list.ply", &list).contains("face 0: truncated"));
    let mut negative = file("element face 1\nproperty list char int vertex_indices\n");
    negative.push(255);
    assert!(refusal("negative.ply", &negative).contains("a list of -1 numbers"));
}

#[test]
fn both_orders_of_bytes_are_read() {
    let mesh = prism();
    let mut bytes = ply_header(&mesh, "binary_big_endian").into_bytes();
    mesh.vertices.iter().flat_map(|p| p.to_array()).for_each(|x| bytes.extend(x.to_be_bytes()));
    for triangle in &mesh.triangles {
        bytes.push(3);
        triangle.iter().for_each(|k| bytes.extend(k.to_be_bytes()));
    }
    assert_eq!(read("big.ply", &bytes).expect("a good file").vertices().len(), 16);
}

#[test]
fn bad_numbers_are_named_with_their_line() {
    let mut mesh = prism();
    mesh.vertices[3].y = f64::NAN;
    let line_of = |text: &str| text.lines().position(|line| line.contains("NaN")).map(|k| format!("line {}: ", k + 1));
    for (name, text) in [("nan.stl", text_stl(&mesh)), ("nan.obj", obj(&mesh))] {
        let message = refusal(name, text.as_bytes());
        let line = line_of(&text).expect("a NaN was written");
        assert!(message.contains(&line) && message.contains("coordinate 'NaN' is not finite"), "{message}");
    }
    assert!(refusal("nan-binary.stl", &binary_stl(&mesh, "")).contains("triangle "));
    assert!(refusal("nan-binary.ply", &binary_ply(&mesh)).contains("vertex 3: y is NaN"));
    assert!(refusal("word.obj", b"v 0 0 0\nv 1 two 0\n").contains("line 2: 'two' is not a number"));
    assert!(refusal("few.obj", b"v 0 0\n").contains("line 1: a vertex with fewer than 3 coordinates"));
    assert!(refusal("range.obj", b"v 0 0 0\nf 1 2 3\n").contains("line 2: a face names vertex 2, with 1 vertices"));
    let header = ply_header(&SurfaceMesh { triangles: vec![[0; 3]], ..prism() }, "ascii");
    let ply = |face: &str| format!("{header}{}3 {face}\n", "0 0 0\n".repeat(16));
    assert!(refusal("range.ply", ply("1 2 99").as_bytes()).contains("face 0: it names vertex 99 of 16"));
    let last = ply("zero 1 2").lines().count();
    assert!(refusal("word.ply", ply("zero 1 2").as_bytes()).contains(&format!("line {last}: 'zero' is not a number")));
}

#[test]
fn files_without_a_volume_are_refused() {
    for name in ["empty.stl", "empty.obj", "empty.ply"] {
        assert!(refusal(name, b"").contains("the file is empty"));
    }
    let mut flat = prism();
    flat.vertices.iter_mut().for_each(|v| v.z = 0.25);
    assert!(refusal("flat.stl", text_stl(&flat).as_bytes()).contains("no volume"));
    assert!(refusal("flat-binary.stl", &binary_stl(&flat, "")).contains("no volume"));
    assert!(refusal("hollow.stl", b"solid nothing\nendsolid nothing\n").contains("no volume"));
    let points = SurfaceMesh { triangles: Vec::new(), ..prism() };
    assert!(refusal("cloud.obj", obj(&points).as_bytes()).contains("no volume"));
    assert!(refusal("cloud.ply", text_ply(&points).as_bytes()).contains("no volume"));
}

#[test]
fn meshes_that_are_not_convex_are_refused_with_both_volumes() {
    for message in [
        refusal("corner.stl", text_stl(&corner_piece()).as_bytes()),
        refusal("corner.obj", obj(&corner_piece()).as_bytes()),
        refusal("corner.ply", &binary_ply(&corner_piece())),
    ] {
        assert!(message.contains("encloses 3e0 m3, its convex hull 3.5e0 m3"), "{message}");
    }
    let mut open = prism();
    open.triangles.pop();
    assert!(refusal("open.stl", text_stl(&open).as_bytes()).contains("has holes"));
}

#[test]
fn unknown_and_missing_files_are_refused() {
    assert!(refusal("grain.step", b"ISO-10303-21;").contains("unknown extension 'step': give a .stl, .obj or .ply"));
    let missing = Polyhedron::from_file(scratch_file("missing.stl")).expect_err("no such file");
    assert!(missing.to_string().contains("missing.stl"), "{missing}");
    assert!(refusal("noise.stl", b"solid x\n  facet\n hello\n").contains("line 3: 'hello' is no word"));
    refusal("noise.ply", b"\x00\xff\x12 no mesh at all");
    assert!(refusal("noise.obj", b"\x00\xff\x12").contains("not a text file"));
}

#[test]
fn damaged_files_are_read_or_refused_but_never_crash() {
    let mesh = prism();
    let files: [(super::Reader, Vec<u8>); 5] = [
        (super::stl::read, text_stl(&mesh).into_bytes()),
        (super::stl::read, binary_stl(&mesh, "")),
        (super::obj::read, obj(&mesh).into_bytes()),
        (super::ply::read, text_ply(&mesh).into_bytes()),
        (super::ply::read, binary_ply(&mesh)),
    ];
    let mut rng = Pcg64::seed_from_u64(51);
    let mut refused = 0;
    for (read, good) in &files {
        for _ in 0..2000 {
            let mut bytes = good.clone();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..bytes.len());
                bytes[at] = if rng.random_bool(0.5) { rng.random() } else { b'9' };
            }
            bytes.truncate(rng.random_range(0..2 * bytes.len()));
            refused += u32::from(read(&bytes).and_then(|mesh| super::convex_grain(&mesh)).is_err());
        }
    }
    assert!((6000..10_000).contains(&refused), "{refused} of 10000 refused");
}
