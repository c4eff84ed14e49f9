//! `[[particles]]`: grains from a list in a CSV or JSON file.

mod json;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use glam::{DQuat, DVec3};

use crate::common::files::quote;
use crate::common::records::{Record, name_and_unit, records};
use crate::geometry::LARGEST_LENGTH;
use crate::scene::bodies::Grains;
use crate::scene::read::{Fields, Key, advice, key, unit_quaternion};
use crate::scene::{BodySeed, Line, Place, SceneError};

/// Keys of `[[particles]]`.
pub(in crate::scene) const PARTICLES: &[Key] = &[
    key("file", "the path of a .csv or .json file, from where the scene file is"),
    key("shape", "the name of a shape, for a file that tells none"),
];

/// Columns that a file may have, in groups that come together or not at all. Frames of a run have the last five; nothing
/// is read from them.
pub(in crate::scene) const COLUMNS: [&[&str]; 12] = [
    &["shape"],
    &["x", "y", "z"],
    &["qw", "qx", "qy", "qz"],
    &["vx", "vy", "vz"],
    &["wx", "wy", "wz"],
    &["scale"],
    &["fixed"],
    &["id"],
    &["fx", "fy", "fz"],
    &["coordination"],
    &["mass"],
    &["volume"],
];

/// Units of the columns that have one. A header may name them, as those of frames do; another unit is refused.
const UNITS: [(&[&str], &str); 6] = [
    (&["x", "y", "z"], "m"),
    (&["vx", "vy", "vz"], "m/s"),
    (&["wx", "wy", "wz"], "rad/s"),
    (&["fx", "fy", "fz"], "N"),
    (&["mass"], "kg"),
    (&["volume"], "m3"),
];

/// The text of a `[[particles]]` file with its place.
pub(in crate::scene) struct ParticleFile {
    path: PathBuf,
    text: String,
    shape: Option<usize>,
}

impl ParticleFile {
    /// Reads the file that a `[[particles]]` names.
    pub fn read(fields: &Fields, grains: &Grains) -> Result<Self, SceneError> {
        let entry = fields.need("file")?;
        let name = entry.filled_text()?;
        let path = entry.source().resolve(name);
        let shape = fields.or("shape", None, |entry| grains.names.find(entry).map(Some))?;
        let input = entry.source().input(name).map_err(|reason| {
            entry.refuse(format!("cannot be read ({reason}); give the path from where the scene file is"))
        })?;
        let text = std::str::from_utf8(input.bytes())
            .map(str::to_owned)
            .map_err(|_| entry.refuse("is not a text in UTF-8; save it as such"))?;
        Ok(Self { path, text, shape })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds its grains; `file` is its number among the scene's files.
    pub fn add_bodies(&self, grains: &Grains, file: u32, bodies: &mut Vec<BodySeed>) -> Result<(), SceneError> {
        if self.path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
            return json::each_particle(self, file, |keys, values| {
                bodies.push(Columns::new(keys, self.shape)?.body(values, grains)?);
                Ok(())
            });
        }
        let row = |record: &Record| Row {
            path: &self.path,
            line: Line { file, number: record.line as u32 },
            cells: record.cells.iter().map(|cell| Cow::Owned(plain(cell).to_owned())).collect(),
            particle: None,
        };
        let mut all = records(&self.text);
        let Some(header) = all.next() else {
            let start = Row { path: &self.path, line: Line { file, number: 1 }, cells: Vec::new(), particle: None };
            return Err(start.refuse("no header row; start with a line like shape,x,y,z".into()));
        };
        let columns = Columns::new(&row(&header), self.shape)?;
        for record in all {
            let row = row(&record);
            if record.has_open_quote() {
                return Err(row.refuse("a quote is opened here and not closed on this line; add \" at its end".into()));
            }
            bodies.push(columns.body(&row, grains)?);
        }
        Ok(())
    }
}

/// A cell without the blanks around it; quotes that blanks hide from a reader of tables go too.
fn plain(cell: &str) -> &str {
    let inner = cell.trim();
    let quoted = inner.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    quoted.filter(|_| inner.len() < cell.len()).map_or(inner, str::trim)
}

/// A line of a table, or the keys or the values of a particle in JSON.
struct Row<'a> {
    path: &'a Path,
    line: Line,
    cells: Vec<Cow<'a, str>>,
    /// The particle's number in the list, counted from 1.
    particle: Option<usize>,
}

