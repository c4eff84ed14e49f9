//! The files that a scene names, as they were when it was read: meshes of shapes and lists of particles.
//!
//! A run keeps them: a scene is its text and these, so that a file that was changed since is another scene.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};
use toml::de::DeTable;

use super::Source;
use crate::common::files;
use crate::common::hash::check_sum;

/// Largest mesh that is read [B]: some five million triangles.
const LARGEST_MESH: u64 = 256 << 20;
/// Largest list of particles that is read [B]: some ten million of them.
const LARGEST_LIST: u64 = 4 << 30;

/// The content of a file that a scene names.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    bytes: Arc<[u8]>,
    hash: u64,
}

impl Input {
    /// From the bytes of the file.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { hash: check_sum(&bytes), bytes: bytes.into() }
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A number of the content: another content has another one. It tells changes, not forgery.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.bytes)
    }
}

impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Input;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the bytes of a file")
            }

            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Input, E> {
                Ok(Input::new(bytes.to_vec()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

/// The files that a scene names, by their names in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    files: BTreeMap<String, Input>,
    /// Why others could not be read.
    failed: BTreeMap<String, String>,
}

impl FromIterator<(String, Input)> for Inputs {
    fn from_iter<I: IntoIterator<Item = (String, Input)>>(files: I) -> Self {
        Self { files: files.into_iter().collect(), failed: BTreeMap::new() }
    }
}

impl Inputs {
    /// No files.
    pub const fn none() -> Self {
        Self { files: BTreeMap::new(), failed: BTreeMap::new() }
    }

    /// Reads what a scene names, from where the scene file is.
    pub(super) fn read(source: &Source, document: &DeTable) -> Self {
        let mut inputs = Self::default();
        for (table, most) in [("shape", LARGEST_MESH), ("particles", LARGEST_LIST)] {
            for name in names(document, table) {
                inputs.add(source, name, most);
            }
        }
        inputs
    }

    fn add(&mut self, source: &Source, name: &str, most: u64) {
        if self.files.contains_key(name) || self.failed.contains_key(name) {
            return;
        }
        match files::read(&source.resolve(name), most) {
            Ok(bytes) => self.files.insert(name.to_owned(), Input::new(bytes)).map_or((), drop),
            Err(reason) => self.failed.insert(name.to_owned(), reason.to_string()).map_or((), drop),
        }
    }

    /// Names and contents, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Input)> {
        self.files.iter().map(|(name, input)| (name.as_str(), input))
    }

    /// The content of a file, or why there is none.
    pub(super) fn get(&self, name: &str) -> Result<&Input, &str> {
        let failed = self.failed.get(name).map_or("it is not among the files that were kept", String::as_str);
        self.files.get(name).ok_or(failed)
    }
}

/// The files that the tables `[[key]]` name.
fn names<'a>(document: &'a DeTable, key: &str) -> impl Iterator<Item = &'a str> {
    let tables = document.get(key).and_then(|list| list.get_ref().as_array()).into_iter().flatten();
    tables.filter_map(|table| table.get_ref().as_table()?.get("file")?.get_ref().as_str())
}
