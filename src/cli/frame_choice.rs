//! `--frame` and `--time`: which frames of a run are meant.

use std::str::FromStr;

use crate::output::frames::{FrameError, RunFolder};

/// Which frames of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FrameChoice {
    /// Every one.
    All,
    /// The first one.
    First,
    /// The last one.
    Last,
    /// That of a step.
    Step(u64),
    /// The one nearest to a time [s].
    Time(f64),
}

/// A time from 0 up, for `--time`.
pub(super) fn time(text: &str) -> Result<f64, String> {
    let time = text.parse().ok().filter(|time: &f64| *time >= 0.0 && time.is_finite());
    time.ok_or_else(|| "give a time from 0 up in seconds, as in 0.25; the nearest frame is taken".to_owned())
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
            Self::Time(time) => {
                let off = |step: &&u64| (**step as f64 * folder.time_step() - time).abs();
                let nearest = all.iter().min_by(|a, b| off(a).total_cmp(&off(b))).copied().unwrap_or(last);
                let end = last as f64 * folder.time_step();
                // Beyond the last frame by more than rounding of the number that was typed.
                if time > end + 0.01 * end + folder.time_step() {
                    return Err(FrameError::NoSuchTime { path: folder.root().into(), time, end });
                }
                vec![nearest]
            }
        })
    }
}
