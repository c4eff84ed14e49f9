//! PLY, text and binary. Read here and not by a library: the one at hand believes the counts of a header, and a file of
//! 73 bytes made it take all memory. Here nothing is set aside before its bytes have been seen.

use glam::DVec3;

use super::{coordinate, push_polygon};
use crate::common::files::quote;
use crate::geometry::SurfaceMesh;

/// The types of numbers by their names, old and new.
const TYPES: [([&str; 2], Number); 8] = [
    (["char", "int8"], Number::I8),
    (["uchar", "uint8"], Number::U8),
    (["short", "int16"], Number::I16),
    (["ushort", "uint16"], Number::U16),
    (["int", "int32"], Number::I32),
    (["uint", "uint32"], Number::U32),
    (["float", "float32"], Number::F32),
    (["double", "float64"], Number::F64),
];

/// A type of numbers.
#[derive(Clone, Copy, Debug)]
enum Number {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

/// One value of an element, or a list of them behind its length.
struct Property {
    name: String,
    length: Option<Number>,
    value: Number,
}

/// A kind of element: so many, with these properties.
struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
}

/// How the numbers are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    LittleEndian,
    BigEndian,
}

/// The faces of a PLY file, cut into triangles.
pub(super) fn read(bytes: &[u8]) -> Result<SurfaceMesh, String> {
    let mut cursor = Cursor { bytes, line: 0, format: Format::Text };
    let elements = header(&mut cursor)?;
    let mut mesh = SurfaceMesh::default();
    for element in &elements {
        for k in 0..element.count {
            let at = |reason: String| format!("{} {k}: {reason}", quote(&element.name));
            let numbers = cursor.element(element).map_err(at)?;
            match element.name.as_str() {
                "vertex" => mesh.vertices.push(position(element, &numbers).map_err(at)?),
                "face" => {
                    let corners = corners(element, &numbers, mesh.vertices.len()).map_err(at)?;
                    push_polygon(&mut mesh, &corners);
                }
                _ => {}
            }
        }
    }
    Ok(mesh)
}

/// What the file promises, up to `end_header`.
fn header(cursor: &mut Cursor) -> Result<Vec<Element>, String> {
    let mut elements: Vec<Element> = Vec::new();
    if cursor.header_line()?.trim() != "ply" {
        return Err("not a PLY file: its first line is not \"ply\"".into());
    }
    let mut format = None;
    loop {
        let words: Vec<&str> = cursor.header_line()?.split_whitespace().collect();
        let wrong = |what: &str| format!("line {}: {what}: \"{}\"", cursor.line, quote(&words.join(" ")));
        match words[..] {
            [] | ["comment" | "obj_info", ..] => {}
            ["format", name, "1.0"] => format = Some(format_of(name).ok_or_else(|| wrong("unknown format"))?),
            ["element", name, count] => {
                let count = count.parse().map_err(|_| wrong("an element without a count"))?;
                elements.push(Element { name: name.into(), count, properties: Vec::new() });
            }
            ["property", ref rest @ ..] => {
                let property = property(rest).ok_or_else(|| wrong("no property of a known type"))?;
                let element = elements.last_mut().ok_or_else(|| wrong("a property of no element"))?;
                element.properties.push(property);
            }
            ["end_header"] => break,
            _ => return Err(wrong("no line of a PLY header")),
        }
    }
    if let Some(empty) = elements.iter().find(|element| element.properties.is_empty() && element.count > 0) {
        return Err(format!("element \"{}\" has no properties", quote(&empty.name)));
    }
    cursor.format = format.ok_or("the header has no line \"format ...\"")?;
    Ok(elements)
}

fn format_of(name: &str) -> Option<Format> {
    match name {
        "ascii" => Some(Format::Text),
        "binary_little_endian" => Some(Format::LittleEndian),
        "binary_big_endian" => Some(Format::BigEndian),
        _ => None,
    }
}

/// The property that the words after "property" describe.
fn property(words: &[&str]) -> Option<Property> {
    let of = |name: &str| TYPES.iter().find(|(names, _)| names.contains(&name)).map(|(_, number)| *number);
    match *words {
        ["list", length, value, name] => {
            Some(Property { name: name.into(), length: Some(of(length)?), value: of(value)? })
        }
        [value, name] => Some(Property { name: name.into(), length: None, value: of(value)? }),
        _ => None,
    }
}

/// The rest of the file.
struct Cursor<'a> {
    bytes: &'a [u8],
    /// Lines taken so far.
    line: usize,
    format: Format,
}

