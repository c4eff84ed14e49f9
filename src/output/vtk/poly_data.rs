//! The XML file format of VTK for points, lines and polygons: a head of XML, then all numbers, binary and compressed.
//!
//! Every array is cut into blocks, which are compressed by zlib, each by itself and so in parallel. Before them stand, as
//! 64-bit numbers: how many blocks, their size, that of the last one if it is shorter, and the compressed size of each.

use std::fmt::Write as _;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use glam::{DQuat, DVec3};
use rayon::prelude::*;

use crate::output::frames::Frame;

/// Bytes of a block before compression.
const BLOCK: usize = 1 << 20;
/// How hard zlib tries, of 9: more makes files a few percent smaller and takes several times as long.
const LEVEL: u32 = 2;

/// The numbers of an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Single precision.
    F32(Vec<f32>),
    /// Whole numbers.
    I32(Vec<i32>),
    /// Large whole numbers.
    I64(Vec<i64>),
}

/// An array with its name: so many numbers for each point or cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    name: &'static str,
    components: &'static [&'static str],
    values: Values,
}

impl Array {
    /// One number each.
    pub fn numbers(name: &'static str, values: impl IntoIterator<Item = f64>) -> Self {
        Self { name, components: &[], values: Values::F32(values.into_iter().map(|x| x as f32).collect()) }
    }

    /// One whole number each.
    pub fn whole(name: &'static str, values: impl IntoIterator<Item = usize>) -> Self {
        Self { name, components: &[], values: Values::I32(values.into_iter().map(|x| x as i32).collect()) }
    }

    /// One large whole number each; -1 for none.
    pub fn ids(name: &'static str, values: impl IntoIterator<Item = Option<u64>>) -> Self {
        let number = |id: Option<u64>| id.map_or(-1, |id| id as i64);
        Self { name, components: &[], values: Values::I64(values.into_iter().map(number).collect()) }
    }

    /// One vector each.
    pub fn vectors(name: &'static str, values: impl IntoIterator<Item = DVec3>) -> Self {
        let numbers = values.into_iter().flat_map(|v| v.as_vec3().to_array());
        Self { name, components: &["x", "y", "z"], values: Values::F32(numbers.collect()) }
    }

    /// One quaternion each.
    pub fn turns(name: &'static str, values: impl IntoIterator<Item = DQuat>) -> Self {
        let numbers = values.into_iter().flat_map(|q| [q.w as f32, q.x as f32, q.y as f32, q.z as f32]);
        Self { name, components: &["w", "x", "y", "z"], values: Values::F32(numbers.collect()) }
    }

    fn element(&self, offset: usize) -> String {
        let mut text = format!("<DataArray type=\"{}\" Name=\"{}\"", self.values.type_name(), self.name);
        if !self.components.is_empty() {
            let _ = write!(text, " NumberOfComponents=\"{}\"", self.components.len());
            for (k, component) in self.components.iter().enumerate() {
                let _ = write!(text, " ComponentName{k}=\"{component}\"");
            }
        }
        let _ = writeln!(text, " format=\"appended\" offset=\"{offset}\"/>");
        text
    }
}

impl Values {
    fn type_name(&self) -> &'static str {
        match self {
            Self::F32(_) => "Float32",
            Self::I32(_) => "Int32",
            Self::I64(_) => "Int64",
        }
    }

    /// Size of a block, and all blocks compressed. Blocks are whole numbers of values.
    fn compressed(&self) -> io::Result<(usize, Vec<Vec<u8>>)> {
        match self {
            Self::F32(values) => blocks(values, |value| value.to_le_bytes()),
            Self::I32(values) => blocks(values, |value| value.to_le_bytes()),
            Self::I64(values) => blocks(values, |value| value.to_le_bytes()),
        }
    }
}

fn blocks<T: Copy + Sync, const N: usize>(
    values: &[T],
    bytes: impl Fn(T) -> [u8; N] + Sync,
) -> io::Result<(usize, Vec<Vec<u8>>)> {
    let compress = |chunk: &[T]| -> io::Result<Vec<u8>> {
        let raw: Vec<u8> = chunk.iter().flat_map(|value| bytes(*value)).collect();
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(LEVEL));
        encoder.write_all(&raw)?;
        encoder.finish()
    };
    let blocks: io::Result<Vec<_>> = values.par_chunks(BLOCK / N).map(compress).collect();
    Ok((values.len() * N, blocks?))
}

/// Which points make the cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// Points of all cells, one cell after the other.
    pub points: Vec<i32>,
    /// Where each cell ends among them.
    pub ends: Vec<i32>,
}

