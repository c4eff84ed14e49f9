//! The text of a scene and the lines in it, so that whatever is refused later can be shown where it was written.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::{Input, Inputs, SceneError};

/// A line of one of the files that make up a scene; line 0 stands for "not from a file".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// Which of the source's files: 0 is the scene file, the others are its particle lists.
    pub file: u32,
    /// The line, counted from 1.
    pub number: u32,
}

/// A line with the name of its file; prints as `box.toml:12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was named when the scene was loaded.
    pub path: PathBuf,
    /// The line, counted from 1; 0 for the file as a whole.
    pub line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if self.line > 0 { write!(f, ":{}", self.line) } else { Ok(()) }
    }
}

/// Where the keys of one table stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyLines {
    start: Line,
    keys: Vec<(&'static str, Line)>,
}

impl KeyLines {
    /// A table that starts at `start`, with its keys.
    pub(super) fn new(start: Line, keys: Vec<(&'static str, Line)>) -> Self {
        Self { start, keys }
    }

    /// The line of `key`; where it is not written, the first line of its table.
    pub fn of(&self, key: &str) -> Line {
        self.keys.iter().find(|(name, _)| *name == key).map_or(self.start, |(_, line)| *line)
    }
}

/// The scene file and the particle lists it names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Source {
    files: Vec<PathBuf>,
    text: String,
    /// Offsets of the first byte of every line.
    line_starts: Vec<usize>,
    /// The files that it names, once they have been read.
    inputs: OnceLock<Inputs>,
}

impl Source {
    /// A scene file's text.
    pub fn new(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { files: vec![path.into()], text, line_starts, inputs: OnceLock::new() }
    }

    /// The scene file.
    pub fn path(&self) -> &Path {
        self.files.first().map_or(Path::new("scene"), PathBuf::as_path)
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A path that the scene names, seen from where the scene file is.
    pub fn resolve(&self, name: &str) -> PathBuf {
        self.path().parent().map_or_else(|| name.into(), |folder| folder.join(name))
    }

    /// The same with files that are not to be read anew, by their names in the scene.
    pub(super) fn with_inputs(self, inputs: Inputs) -> Self {
        Self { inputs: OnceLock::from(inputs), ..self }
    }

    /// The files that it names, read by `read` where they have not been.
    pub(super) fn read_inputs(&self, read: impl FnOnce() -> Inputs) {
        self.inputs.get_or_init(read);
    }

    /// The content of a file that the scene names, or why there is none.
    pub(super) fn input(&self, name: &str) -> Result<&Input, &str> {
        self.inputs.get().ok_or("it has not been read")?.get(name)
    }

    /// The files that the scene names (meshes, particle lists) with their contents when it was read.
    pub fn inputs(&self) -> &Inputs {
        static NONE: Inputs = Inputs::none();
        self.inputs.get().unwrap_or(&NONE)
    }

    /// Takes another file into the list; its number is for [`Line::file`].
    pub(super) fn add_file(&mut self, path: PathBuf) -> u32 {
        self.files.push(path);
        (self.files.len() - 1) as u32
    }

    /// The line that holds the byte `offset` of the text, and the column in it, counted in characters from 1.
    pub(super) fn position(&self, offset: usize) -> (Line, usize) {
        let number = self.line_starts.partition_point(|start| *start <= offset).max(1);
        let start = self.line_starts.get(number - 1).copied().unwrap_or(0);
        let before = self.text.get(start..offset.min(self.text.len())).unwrap_or("");
        (Line { file: 0, number: number as u32 }, before.chars().count() + 1)
    }

    /// The file and line of `line`.
    pub fn place(&self, line: Line) -> Place {
        let path = self.files.get(line.file as usize).map_or(self.path(), PathBuf::as_path);
        Place { path: path.to_path_buf(), line: line.number }
    }

    /// What stands at `line` cannot be used; `problem` says what is wrong with it and what to do.
    pub fn error_at(&self, line: Line, problem: impl fmt::Display) -> SceneError {
        SceneError::Refused { place: self.place(line), problem: problem.to_string().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_become_lines_and_columns() {
        let source = Source::new("a.toml", "one\nzwölf x\n\nlast");
        let at = |offset| {
            let (line, column) = source.position(offset);
            (line.number, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (1, 4));
        assert_eq!(at(4), (2, 1));
        assert_eq!(at(source.text().find('x').expect("an x")), (2, 7));
        assert_eq!(at(source.text().len()), (4, 5));
        assert_eq!(at(10_000), (4, 5));
    }

    #[test]
    fn errors_name_the_file_that_holds_the_line() {
        let mut source = Source::new("dir/a.toml", "");
        let list = source.add_file(source.resolve("list.csv"));
        assert_eq!(source.error_at(Line { file: 0, number: 3 }, "too fast").to_string(), "dir/a.toml:3: too fast");
        let error = source.error_at(Line { file: list, number: 7 }, "inside a wall");
        assert_eq!(error.to_string(), "dir/list.csv:7: inside a wall");
        assert_eq!(Source::default().error_at(Line::default(), "odd").to_string(), "scene: odd");
    }
}