impl<'a> Cursor<'a> {
    /// The next line; none at the end of the file.
    fn next_line(&mut self) -> Result<Option<&'a str>, String> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let end = self.bytes.iter().position(|byte| *byte == b'\n').unwrap_or(self.bytes.len());
        let (line, rest) = self.bytes.split_at(end);
        self.bytes = rest.get(1..).unwrap_or_default();
        self.line += 1;
        std::str::from_utf8(line).map(Some).map_err(|_| format!("line {}: not a text", self.line))
    }

    fn header_line(&mut self) -> Result<&'a str, String> {
        self.next_line()?.ok_or_else(|| "truncated: the header has no end".into())
    }

    /// The numbers of the next element, by its properties.
    fn element(&mut self, element: &Element) -> Result<Vec<Vec<f64>>, String> {
        if self.format != Format::Text {
            return values(element, |number| self.number(number));
        }
        let mut words = loop {
            let line = self.next_line()?.ok_or("truncated: the file ends before it")?;
            if !line.trim().is_empty() {
                break line.split_whitespace();
            }
        };
        let line = self.line;
        let at = |reason: String| format!("line {line}: {reason}");
        let next = |_| words.next().ok_or("fewer numbers than it has properties".into()).and_then(coordinate);
        let numbers = values(element, next).map_err(at)?;
        if words.next().is_some() { Err(at("more numbers than it has properties".into())) } else { Ok(numbers) }
    }

    /// The next number of a binary file.
    fn number(&mut self, number: Number) -> Result<f64, String> {
        Ok(match number {
            Number::I8 => f64::from(i8::from_le_bytes(self.take()?)),
            Number::U8 => f64::from(u8::from_le_bytes(self.take()?)),
            Number::I16 => f64::from(i16::from_le_bytes(self.take()?)),
            Number::U16 => f64::from(u16::from_le_bytes(self.take()?)),
            Number::I32 => f64::from(i32::from_le_bytes(self.take()?)),
            Number::U32 => f64::from(u32::from_le_bytes(self.take()?)),
            Number::F32 => f64::from(f32::from_le_bytes(self.take()?)),
            Number::F64 => f64::from_le_bytes(self.take()?),
        })
    }

    /// The next bytes, the lowest first.
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (taken, rest) = self.bytes.split_first_chunk::<N>().ok_or("truncated: the file ends in it")?;
        self.bytes = rest;
        let mut taken = *taken;
        if self.format == Format::BigEndian {
            taken.reverse();
        }
        Ok(taken)
    }
}

/// The numbers of an element, by its properties.
fn values(element: &Element, mut next: impl FnMut(Number) -> Result<f64, String>) -> Result<Vec<Vec<f64>>, String> {
    let mut all = Vec::with_capacity(element.properties.len());
    for property in &element.properties {
        let length = property.length.map_or(Ok(1.0), &mut next)?;
        if !(0.0..=f64::from(u32::MAX)).contains(&length) || length.fract() != 0.0 {
            return Err(format!("a list of {length} numbers"));
        }
        // Nothing is set aside for what the length promises.
        let mut numbers = Vec::new();
        for _ in 0..length as u32 {
            numbers.push(next(property.value)?);
        }
        all.push(numbers);
    }
    Ok(all)
}

/// The numbers of the property with one of these names.
fn named<'a>(element: &Element, numbers: &'a [Vec<f64>], names: &[&str]) -> Option<&'a [f64]> {
    let index = element.properties.iter().position(|property| names.contains(&property.name.as_str()))?;
    numbers.get(index).map(Vec::as_slice)
}

/// The coordinates of a vertex.
fn position(element: &Element, numbers: &[Vec<f64>]) -> Result<DVec3, String> {
    let mut point = DVec3::ZERO;
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        let Some(&[value]) = named(element, numbers, &[name]) else { return Err(format!("it has no number {name}")) };
        if !value.is_finite() {
            return Err(format!("{name} is {value}: not finite"));
        }
        point[axis] = value;
    }
    Ok(point)
}

/// The vertex indices of a face.
fn corners(element: &Element, numbers: &[Vec<f64>], count: usize) -> Result<Vec<u32>, String> {
    let list = named(element, numbers, &["vertex_indices", "vertex_index"]).ok_or("it has no list vertex_indices")?;
    match list.iter().find(|index| !(0.0..count as f64).contains(*index) || index.fract() != 0.0) {
        Some(index) => Err(format!("it names vertex {index} of {count}")),
        None if list.len() < 3 => Err(format!("it has {} vertices", list.len())),
        None => Ok(list.iter().map(|index| *index as u32).collect()),
    }
}
