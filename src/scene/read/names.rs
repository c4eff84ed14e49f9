//! Names given to materials and shapes, and what they stand for.

use std::collections::HashMap;

use super::entry::Entry;
use super::suggest::closest;
use crate::scene::{Line, SceneError};

/// Longest name [characters]: names stand in tables and messages.
const LONGEST_NAME: usize = 100;
/// Most names that an error lists.
const LISTED: usize = 20;

/// The names of one kind of thing, in the order in which they were given.
pub(in crate::scene) struct Names {
    kind: &'static str,
    names: Vec<(String, Line)>,
    /// Index by name: scenes with a shape per grain have very many.
    indices: HashMap<String, usize>,
}

impl Names {
    /// No names yet.
    pub fn new(kind: &'static str) -> Self {
        Self { kind, names: Vec::new(), indices: HashMap::new() }
    }

    /// Takes the name in `entry`, which must be a new one.
    pub fn add(&mut self, entry: &Entry) -> Result<String, SceneError> {
        let name = entry.filled_text()?;
        if name.chars().count() > LONGEST_NAME {
            return Err(entry.refuse(format!("is longer than {LONGEST_NAME} characters; choose a shorter name")));
        }
        if let Some((_, line)) = self.index(name).and_then(|index| self.names.get(index)) {
            let place = entry.source().place(*line);
            return Err(entry.refuse(format!("was already given to the {} at {place}; choose another name", self.kind)));
        }
        self.indices.insert(name.to_owned(), self.names.len());
        self.names.push((name.to_owned(), entry.line()));
        Ok(name.to_owned())
    }

    /// The index of the name in `entry`.
    pub fn find(&self, entry: &Entry) -> Result<usize, SceneError> {
        let name = entry.text()?;
        self.index(name).ok_or_else(|| entry.unknown_name(self.kind, self.advice(name)))
    }

    /// The index of `name`.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.indices.get(name).copied()
    }

    /// The kind of thing that has these names.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Which names there are, the closest first.
    pub fn advice(&self, name: &str) -> String {
        if self.names.is_empty() {
            return format!("there is no {kind}, add a [[{kind}]] with this name", kind = self.kind);
        }
        let names = self.names.iter().map(|(known, _)| known.as_str());
        let hint = closest(name, names.clone()).map_or(String::new(), |meant| format!("did you mean \"{meant}\"? "));
        let more = if self.names.len() > LISTED { ", ..." } else { "" };
        format!("{hint}defined are: {}{more}", names.take(LISTED).collect::<Vec<_>>().join(", "))
    }
}
