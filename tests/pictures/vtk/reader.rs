//! A reader of VTK's XML files that shares nothing with the writer: it looks for elements in the head and unpacks the
//! arrays behind it as the format's description says.

use std::collections::HashMap;
use std::io::Read;

use flate2::read::ZlibDecoder;

/// An array of a file.
#[derive(Debug)]
pub struct Array {
    pub components: usize,
    pub numbers: Vec<f64>,
}

/// A file: the attributes of its piece, and its arrays by section and name.
#[derive(Debug)]
pub struct File {
    pub piece: HashMap<String, String>,
    pub arrays: HashMap<(String, String), Array>,
}

impl File {
    pub fn array(&self, section: &str, name: &str) -> &Array {
        self.arrays.get(&(section.into(), name.into())).unwrap_or_else(|| panic!("no array {name} in {section}"))
    }

    pub fn count(&self, attribute: &str) -> usize {
        self.piece[attribute].parse().expect("a number")
    }
}

/// Attributes of an element such as `<Piece NumberOfPoints="8">`.
fn attributes(element: &str) -> HashMap<String, String> {
    let mut parts = element.split('"');
    let mut found = HashMap::new();
    while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
        let key = key.trim().trim_end_matches('=');
        found.insert(key.rsplit(' ').next().expect("a name").to_owned(), value.to_owned());
    }
    found
}

fn word(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[8 * at..8 * at + 8].try_into().expect("eight bytes")) as usize
}

/// The bytes of the array that starts here.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let blocks = word(bytes, 0);
    if blocks == 0 {
        return Vec::new();
    }
    let (size, last) = (word(bytes, 1), word(bytes, 2));
    let mut at = 8 * (3 + blocks);
    let mut all = Vec::new();
    for block in 0..blocks {
        let packed = word(bytes, 3 + block);
        let before = all.len();
        ZlibDecoder::new(&bytes[at..at + packed]).read_to_end(&mut all).expect("zlib");
        let expected = if block + 1 == blocks && last > 0 { last } else { size };
        assert_eq!(all.len() - before, expected, "block {block} has another size than told");
        at += packed;
    }
    all
}

fn numbers(kind: &str, bytes: &[u8]) -> Vec<f64> {
    match kind {
        "Float32" => bytes.chunks(4).map(|c| f64::from(f32::from_le_bytes(c.try_into().expect("four")))).collect(),
        "Int32" => bytes.chunks(4).map(|c| f64::from(i32::from_le_bytes(c.try_into().expect("four")))).collect(),
        "Int64" => bytes.chunks(8).map(|c| i64::from_le_bytes(c.try_into().expect("eight")) as f64).collect(),
        other => panic!("type {other}"),
    }
}

/// Reads a file of polygons.
pub fn read(bytes: &[u8]) -> File {
    let mark = b"<AppendedData encoding=\"raw\">\n_";
    let start = bytes.windows(mark.len()).position(|window| window == mark).expect("a part of numbers");
    let head = std::str::from_utf8(&bytes[..start]).expect("a head of text");
    let body = &bytes[start + mark.len()..];
    assert!(bytes.ends_with(b"\n</AppendedData>\n</VTKFile>\n"));
    for part in ["byte_order=\"LittleEndian\"", "header_type=\"UInt64\"", "compressor=\"vtkZLibDataCompressor\""] {
        assert!(head.contains(part), "{part}");
    }
    let mut file = File { piece: HashMap::new(), arrays: HashMap::new() };
    let mut section = String::new();
    for element in head.split('<').skip(1) {
        let attributes = attributes(element);
        match element.split([' ', '>', '/']).next().expect("a name") {
            "Piece" => file.piece = attributes,
            "DataArray" if attributes["format"] == "appended" => {
                let offset: usize = attributes["offset"].parse().expect("a number");
                let numbers = numbers(&attributes["type"], &unpacked(&body[offset..]));
                let components = attributes.get("NumberOfComponents").map_or(1, |n| n.parse().expect("a number"));
                file.arrays.insert((section.clone(), attributes["Name"].clone()), Array { components, numbers });
            }
            name @ ("PointData" | "CellData" | "Points" | "Verts" | "Lines" | "Polys") => section = name.into(),
            _ => {}
        }
    }
    file
}
