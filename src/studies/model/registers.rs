//! How many registers a compiler gives to each kernel: a table as `cargo bench --bench isa` prints it.

use std::collections::BTreeMap;
use std::path::Path;

use crate::device::schema::constants::POLYHEDRON;
use crate::device::shader::BALLS;

/// The table that comes with this version.
const OWN: &str = include_str!("registers.md");

/// Registers of a kernel of which nothing is known: those of a large one that does not spill.
pub const UNKNOWN: u32 = 96;

/// Registers by kernel.
#[derive(Clone, Debug)]
pub struct Registers {
    /// Where the table is from, and what the compiler said of itself.
    pub about: String,
    /// By kernel and by shapes that it was compiled for.
    rows: BTreeMap<String, BTreeMap<String, u32>>,
}

/// A table that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    /// It cannot be read.
    #[error("cannot read {path}: {reason}; check the name and the permissions")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// It is no such table.
    #[error(
        "{path} is no table of registers: it needs lines of cells between bars or tabs, below a head with \"kernel\" and \"VGPR\""
    )]
    NoTable {
        /// The file.
        path: String,
    },
}

impl Registers {
    /// The table that comes with this version.
    pub fn own() -> Result<Self, RegisterError> {
        Self::parse("the table of this version", OWN)
    }

    /// A table of one's own.
    pub fn load(path: &Path) -> Result<Self, RegisterError> {
        let name = path.display().to_string();
        let text =
            std::fs::read_to_string(path).map_err(|reason| RegisterError::Read { path: name.clone(), reason })?;
        Self::parse(&name, &text)
    }

    /// Reads a table; what stands above it tells of the compiler.
    fn parse(path: &str, text: &str) -> Result<Self, RegisterError> {
        let no_table = || RegisterError::NoTable { path: path.into() };
        let head_at = text.lines().position(|line| cells(line).contains(&"kernel")).ok_or_else(no_table)?;
        let above: Vec<&str> = text.lines().take(head_at).map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut lines = text.lines().skip(head_at).map(cells);
        let head = lines.next().ok_or_else(no_table)?;
        let column = |name: &str| head.iter().position(|cell| *cell == name);
        let (kernel, registers) = column("kernel").zip(column("VGPR")).ok_or_else(no_table)?;
        let shapes = column("shapes");
        let mut rows: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
        for row in lines {
            // The rule below the head, and kernels that did not compile.
            let Some(number) = row.get(registers).and_then(|cell| cell.parse().ok()) else { continue };
            let shapes = shapes.and_then(|shapes| row.get(shapes)).copied().unwrap_or_default();
            let own = rows.entry(row.get(kernel).copied().unwrap_or_default().to_owned()).or_default();
            own.insert(shapes.to_owned(), number);
        }
        if rows.is_empty() {
            return Err(no_table());
        }
        Ok(Self { about: format!("{path} ({})", above.join(" ")), rows })
    }

    /// Those of a kernel for shapes of some families; where the table has none for these shapes, the most that it has for others.
    pub fn of(&self, kernel: &str, families: u32) -> Known {
        let wanted = match families {
            BALLS => "spheres",
            families if families == 1 << POLYHEDRON => "polyhedra",
            _ => "all",
        };
        let Some(own) = self.rows.get(kernel) else { return Known::Unknown };
        // A table without shapes is for whatever is run.
        match own.get(wanted).or_else(|| own.get("")) {
            Some(registers) => Known::Exactly(*registers),
            None => own.values().max().map_or(Known::Unknown, |most| Known::OfOtherShapes(*most)),
        }
    }
}

/// What is known of a kernel's registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Those of the shapes that are run.
    Exactly(u32),
    /// Those of other shapes.
    OfOtherShapes(u32),
    /// Nothing.
    Unknown,
}

impl Known {
    /// What the model takes them for.
    pub fn registers(self) -> u32 {
        match self {
            Self::Exactly(registers) | Self::OfOtherShapes(registers) => registers,
            Self::Unknown => UNKNOWN,
        }
    }
}

/// The cells of a line, between bars or tabs.
fn cells(line: &str) -> Vec<&str> {
    let separator = if line.contains('|') { '|' } else { '\t' };
    line.trim().trim_matches('|').split(separator).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_with_bars_and_tabs_are_read_and_others_refused() {
        let bars = "a driver\n\n| kernel | shapes | VGPR |\n|---|---|---|\n| law | all | 96 |\n| law | spheres | 48 |\n| b | all | - |";
        let table = Registers::parse("x", bars).expect("a table");
        assert_eq!(table.of("law", BALLS), Known::Exactly(48));
        assert_eq!(table.of("law", 1 << POLYHEDRON), Known::OfOtherShapes(96));
        assert_eq!((table.of("b", 1), table.of("b", 1).registers()), (Known::Unknown, UNKNOWN));
        assert_eq!(table.about, "x (a driver)");
        let tabs = Registers::parse("x", "kernel\tVGPR\nlaw\t40\n").expect("a table");
        assert_eq!(tabs.of("law", BALLS), Known::Exactly(40));
        for wrong in ["", "kernel\tregisters\nlaw\t40", "| kernel | VGPR |\n|---|---|\n"] {
            assert!(Registers::parse("x", wrong).is_err(), "{wrong}");
        }
        assert!(Registers::own().is_ok());
    }
}
