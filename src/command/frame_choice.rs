//! `--frame`: which frames of a run are meant.

use std::str::FromStr;

use crate::frames::{FrameError, RunFolder};

/// Which frames of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameChoice {
    /// Every one.
    All,
    /// The first one.
    First,
    /// The last one.
    Last,
    /// That of a step.
    Step(u64),
}

impl FromStr for FrameChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Self::All),
            "first" => Ok(Self::First),
            "last" => Ok(Self::Last),
            _ => text.parse().map(Self::Step).map_err(|_| "give all, first, last or the number of a step".into()),
        }
    }
}

impl FrameChoice {
    /// The steps that are meant, of a run that has frames.
    pub(super) fn steps(self, folder: &RunFolder) -> Result<Vec<u64>, FrameError> {
        let all = folder.steps();
        let last = *all.last().ok_or_else(|| FrameError::NoFrames(folder.root().into()))?;
        Ok(match self {
            Self::All => all.to_vec(),
            Self::First => vec![all[0]],
            Self::Last => vec![last],
            Self::Step(step) => vec![step],
        })
    }
}
