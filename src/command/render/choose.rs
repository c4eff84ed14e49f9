//! Which frames of a run.

use std::str::FromStr;

use crate::frames::{FrameError, RunFolder};

/// Which frames of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// That of the first.
    First,
    /// That of the last.
    Last,
    /// Every one.
    All,
    /// That of a step.
    Step(u64),
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "first" => Ok(Self::First),
            "last" => Ok(Self::Last),
            "all" => Ok(Self::All),
            other => other.parse().map(Self::Step).map_err(|_| {
                "give first, last, all or the number of a step that has a frame, as in the names of snapshots/*.csv"
                    .to_owned()
            }),
        }
    }
}

impl Choice {
    /// The steps of a run, ascending; at least one.
    pub(super) fn of(self, folder: &RunFolder) -> Result<Vec<u64>, FrameError> {
        let steps = folder.steps();
        let ends = steps.first().zip(steps.last());
        let (first, last) = ends.ok_or_else(|| FrameError::NoFrames(folder.root().join("snapshots")))?;
        Ok(match self {
            Self::First => vec![*first],
            Self::Last => vec![*last],
            Self::All => steps.to_vec(),
            Self::Step(step) => vec![step],
        })
    }
}
