//! One table of the file, with the keys it may have.

use std::ops::Range;

use toml::de::DeTable;

use super::entry::Entry;
use super::foreign::instead_of;
use super::keys::{Key, TableTypes};
use super::suggest::advice;
use crate::common::files::quote;
use crate::scene::{KeyLines, Line, SceneError, Source};

/// A table whose keys are all known.
pub(in crate::scene) struct Fields<'a> {
    pub(super) source: &'a Source,
    pub(super) what: String,
    table: &'a DeTable<'a>,
    line: Line,
    known: Vec<&'static Key>,
}

impl<'a> Fields<'a> {
    /// Opens the table at `span`, called `what` in errors. Refuses keys that are in none of the lists `known`.
    pub fn open(
        source: &'a Source,
        what: impl Into<String>,
        table: &'a DeTable<'a>,
        span: Range<usize>,
        known: &[&'static [Key]],
    ) -> Result<Self, SceneError> {
        let known = known.iter().flat_map(|keys| keys.iter()).collect();
        let fields = Self { source, what: what.into(), table, line: source.position(span.start).0, known };
        let is_known = |name: &str| fields.known.iter().any(|key| key.name == name);
        match fields.first_key(|name| !is_known(name)) {
            None => Ok(fields),
            Some((key, line)) => Err(fields.unknown_key(key, line)),
        }
    }

    /// The first key in the file of those that `wanted` picks.
    fn first_key(&self, wanted: impl Fn(&str) -> bool) -> Option<(&'a str, Line)> {
        let picked = self.table.keys().filter(|key| wanted(key.get_ref().as_ref()));
        let first = picked.min_by_key(|key| key.span().start)?;
        Some((first.get_ref().as_ref(), self.source.position(first.span().start).0))
    }

    fn unknown_key(&self, key: &str, line: Line) -> SceneError {
        // Keys of several kinds of this table may share a name.
        let mut names: Vec<&str> = Vec::new();
        for known in &self.known {
            if !names.contains(&known.name) {
                names.push(known.name);
            }
        }
        SceneError::UnknownKey {
            place: self.source.place(line),
            what: self.what.as_str().into(),
            key: quote(key).into(),
            advice: with_foreign(key, advice(key, names.into_iter(), "known keys")).into(),
        }
    }

    /// The kind of this table that the word in `key` names; refuses keys of other kinds.
    pub fn kind(
        &mut self,
        key: &'static str,
        common: &'static [Key],
        kinds: TableTypes,
    ) -> Result<&'static str, SceneError> {
        let choices: Vec<_> = kinds.iter().map(|kind| (kind.0, *kind)).collect();
        let (kind, own) = self.need(key)?.choice(&choices)?;
        self.known = common.iter().chain(own).collect();
        let is_known = |name: &str| self.known.iter().any(|key| key.name == name);
        let Some((unknown, line)) = self.first_key(|name| !is_known(name)) else { return Ok(kind) };
        let names = self.known.iter().map(|key| key.name).collect::<Vec<_>>().join(", ");
        Err(SceneError::UnknownKey {
            place: self.source.place(line),
            what: self.what.as_str().into(),
            key: quote(unknown).into(),
            advice: with_foreign(unknown, format!("with {key} = \"{kind}\" the keys are: {names}")).into(),
        })
    }

    /// The table's name in errors.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// The line on which the table starts.
    pub fn line(&self) -> Line {
        self.line
    }

    /// The lines of all its keys.
    pub fn key_lines(&self) -> KeyLines {
        let entries = self.known.iter().filter_map(|key| self.find(key.name));
        KeyLines::new(self.line, entries.map(|entry| (entry.name(), entry.line())).collect())
    }

    /// The value of `key`, if it is written.
    pub fn find(&self, key: &str) -> Option<Entry<'_>> {
        let known = self.known.iter().find(|known| known.name == key)?;
        let (written, value) = self.table.get_key_value(key)?;
        Some(Entry::new(self, known, written.span().start, value))
    }

    /// The value of `key`, which must be there.
    pub fn need(&self, key: &'static str) -> Result<Entry<'_>, SceneError> {
        self.find(key).ok_or_else(|| self.missing(key))
    }

    /// `key` is not there but must be.
    pub fn missing(&self, key: &'static str) -> SceneError {
        let expects = self.known.iter().find(|known| known.name == key).map_or("a value", |known| known.expects);
        SceneError::MissingKey {
            place: self.source.place(self.line),
            what: self.what.as_str().into(),
            key: key.into(),
            expects: expects.into(),
        }
    }

    /// `read` of the value of `key`; `default` where it is not written.
    pub fn or<'s, T>(
        &'s self,
        key: &str,
        default: T,
        read: impl FnOnce(&Entry<'s>) -> Result<T, SceneError>,
    ) -> Result<T, SceneError> {
        self.find(key).map_or(Ok(default), |entry| read(&entry))
    }

    /// Exactly one of two keys; `None` of the pair is the one that is not written.
    pub fn one_of(
        &self,
        first: &'static str,
        second: &'static str,
    ) -> Result<(Option<Entry<'_>>, Option<Entry<'_>>), SceneError> {
        match (self.find(first), self.find(second)) {
            (None, None) => {
                let other = self.missing(second);
                let SceneError::MissingKey { expects, .. } = other else { return Err(other) };
                let advice = format!("give {expects}, or {first}");
                Err(self.refuse(format!("{second} is missing, and so is {first}; {advice}")))
            }
            (Some(_), Some(extra)) => {
                Err(extra
                    .refuse(format!("stands beside {first}, which says the same in another way; remove one of them")))
            }
            found => Ok(found),
        }
    }

    /// The table as a whole cannot be used.
    pub fn refuse(&self, problem: impl std::fmt::Display) -> SceneError {
        self.source.error_at(self.line, format!("{}: {problem}", self.what))
    }
}

/// The advice, behind what Packstone has in the place of another code's key.
fn with_foreign(key: &str, advice: String) -> String {
    match instead_of(key) {
        Some(instead) => format!("{instead}; {advice}"),
        None => advice,
    }
}