impl Cells {
    /// Cells of equally many points.
    pub fn of<const N: usize>(cells: impl IntoIterator<Item = [u32; N]>) -> Self {
        let points: Vec<i32> = cells.into_iter().flatten().map(|point| point as i32).collect();
        let ends = (1..=points.len() / N).map(|cell| (cell * N) as i32).collect();
        Self { points, ends }
    }
}

/// Points with cells of one sort, and what is known of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolyData {
    /// The points [m].
    pub points: Vec<[f32; 3]>,
    /// Cells of one point.
    pub vertices: Cells,
    /// Cells of two points and more, open.
    pub lines: Cells,
    /// Cells of three points and more, closed.
    pub polygons: Cells,
    /// One entry for each point.
    pub point_data: Vec<Array>,
    /// One entry for each cell.
    pub cell_data: Vec<Array>,
    /// Lists of names that fields refer to by index.
    pub tables: Vec<(&'static str, Vec<String>)>,
}

impl PolyData {
    /// The file, for the instant of `frame` and with what made it.
    pub fn to_bytes(&self, frame: &Frame) -> io::Result<Vec<u8>> {
        let mut body = Appended::default();
        let mut head = String::from(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" \
             header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n<PolyData>\n",
        );
        head.push_str(&self.field_data(frame));
        let [vertices, lines, polygons] = [&self.vertices, &self.lines, &self.polygons].map(|cells| cells.ends.len());
        let _ = writeln!(
            head,
            "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{vertices}\" NumberOfLines=\"{lines}\" NumberOfStrips=\"0\" \
             NumberOfPolys=\"{polygons}\">",
            self.points.len()
        );
        body.section(&mut head, "PointData", &self.point_data)?;
        body.section(&mut head, "CellData", &self.cell_data)?;
        let points = Values::F32(self.points.iter().flatten().copied().collect());
        let points = Array { name: "Points", components: &["x", "y", "z"], values: points };
        body.section(&mut head, "Points", &[points])?;
        for (name, cells) in [("Verts", &self.vertices), ("Lines", &self.lines), ("Polys", &self.polygons)] {
            let array = |name, values: &Vec<i32>| Array { name, components: &[], values: Values::I32(values.clone()) };
            body.section(&mut head, name, &[array("connectivity", &cells.points), array("offsets", &cells.ends)])?;
        }
        head.push_str("</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_");
        let mut file = head.into_bytes();
        file.extend(body.bytes);
        file.extend(b"\n</AppendedData>\n</VTKFile>\n");
        Ok(file)
    }

    /// Time, what made the file, and the lists of names.
    fn field_data(&self, frame: &Frame) -> String {
        let mut text = format!(
            "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{:?}</DataArray>\n\
             <DataArray type=\"Int64\" Name=\"step\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n",
            frame.time, frame.step
        );
        for (key, value) in frame.provenance.entries() {
            text.push_str(&strings(key, &[value]));
        }
        self.tables.iter().for_each(|(name, list)| text.push_str(&strings(name, list)));
        text.push_str("</FieldData>\n");
        text
    }
}

/// Texts as VTK writes them: the codes of their bytes, each ended by 0.
fn strings(name: &str, list: &[String]) -> String {
    let mut text =
        format!("<DataArray type=\"String\" Name=\"{name}\" NumberOfTuples=\"{}\" format=\"ascii\">", list.len());
    for byte in list.iter().flat_map(|entry| entry.bytes().chain([0])) {
        let _ = write!(text, "{byte} ");
    }
    text.push_str("</DataArray>\n");
    text
}

/// The part of a file that holds the numbers.
#[derive(Default)]
struct Appended {
    bytes: Vec<u8>,
}

impl Appended {
    /// Adds arrays, and to the head the element that tells where they are.
    fn section(&mut self, head: &mut String, element: &str, arrays: &[Array]) -> io::Result<()> {
        let _ = writeln!(head, "<{element}>");
        for array in arrays {
            head.push_str(&array.element(self.bytes.len()));
            let (size, blocks) = array.values.compressed()?;
            let counts = [blocks.len(), BLOCK, size % BLOCK].into_iter().chain(blocks.iter().map(Vec::len));
            // An empty array has no blocks, and no sizes of them.
            let counts = counts.take(if blocks.is_empty() { 1 } else { usize::MAX });
            counts.for_each(|count| self.bytes.extend((count as u64).to_le_bytes()));
            blocks.iter().for_each(|block| self.bytes.extend(block));
        }
        let _ = writeln!(head, "</{element}>");
        Ok(())
    }
}
