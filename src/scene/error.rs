//! Why a scene was refused, and what looks odd in one that was not.

use std::fmt;
use std::path::PathBuf;

use super::Place;

/// A scene that cannot be used: where, what, and what to do.
///
/// `what` is the part of the scene, as in `material "steel"`; `value` is the text as it stands in the file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// A file that cannot be read.
    #[error("{path}: {reason}; give the path of a readable text file", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: Box<str>,
    },
    /// A text that is not TOML.
    #[error("{place}:{column}: not valid TOML: {reason}")]
    Syntax {
        /// Where.
        place: Place,
        /// Column, counted in characters from 1.
        column: usize,
        /// What the parser says.
        reason: Box<str>,
    },
    /// A key that nothing reads.
    #[error("{place}: {what}: unknown key \"{key}\"; {advice}")]
    UnknownKey {
        /// Where the key stands.
        place: Place,
        /// In which part of the scene.
        what: Box<str>,
        /// The key.
        key: Box<str>,
        /// The closest known key, or all of them.
        advice: Box<str>,
    },
    /// A key that must be there.
    #[error("{place}: {what}: {key} is missing; give {expects}")]
    MissingKey {
        /// Where its table starts.
        place: Place,
        /// In which part of the scene.
        what: Box<str>,
        /// The key.
        key: Box<str>,
        /// What to write.
        expects: Box<str>,
    },
    /// A value of another type than the key takes.
    #[error("{place}: {what}: {key} = {value} is {found}; give {expects}")]
    WrongType {
        /// Where the value stands.
        place: Place,
        /// In which part of the scene.
        what: Box<str>,
        /// The key.
        key: Box<str>,
        /// The value, as written.
        value: Box<str>,
        /// Its type.
        found: &'static str,
        /// What to write.
        expects: Box<str>,
    },
    /// A value that is not possible.
    #[error("{place}: {what}: {key} = {value} {problem}")]
    Value {
        /// Where the value stands.
        place: Place,
        /// In which part of the scene.
        what: Box<str>,
        /// The key.
        key: Box<str>,
        /// The value, as written.
        value: Box<str>,
        /// What is wrong with it, and what to do.
        problem: Box<str>,
    },
    /// A name that was given to nothing.
    #[error("{place}: {what}: {key} = {value} is not the name of a {kind}; {advice}")]
    UnknownName {
        /// Where the name stands.
        place: Place,
        /// In which part of the scene.
        what: Box<str>,
        /// The key.
        key: Box<str>,
        /// The name, as written.
        value: Box<str>,
        /// What should have this name.
        kind: &'static str,
        /// The names that exist.
        advice: Box<str>,
    },
    /// Something that is well written but cannot be used with the rest of the scene.
    #[error("{place}: {problem}")]
    Refused {
        /// Where it stands.
        place: Place,
        /// What is wrong with it, and what to do.
        problem: Box<str>,
    },
}

/// A value that is possible but looks like a slip; prints as `box.toml:12: ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where it stands.
    pub place: Place,
    /// What looks odd, and what it may have been meant to be.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}