impl Row<'_> {
    fn place(&self) -> Place {
        Place { path: self.path.to_path_buf(), line: self.line.number }
    }

    fn refuse(&self, problem: String) -> SceneError {
        SceneError::Refused { place: self.place(), problem: problem.into() }
    }

    /// Which part of the file a cell is.
    fn what(&self, column: usize) -> String {
        self.particle.map_or_else(|| format!("column {}", column + 1), |number| format!("particle {number}"))
    }

    /// What a cell is called in this file.
    fn cell_name(&self) -> &'static str {
        if self.particle.is_some() { "key" } else { "column" }
    }

    fn refuse_cell(&self, column: usize, name: &str, problem: impl std::fmt::Display) -> SceneError {
        SceneError::Value {
            place: self.place(),
            what: self.what(column).into(),
            key: name.into(),
            value: self.cells.get(column).map_or_else(String::new, |cell| quote(cell)).into(),
            problem: problem.to_string().into(),
        }
    }
}

/// Refuses a first line that has nothing of a header. What stands in it is not repeated: the file may be any at all.
fn refuse_no_header(header: &Row, names: &[String]) -> Result<(), SceneError> {
    let known = |word: &str| COLUMNS.iter().any(|group| group.contains(&word.trim()));
    if names.iter().any(|name| name.split([';', '\t', ' ']).any(known)) {
        return Ok(());
    }
    let (cell, start) = match header.particle {
        Some(_) => ("key of a particle", "write particles like {\"shape\": \"ball\", \"x\": 0, \"y\": 0, \"z\": 0.1}"),
        None => ("column of a list of particles", "start with a line like shape,x,y,z"),
    };
    Err(header.refuse(format!("no {cell} is known here; {start}")))
}

/// Which column holds what.
struct Columns {
    names: Vec<String>,
    /// The shape of all grains, where no column tells it.
    shape: Option<usize>,
}

impl Columns {
    /// From the header row.
    fn new(header: &Row, shape: Option<usize>) -> Result<Self, SceneError> {
        let known = COLUMNS.iter().flat_map(|group| group.iter().copied());
        let cell = header.cell_name();
        let names: Vec<String> = header.cells.iter().map(|cell| name_and_unit(cell).0.to_lowercase()).collect();
        refuse_no_header(header, &names)?;
        for (index, name) in names.iter().enumerate() {
            if !known.clone().any(|column| column == name) {
                let hint = advice(name, known.clone(), &format!("known {cell}s"));
                let commas = if name.contains([';', '\t']) { "separate columns by commas; " } else { "" };
                return Err(header.refuse(format!("unknown {cell} \"{}\"; {commas}{hint}", quote(name))));
            }
            if names[..index].contains(name) {
                return Err(header.refuse(format!("{cell} \"{name}\" is there twice; remove one")));
            }
        }
        let columns = Self { names, shape };
        columns.check_units(header)?;
        columns.check_groups(header)?;
        Ok(columns)
    }

    fn check_units(&self, header: &Row) -> Result<(), SceneError> {
        for (name, cell) in self.names.iter().zip(&header.cells) {
            let unit = UNITS.iter().find(|(names, _)| names.contains(&name.as_str())).map(|(_, unit)| *unit);
            if let Some(given) = name_and_unit(cell).1.filter(|given| Some(*given) != unit) {
                let expected =
                    unit.map_or("it has no unit".to_owned(), |unit| format!("its unit is {unit}: convert it"));
                let cell = header.cell_name();
                return Err(header.refuse(format!("{cell} \"{name}\" is given in \"{}\"; {expected}", quote(given))));
            }
        }
        Ok(())
    }

    fn check_groups(&self, header: &Row) -> Result<(), SceneError> {
        for group in COLUMNS {
            let absent: Vec<&str> = group.iter().copied().filter(|name| self.index(name).is_none()).collect();
            if !absent.is_empty() && (absent.len() < group.len() || group.contains(&"x")) {
                let all = group.join(",");
                let (cell, owner) = (header.cell_name(), if header.particle.is_some() { "particle" } else { "header" });
                return Err(header.refuse(format!("no {cell} {}; a {owner} has all of {all}", absent.join(","))));
            }
        }
        let cell = header.cell_name();
        match (self.index("shape"), self.shape) {
            (None, None) => Err(header.refuse(format!(
                "no {cell} shape; add one with the names of shapes, or give shape = \"...\" in [[particles]]"
            ))),
            (Some(_), Some(_)) => Err(header.refuse(format!(
                "the {cell} shape stands beside shape = \"...\" in [[particles]]; remove one of them"
            ))),
            _ => Ok(()),
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|column| column == name)
    }

    /// The grain of a row.
    fn body(&self, row: &Row, grains: &Grains) -> Result<BodySeed, SceneError> {
        if row.cells.len() != self.names.len() {
            let (found, needed) = (row.cells.len(), self.names.len());
            return Err(row.refuse(format!("{found} cells in a table of {needed} columns; fill every column")));
        }
        let shape = self.read_shape(row, grains)?;
        let scale = self.number(row, "scale", 1.0)?;
        let usable = if scale > 0.0 { grains.check_scale(shape, scale) } else { Err("is not above zero".into()) };
        if let Err(problem) = usable {
            let problem = format!("cannot be used: {problem}; 1 is the shape's own size");
            return Err(row.refuse_cell(self.index("scale").unwrap_or(0), "scale", problem));
        }
        Ok(BodySeed {
            scale,
            orientation: self.read_orientation(row)?,
            velocity: self.vector(row, ["vx", "vy", "vz"])?,
            angular_velocity: self.vector(row, ["wx", "wy", "wz"])?,
            fixed: self.read_fixed(row)?,
            line: row.line,
            ..BodySeed::at(shape, self.vector(row, ["x", "y", "z"])?)
        })
    }

    fn read_shape(&self, row: &Row, grains: &Grains) -> Result<usize, SceneError> {
        let Some(column) = self.index("shape") else { return Ok(self.shape.unwrap_or(0)) };
        let name = row.cells[column].as_ref();
        grains.names.index(name).ok_or_else(|| SceneError::UnknownName {
            place: row.place(),
            what: row.what(column).into(),
            key: "shape".into(),
            value: format!("\"{}\"", quote(name)).into(),
            kind: grains.names.kind(),
            advice: grains.names.advice(name).into(),
        })
    }

    /// Whether the grain stays where it is; then it has no velocity.
    fn read_fixed(&self, row: &Row) -> Result<bool, SceneError> {
        let Some(column) = self.index("fixed") else { return Ok(false) };
        let moves = |names| self.vector(row, names).map(|velocity| velocity != DVec3::ZERO);
        match row.cells[column].as_ref() {
            "0" | "false" => Ok(false),
            "1" | "true" if moves(["vx", "vy", "vz"])? || moves(["wx", "wy", "wz"])? => {
                Err(row.refuse_cell(column, "fixed", "contradicts its velocity; give a fixed grain none"))
            }
            "1" | "true" => Ok(true),
            _ => {
                Err(row.refuse_cell(column, "fixed", "is neither 0 nor 1; write 1 for a grain that stays where it is"))
            }
        }
    }

    fn read_orientation(&self, row: &Row) -> Result<DQuat, SceneError> {
        let Some(column) = self.index("qw") else { return Ok(DQuat::IDENTITY) };
        let [x, y, z] = self.vector(row, ["qx", "qy", "qz"])?.to_array();
        let problem = "and qx, qy, qz are zero; give a unit quaternion, not turned is 1,0,0,0";
        unit_quaternion([self.number(row, "qw", 1.0)?, x, y, z]).ok_or_else(|| row.refuse_cell(column, "qw", problem))
    }

    fn vector(&self, row: &Row, names: [&str; 3]) -> Result<DVec3, SceneError> {
        let [x, y, z] = names;
        Ok(DVec3::new(self.number(row, x, 0.0)?, self.number(row, y, 0.0)?, self.number(row, z, 0.0)?))
    }

    fn number(&self, row: &Row, name: &str, default: f64) -> Result<f64, SceneError> {
        let Some(column) = self.index(name) else { return Ok(default) };
        let number = row.cells[column].parse().ok().filter(|number: &f64| number.is_finite());
        let number = number
            .ok_or_else(|| row.refuse_cell(column, name, "is not a finite number; write it as in 0.25 or 1e-3"))?;
        if number.abs() > LARGEST_LENGTH {
            return Err(row.refuse_cell(column, name, format!("is beyond {LARGEST_LENGTH:e}; are the units m and s?")));
        }
        Ok(number)
    }
}
